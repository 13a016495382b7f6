"""A sentence cut where it joins several: when it happens, on what condition, what is done, and what then."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, Literal, TypeAlias, cast

from rulewright.program.advising.search.one_form import patterned
from rulewright.program.advising.search.whom import HOLDER, persons
from rulewright.records import Record, evolve

Role: TypeAlias = Literal["hook", "condition", "deed", "rule", "until", "rounds"]

FILE: Final = "cuts.words"
_KNOWN: Final = (HOLDER, "my left", "my right")
"""Who is one player, whatever happens."""
_SENTENCE: Final = 4
"""A sentence has so many."""
_LEAST: Final = 2
"""A piece of fewer words is none."""


class Piece(Record):
    """A part of a sentence and what it is for; `denied` where it must not hold."""

    text: str
    role: Role
    denied: bool = False
    maybe: bool = False
    """Whether who does it may leave it."""
    either: bool = False
    """Whether another part may be done in its place."""
    whole: str = ""
    """The deed from which it was cut."""


def scored(text: str) -> str:
    """A sentence about points without when they are counted: that is only at the end."""
    return _pattern("ATLAST").sub("", text) if _pattern("SCORES").search(text) else text


def pieces(sentence: str) -> tuple[Piece, ...]:
    """The parts of a sentence, in the order in which they would be written."""
    said = sentence.strip().rstrip(".!;")
    if found := _pattern("LISTED").search(said):
        before = said[: found.start()].rstrip(" ,")
        ways = (
            Piece(each.removeprefix("or "), "deed", either=True)
            for each in _pattern("JOINTS").split(said[found.end() :])
            if each
        )
        return (*(_cut(before) if before else ()), *ways)
    return tuple(
        _referred(part for each in _pattern("ANOTHER").split(said) for part in _cut(scored(each)))
    )


def _referred(parts: Iterable[Piece]) -> Iterator[Piece]:
    """Parts in which whoever was spoken of is no longer only `he`."""
    name, has_this = "", False
    for part in parts:
        said = _pattern("HE").sub(name, part.text) if name else part.text
        if has_this:
            said = _pattern("OWNER").sub("I", said)  # whose this is speaks of it
        has_this = has_this or _pattern("THIS").search(said) is not None
        who = next((each for each in persons(said) if each.said in _KNOWN), None)
        if who is not None:
            name = _pattern("LED").sub(
                "", said[: who.end] if who.is_subject else said[who.start : who.end]
            )
        yield evolve(
            part, text=said, whole=_pattern("HE").sub(name, part.whole) if name else part.whole
        )


@cache
def _cuts() -> tuple[tuple[re.Pattern[str], tuple[tuple[str, str], ...]], ...]:
    """Where sentences are cut, each with what the parts are for."""
    return tuple(
        (pattern, tuple((role, said) for role, _, said in map(_step, parts.split(" | "))))
        for pattern, parts in patterned(FILE)[1]
    )


def _step(part: str) -> tuple[str, str, str]:
    return part.partition(":")


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """A pattern to which the file of cuts gives a name."""
    return re.compile(patterned(FILE)[0][name], re.I)


def _cut(text: str) -> Iterator[Piece]:
    for pattern, parts in _cuts():
        if found := pattern.match(text):
            made = [part for role, said in parts for part in _part(role, found.expand(said))]
            if {role for role, _ in parts} == {"maybe", "deed"}:
                whole = _pattern("MAY").sub("", text)
                made = [evolve(part, whole=whole) for part in made]
            yield from made
            return
    yield from _deeds(text)


def _part(role: str, text: str) -> Iterator[Piece]:
    text = text.strip(" ,")
    match role:
        case "cut":
            yield from _cut(text)
        case "if":
            yield from _conditions(text)
        case "hook":
            asked = _pattern("ASKED").match(text)
            inner = _pattern("INNER").match(asked[1] if asked else text)
            yield Piece(inner[1] if inner else asked[1] if asked else text, "hook")
            yield from _conditions(inner[2]) if inner else ()
            yield from _conditions(asked[2]) if asked else ()
        case "moment":
            yield Piece(text, "hook")
        case "maybe":
            yield Piece(text, "deed", maybe=True)
        case _:
            yield Piece(text, cast("Role", role))


def _conditions(text: str) -> Iterator[Piece]:
    """Conditions, and when they are asked if that is said behind them."""
    denied = text.lower().startswith("unless ")
    said = _pattern("LESS").sub("", text)
    if found := _pattern("TIMED").match(said):
        yield Piece(found[2], "hook")
        said = found[1]
    inner = _pattern("INNER").match(said)
    for part in (inner[1], inner[2]) if inner else (said,):
        yield Piece(part, "condition", denied)


def _split(joint: str, text: str) -> list[str]:
    """What is joined, if each of it is something that is done."""
    parts = [
        re.sub(r"^(?:or|and|either) ", "", part) for part in _pattern(joint).split(text) if part
    ]
    is_loose = joint == "STRONG"
    for part in parts[1:] or parts:
        many = len(part.split())
        if many < _LEAST or (
            _pattern("NODEED").match(part) and not (is_loose and many >= _SENTENCE)
        ):
            return [text]
    return parts


def _deeds(text: str) -> Iterator[Piece]:
    maybe = re.search(r"\bI (?:may|can) ", text) is not None
    text = _pattern("LOOSE").sub("", text)
    parts = [part for each in _split("STRONG", text) for part in _split("JOINTS", each)]
    who = next((each for each in persons(text) if each.is_subject), None)
    whole = _pattern("MAY").sub("", text)
    for number, part in enumerate(parts):
        if who is not None and number and _pattern("BENT").match(part):
            part = f"{text[: who.end]} {part}"  # who does the one does the other
        said = _pattern("MAY").sub("", part)
        maybe = maybe or re.match(r"(?:he|they) (?:may|can) ", part) is not None
        said = re.sub(r"^(he|they) (?:may|can) ", r"\1 ", said)
        either = len(parts) > 1 and _pattern("OR").search(text) is not None and " and " not in text
        yield Piece(said, "deed", maybe=maybe and not number, either=either, whole=whole)
        maybe = False
