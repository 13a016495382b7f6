"""Search for a sentence of the language that says what a natural sentence says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final

from rulewright.program.advising.game_words import Vocabulary
from rulewright.program.advising.patterns import Lines, filled
from rulewright.program.advising.wish_index import Rows
from rulewright.program.advising.wish_table import Wish

MOST_SENTENCES: Final = 200
"""So many ways to put a sentence are looked at."""
MOST_STEPS: Final = 6
MOST_WORDS: Final = 12
"""So many words of a sentence are put in another way before it is looked at."""
_LATE: Final = 3
"""A late rewriting counts as so many, and another word for one that the game has."""

Used = tuple[Wish, ...]


def ways_to_say(text: str, rows: Rows, words: Vocabulary) -> Iterator[tuple[Lines, Used]]:
    """Ways to put a sentence, those that change least first, each with the wishes by which it was found.

    A line in which something was changed is the first that is changed next: the order of changes does not matter.
    """
    seen = {_settled(lines, rows) for lines in _beginnings(text)}
    waiting: list[tuple[int, int, int, Lines, Used]] = [
        (0, 0, 0, lines, ()) for lines in sorted(seen)
    ]
    number = 0
    while waiting:
        steps, _, first, lines, used = heappop(waiting)
        if lines != ((0, text),):
            yield lines, used
        for cost, wish, place, made in _rewritten(lines, first, rows, words):
            if made in seen or steps + cost > MOST_STEPS or number >= MOST_SENTENCES:
                continue
            number += 1
            seen.add(made)
            after = (*used, wish) if wish is not None else used
            heappush(waiting, (steps + cost, number, place, made, after))


def form_of(text: str, rows: Rows, at_last: bool) -> tuple[str, Wish] | None:
    """How something is said that cannot be put into one sentence, if the text wishes for it.

    At last also what is said of very many texts.
    """
    for lines in _beginnings(text):
        settled = _settled(lines, rows)
        ways = rows.forms.fitting((*lines, *settled))
        ways += rows.last.fitting((*lines, *settled)) if at_last else []
        for wish, way in ways:
            found = way.search(lines[0][1]) or way.search(settled[0][1])
            if found is not None:
                return filled(way.template[0][1], found), wish
    return None


def _settled(lines: Lines, rows: Rows) -> Lines:
    """The lines after all that is always said in another way."""
    for _ in range(MOST_WORDS):
        ways = rows.soon.fitting(lines)
        made = next((each for _, way in ways for _, each in way.applied(lines)), None)
        if made is None:
            break
        lines = made
    return lines


def _rewritten(
    lines: Lines, first: int, rows: Rows, words: Vocabulary
) -> Iterator[tuple[int, Wish | None, int, Lines]]:
    for wish, way in rows.searched.fitting(lines):
        cost = _LATE if way.sort == "late" else 1
        for place, made in way.applied(lines, first):
            yield from ((cost, wish, place, each) for each in words.filled(made))
    for known, place, made in words.exchanged(lines, first):
        yield _LATE if known else 1, None, place, made


def _beginnings(text: str) -> tuple[Lines, ...]:
    """The sentence without a full stop, and also without the capital letter at its beginning."""
    text = re.sub(r"\s+", " ", text).strip().rstrip(".!;")
    small = re.sub(r"^[A-Z](?=[a-z]+ )", lambda first: first[0].lower(), text)
    return (((0, text),), ((0, small),)) if small != text else (((0, text),),)
