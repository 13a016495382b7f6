"""Spelling suggestions: the known name with the smallest edit distance to a misspelt one."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final

CLOSEST_SHOWN = 3
_BETWEEN = re.compile(r"\s*[;,/&|+]\s*|\s+")
_MOST_LETTERS = 400
"""The maximum length of a word that is split into several names."""
NOT_SIMILAR = 1_000_000
MUCH_LONGER = 10

LONGEST: Final = 60
"""The number of letters of a name that are compared."""

MOST_COMPARED: Final = 100
"""The maximum number of names compared with one word in detail, the most promising first."""

SEARCH_BUDGET: Final = 5_000_000
"""The budget of a check, in names considered and letter pairs compared: without it, thousands of misspelt names
among thousands of known ones would take minutes."""


class _SearchBudget:
    """The number of steps that the search for similar names may still take."""

    def __init__(self, left: int) -> None:
        """Create a budget of `left` steps."""
        self.left = left


_BUDGET: ContextVar[_SearchBudget | None] = ContextVar("patience", default=None)
"""The budget of the current search for similar names; None if it is unlimited."""


@contextmanager
def limit_search(patience: int = SEARCH_BUDGET) -> Iterator[None]:
    """Limit the search for similar names inside a `with` block to `patience` steps; then none is found.

    Inner blocks share the outer budget. A `patience` of 0 disables suggestions even there: when fixes are tried,
    only their errors count.
    """
    if patience and _BUDGET.get() is not None:
        yield
        return
    token = _BUDGET.set(_SearchBudget(patience))
    try:
        yield
    finally:
        _BUDGET.reset(token)


def _consume_budget(steps: int) -> None:
    """Subtract `steps` from the budget of the enclosing `limit_search` block, if there is one."""
    if (patience := _BUDGET.get()) is not None:
        patience.left -= steps


def has_search_budget() -> bool:
    """Return whether the search for similar names may take further steps."""
    patience = _BUDGET.get()
    return patience is None or patience.left > 0


CandidateLists = list[list[str]]
"""The candidates of each search, in order."""

_RECORDERS: ContextVar[tuple[tuple[str, CandidateLists], ...]] = ContextVar("listening", default=())
"""Words whose candidates are recorded, with the records."""


@contextmanager
def record_candidates(word: str) -> Iterator[CandidateLists]:
    """Record the lists of names that searches for names like `word` compare, inside a `with` block."""
    candidates: CandidateLists = []
    token = _RECORDERS.set((*_RECORDERS.get(), (word, candidates)))
    try:
        yield candidates
    finally:
        _RECORDERS.reset(token)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the name in `known` that is most similar to `word`; None if none is similar enough.

    A name that differs only in case wins. Other names may differ by a third of the length of the word, but at
    least by one letter. Insertions, deletions, substitutions and transpositions of neighbours count; a part of a
    name is similar to it as well. Of equally similar names the first in `known` wins.
    """
    if not has_search_budget():
        return None
    names = list(known)
    _consume_budget(len(names))
    for wanted, record in _RECORDERS.get():
        if wanted == word:
            record.append(names)
    folded = word.casefold()
    for name in names:
        if name.casefold() == folded:
            return name
    limit = max(1, len(word) // 3)
    likely = [(_min_dissimilarity(folded, name), place, name) for place, name in enumerate(names)]
    best = ((limit + 1, 0), 0, "")
    for least, place, name in sorted(each for each in likely if each[0] <= limit)[:MOST_COMPARED]:
        if least > best[0][0]:
            break  # all remaining lower bounds exceed the best distance
        best = min(best, (_dissimilarity(folded, name.casefold()), place, name))
    return best[2] if best[0][0] <= limit else None


@lru_cache(maxsize=1 << 16)
def _letters(name: str) -> tuple[int, int]:
    """Return the number of letters in a name that are compared, and these letters as a bit set."""
    bits = 0
    compared = name.casefold()[:LONGEST]
    for letter in compared:
        bits |= 1 << (ord(letter) & 63)
    return len(compared), bits


def _min_dissimilarity(word: str, name: str) -> int:
    """Return a lower bound of the dissimilarity of two words, from lengths and letters alone (fast)."""
    (length, letters), (other, others) = _letters(word), _letters(name)
    if length > other:
        length, letters, other, others = other, others, length, letters
    extra = other - length
    if other > 2 * length:
        return extra
    missing = (letters & ~others).bit_count()
    return missing + (extra + 1) // 2 if missing else min(extra, 1)


def did_you_mean(
    word: str, known: Iterable[str], quotes: tuple[str, str] = ("`", "`")
) -> str | None:
    """Return a hint that suggests the known name most similar to `word`; None if none is similar.

    If no name is similar, names that contain `word` as a whole word are suggested. If `word` is several known
    names in one, the hint lists them.
    """
    if not has_search_budget():
        return None
    names = list(dict.fromkeys(known))
    if several := _split_names(word, names):
        return f"these are several names: write {', '.join(several).join(quotes)}"
    close = nearest(word, names)
    if close is not None:
        return None if close == word else f"did you mean {close.join(quotes)}?"
    parts = [name for name in names if len(word) > 2 and word.casefold() in _words(name)]
    options = [name.join(quotes) for name in parts[:CLOSEST_SHOWN]]
    return f"perhaps {' or '.join(options)} is meant" if options else None


def _split_names(word: str, names: Sequence[str]) -> list[str]:
    """Return the known names that `word` consists of; empty if it has other parts."""
    known_parts: list[str] = []
    parts = _BETWEEN.split(word) if len(word) <= _MOST_LETTERS else []
    whole = set(names) if len(parts) > 1 and word not in names else frozenset[str]()
    while whole and parts:
        ends = range(len(parts), 0, -1)
        longest = next((end for end in ends if " ".join(parts[:end]) in whole), 0)
        if not longest:
            return []
        known_parts.append(" ".join(parts[:longest]))
        del parts[:longest]
    return known_parts


def _words(name: str) -> list[str]:
    """Return the words of a name in lower case: `toll` and `keeper` for `toll-keeper` or `Toll Keeper`."""
    return name.casefold().replace("-", " ").split()


def one_of(known: Iterable[str], limit: int = 8, word: str | None = None) -> str:
    """Return names as a phrase that follows "expected": `a, b or c`.

    Of more than `limit` names only three are listed, the ones most similar to `word` or else the first: `one of
    27 names such as a, b or c`.
    """
    names = list(known)
    if len(names) <= limit:
        return _enumerate_names(names)
    if word is not None and has_search_budget():
        _consume_budget(len(names))
        folded = word.casefold()
        names.sort(key=lambda name: _dissimilarity(folded, name.casefold()))
    return f"one of {len(names)} names such as {_enumerate_names(names[:CLOSEST_SHOWN])}"


def distance(first: str, second: str) -> int:
    """Return the edit distance of two words (optimal string alignment).

    One edit inserts, deletes or substitutes a character, or transposes two neighbours.
    """
    _consume_budget(len(first) * len(second))
    # Bit-parallel dynamic programming (Hyyrö 2003): two bit vectors encode a column of the usual table,
    # namely where the next cell is larger by one (`more`) and smaller by one (`less`). `same` marks cells
    # with zero cost.
    places: dict[str, int] = {}
    for at, letter in enumerate(first):
        places[letter] = places.get(letter, 0) | 1 << at
    whole, edits = (1 << len(first)) - 1, len(first)
    last = whole + 1 >> 1
    more, less, same, before = whole, 0, 0, 0
    for letter in second:
        here = places.get(letter, 0)
        swapped = (~same & here) << 1 & before
        same = (((here & more) + more) ^ more) | here | less | swapped
        up, down = less | (~(same | more) & whole), same & more
        edits += bool(up & last) - bool(down & last)
        up = up << 1 | 1
        more, less, before = (down << 1 | ~(same | up)) & whole, same & up & whole, here
    return edits if first else len(second)


def is_one_edit(first: str, second: str) -> bool:
    """Return whether at most one edit turns one word into the other, in linear time."""
    if abs(len(first) - len(second)) > 1:
        return False
    least = min(len(first), len(second))
    _consume_budget(least)
    start = next((at for at in range(least) if first[at] != second[at]), least)
    end = next((n for n in range(least - start) if first[-1 - n] != second[-1 - n]), least - start)
    one, other = first[start : len(first) - end], second[start : len(second) - end]
    return max(len(one), len(other)) <= 1 or (len(one) == 2 and one == other[::-1])


def _dissimilarity(word: str, name: str) -> tuple[int, int]:
    """Return how dissimilar `word` is to `name`, and their edit distance to break ties.

    Letters omitted from a name cost half, so that a part of a name is near it. If all letters of a word occur in
    the name in order, the dissimilarity is 1, unless the name is more than twice as long. A single letter, or a
    name with nothing in common, exceeds every limit.
    """
    word, name = word[:LONGEST], name[:LONGEST]
    shorter, longer = sorted((len(word), len(name)))
    if longer > MUCH_LONGER * max(shorter, 1):
        return NOT_SIMILAR, longer  # not worth computing
    edits = distance(word, name)
    if shorter < 2 or edits >= longer:
        return NOT_SIMILAR, edits
    extra = longer - shorter
    if longer > 2 * shorter:
        return edits, edits
    if edits == extra:
        return min(extra, 1), edits
    return edits - extra + (extra + 1) // 2, edits


def missing_word_hint(word: str, before: str | None = None) -> str:
    """Return the hint that `word` may be missing, before the word `before` or at the end of the line."""
    where = "at the end of the line" if before is None else f"before `{before}`"
    return f"perhaps `{word}` is missing {where}"


def _enumerate_names(names: Sequence[str]) -> str:
    """Return names as `a, b or c`; `none` without names."""
    if len(names) < 2:
        return names[0] if names else "none"
    return f"{', '.join(names[:-1])} or {names[-1]}"
