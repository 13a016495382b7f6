"""`rulewright balance`: judges whether a card is too strong, from games between searching bots."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

import rulewright
from rulewright.cli.balance.balance_session import (
    ReportFiles,
    game_executor,
    status_line,
    try_values,
)
from rulewright.cli.common.exits import EXIT_INTERRUPTED, NotPossible
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.cli.common.loading import GameOptions, refuse_unknown, takes
from rulewright.language.edition.translations.program_text import say
from rulewright.language.text.complaints.printing import escape_text
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright.lab.balance.execution.runs import RunBudget

OUT = click.Path(dir_okay=False, path_type=Path)

USUAL_GAMES = 1_000
"""The most games of each side and strength if neither --games nor --minutes is given."""

USUAL_MINUTES = 10.0
"""The most minutes if neither --games nor --minutes is given."""

GAMES_TRIED = 100
"""Games for each value to try, on average, if --games is not given."""


@click.command()
@takes("edition", "lang", "players", "options", "cast")
@click.option(
    "--against", metavar="EDITION", help="Compare new and changed cards with this edition."
)
@click.option("--card", "cards", multiple=True, metavar="NAME", help="Judge this card; repeatable.")
@click.option(
    "--try", "parameter", metavar="WHAT=VALUES",
    help='Find the fairest value of a field or rule, such as "Bard.tax=1..3", or of a setting.',
)  # fmt: skip
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    help="Stop after this many minutes (default: 10, without --games).",
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    help="Stop after this many games for each card compared and each strength of bots; with --try, for each value.",
)
@click.option(
    "--random-games", type=click.IntRange(min=0), default=500, show_default=True,
    help="Number of random games, for comparison.",
)  # fmt: skip
@click.option(
    "--strength",
    default="easy,hard",
    show_default=True,
    help="Bots, separated by commas: easy, hard, or a number of trial games for each decision; or only random.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first game.")
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N",
    help="Number of processes (default: one a core). The games are the same.",
)  # fmt: skip
@click.option(
    "--cluster", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://host:8786."
)
@click.option("--output", type=OUT, metavar="FILE", help="Write the report as JSON.")
@click.option(
    "--csv", "csv_file", type=OUT, metavar="FILE", help="Write the table of cards as CSV."
)
@click.option(
    "--report", type=OUT, metavar="FILE", help="Write the report as one HTML page with charts."
)
@click.option(
    "--all",
    "whole",
    is_flag=True,
    help="Print all columns, and figures about seats, fields and ends.",
)
@click.option(
    "--resume", type=OUT, metavar="FILE",
    help="Save measurements in FILE, and continue from those already in it.",
)  # fmt: skip
def balance(
    game_options: GameOptions,
    against: str | None,
    cards: tuple[str, ...],
    parameter: str | None,
    minutes: float | None,
    games: int | None,
    random_games: int,
    strength: str,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    output: Path | None,
    csv_file: Path | None,
    report: Path | None,
    whole: bool,
    resume: Path | None,
) -> None:
    """Judge from many games whether a card of EDITION is too strong.

    With --against, new and changed cards are compared with the cards of another edition that they replace.
    Without it, each card that players take is compared with the cards they could have taken instead.

    Searching bots play, in two strengths; if these disagree, there is no verdict. Games continue until the
    verdict is certain or the budget is spent, after ten minutes by default. A first line says how long verdicts
    take on this machine. Ctrl-C prints the results so far; their intervals are valid whenever you stop.
    """
    from rulewright.cli.balance.balance_text import trial_lines
    from rulewright.lab.balance.execution.journals import JournalMismatch
    from rulewright.lab.balance.execution.runs import RunBudget
    from rulewright.lab.balance.questions import NotComparable

    rules = game_options.rules(game_options.language)
    table = game_options.table(rules)
    named = [inside(rules).card_called(name) for name in cards]
    for name in named:
        refuse_unknown("card", name, rules.castable, of=f" for {rules.id}")
    outputs = ReportFiles(json=output, csv=None if parameter else csv_file, page=report)
    strengths = [
        name for each in strength.split(",") if (name := each.strip()) not in ("", "random")
    ]
    try:
        outputs.check()
        if parameter is not None:
            last = strengths[-1] if strengths else "easy"
            data = try_values(
                parameter, rules, table, named, last, games or GAMES_TRIED, seed, (cluster, jobs)
            )
            outputs.write(data)
            add_to_json_line(data)
            click.echo(escape_text("\n".join(trial_lines(data["tried"]))))
            return
        most = games or (USUAL_GAMES if minutes is None else 10**9)
        if games is None and minutes is None:
            minutes = USUAL_MINUTES
        budget = RunBudget(most, random_games if strengths else most, minutes and minutes * 60)
        other = _compared_edition(game_options, against, table[0])
        _judge(
            rules,
            other,
            table,
            strengths,
            named,
            budget,
            seed,
            (cluster, jobs),
            outputs,
            resume,
            whole,
        )
    except (NotComparable, JournalMismatch) as error:
        raise NotPossible(str(error)) from None


def _judge(
    rules: rulewright.Rules,
    other: rulewright.Rules | None,
    table: tuple[int, tuple[str, ...]],
    strengths: list[str],
    named: list[str],
    budget: RunBudget,
    seed: int,
    who: tuple[str | None, int | None],
    outputs: ReportFiles,
    resume: Path | None,
    whole: bool,
) -> None:
    """Play games and print the report. Raises NotComparable, JournalMismatch and NotPossible."""
    from rulewright.cli.balance.balance_text import forecast_text, report_text
    from rulewright.cli.common.verdict_sentences import verdict_sentence
    from rulewright.lab.balance.execution.forecast import forecast_of
    from rulewright.lab.balance.execution.journals import Journal
    from rulewright.lab.balance.execution.runs import BalanceRun
    from rulewright.lab.balance.matches import Match
    from rulewright.lab.balance.statistics.card_results import store_verdicts
    from rulewright.lab.balance.statistics.reports import verdict_data

    begun, minutes = monotonic(), budget.seconds and budget.seconds / 60
    match = Match(rules, other, *table, strengths, named)
    try:
        journal = Journal.opened(resume, match.sides, [seed])
    except OSError as error:
        raise NotPossible(f"{resume} cannot be used: {error.strerror}") from None
    run = match.run(budget, seed, journal)
    try:
        with game_executor(*who) as (executor, width), status_line() as show:
            told = forecast_text(forecast_of(match.setup, match.sides, width), minutes)
            click.echo(escape_text(told), err=True)

            def show_progress(run: BalanceRun) -> None:
                """Show the number of games and the first verdict so far on the status line."""
                games = sum(tally.games for tally in run.tallies)
                verdicts = match.verdicts(run) if games else ()
                known = verdict_sentence(verdict_data(verdicts[0])) if verdicts else ""
                show(say("{games} games; {known}", games=f"{games:,}", known=known))

            run.play(executor, width, match.is_sure, show_progress)
    finally:
        journal.close()
    data = match.report(run, monotonic() - begun)
    for verdict in data["verdicts"]:
        verdict["sentence"] = verdict_sentence(verdict)
    is_late = minutes is not None and data["seconds"] >= 60 * minutes
    click.echo(
        escape_text(report_text({**data, "minutes": minutes if is_late else None}, whole=whole))
    )
    store_verdicts(data)
    add_to_json_line(data)
    outputs.write(data)
    if run.is_interrupted:
        words = [say("Stopped: these are the results so far.")]
        if resume:
            words += [
                say(
                    "The measurements are in {file}; the same command continues from them.",
                    file=resume,
                )
            ]
        click.echo(" ".join(words), err=True)
        raise click.exceptions.Exit(EXIT_INTERRUPTED)


def _compared_edition(
    game_options: GameOptions, against: str | None, players: int
) -> rulewright.Rules | None:
    """Return the edition to compare with. Raises NotPossible and RulesError."""
    if against is None:
        return None
    other = rulewright.load(against, game_options.language)
    low, high = other.players
    if not low <= players <= high:
        reason = f"{other.id} is for {low} to {high} players, not for {players}; say --players"
        raise NotPossible(reason)
    unknown = [name for name in game_options.options if name not in other.options]
    if unknown:
        raise NotPossible(f"{other.id} has no option {unknown[0]}: play both without it")
    return other
