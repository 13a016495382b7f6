"""Runs mutants: for each mutant, only the scenarios that reach the changed rule are run."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any, Final

from rulewright.base.records import Draft, Record, evolve, field
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.traversal import walk
from rulewright.language.text import RulesError
from rulewright.testing.mutation.mutants import Mutant, RuleMutation, mutants_of
from rulewright.testing.scenarios.discovery import ScenarioRef
from rulewright.testing.scenarios.runner import run_counting, run_scenario
from rulewright.testing.scenarios.setups import setup_key
from rulewright.testing.scenarios.suite import Suite

LONGEST: Final = 2.0
"""CPU limit for a mutant in seconds; a longer run counts as detected."""


class MutantTrial(Record):
    """A mutation in one or more editions, with the scenarios that reach it."""

    change: RuleMutation
    owner: str
    card: str | None
    variants: tuple[tuple[Mutant, tuple[ScenarioRef, ...]], ...] = field(eq=False, repr=False)

    @property
    def reached(self) -> tuple[ScenarioRef, ...]:
        """The scenarios that reach the mutation."""
        return tuple(ref for _, refs in self.variants for ref in refs)

    def is_detected(self) -> bool:
        """Return whether one of these scenarios fails with the mutant."""
        return any(_is_detected(mutant, refs) for mutant, refs in self.variants)


class ScenarioReach(Draft):
    """The scenarios that pass, and those that reach each declaration or rule."""

    failing: list[ScenarioRef] = field(factory=list)
    holding: dict[int, list[ScenarioRef]] = field(factory=dict)
    reaching: dict[tuple[int, str], list[ScenarioRef]] = field(factory=dict)

    def add(self, ref: ScenarioRef) -> None:
        """Run a scenario of a counting suite, and record the rules that it reaches."""
        result, counts = run_counting(ref)
        if not result.passed:
            self.failing.append(ref)
            return
        self.holding.setdefault(id(ref.suite), []).append(ref)
        owners = {clause.owner for clause in ref.suite.clauses if counts.get(clause.id)}
        owners |= set(_conditions_of(ref))
        for owner in owners:
            self.reaching.setdefault((id(ref.suite), owner), []).append(ref)

    def of(self, suite: Suite, owner: str) -> tuple[ScenarioRef, ...]:
        """Return the scenarios that reach `owner`; all passing ones if `owner` has no counted clause."""
        if any(clause.owner == owner for clause in suite.clauses):
            return tuple(self.reaching.get((id(suite), owner), ()))
        return tuple(self.holding.get(id(suite), ()))


def collect_trials(
    refs: Sequence[ScenarioRef], files: set[str], report_progress: Callable[[int], None]
) -> tuple[list[MutantTrial], ScenarioReach]:
    """Return the mutants of declarations in `files`, in all editions of `refs`, and the reach of the scenarios.

    The scenarios must be of counting suites. `report_progress` is called with the number of scenarios run so far.
    """
    reach = ScenarioReach()
    for number, ref in enumerate(refs, 1):
        reach.add(ref)
        report_progress(number)
    by_place: dict[Any, MutantTrial] = {}
    for suite in {id(ref.suite): ref.suite for ref in refs}.values():
        for mutant in mutants_of(suite.program, files):
            reached = reach.of(suite, mutant.owner)
            key = (mutant.change.kind, str(mutant.change.at), mutant.change.at.end)
            known = by_place.get(key)
            if known is None:
                by_place[key] = MutantTrial(
                    mutant.change, mutant.owner, mutant.card, ((mutant, reached),)
                )
            else:
                by_place[key] = evolve(known, variants=(*known.variants, (mutant, reached)))
    return list(by_place.values()), reach


def _conditions_of(ref: ScenarioRef) -> Iterator[str]:
    """Yield the values and facts that a scenario's checks use; folded conditions have no counters."""
    checks = (step.condition for step in ref.scenario.steps if isinstance(step, p.Check))
    for node in walk(checks):
        if isinstance(node, typed.ValueOf):
            yield from (f"value {node.value}", node.value)
        elif isinstance(node, typed.FactOf):
            yield from (f"fact {node.fact}", node.fact)


def _is_detected(mutant: Mutant, refs: Sequence[ScenarioRef]) -> bool:
    """Return whether a scenario fails with the mutant; the largest group with one setup runs first."""
    groups: dict[object, list[ScenarioRef]] = {}
    for ref in refs:
        groups.setdefault(setup_key(ref.scenario), []).append(ref)
    return any(
        _fails_with(mutant, group) for group in sorted(groups.values(), key=len, reverse=True)
    )


def _fails_with(mutant: Mutant, refs: Sequence[ScenarioRef]) -> bool:
    """Return whether one of these scenarios, all of one setup, fails with the mutant."""
    program = mutant.program.copied()
    program.scenarios = [ref.scenario for ref in refs]
    suite = Suite(refs[0].suite.book, program, languages=refs[0].suite.languages)
    try:
        suite.game(refs[0].scenario)
    except RulesError:
        return True  # the mutant is detected, because its rules are refused
    try:
        with _time_limit(LONGEST):
            return any(not run_scenario(evolve(ref, suite=suite)).passed for ref in refs)
    except _TimeLimitExceeded:
        return True


class _TimeLimitExceeded(Exception):
    """A mutant's run exceeds its time limit."""


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise _TimeLimitExceeded after `seconds` of CPU time, in the main thread and if the platform has a timer."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def raise_timeout(*_: object) -> None:
        """Raise _TimeLimitExceeded when the timer's signal arrives."""
        raise _TimeLimitExceeded

    before = signal.signal(signal.SIGVTALRM, raise_timeout)
    # An exception raised in a destructor is lost, so the timer repeats.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
