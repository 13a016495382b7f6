"""Parallel work on the machine's cores, with results independent of their number.

Workers are forked, so they inherit everything that was read before. Where forking is not safe, one process works.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeVar

from rulewright.cli.common.exits import NotPossible

T = TypeVar("T")
R = TypeVar("R")

FORKS: Final = sys.platform == "linux"

TRIES: Final = 3
"""The largest number of attempts if the system kills workers."""

_WORK: list[tuple[Callable[[Any], Any], Sequence[Any]]] = []
"""The work of forked workers: function and items, inherited through the fork."""


def available_cores() -> int:
    """Return the number of cores to use: those available, or fewer if RULEWRIGHT_CORES says so."""
    there = len(os.sched_getaffinity(0)) if FORKS else 1
    limit = os.environ.get("RULEWRIGHT_CORES", "")
    return min(there, int(limit)) if limit.isdecimal() and int(limit) else there


def run_in_parallel(
    work: Callable[[T], R], items: Sequence[T], least: int, jobs: int | None = None
) -> Iterator[R]:
    """Yield `work(item)` for every item in order, computed by `jobs` processes if there are at least `least` items.

    By default there is one process a core. If the system kills a worker, unfinished items are computed again, at
    most `TRIES` times in all. An exception of `work` is raised at its item; then, and after Ctrl-C, workers are
    terminated.
    """
    jobs = available_cores() if jobs is None or not FORKS else jobs
    if len(items) < least or jobs < 2:
        yield from map(work, items)
        return
    from concurrent.futures.process import BrokenProcessPool

    _WORK.append((work, items))
    done = 0
    try:
        for _ in range(TRIES):
            try:
                for result in _run_forked(range(done, len(items)), jobs):
                    done += 1
                    yield result
                return
            except BrokenProcessPool:
                continue  # repeat the items without a result
        reason = "the system stopped some worker processes, perhaps because memory ran out"
        raise NotPossible(reason) from None
    finally:
        _WORK.pop()


def _run_forked(numbers: range, jobs: int) -> Iterator[Any]:
    """Yield the results for the items with these indices, computed by `jobs` processes."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    from rulewright.lab.balance.execution.workers import initialize_worker

    others = set(active_children())
    with ProcessPoolExecutor(jobs, get_context("fork"), initialize_worker) as pool:
        with warnings.catch_warnings():
            # Python warns about forking with threads. Those of the native compiler are idle by now.
            warnings.simplefilter("ignore", DeprecationWarning)
            results = [pool.submit(_work_on, number) for number in numbers]
        try:
            yield from (result.result() for result in results)
        except BaseException:
            # Do not cancel futures: the pool's thread would print an error about workers that are gone.
            for child in {*active_children()} - others:
                child.terminate()
            raise


def _work_on(index: int) -> Any:
    """Compute the item with this index in a worker process."""
    work, items = _WORK[-1]
    return work(items[index])
