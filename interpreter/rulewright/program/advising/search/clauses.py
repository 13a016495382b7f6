"""A sentence cut where it joins several: when it happens, on what condition, what is done, and what then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from rulewright.records import Record

Role: TypeAlias = Literal["hook", "condition", "deed", "rule", "until", "each"]

_HOOK: Final = (
    r"(?:(?:(?:only )?(?:once|one time) )?(?:each|every|per|a|in each|in every|in the|in my|in a|during my)"
    r" (?:whole )?(?:turn|round|game)"
    r"|(?:on|in|during) (?:my|your) (?:own )?turn"
    r"|when|whenever|after|before(?! me\b)|as soon as|each time|every time|any time|upon|immediately after|during"
    r"|(?:at|on) the (?:start|beginning|end) of|once|instead of(?! (?:one|two|three|four|\d)))\b"
)
_IF: Final = r"(?:if|as long as|while|unless|provided that|only if|in case|where)\b"
_WHO: Final = (
    r"(?:I|you|he|she|it|they|each|every|everybody|everyone|anybody|anyone|whoever|nobody|all|the|this|my|another"
    r"|other|a|an|players|gain|draw|take|get|pay|discard|choose)\b"
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
_TAIL: Final = re.compile(rf"^(.+?),? ({_HOOK}.+|(?:each|every) (?:turn|round))$", re.I)
_CONDITION: Final = re.compile(rf"^({_IF}.+?)(?:,| then) (?:then )?(.+)$", re.I)
_IF_THEN: Final = re.compile(
    rf"^({_IF} \S+ \S+.*?) ((?:I|you|he|they|everybody|everyone|gain|draw|take) (?!is |are |am |has |have ).+)$",
    re.I,
)
_TAIL_CONDITION: Final = re.compile(rf"^(.+?),? (?:but )?(?:only )?({_IF}.+)$", re.I)
_NO_END: Final = (
    r"(?:the|my|his|me|any|an?|one|\d+|two|three|four|him|each|every"
    r"|everyone|everybody|all|another|it)\b"
)
"""What is done to it, or how far something goes, is no purpose."""
_TO: Final = rf"(?<!up )(?<!back )to(?! {_NO_END})"
_MAY: Final = re.compile(rf"^((?:I|you) may) (.+?) (?:{_TO}|in order to|and then|and) ([a-z].+)$")
_PAYS: Final = r"(?:pay|put|discard|spend|give|lose|sacrifice|return|destroy|sell|show|reveal)"
_PRICE: Final = re.compile(
    rf"^(?:(?:I|you) (?:may|can) )?({_PAYS} .+?)"
    rf"(?: {_TO}\b|,? in order to|: (?:I |you )?(?:may |can )?) ?([a-z].+)$",
    re.I,
)
"""What is paid, and what it is paid for."""
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
_GROUP: Final = re.compile(
    r"^(?:(?:each|every|any|all|a|the|those)?(?: of)?(?: the)? ?(?P<other>other |my )?"
    r"(?P<who>players?|opponents?|rivals?|others)"
    r"|(?:every|any)(?:one|body)(?P<else> else)?|whoever)"
    r" (?P<has>who (?:has|have|is|are|owns?|holds?|had)|with|without|has|owns|holds|is)"
    rf" (?P<what>(?!the \w+est |the most |the least ).+?),? (?P<deed>{_DOES} .+)$", re.I,
)  # fmt: skip
"""Several players of whom something holds, and what they do."""
_HAS: Final = {"with": "have", "without": "have no", "has": "have", "is": "am", "are": "am"}
_SENTENCES: Final = re.compile(r"(?<=[a-z0-9])[.;:] (?:and |then )?(?=[a-zA-Z])")
"""Where one sentence ends and another begins."""
_SCORES: Final = re.compile(r"\b(?:points?|scores?|worth|counts?)\b", re.I)
_AT_LAST: Final = re.compile(
    r"^(?:at (?:the )?(?:end of the game|game end|game's end)"
    r"|when (?:the game ends|points are counted)|scoring)[,:]? "
    r"|,? (?:at (?:the )?(?:end of the game|game end|end)|when the game (?:ends|is over))$", re.I,
)  # fmt: skip
_IF_SO: Final = re.compile(
    r"^(?:and )?(?:if (?:I|you|he|they) do(?:es)?|if so|in return|in exchange),? (?!is |are |has |have )(.+)$",
    re.I,
)
"""What follows is done if what stands before it was."""
_LISTED: Final = re.compile(
    r"^(?:I |you )?(?:may |can |must )?(?:choose|pick|select) one(?: of)?: ", re.I
)
_INNER: Final = re.compile(
    r"^(.+?),? and ((?:I|he|she|it|there|my|they|the|nobody|both|all) "
    r".*\b(?:is|are|has|have|had|was|were|did|does|do)\b.*)$", re.I,
)  # fmt: skip
_TIMED: Final = re.compile(
    r"^(.+?) ((?:at|on|in) the (?:start|beginning|end) of"
    r" (?:(?:my|the|each|every|a|any|his|their|another player's) )*[\w-]+)$", re.I,
)  # fmt: skip
_UNTIL: Final = re.compile(r"^(until [^,]+), (.+)$", re.I)
_LASTS: Final = re.compile(
    r"^(?:until|till) the end of the (round|turn)$|^(?:for the rest of|during) the (round|turn)$",
    re.I,
)
_LASTING: Final = re.compile(
    r"^(.*\b(?:nobody|no one|cannot|can't|may not|no player)\b.*) this (round|turn)$", re.I
)
_WOULD: Final = re.compile(r" (?:would|is about to|tries to|wants to) ")
_NO_DEED: Final = re.compile(
    r"(?:one|two|three|four|five|\d+|an?|the|his|my|their|more|less|not)\b", re.I
)
"""A piece that begins so belongs to the one before."""
_OR: Final = re.compile(r" or (?!more |less |fewer |else )")
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
    said = sentence.strip().rstrip(".!;")
    if _SCORES.search(said) and (left := _AT_LAST.sub("", said)) != said:
        said = left  # points are only counted then
    if found := _LISTED.match(said):
        return tuple(_deeds(said[found.end() :]))
    return tuple(part for each in _SENTENCES.split(said) for part in _cut(each))


def _cut(text: str) -> Iterator[Piece]:
    if found := _GROUP.match(text):
        others = found["other"] or found["else"] or (found["who"] or "p")[0].lower() != "p"
        yield Piece("each other player" if others else "each player", "each")
        has = found["has"].lower().removeprefix("who ")
        what = re.sub(r"^an? ", "", found["what"]) if has == "without" else found["what"]
        yield from _conditions(f"I {_HAS.get(has, has.removesuffix('s'))} {what}")
        yield from _cut(f"he {found['deed']}")
        return
    if found := _WHOEVER.match(text):
        is_so = re.match(r"(?:has|have|is|are|had|was)\b", found[1])
        yield (
            Piece(f"a player {found[1]}", "condition")
            if is_so
            else Piece(f"when a player {found[1]}", "hook")
        )
        yield from _cut(f"he {found[2]}")
        return
    if found := _IF_SO.match(text):
        yield from _cut(found[1])
        return
    if found := _UNTIL.match(text):
        yield Piece(_LASTS.sub(r"until the \1\2 ends", found[1]), "until")
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
    elif found := _CONDITION.match(text) or _IF_THEN.match(text):
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
    maybe = re.search(r"\bI (?:may|can) ", text) is not None
    if found := _PRICE.match(text):
        yield Piece(found[1], "deed", maybe=True)
        yield Piece(found[2], "deed")
        return
    if found := _MAY.match(text):
        yield Piece(found[2], "deed", maybe=True)
        yield Piece(found[3], "deed")
        return
    parts = [re.sub(r"^(?:or|and|either) ", "", part) for part in _DEEDS.split(text) if part]
    if any(len(part.split()) < _LEAST or _NO_DEED.match(part) for part in parts[1:] or parts):
        parts = [text]
    for number, part in enumerate(parts):
        said = re.sub(r"^(?:I|you) (?:may|can) ", "", part)
        maybe = maybe or re.match(r"(?:he|they) (?:may|can) ", part) is not None
        said = re.sub(r"^(he|they) (?:may|can) ", r"\1 ", said)
        either = len(parts) > 1 and _OR.search(text) is not None and " and " not in text
        yield Piece(said, "deed", maybe=maybe and not number, either=either)
        maybe = False
