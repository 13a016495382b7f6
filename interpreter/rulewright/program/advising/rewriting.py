"""Best-first search for a sentence of the language that says what a natural sentence says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import islice
from typing import Final

from rulewright.program.advising.game_words import Vocabulary
from rulewright.program.advising.patterns import Lines
from rulewright.program.advising.wish_table import Rows, Wish

MOST_SENTENCES: Final = 150
"""So many ways to put a sentence are looked at."""
MOST_TOLD: Final = 48
"""So many of them are tried, those that change least: of those in the table all are found among them."""
MANY_WORDS: Final = 12
"""Of a sentence of more words twice as many."""
OF_A_WORD: Final = 4
"""Of a sentence in which a thing has another name or type, so often fewer."""
MOST_STEPS: Final = 6
MOST_WORDS: Final = 12
"""So many words of a sentence are put in another way before it is looked at."""
_LATE: Final = 3
"""A late rewriting counts as so many, and another word for one that the game has."""

Used = tuple[Wish, ...]
Change = tuple[int, Wish | None, Lines]
"""What a line becomes, by which wish, and what that counts."""


_TAIL: Final = re.compile(r", (?:if|unless|for each|shown as|asked anyway) ")
"""Where what a line says ends, and it is said when, how often or as what."""
MOST_OF_A_HEAD: Final = 30


def ways_to_say(
    text: str, rows: Rows, words: Vocabulary, is_near: bool = False
) -> Iterator[tuple[Lines, Used]]:
    """Ways to put a sentence, those that change least first, each with the wishes by which it was found.

    What a part of it says, before an `, if …`, is put in another way first: what belongs to its end stands there.
    """
    times = (2 if text.count(" ") >= MANY_WORDS else 1) / (OF_A_WORD if is_near else 1)
    tail = _TAIL.search(text)
    if tail is not None and text.count('"', 0, tail.start()) % 2 == 0:
        ways = _ways_to_say(text[: tail.start()], rows, words, times)
        for lines, used in islice(ways, MOST_OF_A_HEAD):
            if len(lines) == 1:
                yield ((0, lines[0][1] + text[tail.start() :]),), used
    yield from _ways_to_say(text, rows, words, times)


def _ways_to_say(
    text: str, rows: Rows, words: Vocabulary, times: float
) -> Iterator[tuple[Lines, Used]]:
    """The same, of a sentence as it stands, so many times as far as usual.

    A line in which something was changed is the first that is changed next: the order of changes does not matter.
    """
    cut = _is_cut(text)
    seen: set[Lines] = {((0, _settled(each, rows)),) for each in _beginnings(text)}
    waiting: list[tuple[int, int, int, Lines, Used]] = [
        (0, 0, 0, lines, ()) for lines in sorted(seen)
    ]
    changes: dict[str, list[Change]] = {}
    number = told = 0
    while waiting and told < MOST_TOLD * times:
        steps, _, first, lines, used = heappop(waiting)
        if lines != ((0, text),):
            told += 1
            yield lines, used
        if number >= MOST_SENTENCES * times:
            continue
        for place, (cost, wish, made) in _changed(lines, first, rows, words, changes):
            if number >= MOST_SENTENCES * times:
                break
            if made in seen or steps + cost > MOST_STEPS:
                continue
            if not cut and any(_is_cut(said) for _, said in made):
                continue
            number += 1
            seen.add(made)
            after = (*used, wish) if wish is not None else used
            heappush(waiting, (steps + cost, number, place, made, after))


def _is_cut(text: str) -> bool:
    """Whether a text is cut through a parenthesis."""
    return text.count("(") != text.count(")")


def _settled(text: str, rows: Rows) -> str:
    """The text after all that is always said in another way."""
    for _ in range(MOST_WORDS):
        ways = rows.soon.fitting(text)
        made = next((lines for _, way in ways for lines in way.applied(text)), None)
        if not made:
            break
        text = made[0][1]
    return text


def _changed(
    lines: Lines, first: int, rows: Rows, words: Vocabulary, known: dict[str, list[Change]]
) -> Iterator[tuple[int, Change]]:
    """What lines become by one change from the first one on, and in which line it was."""
    for place, (depth, text) in enumerate(lines[first:], first):
        if text not in known:
            known[text] = list(_changes(text, rows, words))
        for cost, wish, made in known[text]:
            deeper = ((depth + deep, said) for deep, said in made)
            yield place, (cost, wish, (*lines[:place], *deeper, *lines[place + 1 :]))


def _changes(text: str, rows: Rows, words: Vocabulary) -> Iterator[Change]:
    for wish, way in rows.searched.fitting(text):
        cost = _LATE if way.sort == "late" else 1
        for made in way.applied(text):
            yield from ((cost, wish, each) for each in words.filled(made))
    for known, said in words.exchanged(text):
        yield _LATE if known else 1, None, ((0, said),)


def _beginnings(text: str) -> tuple[str, ...]:
    """The sentence without a full stop, and also without the capital letter at its beginning."""
    text = re.sub(r"\s+", " ", text).strip().rstrip(".!;")
    small = re.sub(r"^[A-Z](?=[a-z]+ )", lambda first: first[0].lower(), text)
    return tuple(dict.fromkeys((text, small)))
