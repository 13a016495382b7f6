"""The checked program: every declaration with its names resolved. Nothing in it knows an edition."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

from attrs import fields

from rulewright.program.declarations import *
from rulewright.program.rules import *
from rulewright.program.typed import Block
from rulewright.records import Draft, field


class Program(Draft):
    """All that the rule files of one game say, ready to be combined with an edition."""

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
    flow: Block = ()
    outcome: Outcome | None = None
    has_winners: bool = False
    """Whether a rule says who has won the game."""
    refusals: list[Refusal] = field(factory=list)
    scenarios: list[Scenario] = field(factory=list)
    unread: set[str] = field(factory=set)
    """Names that declarations with mistakes would have given."""

    def copied(self) -> Program:
        """The same declarations and rules, in tables of its own."""
        tables = {each.name: getattr(self, each.name) for each in fields(Program)}
        return Program(**{name: copy(table) for name, table in tables.items()})

    def cards_called(self, name: str) -> tuple[str, ...]:
        """The cards that an edition means by a name: one, those of a series, or none."""
        series = self.series.get(name)
        if series is not None:
            return series.cards
        return (name,) if name in self.cards else ()

    def kinds_of(self, names: Iterable[str]) -> set[str]:
        """The kinds of the cards that an edition means by these names."""
        return {self.cards[card].kind for name in names for card in self.cards_called(name)}

    def tables_by_sort(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        """All declarations by what people call their sort."""
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
