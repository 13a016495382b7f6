"""Who waits for news of which table. With PostgreSQL, news of other processes come in too."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from typing import Final

from rulewright.table.keeping import CHANNEL

PAUSE: Final = 1.0
"""Seconds after which a connection that broke is tried again."""

LOGGER: Final = logging.getLogger("rulewright.table")


class News:
    """The streams that are open, by table; each is woken when its table changes."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.streams = 0

    def begin(self) -> None:
        """Note the loop in which streams wait."""
        self._loop = asyncio.get_running_loop()

    @contextlib.contextmanager
    def waiting(self, table: str):  # type: ignore[no-untyped-def]
        """What is set when the table has news, for as long as a stream is open."""
        event = asyncio.Event()
        self._waiting[table].add(event)
        self.streams += 1
        try:
            yield event
        finally:
            self.streams -= 1
            self._waiting[table].discard(event)
            if not self._waiting[table]:
                del self._waiting[table]

    def tell(self, table: str | None) -> None:
        """There is news of a table, or perhaps of any; from whatever thread."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._wake, table)

    def _wake(self, table: str | None) -> None:
        tables = list(self._waiting) if table is None else [table]
        for each in tables:
            for event in self._waiting.get(each, ()):
                event.set()

    async def listen(self, address: str) -> None:
        """Pass on what other processes write; for as long as the server runs, through breaks of the connection."""
        import psycopg

        plain = address.replace("postgresql+psycopg://", "postgresql://", 1)
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(
                    plain, autocommit=True, connect_timeout=5
                )
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._wake(None)  # whatever was missed
                    async for notice in connection.notifies():
                        self._wake(notice.payload)
            except (psycopg.Error, OSError) as error:
                LOGGER.warning("no news from the database: %s", type(error).__name__)
            await asyncio.sleep(PAUSE)
