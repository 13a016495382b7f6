"""`rulewright balance`: whether a card is too strong, by the results of games between players that think."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

import rulewright
from rulewright.front.common.ending import EXIT_INTERRUPTED, NotPossible
from rulewright.front.common.loading import Asked, refuse_unknown, takes
from rulewright.text.show import clean

if TYPE_CHECKING:
    from rulewright.balance.matches import Match
    from rulewright.balance.runs import Run

OUT = click.Path(dir_okay=False, path_type=Path)


@click.command()
@takes("edition", "lang", "players", "options", "cast")
@click.option("--against", metavar="EDITION", help="Hold the cards that are new against this one.")
@click.option("--card", "cards", multiple=True, metavar="NAME", help="Judge this card; repeatable.")
@click.option("--minutes", type=click.FloatRange(min=0, min_open=True), help="Stop after so long.")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    help="Stop after so many games of each side and strength; 1,000 without --minutes.",
)
@click.option(
    "--lot-games", type=click.IntRange(min=0), default=500, show_default=True,
    help="How many are played by lot, to stand beside.",
)  # fmt: skip
@click.option(
    "--strength",
    default="easy,hard",
    show_default=True,
    help="Who plays, with commas between them: easy, hard, or so many games in the mind; or lot alone.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The deal of the first game.")
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N",
    help="How many processes play at a time; one for each core. It changes no game.",
)  # fmt: skip
@click.option(
    "--cluster", metavar="ADDRESS", help="Let a Dask cluster play, such as tcp://host:8786."
)
@click.option("--json", "json_file", type=OUT, metavar="FILE", help="Write the report as JSON.")
@click.option(
    "--csv", "csv_file", type=OUT, metavar="FILE", help="Write the table of cards as CSV."
)
@click.option(
    "--resume", type=OUT, metavar="FILE",
    help="Keep what is measured in FILE, and take up what is in there.",
)  # fmt: skip
def balance(
    asked: Asked,
    against: str | None,
    cards: tuple[str, ...],
    minutes: float | None,
    games: int | None,
    lot_games: int,
    strength: str,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    json_file: Path | None,
    csv_file: Path | None,
    resume: Path | None,
) -> None:
    """Tell whether a card of EDITION is too strong: a verdict, then tables.

    With --against the cards that are new or changed are held against those in whose place they
    stand; else every card that players take against the others that they could have taken.
    Players think, in two strengths; where these disagree there is no verdict. It goes on until it
    is sure or out of budget, and Ctrl-C tells what is known by then: intervals hold whenever one
    stops.
    """
    from rulewright.balance.journals import Journal, OtherRun
    from rulewright.balance.matches import Match
    from rulewright.balance.questions import NotComparable
    from rulewright.balance.reports import LOT, as_csv, in_words
    from rulewright.balance.runs import Budget
    from rulewright.balance.workers import Lost

    rules = asked.rules(asked.language)
    number, options = asked.table(rules)
    other = _other(asked, against, number)
    strengths = [name for each in strength.split(",") if (name := each.strip()) not in ("", LOT)]
    named = [rules.card_called(name) for name in cards]
    for name in named:
        refuse_unknown("card", name, rules.castable, of=f" for {rules.id}")
    begun = monotonic()
    most = games or (1_000 if minutes is None else 10**9)
    budget = Budget(most, lot_games if strengths else most, minutes and minutes * 60)
    try:
        match = Match(rules, other, number, options, strengths, named)
        journal = Journal.opened(resume, match.sides, [seed])
    except (NotComparable, OtherRun) as error:
        raise NotPossible(str(error)) from None
    except OSError as error:
        raise NotPossible(f"{resume} cannot be used: {error.strerror}") from None
    run = match.run(budget, seed, journal)
    try:
        with _executor(cluster, jobs) as (executor, width), _status(match) as told:
            run.play(executor, width, match.is_sure, told)
    except Lost as error:
        raise NotPossible(f"{error}{_kept(resume)}") from None
    finally:
        journal.close()
    data = match.report(run, monotonic() - begun)
    for path, text in ((json_file, json.dumps(data) + "\n"), (csv_file, as_csv(data))):
        if path is not None:
            _write(path, text)
    click.echo(clean(in_words(data)))
    if run.is_interrupted:
        click.echo(f"Stopped: this is what is known so far.{_kept(resume)}", err=True)
        raise click.exceptions.Exit(EXIT_INTERRUPTED)


def _other(asked: Asked, against: str | None, players: int) -> rulewright.Rules | None:
    """The edition that it is held against. Raises NotPossible and RulesError."""
    if against is None:
        return None
    other = rulewright.load(against, asked.language)
    low, high = other.players
    if not low <= players <= high:
        raise NotPossible(
            f"{other.id} is for {low} to {high} players, not for {players}; say --players"
        )
    unknown = [name for name in asked.options if name not in other.options]
    if unknown:
        raise NotPossible(f"{other.id} has no option {unknown[0]}: play both without it")
    return other


@contextmanager
def _executor(cluster: str | None, jobs: int | None) -> Iterator[tuple[Executor, int]]:
    """Who plays, and how many chunks at a time. Raises NotPossible."""
    from rulewright.balance.clusters import NoCluster, cluster_of
    from rulewright.balance.workers import AtOnce, Processes, cores

    count = jobs or cores()
    try:
        if cluster is not None:
            executor, count = cluster_of(cluster)
        else:
            executor = Processes(count) if count > 1 else AtOnce()
    except NoCluster as error:
        raise NotPossible(str(error)) from None
    with executor:
        yield executor, count


@contextmanager
def _status(match: Match) -> Iterator[Any]:
    """What is told after each chunk: how many games there are, and what they say so far, on a terminal."""
    shown = sys.stderr.isatty()

    def told(run: Run) -> None:
        if shown:
            games = sum(tally.games for tally in run.tallies)
            told = [each.sentence for each in match.verdicts(run)[:1]]
            line = clean(f"{games:,} games; {told[0] if told else ''}")
            click.echo(f"\r\x1b[K{line[:118]}", err=True, nl=False)

    try:
        yield told
    finally:
        if shown:
            click.echo("\r\x1b[K", err=True, nl=False)


def _kept(resume: Path | None) -> str:
    """What is said of what was measured."""
    return f" What was measured is in {resume}: the same command goes on." if resume else ""


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise NotPossible(f"{path} cannot be written: {error.strerror}") from None
