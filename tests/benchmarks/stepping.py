"""How many games the native engine plays in a CPU second, in all its ways; other programs in turns with it.

    python tests/benchmarks/stepping.py [EDITION] [PLAYERS] [--cast CARD,CARD] [--games 1000] [--rounds 5]
        [--other "python3 path/to/plain.py"]

Whole games are dealt, played by lot and added up inside the module. A game that is played out is taken to its end
by lot from its first decision, at once; one in steps stops at every decision, lists the options, and has one of
them chosen. Options of the edition are those that it recommends for random games. Other programs take --players,
--games and --seed and print a line of JSON with games_per_cpu_s.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import time
from struct import pack_into

from rulewright.native.builder.code import call
from rulewright.native.builder.structs import I64, NumberArray
from rulewright.native.compile_module import build_stepping_module, lay_out, native_module
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.encode.inlining import inline
from rulewright.native.engine.native_engine import NativeEngine
from rulewright.native.exports.exported_function import define
from rulewright.native.host import Host
from rulewright.native.layout.frame_layout import Capacity
from rulewright.runtime.ir.layout import RANDOM
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.random_stream import generator_state
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.rules.rulebook import load_rulebook


def add_steps(tables: ModuleBuilder) -> None:
    """Put into a module what chooses by lot until the game is over, with a stop at every decision."""
    with define(tables, "steps", "S", seed="i64") as code:
        code.reset()
        stream = tables.stream
        NumberArray(code, I64, stream)[0] = call("seeded", code.parameter("seed"), type_="i64")
        with code.when(code.game.decision >= 0):
            code.list_options()
        with code.loop(code.game.decision >= 0):
            index = call("random_below", stream, code.option_count, low=0)
            code.drop(call("choose", code.state, code.options[index]))


class Games:
    """The games of an engine, a round at a time."""

    def __init__(self, module: Module, games: int) -> None:
        self.games, self.native = games, native_module(module)
        self.engine = NativeEngine(self.native, PythonEngine(module))
        tables = build_stepping_module(lay_out(module, Capacity()))
        add_steps(tables)
        inline(tables.wasm)
        self.steps, self.state = Host(tables.wasm.to_bytes()), tables.state
        self.begun = [self._begun(seed) for seed in range(games)]

    def _begun(self, seed: int) -> bytes:
        memory, host = bytearray(self.engine._first), self.engine.host
        letter, at, *_ = self.native.rows.numbers[RANDOM]
        pack_into(letter, memory, at, generator_state(seed))
        host.write(self.native.state, memory)
        host.call("run", self.native.state)
        return host.read(self.native.state, len(memory))

    def whole(self, seed: int) -> float:
        """Whole games by lot."""
        begun = time.process_time()
        assert self.engine.sums(seed, 10 * self.games) is not None
        return 10 * self.games / (time.process_time() - begun)

    def played_out(self, seed: int) -> float:
        """Games played to their end at once."""
        return self._each(self.engine.host, self.native.state, "judged", seed)

    def stepped(self, seed: int) -> float:
        """Games that stop at every decision."""
        return self._each(self.steps, self.state, "steps", seed)

    def _each(self, host: Host, state: int, entry: str, seed: int) -> float:
        """How many games a function plays, without what it takes to call it."""
        begun = self._seconds(host, state, entry, self.begun, seed)
        over = [host.read(state, len(self.begun[0]))] * self.games
        return self.games / (begun - self._seconds(host, state, entry, over, seed))

    def _seconds(
        self, host: Host, state: int, entry: str, memories: list[bytes], seed: int
    ) -> float:
        begun = time.process_time()
        for place, memory in enumerate(memories):
            host.write(state, memory)
            host.call(entry, state, seed + place)
        return time.process_time() - begun


def others(command: str, players: int, games: int, seed: int) -> float:
    """What another program says of itself."""
    arguments = ["--players", str(players), "--games", str(games), "--seed", str(seed)]
    done = subprocess.run(
        [*shlex.split(command), *arguments], capture_output=True, text=True, check=True
    )
    return float(json.loads(done.stdout.strip().splitlines()[-1])["games_per_cpu_s"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition", nargs="?", default="classic")
    parser.add_argument("players", nargs="?", type=int, default=5)
    parser.add_argument("--cast", default="")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--other", action="append", default=[])
    given = parser.parse_args()
    cast = tuple(filter(None, given.cast.split(",")))
    book = load_rulebook(given.edition).with_cast(cast)
    playouts = book.edition.playouts
    options = tuple(option.value for option in playouts.options) if playouts else ()
    module = book.module(given.players, options)
    ours = Games(module, given.games)
    found: dict[str, list[float]] = {}
    for seed in range(given.rounds):
        for command in given.other:
            said = others(command, given.players, given.games, seed)
            found.setdefault(command, []).append(said)
        for way in (ours.whole, ours.played_out, ours.stepped):
            found.setdefault(way.__name__, []).append(way(seed * 10**6))
    for name, speeds in found.items():
        print(f"{max(speeds):12,.0f} games a CPU second  {name}")


if __name__ == "__main__":
    main()
