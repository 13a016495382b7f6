"""The programs that can take a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rulewright.front.loading import refuse_unknown
from rulewright.ir.chance import below, seeded
from rulewright.ir.layout import RANDOM

if TYPE_CHECKING:
    from rulewright.game.decision import Decision


def seed_of_choices(seed: int) -> int:
    """Return the seed for the choices in a game that was dealt with `seed`.

    With the same one, choices would be drawn from the very numbers of the deal.
    """
    return seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03


def seed_of_next_choice(seed: int, made: int) -> int:
    """Return the seed for one choice after so many: it depends on nothing that a saved game does not hold."""
    return seed * 1_000_003 + made


Bot = Callable[["Decision"], int]
"""Chooses: returns the index of one of a decision's options."""


def random_bot(seed: int) -> Bot:
    """Return who chooses each option equally often, from a stream of its own."""
    row = [0] * (RANDOM + 1)
    row[RANDOM] = seeded(seed_of_choices(seed))
    return lambda decision: below(row, len(decision.options))


def first_bot(seed: int) -> Bot:
    """Return who always takes the first option: dull, but the same in every game, whatever the seed."""
    return lambda decision: 0


BOTS: Final[dict[str, Callable[[int], Bot]]] = {"random": random_bot, "first": first_bot}
"""The bots by the names under which people ask for them."""

USUAL_BOT: Final = "random"


def known_bot(name: str) -> str:
    """Return `name` if there is such a bot; NotPossible names the nearest otherwise."""
    refuse_unknown("bot", name, BOTS)
    return name


def make_bot(name: str, seed: int) -> Bot:
    """Return a bot for which the same seed means the same choices."""
    return BOTS[name](seed)
