"""Chunks handed out to whoever can play them, and what comes back in the order of the chunks.

Any `concurrent.futures.Executor` will do. Ours is `Processes`, in which a process that dies takes nothing with it
but the chunk that it was at.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.context import BaseContext
from threading import Thread
from typing import Any, Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

TRIES: Final = 4
"""So often a chunk is handed out in all, where who plays it dies over it."""

AHEAD: Final = 2
"""So many chunks wait for each worker, so that none waits for us."""


class Lost(RuntimeError):
    """A chunk was handed out again and again, and whoever played it died."""


class AtOnce(Executor):
    """Does what it is given in this process, at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Do it now."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **named))
        except Exception as error:
            done.set_exception(error)
        return done


class Processes(Executor):
    """So many processes, each in a pool of its own: one that dies breaks no other, and another takes its place.

    They are not forked from this one: a thread that is at work here would be cut off in the middle there. Where the
    platform can, they are forked from one that has done nothing but read what they need.
    """

    def __init__(self, count: int) -> None:
        """Begin so many, each when it has something to do."""
        self._pools = [_pool() for _ in range(count)]
        self._waiting: list[list[Future[Any]]] = [[] for _ in range(count)]

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Let the one do it that has the least to do."""
        self._waiting = [[each for each in row if not each.done()] for row in self._waiting]
        which = min(range(len(self._pools)), key=lambda at: len(self._waiting[at]))
        try:
            made: Future[Any] = self._pools[which].submit(fn, *args, **named)
        except BrokenExecutor:
            self._pools[which].shutdown(wait=False)
            self._pools[which] = _pool()
            made = self._pools[which].submit(fn, *args, **named)
        self._waiting[which].append(made)
        return made

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        """Whoever leaves does not wait for what nobody will look at."""
        self.shutdown(cancel_futures=True)

    @property
    def pids(self) -> list[int]:
        """The processes that there are now."""
        return [pid for pool in self._pools for pid in (pool._processes or ())]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all; what they are at is not waited for if what waits is cancelled."""
        if cancel_futures:
            for future in (each for row in self._waiting for each in row):
                future.cancel()
            for pid in self.pids:
                with suppress(OSError):  # it may have ended by itself
                    os.kill(pid, signal.SIGTERM)
        for pool in self._pools:
            pool.shutdown(wait=wait)


def _pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, beginning(), as_worker)


def beginning() -> BaseContext:
    """How processes that work for this one are begun."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(["rulewright.lab.balance.execution.chunks", "wasmtime"])
    return context


def as_worker() -> None:
    """Begin a process that works for another one.

    Ctrl-C is for who began it, and ends it then; whatever else ends that one, `kill -9` too, ends this one.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def streamed(
    work: Callable[[T], R],
    items: Iterable[T],
    executor: Executor,
    width: int,
    left_over: Callable[[T, R], None] = lambda item, result: None,
) -> Generator[tuple[T, R]]:
    """The work on each item, in the order of the items, which are asked for as there is room for them.

    What was given to a worker that died is given to another. What is done when nobody wants more, but was not its
    turn, is `left_over`. Raises Lost if workers die again and again, and what the work raises.
    """
    waiting: deque[tuple[T, Future[R]]] = deque()
    left = iter(items)
    more, most = True, width * AHEAD if width > 1 else 1
    try:
        while more or waiting:
            while more and len(waiting) < most:
                item = next(left, _NOTHING)
                more = item is not _NOTHING
                if more:
                    waiting.append((item, executor.submit(work, item)))
            if waiting:
                result = _result(work, *waiting[0], executor)
                item, _ = waiting.popleft()
                yield item, result
    finally:
        for item, future in waiting:
            if future.done() and not future.cancelled() and future.exception() is None:
                left_over(item, future.result())


_NOTHING: Any = object()


def _result(work: Callable[[T], R], item: T, future: Future[R], executor: Executor) -> R:
    for _ in range(TRIES - 1):
        try:
            return future.result()
        except Exception as error:
            if not is_of_worker(error):
                raise
            future = executor.submit(work, item)
    try:
        return future.result()
    except Exception as error:
        if is_of_worker(error):
            raise Lost(f"{TRIES} workers died over the same games: {item}") from error
        raise


def is_of_worker(error: Exception) -> bool:
    """Whether it is who did the work that failed, and not the work: of pools of all sorts, by what they call it."""
    if isinstance(error, BrokenExecutor | CancelledError):
        return True
    return type(error).__name__ in ("KilledWorker", "CommClosedError", "WorkerCrashedError")
