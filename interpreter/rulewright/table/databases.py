"""The two sorts of database: one SQLite file, or PostgreSQL."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, event

READING: Final = {"reading": True}
PATIENCE: Final = 5
"""Seconds to wait for a database that others hold or that does not answer."""


def database_in(place: str | None, folder: Path) -> str:
    """The address of the database: the one that was named, or a file in a folder of ours, which is made."""
    if place:
        return place.replace("postgresql://", "postgresql+psycopg://", 1)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / "tables.sqlite3"
    path.touch(mode=0o600)
    return f"sqlite:///{path}"


def file_engine(address: str) -> Engine:
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


def server_engine(address: str) -> Engine:
    """PostgreSQL: a connection that broke is found before it is used, and nobody waits for a lock without end."""
    return sa.create_engine(
        address,
        pool_size=min((os.cpu_count() or 1) * 4, 16),
        max_overflow=4,
        pool_timeout=PATIENCE,
        pool_pre_ping=True,
        connect_args={"connect_timeout": PATIENCE, "options": f"-c lock_timeout={PATIENCE}s"},
    )


def migrate(engine: Engine) -> None:
    """Bring the database to the newest form; of several processes one does it, the others wait."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(718293)"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
