"""Ranking of short texts by the words that they share with a question (BM25, with words that mean the same)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import nlargest
from math import log
from typing import Final

from rulewright.program.advising.search.one_form import NUMBER, groups, terms
from rulewright.records import Record

_OFTEN: Final = 0.6
"""How soon a word that stands there once more says nothing more."""
_LONG: Final = 0.35
"""How much is taken from a text for its length."""
_ALIKE: Final = 0.6
"""What a word counts that means the same as the one that was asked for."""
_SAME: Final = 0.9
"""What the name counts that a game has for it."""
_ALL: Final = 2.5
"""What is given for the share of a text's own words that were asked for."""

_FEW: Final = 0.4
"""What a number counts, of which there are many."""
EMPTY: Final[Mapping[str, frozenset[str]]] = {}

Weighted = Sequence[tuple[float, str]]
"""Texts, each with what its words count."""


class Near(Record):
    """A text by its number, and which share of a question it answers."""

    number: int
    share: float


class Ranking:
    """Texts by number, and which words they have.

    `alike` has for words of a game the one that the texts have in their place.
    """

    def __init__(
        self, texts: Iterable[Weighted], alike: Mapping[str, frozenset[str]] = EMPTY
    ) -> None:
        self._same = alike
        self._words: list[Counter[str]] = []
        self._first: list[frozenset[str]] = []
        self._with: dict[str, dict[int, float]] = defaultdict(dict)
        for number, parts in enumerate(texts):
            words: Counter[str] = Counter()
            for weight, text in parts:
                for term in terms(text):
                    words[term] = max(words[term], weight)  # type: ignore[assignment]
            self._first.append(frozenset(terms(parts[0][1])) - {NUMBER})
            self._words.append(words)
            for word, weight in words.items():
                self._with[word][number] = weight
        long = [sum(words.values()) for words in self._words]
        usual = sum(long) / max(len(long), 1) or 1
        self._length = [1 - _LONG + _LONG * each / usual for each in long]

    def _alike(self, term: str) -> frozenset[str]:
        """The word and those that mean the same."""
        found = groups().get(term, frozenset()) | {term}
        return found | self._same.get(term, frozenset())

    def nearest(self, text: str, most: int, among: Collection[int] | None = None) -> list[Near]:
        """The nearest texts, the nearest first."""
        scores: dict[int, float] = defaultdict(float)
        asked = dict.fromkeys(terms(text))
        least = 0.0
        for term in asked:
            found, rare = self._scored(term)
            least += rare * _OFTEN
            for number, score in found.items():
                scores[number] += score
        meant = frozenset().union(*map(self._alike, asked)) - {NUMBER}
        shares = (
            {number: min(score / least, 1.0) for number, score in scores.items()} if least else {}
        )
        for number in scores:
            own = self._first[number]
            scores[number] *= 1 + _ALL * shares[number] * len(own & meant) / max(len(own), 1)
        allowed = scores if among is None else [each for each in scores if each in among]
        best = nlargest(most, allowed, key=lambda number: (scores[number], -number))
        return [Near(number, shares[number]) for number in best]

    def _scored(self, term: str) -> tuple[Mapping[int, float], float]:
        """What a word of the question, or one that means the same, counts for each text; and how rare it is."""
        found: dict[int, float] = {}
        for word in self._alike(term):
            worth = 1.0 if word == term else _SAME if word in self._same.get(term, ()) else _ALIKE
            for number, weight in self._with.get(word, {}).items():
                found[number] = max(found.get(number, 0.0), worth * weight)
        rare = log(1 + len(self._words) / (len(found) + 0.5)) * (_FEW if term == NUMBER else 1)
        scored = {
            number: rare * count * (_OFTEN + 1) / (count + _OFTEN * self._length[number])
            for number, count in found.items()
        }
        return scored, rare
