"""Each thing of which the grammar lets there be many, and each of which an edition may have many, grown in a game.

What there can be many of is read from the grammar and from the schema of editions, so that nothing is forgotten.
What it costs is counted in calls, which are the same on every machine.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final

from attrs import frozen

from hostile.kit import ACTS, GAME
from rulewright.language.edition.json_schema import edition_schema
from rulewright.language.syntax.parsing import semantic_actions as reducing
from rulewright.language.syntax.parsing.grammar import Production
from rulewright.language.syntax.parsing.lexer import Excerpt
from rulewright.language.syntax.parsing.parser import Grammar, grammar
from rulewright.language.text import Source, Span

FORMS: Final = Path(__file__).resolve().parents[1] / "language" / "forms"
MORE: Final = (Path(__file__).parent / "grown.txt").read_text(encoding="utf-8")
RULES: Final = (FORMS / "forms.rules").read_text(encoding="utf-8").replace(
    "by points\n", "by points, then guard\n"
) + MORE
"""A game in which everything stands of which there may be many."""

SMALL: Final = f"""\
{GAME.partition("list of card")[0]}{ACTS}
kind chip
    starts in the bag

there is a bag of chips, seen by everyone

table prices by the number of players
    players gold
    2..3    1

chip Blue
    reading "made up"
"""
"""A game with what the edition below speaks of besides its cards, and little else: it is checked in no time."""

EDITION: Final[dict[str, Any]] = {
    "edition": "grown",
    "name": "Grown",
    "rules": ["grown.rules"],
    "players": "2-3",
    "cast": {
        "card": ["Ace", "Bow", "Cup", "Die", "Elm", "Fan", "Gem", "Hat", "Ink", "Jug"],
        "chip": ["Blue"],
    },
}
CARDS: Final = "\n".join(f"    {name}  {n}" for n, name in enumerate(EDITION["cast"]["card"], 1))
FEW_RULES: Final = f'{SMALL}\nlist of card\n    reading "made up"\n    name  rank\n{CARDS}\n'

NAMES: Final = re.compile(r"\"[^\"\n]*\"|#.*|(?<![\w-])[A-Za-z][A-Za-z0-9-]*")


# ------------------------------------------------------------------ what there may be many of


@frozen
class Found:
    """It in the rules: from where to where."""

    start: int
    end: int


def is_row(rule: Production) -> bool:
    """Whether a rule of the grammar is for one more of a row."""
    return bool(rule.symbols) and rule.symbols[0].name == rule.origin and rule.name[0] == "_"


def contents() -> set[str]:
    """All of which the grammar lets there be many, and the rows in which it stands."""
    rows = [rule for rule in grammar().rules if is_row(rule)]
    inside = {what for rule in rows for what in _made_by(rule.symbols[-1].name)}
    return inside | {rule.origin for rule in rows}


def _made_by(symbol: str) -> set[str]:
    """What may stand for a symbol: itself, or all that a rule without a node stands for."""
    if symbol[0] != "_" or symbol == "_NL":
        return {symbol}
    made = (rule for rule in grammar().rules if rule.origin == symbol)
    firsts = {rule.symbols[0].name for rule in made if len(rule.symbols) == 1}
    return {each for first in firsts for each in _made_by(first)} or {symbol}


def found_in(text: str) -> dict[str, Found]:
    """Where each of them stands in rules; the first of each."""
    found: dict[str, Found] = {}
    usual = grammar()
    recorder: Any = Grammar.__new__(Grammar)
    recorder.__dict__.update(usual.__dict__)
    rows = {rule.origin for rule in usual.rules if is_row(rule)}
    recorder.reducers = [_noted(rule, rows, found) for rule in reversed(usual.rules)]
    recorder.read(Excerpt(Source("grown.rules", text), text))
    return found


@frozen
class _Made:
    """What the recorder makes of a rule: its place, and of what symbol it came."""

    at: Span | None
    symbol: str


def _noted(rule: Production, rows: set[str], found: dict[str, Found]) -> Callable[[list[Any]], Any]:
    """Notes where a rule of a row was read."""

    def reduce(parts: list[Any]) -> _Made:
        at = reducing._span_of_parts(parts)
        if rule.origin in rows:
            new = parts[1:] if is_row(rule) else parts
            place = reducing._span_of_parts(new)
            last = new[-1]
            what = last.symbol if isinstance(last, _Made) else last.type
            if place is not None:
                found.setdefault(what, Found(place.start, place.end))
                found.setdefault(rule.origin, Found(place.start, place.end))
        passes_on = len(rule.symbols) == 1 and isinstance(parts[0], _Made)
        is_bare = rule.origin[0] == "_" and rule.origin not in rows
        return _Made(at, parts[0].symbol if is_bare and passes_on else rule.origin)

    return reduce


# ------------------------------------------------------------------ growing


def line_of(text: str, found: Found) -> int | None:
    """Where the line begins that something is; None for what is a part of one."""
    start = text.rfind("\n", 0, found.start) + 1
    return None if text[start : found.start].strip() else start


def grown(text: str, found: Found, count: int, renamed: bool) -> str:
    """The rules with so many more of something, perhaps each with names of its own."""
    line = line_of(text, found)
    begin, between = (found.start, " ") if line is None else (line, "\n")
    one = text[begin : found.end]
    own = _first_named(text, begin, found.end) if renamed else set()
    more = between.join(_renamed(one, own, number) for number in range(count))
    return f"{text[: found.end]}{between}{more}{text[found.end :]}"


def _first_named(text: str, start: int, end: int) -> set[str]:
    """The names that stand nowhere before, and are no words of the language."""
    before = set(NAMES.findall(text, 0, start))
    return set(NAMES.findall(text[start:end])) - before - set(grammar().lexer.keywords)


def _renamed(one: str, own: set[str], number: int) -> str:
    def name(match: re.Match[str]) -> str:
        word = match[0]
        if word not in own or word[0] in '"#':
            return word
        return f"Q{number} {word}" if word[0].isupper() else f"q{number}-{word}"

    return NAMES.sub(name, one)


# ------------------------------------------------------------------ editions


Grow = Callable[[int], Any]

FIXED: Final = {
    "cast": "card", "default-cast": "card", "by-players": "2", "fields": "Ace", "names": "Ace", "tables": "prices",
}  # fmt: skip
"""Of what there is one, where there is much below it."""


def grown_editions() -> dict[str, Callable[[int], str]]:
    """Editions with so many more of something, by where that stands."""
    found: dict[str, Callable[[int], str]] = {}
    for key, schema in edition_schema()["properties"].items():
        for place, make in _rows_of(schema, key):
            found[place] = _as_text(key, make)
    return found


def _as_text(key: str, make: Grow) -> Callable[[int], str]:
    return lambda count: json.dumps({**EDITION, key: make(count)})


def _rows_of(schema: dict[str, Any], place: str) -> Iterator[tuple[str, Grow]]:
    """Each row under this key, and what makes a value with so much in it."""
    for number, other in enumerate(schema.get("anyOf", ())):
        yield from _rows_of(other, f"{place}|{number}")
    inner = schema.get("additionalProperties")
    if schema.get("type") == "array":
        one = schema["items"]
        yield place, lambda count: [_sample(one, n) for n in range(count)]
    elif isinstance(inner, dict):
        names = schema["propertyNames"]
        yield place, lambda count: {_sample(names, n): _sample(inner, n) for n in range(count)}
        own = FIXED.get(place.rpartition("/")[2], _word(2))
        for below, make in _rows_of(inner, f"{place}/*"):
            yield below, lambda count, make=make: {own: make(count)}  # type: ignore[misc]
    for key, part in schema.get("properties", {}).items():
        for below, make in _rows_of(part, f"{place}/{key}"):
            yield below, lambda count, key=key, make=make: {key: make(count)}  # type: ignore[misc]


def _sample(schema: dict[str, Any], number: int) -> Any:
    """A value of this schema, another one for each number."""
    if "anyOf" in schema:
        return _sample(schema["anyOf"][0], number)
    if "const" in schema or "enum" in schema:
        return schema.get("const") or schema["enum"][number % len(schema["enum"])]
    match schema.get("type"):
        case "object":
            return {
                key: _sample(schema["properties"][key], number)
                for key in schema.get("required", ())
            }
        case "array":
            return [_sample(schema["items"], number)]
    lowest, pattern = schema.get("minimum"), schema.get("pattern", "")
    if lowest is not None:
        return max(lowest, min(number, schema["maximum"]))
    if "[0-9]" in pattern and "a-z" not in pattern:
        return str(number)
    return f"C{number}" if "A-Z" in pattern and "a-z" not in pattern else _word(number)


def _word(number: int) -> str:
    """A word of letters alone, so that it may be the name of a language too."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return letters[number // 676 % 26] + letters[number // 26 % 26] + letters[number % 26]


# ------------------------------------------------------------------ counting


def calls_of(work: Callable[[], object]) -> int:
    """How many calls some work makes."""
    count = 0

    def one(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1

    before = sys.getprofile()
    sys.setprofile(one)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count
