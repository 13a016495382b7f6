"""Ranking of short texts by the words that they share with a question (BM25, with words that mean the same)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import nlargest
from math import log
from typing import Final

from rulewright.program.advising.search.one_form import NUMBER, groups, one_form, terms
from rulewright.records import Record

_OFTEN: Final = 0.6
"""How soon a word that stands there once more says nothing more."""
_LONG: Final = 0.15
"""How much is taken from a text for its length."""
_ALIKE: Final = 0.6
"""What a word counts that means the same as the one that was asked for."""
_SAME: Final = 0.9
"""What the name counts that a game has for it."""
_ALL: Final = 2.5
"""What is given for the share of a text's own words that were asked for."""
_ENOUGH: Final = 0.7
"""Of what a word counts at most, so much answers it whole."""
_ALONE: Final = 0.7
"""What a phrase of one word lacks of being a sentence, which longer ones lack less."""
_PHRASE: Final = 0.8
"""Texts that count so much are phrases of people; the others only help to find them."""
_FEW: Final = 0.4
"""What a number counts, of which there are many."""
_WORD: Final = re.compile(r"[^\W\d_]+|\d+")
EMPTY: Final[Mapping[str, frozenset[str]]] = {}

Weighted = Sequence[tuple[float, str]]
"""Texts, each with what its words count."""


class Near(Record):
    """A text by its number, which share of a question it answers, and how well both fit each other."""

    number: int
    share: float
    fit: float


class Ranking:
    """Texts by number, and which words they have.

    `alike` has for words of a game the one that the texts have in their place.
    """

    def __init__(
        self, texts: Iterable[Weighted], alike: Mapping[str, frozenset[str]] = EMPTY
    ) -> None:
        self._same = alike
        self._rarity: dict[str, float] = {}
        self._words: list[Counter[str]] = []
        self._phrases: list[tuple[frozenset[str], ...]] = []
        self._with: dict[str, dict[int, float]] = defaultdict(dict)
        for number, parts in enumerate(texts):
            words: Counter[str] = Counter()
            for weight, text in parts:
                for term in terms(text):
                    words[term] = max(words[term], weight)  # type: ignore[assignment]
            said = [
                frozenset(terms(text)) - {NUMBER} for weight, text in parts if weight >= _PHRASE
            ]
            self._phrases.append(tuple(filter(None, said)))
            self._words.append(words)
            for word, weight in words.items():
                self._with[word][number] = weight
        long = [sum(words.values()) for words in self._words]
        usual = sum(long) / max(len(long), 1) or 1
        self._length = [1 - _LONG + _LONG * each / usual for each in long]

    def alike(self, term: str) -> frozenset[str]:
        """The word and those that mean the same."""
        found = groups().get(term, frozenset()) | {term}
        return found | self._same.get(term, frozenset())

    def words(self, text: str) -> tuple[str, ...]:
        """All words of a text, those of a game as the texts have them."""
        found = map(one_form, _WORD.findall(text))
        return tuple(min(self._same.get(word) or {word}) for word in found)

    def same(self, term: str) -> frozenset[str]:
        """The word and those that stand for the very same."""
        return (
            groups("alike.words").get(term, frozenset())
            | {term}
            | self._same.get(term, frozenset())
        )

    def nearest(self, text: str, most: int, among: Collection[int] | None = None) -> list[Near]:
        """The nearest texts, the nearest first."""
        scores: dict[int, float] = defaultdict(float)
        answered: dict[int, float] = defaultdict(float)
        asked = dict.fromkeys(terms(text))
        least = 0.0
        for term in asked:
            found, rare = self._counted(term)
            least += rare
            for number, count in found.items():
                length = self._length[number]
                scores[number] += rare * count * (_OFTEN + 1) / (count + _OFTEN * length)
                answered[number] += rare * min(count / _ENOUGH, 1.0)
        meant = frozenset().union(*map(self.alike, asked)) - {NUMBER}
        fits: dict[int, float] = {}
        for number in scores:
            answered[number] /= least or 1.0
            fits[number] = answered[number] * self._covered(number, meant)
            scores[number] *= 1 + _ALL * fits[number]
        allowed = scores if among is None else [each for each in scores if each in among]
        best = nlargest(most, allowed, key=lambda number: (scores[number], -number))
        return [Near(number, answered[number], fits[number]) for number in best]

    def _covered(self, number: int, meant: frozenset[str]) -> float:
        """How much of one of a text's phrases was asked for, the rare words above all."""
        best = 0.0
        for phrase in self._phrases[number]:
            if common := phrase & meant:
                weights = [(self._rare(word), word in common) for word in phrase]
                said = sum(weight for weight, is_common in weights if is_common)
                whole = sum(weight for weight, _ in weights)
                best = max(best, said / whole * len(phrase) / (len(phrase) + _ALONE))
        return best

    def _rare(self, word: str) -> float:
        found = self._rarity.get(word)
        if found is None:
            found = log(1 + len(self._words) / (len(self._with.get(word, ())) + 0.5))
            self._rarity[word] = found
        return found

    def _counted(self, term: str) -> tuple[Mapping[int, float], float]:
        """What a word of the question, or one that means the same, counts for each text; and how rare it is."""
        found: dict[int, float] = {}
        for word in self.alike(term):
            worth = 1.0 if word == term else _SAME if word in self._same.get(term, ()) else _ALIKE
            for number, weight in self._with.get(word, {}).items():
                found[number] = max(found.get(number, 0.0), worth * weight)
        rare = log(1 + len(self._words) / (len(found) + 0.5)) * (_FEW if term == NUMBER else 1)
        return found, rare
