"""How clauses are put together: a grammar whose lines say what people say and what is written in its place."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from rulewright.library import find_library
from rulewright.program.advising.search.one_form import NUMBERS, patterned, stem
from rulewright.records import Record
from rulewright.syntax.lexer import STEP

FILE: Final = "clauses.words"
NOTHING: Final = "~"
_WORD: Final = re.compile(r"[^\W\d_][\w-]*|\d+|'s?(?![\w])")
_SYMBOL: Final = re.compile(r"\b([A-Z]{2,}\d?)(?![A-Z\d])([%&@$^!=]?)")
WRITTEN: Final = "written.words"

Meant: TypeAlias = tuple[int, str]
"""Behind which word something ends, and what is written for it."""
Terminal = Callable[["Clause", int], Sequence[Meant]]
NOTHING_DERIVED: Final[Mapping[str, tuple[str, Callable[[str], str]]]] = {}


class Clause(Record):
    """A clause by its words."""

    text: str
    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]


class Item(Record):
    """A word or a symbol in a line of the grammar."""

    words: frozenset[str]
    symbol: str
    may_be_left: bool


class Way(Record):
    """What people say, and what is written for it."""

    items: tuple[Item, ...]
    put: str


@cache
def ways() -> dict[str, tuple[Way, ...]]:
    """Every symbol with the ways to say it."""
    made: dict[str, list[Way]] = defaultdict(list)
    text = (find_library().folder("grammar") / "wishes" / FILE).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and line[0] != "#":
            symbol, said = line.split(None, 1)
            items, _, put = said.partition(" = ")
            made[symbol].append(Way(tuple(map(_item, items.split())), put.strip()))
    return {symbol: tuple(each) for symbol, each in made.items()}


def _item(word: str) -> Item:
    said = word.removesuffix("?")
    symbol = said if said.isupper() and said != "I" else ""
    return Item(frozenset(map(_form, said.lower().split("|"))), symbol, said != word)


def _form(word: str) -> str:
    """A word in one form; of numbers each has its own."""
    return NUMBERS.get(word) or (word if word.isdigit() else stem(word))


def clause(text: str) -> Clause:
    """A text cut in words, those left out that say nothing."""
    idle = {word for way in ways()["FILLER"] for word in way.items[0].words}
    found = [each for each in _WORD.finditer(text) if _form(each[0].lower()) not in idle]
    return Clause(
        text,
        tuple(_form(each[0].lower()) for each in found),
        tuple(each.start() for each in found),
        tuple(each.end() for each in found),
    )


@cache
def _changes(sign: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """What becomes of what is written, for a sign behind a symbol, or for `.` of each line."""
    rows = patterned(WRITTEN)[1]
    return tuple((pattern, put[1:]) for pattern, put in rows if sign and put[0] == sign)


class Reading:
    """Everything that a clause may mean."""

    def __init__(
        self,
        said: Clause,
        terminals: dict[str, Terminal],
        derived: Mapping[str, tuple[str, Callable[[str], str]]] = NOTHING_DERIVED,
    ) -> None:
        self.clause, self._terminals, self._derived = said, terminals, derived
        self._known: dict[tuple[str, int], list[Meant]] = {}

    def meant(self, symbol: str) -> Iterator[tuple[str, ...]]:
        """The lines for the whole clause as one of a symbol, each once."""
        whole = (put for end, put in self._at(symbol, 0) if end == len(self.clause.words))
        for put in dict.fromkeys(whole):
            yield tuple(map(_line, put.split(" / ")))

    def _at(self, symbol: str, start: int) -> list[Meant]:
        """What a symbol may mean from a word on."""
        key = symbol, start
        if key not in self._known:
            self._known[key] = []  # nothing begins with itself
            if symbol in self._derived:
                of, made = self._derived[symbol]
                self._known[key] = [(end, made(put)) for end, put in self._at(of, start)]
                return self._known[key]
            terminal = self._terminals.get(symbol.rstrip("2"))
            self._known[key] = list(
                terminal(self.clause, start)
                if terminal is not None
                else (
                    (end, _written(way.put, meant))
                    for way in ways().get(symbol.rstrip("2"), ())
                    for end, meant in self._items(way.items, start, ())
                )
            )
        return self._known[key]

    def _items(
        self, items: tuple[Item, ...], start: int, before: tuple[tuple[str, str], ...]
    ) -> Iterator[tuple[int, dict[str, str]]]:
        if not items:
            yield start, dict(before)
            return
        first, rest = items[0], items[1:]
        if first.symbol:
            for end, put in self._at(first.symbol, start):
                yield from self._items(rest, end, (*before, (first.symbol, put)))
        elif start < len(self.clause.words) and self.clause.words[start] in first.words:
            yield from self._items(rest, start + 1, before)
        if first.may_be_left:
            yield from self._items(rest, start, (*before, (first.symbol, NOTHING)))


def _written(put: str, meant: dict[str, str]) -> str:
    parts = {symbol: said.split(" / ") for symbol, said in meant.items()}
    declared = dict.fromkeys(each for part in parts.values() for each in part if each[:1] == "+")
    held = {
        symbol: " / ".join(each for each in part if each not in declared)
        for symbol, part in parts.items()
    }

    def one(found: re.Match[str]) -> str:
        said = held.get(found[1], found[0])
        for pattern, its in _changes(found[2]):
            said = pattern.sub(its, said)
        return said

    lines = ((line, "/ " + line[: len(line) - len(line.lstrip(">"))]) for line in put.split(" / "))
    written = (_SYMBOL.sub(one, line).replace("/ ", deep) for line, deep in lines)
    return " / ".join((*declared, *written))


def _line(put: str) -> str:
    deep = len(put) - len(put.lstrip(">"))
    said = put[deep:]
    for pattern, word in _changes("."):
        said = pattern.sub(word, said)
    return " " * STEP * deep + said.strip()
