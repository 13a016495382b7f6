"""Adds the rules that tables began with, each kept once for all tables that play them.

Revision ID: kept_rules
"""

from __future__ import annotations

from alembic import op

revision = "kept_rules"
down_revision = "undo_numbers"


def upgrade() -> None:
    """Make the table of rules; tables that began before keep none."""
    op.execute("CREATE TABLE rules (id VARCHAR(64) PRIMARY KEY, content TEXT NOT NULL)")
    op.execute("ALTER TABLE tables ADD COLUMN rules VARCHAR(64) NOT NULL DEFAULT ''")
