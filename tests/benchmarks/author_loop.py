"""How long an author waits: CPU seconds of whole processes, least of several runs each, and the same in units.

    python tests/benchmarks/author_loop.py [RUNS] [--unit SCRIPT]

A unit is what SCRIPT takes for `--players 5 --games 1000`, a simulator of the game that is written by hand, or
else a loop of plain Python that takes about as long; it is measured before and after each row, so a busy machine
changes units less than seconds. Every run of a row about a change makes another change. "Nothing kept" is with an
empty cache folder; byte code of the interpreter is there, as after an installation.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
RULES, EDITION, TESTS = "bard.rules", "our-table.yaml", "bard.scenarios.rules"
LOAD = "import rulewright; rulewright.Rules.load('classic').new_game(5, seed=1)"
STAND_IN = """
import random
chance, held = random.Random(1), {}
for turn in range(560_000):
    cards = held.setdefault(chance.randrange(64), [])
    cards.append(turn)
    if len(cards) > 8:
        held[turn % 64] = sorted(cards, key=lambda card: card % 7)[:4]
"""
COMMAND = (sys.executable, "-m", "rulewright")

Change = Callable[[int], None]


class Row(NamedTuple):
    """What is measured: a command, in which folder, after which change, and whether nothing is kept before."""

    title: str
    command: tuple[str, ...]
    folder: Path
    change: Change = lambda number: None
    cold: bool = False


def main() -> None:
    """Measure each row and print it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("runs", nargs="?", type=int, default=5)
    parser.add_argument("--unit", metavar="SCRIPT")
    asked = parser.parse_args()
    unit: tuple[str, ...] = (sys.executable, "-c", STAND_IN)
    if asked.unit:
        unit = (sys.executable, asked.unit, "--players", "5", "--games", "1000")
    print("seconds   units")
    with tempfile.TemporaryDirectory() as place:
        folder = _laid_out(Path(place))
        for row in _rows(folder):
            before = _seconds(folder, unit, {**os.environ})
            found = _least(row, asked.runs)
            beside = (before + _seconds(folder, unit, {**os.environ})) / 2
            print(f"{found:7.2f} {found / beside:7.2f}  {row.title}", flush=True)


def _laid_out(place: Path) -> Path:
    """A folder with the house edition of docs/index.md, its tests apart, and a copy of the shipped files."""
    folder = place / "house"
    folder.mkdir()
    rules, _, tests = _block(RULES).partition("\nscenario ")
    (folder / RULES).write_text(rules + "\n", encoding="utf-8")
    (folder / TESTS).write_text(f"scenario {tests}", encoding="utf-8")
    (folder / EDITION).write_text(_block(EDITION), encoding="utf-8")
    for name in ("editions", "rules"):
        shutil.copytree(ROOT / name, place / "copy" / name)
    return folder


def _rows(folder: Path) -> Iterator[Row]:
    def line(number: int) -> None:
        _edit(folder / RULES, r"gives \d+ gold", f"gives {number + 2} gold")

    def letter(number: int) -> None:
        _edit(folder / EDITION, r"name: Our table\w*", f"name: Our table{'abcdefghij'[number]}")

    def test(number: int) -> None:
        _edit(folder / TESTS, r"gold to \d+", f"gold to {number + 3}")

    check, all_named = (*COMMAND, "check"), (*COMMAND, "check", "editions", "rules")
    elsewhere = (*check, str(ROOT / "editions"), str(ROOT / "rules"))
    copy = folder.parent / "copy"
    yield Row("check of everything, nothing changed", check, folder)
    yield Row("check editions rules, nothing changed", all_named, ROOT)
    yield Row("the same, named from another folder", elsewhere, folder)
    yield Row("check editions rules in a copy, nothing changed", all_named, copy)
    yield Row("check our-table.yaml, nothing changed", (*check, EDITION), folder)
    yield Row(
        "check our-table.yaml after one changed line of rules", (*check, EDITION), folder, line
    )
    yield Row(
        "check our-table.yaml after one changed line of tests", (*check, EDITION), folder, test
    )
    yield Row("check our-table.yaml after one changed letter", (*check, EDITION), folder, letter)
    yield Row("check bard.rules after one changed line", (*check, RULES), folder, line)
    yield Row("check bard.scenarios.rules after one changed line", (*check, TESTS), folder, test)
    yield Row(
        "test bard.scenarios.rules after one changed line", (*COMMAND, "test", TESTS), folder, test
    )
    yield Row("check of everything, nothing kept", check, folder, cold=True)
    yield Row("check editions rules in a copy, nothing kept", all_named, copy, cold=True)
    yield Row("test of everything, nothing kept", (*COMMAND, "test"), folder, cold=True)
    yield Row("classic loaded, nothing kept", (sys.executable, "-c", LOAD), folder, cold=True)


def _least(row: Row, runs: int) -> float:
    found = []
    if row.cold and row.command[-1] != LOAD:
        runs = 1
    with tempfile.TemporaryDirectory() as cache:
        for number in range(runs + (not row.cold)):  # the first of a warm row fills the cache
            row.change(number)
            with tempfile.TemporaryDirectory() as empty:
                kept = empty if row.cold else cache
                environment = {**os.environ, "RULEWRIGHT_CACHE": kept}
                found.append(_seconds(row.folder, row.command, environment))
    return min(found if row.cold else found[1:])


def _seconds(folder: Path, command: tuple[str, ...], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = subprocess.DEVNULL
    subprocess.run(command, cwd=folder, env=environment, stdout=told, stderr=told, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _block(name: str) -> str:
    """The file of this name, as the first page of the site has it."""
    page = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    found = re.search(rf"```\w+ {re.escape(name)}\n(.*?)```", page, re.DOTALL)
    assert found is not None, name
    return found[1]


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.search(old, text), old
    path.write_text(re.sub(old, new, text, count=1), encoding="utf-8")


if __name__ == "__main__":
    main()
