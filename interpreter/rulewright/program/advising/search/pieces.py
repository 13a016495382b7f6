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
_TAIL: Final = re.compile(rf"^(.+?),? ({_HOOK}.+)$", re.I)
_CONDITION: Final = re.compile(rf"^({_IF}.+?)(?:,| then) (?:then )?(.+)$", re.I)
_TAIL_CONDITION: Final = re.compile(rf"^(.+?),? ({_IF}.+)$", re.I)
_MAY: Final = re.compile(r"^((?:I|you) may) (.+?) (?:to|in order to|and then|and) ([a-z].+)$")
_DEEDS: Final = re.compile(
    r"(?:, and |, then |; | and then | then |, | and | or )(?!more |less |fewer )"
)
_UNTIL: Final = re.compile(r"^(until [^,]+), (.+)$", re.I)
_LASTING: Final = re.compile(
    r"^(.*\b(?:nobody|no one|cannot|can't|may not|no player)\b.*) this (round|turn)$", re.I
)
_WOULD: Final = re.compile(r" (?:would|is about to|tries to|wants to) ")
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


def pieces(sentence: str) -> tuple[Piece, ...]:
    """The parts of a sentence, in the order in which they would be written."""
    return tuple(_cut(sentence.strip().rstrip(".!;")))


def _cut(text: str) -> Iterator[Piece]:
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
            yield Piece(inner[1] if inner else found[1], "hook")
            if inner:
                yield _condition(inner[2])
            yield from _cut(found[2])
            return
    if found := _CONDITION.match(text):
        yield Piece(found[1], "hook") if _WOULD.search(found[1]) else _condition(found[1])
        yield from _cut(found[2])
    elif found := _TAIL.match(text):
        yield Piece(found[2], "hook")
        yield from _cut(found[1])
    elif found := _TAIL_CONDITION.match(text):
        yield _condition(found[2])
        yield from _cut(found[1])
    else:
        yield from _deeds(text)


def _condition(text: str) -> Piece:
    denied = text.lower().startswith("unless ")
    return Piece(_LESS.sub("", text).removeprefix("unless "), "condition", denied)


def _deeds(text: str) -> Iterator[Piece]:
    maybe = re.match(r"(?:I|you) (?:may|can) ", text) is not None
    if found := _MAY.match(text):
        yield Piece(found[2], "deed", maybe=True)
        yield Piece(found[3], "deed")
        return
    parts = [part for part in _DEEDS.split(text) if part]
    if any(len(part.split()) < _LEAST for part in parts):
        parts = [text]
    for number, part in enumerate(parts):
        said = re.sub(r"^(?:I|you) (?:may|can) ", "", part)
        yield Piece(said, "deed", maybe=maybe and not number)
