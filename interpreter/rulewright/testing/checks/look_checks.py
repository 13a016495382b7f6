"""Checks an edition's look file: its form, its colours, and the names of things that the rules do not have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.language.edition import look_complaints as say
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.looks import NamedThing, read_looks
from rulewright.language.program import program as p
from rulewright.language.text import Complaint, Complaints


def check_looks(edition: Edition, program: p.Program) -> tuple[Complaint, ...]:
    """Return every complaint about the look file of an edition's own file."""
    complaints = Complaints()
    looks = read_looks(edition.files[0], complaints)
    known = _known_names(program)
    for each in looks.names if looks is not None else ():
        what, names = _choices(each, known, program)
        if what and each.name not in names:
            complaints.add(say.unknown_look_name(each.span, what, each.name, names))
    return complaints.in_order()


def _known_names(program: p.Program) -> Mapping[str, tuple[str, Sequence[str]]]:
    """Return what each key of a look file may name: a noun, and the names in the rules."""
    zones = list(_each_name(program, program.zones))
    variables = list(_each_name(program, program.variables))
    labels = [label for labels in program.labels.values() for label in labels.items]
    cards = list(program.cards)
    return {
        "zones": ("place", zones),
        "backs": ("place", zones),
        "kinds": ("kind", list(program.kinds)),
        "kind": ("kind", list(program.kinds)),
        "labels": ("label", labels),
        "emblems": ("card", cards),
        "pictures": ("card", cards),
        "signs": ("number, mark or pointer", variables),
        "numbers": ("number", variables),
        "variable": ("number or pointer", [*variables, *program.phases, "round-number"]),
        "events": ("event or phase", [*program.events, *program.phases]),
    }


def _choices(
    thing: NamedThing, known: Mapping[str, tuple[str, Sequence[str]]], program: p.Program
) -> tuple[str, Sequence[str]]:
    """Return what `thing` should name, as a noun and the possible names; an empty noun if it may be anything."""
    if thing.what != "field":
        return known.get(thing.what, ("", ()))
    kind = program.kinds.get(thing.below)
    return ("field", list(kind.fields)) if kind is not None else ("", ())


def _each_name(program: p.Program, declared: Mapping[str, p.Zone | p.Variable]) -> Iterator[str]:
    """Yield the names of zones or variables, with one for each label where there is one for each."""
    for name, each in declared.items():
        yield name
        if each.each is not None:
            yield from (f"{label} {name}" for label in program.labels[each.each].items)
