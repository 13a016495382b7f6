"""What a game that counts has counted: which clauses of the rules came to pass, and which cannot.

A clause of which the code holds no trace cannot come to pass: the edition, its options or the number of players
settle it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

from rulewright.base.records import Draft
from rulewright.runtime.game.engine import Engine
from rulewright.runtime.ir.module import Code
from rulewright.runtime.ir.terms import Captured, Count, Delay, Function, Procedure, Watched
from rulewright.runtime.ir.walk import Term, inside
from rulewright.runtime.lower.coverage_counters import Counters
from rulewright.runtime.lower.passes.dead_code import reachable


class Tally(Draft):
    """What a game has counted: for each clause, by its number, how often; None where it cannot come to pass."""

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


def counted(engine: Engine, counters: Counters) -> Tally:
    """What an engine counts into from now on, whose module was made with these counters."""
    counts = [0] * len(counters.numbers)
    engine.count_into(counts)
    return Tally(counts, frozenset(_alive(engine.module.code)), frozenset(counters.known))


# ------------------------------------------------------------------ what can be reached


def _alive(code: Code) -> set[int]:
    """Return the counters in code that a game, or a look at it, can reach.

    What a delayed rule does can be reached only if the rule can begin; so this is looked at until nothing is added.
    """
    begun: frozenset[int] = frozenset()
    while True:
        terms = [*chain(*reachable(code, partial(_parts, begun=begun)).values())]
        delays = {term.rule for term in terms if isinstance(term, Delay)}
        if delays <= begun:
            return {counter for term in terms for counter in _counters(term)}
        begun |= delays


def _parts(code: Function | Procedure, begun: frozenset[int]) -> Iterator[Term]:
    """Everything in a function or procedure, but nothing about delayed rules that have not begun."""
    tops = (code.result,) if isinstance(code, Function) else code.body
    waiting: list[Term] = list(tops)
    while waiting:
        part = waiting.pop()
        source = getattr(part, "source", None)
        if not isinstance(source, Captured) or source.rule in begun:
            yield part
            waiting += inside(part)


def _counters(part: Term) -> tuple[int, ...]:
    match part:
        case Count(clause=clause):
            return (clause,)
        case Watched(holds=holds, fails=fails):
            return (holds, fails)
    return ()
