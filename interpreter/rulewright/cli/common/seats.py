"""Names of seats, and the bots that can take one."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.loading import refuse_unknown
from rulewright.language.edition.translations.program_text import say
from rulewright.language.text import SEATS
from rulewright.runtime.ir.random_stream import below, new_generator
from rulewright.runtime.session.playouts import seed_of_choices

if TYPE_CHECKING:
    from rulewright import Game, Rules
    from rulewright.lab.players.network_player import NetworkPlayer
    from rulewright.lab.players.search_player import SearchResult


FIRST_NAMES: Final = (
    "Ada", "Boris", "Clara", "David", "Emma", "Felix",
    "Greta", "Hugo", "Jonas", "Karla", "Leo", "Mia",
)  # fmt: skip
"""In alphabetical order, so that a seat's letter is the initial of its name."""


def read_seat(text: str, players: int) -> int:
    """Return the seat that `text` denotes, a number from 0 or a letter.

    Raises NotPossible if the table has no such seat.
    """
    letters = list(SEATS[:players])
    if text.upper() in letters:
        return letters.index(text.upper())
    if text.isascii() and text.isdigit() and int(text) < players:
        return int(text)
    raise NotPossible(
        f"there is no seat {text} at a table of {players}: the seats are 0 to {players - 1}, "
        f"or {letters[0]} to {letters[-1]}"
    )


# ------------------------------------------------------------------ bots


def seed_of_next_choice(seed: int, choices: int) -> int:
    """Return the seed of the bot's choice after `choices` choices of a game; a saved game reproduces it."""
    return seed * 1_000_003 + choices


Bot = Callable[["Game"], int]
"""A function that returns the index of the option it chooses in a game's pending decision."""


def random_bot(seed: int) -> Bot:
    """Return a bot that chooses every option with equal probability."""
    row = new_generator(seed_of_choices(seed))

    def choose(game: Game) -> int:
        """Return the index of a random option."""
        assert game.decision is not None
        return below(row, len(game.decision.options))

    return choose


def first_bot(seed: int) -> Bot:
    """Return a bot that always takes the first option, whatever the seed."""
    return lambda game: 0


BOTS: Final[dict[str, Callable[[int], Bot]]] = {"random": random_bot, "first": first_bot}
"""Bots that do not search, by name."""

QUICK: Final = "quick"

LEVELS: Final[dict[str, tuple[int, float]]] = {
    "search-easy": (60, 2.0), "search": (4_000, 5.0), "search-hard": (30_000, 20.0), QUICK: (60, 2.0),
}  # fmt: skip
"""Searching bots by name: rollouts for a decision, and seconds after which a clock stops them at a table."""

NAMES: Final = (*LEVELS, *BOTS)
NAMES_HELP: Final = (
    "search-easy (weak), search (normal), search-hard (strong), quick (trained, for some editions), random, "
    "first (always the first option), or a trained player's FILE.npz"
)
"""The names of all bots, for the help of commands."""

TRAINED: Final = ".npz"
"""The end of the name of a trained player's file."""

WORDS: Final = {
    "random": "random", "first": "always the first option", "search-easy": "weak",
    "search": "normal", "search-hard": "strong", QUICK: "quick (weak in games without a trained bot)",
}  # fmt: skip
"""Descriptions of the bots, shown to players."""

USUAL_BOT: Final = "search"

THREADS: Final = "RULEWRIGHT_THREADS"
"""Variable with the number of search threads; it changes no choice unless time runs out."""

VARIABLE: Final = "RULEWRIGHT_BOT"
"""Variable with the default bot."""


def default_bot() -> str:
    """Return the name of the default bot."""
    return os.environ.get(VARIABLE) or USUAL_BOT


def check_bot(name: str, rules: Rules, players: int, options: Sequence[str]) -> str:
    """Return `name`, of a bot or of a trained player's file.

    Raises NotPossible if there is no such bot, with the nearest name, or if the file does not fit the game.
    """
    if not is_trained(name):
        refuse_unknown("bot", name, NAMES)
        if name == QUICK and quick_player(rules, players, tuple(options)) is None:
            raise NotPossible(
                f"{rules.id} has no trained bot for {players} players here; "
                "choose search, or train one with `rulewright train`"
            )
        return name
    from rulewright.lab.players.trained_files import UnfitPlayer

    try:
        _trained(name, rules, players, tuple(options))
    except UnfitPlayer as error:
        raise NotPossible(str(error)) from None
    return name


def is_trained(name: str) -> bool:
    """Return whether a bot is a trained player, named by its file."""
    return name.endswith(TRAINED)


def bot_words(name: str) -> str:
    """Return the description of a bot, shown to players; of a trained player, the name of its file."""
    return Path(name).name if is_trained(name) else say(WORDS[name])


@lru_cache(maxsize=8)
def _trained(name: str, rules: Rules, players: int, options: tuple[str, ...]) -> NetworkPlayer:
    """Return a trained player; it is read once. Raises UnfitPlayer."""
    from rulewright.lab.players.network_player import NetworkPlayer

    return NetworkPlayer.load(Path(name), rules, players, options)


@lru_cache(maxsize=8)
def quick_player(rules: Rules, players: int, options: tuple[str, ...]) -> NetworkPlayer | None:
    """Return the trained player shipped with an edition; None if none fits, or if NumPy is missing."""
    from rulewright.lab.players.network_player import NetworkPlayer, quick_files
    from rulewright.lab.players.trained_files import UnfitPlayer

    for file in quick_files(rules):
        with suppress(UnfitPlayer):
            return NetworkPlayer.load(file, rules, players, options)
    return None


def make_bot(name: str, seed: int) -> Bot:
    """Return a bot; the same seed gives the same choices."""
    if name in BOTS:
        return BOTS[name](seed)
    if is_trained(name):
        return lambda game: _trained(name, game.rules, game.players, game.options).choose(game)

    def choose(game: Game) -> int:
        """Return the index of the option that a search finds best, with a seed for this choice."""
        choices = len(game.decisions)
        return search_result(name, game, seed_of_next_choice(seed, choices), hurried=False).index

    return choose


def search_result(name: str, game: Game, seed: int, *, hurried: bool) -> SearchResult:
    """Return the result of a bot's search at this decision; if `hurried`, limited by the time of its level.

    The quick bot does not search in games that have a trained player.
    """
    if name == QUICK and (player := quick_player(game.rules, game.players, game.options)):
        return player.evaluate(game)
    from rulewright.lab.players.leaf_files import leaf_for
    from rulewright.lab.players.search_budget import SearchBudget
    from rulewright.lab.players.search_player import think

    simulations, seconds = LEVELS[name]
    leaf = leaf_for(game)
    if (
        leaf is not None
    ):  # half of the rollouts end early at the learned leaf, and cost almost nothing
        simulations += simulations // 2
    return think(
        game,
        SearchBudget(simulations, seconds if hurried else None, search_threads()),
        seed,
        leaf=leaf,
    )


def search_threads() -> int:
    """Return the number of threads for a search. Raises NotPossible if the variable is neither 1 nor 2."""
    number = os.environ.get(THREADS) or str(min(os.cpu_count() or 1, 2))
    refuse_unknown("number of threads", number, ("1", "2"))
    return int(number)
