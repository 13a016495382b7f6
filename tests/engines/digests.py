"""The native functions that make digests of what a seat sees, in a module of their own, beside those in Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from attrs import define, field

from rulewright.native.builder.code import call
from rulewright.native.builder.structs import I64, NumberArray
from rulewright.native.compile_module import build_module, build_stepping_module, lay_out
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.encode.inlining import inline
from rulewright.native.exports.exported_function import define as define_function
from rulewright.native.exports.observe.observation_hash import add_observation_digest
from rulewright.native.host import Host, signed
from rulewright.native.layout.frame_layout import Capacity
from rulewright.native.layout.rows import RowConverter
from rulewright.runtime.ir.hashing import ALL
from rulewright.runtime.ir.module import Module
from rulewright.runtime.observation.observation_digest import digest_of_observation, option_digest
from rulewright.runtime.observation.observer import EngineTape, Observer
from rulewright.runtime.observation.visibility import VisibleState
from rulewright.runtime.python.python_engine import PythonEngine

MOST = 400
"""So many decisions of a game are looked at."""


class NativeDigests:
    """Works digests out natively.

    One that `plays` carries the game on itself, and lists the options of the seat's own decision. Another, which
    takes much less time to make, is given states and options.
    """

    def __init__(self, module: Module, plays: bool = False) -> None:
        layout = lay_out(module, Capacity())
        tables = build_stepping_module(layout) if plays else build_module(layout, True)
        add_observation_digest(tables)
        self.plays, self.count = plays, 0
        self.found = tables.wasm.reserve(8)
        self.at, self.listed = tables.state, tables.options
        self._add(
            tables,
            "look_of",
            "observation_digest" if plays else "listed_observation_digest",
            "count",
        )
        self._add(tables, "option_of", "option_digest", option="i64")
        inline(tables.wasm)
        self.rows, self.host = RowConverter.of(layout), Host(tables.wasm.to_bytes(), keeps=True)

    def _add(self, tables: ModuleBuilder, name: str, asked: str, *given: str, **typed: Any) -> None:
        """A function that can be called from outside, for one that cannot."""
        with define_function(tables, name, "S", "seat", *given, **typed) as code:
            code.reset()
            code.set_global("seat", code.parameter("seat"))
            for each in given:
                code.set_global("option_count", code.parameter(each))
            digest = call(asked, code.state, *map(code.parameter, typed), type_="i64")
            NumberArray(code, I64, self.found)[0] = digest

    def show(self, row: Sequence[Any], options: Sequence[int] = ()) -> None:
        """Take up a state, with the options of its decision."""
        self.host.write(self.at, self.rows.state(row))
        self.count = len(options)
        listed = b"".join(signed(each).to_bytes(8, "little", signed=True) for each in options)
        self.host.write(self.listed, listed)

    def choose(self, option: int) -> None:
        """The game goes on from the state that was taken up."""
        self.host.call("choose", self.at, option)

    def look(self, seat: int) -> int:
        """The digest of the look of a seat at this state."""
        self.host.call("look_of", self.at, seat, 0 if self.plays else self.count)
        return self._digest()

    def option(self, seat: int, option: int) -> int:
        """The digest of an option, as a seat sees it."""
        self.host.call("option_of", self.at, seat, option)
        return self._digest()

    def _digest(self) -> int:
        return self.host.numbers(self.found, 1)[0] & ALL


@define
class Compared:
    """Games by lot of one module, in which native digests are compared with those in Python; what was seen.

    Who decides is asked for his at each decision, the others at every so many.
    """

    python: PythonEngine
    native: NativeDigests
    every: int = 1
    looks: dict[Any, int] = field(factory=dict)
    options: dict[Any, int] = field(factory=dict)

    @classmethod
    def of(cls, module: Module, plays: bool = False, every: int = 1) -> Compared:
        """Both for a module; natively perhaps with all that plays."""
        return cls(PythonEngine(module), NativeDigests(module, plays), every)

    def play(self, seed: int) -> None:
        """Compare what seats see at the decisions of a game."""
        eyes = [Observer(self.python, seat) for seat in range(self.python.module.players)]
        for number, (state, options) in enumerate(self._stops(seed)):
            decider = self.python.snapshot(state).decider
            for its in eyes:
                if its.seat == decider or (number + its.seat) % self.every == 0:
                    self._compare(its, state, options)

    def _compare(self, eyes: Observer, state: Any, options: list[int]) -> None:
        """What a seat sees of each option, whoever is to choose one, and its look."""
        sees = eyes.visible(state)
        self.compare_options(eyes, sees, options)
        look = eyes.observe(state, sees)
        digest = self.native.look(eyes.seat)
        assert digest == digest_of_observation(look, eyes), (eyes.seat, look)
        self.looks[look] = digest

    def compare_options(self, eyes: Observer, sees: VisibleState, options: list[int]) -> None:
        """What a seat sees of each option."""
        for option in options:
            shown = eyes.describe_option(sees, option)
            digest = self.native.option(eyes.seat, option)
            assert digest == option_digest(shown, eyes), (eyes.seat, shown)
            self.options[shown] = digest

    def _stops(self, seed: int) -> Iterator[tuple[Any, list[int]]]:
        """The decisions of a game and its end, with the options; the native side stands there, too."""
        python, lot, tape = self.python, Random(seed), EngineTape()
        state = python.start(seed, asks_chance=True, asks_forced=True)
        python.run(state, tape)
        for number in range(MOST):
            options = python.options(state) if python.snapshot(state).decision >= 0 else []
            if number == 0 or not self.native.plays:
                self.native.show(python.pack(state), options)
            yield state, options
            if not options:
                return
            option = lot.choice(options)
            python.choose(state, tape, option)
            if self.native.plays:
                self.native.choose(option)

    def check_differing(self) -> None:
        """What looks different has different digests."""
        for each in (self.looks, self.options):
            assert len(set(each.values())) == len(each)


def compare(module: Module, seeds: range, plays: bool = False, every: int = 1) -> None:
    """Games by lot are compared; at least something was seen."""
    both = Compared.of(module, plays, every)
    for seed in seeds:
        both.play(seed)
    assert len(both.looks) > 1
    both.check_differing()
