"""Coverage counts: how often each clause of the rules took effect, and which clauses cannot.

A clause without a counter in the code cannot take effect: the edition, its settings or the number of players rule
it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

from rulewright.base.records import Draft
from rulewright.runtime.game.engine import SupportsCounting
from rulewright.runtime.ir.module import Code
from rulewright.runtime.ir.terms import Captured, Count, Delay, Function, Procedure, Watched
from rulewright.runtime.ir.walk import Term, direct_children
from rulewright.runtime.lower.coverage_counters import Counters
from rulewright.runtime.lower.passes.dead_code import reachable


class CoverageTally(Draft):
    """How often each clause took effect, which clauses can, and which do so in every game."""

    counts: list[int]
    alive: frozenset[int]
    known: frozenset[int]

    def of(self, number: int, games: int) -> int | None:
        """Return how often clause `number` took effect in `games` games; None if it never can."""
        if number in self.known:
            return max(games, self.counts[number])
        return self.counts[number] if number in self.alive else None

    def clear(self) -> None:
        """Reset all counts to 0."""
        self.counts[:] = [0] * len(self.counts)


def start_counting(engine: SupportsCounting, counters: Counters) -> CoverageTally:
    """Make an engine count coverage from now on, and return the tally that it counts into."""
    counts = [0] * len(counters.numbers)
    engine.count_into(counts)
    return CoverageTally(
        counts, frozenset(_reachable_counters(engine.module.code)), frozenset(counters.known)
    )


# ------------------------------------------------------------------ reachability


def _reachable_counters(code: Code) -> set[int]:
    """Return the numbers of the counters in code that can run.

    The code of a delayed rule is reachable only if the rule can begin.
    """
    begun: frozenset[int] = frozenset()
    while True:
        terms = [
            *chain(*reachable(code, partial(_terms_without_idle_rules, started=begun)).values())
        ]
        delays = {term.rule for term in terms if isinstance(term, Delay)}
        if delays <= begun:
            return {counter for term in terms for counter in _counters_in(term)}
        begun |= delays


def _terms_without_idle_rules(
    code: Function | Procedure, started: frozenset[int]
) -> Iterator[Term]:
    """Yield the terms of a function or procedure, except in delayed rules that are not in `started`."""
    tops = (code.result,) if isinstance(code, Function) else code.body
    waiting: list[Term] = list(tops)
    while waiting:
        part = waiting.pop()
        source = getattr(part, "source", None)
        if not isinstance(source, Captured) or source.rule in started:
            yield part
            waiting += direct_children(part)


def _counters_in(part: Term) -> tuple[int, ...]:
    """Return the numbers of the coverage counters in one term, its children excluded."""
    match part:
        case Count(clause=clause):
            return (clause,)
        case Watched(holds=holds, fails=fails):
            return (holds, fails)
    return ()
