"""LALR parse tables: computed once by the parser library (Lark) and stored as plain data (decision 0014).

Computing the tables takes half a second, and reading them does not need the library. A short file uses a tenth of
the parser's states, so each state is stored on its own line and decoded on first use.

The tables are built when the package is built or installed, and are independent of the Python version. If they
are missing, damaged or do not fit the grammar, they are computed again. This module imports nothing else of the
package, so that the installation can use it alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

TABLE_FORMAT: Final = "5"
"""The version of the table format."""

CONTEXTUAL_KEYWORDS: Final = frozenset((
    "always", "are", "covers", "end", "ends", "event", "fact", "flow", "instead", "kind", "labels", "list",
    "moment", "next", "once", "option", "order", "outcome", "per", "phase", "plural", "power", "powers", "refuse",
    "scenario", "seed", "setting", "start", "table", "value",
))  # fmt: skip
"""Keywords that are names wherever the grammar expects a name and not the keyword. All other keywords are
reserved, since they also occur next to names, where the text would be ambiguous."""


_NAME: Final = "NAME"
_WITH_CAPITALS: Final = ((0xC0, 0x590), (0x10A0, 0x1100), (0x1E00, 0x2000))
"""Code point ranges with all capital letters beyond ASCII, in every supported version of Python."""


def _capitals() -> str:
    """Return all capital letters, as the content of a character class of regular expressions."""
    letters = (filter(str.istitle, map(chr, range(*part))) for part in _WITH_CAPITALS)
    return "A-Z" + "".join(chain(*letters))


LETTERS: Final = {
    r"\p{capital}": f"[{_capitals()}]",
    r"\p{small}": rf"[^\W\d_{_capitals()}]",
    r"\p{rest}": "[^\\W_]*(?:[\u0300-\u036f]+[^\\W_]*)*",
}


def expand_letters(pattern: str) -> str:
    r"""Return the regular expression `pattern` with `\p{capital}`, `\p{small}` and `\p{rest}` spelled out."""
    for escape, letters in LETTERS.items():
        pattern = pattern.replace(escape, letters)
    return pattern


class Symbol(NamedTuple):
    """A terminal or nonterminal on the right side of a production.

    A `filtered` terminal, such as a fixed word, is not passed to the semantic action.
    """

    name: str
    is_terminal: bool
    filtered: bool


class Production(NamedTuple):
    """A production of the grammar, with the options of the parser library Lark for its tree node."""

    origin: str
    alias: str | None
    symbols: tuple[Symbol, ...]
    keeps_all: bool
    expands_one: bool
    missing: tuple[bool, ...]
    """The positions of missing optional parts, which become None: True for each of them, False for each symbol."""

    @property
    def name(self) -> str:
        """The name of the production's semantic action."""
        return self.alias or self.origin


class ParseTables(NamedTuple):
    """The tables that the lexer and the LALR parser run on.

    A row of `states` maps each symbol to an action: shift or go to a state (0 and up), or reduce by a production
    (-1 and down).
    """

    pattern: str
    keywords: dict[str, str]
    spelling: dict[str, str]
    ignored: tuple[str, ...]
    starts: dict[str, int]
    ends: dict[str, int]
    lengths: list[int]
    """The number of symbols of each production."""
    origins: list[str]
    """The nonterminal that each production reduces to."""
    rules: dict[int, Production]
    states: dict[int, dict[str, int]]


T = TypeVar("T")


class LazyLines(dict[int, T], Generic[T]):
    """A dictionary by line number of values that are decoded from encoded lines on first use."""

    def __init__(self, lines: list[bytes], read: Callable[[Any], T]) -> None:
        """Create the dictionary from encoded lines and the function that decodes one."""
        self.lines, self.read = lines, read

    def __missing__(self, number: int) -> T:
        """Decode and memoize line `number`."""
        self[number] = value = self.read(json.loads(self.lines[number]))
        return value


def tables_name(grammar: str) -> str:
    """Return the file name of a grammar's tables, which contains a hash of the grammar's text."""
    return f"rules-{hashlib.sha256((TABLE_FORMAT + grammar).encode()).hexdigest()[:16]}.tables"


def read_tables(file: Path) -> ParseTables | None:
    """Return the parse tables stored in `file`; None if it is missing or damaged."""
    try:
        checksum, text = file.read_bytes().split(b"\n", 1)
        if hashlib.sha256(text).hexdigest().encode() != checksum:
            return None
        head, *lines = text.split(b"\n")
        known: list[Any] = json.loads(head)
        count = len(known[-1])
        known += (
            LazyLines(lines[:count], _production_from_json),
            LazyLines(lines[count:], dict[str, int]),
        )
        return ParseTables(*known)
    except (OSError, ValueError, TypeError):
        return None


def _production_from_json(line: list[Any]) -> Production:
    """Return the production stored as a list in the table file."""
    return Production(*line)._replace(symbols=tuple(Symbol(*each) for each in line[2]))


def write_tables(tables: ParseTables, file: Path) -> None:
    """Store parse tables in `file`, atomically; failures are ignored, as tables can be computed again."""
    parts = [tables[:-2], *tables.rules.values(), *tables.states.values()]
    text = "\n".join(json.dumps(each, separators=(",", ":")) for each in parts).encode()
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        fresh.write_bytes(hashlib.sha256(text).hexdigest().encode() + b"\n" + text)
        fresh.replace(file)
    except OSError:
        return  # the next run computes the tables again


# ------------------------------------------------------------------ made by the library


def make_tables(grammar: str) -> ParseTables:
    """Return the parse tables of a grammar. Raises lark.exceptions.GrammarError if it has LALR conflicts."""
    from lark import Lark
    from lark.parsers.lalr_analysis import Shift

    lark = Lark(
        expand_letters(grammar),
        parser="lalr",
        lexer="basic",
        start=["start", "cond"],
        maybe_placeholders=True,
    )
    table = lark.parser.parser._parse_table
    numbers = {state: number for number, state in enumerate(table.states)}
    rules = {rule: number for number, rule in enumerate(lark.rules)}
    states = tuple(
        {
            name: numbers[to] if action is Shift else -1 - rules[to]
            for name, (action, to) in row.items()
        }
        for row in table.states.values()
    )
    pattern, keywords = _token_pattern(lark.terminals)
    for word in sorted(CONTEXTUAL_KEYWORDS):
        for row in states:
            if _NAME in row:
                row.setdefault(keywords[word], row[_NAME])
    known = tuple(map(_production_from_lark, lark.rules))
    return ParseTables(
        pattern,
        keywords,
        {each.name: spelt for each in lark.terminals if (spelt := _only_spelling(each))},
        tuple(lark.lexer_conf.ignore),
        {name: numbers[state] for name, state in table.start_states.items()},
        {name: numbers[state] for name, state in table.end_states.items()},
        [len(rule.symbols) for rule in known],
        [rule.origin for rule in known],
        dict(enumerate(known)),
        dict(enumerate(states)),
    )


def _production_from_lark(rule: Any) -> Production:
    """Return Lark's rule as a production."""
    symbols = tuple(
        Symbol(str(each.name), each.is_term, bool(each.is_term and each.filter_out))
        for each in rule.expansion
    )
    options = rule.options
    missing = tuple(options.empty_indices or [False] * len(symbols))
    alias = rule.alias and str(rule.alias)
    origin = str(rule.origin.name)
    return Production(
        origin, alias, symbols, bool(options.keep_all_tokens), bool(options.expand1), missing
    )


def _token_pattern(terminals: Iterable[Any]) -> tuple[str, dict[str, str]]:
    """Return one regular expression for all tokens, and the terminals of keywords by word.

    A word that is a keyword of the grammar is that keyword everywhere. Among several matching terminals the one
    with the highest priority wins, then the one that can match the longest text.
    """
    ranked = sorted(terminals, key=_rank)
    keywords: dict[str, str] = {}
    for terminal in ranked:
        if _is_word(terminal):
            continue
        fits = re.compile(terminal.pattern.to_regexp()).fullmatch
        for word in filter(_is_word, ranked):
            if word.priority == terminal.priority and fits(word.pattern.value):
                keywords[word.pattern.value] = word.name
    inside = set(keywords.values())
    remaining = [each for each in ranked if each.name not in inside]
    return "|".join(f"(?P<{each.name}>{each.pattern.to_regexp()})" for each in remaining), keywords


def _only_spelling(terminal: Any) -> str:
    """Return the only word that a terminal matches, ignoring look-ahead; empty if there are several."""
    if _is_word(terminal):
        return str(terminal.pattern.value)
    match = re.match(r"([a-z]+)\(\?=", terminal.pattern.to_regexp())
    return match[1] if match else ""


def _rank(terminal: Any) -> tuple[int, int, int, str]:
    """Return a sort key that puts terminals in the order of the lexer's attempts."""
    pattern = terminal.pattern
    return -terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name


def _is_word(terminal: Any) -> bool:
    """Return whether a terminal is a fixed text, not a regular expression."""
    return type(terminal.pattern).__name__ == "PatternStr"
