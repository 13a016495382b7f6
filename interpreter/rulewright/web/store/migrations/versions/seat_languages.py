"""Adds the language in which a player is called.

Revision ID: seat_languages
"""

from __future__ import annotations

from alembic import op

revision = "seat_languages"
down_revision = "kept_rules"


def upgrade() -> None:
    """Give each seat a language; an empty one is that of its table."""
    op.execute("ALTER TABLE seats ADD COLUMN lang VARCHAR(20) NOT NULL DEFAULT ''")
