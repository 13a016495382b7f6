"""Declared names as they are said: what they mean depends on the words before them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.program.english import plural
from rulewright.program.program import Declared, Program
from rulewright.records import Record


class SpokenName(Record):
    """`space` is the words before the name, such as `the` or `player's`; `list` for plurals."""

    space: str
    name: str
    sort: str
    declared: Declared


def spoken_names(program: Program) -> Iterator[SpokenName]:
    """Every declared name by how it is said."""
    yield from _types(program)
    for variable in program.variables.values():
        sort = "mark" if variable.is_mark else "number or pointer"
        space = f"{variable.owner} is" if variable.is_mark else _owned(variable.owner)
        yield SpokenName(space, variable.name, sort, variable)
    for zone in program.zones.values():
        yield SpokenName(_owned(zone.owner), zone.name, "place", zone)
    for value in program.values.values():
        if " " in value.name:
            continue  # a field that rules change
        owner = value.parameters[0].type.name if value.parameters else None
        yield SpokenName(_owned(owner), value.name, "value", value)
    for kind in program.kinds.values():
        for field in kind.fields.values():
            yield SpokenName(_owned(kind.name), field.name, "field", field)
    for table in program.tables.values():
        yield SpokenName("the", table.name, "table", table)
    for fact in program.facts.values():
        if fact.adjective:
            yield SpokenName(f"{fact.parameters[0].type.name} is", fact.name, "fact", fact)
    for card in program.cards.values():
        yield SpokenName("card", card.name, "card", card)
    for series in program.series.values():
        yield SpokenName("card", series.name, "series of cards", series)
    for setting in program.settings.values():
        yield SpokenName("list", setting.name, "setting", setting)


def _types(program: Program) -> Iterator[SpokenName]:
    for kind in program.kinds.values():
        yield SpokenName("type", kind.name, "kind of card", kind)
        yield SpokenName("list", plural(kind.name), "kind of card", kind)
    for labels in program.labels.values():
        yield SpokenName("type", labels.name, "list of labels", labels)
        yield SpokenName("list", plural(labels.name), "list of labels", labels)


def _owned(owner: str | None) -> str:
    return "the" if owner is None else f"{owner}'s"
