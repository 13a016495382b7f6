"""`rulewright test --mutate`: which clauses could be otherwise, and no scenario would notice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click

from rulewright.front.common.ending import EXIT_COMPLAINTS, NotPossible
from rulewright.front.common.parallel import spread
from rulewright.front.common.progress import progress_bar
from rulewright.link.rule_files import rule_files
from rulewright.records import Record
from rulewright.scenarios import ScenarioRef
from rulewright.scenarios.noticing import Reach, Trial, trials
from rulewright.text import clean, json_text, number_of, one_line, shown

MANY: Final = 16
"""So many mutants are worth the way to other processes."""
WIDTH: Final = 70


class Mutation(Record):
    """What became of the mutants of some files."""

    trials: Sequence[Trial]
    noticed: Sequence[bool]
    reach: Reach
    scenarios: Sequence[ScenarioRef]

    @property
    def percent(self) -> float:
        """How many of a hundred were noticed."""
        return 100 * sum(self.noticed) / len(self.noticed)

    @property
    def unnoticed(self) -> Iterator[Trial]:
        """Those that no scenario noticed."""
        return (each for each, seen in zip(self.trials, self.noticed, strict=True) if not seen)


def mutated(refs: Sequence[ScenarioRef], places: Sequence[Path]) -> Mutation:
    """Break each clause of the rules in these files and folders, and run the scenarios that reach it."""
    files = {shown(file) for file in rule_files(places, scenarios=True)}
    with progress_bar(len(refs)) as tell:
        found, reach = trials(refs, files, tell)
    if not found:
        where = ", ".join(one_line(str(place)) for place in places)
        raise NotPossible(f"no rule in {where} is in a game of {number_of(len(refs), 'scenario')}")
    noticed = []
    with progress_bar(len(found)) as tell:
        for one in spread(_is_noticed, found, MANY):
            noticed.append(one)
            tell(len(noticed))
    return Mutation(found, noticed, reach, refs)


def _is_noticed(trial: Trial) -> bool:
    return trial.is_noticed()


def tell_mutation(mutation: Mutation, as_json: bool, at_least: float) -> None:
    """Print what no scenario notices; raise Exit if scenarios fail as it is, or too little is noticed."""
    for trial in mutation.unnoticed:
        if as_json:
            click.echo(json_text(_data(trial), indent=None))
        else:
            click.echo(clean("\n".join(_lines(trial, mutation.scenarios))) + "\n")
    count, seen = len(mutation.trials), sum(mutation.noticed)
    failing = len(mutation.reach.failing)
    if as_json:
        data = {"mutants": count, "noticed": seen, "percent": round(mutation.percent, 1)}
        click.echo(json_text({**data, "failing": failing}, indent=None))
    else:
        told = f"{number_of(count, 'mutant')}: {seen} noticed ({mutation.percent:.0f} %)"
        told += f", {count - seen} not" if seen < count else ""
        fails = number_of(failing, "scenario")
        told += f"; {fails} left out that fail as the rules are" if failing else ""
        click.echo(told)
    if failing or mutation.percent < at_least:
        raise click.exceptions.Exit(EXIT_COMPLAINTS)


def _lines(trial: Trial, scenarios: Sequence[ScenarioRef]) -> Iterator[str]:
    yield f"not noticed: `{trial.change.at.first_line(WIDTH)}` {trial.change.how}"
    yield f"  --> {trial.change.at}"
    if trial.reached:
        near = trial.reached[0]
        yield f"  begin with “{near.title}” ({near.path}:{near.line}), which comes by:"
        yield "  add to its `then` what is otherwise without this"
        return
    like = scenarios[0].scenario
    yield "  no scenario comes by; begin with:"
    yield f'    scenario "{trial.owner}"'
    cast = f", with {trial.card}" if trial.card is not None else ""
    edition = (
        like.edition if "/" not in like.edition and "." not in like.edition else f'"{like.edition}"'
    )
    yield f"        in {edition}, {like.players} players{cast}"
    yield "        when"
    yield f"            …  (what makes `{trial.change.at.first_line(WIDTH)}` come to pass)"
    yield "        then"
    yield "            …  (what is otherwise after it)"


def _data(trial: Trial) -> dict[str, Any]:
    return {
        "place": str(trial.change.at),
        "how": trial.change.how,
        "text": trial.change.at.first_line(WIDTH),
        "owner": trial.owner,
        "reached_by": [f"{ref.path}:{ref.line}" for ref in trial.reached],
    }
