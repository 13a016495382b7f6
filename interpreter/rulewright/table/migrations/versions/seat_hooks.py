"""Where somebody is called when it is his move: the address, ours as he has it, and for which decision he was.

Revision ID: seat_hooks
"""

from __future__ import annotations

from alembic import op

revision = "seat_hooks"
down_revision = "first_tables"


def upgrade() -> None:
    """Nobody is called so far."""
    for name in ("hook", "base", "called"):
        op.execute(f"ALTER TABLE seats ADD COLUMN {name} TEXT NOT NULL DEFAULT ''")
