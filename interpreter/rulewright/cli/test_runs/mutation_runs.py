"""`rulewright test --mutate`: finds clauses that could change without any scenario failing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click

from rulewright.base.records import Record
from rulewright.cli.common.exits import EXIT_COMPLAINTS, NotPossible
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.cli.common.parallel import run_in_parallel
from rulewright.cli.common.progress import progress_bar
from rulewright.language.link.rule_files import find_rule_files
from rulewright.language.text import display_path, escape_line, escape_text, format_count
from rulewright.testing.mutation.equivalent_mutants import (
    EquivalenceRemark,
    equivalence_remarks,
    place_of,
)
from rulewright.testing.mutation.mutant_runs import MutantTrial, ScenarioReach, collect_trials
from rulewright.testing.scenarios import ScenarioRef

MANY: Final = 16
"""Fewest mutants for which worker processes pay off."""
WIDTH: Final = 70


class MutationReport(Record):
    """The results of mutation testing, and the comments that declare mutants equivalent."""

    trials: Sequence[MutantTrial]
    unnoticed: Sequence[MutantTrial]
    same: Sequence[MutantTrial]
    """Mutants that a comment declares equivalent."""
    wrong: Sequence[tuple[EquivalenceRemark, str]]
    """Wrong comments, each with the reason."""
    reach: ScenarioReach
    scenarios: Sequence[ScenarioRef]

    @property
    def noticed(self) -> int:
        """The number of mutants that a scenario noticed."""
        return len(self.trials) - len(self.unnoticed) - len(self.same)

    @property
    def percent(self) -> float:
        """The percentage of mutants noticed, without those declared equivalent."""
        could_be = len(self.trials) - len(self.same)
        return 100 * self.noticed / could_be if could_be else 100


def run_mutants(refs: Sequence[ScenarioRef], places: Sequence[Path]) -> MutationReport:
    """Change each clause of the rules in these files and folders, and run the scenarios that reach it."""
    files = {display_path(file) for file in find_rule_files(places, scenarios=True)}
    with progress_bar(len(refs)) as progress:
        mutants, reach = collect_trials(refs, files, progress)
    if not mutants:
        where = ", ".join(escape_line(str(place)) for place in places)
        raise NotPossible(
            f"no rule in {where} is in a game of {format_count(len(refs), 'scenario')}"
        )
    noticed = []
    with progress_bar(len(mutants)) as progress:
        for one in run_in_parallel(_is_detected, mutants, MANY):
            noticed.append(one)
            progress(len(noticed))
    missed = [each for each, is_noticed in zip(mutants, noticed, strict=True) if not is_noticed]
    return _with_remarks(mutants, missed, reach, refs)


def _with_remarks(
    mutants: Sequence[MutantTrial],
    missed: Sequence[MutantTrial],
    reach: ScenarioReach,
    refs: Sequence[ScenarioRef],
) -> MutationReport:
    """Return the report, with unnoticed mutants separated from those that comments declare equivalent."""
    remarks = equivalence_remarks(trial.change for trial in mutants)
    places = {place_of(trial.change) for trial in missed}
    declared_places = {place for each in remarks if each.reason for place in each.places}
    same = [trial for trial in missed if place_of(trial.change) in declared_places]
    unnoticed = [trial for trial in missed if place_of(trial.change) not in declared_places]
    wrong = [(each, why) for each in remarks if (why := each.fault(places))]
    return MutationReport(mutants, unnoticed, same, wrong, reach, refs)


def _is_detected(trial: MutantTrial) -> bool:
    """Return whether a scenario fails with the mutant of `trial`; a function for worker processes."""
    return trial.is_detected()


def print_mutation(mutation: MutationReport, at_least: float) -> None:
    """Print the unnoticed mutants.

    Raises Exit if scenarios fail, comments are wrong, or less than `at_least` % are noticed.
    """
    for trial in mutation.unnoticed:
        click.echo(escape_text("\n".join(_lines(trial, mutation.scenarios))) + "\n")
    for remark, why in mutation.wrong:
        click.echo(escape_text(f"`{remark.at.first_line(WIDTH)}`: {why}\n  --> {remark.at}\n"))
    click.echo(_verdict(mutation))
    add_to_json_line(_data_of(mutation))
    if mutation.reach.failing or mutation.wrong or mutation.percent < at_least:
        raise click.exceptions.Exit(EXIT_COMPLAINTS)


def _verdict(mutation: MutationReport) -> str:
    """Return a sentence with the numbers of mutants."""
    verdict = f"{format_count(len(mutation.trials), 'mutant')}: "
    verdict += f"{len(mutation.same)} equivalent by comments, " if mutation.same else ""
    verdict += f"{mutation.noticed} noticed ({mutation.percent:.0f} %)"
    verdict += f", {len(mutation.unnoticed)} not" if mutation.unnoticed else ""
    if failing := mutation.reach.failing:
        they_fail = "it fails" if len(failing) == 1 else "they fail"
        verdict += f"; {format_count(len(failing), 'scenario')} left out, because {they_fail} even without a change"
    return verdict


def _data_of(mutation: MutationReport) -> dict[str, Any]:
    """Return the JSON data about the report."""
    return {
        "mutants": len(mutation.trials),
        "same": len(mutation.same),
        "noticed": mutation.noticed,
        "percent": round(mutation.percent, 1),
        "failing": len(mutation.reach.failing),
        "unnoticed": list(map(_data, mutation.unnoticed)),
        "wrong": [{"place": str(remark.at), "remark": why} for remark, why in mutation.wrong],
    }


def _lines(trial: MutantTrial, scenarios: Sequence[ScenarioRef]) -> Iterator[str]:
    """Yield the lines about an unnoticed mutant: its place, and a scenario to extend or to begin."""
    yield f"not noticed: `{trial.change.at.first_line(WIDTH)}` {trial.change.kind}"
    yield f"  --> {trial.change.at}"
    if trial.reached:
        near = trial.reached[0]
        yield f"  extend “{near.title}” ({near.path}:{near.line}), which reaches it:"
        yield "  add to its `then` a check that fails with the change"
        return
    like = scenarios[0].scenario
    yield "  no scenario reaches it; write one:"
    yield f'    scenario "{trial.owner}"'
    cast = f", with {trial.card}" if trial.card is not None else ""
    edition = (
        like.edition if "/" not in like.edition and "." not in like.edition else f'"{like.edition}"'
    )
    yield f"        in {edition}, {like.players} players{cast}"
    yield "        when"
    yield f"            …  (steps in which `{trial.change.at.first_line(WIDTH)}` happens)"
    yield "        then"
    yield "            …  (a check that fails with the change)"


def _data(trial: MutantTrial) -> dict[str, Any]:
    """Return the JSON data about an unnoticed mutant."""
    return {
        "place": str(trial.change.at),
        "how": trial.change.kind,
        "text": trial.change.at.first_line(WIDTH),
        "owner": trial.owner,
        "reached_by": [f"{ref.path}:{ref.line}" for ref in trial.reached],
    }
