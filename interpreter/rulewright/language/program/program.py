"""The checked program: all declarations and rules of a game with names resolved, independent of any edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any

from rulewright.base.plain_files import working_folder
from rulewright.base.records import Draft, Record, declared_fields, field
from rulewright.language.program.declarations import *
from rulewright.language.program.rules import *
from rulewright.language.program.typed import Block
from rulewright.language.text.words.english import is_same_unit, plural, singular


class Program(Draft):
    """The declarations and rules of one game, with names resolved; not yet linked with an edition."""

    game: str = ""
    labels: dict[str, Labels] = field(factory=dict)
    kinds: dict[str, Kind] = field(factory=dict)
    zones: dict[str, Zone] = field(factory=dict)
    variables: dict[str, Variable] = field(factory=dict)
    values: dict[str, Value] = field(factory=dict)
    facts: dict[str, Fact] = field(factory=dict)
    settings: dict[str, Setting] = field(factory=dict)
    tables: dict[str, Table] = field(factory=dict)
    events: dict[str, Event] = field(factory=dict)
    phases: dict[str, Phase] = field(factory=dict)
    moments: dict[str, Moment] = field(factory=dict)
    cards: dict[str, Card] = field(factory=dict)
    series: dict[str, Series] = field(factory=dict)
    rules: list[Rule] = field(factory=list)
    copies: list[Copy] = field(factory=list)
    flow: Block = ()
    outcome: Outcome | None = None
    has_winners: bool = False
    """Whether a statement declares winners."""
    refusals: list[Refusal] = field(factory=list)
    always: list[Always] = field(factory=list)
    scenarios: list[Scenario] = field(factory=list)
    unread: set[str] = field(factory=set)
    """Names whose declarations could not be parsed."""
    working_folder: str = field(factory=working_folder)
    """Working directory when the files were read; their displayed names are relative to it."""

    def copied(self) -> Program:
        """Return a copy with tables and lists of its own, whose declarations are shared."""
        tables = {name: getattr(self, name) for name in declared_fields(Program)}
        return Program(**{name: copy(table) for name, table in tables.items()})

    def cards_called(self, name: str) -> tuple[str, ...]:
        """Return the cards that `name` means in an edition: one card, the cards of a series, or none."""
        series = self.series.get(name)
        if series is not None:
            return series.cards
        return (name,) if name in self.cards else ()

    def kinds_of(self, names: Iterable[str]) -> set[str]:
        """Return the kinds of the cards that these names mean in an edition."""
        return {self.cards[card].kind for name in names for card in self.cards_called(name)}

    def plural(self, noun: str) -> str:
        """Return the plural of a noun: as its kind or list of labels declares it, else regular."""
        tables: tuple[dict[str, Kind] | dict[str, Labels], ...] = self.kinds, self.labels
        declared = (table[noun].plural for table in tables if noun in table)
        return next(filter(None, declared), plural(noun))

    def singular(self, several: str) -> str | None:
        """Return the noun with the plural `several`, declared or regular; None without one."""
        declared: list[Kind | Labels] = [*self.kinds.values(), *self.labels.values()]
        return next((each.name for each in declared if each.plural == several), singular(several))

    def is_same_unit(self, one: str, other: str) -> bool:
        """Return whether two words are the same noun, in singular or plural."""
        return is_same_unit(one, other) or self.plural(one) == other or self.plural(other) == one

    def of_sort(self, sort: str) -> dict[str, Any]:
        """Return all declarations of one sort by name; `sort` is `event`, `fact`, `kind`, `zone` and so on."""
        table: dict[str, Any] = getattr(self, f"{sort}s")
        return table

    def tables_by_sort(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        """Return the declarations by sort, each table by name, with the word that users know for the sort."""
        return (
            ("list of labels", self.labels),
            ("kind of card", self.kinds),
            ("place", self.zones),
            ("number, pointer or mark", self.variables),
            ("value", self.values),
            ("fact", self.facts),
            ("setting", self.settings),
            ("table", self.tables),
            ("event", self.events),
            ("phase", self.phases),
            ("moment", self.moments),
            ("card", self.cards),
            ("series of cards", self.series),
        )


class SpokenName(Record):
    """A declared name with its namespace, the words that precede it in sentences.

    That is `the`, `player's` and so on; `list` for plurals.
    """

    space: str
    name: str
    sort: str
    declared: Declared


def spoken_names(program: Program) -> Iterator[SpokenName]:
    """Yield every declared name with its namespace."""
    yield from _type_names(program)
    for variable in program.variables.values():
        sort = "mark" if variable.is_mark else "number or pointer"
        space = f"{variable.owner} is" if variable.is_mark else _namespace_of_owner(variable.owner)
        yield SpokenName(space, variable.name, sort, variable)
    for zone in program.zones.values():
        yield SpokenName(_namespace_of_owner(zone.owner), zone.name, "place", zone)
    for value in program.values.values():
        if " " in value.name:
            continue  # a field changed by rules
        owner = value.parameters[0].type.name if value.parameters else None
        yield SpokenName(_namespace_of_owner(owner), value.name, "value", value)
    for kind in program.kinds.values():
        for each in kind.fields.values():
            yield SpokenName(_namespace_of_owner(kind.name), each.name, "field", each)
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


def _type_names(program: Program) -> Iterator[SpokenName]:
    """Yield the names of kinds and lists of labels, as types and as plurals."""
    for kind in program.kinds.values():
        yield SpokenName("type", kind.name, "kind of card", kind)
        yield SpokenName("list", program.plural(kind.name), "kind of card", kind)
    for labels in program.labels.values():
        yield SpokenName("type", labels.name, "list of labels", labels)
        yield SpokenName("list", program.plural(labels.name), "list of labels", labels)


def _namespace_of_owner(owner: str | None) -> str:
    """Return the namespace of names that belong to an owner of this type: `player's`, or `the` for None."""
    return "the" if owner is None else f"{owner}'s"
