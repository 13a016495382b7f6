"""Offers of cards: what each offered card brought compared with the others, and values of positions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple

from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.engine_contract import SEED_LIMIT, Fault
from rulewright.runtime.ir.outcome_rules import WHOLE
from rulewright.runtime.ir.random_stream import below

PLAYED: Final = {True: 128, False: 256}
"""Playouts per position, for random players (True) and search players: fewer add noise, more cost whole games."""

DECIDED: Final = 20
"""How fast the weight of a position falls as it becomes decided; see `weight_of_position`."""


def position_values(at: GameState, rng: list[Any], games: int) -> list[float]:
    """Estimate each seat's advantage over the average in victory shares, from `games` random playouts.

    Random playouts are a biased but equal measure for all, a thousand times cheaper than play by search. Their
    scale is calibrated by the results of the actual games.
    """
    outcome, won = at.game.module.outcome, [0] * at.game.module.players
    for _ in range(games):
        with suppress(Fault):
            for seat, share in enumerate(
                outcome.shares(at.engine.rollout_ranks(at.state, below(rng, SEED_LIMIT)))
            ):
                won[seat] += share
    fair = sum(won) / len(won)
    return [(each - fair) / (games * WHOLE) for each in won]


def weight_of_position(values: list[float]) -> float:
    """Return the weight of a position: 1 if seats are equal, less the more is decided, to lower the variance."""
    return 1 / (1 + DECIDED * sum(each * each for each in values))


class CardOffer(NamedTuple):
    """An offer of several cards to a seat: the cards, the probability of each, and the one taken.

    `before` is the value of the position for the seat before, `counts` the weight of the result.
    """

    seat: int
    cards: tuple[str, ...]
    odds: tuple[float, ...]
    taken: int
    before: float = 0.0
    counts: float = 1.0


def compare_offers(
    offer: CardOffer, gain: float, soon: float | None
) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield (card, numbers) for each offered card: its statistical information and its weighted results.

    The results are the final gain; the position's value before; its value when the seat next takes a card
    (`soon`), and the final gain if it never does. Each is weighted by the indicator of taking the card minus its
    probability. So the seat's own strength cancels out, and the value before has expectation 0.
    """
    came = gain, offer.before, soon or 0.0, gain if soon is None else 0.0
    for at, (card, odds) in enumerate(zip(offer.cards, offer.odds, strict=True)):
        weight = offer.counts * ((at == offer.taken) - odds)
        yield card, (offer.counts * odds * (1 - odds), *(weight * each for each in came))
