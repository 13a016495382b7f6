"""Counts of the work that games, checks, loading and a table's requests take, to compare with `costs.txt`.

    python tests/costs/measure.py            print each count beside the one in the file
    python tests/costs/measure.py --write    write the file

A count is the same on every machine: operators of WebAssembly that wasmtime takes fuel for, opcodes of CPython, and
calls of functions. Calls of the import system and of Python's own frozen modules are left out, as they depend on
where packages lie. Opcodes and calls are those of CPython 3.11; other versions count otherwise.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from cProfile import Profile
from pathlib import Path
from types import FrameType
from typing import Any, Final
from unittest.mock import patch

ROOT: Final = Path(__file__).resolve().parents[2]
FILE: Final = Path(__file__).with_name("costs.txt")
TOLERANCE: Final = 0.02
"""A count may differ by this share from the one in the file."""

COUNTED_BY: Final = (3, 11)
"""The version of CPython whose opcodes and calls are in the file."""

EDITIONS: Final = {
    "classic": 5, "modern": 5, "lost-cities": 5, "achiles": 5, "expeditions": 2, "oh-hell": 4, "caravan": 4,
    "liars-hand": 4,
}  # fmt: skip
"""Editions with their numbers of players."""

GAMES: Final = 200
"""Whole games of each edition, on each engine."""
REQUESTS: Final = 10
FIRST: Final = 3
SEED: Final = 7

LEFT_OUT: Final = re.compile(
    r"<frozen |[/\\\\](asyncio|anyio)[/\\\\]|[/\\\\](selectors|threading|measure)\.py$"
).search
"""Files whose calls depend on the machine: where packages lie, and how often threads wait."""

Costs = dict[str, tuple[int, str]]
"""Counts with their units, by what takes the work."""


# ---------------------------------------------------------------------- games


def count_operators(edition: str) -> int:
    """Return the operators of WebAssembly in `GAMES` whole games on the native engine."""
    import wasmtime

    from rulewright.native.compile_module import build_playout_module, lay_out
    from rulewright.native.layout.frame_layout import Capacity
    from rulewright.native.layout.rows import RowConverter
    from rulewright.runtime.python.python_engine import PythonEngine

    module = _module(edition)
    layout = lay_out(module, Capacity())
    tables, python = build_playout_module(layout), PythonEngine(module)
    config = wasmtime.Config()
    config.consume_fuel = True
    config.cranelift_opt_level = (
        "none"  # compiles sooner; operators are counted as they are written
    )
    store = wasmtime.Store(wasmtime.Engine(config))
    store.set_fuel(full := 2**62)
    code = wasmtime.Module(store.engine, tables.wasm.to_bytes())
    exports = wasmtime.Instance(store, code, []).exports(store)
    memory, play = exports["memory"], exports["sums"]
    assert isinstance(memory, wasmtime.Memory)
    assert isinstance(play, wasmtime.Func)
    memory.write(store, RowConverter.of(layout).state(python.pack(python.start(0))), tables.state)
    play(store, tables.state, GAMES, SEED)
    return full - store.get_fuel()


def count_opcodes(edition: str, numbers: Iterable[int]) -> list[int]:
    """Return the opcodes of CPython in each of these whole games on the Python engine."""
    from rulewright.runtime.game.random_playouts import play_random_game
    from rulewright.runtime.python.python_engine import PythonEngine

    engine, counts = PythonEngine(_module(edition)), list[int]()

    def trace(frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
        if event == "opcode":
            counts[-1] += 1
        elif event == "call":
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return trace

    for seed in numbers:
        counts.append(0)
        sys.settrace(trace)
        play_random_game(engine, seed, seed + 1)
        sys.settrace(None)
    return counts


def _module(edition: str) -> Any:
    """Return the module that `rulewright simulate` plays."""
    from rulewright.runtime.session.rules.rulebook import load_rulebook

    book = load_rulebook(edition)
    playouts = book.edition.playouts
    options = tuple(option.value for option in playouts.options) if playouts else ()
    return book.module(EDITIONS[edition], options)


# ---------------------------------------------------------------------- calls


class Calls:
    """Counts calls of functions in this thread and, if asked, in those that begin meanwhile."""

    def __init__(self) -> None:
        self._profiles: list[Profile] = []

    @contextmanager
    def counted(self, threads: bool = False) -> Iterator[None]:
        if threads:
            # The first event in a thread replaces this function by the profiler of that thread.
            threading.setprofile(lambda *_: self._begin())
        else:
            self._begin()
        try:
            yield
        finally:
            threading.setprofile(None)
            sys.setprofile(None)

    def _begin(self) -> None:
        profile = Profile()
        self._profiles.append(profile)
        profile.enable()

    def total(self) -> int:
        """Return how often functions were called: those in Python by their own file, others by the caller's."""
        count = 0
        for entry in [entry for profile in self._profiles for entry in profile.getstats()]:
            if isinstance(entry.code, str) or LEFT_OUT(entry.code.co_filename):
                continue
            count += entry.callcount
            count += sum(each.callcount for each in entry.calls or () if isinstance(each.code, str))
        return count


def count_load() -> int:
    """Return the calls that load `classic` and begin a game, imports included."""
    calls = Calls()
    with calls.counted():
        import rulewright

        rulewright.load("classic").new_game(5, seed=1)
    return calls.total()


def count_check(path: str) -> int:
    """Return the calls of `rulewright check PATH` in the current folder."""
    calls = Calls()
    sys.argv = ["rulewright", "check", path]
    with calls.counted(), suppress(SystemExit):
        from rulewright.__main__ import main

        main()
    return calls.total()


def count_requests(folder: str) -> tuple[int, int]:
    """Return the calls of a choice at a table of five, and of its page for a seat."""
    sys.path.insert(0, str(ROOT / "tests"))
    from table.kit import new_table, person, serving

    players, choosing, looking = EDITIONS["classic"], Calls(), Calls()
    fixed = patch("secrets.randbits", return_value=SEED)  # which game is played
    with fixed, serving(Path(folder), "classic") as app:
        people = [person(app) for _ in range(players)]
        table = new_table(people[0], "classic", str(players), name="Ann")
        for each in people[1:]:
            each.send(f"{table}/join", name="Bob")
        people[0].send(f"{table}/start")
        for turn in range(FIRST + REQUESTS):
            if turn == FIRST:  # the first pages fill caches
                choosing, looking = Calls(), Calls()
            with looking.counted(threads=True):  # each request has threads of its own
                pages = [each.look(table).text for each in people]
            asked = [each.asked(page) for each, page in zip(people, pages, strict=True)]
            seat = next(seat for seat, (which, _) in enumerate(asked) if which)
            which, options = asked[seat]
            with choosing.counted(threads=True):
                people[seat].send(f"{table}/choose", asked=which, option=options[0])
    return choosing.total() // REQUESTS, looking.total() // (REQUESTS * players)


# ---------------------------------------------------------------------- all of them


def native_games(edition: str) -> Costs:
    """Count what whole games of an edition take natively."""
    return {f"{GAMES} games of {edition}, native": (count_operators(edition), "operators")}


def python_games(edition: str) -> str:
    """Return what the file calls whole games of an edition on the Python engine."""
    return f"{GAMES} games of {edition}, Python"


def loading() -> Costs:
    """Count what loading an edition takes."""
    with tempfile.TemporaryDirectory() as folder:
        return {"loading classic, nothing kept": (_apart(folder, "count_load()", "off"), "calls")}


def checking() -> Costs:
    """Count the calls of `rulewright check` on the Bard of docs/index.md, with the caches of earlier checks."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as kept:
        card = Path(folder, "bard.rules")
        for path in (card, Path(folder, "our-table.yaml")):
            path.write_text(_block(path.name), encoding="utf-8")
        text = card.read_text(encoding="utf-8")

        def checked(old: str, new: str) -> int:
            assert old in text
            card.write_text(text.replace(old, new), encoding="utf-8")
            calls: int = _apart(folder, "count_check('bard.rules')", kept)
            return calls

        checked("draw 1 card", "draw 3 cards")  # fills the cache
        return {
            "check of a changed card": (checked("draw 1 card", "draw 2 cards"), "calls"),
            "check of a right card": (checked("draw 1 card", "draw 2 cards"), "calls"),
            "check of a wrong card": (checked("the host gives", "the hst gives"), "calls"),
        }


def serving_requests() -> Costs:
    """Count what requests at a table in the browser take."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as kept:
        choosing, looking = _apart(folder, "count_requests('.')", kept)
        return {
            "a choice at a table, with the page that follows": (choosing, "calls"),
            "the page of a table": (looking, "calls"),
        }


def _apart(folder: str, call: str, cache: str) -> Any:
    """Return what a call to a function of this file gives in a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": "0", "RULEWRIGHT_CACHE": cache}
    code = (
        f"import json, sys; sys.path.insert(0, {str(ROOT / 'tests')!r}); from costs import measure; "
        f"print('=', json.dumps(measure.{call}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.rpartition("= ")[2])


def _block(name: str) -> str:
    """Return the file of this name, as the first page of the site has it."""
    page = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    found = re.search(rf"```\w+ {re.escape(name)}\n(.*?)```", page, re.DOTALL)
    assert found is not None, name
    return found[1]


def measured(kept: Costs, each: dict[str, list[int]]) -> Iterator[Costs]:
    """Yield the counts of one kind of work after the other; put those of each game in Python into `each`.

    Counts that only another version of CPython has stay as in `kept`.
    """
    is_counted = sys.version_info[:2] == COUNTED_BY
    for edition in EDITIONS:
        yield native_games(edition)
        if is_counted:
            counts = each[python_games(edition)] = count_opcodes(edition, range(GAMES))
            yield {python_games(edition): (sum(counts), "opcodes")}
    if is_counted:
        yield from (loading(), checking(), serving_requests())
    else:
        yield {what: cost for what, cost in kept.items() if cost[1] != "operators"}


def read() -> tuple[Costs, dict[str, list[int]]]:
    """Return the counts in the file, and those of each game where it has them."""
    return parsed(FILE.read_text(encoding="utf-8"))


def parsed(text: str) -> tuple[Costs, dict[str, list[int]]]:
    """Return the counts in the text of such a file, and those of each game where it has them."""
    found, each = Costs(), dict[str, list[int]]()
    for line in text.splitlines():
        count, unit, name = line.split(maxsplit=2)
        what, _, games = name.partition(": ")
        found[what] = int(count), unit
        if games:
            each[what] = [int(game) for game in games.split()]
    return found, each


def written(found: Costs, each: dict[str, list[int]]) -> str:
    """Return the text of a file with these counts."""
    lines = []
    for what, (count, unit) in found.items():
        games = f": {' '.join(map(str, each[what]))}" if what in each else ""
        lines.append(f"{count:12} {unit:9} {what}{games}\n")
    return "".join(lines)


def differs(count: int, before: int) -> bool:
    """Tell whether a count is out of the tolerance around the one `before`."""
    return abs(count - before) > before * TOLERANCE


def main() -> None:
    """Measure everything; print it, or write the file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write costs.txt")
    write, (kept, each), found = parser.parse_args().write, read(), Costs()
    for costs in measured(kept, each):
        found |= costs
        for what, (count, unit) in costs.items():
            before, _ = kept.get(what, (0, unit))
            change = f"{count / before - 1:+8.1%}" if before else "     new"
            print(f"{count:12} {unit:9} {change}  {what}", flush=True)
    if write:
        FILE.write_text(written(found, each), encoding="utf-8")


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT / "tests")]
    main()
