"""A long run over pairs of games in every edition, told as a table in Markdown with a line for each."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Protocol

from properties.every import shipped

PAIRS = 600


class Found(Protocol):
    """What came of the pairs of an edition."""

    wrong: list[str]

    def line(self) -> tuple[object, ...]:
        """Its line of the table."""


def try_all(about: str, heads: Sequence[str], tried: Callable[[str, int], Found]) -> int:
    """Try what the command line asks for, and print the table; the exit code, 1 if something was wrong."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("editions", nargs="*", metavar="EDITION", help="all that are shipped")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="of each edition")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    editions = given.editions or list(shipped())
    print("| " + " | ".join(heads) + " |\n|---" + "|--:" * (len(heads) - 1) + "|")
    is_wrong = False
    with ProcessPoolExecutor(given.processes) as pool:
        for found in pool.map(tried, editions, [given.pairs] * len(editions)):
            print("| " + " | ".join(map(str, found.line())) + " |", flush=True)
            is_wrong = is_wrong or bool(found.wrong)
    return int(is_wrong)
