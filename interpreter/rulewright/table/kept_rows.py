"""What is kept of tables: the rows, and what stands in them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

KEPT: Final = MetaData()

TABLES: Final = Table(
    "tables",
    KEPT,
    Column("id", String(40), primary_key=True),
    Column("edition", Text, nullable=False),
    Column("lang", String(20), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("cards", Text, nullable=False),
    Column("seed", String(80), nullable=False),
    Column("digest", String(200), nullable=False),
    Column("settings", Text, nullable=False),
    Column("state", String(20), nullable=False),
    Column("word", Text, nullable=False),
    Column("host", String(80), nullable=False),
    Column("length", Integer, nullable=False),
    Column("changed", Integer, nullable=False),
    Column("bot_to_move", Boolean, nullable=False),
    Column("undo_to", Integer),
    Column("undo_by", Integer),
    Column("again", String(40)),
    Column("begun", Float, nullable=False),
    Column("moved", Float, nullable=False),
    Index("tables_by_state", "state", "bot_to_move"),
)
"""A table: what is played, how far its log goes (`length`), and how often anything of it changed (`changed`)."""

SEATS: Final = Table(
    "seats",
    KEPT,
    Column("of", String(40), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("person", String(80), nullable=False),
    Column("bot", String(20), nullable=False),
    Column("lent", Boolean, nullable=False),
    Column("agrees", Boolean, nullable=False),
    Column("here", Float, nullable=False),
    Index("seats_by_person", "person"),
)
"""A seat: `person` is a hash of the token of who sits there; `bot` plays if nobody does, or while it is `lent`."""

LOG: Final = Table(
    "log",
    KEPT,
    Column("of", String(40), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("value", Integer, nullable=False),
    Column("at", Float, nullable=False),
)
"""What was decided, in its order; nothing in it is ever changed. Of a choice `value` is the index of the option, of
an undo how many of the choices that count so far go on counting."""

TALK: Final = Table(
    "talk",
    KEPT,
    Column("of", String(40), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""What people said at a table."""

NOTES: Final = Table(
    "notes",
    KEPT,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the server remembers of itself, such as the key of the host."""
