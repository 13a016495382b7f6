"""Ranking of short texts by the words that they share with a question (BM25, with words that mean the same)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import nlargest
from math import log
from typing import Final

from rulewright.assist.stemming import NUMBER, SAME, groups
from rulewright.base.records import Record

_OFTEN: Final = 0.6
"""How soon a word that stands there once more says nothing more."""
_LONG: Final = 0.15
"""How much is taken from a text for its length."""
_ALIKE: Final = 0.75
"""What a word counts that is used for the one that was asked for."""
_NEAR: Final = 0.5
"""What a word counts that means nearly the same."""
_SAME: Final = 0.95
"""What the name counts that a game has for it."""
_ALL: Final = 2.5
"""What is given for how well question and text cover each other."""
_PHRASE: Final = 0.8
"""Texts that count so much are phrases of people; the others only help to find them."""
_TRIED: Final = 200
"""Of so many it is asked how well they are covered."""
_FEW: Final = 0.4
"""What a number counts, of which there are many."""

Asked = Sequence[frozenset[str]]
"""The words of a question, each with what the texts may have in its place."""
Weighted = Sequence[tuple[float, tuple[str, ...]]]
"""The words of texts, each with what they count."""


class Near(Record):
    """A text by its number, which share of a question it answers, and how well both fit each other."""

    number: int
    share: float
    fit: float


class Ranking:
    """Texts by number, and which words they have."""

    def __init__(self, texts: Iterable[Weighted]) -> None:
        self._rarities: dict[str, float] = {}
        self._phrases: list[tuple[frozenset[str], ...]] = []
        self._with: dict[str, dict[int, float]] = defaultdict(dict)
        long: list[float] = []
        for number, parts in enumerate(texts):
            words: dict[str, float] = {}
            for weight, said in parts:
                for term in said:
                    words[term] = max(words.get(term, 0), weight)
            phrases = (frozenset(said) - {NUMBER} for weight, said in parts if weight >= _PHRASE)
            self._phrases.append(tuple(filter(None, phrases)))
            long.append(sum(words.values()))
            for word, weight in words.items():
                self._with[word][number] = weight
        usual = sum(long) / max(len(long), 1) or 1
        self._length = [1 - _LONG + _LONG * each / usual for each in long]

    def nearest(self, asked: Asked, most: int, among: Collection[int] | None = None) -> list[Near]:
        """The nearest texts, the nearest first."""
        scores: dict[int, float] = defaultdict(float)
        answered: dict[int, float] = defaultdict(float)
        whole = 0.0
        ways = [_ways(words) for words in dict.fromkeys(asked)]
        for way in ways:
            found = self._counted(way)
            rare = self._rarity(way)
            whole += rare
            for number, count in found.items():
                if among is not None and number not in among:
                    continue
                length = self._length[number]
                scores[number] += rare * count * (_OFTEN + 1) / (count + _OFTEN * length)
                answered[number] += rare * min(count, 1.0)
        meant: dict[str, float] = {}
        for way in ways:
            for word, worth in way.items():
                meant[word] = max(meant.get(word, 0), worth)
        fits: dict[int, float] = {}
        scores = dict(nlargest(_TRIED, scores.items(), key=lambda one: (one[1], -one[0])))
        for number in scores:
            answered[number] /= whole or 1.0
            fits[number] = answered[number] * self._covered(number, meant)
            scores[number] *= 1 + _ALL * fits[number]
        best = nlargest(most, scores, key=lambda number: (scores[number], -number))
        return [Near(number, answered[number], fits[number]) for number in best]

    def _covered(self, number: int, meant: Mapping[str, float]) -> float:
        """How much of one of a text's phrases was asked for, the rare words above all."""
        best = 0.0
        for phrase in self._phrases[number]:
            said = whole = 0.0
            for word in phrase:
                rare = self._rare(word)
                whole += rare
                said += rare * meant.get(word, 0)
            best = max(best, said / whole)
        return best

    def _rare(self, word: str) -> float:
        found = self._rarities.get(word)
        if found is None:
            found = log(1 + len(self._phrases) / (len(self._with.get(word, ())) + 0.5))
            self._rarities[word] = found
        return found

    def _rarity(self, way: Mapping[str, float]) -> float:
        """How rare a word of the question is, in whatever form the texts have it."""
        if NUMBER in way:
            return self._rare(NUMBER) * _FEW
        surely = [word for word, worth in way.items() if worth >= _SAME and word in self._with]
        return min(map(self._rare, surely)) if surely else self._rare("")

    def _counted(self, way: Mapping[str, float]) -> dict[int, float]:
        """What a word of the question, or one that means the same, counts for each text."""
        found: dict[int, float] = {}
        for word, worth in way.items():
            for number, weight in self._with.get(word, {}).items():
                found[number] = max(found.get(number, 0.0), worth * weight)
        return found


def _ways(words: frozenset[str]) -> dict[str, float]:
    """A word with those that are used for it, and what they count."""
    made: dict[str, float] = {}
    for word in words:
        for near in groups().get(word, ()):
            made[near] = max(made.get(near, 0), _NEAR)
    for word in words:
        for alike in groups(*SAME).get(word, ()):
            made[alike] = max(made.get(alike, 0), _ALIKE)
    return made | dict.fromkeys(words, 1.0)
