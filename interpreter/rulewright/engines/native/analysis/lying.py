"""What is known of where pieces lie: by what lists, conditions and assignments say, and by more ways than one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from attrs import evolve, frozen

from rulewright.ir import terms as ir


@frozen
class Lying:
    """Where something lies: the zone; there the place of this owner, if that is known."""

    zone: str
    owner: ir.Local | ir.Const | None = None


Known: TypeAlias = "dict[str, Lying]"
"""Where what some locals are lies."""


def lying_in(source: ir.Node) -> Lying | None:
    """Where all of a list lies."""
    match source:
        case ir.Pieces(zone=zone, index=index):
            return Lying(zone, plain(index))
        case ir.AllPieces(zone=zone):
            return Lying(zone)
        case ir.Filtered(source=inner) | ir.Kept(source=inner) | ir.Rest(source=inner):
            return lying_in(inner)
        case ir.Backwards(source=inner) | ir.Taken(source=inner) | ir.Metered(what=inner):
            return lying_in(inner)
        case ir.Cond(yes=yes, no=ir.Sequence(items=())):
            return lying_in(yes)
    return None


def plain(index: ir.Node | None) -> ir.Local | ir.Const | None:
    """An owner that is a local or known before, so that it can be kept in mind."""
    return index if isinstance(index, ir.Local | ir.Const) else None


def _said(condition: ir.Node) -> Iterator[tuple[str, Lying]]:
    """What a condition says of where locals lie."""
    match condition:
        case ir.All(parts=parts):
            for part in parts:
                yield from _said(part)
        case ir.InZone(place=ir.PlaceOf(piece=ir.Local(name=name)), zone=zone, owner=None):
            yield name, Lying(zone)


def with_said(known: Known, condition: ir.Node) -> Known:
    """What is known where a condition holds."""
    said = {n: each for n, each in _said(condition) if n not in known or known[n].zone != each.zone}
    return known | said


def assigned(stmt: ir.Assign, known: Known) -> Known:
    """A local is another now; of what lies somewhere it may say whose that is."""
    found = forgotten(known, {stmt.name})
    match stmt.value:
        case ir.Local(name=name) if name in found:
            found[stmt.name] = found[name]
        case ir.OwnerOf(place=ir.PlaceOf(piece=ir.Local(name=name))) if name in found:
            if found[name].owner is None:
                found[name] = evolve(found[name], owner=ir.Local(stmt.name))
    return found


def forgotten(known: Known, names: set[str]) -> Known:
    """What is known without some locals."""
    return {
        name: evolve(each, owner=None)
        if isinstance(each.owner, ir.Local) and each.owner.name in names
        else each
        for name, each in known.items()
        if name not in names
    }


def set_in(terms: Iterable[object]) -> Iterator[str]:
    """The locals that are given something in some code."""
    for term in terms:
        match term:
            case ir.Assign(name=name) | ir.For(var=name) | ir.OptionList(var=name):
                yield name


def both(one: Known, other: Known) -> Known:
    """What is known either way."""
    found = {name: either(each, other.get(name)) for name, each in one.items()}
    return {name: each for name, each in found.items() if each is not None}


def either(one: Lying | None, other: Lying | None) -> Lying | None:
    """Where something lies if it lies in one of two places."""
    if one is None or other is None or one.zone != other.zone:
        return None
    return one if one.owner == other.owner else Lying(one.zone)
