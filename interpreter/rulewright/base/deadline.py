"""A deadline for compiled rules: what a thread has them do is given up once its time is over.

Fuel bounds one entry into compiled rules, and a rollout may make a million of them. So between entries the clock is
looked at, and native code that is at work is interrupted: wasmtime compiles a look at an *epoch* into each function
and loop of code that was made under a deadline, and the deadline's thread makes the epoch pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread, local
from time import monotonic
from typing import Any, Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

TICK: Final = 0.05
"""Seconds between two interruptions of what was begun just before the first one."""

_OWN: Final = local()


class OutOfTime(Exception):
    """The time of this thread's work is over."""


class Deadline:
    """A point in time, and how to interrupt the native code that works until then."""

    def __init__(self, seconds: float) -> None:
        self.until = monotonic() + seconds
        self.interrupts: set[Callable[[], None]] = set()
        self._is_kept = Event()

    def check(self) -> None:
        """Raise OutOfTime when the time is over."""
        if monotonic() > self.until:
            raise OutOfTime

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return monotonic() > self.until

    def watch(self) -> None:
        """Interrupt all native code from the end of the time on, until `stop`."""
        pause = max(self.until - monotonic(), 0.0)
        while not self._is_kept.wait(pause):
            pause = TICK
            for interrupt in tuple(self.interrupts):
                interrupt()

    def stop(self) -> None:
        """Interrupt nothing any more."""
        self._is_kept.set()


def own_deadline() -> Deadline | None:
    """Return the deadline under which this thread works, if there is one."""
    return getattr(_OWN, "deadline", None)


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Give what this thread does in here so many seconds. Compiled rules raise OutOfTime after them.

    Native code that was made before any deadline does not. The Python engine does where `timed` is its meter.
    """
    found = Deadline(seconds)
    watch = Thread(target=found.watch, daemon=True)
    watch.start()
    try:
        with _working_under(found):
            yield
    finally:
        found.stop()
        watch.join()


@contextmanager
def more_time(seconds: float) -> Iterator[None]:
    """Give what is done in here so many seconds of its own, if this thread works under a deadline."""
    if own_deadline() is None:
        yield
    else:
        with deadline(seconds):
            yield


def carried(work: Callable[P, R]) -> Callable[P, R]:
    """Return work that another thread does under the deadline of this one."""
    found = own_deadline()

    def does(*args: P.args, **named: P.kwargs) -> R:
        with _working_under(found):
            return work(*args, **named)

    return does


@contextmanager
def _working_under(found: Deadline | None) -> Iterator[None]:
    before = own_deadline()
    _OWN.deadline = found
    try:
        yield
    finally:
        _OWN.deadline = before


def timed(fuel: Any, steps: int) -> int:
    """Look at the clock before the Python engine is entered; it has all its steps. Raises OutOfTime."""
    if (found := own_deadline()) is not None:
        found.check()
    return steps
