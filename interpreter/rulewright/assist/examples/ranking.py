"""Ranking of short texts by the words that they share with a query: BM25 with synonyms.

The score of BM25 is multiplied by a bonus for how well query and text cover each other, because phrases are
short. Source: Robertson and Zaragoza, *The probabilistic relevance framework*, 2009.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import nlargest
from math import log
from typing import Final

from rulewright.assist.stemming import EXACT_SYNONYMS, NUMBER, synonyms
from rulewright.base.records import Record

_K1: Final = 0.6
"""BM25 parameter k1: how soon repeated words add nothing more."""
_B: Final = 0.15
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

Query = Sequence[frozenset[str]]
"""The words of a query, each with its possible replacements in the texts."""
WeightedWords = Sequence[tuple[float, tuple[str, ...]]]
"""The words of texts, each text with its weight."""


class RankedText(Record):
    """A text found by a search: its number, the share of the query that it covers, and its fit (both 0 to 1)."""

    number: int
    share: float
    fit: float


class Ranking:
    """An inverted index of numbered texts."""

    def __init__(self, texts: Iterable[WeightedWords]) -> None:
        self._idf_cache: dict[str, float] = {}
        self._phrases: list[tuple[frozenset[str], ...]] = []
        self._with: dict[str, dict[int, float]] = defaultdict(dict)
        long: list[float] = []
        for number, parts in enumerate(texts):
            words: dict[str, float] = {}
            for weight, terms in parts:
                for term in terms:
                    words[term] = max(words.get(term, 0), weight)
            phrases = (frozenset(terms) - {NUMBER} for weight, terms in parts if weight >= _PHRASE)
            self._phrases.append(tuple(filter(None, phrases)))
            long.append(sum(words.values()))
            for word, weight in words.items():
                self._with[word][number] = weight
        usual = sum(long) / max(len(long), 1) or 1
        self._length = [1 - _B + _B * each / usual for each in long]

    def nearest(
        self, query: Query, most: int, among: Collection[int] | None = None
    ) -> list[RankedText]:
        """Return at most `most` texts nearest to the query, the nearest first; `among` restricts their numbers."""
        scores: dict[int, float] = defaultdict(float)
        answered: dict[int, float] = defaultdict(float)
        whole = 0.0
        query_synonyms = [_weigh_synonyms(words) for words in dict.fromkeys(query)]
        for synonym_weights in query_synonyms:
            weights = self._text_weights(synonym_weights)
            rare = self._query_idf(synonym_weights)
            whole += rare
            for number, count in weights.items():
                if among is not None and number not in among:
                    continue
                length = self._length[number]
                scores[number] += rare * count * (_K1 + 1) / (count + _K1 * length)
                answered[number] += rare * min(count, 1.0)
        query_weights: dict[str, float] = {}
        for synonym_weights in query_synonyms:
            for word, worth in synonym_weights.items():
                query_weights[word] = max(query_weights.get(word, 0), worth)
        fits: dict[int, float] = {}
        scores = dict(nlargest(_TRIED, scores.items(), key=lambda one: (one[1], -one[0])))
        for number in scores:
            answered[number] /= whole or 1.0
            fits[number] = answered[number] * self._coverage(number, query_weights)
            scores[number] *= 1 + _ALL * fits[number]
        best = nlargest(most, scores, key=lambda number: (scores[number], -number))
        return [RankedText(number, answered[number], fits[number]) for number in best]

    def _coverage(self, number: int, query_weights: Mapping[str, float]) -> float:
        """Return how much of the text's best phrase the query covers (0 to 1), weighted by rarity."""
        best = 0.0
        for phrase in self._phrases[number]:
            covered = whole = 0.0
            for word in phrase:
                rare = self._idf(word)
                whole += rare
                covered += rare * query_weights.get(word, 0)
            best = max(best, covered / whole)
        return best

    def _idf(self, word: str) -> float:
        """Return the inverse document frequency of a word, cached."""
        idf = self._idf_cache.get(word)
        if idf is None:
            idf = log(1 + len(self._phrases) / (len(self._with.get(word, ())) + 0.5))
            self._idf_cache[word] = idf
        return idf

    def _query_idf(self, synonym_weights: Mapping[str, float]) -> float:
        """Return the inverse document frequency of a query word and its synonyms."""
        if NUMBER in synonym_weights:
            return self._idf(NUMBER) * _FEW
        surely = [
            word for word, worth in synonym_weights.items() if worth >= _SAME and word in self._with
        ]
        return min(map(self._idf, surely)) if surely else self._idf("")

    def _text_weights(self, synonym_weights: Mapping[str, float]) -> dict[int, float]:
        """Return the weight of a query word or its synonyms in each text that has one."""
        weights: dict[int, float] = {}
        for word, worth in synonym_weights.items():
            for number, weight in self._with.get(word, {}).items():
                weights[number] = max(weights.get(number, 0.0), worth * weight)
        return weights


def _weigh_synonyms(words: frozenset[str]) -> dict[str, float]:
    """Return `words` and their synonyms, each with its weight."""
    weights: dict[str, float] = {}
    for word in words:
        for near in synonyms().get(word, ()):
            weights[near] = max(weights.get(near, 0), _NEAR)
    for word in words:
        for synonym in synonyms(*EXACT_SYNONYMS).get(word, ()):
            weights[synonym] = max(weights.get(synonym, 0), _ALIKE)
    return weights | dict.fromkeys(words, 1.0)
