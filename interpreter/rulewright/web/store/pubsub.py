"""Notifications about changed tables, within the process and from others by PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from rulewright.web.store.db_schema import CHANNEL

PAUSE: Final = 1.0
"""Seconds before a broken connection is opened again."""

LOGGER: Final = logging.getLogger("rulewright.web")


class TableNotifier:
    """A dispatcher of table ids with changes (None: perhaps any table) to a subscriber in the event loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: Callable[[str | None], None] = lambda _: None

    def begin(self, wake: Callable[[str | None], None]) -> None:
        """Set the subscriber, and note the running event loop."""
        self._loop, self._wake = asyncio.get_running_loop(), wake

    def notify(self, table: str | None) -> None:
        """Notify the subscriber of a changed table, from any thread."""
        self.call_soon(self._wake, table)

    def call_soon(self, call: Callable[..., None], *args: Any) -> None:
        """Run `call` in the event loop, from any thread."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(call, *args)

    async def listen(self, address: str) -> None:
        """Forward notifications of other processes, as long as the server runs, with reconnects."""
        from psycopg import AsyncConnection, Error

        plain = address.replace("postgresql+psycopg://", "postgresql://", 1)
        while True:
            try:
                connecting = AsyncConnection.connect(plain, autocommit=True, connect_timeout=5)
                connection = await connecting
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._wake(None)  # changes may have been missed
                    async for notice in connection.notifies():
                        self._wake(notice.payload)
            except (Error, OSError) as error:
                LOGGER.warning("no news from the database: %s", type(error).__name__)
            await asyncio.sleep(PAUSE)
