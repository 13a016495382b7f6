"""Who waits for news of which table. With PostgreSQL, news of other processes come in too."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from rulewright.web.store.db_schema import CHANNEL

PAUSE: Final = 1.0
"""Seconds after which a connection that broke is tried again."""

LOGGER: Final = logging.getLogger("rulewright.web")


class News:
    """Passes on which table has news (None: perhaps any) to who waits for that, in the loop of the server."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: Callable[[str | None], None] = lambda _: None

    def begin(self, wake: Callable[[str | None], None]) -> None:
        """Note the loop, and who waits in it."""
        self._loop, self._wake = asyncio.get_running_loop(), wake

    def tell(self, table: str | None) -> None:
        """There is news of a table, or perhaps of any; from whatever thread."""
        self.soon(self._wake, table)

    def soon(self, call: Callable[..., None], *given: Any) -> None:
        """Have something done in the loop; from whatever thread."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(call, *given)

    async def listen(self, address: str) -> None:
        """Pass on what other processes write; for as long as the server runs, through breaks of the connection."""
        from psycopg import AsyncConnection, Error

        plain = address.replace("postgresql+psycopg://", "postgresql://", 1)
        while True:
            try:
                connecting = AsyncConnection.connect(plain, autocommit=True, connect_timeout=5)
                connection = await connecting
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._wake(None)  # whatever was missed
                    async for notice in connection.notifies():
                        self._wake(notice.payload)
            except (Error, OSError) as error:
                LOGGER.warning("no news from the database: %s", type(error).__name__)
            await asyncio.sleep(PAUSE)
