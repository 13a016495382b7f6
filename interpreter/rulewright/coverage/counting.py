"""Machines that count which clauses of the rules come to pass.

A machine counts only if its world was lowered with counters: then statements and conditions stand in its code that
add to `COUNTS`. Any other machine has no trace of them. What is known before a game (a cell that is read, a rule
that always applies) is noted while lowering. A clause of which the code holds no trace cannot come to pass: the
edition, its options or the number of players settle it otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import define, field, fields, has

from rulewright.coverage import FAILS, FIRES, HOLDS, Clause, Key, key_of
from rulewright.ir import (
    Body,
    Call,
    Captured,
    Const,
    Count,
    Delay,
    Lowered,
    Node,
    Perform,
    Trial,
    Watched,
)
from rulewright.text import Span

UNCOUNTED = -1
INNER = ("v_", "f_", "can_", "e_", "ph_", "pw_", "mn_")
"""How the names of values, facts, questions, events, phases, powers and means begin: code that other code calls."""


@define
class Counters:
    """Gives clauses their counters while a world is lowered."""

    numbers: dict[Key, int]
    known: set[int] = field(factory=set)

    @classmethod
    def of(cls, clauses: Sequence[Clause]) -> Counters:
        """Counters for these clauses, numbered as they stand."""
        return cls({clause.key: number for number, clause in enumerate(clauses)})

    def _number(self, at: Span, arm: str) -> int:
        return self.numbers.get(key_of(at, arm), UNCOUNTED)

    def count(self, at: Span, arm: str) -> Body:
        """A statement that counts this clause; none if it is no clause (a part of a scenario)."""
        number = self._number(at, arm)
        return () if number == UNCOUNTED else (Count(number),)

    def condition(self, at: Span, node: Node) -> Node:
        """The condition, counted whenever it is looked at, if its arms are clauses."""
        return self._watched(node, self._number(at, HOLDS), self._number(at, FAILS))

    def rule(self, at: Span, applies: Node) -> Node:
        """Whether a rule applies, counted when it does."""
        number = self._number(at, FIRES)
        if isinstance(applies, Const) and applies.value and number != UNCOUNTED:
            self.known.add(number)
        return self._watched(applies, number, UNCOUNTED)

    def _watched(self, node: Node, holds: int, fails: int) -> Node:
        # What is settled already stays a constant, so that the code is specialised as it is without counters.
        if isinstance(node, Const) or (holds == UNCOUNTED and fails == UNCOUNTED):
            return node
        return Watched(node, holds, fails)

    def always(self, at: Span, arm: str) -> None:
        """A clause that comes to pass in every game of this world."""
        number = self._number(at, arm)
        if number != UNCOUNTED:
            self.known.add(number)


@define
class Tally:
    """What a machine has counted: for each clause, by its number, how often; None where it cannot come to pass."""

    counts: list[int]
    alive: frozenset[int]
    known: frozenset[int]

    def of(self, number: int, games: int) -> int | None:
        """How often a clause came to pass in so many games; None if it is settled that it cannot."""
        if number in self.known:
            return max(games, self.counts[number])
        return self.counts[number] if number in self.alive else None

    def clear(self) -> None:
        """Begin anew."""
        self.counts[:] = [0] * len(self.counts)


def start_counting(code: dict[str, Any], lowered: Lowered, counters: Counters) -> Tally:
    """Give the code of a machine what it counts with."""
    counts = [0] * len(counters.numbers)
    trial: Callable[..., bool] = code["trial"]

    def watched(value: Any, holds: int, fails: int) -> Any:
        number = holds if value else fails
        if number >= 0:
            counts[number] += 1
        return value

    def uncounted(*arguments: Any) -> bool:
        """What is only tried does not come to pass."""
        before = counts[:]
        try:
            return trial(*arguments)
        finally:
            counts[:] = before

    code.update(COUNTS=counts, watched=watched, trial=uncounted)
    return Tally(counts, frozenset(_alive(lowered)), frozenset(counters.known))


# ------------------------------------------------------------------ what can be reached


def _alive(lowered: Lowered) -> set[int]:
    """The counters in code that a game, or a look at it, can reach.

    What a delayed rule does can be reached only if the rule can begin; so this is looked at until nothing is added.
    """
    begun: frozenset[int] = frozenset()
    while True:
        found, delays = _reached(lowered, begun)
        if delays <= begun:
            return found
        begun |= delays


def _reached(lowered: Lowered, begun: frozenset[int]) -> tuple[set[int], set[int]]:
    """Counters, and delayed rules that begin, in what can be reached while only these have begun."""
    code = {**lowered.functions, **lowered.procedures}
    waiting = [name for name in code if not name.startswith(INNER)]
    seen: set[str] = set()
    found: set[int] = set()
    delays: set[int] = set()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in code:
            continue
        seen.add(name)
        for part in _parts(code[name], begun):
            waiting += _names(part)
            found.update(_counters(part))
            if isinstance(part, Delay):
                delays.add(part.rule)
    return found, delays


def _parts(thing: object, begun: frozenset[int]) -> Iterator[object]:
    """Everything in a piece of lowered code, and the piece itself; nothing about delayed rules not begun."""
    if isinstance(thing, tuple):
        for part in thing:
            yield from _parts(part, begun)
    elif has(type(thing)):
        source = getattr(thing, "source", None)
        if isinstance(source, Captured) and source.rule not in begun:
            return
        yield thing
        for attribute in fields(type(thing)):  # type: ignore[arg-type]
            yield from _parts(getattr(thing, attribute.name), begun)


def _names(part: object) -> tuple[str, ...]:
    """The functions and procedures that a piece of code calls."""
    match part:
        case Call(function=name) | Perform(procedure=name):
            return (name,)
        case Trial(procedure=procedure, function=function):
            return (procedure, function)
    return ()


def _counters(part: object) -> tuple[int, ...]:
    match part:
        case Count(clause=clause):
            return (clause,)
        case Watched(holds=holds, fails=fails):
            return (holds, fails)
    return ()
