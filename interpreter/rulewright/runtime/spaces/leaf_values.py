"""Learned leaf values: an estimate for each seat of the result of a game that is cut short.

A small neural network with one hidden layer. The inputs follow from declarations alone: each seat's score,
numbers, pointers to it, and cards by their printed fields; and numbers of the table. There are UNITS weighted
sums; all but the last go through a ReLU, after the mean over the seats is mixed in. The weights are stored in a
file next to an edition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import isfinite
from struct import pack
from typing import Any, Final

from rulewright.base.records import Record
from rulewright.runtime.ir.module import Module, VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import Kind
from rulewright.runtime.ir.snapshot import Snapshot

UNITS: Final = 8
"""Number of weighted sums of the inputs; the last one skips the ReLU."""

HALVINGS: Final = 6
"""The exponential is approximated by (1 + x / 2^n)^(2^n), which is equal on all machines."""

SHARE, LEAST, PARTS = 8, 1, 10
"""A certain victory has the value (LEAST + SHARE) / PARTS, a certain defeat LEAST / PARTS.

These are close to the values of games played to their end; see `players.search_tree`.
"""

Weights = tuple[float, ...]


class LeafSpace(Record):
    """Inputs of the value network: zones, and variables of players, pointers to players and the table."""

    numbers: tuple[VariableEntry, ...]
    pointers: tuple[VariableEntry, ...]
    table: tuple[VariableEntry, ...]
    zones: tuple[ZoneEntry, ...]

    @classmethod
    def of(cls, module: Module) -> LeafSpace:
        """Return the inputs of the value network for a module."""
        played = {phase.played for phase in module.phases.values()}
        numbers, pointers, table = (
            list[VariableEntry](),
            list[VariableEntry](),
            list[VariableEntry](),
        )
        for each in module.variables.values():
            is_number = each.type.kind in (Kind.NUMBER, Kind.TRUTH)
            if each.owner == "player" and each.run.each == 1 and is_number:
                numbers.append(each)
            elif each.owner is None and each.run.count == 1 and each.name not in played:
                if each.type.kind is Kind.PLAYER:
                    pointers.append(each)
                elif is_number:
                    table.append(each)
        zones = (zone for zone in module.zones.values() if zone.owner == "player")
        return cls(tuple(numbers), tuple(pointers), tuple(table), tuple(zones))

    @property
    def of_seats(self) -> Iterator[str]:
        """Names of a seat's inputs: score, whether it decides, numbers and pointers; its cards excluded."""
        yield from ("score", "decides")
        yield from (each.name for each in self.numbers)
        yield from (f"is {each.name}" for each in self.pointers)

    def width(self, module: Module) -> int:
        """Return the number of weights of the network."""
        inputs = len([*self.of_seats, *self.table]) + len(self.zones) * len(module.pieces)
        return UNITS * (inputs + 1 + UNITS + 1)


def printed_features(fields: Mapping[str, object]) -> Iterator[tuple[str, float]]:
    """Yield named features of a card from its printed fields: numbers as they are, labels as 1."""
    for name, value in fields.items():
        if isinstance(value, str):
            yield f"{name} {value}", 1.0
        elif isinstance(value, int) and not isinstance(value, bool):
            yield name, float(value)


class Leaf(Record):
    """Learned weights of the value network, and the phase at whose next start a playout is cut.

    Cards have weights by zone and card. A game is cut when the phase with this number next begins.
    """

    phase: int
    weights: Weights

    @property
    def packed(self) -> bytes:
        """All weights as little-endian doubles, for the native engine."""
        return pack(f"<{len(self.weights)}d", *self.weights)

    @classmethod
    def of(cls, module: Module, data: Any) -> Leaf | None:
        """Return the weights in JSON data; None if the data are for other phases or numbers of players.

        Inputs without weights in the data have weight 0. Raises LookupError, TypeError or ValueError for
        malformed data.
        """
        if data["until"] not in module.phases or module.players not in data["players"]:
            return None
        inputs, space, none = data["inputs"], LeafSpace.of(module), (0.0,) * UNITS
        rows: list[Sequence[float]] = [inputs.get(name, none) for name in space.of_seats]
        rows += [inputs.get(each.name, none) for each in space.table]
        for zone in space.zones:
            for piece in module.pieces:
                row = list(inputs.get(f"number of {zone.name}", none))
                for name, value in printed_features(piece.fields):
                    weights = inputs.get(f"{zone.name}/{name}", none)
                    row = [one + weight * value for one, weight in zip(row, weights, strict=True)]
                rows.append(row)
        rows += [data["bias"], *data["mean"], data["counts"]]
        weights = tuple(map(float, chain.from_iterable(rows)))
        if len(weights) != space.width(module) or not all(map(isfinite, weights)):
            raise ValueError(f"{len(weights)} numbers")
        return cls([*module.phases].index(data["until"]), weights)


class LeafValues:
    """Evaluator of states by the value network, bit for bit equal to the native engine."""

    def __init__(self, module: Module, leaf: Leaf) -> None:
        self.players, self.pieces = module.players, len(module.pieces)
        self._space, rows = LeafSpace.of(module), iter(leaf.weights)
        self._played = [*module.phases.values()][leaf.phase].played

        def taken(count: int) -> list[Weights]:
            """Return the next `count` rows of UNITS weights."""
            return [tuple(next(rows) for _ in range(UNITS)) for _ in range(count)]

        self._of_seats = taken(len(list(self._space.of_seats)))
        self._table = taken(len(self._space.table))
        self._cards = [taken(self.pieces) for _ in self._space.zones]
        (self._bias,), self._mean, (self._counts,) = taken(1), taken(UNITS), taken(1)
        self._lies = {
            cell: (number // zone.run.each, cards)
            for zone, cards in zip(self._space.zones, self._cards, strict=True)
            for number, cell in enumerate(zone.run.cells)
        }

    def phase_count(self, look: Snapshot) -> int:
        """Return how often the phase that cuts playouts has begun."""
        return look.value(self._played)

    def values(self, look: Snapshot, scores: Sequence[int]) -> list[float]:
        """Return the estimated result of a state for each seat, given the current scores."""
        sums = [self._own_sums(look, seat, score) for seat, score in enumerate(scores)]
        for card in range(self.pieces):
            if (entry := self._lies.get(look.place(card))) is not None:
                seat, cards = entry
                sums[seat] = _add_weighted(sums[seat], cards[card], 1.0)
        common = [*self._bias]
        for variable, weights in zip(self._space.table, self._table, strict=True):
            common = _add_weighted(common, weights, look.value(variable.name))
        for unit, weights in enumerate(self._mean):
            total = 0.0
            for own in sums:
                total += own[unit]
            common = _add_weighted(common, weights, total / self.players)
        return softmax_values([self._strength(own, common) for own in sums])

    def _own_sums(self, look: Snapshot, seat: int, score: int) -> list[float]:
        """Return the weighted sums of one seat's inputs, its cards excluded."""
        inputs = [score, int(look.decider == seat)]
        inputs += [look.value(each.name, seat) for each in self._space.numbers]
        inputs += [int(look.value(each.name) == seat) for each in self._space.pointers]
        sums = [0.0] * UNITS
        for value, weights in zip(inputs, self._of_seats, strict=True):
            sums = _add_weighted(sums, weights, value)
        return sums

    def _strength(self, own: Sequence[float], common: Sequence[float]) -> float:
        """Return the network's output for a seat, from its own sums and those common to all seats."""
        strength = own[-1]
        for unit in range(UNITS - 1):
            strength += self._counts[unit] * max(own[unit] + common[unit], 0.0)
        return strength


def _add_weighted(to: Sequence[float], weights: Weights, value: float) -> list[float]:
    """Return `to` + `weights` * `value`, element by element."""
    return [one + weight * value for one, weight in zip(to, weights, strict=True)]


def softmax_values(strengths: Sequence[float]) -> list[float]:
    """Return the softmax of the network's outputs, scaled to the range of game results."""
    most, powers = max(strengths), list[float]()
    for each in strengths:
        part = max((each - most) / 2**HALVINGS + 1.0, 0.0)
        # Only additions and multiplications, so that all machines and engines get equal bits.
        for _ in range(HALVINGS):
            part *= part
        powers.append(part)
    total = 0.0
    for part in powers:
        total += part
    return [(part / total * SHARE + LEAST) / PARTS for part in powers]
