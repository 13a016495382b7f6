"""How long an author waits: CPU seconds of whole processes, least of several runs each.

    python tests/benchmarks/author_loop.py [RUNS]

Every run of a row about a change makes another change, in a copy of the README's house edition. "Nothing kept" is
with an empty cache folder; byte code of the interpreter is there, as after an installation.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES, EDITION = "bard.rules", "our-table.yaml"
LOAD = "import rulewright; rulewright.Rules.load('classic').new_game(5, seed=1)"
COMMAND = (sys.executable, "-m", "rulewright")


def main() -> None:
    """Measure each row and print it."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name in (RULES, EDITION):
            (folder / name).write_text(_block(name), encoding="utf-8")
        for title, command, change, cold in _rows(folder):
            count = 1 if cold and command[-1] in ("check", "test") else runs
            print(f"{_least(folder, command, change, cold, count):7.2f}  {title}", flush=True)


Change = Callable[[int], None]
Row = tuple[str, tuple[str, ...], Change, bool]


def _rows(folder: Path) -> list[Row]:
    def line(number: int) -> None:
        _edit(folder / RULES, r"gives \d+ gold|gives 1 gold", f"gives {number + 2} gold")

    def letter(number: int) -> None:
        _edit(folder / EDITION, r"name: Our table\w*", f"name: Our table{'abcdefghij'[number]}")

    def nothing(number: int) -> None:
        return

    return [
        ("check our-table.yaml after one changed line", (*COMMAND, "check", EDITION), line, False),
        ("check our-table.yaml after one changed letter", (*COMMAND, "check", EDITION), letter, False),
        ("check bard.rules after one changed line", (*COMMAND, "check", RULES), line, False),
        ("test bard.rules after one changed line", (*COMMAND, "test", RULES), line, False),
        ("check of everything, nothing changed", (*COMMAND, "check"), nothing, False),
        ("check of everything, nothing kept", (*COMMAND, "check"), nothing, True),
        ("test of everything, nothing kept", (*COMMAND, "test"), nothing, True),
        ("classic loaded, nothing kept", (sys.executable, "-c", LOAD), nothing, True),
    ]  # fmt: skip


def _least(folder: Path, command: tuple[str, ...], change: Change, cold: bool, runs: int) -> float:
    found = []
    with tempfile.TemporaryDirectory() as cache:
        for number in range(runs + (not cold)):  # the first of a warm row fills the cache
            change(number)
            with tempfile.TemporaryDirectory() as empty:
                kept = empty if cold else cache
                found.append(_seconds(folder, command, {**os.environ, "RULEWRIGHT_CACHE": kept}))
    return min(found if cold else found[1:])


def _seconds(folder: Path, command: tuple[str, ...], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _block(name: str) -> str:
    """The file of this name, as the README has it."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"```\w+ {re.escape(name)}\n(.*?)```", readme, re.DOTALL)
    assert found is not None, name
    return found[1]


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.search(old, text), old
    path.write_text(re.sub(old, new, text, count=1), encoding="utf-8")


if __name__ == "__main__":
    main()
