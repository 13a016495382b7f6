"""Background work: errors are logged, and tasks that should never end are restarted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future
from time import monotonic
from typing import Any, Final

LOGGER: Final = logging.getLogger("rulewright.web")
SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Shortest and longest pause before a task is restarted, in seconds."""


async def run_forever(begin: Callable[[], Awaitable[None]]) -> None:
    """Run a task as long as the server runs; restart it after an error, with a growing pause."""
    pause = SHORTEST_PAUSE
    while True:
        begun = monotonic()
        try:
            await begin()
        except Exception:
            LOGGER.exception("a task of the server ended; it starts again in %s seconds", pause)
        if monotonic() - begun > LONGEST_PAUSE:
            pause = SHORTEST_PAUSE
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def run_in_background(pool: Executor, work: Callable[..., Any], *args: Any) -> None:
    """Submit work whose result nobody needs; log its errors."""
    pool.submit(work, *args).add_done_callback(_log_fault)


def _log_fault(future: Future[Any]) -> None:
    """Log the exception of a finished background task, if it has one."""
    if not future.cancelled() and (error := future.exception()) is not None:
        LOGGER.error("a background task failed", exc_info=error)
