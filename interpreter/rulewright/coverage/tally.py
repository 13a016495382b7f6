"""What a game that counts has counted: which clauses of the rules came to pass, and which cannot.

A clause of which the code holds no trace cannot come to pass: the edition, its options or the number of players
settle it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.game.engine import Engine
from rulewright.ir.module import Code
from rulewright.ir.terms import Captured, Count, Delay, Function, Procedure, Watched
from rulewright.ir.walk import Term, inside
from rulewright.lower.counting import Counters
from rulewright.lower.passes.prune import called_by
from rulewright.records import Draft


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
    """The counters in code that a game, or a look at it, can reach.

    What a delayed rule does can be reached only if the rule can begin; so this is looked at until nothing is added.
    """
    begun: frozenset[int] = frozenset()
    while True:
        found, delays = _reached(code, begun)
        if delays <= begun:
            return found
        begun |= delays


def _reached(code: Code, begun: frozenset[int]) -> tuple[set[int], set[int]]:
    """Counters, and delayed rules that begin, in what can be reached while only these have begun."""
    everywhere: dict[str, Function | Procedure] = {**code.functions, **code.procedures}
    waiting = [code.flow, *(name for name, each in everywhere.items() if each.exported)]
    seen: set[str] = set()
    found: set[int] = set()
    delays: set[int] = set()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in everywhere:
            continue
        seen.add(name)
        for part in _parts(everywhere[name], begun):
            waiting += called_by(part)
            found.update(_counters(part))
            if isinstance(part, Delay):
                delays.add(part.rule)
    return found, delays


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
