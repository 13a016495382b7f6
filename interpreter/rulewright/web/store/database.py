"""The database of tables (SQLite or PostgreSQL); each change of a table is a transaction that locks its row."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError

from rulewright.runtime.session.rules.rule_archive import RuleArchive
from rulewright.web.refusals import ConcurrentChange, DatabaseUnreachable, NewerDatabase
from rulewright.web.store import db_schema as rows
from rulewright.web.store.db_schema import (
    LAST_TALK,
    LOG,
    RULES,
    SEATS,
    TABLES,
    TALK,
    LogEntry,
    Row,
    StoredTable,
    TableChange,
)

MOST_SWEPT: Final = 500
AHEAD: Final = 60.0
"""Largest accepted difference of server clocks, in seconds."""
RULES_IN_MEMORY: Final = 16
PATIENCE: Final = 5
"""Seconds to wait for a lock or for the database."""

_TALK: Final = (
    sa.select(TALK.c.seat, TALK.c.text)
    .where(TALK.c.of == sa.bindparam("table"))
    .order_by(TALK.c.number.desc())
    .limit(LAST_TALK)
)
_KEEP: Final = sa.text("INSERT INTO rules VALUES (:key, :content) ON CONFLICT DO NOTHING")
_UNUSED: Final = RULES.delete().where(RULES.c.id.not_in(sa.select(TABLES.c.rules)))
_NOTE: Final = sa.text("INSERT INTO notes VALUES (:name, :value) ON CONFLICT DO NOTHING")
_NOTED: Final = sa.text("SELECT value FROM notes WHERE name = :name")


class TableStore:
    """The access to the database; every method raises DatabaseUnreachable if it does not answer."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_file = address.startswith("sqlite")
        self.engine = _file_engine(address) if self.is_file else _server_engine(address)
        with self._converting_errors():
            _migrate(self.engine)
        self.kept_rules = lru_cache(RULES_IN_MEMORY)(self._read_rules)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    @contextmanager
    def _converting_errors(self) -> Iterator[None]:
        """Convert errors of the database into DatabaseUnreachable."""
        try:
            yield
        except sa.exc.IntegrityError:
            raise
        except DBAPIError as error:
            raise DatabaseUnreachable(type(error.orig).__name__) from error
        except sa.exc.TimeoutError as error:
            raise DatabaseUnreachable("all connections are busy") from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection for reading."""
        with self._converting_errors(), self.engine.connect() as connection:
            yield connection.execution_options(reading=True) if self.is_file else connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction, which is committed at the end or rolled back on an error."""
        with self._converting_errors(), self.engine.begin() as connection:
            yield connection

    def write(self, change: TableChange) -> None:
        """Write a change in one transaction (optimistic concurrency control).

        Raises NoSuchTable, and ConcurrentChange if the table's change counter has changed since it was read.
        """
        with self.writing() as connection:
            now = rows.row_of(connection, rows.CHANGED_TO_WRITE, change.row["id"])
            if now["changed"] != change.stored.row["changed"]:
                raise ConcurrentChange
            change.write(connection)
            change.write_row(connection, not self.is_file)

    def stop(self, table: str, word: str, states: Collection[str] = ("waiting", "playing")) -> None:
        """Stop a table in one of `states`, with a sentence for its players."""
        own = sa.and_(TABLES.c.id == table, TABLES.c.state.in_(states))
        values: Row = {"state": "stopped", "word": word, "bot_to_move": False}
        with self.writing() as connection:
            connection.execute(
                TABLES.update().where(own).values(changed=TABLES.c.changed + 1, **values)
            )
            if not self.is_file:
                connection.execute(sa.select(sa.func.pg_notify(rows.CHANNEL, table)))

    def stop_waiting(self, before: float, word: str) -> None:
        """Stop tables that have been waiting to begin since `before`."""
        query = sa.select(TABLES.c.id).where(TABLES.c.state == "waiting", TABLES.c.moved <= before)
        for row in self._rows(query.limit(MOST_SWEPT)):
            self.stop(row["id"], word, ("waiting",))

    def change_count(self, table: str) -> int:
        """Return the change counter of a table. Raises NoSuchTable."""
        with self.reading() as connection:
            return int(rows.row_of(connection, rows.CHANGED, table)["changed"])

    def load(self, table: str) -> StoredTable:
        """Return the current row, seats and talk of a table. Raises NoSuchTable."""
        with self.reading() as connection:
            row = rows.row_of(connection, rows.ROW, table)
            talk = [(seat, text) for seat, text in connection.execute(_TALK, {"table": table})]
            return StoredTable(row, rows.seats_of(connection, table), tuple(talk[::-1]))

    def log(self, table: str, since: int = 0) -> list[LogEntry]:
        """Return the log of a table from entry `since` on."""
        with self.reading() as connection:
            return rows.log_of(connection, table, since)

    def _read_rules(self, key: str) -> RuleArchive | None:
        """Return the rules with this hash; None if they are not stored. Raises RulesError if they are damaged."""
        with self.reading() as connection:
            content = connection.scalar(sa.select(RULES.c.content).where(RULES.c.id == key))
        return None if content is None else RuleArchive.from_json(content, key)

    def _rows(self, query: sa.Select[Any]) -> list[Row]:
        """Return the rows that a query selects, as dictionaries."""
        with self.reading() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def tables_of(self, person: str, most: int | None = None) -> list[Row]:
        """Return the rows of a person's tables, the newest first, at most `most`."""
        own_tables = sa.select(SEATS.c.of).where(SEATS.c.person == person)
        query = TABLES.select().where(TABLES.c.id.in_(own_tables)).order_by(TABLES.c.moved.desc())
        return self._rows(query.limit(most))

    def all_tables(self) -> list[Row]:
        """Return the newest 200 tables with their seats."""
        tables = self._rows(TABLES.select().order_by(TABLES.c.moved.desc()).limit(200))
        query = SEATS.select().where(SEATS.c.of.in_([row["id"] for row in tables]))
        seats = self._rows(query.order_by(SEATS.c.seat))
        return [{**row, "seats": [of for of in seats if of["of"] == row["id"]]} for row in tables]

    def data_of(self, person: str) -> dict[str, Any]:
        """Return all stored data of a person: seats, choices, talk."""
        seats = self._rows(SEATS.select().where(SEATS.c.person == person))
        for seat in seats:
            for source in (LOG, TALK):
                is_own = sa.and_(source.c.of == seat["of"], source.c.seat == seat["seat"])
                seat[source.name] = self._rows(source.select().where(is_own))
        return {"person": person, "tables": seats}

    def open_tables(self) -> int:
        """Return the number of tables that are waiting or playing."""
        is_open = TABLES.c.state.in_(("waiting", "playing"))
        return int(self._rows(sa.select(sa.func.count().label("open")).where(is_open))[0]["open"])

    def waiting_for_bots(self, before: float) -> list[str]:
        """Return the ids of tables where a bot has had to move since `before`."""
        query = sa.select(TABLES.c.id).where(
            TABLES.c.state == "playing",
            TABLES.c.bot_to_move,
            # After a clock is set back, moves may be in the future.
            sa.or_(TABLES.c.moved <= before, TABLES.c.moved > time.time() + AHEAD),
        )
        return [row["id"] for row in self._rows(query)]

    def due_tables(self) -> list[str]:
        """Return the ids of tables that have to look after their player to move."""
        query = sa.select(TABLES.c.id).where(
            TABLES.c.due <= time.time(), TABLES.c.state == "playing"
        )
        return [row["id"] for row in self._rows(query.limit(MOST_SWEPT))]

    def secret(self, name: str) -> str:
        """Return the value stored under `name`; a new random secret at the first call."""
        with self.writing() as connection:
            values = {"name": name, "value": secrets.token_urlsafe(24)}
            connection.execute(_NOTE, values)
            return str(connection.scalar(_NOTED, values))


# ------------------------------------------------------------------ the two sorts of database


def database_in(place: str | None, folder: Path) -> str:
    """Return the database URL: `place` if given, else an SQLite file in `folder`, which is created."""
    if place:
        return place.replace("postgresql://", "postgresql+psycopg://", 1)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / "tables.sqlite3"
    path.touch(mode=0o600)
    return f"sqlite:///{path}"


def _file_engine(address: str) -> Engine:
    """Return an engine for SQLite with a write-ahead log: readers do not wait for writers.

    Commits survive a crash of the process, but are not synced to the disk, which would take 6 ms each. After a
    power failure the last choices may be lost; the file stays consistent.
    """
    engine = sa.create_engine(address, connect_args={"timeout": PATIENCE}, pool_size=10)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        """Configure a new SQLite connection: explicit transactions, write-ahead log, foreign keys."""
        connection.isolation_level = None  # transactions begin explicitly, in `begun`
        for line in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {line}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        """Begin a transaction; unless it only reads, lock the database for writing at once."""
        reads = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


def _server_engine(address: str) -> Engine:
    """Return an engine for PostgreSQL that replaces broken connections, and limits the wait for locks."""
    return sa.create_engine(
        address,
        pool_size=min((os.cpu_count() or 1) * 4, 16),
        max_overflow=4,
        pool_timeout=PATIENCE,
        pool_pre_ping=True,
        connect_args={"connect_timeout": PATIENCE, "options": f"-c lock_timeout={PATIENCE}s"},
    )


def keep_rules(connection: Connection, archive: RuleArchive) -> None:
    """Store the rules of a new table, unless another table has stored them."""
    connection.execute(_KEEP, {"key": archive.key, "content": archive.to_json()})


def drop_unused_rules(connection: Connection) -> None:
    """Delete the rules that no table names any more."""
    connection.execute(_UNUSED)


def _migrate(engine: Engine) -> None:
    """Migrate the database to the newest schema; an advisory lock lets only one process do so."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(718293)"))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            if "Can't locate revision" in str(error):
                raise NewerDatabase from None
            raise
