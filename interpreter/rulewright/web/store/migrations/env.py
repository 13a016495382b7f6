"""Where Alembic begins: brings the database that it was given to the newest form."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
