"""A sentence cut where it joins several: when it happens, on what condition, what is done, and what then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from rulewright.records import Record

Role: TypeAlias = Literal["hook", "condition", "deed", "rule", "until"]

_HOOK: Final = (
    r"(?:when|whenever|after|before|as soon as|each time|every time|any time|upon|immediately after|during"
    r"|(?:at|on) the (?:start|beginning|end) of|once|instead of)\b"
)
_IF: Final = r"(?:if|as long as|while|unless|provided that|only if|in case|where)\b"
_WHO: Final = (
    r"(?:I|you|he|she|it|they|each|every|everybody|everyone|all|the|this|my|another|other|a|an)\b"
)
_HEAD: Final = re.compile(rf"^({_HOOK}.+?), (?:then )?(.+)$", re.I)
_SHORT_HEAD: Final = re.compile(
    rf"^((?:at|on) the (?:start|beginning|end) of (?:(?:my|the|each|every|a|any|another player's) )*[\w-]+)"
    rf" ({_WHO}.+)$", re.I,
)  # fmt: skip
_WHEN: Final = re.compile(
    rf"^({_HOOK} \S+ \S+.*?)(?<! for)(?<! of)(?<! to)(?<! in)(?<! from)"
    r" ((?:I|you|he|they|everybody|everyone|every|each|all players|gain|draw|take)"
    r" (?!is |are |has |have ).+)$",
    re.I,
)
_HEAD_ALONE: Final = re.compile(rf"^{_HOOK}(?!.*(?:,| then )).+$", re.I)
_TAIL: Final = re.compile(rf"^(.+?),? ({_HOOK}.+)$", re.I)
_CONDITION: Final = re.compile(rf"^({_IF}.+?)(?:,| then) (?:then )?(.+)$", re.I)
_TAIL_CONDITION: Final = re.compile(rf"^(.+?),? (?:but )?(?:only )?({_IF}.+)$", re.I)
_NO_END: Final = r"(?:the|my|his|me|any|an?|one|\d+|two|three|four|him|each|every|another|it)\b"
"""What is done to it, or how far something goes, is no purpose."""
_TO: Final = rf"(?<!up )(?<!back )to(?! {_NO_END})"
_MAY: Final = re.compile(rf"^((?:I|you) may) (.+?) (?:{_TO}|in order to|and then|and) ([a-z].+)$")
_DEEDS: Final = re.compile(
    r"(?:, and |, then |; | and then | then |, | and | or )(?!more |less |fewer )"
)
_SOMEBODY: Final = (
    r"(?:whoever|(?:a|any|every|each|the) (?:other )?player who|players who"
    r"|(?:any|every)(?:one|body) who)"
)
_DOES: Final = (
    r"(?:(?:get|lose|score|pay|draw|take|gain|skip|discard|give|receive|start|begin|win|choose|show|become|put)s?"
    r"|must|may|cannot|has to|have to)"
)
_WHOEVER: Final = re.compile(rf"^{_SOMEBODY} (.+?),? ({_DOES} .+)$", re.I)
_INNER: Final = re.compile(
    r"^(.+?),? and ((?:I|he|she|it|there|my|they|the|nobody|both|all) "
    r".*\b(?:is|are|has|have|had|was|were|did|does|do)\b.*)$", re.I,
)  # fmt: skip
_TIMED: Final = re.compile(
    r"^(.+?) ((?:at|on|in) the (?:start|beginning|end) of"
    r" (?:(?:my|the|each|every|a|any|his|their|another player's) )*[\w-]+)$", re.I,
)  # fmt: skip
_UNTIL: Final = re.compile(r"^(until [^,]+), (.+)$", re.I)
_LASTING: Final = re.compile(
    r"^(.*\b(?:nobody|no one|cannot|can't|may not|no player)\b.*) this (round|turn)$", re.I
)
_WOULD: Final = re.compile(r" (?:would|is about to|tries to|wants to) ")
_NO_DEED: Final = re.compile(
    r"(?:one|two|three|four|five|\d+|an?|the|his|my|their|more|less|not)\b", re.I
)
"""A piece that begins so belongs to the one before."""
_LEAST: Final = 2
"""A piece of fewer words is none."""
_LESS: Final = re.compile(
    r"^(?:if|as long as|while|provided that|only if|in case|where|when|whenever) ", re.I
)


class Piece(Record):
    """A part of a sentence and what it is for; `denied` where it must not hold."""

    text: str
    role: Role
    denied: bool = False
    maybe: bool = False
    """Whether who does it may leave it."""
    either: bool = False
    """Whether another part may be done in its place."""


def pieces(sentence: str) -> tuple[Piece, ...]:
    """The parts of a sentence, in the order in which they would be written."""
    return tuple(_cut(sentence.strip().rstrip(".!;")))


def _cut(text: str) -> Iterator[Piece]:
    if found := _WHOEVER.match(text):
        is_so = re.match(r"(?:has|have|is|are|had|was)\b", found[1])
        yield (
            Piece(f"a player {found[1]}", "condition")
            if is_so
            else Piece(f"when a player {found[1]}", "hook")
        )
        yield from _cut(f"he {found[2]}")
        return
    if found := _UNTIL.match(text):
        yield Piece(found[1], "until")
        yield Piece(found[2], "rule")
        return
    if found := _LASTING.match(text):
        yield Piece(f"until the {found[2]} ends", "until")
        yield Piece(found[1], "rule")
        return
    for pattern in (_HEAD, _SHORT_HEAD, _WHEN):
        if found := pattern.match(text):
            inner = _TAIL_CONDITION.match(found[1])
            yield from _hooks(inner[1] if inner else found[1])
            if inner:
                yield from _conditions(inner[2])
            yield from _cut(found[2])
            return
    if _HEAD_ALONE.match(text):
        yield Piece(text, "hook")
    elif found := _CONDITION.match(text):
        if _WOULD.search(found[1]):
            yield Piece(found[1], "hook")
        else:
            yield from _conditions(found[1])
        yield from _cut(found[2])
    elif found := _TAIL.match(text):
        yield from _hooks(found[2])
        yield from _cut(found[1])
    elif found := _TAIL_CONDITION.match(text):
        yield from _conditions(found[2])
        yield from _cut(found[1])
    else:
        yield from _deeds(text)


def _hooks(text: str) -> Iterator[Piece]:
    """What happens, and on what condition."""
    inner = _INNER.match(text)
    yield Piece(inner[1] if inner else text, "hook")
    if inner:
        yield from _conditions(inner[2])


def _conditions(text: str) -> Iterator[Piece]:
    """Conditions, and when they are asked if that is said behind them."""
    denied = text.lower().startswith("unless ")
    said = _LESS.sub("", text).removeprefix("unless ")
    if found := _TIMED.match(said):
        yield Piece(found[2], "hook")
        said = found[1]
    inner = _INNER.match(said)
    yield Piece(inner[1] if inner else said, "condition", denied)
    if inner:
        yield Piece(inner[2], "condition", denied)


def _deeds(text: str) -> Iterator[Piece]:
    maybe = re.match(r"(?:I|you) (?:may|can) ", text) is not None
    if found := _MAY.match(text):
        yield Piece(found[2], "deed", maybe=True)
        yield Piece(found[3], "deed")
        return
    parts = [part for part in _DEEDS.split(text) if part]
    if any(len(part.split()) < _LEAST or _NO_DEED.match(part) for part in parts[1:] or parts):
        parts = [text]
    for number, part in enumerate(parts):
        said = re.sub(r"^(?:I|you) (?:may|can) ", "", part)
        either = bool(re.search(r" or (?!more |less |fewer )", text)) and len(parts) > 1
        yield Piece(said, "deed", maybe=maybe and not number, either=either)
