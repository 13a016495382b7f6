"""What is kept of tables: the rows by their columns (`migrations` makes them), and what is read of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import sqlalchemy as sa

from rulewright.records import Record

Row = dict[str, Any]


def _rows(name: str, columns: str, truths: str = "") -> sa.TableClause:
    found: list[sa.ColumnClause[Any]] = [sa.column(each) for each in columns.split()]
    return sa.table(name, *found, *(sa.column(each, sa.Boolean) for each in truths.split()))


TABLES: Final = _rows(
    "tables",
    "id edition lang players options cards seed digest settings state word host length changed "
    "undo_to undo_by again begun moved",
    truths="bot_to_move",
)
"""A table: what is played, how far its log goes (`length`), and how often anything of it changed (`changed`)."""

SEATS: Final = _rows("seats", "of seat name person bot here", truths="lent agrees")
"""A seat: `person` is a hash of the token of who sits there; `bot` plays if nobody does, or while it is `lent`."""

LOG: Final = _rows("log", "of number kind seat value at")
"""What was decided, in its order; nothing in it is ever changed. Of a choice `value` is the index of the option, of
an undo how many of the choices that count so far go on counting."""

TALK: Final = _rows("talk", "of number seat text at")
"""What people said at a table."""

NOTES: Final = _rows("notes", "name value")
"""What the server remembers of itself, such as the key of the host."""


class Seat(Record):
    """A seat as it is kept."""

    seat: int
    name: str
    person: str
    bot: str
    lent: bool
    agrees: bool
    here: float

    @property
    def plays_bot(self) -> str:
        """The bot that plays here now; empty where a person does."""
        return self.bot if self.lent or not self.person else ""


class Kept(Record):
    """A table as it is kept, at one moment; the talk only where that was asked for."""

    row: Mapping[str, Any]
    seats: tuple[Seat, ...]
    talk: tuple[tuple[int, str], ...] | None = None

    @property
    def settings(self) -> dict[str, Any]:
        """What was agreed on when it was made."""
        return dict(json.loads(self.row["settings"]))

    def seat_of(self, person: str) -> int | None:
        """The seat of a person; None for who only looks on."""
        return next((each.seat for each in self.seats if person and each.person == person), None)


class Entry(Record):
    """A line of the log."""

    number: int
    kind: str
    seat: int
    value: int
