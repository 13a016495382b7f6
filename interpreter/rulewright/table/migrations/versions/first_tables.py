"""The first form of what is kept.

Revision ID: first_tables
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "first_tables"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        *_told(sa.Text, "edition"),
        *_told(sa.String(20), "lang"),
        *_told(sa.Integer, "players"),
        *_told(sa.Text, "options", "cards"),
        *_told(sa.String(80), "seed"),
        *_told(sa.String(200), "digest"),
        *_told(sa.Text, "settings"),
        *_told(sa.String(20), "state"),
        *_told(sa.Text, "word"),
        *_told(sa.String(80), "host"),
        *_told(sa.Integer, "length", "changed"),
        *_told(sa.Boolean, "bot_to_move"),
        sa.Column("undo_to", sa.Integer),
        sa.Column("undo_by", sa.Integer),
        sa.Column("again", sa.String(40)),
        *_told(sa.Float, "begun", "moved"),
    )
    op.create_index("tables_by_state", "tables", ["state", "bot_to_move"])
    op.create_table(
        "seats",
        *_of_a_table("seat"),
        *_told(sa.Text, "name"),
        *_told(sa.String(80), "person"),
        *_told(sa.String(20), "bot"),
        *_told(sa.Boolean, "lent", "agrees"),
        *_told(sa.Float, "here"),
    )
    op.create_index("seats_by_person", "seats", ["person"])
    op.create_table(
        "log",
        *_of_a_table("number"),
        *_told(sa.String(10), "kind"),
        *_told(sa.Integer, "seat", "value"),
        *_told(sa.Float, "at"),
    )
    said = (*_told(sa.Integer, "seat"), *_told(sa.Text, "text"), *_told(sa.Float, "at"))
    op.create_table("talk", *_of_a_table("number"), *said)
    name = sa.Column("name", sa.String(40), primary_key=True)
    op.create_table("notes", name, *_told(sa.Text, "value"))


def _told(kind: Any, *names: str) -> list[sa.Column[Any]]:
    """Columns that always hold something."""
    return [sa.Column(name, kind, nullable=False) for name in names]


def _of_a_table(number: str) -> list[sa.Column[Any]]:
    whose = sa.ForeignKey("tables.id", ondelete="CASCADE")
    of = sa.Column("of", sa.String(40), whose, primary_key=True)
    return [of, sa.Column(number, sa.Integer, primary_key=True)]
