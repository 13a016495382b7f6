"""Work spread over the cores of the machine: what comes out is the same on one.

Workers are forked, so that they have what was read before; where that is not safe, nothing is spread.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeVar

from rulewright.front.ending import NotPossible

T = TypeVar("T")
R = TypeVar("R")

FORKS: Final = sys.platform == "linux"

_WORK: list[tuple[Callable[[Any], Any], Sequence[Any]]] = []
"""What forked workers have to do."""


def cores() -> int:
    """How many cores there are for us; RULEWRIGHT_CORES says less."""
    there = len(os.sched_getaffinity(0)) if FORKS else 1
    named = os.environ.get("RULEWRIGHT_CORES", "")
    return min(there, int(named)) if named.isdecimal() and int(named) else there


def spread(work: Callable[[T], R], items: Sequence[T], least: int) -> Iterator[R]:
    """The results of the work on each item, in their order; over all cores if there are at least so many items.

    Raises what the work raises, for the first item of which that is so.
    """
    if len(items) < least or cores() < 2:
        yield from map(work, items)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    _WORK.append((work, items))
    try:
        with ProcessPoolExecutor(cores(), get_context("fork")) as pool:
            yield from pool.map(_one, range(len(items)))
    except BrokenProcessPool:
        told = "the system ended a process that did a part of the work, perhaps for want of memory"
        raise NotPossible(told) from None
    finally:
        _WORK.pop()


def _one(index: int) -> Any:
    work, items = _WORK[-1]
    return work(items[index])
