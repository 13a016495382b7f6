"""What is kept of tables: rows by their columns (`migrations` makes them), what is read of them and changed."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from rulewright.records import Record, declared, evolve
from rulewright.table.refused import NoTable

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

SEATS: Final = _rows("seats", "of seat name person bot here hook base called", truths="lent agrees")
"""A seat: `person` is a hash of the token of who sits there; `bot` plays if nobody does, or while it is `lent`.
`hook` is called when it is his move; `base` is our address as he has it, and for the decision `called` he was."""

LOG: Final = _rows("log", "of number kind seat value at")
"""What was decided, in its order; nothing in it is ever changed. Of a choice `value` is the index of the option, of
an undo how many of the choices that count so far go on counting."""

TALK: Final = _rows("talk", "of number seat text at")
"""What people said at a table."""


class Seat(Record):
    """A seat as it is kept."""

    seat: int
    name: str
    person: str
    bot: str
    lent: bool
    agrees: bool
    here: float
    hook: str
    base: str
    called: str

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
    def settings(self) -> Mapping[str, Any]:
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


CHANNEL: Final = "rulewright_tables"
"""Under this name PostgreSQL passes on which table has news."""


# What is asked at every choice, put together once.
_TABLE: Final[sa.BindParameter[str]] = sa.bindparam("table")
ROW: Final = TABLES.select().where(TABLES.c.id == _TABLE)
ROW_TO_CHANGE: Final = ROW.with_for_update()
CHANGED: Final = sa.select(TABLES.c.changed).where(TABLES.c.id == _TABLE)
_SEATS: Final = (
    sa.select(*(SEATS.c[name] for name in declared(Seat)))
    .where(SEATS.c.of == _TABLE)
    .order_by(SEATS.c.seat)
)
_LINE: Final = LOG.insert()
_SET: Final = TABLES.update().where(TABLES.c.id == _TABLE)
_LINES: Final = (
    sa.select(*(LOG.c[name] for name in declared(Entry)))
    .where(LOG.c.of == _TABLE, LOG.c.number >= sa.bindparam("since"))
    .order_by(LOG.c.number)
)


def row_of(connection: Connection, asked: sa.Select[Any], table: str) -> Row:
    """What is asked of the row of a table. Raises NoTable."""
    row = connection.execute(asked, {"table": table}).mappings().first()
    if row is None:
        raise NoTable
    return dict(row)


def seats_of(connection: Connection, table: str) -> tuple[Seat, ...]:
    """The seats of a table, in their order."""
    return tuple(Seat(*row) for row in connection.execute(_SEATS, {"table": table}))


def log_of(connection: Connection, table: str, since: int) -> list[Entry]:
    """The log of a table from a number on."""
    return [Entry(*row) for row in connection.execute(_LINES, {"table": table, "since": since})]


class Change:
    """A change of one table under way: what it was before, and what is written."""

    def __init__(self, connection: Connection, kept: Kept) -> None:
        self.connection, self.kept = connection, kept
        self.row = dict(kept.row)
        self.seats = list(kept.seats)
        self.told = self.is_talk = False

    def log(self, since: int) -> list[Entry]:
        """The log from a number on."""
        return log_of(self.connection, self.row["id"], since)

    def append(self, kind: str, seat: int, value: int) -> Entry:
        """Write the next line of the log."""
        entry, now = Entry(self.row["length"], kind, seat, value), time.time()
        line = {"of": self.row["id"], "number": entry.number, "kind": kind, "seat": seat}
        self.connection.execute(_LINE, {**line, "value": value, "at": now})
        self.set(length=entry.number + 1, moved=now)
        return entry

    def set(self, **values: Any) -> None:
        """Change the row of the table; it is written at the end."""
        self.row |= values
        self.told = True

    def set_seat(self, seat: int | None, **values: Any) -> None:
        """Change a seat, or all."""
        found = SEATS.update().where(SEATS.c.of == self.row["id"])
        if seat is not None:
            found = found.where(SEATS.c.seat == seat)
        self.connection.execute(found.values(**values))
        self.seats = [
            evolve(each, **values) if seat in (None, each.seat) else each for each in self.seats
        ]
        self.told = True

    def say(self, seat: int, text: str) -> None:
        """Write what somebody says."""
        own = TALK.c.of == self.row["id"]
        last = self.connection.scalar(sa.select(sa.func.max(TALK.c.number)).where(own))
        line = {"number": 0 if last is None else last + 1, "seat": seat, "text": text}
        self.connection.execute(TALK.insert().values(of=self.row["id"], at=time.time(), **line))
        self.told = self.is_talk = True

    def hush(self, seat: int) -> None:
        """Forget what a seat said."""
        own = TALK.delete().where(TALK.c.of == self.row["id"], TALK.c.seat == seat)
        self.connection.execute(own)
        self.told = self.is_talk = True

    def tell(self, notify: bool) -> None:
        """Write the row, if anything was changed, and let other processes know once all is written."""
        if not self.told:
            return
        self.row["changed"] += 1
        values = {name: value for name, value in self.row.items() if value != self.kept.row[name]}
        self.connection.execute(_SET, {**values, "table": self.row["id"]})
        if notify:
            self.connection.execute(sa.select(sa.func.pg_notify(CHANNEL, self.row["id"])))
