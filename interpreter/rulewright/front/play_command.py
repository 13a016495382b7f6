"""`rulewright play`: reads what was asked for, and opens the table."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from rulewright.front.common.bots import (
    LEVELS,
    NAMES,
    USUAL_BOT,
    VARIABLE,
    WORDS,
    known_bot,
    usual_bot,
)
from rulewright.front.common.configuration import (
    Chosen,
    choose_edition,
    choose_language,
    takes_cast,
    takes_edition,
    takes_language,
)
from rulewright.front.common.ending import NotPossible
from rulewright.front.common.loading import known_options, load_rules, number_of_players, with_cast
from rulewright.front.common.seats import first_name, read_seat, seat_letter
from rulewright.front.common.speech import say, speak
from rulewright.front.play.save_files import Save, read_save, refuse_to_overwrite, refuse_unwritable
from rulewright.records import Record, evolve
from rulewright.text.snippet import clean

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.front.play.page import Page

WATCHING: Final = 0.4
"""Seconds between two decisions for somebody who only watches."""

LONGEST: Final = 60
RETOLD: Final = 10


@click.command()
@takes_edition
@takes_language
@click.option("--players", type=int, help="How many players; 4, or as near as the edition allows.")
@click.option("--seat", metavar="K", help="Your seat: 0 (the default), 1 … or A, B …")
@click.option("--watch", is_flag=True, help="Sit at no seat: bots play all of them.")
@click.option(
    "--bot",
    metavar="NAME",
    help=f"Who plays the other seats: {', '.join(NAMES)} (default: {USUAL_BOT}, or what {VARIABLE} says).",
)
@click.option("--name", metavar="NAME", help="Your name in the story (default: a first name).")
@click.option("--seed", type=int, help="The deal; the same seed deals the same.")
@click.option("--option", "options", multiple=True, help="An option of the edition; repeatable.")
@takes_cast
@click.option("--save", metavar="FILE", help="Keep the game in FILE after every decision.")
@click.option("--resume", metavar="FILE", help="Go on with the game in FILE, and keep it there.")
@click.option(
    "--from",
    "begun",
    metavar="FILE[:TITLE]",
    help="Go on where a scenario ends: bard.rules, bard.rules:song or, its second, bard.rules:2.",
)
@click.option("--delay", type=float, metavar="S", help="Seconds to wait before a bot decides.")
def play(
    edition: str | None,
    edition_option: str | None,
    lang: str | None,
    players: int | None,
    seat: str | None,
    watch: bool,
    bot: str | None,
    name: str | None,
    seed: int | None,
    options: Sequence[str],
    cast: Sequence[str],
    save: str | None,
    resume: str | None,
    begun: str | None,
    delay: float | None,
) -> None:
    """Play EDITION in the terminal, or watch bots play it.

    Type the number of an option and Enter; `?` tells the other keys.
    """
    if watch and seat is not None:
        raise NotPossible("--watch takes no seat, so --seat cannot go with it")
    if delay is not None and not 0 <= delay <= LONGEST:
        raise NotPossible(f"--delay is 0 to {LONGEST} seconds, not {delay}")
    new: dict[str, object] = {
        "an edition": edition or edition_option,
        "--players": players,
        "--seed": seed,
    }
    new |= {"--option": options or None, "--cast": cast or None}
    if begun is not None:
        _refuse_beside("--from", {**new, "--save": save, "--resume": resume})
        start = _from_scenario(begun, choose_language(lang), seat, watch, bot)
    elif resume is not None:
        _refuse_beside("--resume", new)
        start = _resumed(Path(resume), choose_language(lang), seat, watch, bot)
    else:
        chosen, language = choose_edition(edition, edition_option), choose_language(lang)
        game = _new_game(chosen, language, players, seed, options, cast)
        start = _seated(game, seat, watch, bot)
    _name_seats(start, name, fresh=resume is None)
    where = save if save is not None else resume
    replacing = _check_place(where, fresh=where != resume)
    keeping = Keeping(where, resumed=resume is not None, replacing=replacing)
    if begun is not None:
        keeping = evolve(keeping, again=f"rulewright play --from {shlex.quote(begun)}")
    raise click.exceptions.Exit(_sit_down(start, keeping, delay))


def _refuse_beside(option: str, new: dict[str, object]) -> None:
    goes_on = "a saved game" if option == "--resume" else "what a scenario began"
    for what, value in new.items():
        if value is not None:
            raise NotPossible(f"{goes_on} goes on as it is: {what} cannot go with {option}")


def _from_scenario(
    begun: str, language: str | None, seat: str | None, watch: bool, bot: str | None
) -> Save:
    """The game after a scenario; who has to decide first is played by the person, unless another seat is named."""
    from rulewright.front.play.from_scenario import game_from

    game = game_from(begun, language)
    speak(game.rules.language)
    decision = game.decision
    if seat is None and decision is not None:
        seat = str(decision.player)
    return _seated(game, seat, watch, bot)


def _resumed(
    path: Path, language: str | None, seat: str | None, watch: bool, bot: str | None
) -> Save:
    start = read_save(path, language)
    speak(start.game.rules.language)
    if watch:
        start = evolve(start, seat=None)
    elif seat is not None:
        start = evolve(start, seat=read_seat(seat, start.game.players))
    return evolve(start, bot=known_bot(bot or start.bot))


def _new_game(
    chosen: Chosen,
    language: str | None,
    players: int | None,
    seed: int | None,
    options: Sequence[str],
    cast: Sequence[str],
) -> Game:
    rules = with_cast(load_rules(chosen, language), cast)
    count, known = number_of_players(rules, players), known_options(rules, options)
    return rules.new_game(
        count,
        seed=seed,
        options=known,
        ask_forced=True,
    )


def _seated(game: Game, seat: str | None, watch: bool, bot: str | None) -> Save:
    own = None if watch else read_seat("0" if seat is None else seat, game.players)
    return Save(game, own, known_bot(bot or usual_bot()))


def _name_seats(start: Save, name: str | None, *, fresh: bool) -> None:
    """Call the seats by first names; a game that goes on keeps the names that it has."""
    names = start.game.names
    if fresh:
        names[:] = [first_name(seat) for seat in range(start.game.players)]
    if name is not None:
        if start.seat is None:
            raise NotPossible("--name is for who plays, so it cannot go with --watch")
        own = " ".join(clean(name).split())
        if not own or own in (other for seat, other in enumerate(names) if seat != start.seat):
            raise NotPossible(f"somebody else at the table is called {own}" if own else "no name")
        names[start.seat] = own


def _check_place(where: str | None, *, fresh: bool) -> bool:
    """Whether what lies there is to be replaced by the game."""
    if where is None:
        return False
    if fresh:
        return refuse_to_overwrite(Path(where), _asked)
    refuse_unwritable(Path(where))
    return False


def _asked(question: str) -> bool:
    """What a person says; nobody is asked where nobody sits at the keyboard."""
    return sys.stdin.isatty() and click.confirm(question)


class Keeping(Record):
    """Where a game is kept, and what is there; or what begins it `again` if it is not kept."""

    where: str | None
    resumed: bool
    replacing: bool
    again: str = ""


def _sit_down(start: Save, keeping: Keeping, delay: float | None) -> int:
    from rulewright.front.play.drawn_table import passing_of
    from rulewright.front.play.keeper import Keeper
    from rulewright.front.play.looks import looks_of
    from rulewright.front.play.loop import Session
    from rulewright.front.play.page import open_page
    from rulewright.front.play.storyteller import Storyteller

    page = open_page()
    _greet(start, page)
    if start.bot in LEVELS:
        # What plays for who thinks is made now, and not when the first one is asked.
        start.game.rules.compiled(start.game.players, start.game.options, "native")
    game, path = start.game, None if keeping.where is None else Path(keeping.where)
    keeper = Keeper(
        path, start.seat, start.bot, page, game.copy(), keeping.resumed, keeping.replacing,
        keeping.again,
    )  # fmt: skip
    looks = looks_of(game.rules)
    told = max(len(game.events) - RETOLD, 0) if keeping.resumed or keeping.again else 0
    story = Storyteller(start.seat, looks, told)
    if delay is None:
        delay = WATCHING if start.seat is None and page.console.is_terminal else 0
    passing = passing_of(game.rules.compiled(game.players, game.options).module)
    return Session(game, start.seat, start.bot, passing, page, looks, keeper, story, delay).run()


def _greet(start: Save, page: Page) -> None:
    game = start.game
    told = say(
        "{name} ({id}), {players} player(s), seed {seed}",
        name=game.rules.name, id=game.rules.id, players=game.players, seed=str(game.seed),
    )  # fmt: skip
    if game.options:
        told = say("{told}, options {options}", told=told, options=", ".join(game.options))
    if game.cast:
        cards = ", ".join(map(game.rules.card_name, game.cast))
        told = say("{told}, with {cards}", told=told, cards=cards)
    page.line(f"{told}.", "bold")
    names = [f"{seat_letter(seat)} {name}" for seat, name in enumerate(game.names)]
    if start.seat is not None:
        names[start.seat] += f" ({say('you')})"
    at_table = say(
        "At the table: {names}. The bots are {bot}.",
        names=", ".join(names),
        bot=say(WORDS[start.bot]),
    )
    page.line(at_table)
