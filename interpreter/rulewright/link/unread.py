"""What an edition says about cards whose files it does not read."""

from __future__ import annotations

from collections.abc import Container, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from rulewright.records import Record, evolve

if TYPE_CHECKING:
    from rulewright.edition.edition import Changes, Edition
    from rulewright.program.program import Program


class Unread(Record):
    """The files of cards that were only looked into, and the names of the edition that they alone declare.

    An edition may set what belongs to a card that it, or one that extends it, plays without.
    """

    files: tuple[Path, ...] = ()
    names: frozenset[str] = frozenset()

    def left_out(self, changes: Changes) -> Changes:
        """The changes without those that speak of unread cards."""
        if not self.names:
            return changes
        return evolve(
            changes,
            settings=_without(changes.settings, self.names),
            tables={key: c for key, c in changes.tables.items() if key[0] not in self.names},
            fields={key: f for key, f in changes.fields.items() if key[0] not in self.names},
            names=_without(changes.names, self.names),
        )


NOTHING_UNREAD: Final = Unread()


_T = TypeVar("_T")


def _without(things: Mapping[str, _T], names: Container[str]) -> dict[str, _T]:
    return {name: thing for name, thing in things.items() if name not in names}


def undeclared(edition: Edition, program: Program) -> tuple[set[str], set[str]]:
    """What the edition speaks of and the program does not declare: settings and tables, and cards."""
    things, cards = set[str](), set[str]()
    known = program.cards.keys() | program.series.keys()
    for changes in edition.changes():
        things |= changes.settings.keys() - program.settings.keys()
        things |= {table for table, _, _ in changes.tables} - program.tables.keys()
        cards |= {card for card, _ in changes.fields} - known
        cards |= changes.names.keys() - known
    return things, cards
