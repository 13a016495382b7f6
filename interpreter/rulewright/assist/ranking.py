"""Ranking of short texts by the words that they share with a query (BM25 with synonyms)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import nlargest
from math import log
from typing import Final

from rulewright.assist.stemming import NUMBER, SAME, groups
from rulewright.base.records import Record

_OFTEN: Final = 0.6
"""BM25 parameter k1: how soon repeated words add nothing more."""
_LONG: Final = 0.15
"""BM25 parameter b: how much long texts are reduced."""
_ALIKE: Final = 0.75
"""Weight of a synonym of a query word."""
_NEAR: Final = 0.5
"""Weight of a word with a similar meaning."""
_SAME: Final = 0.95
"""Least weight of words that count as the query word itself, such as the game's name for it."""
_ALL: Final = 2.5
"""Bonus factor for the mutual coverage of query and text."""
_PHRASE: Final = 0.8
"""Least weight of texts that are phrases; lighter texts only help to find them."""
_TRIED: Final = 200
"""Most candidates whose coverage is computed."""
_FEW: Final = 0.4
"""Factor for numbers, which are frequent."""

Asked = Sequence[frozenset[str]]
"""The words of a query, each with its possible replacements in the texts."""
Weighted = Sequence[tuple[float, tuple[str, ...]]]
"""The words of texts, each text with its weight."""


class Near(Record):
    """A ranked text: its number, the share of the query that it answers, and the fit of both (0 to 1)."""

    number: int
    share: float
    fit: float


class Ranking:
    """An inverted index of numbered texts."""

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
        """Return at most `most` texts nearest to the query, the nearest first; `among` restricts their numbers."""
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
        """Return how much of the text's best phrase the query covers (0 to 1), weighted by rarity."""
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
        """Return the inverse document frequency of a query word and its synonyms."""
        if NUMBER in way:
            return self._rare(NUMBER) * _FEW
        surely = [word for word, worth in way.items() if worth >= _SAME and word in self._with]
        return min(map(self._rare, surely)) if surely else self._rare("")

    def _counted(self, way: Mapping[str, float]) -> dict[int, float]:
        """Return the weight of a query word or its synonyms in each text that has one."""
        found: dict[int, float] = {}
        for word, worth in way.items():
            for number, weight in self._with.get(word, {}).items():
                found[number] = max(found.get(number, 0.0), worth * weight)
        return found


def _ways(words: frozenset[str]) -> dict[str, float]:
    """Return `words` and their synonyms, each with its weight."""
    made: dict[str, float] = {}
    for word in words:
        for near in groups().get(word, ()):
            made[near] = max(made.get(near, 0), _NEAR)
    for word in words:
        for alike in groups(*SAME).get(word, ()):
            made[alike] = max(made.get(alike, 0), _ALIKE)
    return made | dict.fromkeys(words, 1.0)
