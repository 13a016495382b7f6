"""`rulewright play`: starts or resumes a game in the terminal."""

from __future__ import annotations

import secrets
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from rulewright.base.records import Record
from rulewright.cli.common.exits import UNREADABLE, NotPossible, is_misnamed
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.cli.common.loading import GameOptions, takes
from rulewright.cli.common.seats import (
    FIRST_NAMES,
    LEVELS,
    NAMES_HELP,
    USUAL_BOT,
    VARIABLE,
    bot_words,
    check_bot,
    default_bot,
    read_seat,
)
from rulewright.cli.terminal.files.save_files import (
    SavedGame,
    read_save,
    refuse_to_overwrite,
    refuse_unwritable,
)
from rulewright.language.edition.translations.program_text import say, set_language
from rulewright.language.text import SEATS, RulesError, to_data
from rulewright.language.text.complaints.printing import escape_text
from rulewright.runtime.session.games import keep_rules
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright import Game, Rules
    from rulewright.cli.terminal.files.autosave import Autosave
    from rulewright.cli.terminal.screen import TerminalPage

WATCHING: Final = 0.4
"""Seconds between two decisions if the person only watches."""

LONGEST: Final = 60
SEEDS: Final = 1_000_000
"""Number of deals to draw from if no seed is given; small, so that the seed can be typed."""
RETOLD: Final = 10
LONG_SEED: Final = 10**12
"""Seeds from this one on are too long to be shown."""


class _SeatOptions(Record):
    """The options for seats: the person's seat, whether only bots play, and the bot."""

    seat: str | None
    watch: bool
    bot: str | None

    def at(self, game: Game, usual_seat: int | None = 0, bot: str = "") -> SavedGame:
        """Return a game with its seats taken; the arguments are defaults. Raises NotPossible."""
        seat = usual_seat if self.seat is None else read_seat(self.seat, game.players)
        return SavedGame(
            game,
            None if self.watch else seat,
            check_bot(self.bot or bot or default_bot(), game.rules, game.players, game.options),
        )


@click.command()
@takes("edition", "lang", "players", "options", "cast")
@click.option("--seat", metavar="K", help="Your seat: 0 (the default), 1 … or A, B …")
@click.option("--watch", is_flag=True, help="Take no seat: bots play all of them.")
@click.option(
    "--bot",
    metavar="NAME",
    help=f"Bot on the other seats: {NAMES_HELP} (default: {USUAL_BOT}, or the value of {VARIABLE}).",
)
@click.option(
    "--name", metavar="NAME", help="Your name at the table (default: one is chosen for you)."
)
@click.option("--seed", type=int, help="Number of the deal; the same seed gives the same deal.")
@click.option("--save", metavar="FILE", help="Save the game in FILE after every choice.")
@click.option(
    "--with-rules",
    is_flag=True,
    help="Save the rules with the game, so that later changes do not affect it.",
)
@click.option(
    "--resume", metavar="FILE", help="Resume the game in FILE, and go on saving it there."
)
@click.option(
    "--from",
    "begun",
    metavar="FILE[:TITLE]",
    help="Start from the position of a scenario: FILE for its first, FILE:TITLE, or FILE:2 for its second.",
)
@click.option(
    "--delay", type=float, metavar="S", help="Seconds to wait before each choice of a bot."
)
def play(
    game_options: GameOptions,
    seat: str | None,
    watch: bool,
    bot: str | None,
    name: str | None,
    seed: int | None,
    save: str | None,
    with_rules: bool,
    resume: str | None,
    begun: str | None,
    delay: float | None,
) -> None:
    """Play EDITION in the terminal, or watch bots play it.

    EDITION is a game, such as `classic` or `caravan`; `rulewright editions` lists all. Type the number of
    an option and Enter; `?` lists the other keys.
    """
    if watch and seat is not None:
        raise NotPossible("--watch takes no seat, so it cannot be combined with --seat")
    if delay is not None and not 0 <= delay <= LONGEST:
        raise NotPossible(f"--delay is 0 to {LONGEST} seconds, not {delay}")
    new: dict[str, object] = {
        "an edition": game_options.edition or game_options.edition_option,
        "--players": game_options.players,
        "--seed": seed,
        "--option": game_options.options or None,
        "--cast": game_options.cast or None,
    }
    sitting, again = _SeatOptions(seat, watch, bot), ""
    if begun is not None:
        _refuse_combination("--from", {**new, "--save": save, "--resume": resume})
        start = _from_scenario(begun, game_options.language, sitting)
        again = f"rulewright play --from {shlex.quote(begun)}"
    elif resume is not None:
        _refuse_combination("--resume", new)
        saved = read_save(Path(resume), game_options.language)
        set_language(saved.game.rules.language)
        start = sitting.at(saved.game, saved.seat, saved.bot)
    else:
        rules = _load_rules(game_options)
        rules = keep_rules(rules) if with_rules else rules
        players, options = game_options.table(rules)
        drawn = secrets.randbelow(SEEDS) if seed is None else seed
        game = rules.new_game(players, seed=drawn, options=options, ask_forced=True)
        start = sitting.at(game)
    _name_seats(start, name, fresh=resume is None)
    where = save if save is not None else resume
    path = None if where is None else Path(where)
    replacing = _check_save_path(path, fresh=where != resume)

    from rulewright.cli.terminal.files.autosave import Autosave
    from rulewright.cli.terminal.screen import open_page

    autosave = Autosave(path, start, open_page(), resume is not None, replacing, again)
    raise click.exceptions.Exit(_run_session(start, autosave, delay))


def _load_rules(game_options: GameOptions) -> Rules:
    """Return the rules of the game.

    Raises NotPossible, in plain words for players, if the edition or language does not exist, and RulesError.
    """
    try:
        return game_options.rules(game_options.language)
    except RulesError as error:
        codes = {each.code for each in error.complaints}
        if not is_misnamed(error) or UNREADABLE in codes:
            raise
        add_to_json_line({"complaints": to_data(error.complaints)})
        lines = (
            f"{each.message.partition(';')[0]}; {each.help}" if each.help else each.message
            for each in error.complaints
        )
        raise NotPossible("\n       ".join(lines)) from None


def _refuse_combination(option: str, new: dict[str, object]) -> None:
    """Raise NotPossible if an option that only a new game may have is combined with `option`."""
    goes_on = "a saved game" if option == "--resume" else "a game from a scenario"
    for what, value in new.items():
        if value is not None:
            raise NotPossible(
                f"{what} cannot be combined with {option}: {goes_on} keeps its own settings"
            )


def _from_scenario(begun: str, language: str | None, sitting: _SeatOptions) -> SavedGame:
    """Return the game after a scenario; by default the person takes the seat that decides next."""
    from rulewright.cli.terminal.files.scenario_files import game_after_scenario

    game = game_after_scenario(begun, language)
    set_language(game.rules.language)
    assert game.decision is not None
    return sitting.at(game, game.decision.player)


def _name_seats(start: SavedGame, name: str | None, *, fresh: bool) -> None:
    """Give the seats first names; a resumed game keeps its names."""
    names = start.game.names
    if fresh:
        names[:] = FIRST_NAMES[: start.game.players]
    if name is not None:
        if start.seat is None:
            raise NotPossible("--name is for a player, so it cannot be combined with --watch")
        own = " ".join(escape_text(name).split())
        if not own or own in (other for seat, other in enumerate(names) if seat != start.seat):
            raise NotPossible(f"another player at the table is called {own}" if own else "no name")
        names[start.seat] = own


def _check_save_path(path: Path | None, *, fresh: bool) -> bool:
    """Return whether to replace the file at `path` by the game. Raises NotPossible if it cannot be written."""
    if path is not None and fresh:
        return refuse_to_overwrite(path, _confirm)
    if path is not None:
        refuse_unwritable(path)
    return False


def _confirm(question: str) -> bool:
    """Ask the person a question and return whether they agree; False without a terminal."""
    return sys.stdin.isatty() and click.confirm(question)


def _run_session(start: SavedGame, autosave: Autosave, delay: float | None) -> int:
    """Set up the terminal game, run it, and return the exit code."""
    from rulewright.cli.terminal.bots import TableBots
    from rulewright.cli.terminal.loop import TerminalSession
    from rulewright.cli.terminal.story.storyteller import Storyteller
    from rulewright.cli.terminal.story.teaching import Teacher, greeting
    from rulewright.cli.terminal.table_view.card_styles import card_styles_of

    game, page = start.game, autosave.page
    _greet(start, page)
    guide = inside(game.rules).guide(game.players, game.options)
    page.lines(greeting(guide))
    if start.bot in LEVELS:
        # Compile the native code for searching bots now, not at the first search.
        inside(game.rules).compiled(game.players, game.options, "native")
    events_told = max(len(game.events) - RETOLD, 0) if autosave.moved or autosave.again else 0
    card_styles = card_styles_of(
        game.rules, inside(game.rules).display_rules(game.players, game.options)
    )
    story = Storyteller(start.seat, card_styles, events_told)
    if delay is None:
        delay = WATCHING if start.seat is None and page.console.is_terminal else 0
    teacher = Teacher(guide)
    seat, bot = start.seat, start.bot
    code = TerminalSession(
        game, seat, TableBots(bot, page), page, card_styles, autosave, story, teacher, delay
    ).run()
    add_to_json_line(_data_of(game))
    return code


def _data_of(game: Game) -> dict[str, Any]:
    """Return the JSON data about a game, which may have been left before its end."""
    outcome = game.outcome
    return {
        "edition": game.rules.id,
        "players": game.players,
        "seed": game.seed,
        "options": list(game.options),
        "is_over": outcome is not None,
        "scores": list(outcome.scores) if outcome is not None else None,
        "winners": list(outcome.winners) if outcome is not None else None,
    }


def _greet(start: SavedGame, page: TerminalPage) -> None:
    """Print the title of the game, and the players at the table."""
    game = start.game
    rules = game.rules
    greeting = say(
        "{name} ({id}), {players} player(s)", name=rules.name, id=rules.id, players=game.players
    )
    if 0 <= game.seed < LONG_SEED:
        greeting = say("{told}, seed {seed}", told=greeting, seed=str(game.seed))
    if game.options:
        greeting = say("{told}, options {options}", told=greeting, options=", ".join(game.options))
    if game.cast:
        cards = ", ".join(map(inside(rules).card_name, game.cast))
        greeting = say("{told}, with {cards}", told=greeting, cards=cards)
    page.line(f"{greeting}.", "bold")
    names = [f"{letter} {name}" for letter, name in zip(SEATS, game.names, strict=False)]
    if start.seat is not None:
        names[start.seat] += f" ({say('you')})"
    at_table = say(
        "At the table: {names}. Bots: {bot}.",
        names=", ".join(names),
        bot=bot_words(start.bot),
    )
    page.line(at_table)
