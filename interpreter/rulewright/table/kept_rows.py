"""What is kept of tables: the rows, and what stands in them."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

KEPT: Final = sa.MetaData()

TABLES: Final = sa.Table(
    "tables",
    KEPT,
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
    sa.Index("tables_by_state", "state", "bot_to_move"),
)
"""A table: what is played, how far its log goes (`length`), and how often anything of it changed (`changed`)."""

SEATS: Final = sa.Table(
    "seats",
    KEPT,
    sa.Column(
        "of", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("person", sa.String(80), nullable=False),
    sa.Column("bot", sa.String(20), nullable=False),
    sa.Column("lent", sa.Boolean, nullable=False),
    sa.Column("agrees", sa.Boolean, nullable=False),
    sa.Column("here", sa.Float, nullable=False),
    sa.Index("seats_by_person", "person"),
)
"""A seat: `person` is a hash of the token of who sits there; `bot` plays if nobody does, or while it is `lent`."""

LOG: Final = sa.Table(
    "log",
    KEPT,
    sa.Column(
        "of", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("value", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""What was decided, in its order; nothing in it is ever changed. Of a choice `value` is the index of the option, of
an undo how many of the choices that count so far go on counting."""

TALK: Final = sa.Table(
    "talk",
    KEPT,
    sa.Column(
        "of", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""What people said at a table."""

NOTES: Final = sa.Table(
    "notes",
    KEPT,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""What the server remembers of itself, such as the key of the host."""
