"""How clauses are put together: a grammar whose lines say what people say and what is written in its place."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final, TypeAlias

from rulewright.library import find_library
from rulewright.program.advising.search.one_form import NUMBERS, stem
from rulewright.records import Record
from rulewright.syntax.lexer import STEP

FILE: Final = "clauses.words"
NOTHING: Final = "~"
_WORD: Final = re.compile(r"[^\W\d_][\w-]*|\d+|'s?(?![\w])")
_FILLERS: Final = frozenset({"also", "just", "immediately", "simply", "then", "please", "must"})
"""Words that change nothing of what a clause says."""
_ORDINALS: Final = {
    "third": "3", "fourth": "4", "fifth": "5", "sixth": "6", "seventh": "7", "eighth": "8", "ninth": "9",
    "tenth": "10",
}  # fmt: skip
_SYMBOL: Final = re.compile(r"\b([A-Z]{2,}\d?)(?![A-Z\d])([%&@$^!]?)")
_GONE: Final = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        (r" +,", ","),
        (r"~ and ", ""),
        (r"(?: and|,)? ~(?=$| |\)|,)", ""),
        (r", if *$", ""),
        (r" where(?= *(?:$|\)|in |is |with |mine))", ""),
        (r"(players where its [\w-]+ is \d+) where ", r"\1 and "),
        (r"\(1 \* ", "("),
        (r"\(\(([^()]*)\)\)", r"(\1)"),
        (r"\(\(([^()]*)\)\)", r"(\1)"),
        (r"\bme's\b", "my"),
    )
)
_OTHERS: Final = {
    "": (),
    "%": (
        (re.compile(r"\bmy\b(?! (?:left|right)\b)"), "its"),
        (re.compile(r"\bI am\b"), "it is"),
    ),
    "@": ((re.compile(r"\bwhere\b"), ", if"), (re.compile(r"\bits\b"), "the card's")),
    "^": ((re.compile(r"\bwhere\b ?"), ""), (re.compile(r"\bits\b"), "the card's")),
    "&": ((re.compile(r"\bits\b"), "the upcard's"),),
    "!": ((re.compile(r"\bmy\b(?! (?:left|right)\b)"), "the victim's"),),
    "$": (
        (re.compile(r"\bmy\b(?! (?:left|right)\b)"), "the player's"),
        (re.compile(r"\bI am\b"), "the player is"),
    ),
}
"""Of whom something is said that is said of me, or of a card."""

Meant: TypeAlias = tuple[int, str]
"""Behind which word something ends, and what is written for it."""
Terminal = Callable[["Clause", int], Sequence[Meant]]


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
    return NUMBERS.get(word) or _ORDINALS.get(word) or (word if word.isdigit() else stem(word))


def clause(text: str) -> Clause:
    """A text cut in words, those left out that say nothing."""
    found = [each for each in _WORD.finditer(text) if each[0].lower() not in _FILLERS]
    return Clause(
        text,
        tuple(_form(each[0].lower()) for each in found),
        tuple(each.start() for each in found),
        tuple(each.end() for each in found),
    )


class Reading:
    """Everything that a clause may mean."""

    def __init__(self, said: Clause, terminals: dict[str, Terminal]) -> None:
        self.clause, self._terminals = said, terminals
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
    def one(found: re.Match[str]) -> str:
        said = meant.get(found[1], found[0])
        for pattern, its in _OTHERS[found[2]]:
            said = pattern.sub(its, said)
        return said

    lines = ((line, "/ " + line[: len(line) - len(line.lstrip(">"))]) for line in put.split(" / "))
    return " / ".join(_SYMBOL.sub(one, line).replace("/ ", deep) for line, deep in lines)


def _line(put: str) -> str:
    deep = len(put) - len(put.lstrip(">"))
    said = put[deep:]
    for pattern, word in _GONE:
        said = pattern.sub(word, said)
    return " " * STEP * deep + said.strip()
