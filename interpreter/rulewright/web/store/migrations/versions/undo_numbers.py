"""Adds numbers to undo requests, so that an answer names the request that the player saw.

Revision ID: undo_numbers
"""

from __future__ import annotations

from alembic import op

revision = "undo_numbers"
down_revision = "first_tables"


def upgrade() -> None:
    """Give each table a number of undo requests."""
    op.execute("ALTER TABLE tables ADD COLUMN undo_number INTEGER NOT NULL DEFAULT 0")
