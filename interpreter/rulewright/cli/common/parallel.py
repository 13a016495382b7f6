"""Work spread over the cores of the machine: what comes out is the same on one.

Workers are forked, so that they have what was read before; where that is not safe, nothing is spread.
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
"""So often work is begun, if the system ends processes that do it."""

_WORK: list[tuple[Callable[[Any], Any], Sequence[Any]]] = []
"""What forked workers have to do."""


def cores() -> int:
    """How many cores there are for us; RULEWRIGHT_CORES says less."""
    there = len(os.sched_getaffinity(0)) if FORKS else 1
    named = os.environ.get("RULEWRIGHT_CORES", "")
    return min(there, int(named)) if named.isdecimal() and int(named) else there


def spread(
    work: Callable[[T], R], items: Sequence[T], least: int, jobs: int | None = None
) -> Iterator[R]:
    """The results of the work on each item, in their order; if there are at least so many items, over `jobs`
    processes, by default one for each core.

    What was under way in a process that died, and in those beside it, is done again. Raises what the work raises,
    for the first item of which that is so. Whoever stops before the end (Ctrl-C) does not wait for what is under
    way.
    """
    jobs = cores() if jobs is None or not FORKS else jobs
    if len(items) < least or jobs < 2:
        yield from map(work, items)
        return
    from concurrent.futures.process import BrokenProcessPool

    _WORK.append((work, items))
    done = 0
    try:
        for _ in range(TRIES):
            try:
                for result in _forked(range(done, len(items)), jobs):
                    done += 1
                    yield result
                return
            except BrokenProcessPool:
                continue  # what was not handed on is done again
        told = "the system ended processes that did a part of the work, perhaps for want of memory"
        raise NotPossible(told) from None
    finally:
        _WORK.pop()


def _forked(numbers: range, jobs: int) -> Iterator[Any]:
    """The results of the work on the items with these numbers, by so many processes."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    from rulewright.lab.balance.execution.workers import as_worker

    others = set(active_children())
    with ProcessPoolExecutor(jobs, get_context("fork"), as_worker) as pool:
        with warnings.catch_warnings():
            # Threads that compiled native code may be there: workers are begun when nothing is left to compile.
            warnings.simplefilter("ignore", DeprecationWarning)
            results = [pool.submit(_work_on, number) for number in numbers]
        try:
            yield from (result.result() for result in results)
        except BaseException:
            # Nothing is cancelled: of that the pool's own thread complains when its workers are gone.
            for child in {*active_children()} - others:
                child.terminate()
            raise


def _work_on(index: int) -> Any:
    work, items = _WORK[-1]
    return work(items[index])
