"""The parts of `rulewright balance` around the games: worker processes, a status line, and report files."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import rulewright
from rulewright.base.records import KeywordRecord
from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.parallel import available_cores
from rulewright.language.text.complaints.printing import escape_text

if TYPE_CHECKING:
    from rulewright.lab.balance.parameter_search import ParameterTrial


class ReportFiles(KeywordRecord):
    """The files to write the report to; None where none is wanted."""

    json: Path | None
    csv: Path | None
    page: Path | None

    def check(self) -> None:
        """Raise NotComparable, before any game is played, if a page is wanted and matplotlib is not installed."""
        if self.page is not None:
            from rulewright.cli.balance.balance_page import load_matplotlib

            load_matplotlib()

    def write(self, data: dict[str, Any]) -> None:
        """Write all report files. Raises NotPossible if one cannot be written."""
        from rulewright.cli.balance.balance_page import html_page
        from rulewright.lab.balance.statistics.reports import as_csv

        makers: tuple[tuple[Path | None, Callable[[], str]], ...] = (
            (self.json, lambda: json.dumps(data) + "\n"),
            (self.csv, lambda: as_csv(data)),
            (self.page, lambda: html_page(data)),
        )
        failed = []
        for path, make_text in makers:
            try:
                if path is not None:
                    path.write_text(make_text(), encoding="utf-8")
            except OSError as error:
                failed.append(f"{path} cannot be written: {error.strerror}")
        if failed:
            raise NotPossible("\n       ".join(failed))


@contextmanager
def game_executor(cluster: str | None, jobs: int | None) -> Iterator[tuple[Executor, int]]:
    """Yield an executor that plays chunks of games, and its number of workers. Raises NotPossible."""
    from rulewright.lab.balance.execution.clusters import NoCluster, cluster_of
    from rulewright.lab.balance.execution.workers import ImmediateExecutor, Processes, WorkersDied

    count = jobs or available_cores()
    try:
        if cluster is not None:
            executor, count = cluster_of(cluster)
        else:
            executor = Processes(count) if count > 1 else ImmediateExecutor()
        with executor:
            yield executor, count
    except (NoCluster, WorkersDied) as error:
        raise NotPossible(str(error)) from None


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows a line on the terminal, in place of the line before."""
    shown = sys.stderr.isatty()
    try:
        yield (
            lambda line: (
                click.echo(f"\r\x1b[K{escape_text(line)[:118]}", err=True, nl=False)
                if shown
                else None
            )
        )
    finally:
        if shown:
            click.echo("\r\x1b[K", err=True, nl=False)


def try_values(
    text: str,
    rules: rulewright.Rules,
    table: tuple[int, tuple[str, ...]],
    cards: list[str],
    strength: str,
    games: int,
    seed: int,
    who: tuple[str | None, int | None],
) -> dict[str, Any]:
    """Find the value of a parameter at which a card is nearest to fair; return the report.

    Raises NotComparable, NotPossible and RulesError.
    """
    from rulewright.lab.balance.matches import strength_of
    from rulewright.lab.balance.parameter_search import (
        find_number,
        halve_trials,
        parse_parameter,
        search_data,
        trials_of,
    )
    from rulewright.lab.balance.questions import NotComparable

    parameter = parse_parameter(text)
    number = find_number(parameter, rules)
    if not parameter.card and len(cards) != 1:
        raise NotComparable(
            f"name with --card the card that should be fair when {parameter.name} changes"
        )
    card = cards[0] if cards else parameter.card
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        trials = trials_of(parameter, number, rules, Path(folder), *table, strength_of(strength))
        with game_executor(*who) as (executor, width), status_line() as show:

            def show_leader(trials_left: list[ParameterTrial]) -> None:
                """Show the value that is nearest to fair so far on the status line."""
                show(
                    f"{trials_left[0].value} is nearest so far, after {trials_left[0].tally.games:,} games"
                )

            trials = halve_trials(trials, card, games, seed, executor, width, show_leader)
    return {
        "edition": rules.id,
        "name": rules.name,
        "players": table[0],
        "strength": strength,
        "tried": search_data(parameter, card, trials),
    }
