"""Cards that could be taken, what came of each against the others, and what positions are worth."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple

from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.deciding import WHOLE
from rulewright.runtime.ir.engine_contract import LOT, Fault
from rulewright.runtime.ir.random_stream import below

PLAYED: Final = {True: 128, False: 256}
"""So many games are played on from a position, by lot and by who thinks: fewer add to the noise of a round, more
cost what other games would."""

DECIDED: Final = 20
"""So much less a position counts by what is decided already; see `how_open`."""


def standing(at: GameState, lot: list[Any], games: int) -> list[float]:
    """What part of a victory more than all on average each seat wins in games that go on by lot.

    Nobody plays so; as a measure that does not matter: it is the same for all, and costs a thousandth of what it
    takes to play on with players that think. What it is worth in victories of those is told by their games.
    """
    outcome, won = at.game.module.outcome, [0] * at.game.module.players
    for _ in range(games):
        with suppress(Fault):
            for seat, share in enumerate(
                outcome.shares(at.engine.judged(at.state, below(lot, LOT)))
            ):
                won[seat] += share
    fair = sum(won) / len(won)
    return [(each - fair) / (games * WHOLE) for each in won]


def how_open(worth: list[float]) -> float:
    """How much a position counts: 1 where seats are alike; the more is decided, the more may happen in a round."""
    return 1 / (1 + DECIDED * sum(each * each for each in worth))


class Taking(NamedTuple):
    """That somebody could take one of several cards: who, which, how likely each was, and which was taken.

    `before` is what the position was worth to him before, `counts` how much what comes of it counts.
    """

    seat: int
    cards: tuple[str, ...]
    odds: tuple[float, ...]
    taken: int
    before: float = 0.0
    counts: float = 1.0


def compared(
    taking: Taking, gain: float, soon: float | None
) -> Iterator[tuple[str, tuple[float, ...]]]:
    """For each card that could be taken: how much is learnt of it, and by how much it was better than others.

    That is told of the end; of what the position was worth before; of what it is worth when the seat can take a
    card again (`soon`), and of the end where it never can. Each is weighed by whether the card was taken, less how
    likely that was: so who sits there does not matter, and of what was before it is known that it is nothing.
    """
    came = gain, taking.before, soon or 0.0, gain if soon is None else 0.0
    for at, (card, odds) in enumerate(zip(taking.cards, taking.odds, strict=True)):
        weight = taking.counts * ((at == taking.taken) - odds)
        yield card, (taking.counts * odds * (1 - odds), *(weight * each for each in came))
