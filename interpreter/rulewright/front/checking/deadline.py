"""Ends a command that takes longer than it may, whatever it is doing."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from threading import Timer

from rulewright.front.common.ending import EXIT_TIMED_OUT


@contextlib.contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """End the process, with a line on stderr and exit code 124, if what is done in here takes longer."""
    if seconds is None:
        yield
        return
    watch = Timer(seconds, _end, (seconds,))
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()


def _end(seconds: float) -> None:
    from multiprocessing import active_children

    for child in active_children():
        child.kill()
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(
            f"Error: stopped after {seconds:g} seconds, before everything was checked\n"
        )
        sys.stderr.flush()
    os._exit(EXIT_TIMED_OUT)
