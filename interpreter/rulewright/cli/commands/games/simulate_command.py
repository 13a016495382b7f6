"""`rulewright simulate`: plays many games between bots and prints statistics."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import click

import rulewright
from rulewright.cli.common.exits import EXIT_INTERRUPTED, NotPossible
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.cli.common.loading import GameOptions, takes
from rulewright.cli.common.seats import NAMES_HELP, bot_words, check_bot, is_trained
from rulewright.language.edition.translations.program_text import say
from rulewright.language.text import SEATS
from rulewright.language.text.complaints.printing import escape_text
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright.cli.simulation import SimulationReport
    from rulewright.cli.test_runs.coverage_runs import CoverageRun
    from rulewright.native.loading import Obstacle
    from rulewright.runtime.session.native_backend import EngineName

NOTE_WIDTH: Final = 58
"""Width of an edition's note beside the names of the measurements, in characters."""


@click.command()
@takes("edition", "lang", "players", "options", "cast")
@click.option(
    "--games", type=click.IntRange(min=1), default=100, show_default=True, help="Number of games."
)
@click.option("--bot", default="random", show_default=True, help=f"Bot on all seats: {NAMES_HELP}.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first game.")
@click.option(
    "--no-playout-options",
    is_flag=True,
    help="Ignore the options that the edition recommends for random games.",
)
@click.option(
    "--engine",
    type=click.Choice(["python", "native"]),
    help="Engine (default: native, if available). Both play the same games.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of processes (default: one a core). The games are the same.",
)
@click.option(
    "--cluster", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://host:8786."
)
@click.option(
    "--coverage",
    is_flag=True,
    help="Print which clauses of the rules fired in games, only in scenarios, or never.",
)
def simulate(
    game_options: GameOptions,
    games: int,
    bot: str,
    seed: int,
    no_playout_options: bool,
    engine: EngineName | None,
    jobs: int | None,
    cluster: str | None,
    coverage: bool,
) -> None:
    """Let bots play many games of EDITION and print statistics.

    Each game has the seed of the one before plus 1, so each can be repeated alone. Without --option, the
    options that the edition recommends for random games are used, except with a trained player.

    With --coverage the games are random, and played with every number of players unless --players is given.
    Without --option, the edition is then played without options.
    """
    from rulewright.cli.simulation import RANDOM_BOT, SimulationPlan, run_plan
    from rulewright.cli.test_runs.coverage_runs import play_counting
    from rulewright.native.loading import obstacle

    rules = game_options.rules(game_options.language)
    number, chosen = game_options.table(rules)
    if coverage:
        if bot != RANDOM_BOT:
            raise click.UsageError("--coverage plays random games; leave out --bot")
        low, high = (number, number) if game_options.players is not None else rules.players
        counted = play_counting(rules, range(low, high + 1), chosen, games, seed)
        _print_coverage(rules, counted)
        return
    # A trained player plays only the games that it was trained for.
    if not chosen and not no_playout_options and not is_trained(bot):
        chosen = tuple(inside(rules).playout_options)
    plan = SimulationPlan(
        rules,
        number,
        games,
        check_bot(bot, rules, number, chosen),
        seed,
        chosen,
        engine or "native",
        jobs,
    )
    if engine == "native" and not plan.is_native:
        raise NotPossible(_native_obstacle_text(obstacle(inside(rules).module(number, chosen))))
    report = run_plan(plan, cluster)
    add_to_json_line(report.data())
    click.echo(escape_text(_report_text(report)))
    if not report.is_whole:
        message = say(
            "Stopped: these are the first {games} of {planned} games.",
            games=f"{report.games:,}", planned=f"{plan.games:,}",
        )  # fmt: skip
        click.echo(message, err=True)
        raise click.exceptions.Exit(EXIT_INTERRUPTED)


def _print_coverage(rules: rulewright.Rules, counted: list[CoverageRun]) -> None:
    """Print which clauses fired in these games, and in the scenarios of the rules."""
    from rulewright.base.library import find_library
    from rulewright.cli.test_runs.coverage_report import data_of, text_of
    from rulewright.cli.test_runs.coverage_runs import Coverage, add_scenarios

    coverage = Coverage(rules.id, rules.clauses, counted)
    add_scenarios(
        coverage,
        chain.from_iterable(map(find_library().scenarios_of, inside(rules).edition.places)),
    )
    add_to_json_line(data_of(coverage))
    click.echo(escape_text(text_of(coverage)))


def _native_obstacle_text(obstacle: Obstacle | None) -> str:
    """Return the reason why the native engine cannot play."""
    if obstacle is not None and obstacle.kind == "untranslated":
        return say("the native engine cannot play these rules: {what}", what=obstacle.what)
    if obstacle is not None and obstacle.kind == "unusable":
        return say("the native engine cannot be used here: {what}", what=obstacle.what)
    return say("the native engine needs wasmtime: pip install 'rulewright[fast]'")


def _engine_text(report: SimulationReport) -> str:
    """Return the engine that played, with games played by another one, or why it was not the faster one."""
    if report.plan.engine_name == "native":
        if not report.given_up:
            return say("native")
        games = f"{report.given_up:,}"
        return say("native, except for {games} games on the Python engine", games=games)
    obstacle = report.plan.obstacle
    if obstacle is None:
        return "Python"
    if obstacle.kind == "missing":
        return say("Python; more than 100 times as fast after pip install 'rulewright[fast]'")
    return f"Python; {_native_obstacle_text(obstacle)}"


def _report_text(report: SimulationReport) -> str:
    """Return the report as text: a title, the measurements, and a table of seats."""
    plan, rules = report.plan, report.plan.rules
    title = say(
        "{games} game(s) of {name} ({id}), {players} player(s), bots: {bot}",
        games=report.games,
        name=rules.name,
        id=rules.id,
        players=plan.players,
        bot=bot_words(plan.bot),
    )
    rows = list(_measurements(report))
    wide = max(18, *(len(name) + 2 for name, _ in rows))
    lines = [title, *(f"  {name:<{wide}}{value}" for name, value in rows)]
    if report.together:
        return "\n".join(lines)
    heads = say("seat"), say("mean score"), say("won")
    lines.append(f"  {heads[0]:<{wide}}{heads[1]}{heads[2]:>10}")
    for seat in range(plan.players):
        score, wins = report.per_game(report.totals.scores[seat]), report.wins[seat]
        lines.append(f"  {SEATS[seat]:<{wide}}{score:>{len(heads[1])}.2f}{wins:>10.1%}")
    return "\n".join(lines)


def _measurements(report: SimulationReport) -> Iterator[tuple[str, str]]:
    """Yield the name and value of each measurement."""
    plan, rules, sums = report.plan, report.plan.rules, report.totals
    yield say("options"), ", ".join(plan.options) or say("none")
    if inside(rules).playout_note and plan.options == inside(rules).playout_options != ():
        # The edition's reason for these options, beside the names of the measurements.
        yield from (("", line) for line in wrap(inside(rules).playout_note, NOTE_WIDTH))
    if inside(rules).cast:
        yield say("chosen cards"), ", ".join(map(inside(rules).card_name, inside(rules).cast))
    yield say("engine"), _engine_text(report)
    seconds, rate = f"{report.seconds:.2f}", f"{report.games_per_second:,.0f}"
    yield say("time"), say("{seconds} s, {rate} games a second", seconds=seconds, rate=rate)
    decisions, forced = (f"{report.per_game(n):.1f}" for n in (sums.decisions, sums.forced))
    counts = say("{decisions}, and {forced} forced", decisions=decisions, forced=forced)
    yield say("decisions a game"), counts
    yield say("rounds a game"), f"{report.per_game(sums.rounds):.1f}"
    mean, best = f"{report.mean_score:.2f}", f"{report.per_game(sums.best_scores):.2f}"
    if report.together:
        yield say("score"), say("{mean} on average", mean=mean)
        yield say("won together"), say("{share} of the games", share=f"{report.wins[0]:.1%}")
        return
    yield say("score"), say("{mean} on average, {best} for winners", mean=mean, best=best)
