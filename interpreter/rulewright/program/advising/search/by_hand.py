"""Deeds of the little game in a game that has no event for them: what such an event does, done by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from rulewright.program.advising.game_words import words_alike
from rulewright.program.english import base_form
from rulewright.program.program import Program
from rulewright.syntax.lexer import STEP

_WHO: Final = r"(?P<who>(?:the [\w-]+|my left|my right)(?:'s (?:left|right|owner))? )?"
_MANY: Final = r"(?P<many>\d+|the [\w-]+|\(.+\))"
_COUNTED: Final = re.compile(
    rf"^(?P<deep> *){_WHO}(?P<verb>gain|pay|draw)s? {_MANY} (?:chip|card)s?$"
)
_GIVEN: Final = re.compile(rf"^(?P<deep> *){_WHO}gives? {_MANY} chips? to (?P<to>.+)$")
_MOVED: Final = re.compile(
    rf"^(?P<deep> *){_WHO}(?P<verb>discard|lay)s? (?P<what>the [\w-]+|this)$"
)
_MINE: Final = re.compile(r"\bmy\b")


def by_hand(
    lines: Iterable[str], program: Program, verbs: Iterable[str], own_heap: bool
) -> Iterator[str]:
    """Lines in which nothing is done that the game has no event for; `verbs` are those that have another name.

    Where players have heaps of their own, a card is discarded to the heap of who does it.
    """
    known = {*(event.verb for event in program.events.values()), *(f"{verb}s" for verb in verbs)}
    for line in lines:
        if (found := _COUNTED.match(line)) and f"{found['verb']}s" not in known:
            verb = _in_its_place(found["verb"], program)
            if verb is not None:
                yield re.sub(rf"\b{found['verb']}(?=s?\b)", verb, line, count=1)
                continue
        yield from _by_hand(line, known, own_heap)


def _in_its_place(verb: str, program: Program) -> str | None:
    """What a game calls it, if it is done there under another name that people have for it."""
    same = {word for group in words_alike() if verb in group for word in group}
    for event in program.events.values():
        counts = [bool(each.unit) for each in event.parameters]
        if counts == [False, True] and event.fixed is None and base_form(event.verb) in same:
            return base_form(event.verb)
    return None


def _by_hand(line: str, known: set[str], own_heap: bool) -> list[str]:
    if (found := _GIVEN.match(line)) and "gives" not in known:
        many = found["many"]
        taken = _changed(_whose(found["who"]), "-", many)
        return [found["deep"] + each for each in (taken, _changed(_whose(found["to"]), "+", many))]
    if (found := _COUNTED.match(line)) and f"{found['verb']}s" not in known:
        whose = _whose(found["who"])
        if found["verb"] == "draw":
            return [found["deep"] + each for each in _drawn(whose, found["many"])]
        return [found["deep"] + _changed(whose, "+-"[found["verb"] == "pay"], found["many"])]
    if (found := _MOVED.match(line)) and f"{found['verb']}s" not in known:
        whose = _whose(found["who"])
        place = f"{whose} heap" if own_heap else "the heap"
        place = place if found["verb"] == "discard" else f"{whose} row"
        return [f"{found['deep']}move {found['what']} to {place}"]
    return [line]


def _whose(who: str | None) -> str:
    """`my`, or `the victim's`."""
    said = (who or "me").strip()
    return "my" if said == "me" else f"{said}'s"


def _changed(whose: str, sign: str, many: str) -> str:
    return f"set {whose} chips to {whose} chips {sign} {many}"


def _drawn(whose: str, many: str) -> list[str]:
    if many.isdigit():
        top = "top" if many == "1" else f"top {many} cards"
        return [f"move the {top} of the deck to {whose} hand"]
    deed = f"move the top of the deck to {whose} hand"
    return [f"for each n in 1 to {many}", " " * STEP + deed]


def is_speechless(program: Program) -> bool:
    """Whether no card of a game speaks for somebody, so that rules cannot say `my`."""
    stances = (stance for kind in program.kinds.values() for stance in kind.stances.values())
    return all(stance.player is None for stance in stances)


def for_everybody(lines: tuple[str, ...]) -> tuple[str, ...]:
    """A rule about me, for a game in which nobody speaks: it is one about every player."""
    if len(lines) > 1 or not lines[0].startswith("my "):
        return lines
    said = _MINE.sub("the player's", lines[0].removeprefix("my "))
    return ("a player's " + re.sub(r"\bfor me\b", "for the player", said),)
