"""Watched work, for which no request waits: the log tells of its faults, and what should never end begins again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future
from time import monotonic
from typing import Any, Final

LOGGER: Final = logging.getLogger("rulewright.web")
SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds after which a task that ended is begun again, first and at most."""


async def watched(begin: Callable[[], Awaitable[None]]) -> None:
    """Let a task go on for as long as the server runs: after a fault it is begun again, in a while."""
    pause = SHORTEST_PAUSE
    while True:
        begun = monotonic()
        try:
            await begin()
        except Exception:
            LOGGER.exception("a task of the server ended; it is begun again in %s seconds", pause)
        if monotonic() - begun > LONGEST_PAUSE:
            pause = SHORTEST_PAUSE
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def in_background(pool: Executor, work: Callable[..., Any], *given: Any) -> None:
    """Have a pool do work that nobody waits for; the log tells of a fault in it."""
    pool.submit(work, *given).add_done_callback(_log_fault)


def _log_fault(done: Future[Any]) -> None:
    if not done.cancelled() and (error := done.exception()) is not None:
        LOGGER.error("work in the background failed", exc_info=error)
