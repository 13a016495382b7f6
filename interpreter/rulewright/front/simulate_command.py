"""`rulewright simulate`: many games played by bots, and what comes of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

import click

import rulewright
from rulewright.front.common.ending import EXIT_INTERRUPTED, NotPossible
from rulewright.front.common.loading import Asked, takes
from rulewright.front.common.seats import NAMES, WORDS, known_bot, seat_letter
from rulewright.front.common.speech import say
from rulewright.text.show import clean

if TYPE_CHECKING:
    from rulewright.engines.choice import EngineName, Obstacle
    from rulewright.front.simulation import Plan, Report


@click.command()
@takes("edition", "lang", "players", "options", "cast")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True)
@click.option(
    "--bot", default="random", show_default=True, help=f"Who plays all seats: {', '.join(NAMES)}."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The deal of the first game.")
@click.option(
    "--no-playout-options",
    is_flag=True,
    help="Leave out the options the edition recommends for this.",
)
@click.option(
    "--engine",
    type=click.Choice(["python", "native"]),
    help="What plays; the native one, where it is there. Both play the same games.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many processes play at a time; one for each core. It changes no game.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
@click.option(
    "--coverage",
    is_flag=True,
    help="Print which clauses of the rules came to pass, and which only in scenarios or never.",
)
def simulate(
    asked: Asked,
    games: int,
    bot: str,
    seed: int,
    no_playout_options: bool,
    engine: EngineName | None,
    jobs: int | None,
    as_json: bool,
    coverage: bool,
) -> None:
    """Let bots play many games of EDITION, and print how long they took and how they ended.

    Game number i is dealt from the seed plus i, so that every one of them can be played again.
    Without --option, the options that the edition recommends for random games are used.

    With --coverage the games are random, without --players there are so many for each number of
    players, and without --option the game is played as the edition has it.
    """
    from rulewright.engines.choice import obstacle
    from rulewright.front.simulation import Plan, run_plan

    rules = asked.rules(asked.language)
    number, chosen = asked.table(rules)
    if coverage:
        _refuse_bot(bot)
        wanted = (
            range(rules.players[0], rules.players[1] + 1) if asked.players is None else [number]
        )
        _cover(rules, wanted, games, seed, chosen, as_json)
        return
    if not chosen and not no_playout_options:
        chosen = tuple(rules.playout_options)
    plan = Plan(rules, number, games, known_bot(bot), seed, chosen, engine or "native", jobs)
    if engine == "native" and not plan.is_native:
        raise NotPossible(_not_native(obstacle(rules.module(number, chosen))))
    report = run_plan(plan)
    click.echo(json.dumps(report.data()) if as_json else clean(_report_in_words(report, rules)))
    if not report.is_whole:
        told = say(
            "Stopped: these are the first {games} of {planned} games.",
            games=f"{report.games:,}", planned=f"{plan.games:,}",
        )  # fmt: skip
        click.echo(told, err=True)
        raise click.exceptions.Exit(EXIT_INTERRUPTED)


def _refuse_bot(bot: str) -> None:
    from rulewright.front.simulation import RANDOM_BOT

    if bot != RANDOM_BOT:
        raise click.UsageError("--coverage is of random games; leave out --bot")


def _cover(
    rules: rulewright.Rules,
    players: Iterable[int],
    games: int,
    seed: int,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Print which clauses came to pass in random games, and in the scenarios beside the rules."""
    from rulewright.front.testing.coverage_report import data_of, text_of
    from rulewright.front.testing.coverage_runs import Coverage, add_scenarios, play_counting
    from rulewright.library import find_library

    coverage = Coverage(rules.id, rules.clauses)
    coverage.runs += play_counting(rules, players, options, games, seed)
    add_scenarios(coverage, chain.from_iterable(map(find_library().scenarios_of, rules.rule_paths)))
    click.echo(json.dumps(data_of(coverage)) if as_json else clean(text_of(coverage)))


def _is_advised(plan: Plan) -> bool:
    """Whether the games have the options that the edition advises, and says why."""
    rules = plan.rules
    return bool(rules.playout_note) and plan.options == rules.playout_options != ()


def _not_native(found: Obstacle | None) -> str:
    """What is said where the native engine is wanted, and cannot play."""
    if found is not None and found.kind == "untranslated":
        return say("the native engine cannot play these rules: {what}", what=found.what)
    if found is not None and found.kind == "unusable":
        return say("the native engine cannot be used here: {what}", what=found.what)
    return say("the native engine needs wasmtime: pip install 'rulewright[fast]'")


def _engine_in_words(report: Report) -> str:
    """Which engine played, and what another had to play, or why it was not the quicker one."""
    if report.plan.engine_name == "native":
        if not report.given_up:
            return say("native")
        games = f"{report.given_up:,}"
        return say("native, but {games} of the games by the Python engine", games=games)
    found = report.plan.obstacle
    if found is None:
        return "Python"
    if found.kind == "missing":
        return say("Python; pip install 'rulewright[fast]' plays more than a hundred times as fast")
    return f"Python; {_not_native(found)}"


def _report_in_words(report: Report, rules: rulewright.Rules) -> str:
    plan, sums, per = report.plan, report.totals, report.per_game
    title = say(
        "{games} game(s) of {name} ({id}), {players} player(s), all {bot}",
        games=report.games, name=rules.name, id=rules.id, players=plan.players, bot=say(WORDS[plan.bot]),
    )  # fmt: skip
    rows = [
        (say("options"), ", ".join(plan.options) or say("none")),
        *([("", plan.rules.playout_note)] if _is_advised(plan) else []),
        *([(say("cast"), ", ".join(map(rules.card_name, rules.cast)))] if rules.cast else []),
        (say("engine"), _engine_in_words(report)),
        (say("time"), say(
            "{seconds} s, {rate} games a second",
            seconds=f"{report.seconds:.2f}", rate=f"{report.games_per_second:,.0f}",
        )),
        (say("decisions a game"), say(
            "{decisions}, and {forced} forced",
            decisions=f"{per(sums.decisions):.1f}", forced=f"{per(sums.forced):.1f}",
        )),
        (say("rounds a game"), f"{per(sums.rounds):.1f}"),
        (say("score"), say(
            "{mean} on average, {best} of the winners",
            mean=f"{report.mean_score:.2f}", best=f"{per(sums.winner_scores):.2f}",
        )),
    ]  # fmt: skip
    wide = max(18, *(len(name) + 2 for name, _ in rows))
    lines = [title, *(f"  {name:<{wide}}{value}" for name, value in rows)]
    heads = say("seat"), say("mean score"), say("won")
    lines.append(f"  {heads[0]:<{wide}}{heads[1]}{heads[2]:>10}")
    for seat in range(plan.players):
        score, wins = per(sums.scores[seat]), report.wins[seat]
        lines.append(f"  {seat_letter(seat):<{wide}}{score:>{len(heads[1])}.2f}{wins:>10.1%}")
    return "\n".join(lines)
