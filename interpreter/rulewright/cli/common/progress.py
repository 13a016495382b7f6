"""A progress bar on the terminal for long work."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

LONG: Final = 1.0
"""Seconds after which the bar appears."""

OFTEN: Final = 0.1
"""Seconds between two drawings."""


Done = Callable[[int], None]
"""A function to call with the amount done so far."""


@contextmanager
def progress_bar(total: int) -> Iterator[Done]:
    """Yield a function to call with the amount done; it draws a bar on stderr if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    bar = _Bar(total)
    try:
        yield bar
    finally:
        bar.close()


class _Bar:
    """A progress bar that is drawn at most once every `OFTEN` seconds."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._next = perf_counter() + LONG
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, done: int) -> None:
        now = perf_counter()
        if now < self._next:
            return
        self._next = now + OFTEN
        if self._progress is None:
            self._progress = _start_bar()
            self._task = self._progress.add_task("", total=self._total)
        assert self._task is not None
        self._progress.update(self._task, completed=done, refresh=True)

    def close(self) -> None:
        """Stop drawing the bar, if it was drawn."""
        if self._progress is not None:
            self._progress.stop()


def _start_bar() -> Progress:
    """Start and return a progress bar of rich."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    progress = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
    )
    progress.start()
    return progress
