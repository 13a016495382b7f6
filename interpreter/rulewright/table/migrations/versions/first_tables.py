"""The first form of what is kept.

Revision ID: first_tables
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "first_tables"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("lang", sa.String(20), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("seed", sa.String(80), nullable=False),
        sa.Column("digest", sa.String(200), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("word", sa.Text, nullable=False),
        sa.Column("host", sa.String(80), nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("changed", sa.Integer, nullable=False),
        sa.Column("bot_to_move", sa.Boolean, nullable=False),
        sa.Column("undo_to", sa.Integer),
        sa.Column("undo_by", sa.Integer),
        sa.Column("again", sa.String(40)),
        sa.Column("begun", sa.Float, nullable=False),
        sa.Column("moved", sa.Float, nullable=False),
    )
    op.create_index("tables_by_state", "tables", ["state", "bot_to_move"])
    op.create_table(
        "seats",
        _of_a_table(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("person", sa.String(80), nullable=False),
        sa.Column("bot", sa.String(20), nullable=False),
        sa.Column("lent", sa.Boolean, nullable=False),
        sa.Column("agrees", sa.Boolean, nullable=False),
        sa.Column("here", sa.Float, nullable=False),
    )
    op.create_index("seats_by_person", "seats", ["person"])
    op.create_table(
        "log",
        _of_a_table(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("value", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "talk",
        _of_a_table(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def _of_a_table() -> sa.Column[str]:
    whose = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("of", sa.String(40), whose, primary_key=True)
