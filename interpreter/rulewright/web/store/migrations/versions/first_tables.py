"""The first schema of the database.

Revision ID: first_tables
"""

from __future__ import annotations

from alembic import op

revision = "first_tables"
down_revision = None

FORM = """
CREATE TABLE tables (
    id VARCHAR(40) PRIMARY KEY, edition TEXT NOT NULL, lang VARCHAR(20) NOT NULL, players INTEGER NOT NULL,
    options TEXT NOT NULL, cards TEXT NOT NULL, seed VARCHAR(80) NOT NULL, digest VARCHAR(200) NOT NULL,
    settings TEXT NOT NULL, state VARCHAR(20) NOT NULL, word TEXT NOT NULL, host VARCHAR(80) NOT NULL,
    length INTEGER NOT NULL, changed INTEGER NOT NULL, bot_to_move BOOLEAN NOT NULL,
    undo_to INTEGER, undo_by INTEGER, again VARCHAR(40), begun FLOAT NOT NULL, moved FLOAT NOT NULL);
CREATE INDEX tables_by_state ON tables (state, bot_to_move);
CREATE TABLE seats (
    "of" VARCHAR(40) NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT NOT NULL,
    person VARCHAR(80) NOT NULL, bot VARCHAR(20) NOT NULL, lent BOOLEAN NOT NULL, agrees BOOLEAN NOT NULL,
    here FLOAT NOT NULL, hook TEXT NOT NULL, base TEXT NOT NULL, called TEXT NOT NULL, PRIMARY KEY ("of", seat));
CREATE INDEX seats_by_person ON seats (person);
CREATE TABLE log (
    "of" VARCHAR(40) NOT NULL REFERENCES tables (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    kind VARCHAR(10) NOT NULL, seat INTEGER NOT NULL, value INTEGER NOT NULL, at FLOAT NOT NULL,
    PRIMARY KEY ("of", number));
CREATE TABLE talk (
    "of" VARCHAR(40) NOT NULL REFERENCES tables (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    seat INTEGER NOT NULL, text TEXT NOT NULL, at FLOAT NOT NULL, PRIMARY KEY ("of", number));
CREATE TABLE notes (name VARCHAR(40) PRIMARY KEY, value TEXT NOT NULL)
"""


def upgrade() -> None:
    """Make all tables."""
    for statement in FORM.split(";"):
        op.execute(statement)
