"""Adds the time at which a table looks after its player to move, and the reason why a bot plays for a person.

Revision ID: time_limits
"""

from __future__ import annotations

from alembic import op

revision = "time_limits"
down_revision = "seat_languages"


def upgrade() -> None:
    """Tables that began before have no such time; theirs is set with the next choice."""
    op.execute("ALTER TABLE tables ADD COLUMN due FLOAT")
    op.execute("CREATE INDEX tables_by_due ON tables (due)")
    op.execute("ALTER TABLE seats ADD COLUMN lent_for VARCHAR(10) NOT NULL DEFAULT ''")
