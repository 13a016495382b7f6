"""What is kept of tables: rows by their columns (`migrations` makes them), what is read of them and changed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from rulewright.base.records import Record, declared, evolve
from rulewright.web.refusals import Damaged, NoTable

Row = dict[str, Any]

LAST_TALK: Final = 30
MOST_TALK: Final = 500
"""So many lines of talk are kept of a table; pages show the last ones."""


def _rows(name: str, columns: str, truths: str = "") -> sa.TableClause:
    found: list[sa.ColumnClause[Any]] = [sa.column(each) for each in columns.split()]
    return sa.table(name, *found, *(sa.column(each, sa.Boolean) for each in truths.split()))


TABLES: Final = _rows(
    "tables",
    "id edition lang players options cards seed digest settings state word host length changed "
    "undo_to undo_by undo_number again begun moved",
    truths="bot_to_move",
)
"""A table: what is played, how far its log goes (`length`), and how often anything of it changed (`changed`).
Of what somebody asks to take back, `undo_number` is how often that was asked for at this table."""

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
        """What was agreed on when it was made. Raises Damaged."""
        return dict(read_json(self.row["settings"]))

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


def read_json(text: str) -> Any:
    """Return what a cell of a row holds. Raises Damaged."""
    try:
        return json.loads(text)
    except ValueError:
        raise Damaged from None


# What is asked at every choice, put together once.
_TABLE: Final[sa.BindParameter[str]] = sa.bindparam("table")
ROW: Final = TABLES.select().where(TABLES.c.id == _TABLE)
CHANGED: Final = sa.select(TABLES.c.changed).where(TABLES.c.id == _TABLE)
CHANGED_TO_WRITE: Final = CHANGED.with_for_update()
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
    """A change of one table under way: what it was before, and what is to be written, all of it at once."""

    def __init__(self, kept: Kept, log: Callable[[int], list[Entry]]) -> None:
        self.kept, self.log = kept, log
        self.row = dict(kept.row)
        self.seats = list(kept.seats)
        self.told = self.is_talk = False
        self._lines: list[Row] = []
        self._writes: list[Callable[[Connection], object]] = []

    def later(self, write: Callable[[Connection], object]) -> None:
        """Write something when the rest is written."""
        self._writes.append(write)
        self.told = True

    def _execute(self, statement: Any, *values: Row) -> None:
        self.later(lambda connection: connection.execute(statement, *values))

    def append(self, kind: str, seat: int, value: int) -> Entry:
        """Write the next line of the log."""
        entry, now = Entry(self.row["length"], kind, seat, value), time.time()
        line = {"of": self.row["id"], "number": entry.number, "kind": kind, "seat": seat}
        self._lines.append({**line, "value": value, "at": now})
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
        self._execute(found.values(**values))
        self.seats = [
            evolve(each, **values) if seat in (None, each.seat) else each for each in self.seats
        ]

    def say(self, seat: int, text: str) -> None:
        """Write what somebody says, and forget what was said long ago."""
        self.is_talk = True
        self.later(lambda connection: self._talk(connection, seat, text))

    def _talk(self, connection: Connection, seat: int, text: str) -> None:
        own = TALK.c.of == self.row["id"]
        last = connection.scalar(sa.select(sa.func.max(TALK.c.number)).where(own))
        number = 0 if last is None else int(last) + 1
        line = {
            "of": self.row["id"],
            "number": number,
            "seat": seat,
            "text": text,
            "at": time.time(),
        }
        connection.execute(TALK.insert(), line)
        if number >= MOST_TALK:
            connection.execute(TALK.delete().where(own, TALK.c.number <= number - MOST_TALK))

    def hush(self, seat: int) -> None:
        """Forget what a seat said."""
        self.is_talk = True
        self._execute(TALK.delete().where(TALK.c.of == self.row["id"], TALK.c.seat == seat))

    def write(self, connection: Connection) -> None:
        """Write lines of the log, seats and talk."""
        if self._lines:
            connection.execute(_LINE, self._lines)
        for write in self._writes:
            write(connection)

    def tell(self, connection: Connection, notify: bool) -> None:
        """Write the row, and let other processes know once all is written."""
        self.row["changed"] += 1
        values = {name: value for name, value in self.row.items() if value != self.kept.row[name]}
        connection.execute(_SET, {**values, "table": self.row["id"]})
        if notify:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, self.row["id"])))
