"""The entry point of Alembic: migrates the database of a given connection."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
