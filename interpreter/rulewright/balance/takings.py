"""Cards that could be taken, and what came of each against the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Taking(NamedTuple):
    """That somebody could take one of several cards: who, which, how likely each was, and which was taken.

    `chance` is what he thought of his game just before.
    """

    seat: int
    cards: tuple[str, ...]
    odds: tuple[float, ...]
    taken: int
    chance: float = 0.0


def compared(
    taking: Taking, gain: float, soon: float | None
) -> Iterator[tuple[str, tuple[float, ...]]]:
    """For each card that could be taken: 1, and by how much it was better than the others.

    That is told of the end; of what was expected before; of what the seat thinks when it can take a card again
    (`soon`), and of the end where it never can. Each is weighed by how unlikely it was to be taken (Horvitz and
    Thompson), so all are right on average, and of what was expected it is known that it is nothing.
    """
    count = len(taking.cards)
    weights = [(at == taking.taken) / odds for at, odds in enumerate(taking.odds)]
    came = [weight * gain for weight in weights]
    thought = [(weight - 1) * taking.chance for weight in weights]
    then = [weight * (soon or 0.0) for weight in weights]
    for at, card in enumerate(taking.cards):
        won = _over(came, at, count)
        last = won if soon is None else 0.0
        yield card, (1.0, won, _over(thought, at, count), _over(then, at, count), last)


def _over(numbers: list[float], at: int, count: int) -> float:
    """A number, less the mean of the others."""
    return numbers[at] - (sum(numbers) - numbers[at]) / (count - 1)
