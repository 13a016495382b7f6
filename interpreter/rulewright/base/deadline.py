"""Deadlines for compiled rules: what a thread computes is aborted when its time is over.

Fuel bounds a single call into compiled rules, and a rollout may make a million calls. So the clock is checked
between calls, and running native code is interrupted. For that, wasmtime compiles an *epoch* check into each
function and loop that is compiled under a deadline, and the deadline's thread advances the epoch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread, local
from time import monotonic
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

TICK: Final = 0.05
"""Seconds between interruptions, for native code entered just before the previous one."""

_OWN: Final = local()


class OutOfTime(Exception):
    """Raised when the deadline of the current thread has passed."""


class Deadline:
    """A point in time, with the callbacks that interrupt the native code running when it passes."""

    def __init__(self, seconds: float) -> None:
        """Create a deadline `seconds` from now."""
        self.until = monotonic() + seconds
        self.interrupts: set[Callable[[], None]] = set()
        self._is_kept = Event()

    def check(self) -> None:
        """Raise OutOfTime if the deadline has passed."""
        if monotonic() > self.until:
            raise OutOfTime

    @property
    def is_over(self) -> bool:
        """Whether the deadline has passed."""
        return monotonic() > self.until

    def watch(self) -> None:
        """Wait for the deadline, then interrupt native code every TICK seconds until `stop` is called."""
        pause = max(self.until - monotonic(), 0.0)
        while not self._is_kept.wait(pause):
            pause = TICK
            for interrupt in tuple(self.interrupts):
                interrupt()

    def stop(self) -> None:
        """Stop interrupting native code."""
        self._is_kept.set()


def own_deadline() -> Deadline | None:
    """Return the deadline of the current thread; None if it has none."""
    return getattr(_OWN, "deadline", None)


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Limit the time of a `with` block in this thread to `seconds`; then compiled rules raise OutOfTime.

    Native code compiled outside any deadline is not interrupted, nor is the Python engine without a meter
    that looks at the clock.
    """
    limit = Deadline(seconds)
    watch = Thread(target=limit.watch, daemon=True)
    watch.start()
    try:
        with _use_deadline(limit):
            yield
    finally:
        limit.stop()
        watch.join()


@contextmanager
def more_time(seconds: float) -> Iterator[None]:
    """Give a `with` block a new limit of `seconds`, if this thread has a deadline at all."""
    if own_deadline() is None:
        yield
    else:
        with deadline(seconds):
            yield


def with_own_deadline(work: Callable[P, R]) -> Callable[P, R]:
    """Return `work` wrapped so that it keeps the current thread's deadline when another thread runs it."""
    limit = own_deadline()

    def does(*args: P.args, **kwargs: P.kwargs) -> R:
        """Call `work` under the deadline of the thread that wrapped it."""
        with _use_deadline(limit):
            return work(*args, **kwargs)

    return does


@contextmanager
def _use_deadline(limit: Deadline | None) -> Iterator[None]:
    """Make `limit` the deadline of the current thread inside a `with` block; None means no deadline."""
    before = own_deadline()
    _OWN.deadline = limit
    try:
        yield
    finally:
        _OWN.deadline = before
