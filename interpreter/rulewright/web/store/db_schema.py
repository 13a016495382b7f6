"""The schema of tables (created in `migrations`), the records read from it, and changes to be written."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from rulewright.base.records import Record, declared_fields, evolve
from rulewright.web.refusals import DamagedTable, NoSuchTable

Row = dict[str, Any]

LAST_TALK: Final = 30
MOST_TALK: Final = 500
"""Number of lines of talk stored for each table; pages show the last ones."""


def _rows(name: str, columns: str, truths: str = "") -> sa.TableClause:
    """Return a database table with `columns`, and Boolean columns `truths`, both separated by blanks."""
    typed_columns: list[sa.ColumnClause[Any]] = [sa.column(each) for each in columns.split()]
    return sa.table(name, *typed_columns, *(sa.column(each, sa.Boolean) for each in truths.split()))


TABLES: Final = _rows(
    "tables",
    "id edition lang players options cards seed digest settings state word host length changed "
    "undo_to undo_by undo_number again begun moved rules due",
    truths="bot_to_move",
)
"""One row for each table: the rules and setup, the number of log entries (`length`), and the change counter
(`changed`). `undo_number` counts the undo requests at this table. At the time `due` the server looks whether the
player to move is late or away."""

RULES: Final = _rows("rules", "id content")
"""The rules that tables began with, by the hash of their content (`RuleArchive`)."""

SEATS: Final = _rows(
    "seats", "of seat name person bot here hook base called lang lent_for", truths="lent agrees"
)
"""One row for each seat: `person` is a hash of the player's token; `bot` plays if there is no person, or while
the seat is `lent`, for the reason `lent_for`. `hook` is the webhook, `base` the server's URL for the player, `lang`
the language of its calls, `called` the decision it was called for."""

LOG: Final = _rows("log", "of number kind seat value at")
"""The decisions, in order and immutable. `value` is the index of the option for a choice, and the number of
choices that remain for an undo."""

TALK: Final = _rows("talk", "of number seat text at")
"""The lines that people wrote at a table. A line about seat n, which the server wrote, has the seat -1 - n."""


class StoredSeat(Record):
    """A stored seat of a table."""

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
    lang: str
    lent_for: str

    @property
    def plays_bot(self) -> str:
        """Name of the bot that plays here now; empty if a person does."""
        return self.bot if self.lent or not self.person else ""


class StoredTable(Record):
    """A stored table at one moment; `talk` is None if it was not read."""

    row: Mapping[str, Any]
    seats: tuple[StoredSeat, ...]
    talk: tuple[tuple[int, str], ...] | None = None

    @property
    def settings(self) -> Mapping[str, Any]:
        """The options agreed on for the table. Raises DamagedTable."""
        return _settings_of(self.row["settings"])

    def seat_of(self, person: str) -> int | None:
        """Return the seat of a person; None for a spectator."""
        return next((each.seat for each in self.seats if person and each.person == person), None)


class LogEntry(Record):
    """An entry of a table's log."""

    number: int
    kind: str
    seat: int
    value: int


CHANNEL: Final = "rulewright_tables"
"""The PostgreSQL channel for ids of changed tables."""


def read_json(text: str) -> Any:
    """Return the decoded JSON of a column. Raises DamagedTable."""
    try:
        return json.loads(text)
    except ValueError:
        raise DamagedTable from None


@lru_cache(256)
def _settings_of(text: str) -> Mapping[str, Any]:
    """Return the decoded settings of a table, cached, since many tables share them. Raises DamagedTable."""
    return MappingProxyType(dict(read_json(text)))


# Statements used for every choice, built once.
_TABLE: Final[sa.BindParameter[str]] = sa.bindparam("table")
ROW: Final = TABLES.select().where(TABLES.c.id == _TABLE)
CHANGED: Final = sa.select(TABLES.c.changed).where(TABLES.c.id == _TABLE)
CHANGED_TO_WRITE: Final = CHANGED.with_for_update()
_SEATS: Final = (
    sa.select(*(SEATS.c[name] for name in declared_fields(StoredSeat)))
    .where(SEATS.c.of == _TABLE)
    .order_by(SEATS.c.seat)
)
_LINE: Final = LOG.insert()
_SET: Final = TABLES.update().where(TABLES.c.id == _TABLE)
_LINES: Final = (
    sa.select(*(LOG.c[name] for name in declared_fields(LogEntry)))
    .where(LOG.c.of == _TABLE, LOG.c.number >= sa.bindparam("since"))
    .order_by(LOG.c.number)
)


def row_of(connection: Connection, query: sa.Select[Any], table: str) -> Row:
    """Return the row of a table that the `query` selects. Raises NoSuchTable."""
    row = connection.execute(query, {"table": table}).mappings().first()
    if row is None:
        raise NoSuchTable
    return dict(row)


def seats_of(connection: Connection, table: str) -> tuple[StoredSeat, ...]:
    """Return the seats of a table, in order."""
    return tuple(StoredSeat(*row) for row in connection.execute(_SEATS, {"table": table}))


def log_of(connection: Connection, table: str, since: int) -> list[LogEntry]:
    """Return the log of a table from entry `since` on."""
    return [LogEntry(*row) for row in connection.execute(_LINES, {"table": table, "since": since})]


class TableChange:
    """A pending change of one table: its state before, and everything to be written in one transaction."""

    def __init__(self, stored: StoredTable, log: Callable[[int], list[LogEntry]]) -> None:
        self.stored, self.log = stored, log
        self.row = dict(stored.row)
        self.seats = list(stored.seats)
        self.is_changed = self.is_talk = False
        self._lines: list[Row] = []
        self._writes: list[Callable[[Connection], object]] = []

    def add_write(self, write: Callable[[Connection], object]) -> None:
        """Add a write that runs after the log entries are written."""
        self._writes.append(write)
        self.is_changed = True

    def _execute(self, statement: Any, *values: Row) -> None:
        """Add a write that executes `statement` with these rows."""
        self.add_write(lambda connection: connection.execute(statement, *values))

    def append(self, kind: str, seat: int, value: int) -> LogEntry:
        """Add an entry to the log, and return it."""
        entry, now = LogEntry(self.row["length"], kind, seat, value), time.time()
        line = {"of": self.row["id"], "number": entry.number, "kind": kind, "seat": seat}
        self._lines.append({**line, "value": value, "at": now})
        self.set(length=entry.number + 1, moved=now)
        return entry

    def set(self, **values: Any) -> None:
        """Change columns of the table's row."""
        self.row |= values
        self.is_changed = True

    def set_seat(self, seat: int | None, **values: Any) -> None:
        """Change columns of one seat, or of all seats."""
        statement = SEATS.update().where(SEATS.c.of == self.row["id"])
        if seat is not None:
            statement = statement.where(SEATS.c.seat == seat)
        self._execute(statement.values(**values))
        self.seats = [
            evolve(each, **values) if seat in (None, each.seat) else each for each in self.seats
        ]

    def say(self, seat: int, text: str) -> None:
        """Add a line of talk, and delete old lines."""
        self.is_talk = True
        self.add_write(lambda connection: self._talk(connection, seat, text))

    def tell(self, seat: int, sentence: str) -> None:
        """Add a stored sentence about a seat to the talk; the seat's name is its value `name`."""
        self.say(-1 - seat, sentence)

    def _talk(self, connection: Connection, seat: int, text: str) -> None:
        """Insert a line of talk, and delete the oldest beyond MOST_TALK."""
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

    def delete_talk(self, seat: int) -> None:
        """Delete the talk of a seat."""
        self.is_talk = True
        own = TALK.c.seat.in_((seat, -1 - seat))
        self._execute(TALK.delete().where(TALK.c.of == self.row["id"], own))

    def write(self, connection: Connection) -> None:
        """Write the log entries, seats and talk."""
        if self._lines:
            connection.execute(_LINE, self._lines)
        for write in self._writes:
            write(connection)

    def write_row(self, connection: Connection, notify: bool) -> None:
        """Write the table's row, and notify other processes at the commit."""
        self.row["changed"] += 1
        values = {name: value for name, value in self.row.items() if value != self.stored.row[name]}
        connection.execute(_SET, {**values, "table": self.row["id"]})
        if notify:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, self.row["id"])))
