"""The database: one SQLite file, or PostgreSQL. Every change of a table is a transaction that holds its row."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError

from rulewright.records import Record, declared, evolve
from rulewright.table.kept_rows import LOG, NOTES, SEATS, TABLES, TALK

CHANNEL: Final = "rulewright_tables"
"""Under this name PostgreSQL passes on which table has news."""

LAST_TALK: Final = 30
READING: Final = {"reading": True}
PATIENCE: Final = 5
"""Seconds to wait for a database that others hold or that does not answer."""

Row = dict[str, Any]


class Unreachable(Exception):
    """The database does not answer. Nothing was changed, or it is not known; asking again does no harm."""


class NoTable(Exception):
    """There is no such table."""


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


def database_in(place: str | None, folder: Path) -> str:
    """The address of the database: the one that was named, or a file in a folder of ours, which is made."""
    if place:
        return place.replace("postgresql://", "postgresql+psycopg://", 1)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / "tables.sqlite3"
    path.touch(mode=0o600)
    return f"sqlite:///{path}"


class Keeper:
    """Reads and writes what is kept."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_file = address.startswith("sqlite")
        self.engine = _file_engine(address) if self.is_file else _server_engine(address)
        self.migrate()

    def migrate(self) -> None:
        """Bring the database to the newest form; of several processes one does it, the others wait."""
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with self._connected(), self.engine.begin() as connection:
            if not self.is_file:
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(718293)"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    @contextmanager
    def _connected(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            if isinstance(error, sa.exc.IntegrityError):
                raise
            raise Unreachable(type(error.orig).__name__) from error
        except sa.exc.TimeoutError as error:
            raise Unreachable("all connections are busy") from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read with. Raises Unreachable."""
        with self._connected(), self.engine.connect() as connection:
            yield connection.execution_options(**READING) if self.is_file else connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction; written whole at its end, or not at all. Raises Unreachable."""
        with self._connected(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def changing(self, table: str) -> Iterator[Change]:
        """A transaction that holds the row of a table. Raises NoTable and Unreachable."""
        with self.writing() as connection:
            row = _row(connection, _ROW_TO_CHANGE, table)
            change = Change(connection, Kept(row, _seats(connection, table)))
            yield change
            change.tell(not self.is_file)

    # ------------------------------------------------------------------ reading

    def changed(self, table: str) -> int:
        """How often a table has changed. Raises NoTable and Unreachable."""
        with self.reading() as connection:
            return int(_row(connection, _CHANGED, table)["changed"])

    def kept(self, table: str) -> Kept:
        """A table as it is now. Raises NoTable and Unreachable."""
        with self.reading() as connection:
            row = _row(connection, _ROW, table)
            said = [(seat, text) for seat, text in connection.execute(_TALK, {"table": table})]
            return Kept(row, _seats(connection, table), tuple(said[::-1]))

    def log(self, table: str, since: int = 0) -> list[Entry]:
        """The log of a table from a number on. Raises Unreachable."""
        with self.reading() as connection:
            return log_of(connection, table, since)

    def _rows(self, asked: sa.Select[Any]) -> list[Row]:
        with self.reading() as connection:
            return [dict(row) for row in connection.execute(asked).mappings()]

    def tables_of(self, person: str) -> list[Row]:
        """The tables at which a person sits, the newest first. Raises Unreachable."""
        found = (
            sa.select(TABLES, SEATS.c.seat)
            .join(SEATS, SEATS.c.of == TABLES.c.id)
            .where(SEATS.c.person == person)
            .order_by(TABLES.c.moved.desc())
            .limit(50)
        )
        return self._rows(found)

    def all_tables(self) -> list[Row]:
        """All tables, the newest first, as many as a page holds. Raises Unreachable."""
        return self._rows(TABLES.select().order_by(TABLES.c.moved.desc()).limit(200))

    def with_seats(self, rows: Sequence[Row]) -> list[Row]:
        """Tables with those who sit at them. Raises Unreachable."""
        found: dict[str, Row] = {row["id"]: {"row": row, "seats": []} for row in rows}
        asked = SEATS.select().where(SEATS.c.of.in_(found)).order_by(SEATS.c.of, SEATS.c.seat)
        for seat in self._rows(asked):
            found[seat["of"]]["seats"].append(seat)
        return list(found.values())

    def data_of(self, person: str) -> dict[str, Any]:
        """All that is kept of a person: seats, choices, talk. Raises Unreachable."""
        own = SEATS.select().where(SEATS.c.person == person)
        at = [
            {"seat": seat, **{kept.name: self._rows(_of_seat(kept, seat)) for kept in (LOG, TALK)}}
            for seat in self._rows(own)
        ]
        return {"person": person, "tables": at}

    def open_tables(self) -> int:
        """At how many tables somebody waits or plays. Raises Unreachable."""
        found = sa.select(sa.func.count()).where(TABLES.c.state.in_(("waiting", "playing")))
        with self.reading() as connection:
            return int(connection.scalar(found) or 0)

    def waiting_for_bots(self, before: float) -> list[str]:
        """The tables at which a bot has been to move since a time, or longer. Raises Unreachable."""
        found = sa.select(TABLES.c.id).where(
            TABLES.c.state == "playing", TABLES.c.bot_to_move, TABLES.c.moved <= before
        )
        with self.reading() as connection:
            return list(connection.scalars(found))

    def note(self, name: str) -> str:
        """What is noted under a name; the first time an unguessable word. Raises Unreachable."""
        with self.writing() as connection:
            if not self.is_file:
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(718294)"))
            found = connection.scalar(sa.select(NOTES.c.value).where(NOTES.c.name == name))
            if found is None:
                found = secrets.token_urlsafe(24)
                connection.execute(NOTES.insert().values(name=name, value=found))
        return str(found)


class Change:
    """A change of one table under way: what it was before, and what is written."""

    def __init__(self, connection: Connection, kept: Kept) -> None:
        self.connection, self.kept = connection, kept
        self.row = dict(kept.row)
        self.seats = list(kept.seats)
        self.told = self.is_talk = False

    def log(self, since: int = 0) -> list[Entry]:
        """The log from a number on."""
        return log_of(self.connection, self.row["id"], since)

    def append(self, kind: str, seat: int, value: int) -> Entry:
        """Write the next line of the log."""
        entry = Entry(self.row["length"], kind, seat, value)
        line = {"number": entry.number, "kind": kind, "seat": seat, "value": value}
        self.connection.execute(_LINE, {"of": self.row["id"], **line, "at": time.time()})
        self.set(length=entry.number + 1, moved=time.time())
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
        number = 0 if last is None else last + 1
        made = TALK.insert().values(
            of=self.row["id"], number=number, seat=seat, text=text, at=time.time()
        )
        self.connection.execute(made)
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
        own = TABLES.c.id == self.row["id"]
        self.connection.execute(TABLES.update().where(own).values(**values))
        if notify:
            self.connection.execute(sa.select(sa.func.pg_notify(CHANNEL, self.row["id"])))


def log_of(connection: Connection, table: str, since: int) -> list[Entry]:
    """The log of a table from a number on."""
    return [Entry(*row) for row in connection.execute(_LINES, {"table": table, "since": since})]


def make_table(
    connection: Connection, row: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]
) -> None:
    """Write a new table with its seats."""
    connection.execute(TABLES.insert().values(**row))
    for number, seat in enumerate(seats):
        connection.execute(SEATS.insert().values(of=row["id"], seat=number, **seat))


def drop_table(connection: Connection, table: str) -> None:
    """Forget a table with all that belongs to it."""
    for kept in (LOG, TALK, SEATS):
        connection.execute(kept.delete().where(kept.c.of == table))
    connection.execute(TABLES.delete().where(TABLES.c.id == table))


def _of_seat(kept: sa.Table, seat: Mapping[str, Any]) -> sa.Select[Any]:
    return kept.select().where(kept.c.of == seat["of"], kept.c.seat == seat["seat"])


def _row(connection: Connection, asked: sa.Select[Any], table: str) -> Row:
    """What is asked of the row of a table. Raises NoTable."""
    row = connection.execute(asked, {"table": table}).mappings().first()
    if row is None:
        raise NoTable(table)
    return dict(row)


def _seats(connection: Connection, table: str) -> tuple[Seat, ...]:
    return tuple(Seat(*row) for row in connection.execute(_SEATS, {"table": table}))


# What is asked at every choice, put together once.
_TABLE: Final[sa.BindParameter[str]] = sa.bindparam("table")
_ROW: Final = TABLES.select().where(TABLES.c.id == _TABLE)
_ROW_TO_CHANGE: Final = _ROW.with_for_update()
_CHANGED: Final = sa.select(TABLES.c.changed).where(TABLES.c.id == _TABLE)
_SEATS: Final = (
    sa.select(*(SEATS.c[name] for name in declared(Seat)))
    .where(SEATS.c.of == _TABLE)
    .order_by(SEATS.c.seat)
)
_LINE: Final = LOG.insert()
_LINES: Final = (
    sa.select(*(LOG.c[name] for name in declared(Entry)))
    .where(LOG.c.of == _TABLE, LOG.c.number >= sa.bindparam("since"))
    .order_by(LOG.c.number)
)
_TALK: Final = (
    sa.select(TALK.c.seat, TALK.c.text)
    .where(TALK.c.of == _TABLE)
    .order_by(TALK.c.number.desc())
    .limit(LAST_TALK)
)


def _file_engine(address: str) -> Engine:
    """SQLite: readers do not wait for who writes, and what is written is on the disk when that is told."""
    engine = sa.create_engine(address, connect_args={"timeout": PATIENCE}, pool_size=10)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        for line in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {line}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        reads = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


def _server_engine(address: str) -> Engine:
    size = min((os.cpu_count() or 1) * 4, 16)
    patient = {"connect_timeout": PATIENCE, "options": f"-c lock_timeout={PATIENCE}s"}
    return sa.create_engine(
        address,
        pool_size=size,
        max_overflow=4,
        pool_timeout=PATIENCE,
        pool_pre_ping=True,
        connect_args=patient,
    )
