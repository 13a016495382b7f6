"""Places and values grouped by owner, with the names that views use; computed once for a compiled game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, Generic, TypeVar

from rulewright.base.records import Record
from rulewright.runtime.ir.module import Module, VariableEntry, ZoneEntry

Declared = TypeVar("Declared", ZoneEntry, VariableEntry)
OwnedCell = tuple[str, Declared, int]
"""A place or value: its name, its zone or variable, and its index there."""


class GroupedByOwner(Record, Generic[Declared]):
    """Zones or variables by owner: none (or a label), each seat, and the first piece of each kind."""

    common: tuple[OwnedCell[Declared], ...]
    of_seats: tuple[tuple[OwnedCell[Declared], ...], ...]
    of_kinds: dict[str, tuple[OwnedCell[Declared], ...]]

    @classmethod
    def of(cls, module: Module, everything: Iterable[Declared]) -> GroupedByOwner[Declared]:
        """Return the zones or variables `everything`, grouped by owner."""
        every = tuple(everything)
        kinds = dict.fromkeys(piece.kind for piece in module.pieces)
        return cls(
            tuple(own for declared in every for own in _common_cells(module, declared)),
            tuple(_cells_of_owner(module, every, "player", seat) for seat in range(module.players)),
            {kind: _cells_of_owner(module, every, kind, 0) for kind in kinds},
        )


Reader = Callable[[Sequence[Any]], tuple[Any, ...]]
"""A function that reads some cells of a row."""


def reader_of(owned: Iterable[OwnedCell[Declared]]) -> Reader:
    """Return a function that reads the cells of `owned` from a state, in this order."""
    cells = [declared.run.base + number for _, declared, number in owned]
    return itemgetter(*cells) if len(cells) > 1 else lambda row: tuple(row[each] for each in cells)


def of_piece(of_kind: Iterable[OwnedCell[Declared]], piece: int) -> Iterator[OwnedCell[Declared]]:
    """Yield the places or values of `piece`, computed from those of the first piece of its kind."""
    for name, declared, number in of_kind:
        yield name, declared, number + (piece - declared.run.first_owner) * declared.run.each


def _cells_of_owner(
    module: Module, every: Iterable[Declared], owner: str, number: int
) -> tuple[OwnedCell[Declared], ...]:
    """Return the places or values of owner number `number`; `owner` is "player" or a kind of card."""
    return tuple(
        (name, declared, at)
        for declared in every
        if declared.owner == owner
        for name, at in _names_and_indices(module, declared, number)
    )


def _common_cells(module: Module, declared: Declared) -> Iterator[OwnedCell[Declared]]:
    """Yield the places or values that no player or piece owns; names of those of a label begin with it."""
    if declared.owner is None:
        yield from (
            (name, declared, number) for name, number in _names_and_indices(module, declared, 0)
        )
    elif declared.owner in module.labels:
        for owner, label in enumerate(module.labels[declared.owner]):
            for name, number in _names_and_indices(module, declared, owner):
                yield f"{label} {name}", declared, number


def _names_and_indices(module: Module, declared: Declared, owner: int) -> Iterator[tuple[str, int]]:
    """Yield the name and the index of each place or value of the owner numbered `owner`."""
    labels = module.labels[declared.each] if declared.each is not None else ("",)
    for number, label in enumerate(labels):
        yield f"{label} {declared.name}".lstrip(), owner * len(labels) + number
