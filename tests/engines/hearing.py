"""What seats hear natively, held against the digest of what Python tells them: of one step after the other."""

from __future__ import annotations

from random import Random

from attrs import define

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.hashing import finish
from rulewright.native.builder.code import call
from rulewright.native.builder.structs import I64, NumberArray
from rulewright.native.compile_module import build_module, lay_out
from rulewright.native.emit.blocks.block_functions import add_blocks
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.encode.inlining import inline
from rulewright.native.exports.exported_function import define as define_function
from rulewright.native.exports.play import add_moves
from rulewright.native.exports.replay import add_replay_functions
from rulewright.native.host import Host
from rulewright.native.layout.frame_layout import Capacity
from rulewright.native.layout.rows import RowConverter
from rulewright.runtime.ir.module import Module
from rulewright.runtime.observation.observation_digest import messages_digest
from rulewright.runtime.observation.observer import EngineTape, Observer
from rulewright.runtime.observation.seat_log import messages_to
from rulewright.runtime.python.python_engine import PythonEngine

MOST = 400
"""After so many decisions a game is left."""


@define
class Hearing:
    """A Python engine that tells, and a module in which a seat listens; how much was told, and heard."""

    python: PythonEngine
    host: Host
    rows: RowConverter
    state: int
    heard: int
    eyes: list[Observer]
    steps: int = 0
    told: int = 0
    lines: int = 0

    @classmethod
    def of(cls, module: Module) -> Hearing:
        """Both for a module."""
        tables = build_module(lay_out(module, Capacity()), True, replays=True)
        add_blocks(tables)
        add_moves(tables)
        add_replay_functions(tables)
        heard = tables.wasm.reserve(8)
        _add_hear(tables, heard)
        inline(tables.wasm)
        host, rows = Host(tables.wasm.to_bytes()), RowConverter.of(tables.layout)
        python = PythonEngine(module)
        eyes = [Observer(python, seat) for seat in range(module.players)]
        return cls(python, host, rows, tables.state, heard, eyes)

    def play(self, seed: int) -> None:
        """A game by lot, in which what has one option is asked, and chance is."""
        lot, row, option = Random(seed), self.python.start(seed, True, True), None
        memory = bytes(self.rows.state(self.python.pack(row)))
        for _ in range(MOST):
            tape = EngineTape([])
            if option is None:
                self.python.run(row, tape)
            else:
                self.python.choose(row, tape, option)
            memory = self._compare(memory, option, tape.log or [])
            if self.python.snapshot(row).decision < 0:
                break
            option = lot.choice(self.python.options(row))

    def _compare(self, memory: bytes, option: int | None, told: list[object]) -> bytes:
        """What each seat hears of a step from a state; the state that it leads to."""
        self.steps, self.lines = self.steps + 1, self.lines + len(told)
        for seat, eyes in enumerate(self.eyes):
            self.host.write(self.state, memory)
            self.host.call("hear", self.state, option is None, seat, option or 0)
            heard = messages_to(seat, eyes.copy_of, told)
            self.told += len(heard)
            found = int.from_bytes(self.host.read(self.heard, 8), "little")
            assert found == messages_digest(heard), (seat, option, heard)
        return self.host.read(self.state, self.rows.size)


def _add_hear(tables: ModuleBuilder, heard: int) -> None:
    """Chooses an option, or begins; what the seat has heard then goes to an address."""
    with define_function(
        tables, "hear", "S", "begins", "seat", own_state=True, option="i64"
    ) as code:
        code.set_global("seat", code.parameter("seat"))
        begins, option = code.parameter("begins"), code.parameter("option")
        code.drop(call("retrace", code.state, begins, option))
        digest = code.var(wasm.Global("message_digest", type="i64"), "digest")
        NumberArray(code, I64, heard)[0] = finish(digest)


def heard_in(module: Module, *seeds: int) -> Hearing:
    """Games from seeds, with what each seat hears in them held against Python."""
    hearing = Hearing.of(module)
    for seed in seeds:
        hearing.play(seed)
    return hearing
