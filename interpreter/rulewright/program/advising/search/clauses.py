"""A sentence cut where it joins several: when it happens, on what condition, what is done, and what then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, Literal, TypeAlias, cast

from rulewright.library import find_library
from rulewright.program.advising.search.whom import persons
from rulewright.records import Record

Role: TypeAlias = Literal["hook", "condition", "deed", "rule", "until"]

FILE: Final = "cuts.words"
_NAMED: Final = re.compile(r"([A-Z]+) = (.+)")
_DEEDS: Final = re.compile(
    r"(?:, and |, then |; | and then | then |, | and | or )(?!more |less |fewer )"
)
_SENTENCES: Final = re.compile(r"(?<=[a-z0-9])[.;:] (?:and |then )?(?=[a-zA-Z])")
"""Where one sentence ends and another begins."""
_LISTED: Final = re.compile(
    r"^(?:I |you )?(?:may |can |must )?(?:choose|pick|select) one(?: of)?: ", re.I
)
_SCORES: Final = re.compile(r"\b(?:points?|scores?|worth|counts?)\b", re.I)
_AT_LAST: Final = re.compile(
    r"^(?:at (?:the )?(?:end of the game|game end|game's end)"
    r"|when (?:the game ends|points are counted)|scoring)[,:]? "
    r"|,? (?:at (?:the )?(?:end of the game|game end|end)|when the game (?:ends|is over))$", re.I,
)  # fmt: skip
_IF: Final = re.compile(
    r"^(.+?),? (?:but )?(?:only )?((?:if|as long as|while|unless|only if|where)\b.+)$", re.I
)
_INNER: Final = re.compile(
    r"^(.+?),? and ((?:I|he|she|it|there|my|they|the|nobody|both|all) "
    r".*\b(?:is|are|has|have|had|was|were|did|does|do)\b.*)$", re.I,
)  # fmt: skip
_TIMED: Final = re.compile(
    r"^(.+?) ((?:at|on|in) the (?:start|beginning|end) of"
    r" (?:(?:my|the|each|every|a|any|his|their|another player's) )*[\w-]+)$", re.I,
)  # fmt: skip
_LESS: Final = re.compile(
    r"^(?:if|as long as|while|provided that|only if|in case|where|when|whenever|unless) ", re.I
)
_NO_DEED: Final = re.compile(
    r"(?:one|two|three|four|five|\d+|an?|the|his|my|their|more|less|not)\b", re.I
)
"""A piece that begins so belongs to the one before."""
_BENT: Final = re.compile(r"[a-z]+[^s\W]s\b")
_OR: Final = re.compile(r" or (?!more |less |fewer |else )")
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


def scored(text: str) -> str:
    """A sentence about points without when they are counted: that is only at the end."""
    return _AT_LAST.sub("", text) if _SCORES.search(text) else text


def pieces(sentence: str) -> tuple[Piece, ...]:
    """The parts of a sentence, in the order in which they would be written."""
    said = sentence.strip().rstrip(".!;")
    if found := _LISTED.match(said):
        return tuple(_deeds(said[found.end() :]))
    return tuple(part for each in _SENTENCES.split(said) for part in _cut(each))


@cache
def _cuts() -> tuple[tuple[re.Pattern[str], tuple[tuple[str, str], ...]], ...]:
    """Where sentences are cut, each with what the parts are for."""
    path = find_library().folder("grammar") / "wishes" / FILE
    named: dict[str, str] = {}
    made: list[tuple[re.Pattern[str], tuple[tuple[str, str], ...]]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        for name, pattern in named.items():
            line = line.replace(f"<{name}>", pattern)
        if found := _NAMED.fullmatch(line):
            named[found[1]] = found[2]
        elif line and line[0] != "#":
            pattern, _, parts = line.partition(" => ")
            steps = (part.partition(":") for part in parts.split(" | "))
            roles = tuple((role, said) for role, _, said in steps)
            made.append((re.compile(pattern, re.I), roles))
    return tuple(made)


def _cut(text: str) -> Iterator[Piece]:
    for pattern, parts in _cuts():
        if found := pattern.match(text):
            for role, said in parts:
                yield from _part(role, found.expand(said))
            return
    yield from _deeds(text)


def _part(role: str, text: str) -> Iterator[Piece]:
    match role:
        case "cut":
            yield from _cut(text)
        case "if":
            yield from _conditions(text)
        case "hook":
            asked = _IF.match(text)
            inner = _INNER.match(asked[1] if asked else text)
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
    said = _LESS.sub("", text)
    if found := _TIMED.match(said):
        yield Piece(found[2], "hook")
        said = found[1]
    inner = _INNER.match(said)
    for part in (inner[1], inner[2]) if inner else (said,):
        yield Piece(part, "condition", denied)


def _deeds(text: str) -> Iterator[Piece]:
    maybe = re.search(r"\bI (?:may|can) ", text) is not None
    parts = [re.sub(r"^(?:or|and|either) ", "", part) for part in _DEEDS.split(text) if part]
    if any(len(part.split()) < _LEAST or _NO_DEED.match(part) for part in parts[1:] or parts):
        parts = [text]
    who = next((each for each in persons(text) if each.is_subject), None)
    for number, part in enumerate(parts):
        if who is not None and number and _BENT.match(part):
            part = f"{text[: who.end]} {part}"  # who does the one does the other
        said = re.sub(r"^(?:I|you) (?:may|can) ", "", part)
        maybe = maybe or re.match(r"(?:he|they) (?:may|can) ", part) is not None
        said = re.sub(r"^(he|they) (?:may|can) ", r"\1 ", said)
        either = len(parts) > 1 and _OR.search(text) is not None and " and " not in text
        yield Piece(said, "deed", maybe=maybe and not number, either=either)
        maybe = False
