"""Workers: chunks distributed to an executor, with results in the order of the chunks.

Any `concurrent.futures.Executor` can be used. The local one is `Processes`, where the death of a process affects
only its current chunk.
"""

from __future__ import annotations

import os
import signal
import tempfile
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
"""The number of attempts at a chunk whose worker dies."""

AHEAD: Final = 2
"""Chunks queued per worker, so that none is idle."""

LONGEST_FOLDER: Final = 70
"""Most bytes of the temporary folder's path for a forkserver: its socket below may have about 103 (`sun_path`)."""


class WorkersDied(RuntimeError):
    """Raised if several workers died over the same chunk."""


class ImmediateExecutor(Executor):
    """An executor that runs each call immediately in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Run the call and return its finished future."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **named))
        except Exception as error:
            done.set_exception(error)
        return done


class Processes(Executor):
    """An executor with one pool per process: a process that dies breaks no other and is replaced.

    Processes are not forked from this one, since a thread running here would be cut off there. Where the platform
    supports it, they are forked from a server that has only imported their modules.
    """

    def __init__(self, count: int) -> None:
        """Prepare `count` processes, each started with its first call."""
        self._pools = [_new_pool() for _ in range(count)]
        self._waiting: list[list[Future[Any]]] = [[] for _ in range(count)]

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Submit a call to the process with the fewest pending calls."""
        self._waiting = [[each for each in row if not each.done()] for row in self._waiting]
        which = min(range(len(self._pools)), key=lambda at: len(self._waiting[at]))
        try:
            future: Future[Any] = self._pools[which].submit(fn, *args, **named)
        except BrokenExecutor:
            self._pools[which].shutdown(wait=False)
            self._pools[which] = _new_pool()
            future = self._pools[which].submit(fn, *args, **named)
        self._waiting[which].append(future)
        return future

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        """Shut down without waiting for results that nobody will read."""
        self.shutdown(cancel_futures=True)

    @property
    def pids(self) -> list[int]:
        """The ids of the running processes."""
        return [pid for pool in self._pools for pid in (pool._processes or ())]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes; with `cancel_futures` running calls are killed."""
        if cancel_futures:
            for future in (each for row in self._waiting for each in row):
                future.cancel()
            for pid in self.pids:
                with suppress(OSError):  # the process may have ended already
                    os.kill(pid, signal.SIGTERM)
        for pool in self._pools:
            pool.shutdown(wait=wait)


def _new_pool() -> ProcessPoolExecutor:
    """Return a new pool of one worker process."""
    return ProcessPoolExecutor(1, worker_context(), initialize_worker)


def worker_context() -> BaseContext:
    """Return the multiprocessing context for worker processes: forkserver if it can be used here, else spawn."""
    folder = os.fsencode(tempfile.gettempdir())
    if "forkserver" not in get_all_start_methods() or len(folder) > LONGEST_FOLDER:
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(["rulewright.lab.balance.execution.chunks", "wasmtime"])
    return context


def initialize_worker() -> None:
    """Initialise a worker process: ignore Ctrl-C, and exit when the parent process ends for any reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the parent process, then exit."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def stream_results(
    work: Callable[[T], R],
    items: Iterable[T],
    executor: Executor,
    width: int,
    left_over: Callable[[T, R], None] = lambda item, result: None,
) -> Generator[tuple[T, R]]:
    """Yield the result of `work` for each item, in order; items are read as workers become free.

    A call whose worker died is submitted again. If the consumer stops early, finished results out of turn go to
    `left_over`. Raises WorkersDied if workers die repeatedly, and the exceptions of `work`.
    """
    waiting: deque[tuple[T, Future[R]]] = deque()
    remaining = iter(items)
    more, most = True, width * AHEAD if width > 1 else 1
    try:
        while more or waiting:
            while more and len(waiting) < most:
                item = next(remaining, _NOTHING)
                more = item is not _NOTHING
                if more:
                    waiting.append((item, executor.submit(work, item)))
            if waiting:
                result = _result_with_retries(work, *waiting[0], executor)
                item, _ = waiting.popleft()
                yield item, result
    finally:
        for item, future in waiting:
            if future.done() and not future.cancelled() and future.exception() is None:
                left_over(item, future.result())


_NOTHING: Any = object()


def _result_with_retries(
    work: Callable[[T], R], item: T, future: Future[R], executor: Executor
) -> R:
    """Return a future's result, resubmitting `item` if a worker died. Raises WorkersDied."""
    for _ in range(TRIES - 1):
        try:
            return future.result()
        except Exception as error:
            if not is_worker_failure(error):
                raise
            future = executor.submit(work, item)
    try:
        return future.result()
    except Exception as error:
        if is_worker_failure(error):
            raise WorkersDied(f"{TRIES} workers died over the same games: {item}") from error
        raise


def is_worker_failure(error: Exception) -> bool:
    """Return whether the worker failed, not the work, judging by the error types of several kinds of pools."""
    if isinstance(error, BrokenExecutor | CancelledError):
        return True
    return type(error).__name__ in ("KilledWorker", "CommClosedError", "WorkerCrashedError")
