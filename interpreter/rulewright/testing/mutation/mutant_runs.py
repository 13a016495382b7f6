"""Whether scenarios notice that rules are otherwise: those that reach a mutant are run again, and no others."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any, Final

from rulewright.base.records import Draft, Record, evolve, field
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.traversal import everything
from rulewright.language.text import RulesError
from rulewright.testing.mutation.mutants import Change, Mutant, mutants_of
from rulewright.testing.scenarios.discovery import ScenarioRef
from rulewright.testing.scenarios.runner import run, run_counting
from rulewright.testing.scenarios.suite import Suite, setup_key

LONGEST: Final = 2.0
"""Seconds of CPU after which a mutant plays otherwise for sure: it hardly ends."""


class Trial(Record):
    """A mutant, as one edition or several have it, with the scenarios that reach what it changes."""

    change: Change
    owner: str
    card: str | None
    ways: tuple[tuple[Mutant, tuple[ScenarioRef, ...]], ...] = field(eq=False, repr=False)

    @property
    def reached(self) -> tuple[ScenarioRef, ...]:
        """The scenarios that reach it."""
        return tuple(ref for _, refs in self.ways for ref in refs)

    def is_noticed(self) -> bool:
        """Whether one of them fails where it is played."""
        return any(_is_noticed(mutant, refs) for mutant, refs in self.ways)


class Reach(Draft):
    """Which scenarios hold, and which of them reach which declaration or rule."""

    failing: list[ScenarioRef] = field(factory=list)
    holding: dict[int, list[ScenarioRef]] = field(factory=dict)
    reaching: dict[tuple[int, str], list[ScenarioRef]] = field(factory=dict)

    def add(self, ref: ScenarioRef) -> None:
        """Run a scenario of a counting suite."""
        result, counts = run_counting(ref)
        if not result.passed:
            self.failing.append(ref)
            return
        self.holding.setdefault(id(ref.suite), []).append(ref)
        owners = {clause.owner for clause in ref.suite.clauses if counts.get(clause.id)}
        owners |= set(_asked(ref))
        for owner in owners:
            self.reaching.setdefault((id(ref.suite), owner), []).append(ref)

    def of(self, suite: Suite, owner: str) -> tuple[ScenarioRef, ...]:
        """The scenarios that reach something; all, where nothing is counted, as in values without conditions."""
        if any(clause.owner == owner for clause in suite.clauses):
            return tuple(self.reaching.get((id(suite), owner), ()))
        return tuple(self.holding.get(id(suite), ()))


def trials(
    refs: Sequence[ScenarioRef], files: set[str], tell: Callable[[int], None]
) -> tuple[list[Trial], Reach]:
    """The mutants of what stands in these files, under all editions of these scenarios (of counting suites)."""
    reach = Reach()
    for number, ref in enumerate(refs, 1):
        reach.add(ref)
        tell(number)
    found: dict[Any, Trial] = {}
    for suite in {id(ref.suite): ref.suite for ref in refs}.values():
        for mutant in mutants_of(suite.program, files):
            reached = reach.of(suite, mutant.owner)
            key = (mutant.change.how, str(mutant.change.at), mutant.change.at.end)
            known = found.get(key)
            if known is None:
                found[key] = Trial(mutant.change, mutant.owner, mutant.card, ((mutant, reached),))
            else:
                found[key] = evolve(known, ways=(*known.ways, (mutant, reached)))
    return list(found.values()), reach


def _asked(ref: ScenarioRef) -> Iterator[str]:
    """What a scenario asks for itself: conditions that the edition settles are not counted in it."""
    checks = (step.condition for step in ref.scenario.steps if isinstance(step, p.Check))
    for node in everything(checks):
        if isinstance(node, typed.ValueOf):
            yield from (f"value {node.value}", node.value)
        elif isinstance(node, typed.FactOf):
            yield from (f"fact {node.fact}", node.fact)


def _is_noticed(mutant: Mutant, refs: Sequence[ScenarioRef]) -> bool:
    groups: dict[object, list[ScenarioRef]] = {}
    for ref in refs:
        groups.setdefault(setup_key(ref.scenario), []).append(ref)
    return any(_fails(mutant, group) for group in sorted(groups.values(), key=len, reverse=True))


def _fails(mutant: Mutant, refs: Sequence[ScenarioRef]) -> bool:
    """Whether one of these scenarios, which play the same game, fails in the mutant's."""
    program = mutant.program.copied()
    program.scenarios = [ref.scenario for ref in refs]
    suite = Suite(refs[0].suite.book, program, languages=refs[0].suite.languages)
    try:
        suite.game(refs[0].scenario)
    except RulesError:
        return True  # such rules are refused before they are played
    try:
        with _for_seconds(LONGEST):
            return any(not run(evolve(ref, suite=suite)).passed for ref in refs)
    except _TooLong:
        return True


class _TooLong(Exception):
    """What is played takes longer than anything that is meant."""


@contextmanager
def _for_seconds(seconds: float) -> Iterator[None]:
    """Raise _TooLong after so much CPU; not outside of the main thread, nor where there is no such clock."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    # Raised while something is thrown away, it is lost: so it comes again and again.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
