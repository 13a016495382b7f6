"""Where Alembic begins: brings the database that it was given to the newest form."""

from __future__ import annotations

from alembic import context

from rulewright.table.kept_rows import KEPT


def run() -> None:
    """Make all steps that were not made yet, in the transaction of the connection."""
    context.configure(connection=context.config.attributes["connection"], target_metadata=KEPT)
    context.run_migrations()


run()
