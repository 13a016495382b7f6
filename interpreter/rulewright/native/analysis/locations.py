"""The lattice of the points-to analysis: the zone and owner where the piece in a local is known to be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from rulewright.base.records import Record, evolve
from rulewright.runtime.ir import terms as ir


class Location(Record):
    """The zone where a piece is, and the owner of its place there (None if unknown)."""

    zone: str
    owner: ir.Local | ir.Const | None = None


Locations: TypeAlias = "dict[str, Location]"
"""The known locations of the pieces in locals."""


def location_of(source: ir.Node) -> Location | None:
    """Return the zone and owner where all pieces of the list `source` are; None if unknown."""
    match source:
        case ir.Pieces():
            return Location(source.zone, trackable_owner(source.index))
        case ir.AllPieces():
            return Location(source.zone)
        case ir.Filtered() | ir.Kept() | ir.Rest():
            return location_of(source.source)
        case ir.Backwards(source=inner) | ir.Taken(source=inner) | ir.Metered(what=inner):
            return location_of(inner)
        case ir.Cond(no=ir.Sequence(items=())):
            return location_of(source.yes)
    return None


def trackable_owner(index: ir.Node | None) -> ir.Local | ir.Const | None:
    """Return `index` if it is a local or a constant, the only owners that can be tracked; else None."""
    return index if isinstance(index, ir.Local | ir.Const) else None


def _implied_locations(condition: ir.Node) -> Iterator[tuple[str, Location]]:
    """Yield each local whose piece `condition` places in a zone, with that location."""
    match condition:
        case ir.All():
            for part in condition.parts:
                yield from _implied_locations(part)
        case ir.InZone(place=ir.PlaceOf(piece=ir.Local(name=name)), owner=None):
            yield name, Location(condition.zone)


def refine(known: Locations, condition: ir.Node) -> Locations:
    """Return the locations `known`, plus those that `condition` implies where it holds."""
    implied = {
        n: each
        for n, each in _implied_locations(condition)
        if n not in known or known[n].zone != each.zone
    }
    return known | implied


def after_assignment(stmt: ir.Assign, known: Locations) -> Locations:
    """Return the locations after an assignment; reading the owner of a piece's place records that owner."""
    result = without_locals(known, {stmt.name})
    match stmt.value:
        case ir.Local(name=name) if name in result:
            result[stmt.name] = result[name]
        case ir.OwnerOf(place=ir.PlaceOf(piece=ir.Local(name=name))) if name in result:
            if result[name].owner is None:
                result[name] = evolve(result[name], owner=ir.Local(stmt.name))
    return result


def without_locals(known: Locations, names: set[str]) -> Locations:
    """Return the locations that remain known when the locals `names` are overwritten."""
    return {
        name: evolve(each, owner=None)
        if isinstance(each.owner, ir.Local) and each.owner.name in names
        else each
        for name, each in known.items()
        if name not in names
    }


def assigned_locals(terms: Iterable[object]) -> Iterator[str]:
    """Yield the names of the locals that `terms` assign, including loop and option variables."""
    for term in terms:
        match term:
            case ir.Assign(name=name) | ir.For(var=name) | ir.OptionList(var=name):
                yield name


def join(one: Locations, other: Locations) -> Locations:
    """Return the locations known in both of two branches."""
    merged = {name: join_locations(each, other.get(name)) for name, each in one.items()}
    return {name: each for name, each in merged.items() if each is not None}


def join_locations(one: Location | None, other: Location | None) -> Location | None:
    """Return the location that holds for both branches; None if their zones differ."""
    if one is None or other is None or one.zone != other.zone:
        return None
    return one if one.owner == other.owner else Location(one.zone)
