"""Coverage counts: how often each clause of the rules took effect, and which clauses cannot.

A clause without a counter in the code cannot take effect: the edition, its settings or the number of players rule
it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

from rulewright.base.records import Draft
from rulewright.runtime.game.engine import Engine
from rulewright.runtime.ir.module import Code
from rulewright.runtime.ir.terms import Captured, Count, Delay, Function, Procedure, Watched
from rulewright.runtime.ir.walk import Term, direct_children
from rulewright.runtime.lower.coverage_counters import Counters
from rulewright.runtime.lower.passes.dead_code import reachable


class CoverageTally(Draft):
    """Coverage counts of a game by clause number, with the reachable clauses and those known beforehand."""

    counts: list[int]
    alive: frozenset[int]
    known: frozenset[int]

    def of(self, number: int, games: int) -> int | None:
        """Return how often a clause took effect in `games` games; None if it never can."""
        if number in self.known:
            return max(games, self.counts[number])
        return self.counts[number] if number in self.alive else None

    def clear(self) -> None:
        """Reset all counts to 0."""
        self.counts[:] = [0] * len(self.counts)


def start_counting(engine: Engine, counters: Counters) -> CoverageTally:
    """Return the tally that an engine counts into from now on; `counters` are those of its module."""
    counts = [0] * len(counters.numbers)
    engine.count_into(counts)
    return CoverageTally(
        counts, frozenset(_reachable_counters(engine.module.code)), frozenset(counters.known)
    )


# ------------------------------------------------------------------ what can be reached


def _reachable_counters(code: Code) -> set[int]:
    """Return the counters in reachable code, by iteration to a fixpoint.

    The code of a delayed rule is reachable only if the rule can begin.
    """
    begun: frozenset[int] = frozenset()
    while True:
        terms = [*chain(*reachable(code, partial(_terms_without_idle_rules, begun=begun)).values())]
        delays = {term.rule for term in terms if isinstance(term, Delay)}
        if delays <= begun:
            return {counter for term in terms for counter in _counters_in(term)}
        begun |= delays


def _terms_without_idle_rules(code: Function | Procedure, begun: frozenset[int]) -> Iterator[Term]:
    """Yield all terms of a function or procedure, without those of delayed rules that have not begun."""
    tops = (code.result,) if isinstance(code, Function) else code.body
    waiting: list[Term] = list(tops)
    while waiting:
        part = waiting.pop()
        source = getattr(part, "source", None)
        if not isinstance(source, Captured) or source.rule in begun:
            yield part
            waiting += direct_children(part)


def _counters_in(part: Term) -> tuple[int, ...]:
    """Return the counters in a term."""
    match part:
        case Count(clause=clause):
            return (clause,)
        case Watched(holds=holds, fails=fails):
            return (holds, fails)
    return ()
