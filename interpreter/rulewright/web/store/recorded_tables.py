"""The games of all tables in a database, for `rulewright replay`; the database is only read."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from rulewright.cli.common.exits import NotPossible
from rulewright.lab.replays.recorded_games import RecordedGame
from rulewright.language.text import RulesError
from rulewright.runtime.session.rules.rule_archive import RuleArchive
from rulewright.runtime.session.saves.saves import RulesMark
from rulewright.web.refusals import DamagedTable
from rulewright.web.store.db_schema import RULES, TABLES, Row, log_of, read_json
from rulewright.web.store.migrations.versions.time_limits import revision as NEWEST
from rulewright.web.tables.live_games import effective_choices

Recorded = tuple[list[RecordedGame], dict[str, RuleArchive], list[tuple[str, str]]]
"""Games, kept rules by hash, and the tables that cannot be read, with the reason."""


def recorded_tables(address: str) -> Recorded:
    """Return the games of all tables that have begun. Raises NotPossible if the database cannot be read."""
    try:
        url = sa.make_url(address)
        if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
            # SQLite would make an empty file.
            raise NotPossible(f"the database {address} cannot be read: there is no such file")
        engine = sa.create_engine(url)
        with engine.connect() as connection:
            _check_version(connection)
            return _read_tables(connection)
    except (SQLAlchemyError, ImportError) as error:
        reason = str(error).splitlines()[0]
        raise NotPossible(
            f"the database {_without_password(address)} cannot be read: {reason}"
        ) from None


def _without_password(address: str) -> str:
    """Return the address of a database as it may be shown."""
    try:
        return sa.make_url(address).render_as_string(hide_password=True)
    except SQLAlchemyError:
        return "named"


def _check_version(connection: Connection) -> None:
    """Raise NotPossible if another version of Rulewright wrote the database."""
    version = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    if version != NEWEST:
        raise NotPossible(
            f"the database is of version {version}, and this Rulewright reads {NEWEST}: "
            "start `rulewright serve` with it once, or use the version that wrote it"
        )


def _read_tables(connection: Connection) -> Recorded:
    """Return the games of all begun tables, the kept rules, and the failures; the schema must be the newest."""
    games: list[RecordedGame] = []
    failures: list[tuple[str, str]] = []
    archives: dict[str, RuleArchive] = {}
    for row in connection.execute(TABLES.select().where(TABLES.c.length > 0)).mappings().all():
        name = f"table {row['id']}"
        try:
            games.append(_game(connection, name, dict(row)))
        except (DamagedTable, ValueError, TypeError):
            failures.append((name, "its row is damaged"))
    for key, content in connection.execute(sa.select(RULES.c.id, RULES.c.content)):
        try:
            archives[key] = RuleArchive.from_json(content, key)
        except RulesError as error:
            failures.append((f"rules {key[:16]}", error.complaints[0].message))
    return games, archives, failures


def _game(connection: Connection, name: str, row: Row) -> RecordedGame:
    """Return the game of a table's row and log. Raises DamagedTable and ValueError."""
    choices = effective_choices(log_of(connection, row["id"], 0))
    return RecordedGame(
        name, row["edition"], row["players"], tuple(read_json(row["options"])), tuple(read_json(row["cards"])),
        int(row["seed"]), True, tuple(entry.value for entry in choices),
        RulesMark(row["digest"], "", row["digest"]), row["rules"],
    )  # fmt: skip
