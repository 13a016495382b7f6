"""The Python engine: a module's code as Python functions, its state as one list in the layout of the module.

Copying the list copies the game. A procedure that never stops is a plain function; one that may stop for a choice
is split into basic blocks, with a function for each resumption point.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import CodeType
from typing import Any

from rulewright.language.text import Span
from rulewright.runtime.game.engine import GameEngine, SupportsCounting
from rulewright.runtime.game.random_playouts import SilentTape, ranks_of
from rulewright.runtime.ir.engine_contract import (
    BEYOND,
    DIVIDED,
    ENDLESS,
    IMPOSSIBLE,
    MAX_DECISIONS,
    Fault,
)
from rulewright.runtime.ir.layout import (
    ANSWER,
    ASKING,
    ASKS_CHANCE,
    ASKS_FORCED,
    DECISION,
    FRAMES,
    MADE,
    RANDOM,
    to_tuples,
)
from rulewright.runtime.ir.module import Module, PlacedCode
from rulewright.runtime.ir.nodes.ir_expressions import Node
from rulewright.runtime.ir.nodes.ir_types import LARGEST, MOST_STEPS, READING_STEPS
from rulewright.runtime.ir.outcome_rules import Ranks
from rulewright.runtime.ir.random_stream import below, generator_state, new_generator
from rulewright.runtime.ir.snapshot import Snapshot
from rulewright.runtime.python.card_moves import PlaceTables, Row, ShuffleRecord
from rulewright.runtime.python.logged_moves import MoveRecorder
from rulewright.runtime.python.runtime import END, make_runtime
from rulewright.runtime.python.zone_tables import designs_of, ordered_cells, resets_of, viewers_of

_FAULTS = (ArithmeticError, LookupError, RecursionError, TypeError, ValueError)
"""Exceptions of generated code when the rules ask for the impossible."""

_STOPS = (Fault, *_FAULTS)


CompiledCode = tuple[bytes, Row]
"""A module's compiled code, and the state before anything happens."""


FuelMeter = Callable[[list[int], int], int]
"""A function from an engine's fuel and the steps of a call to the steps that the call may consume."""


class PythonEngine(GameEngine, SupportsCounting):
    """Engine that runs a module as generated Python code.

    It appends the story to `tape.log`. `tape.options` belongs to the engine. Fuel and shuffles are kept in the
    engine, so use it in one thread at a time: another thread's call restores the fuel of a running one, and
    `retrace` would replace shuffles of both.
    """

    def __init__(
        self, module: Module, compiled: CompiledCode | None = None, *, whole: bool = True
    ) -> None:
        """Load the code in `compiled`, or compile the module; if not `whole`, compile functions lazily."""
        self.module = module
        self.compiled = compiled
        self._code: dict[str, Any] = make_runtime(self._tables())
        # Late imports: playing compiled code needs none of the code generator.
        if not whole:
            from rulewright.runtime.python.emit_module import first_row
            from rulewright.runtime.python.lazy_code import add_lazily

            add_lazily(module, self._code)
            self._first = first_row(module)
        else:
            if compiled is None:
                from rulewright.runtime.python.emit_module import compiled_code

                self.compiled = compiled = compiled_code(module)
            code, self._first = compiled
            exec(marshal.loads(code), self._code)
        self._looking.update(
            (cell, self._code[zone.sight])
            for zone in module.zones.values()
            if zone.sight
            for cell in zone.run.cells
        )
        self._blocks = self._numbered()
        self._fuel: list[int] = self._code["fuel"]
        self.place_code: Callable[[], PlacedCode] | None = None
        """Makes the code again with the positions of its statements; None if faults need no place."""
        self.bound(MOST_STEPS)

    def _tables(self) -> PlaceTables:
        """Return the properties of places that the runtime functions need."""
        module, layout = self.module, self.module.layout
        self._looking: dict[int, Any] = {}
        return PlaceTables(
            layout.place, layout.known, module.players, viewers_of(module), self._looking,
            ordered_cells(module), resets_of(module), designs_of(module),
        )  # fmt: skip

    def _numbered(self) -> list[Any]:
        """Return the functions of the blocks in a list by block number; None for inlined blocks."""
        numbers = [int(n[1:]) for n in self._code if n[0] == "b" and n[1:].isdigit()]
        blocks: list[Any] = [None] * (max(numbers, default=-1) + 1)
        for number in numbers:
            blocks[number] = self._code[f"b{number}"]
        return blocks

    # ------------------------------------------------------------------ playing

    def start(self, seed: int, asks_chance: bool = False, asks_forced: bool = False) -> Row:
        """Return the initial state, before any code has run; `run` advances it to the first decision."""
        row = self._first[:]
        row[RANDOM] = generator_state(seed)
        row[ASKING] = asks_chance * ASKS_CHANCE | asks_forced * ASKS_FORCED
        return row

    def run(self, row: Row, tape: Any) -> None:
        """Run the game until a decision is pending or the game is over. Raises Fault."""
        try:
            if tape.log is None:
                self._run(row, tape)
            else:
                with self._recorder.recording(row, tape.log):
                    self._run(row, tape)
        except _STOPS as error:
            raise self._fault(error, row) from error

    @cached_property
    def _recorder(self) -> MoveRecorder:
        """The recorder of the moves that the story shows."""
        return MoveRecorder(self.module, self._code)

    def bound(self, steps: int, meter: FuelMeter | None = None) -> None:
        """Limit the fuel of each decision to `steps`, and that of a reading to at most `steps`; ask `meter` too."""
        self.most_steps, self._reading_steps = steps, min(steps, READING_STEPS)
        self._meter = meter

    def _refuel(self, steps: int) -> None:
        """Set the fuel left to `steps`, or to less if `meter` allows less."""
        if self._meter is not None:
            steps = self._meter(self._fuel, steps)
        self._fuel[:] = [steps, steps]

    def _run(self, row: Row, tape: Any) -> None:
        """Run block after block until one returns STOP or END (a trampoline)."""
        blocks = self._blocks
        row[DECISION] = -1
        self._refuel(self.most_steps)
        block = row[FRAMES][0]
        while block >= 0:
            block = blocks[block](row, tape)

    def options(self, row: Row) -> list[int]:
        """Return the option numbers of the pending decision (see `ir.engine_contract`). Raises Fault."""
        self._refuel(self.most_steps)
        try:
            options: list[int] = self._code[f"o{row[DECISION]}"](row)
        except _STOPS as error:
            raise self._fault(error, row) from error
        return options

    def choose(self, row: Row, tape: Any, option: int) -> None:
        """Choose an option by its option number, then run to the next decision. Raises Fault."""
        row[ANSWER] = option
        row[MADE] += 1
        self.run(row, tape)

    def retrace(
        self, row: Row, tape: Any, option: int | None, names: Mapping[int, Sequence[int]]
    ) -> list[tuple[int, ...]]:
        """Like `choose` (or `run` if `option` is None), with given results of shuffles; return the cards of each.

        Raises Fault; the state is then incomplete.
        """
        mixing: ShuffleRecord = self._code["mixing"]
        mixing.begin(names)
        try:
            if option is None:
                self.run(row, tape)
            else:
                self.choose(row, tape, option)
        finally:
            shuffles = mixing.end()
        return shuffles

    def playout(self, row: Row, tape: Any, seed: int) -> list[int]:
        """Play `row` itself to the end by random choices from a generator with `seed`; return the indices chosen.

        Raises Fault; the state is then incomplete.
        """
        try:
            return (
                self._playout(row, tape, seed)
                if tape.log is None
                else self._logged_playout(row, tape, seed)
            )
        except _STOPS as error:
            raise self._fault(error, row) from error

    def _playout(self, row: Row, tape: Any, seed: int) -> list[int]:
        """Play to the end as `playout` does, with the loop of `_run` inlined for speed."""
        blocks, choices, fuel, meter = self._blocks, list[int](), self._fuel, self._meter
        generator = new_generator(seed)
        options = self.options(row) if row[DECISION] >= 0 else []
        while row[DECISION] >= 0:
            index = below(generator, len(options))
            choices.append(index)
            row[ANSWER] = options[index]
            row[DECISION] = -1
            steps = self.most_steps
            fuel[0] = fuel[1] = steps if meter is None else meter(fuel, steps)
            block = row[FRAMES][0]
            while block >= 0:
                block = blocks[block](row, tape)
            options = tape.options
            if len(choices) > MAX_DECISIONS:
                raise Fault(ENDLESS, f"{MAX_DECISIONS} decisions")
        row[MADE] += len(choices)
        return choices

    def _logged_playout(self, row: Row, tape: Any, seed: int) -> list[int]:
        """Play to the end as `playout` does, step by step, since moves are recorded for each step."""
        choices, generator = list[int](), new_generator(seed)
        options = self.options(row) if row[DECISION] >= 0 else []
        while row[DECISION] >= 0:
            choices.append(below(generator, len(options)))
            self.choose(row, tape, options[choices[-1]])
            options = tape.options
            if len(choices) > MAX_DECISIONS:
                raise Fault(ENDLESS, f"{MAX_DECISIONS} decisions")
        return choices

    def rollout_ranks(self, row: Row, seed: int) -> Ranks:
        """Return the final ranks of all seats after a random playout of a copy of the state. Raises Fault."""
        copy = row[:]
        self.playout(copy, SilentTape(), seed)
        return ranks_of(self, copy)

    def call(self, row: Row, function: str, *arguments: int) -> Any:
        """Return the result of an exported function: a number or a list of numbers. Raises Fault."""
        # `_read` inlined: a hot spot, as a page of a table calls this for each line of each score.
        steps, fuel, meter = self._reading_steps, self._fuel, self._meter
        fuel[0] = fuel[1] = steps if meter is None else meter(fuel, steps)
        try:
            result = self._code[function](row, *arguments)
        except _STOPS as error:
            raise self._fault(error, row) from error
        if result.__class__ is int and not -LARGEST - 1 <= result <= LARGEST + 1:
            raise Fault(BEYOND)
        return result

    def _read(self, row: Row, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a compiled function that does not change the state, with the fuel of a reading. Raises Fault."""
        self._refuel(self._reading_steps)
        try:
            return function(*arguments)
        except _STOPS as error:
            raise self._fault(error, row) from error

    def evaluate(self, row: Row, node: Node, names: Mapping[str, Any]) -> Any:
        """Return the value of a node in a state, given the values of its locals. Raises Fault."""
        from rulewright.runtime.python.emit_expressions import ExpressionWriter

        writer = ExpressionWriter(self.module.layout)
        lines = [f"def asked({', '.join(['S', *names])}):", f"    return {writer.emit(node)}"]
        code = dict(self._code)
        exec("\n".join([*writer.helpers, *lines]), code)
        return self._read(row, code["asked"], row, *names.values())

    def shown(self, row: Row, option_list: int, element: int) -> tuple[Any, ...]:
        """Return the values to insert into the text of an option of the pending decision. Raises Fault."""
        shown = self._code[f"s{row[DECISION]}_{option_list}"]
        values: tuple[Any, ...] = self._read(row, shown, row, element)
        return values

    def perform(self, row: Row, tape: Any, procedure: str) -> None:
        """Run an exported procedure without parameters, in place of the code that would run next. Raises Fault."""
        graph = self.module.code.graph
        assert graph is not None
        if procedure in graph.entries:
            empty = [None] * len(graph.slots[procedure])
            row[FRAMES] = (graph.entries[procedure], *empty, (END,))
            self.run(row, tape)
            return
        self._refuel(self.most_steps)
        try:
            self._code[procedure](row, tape)
        except _STOPS as error:
            raise self._fault(error, row) from error

    def _fault(self, error: Exception, row: Row) -> Fault:
        """Return the fault for an exception of generated code, with the call chain of the rules."""
        callers, frame = list[str](), row[FRAMES]
        while len(frame) > 1:
            callers.insert(0, f"b{frame[0]}")
            frame = frame[-1]
        calls, trace = list[tuple[CodeType, int]](), error.__traceback__
        while trace is not None:
            calls.append((trace.tb_frame.f_code, trace.tb_lasti))
            trace = trace.tb_next
        origins = self._code["ORIGINS"]
        names = (*callers, *(code.co_name for code, _ in calls))
        chain = tuple(dict.fromkeys(origins[name] for name in names if origins.get(name)))

        def locate() -> Span | None:
            """Return the author's statement at which the code failed."""
            if self.place_code is None:
                return None
            from rulewright.runtime.python.fault_places import place_of

            return place_of(self.place_code(), callers, calls)

        if isinstance(error, Fault):
            return Fault(error.reason, error.what, chain, locate)
        by_nothing = isinstance(error, ZeroDivisionError)
        return Fault(DIVIDED if by_nothing else IMPOSSIBLE, "", chain, locate)

    # ------------------------------------------------------------------ states

    def copy(self, row: Row) -> Row:
        """Return an independent copy of a state."""
        return row[:]

    def restore(self, row: Row, snapshot: Row) -> None:
        """Overwrite `row` with `snapshot`, an earlier copy of it."""
        row[:] = snapshot

    def snapshot(self, row: Row) -> Snapshot:
        """Return a read-only view of a state; it becomes invalid when the state changes."""
        return Snapshot(self.module.layout, row)

    def knowers(self, row: Row, piece: int) -> int:
        """Return the bit mask of the seats that know a piece and its place; the last bit is the spectator's."""
        known: int = self._read(row, self._code["seen"], row, piece)[1]
        return known

    def draw(self, row: Row, below_: int) -> int:
        """Return a number from 0 to `below_` - 1, drawn from the game's own random generator."""
        return below(row, below_)

    def reseed(self, row: Row, seed: int) -> None:
        """Restart the game's random generator with a seed."""
        row[RANDOM] = generator_state(seed)

    def ask(self, row: Row, asking: int) -> None:
        """Set whether forced choices and chance are asked like decisions; see `game.engine`."""
        row[ASKING] = asking

    def stop(self, row: Row) -> None:
        """Drop the code that would run next, so that only `perform` runs code."""
        row[FRAMES] = (END,)

    def pack(self, row: Row) -> list[Any]:
        """Return a state as JSON data in the module's layout."""
        return row[:]

    def unpack(self, data: Sequence[Any]) -> Row:
        """Return the state for JSON data from `pack`, without validation."""
        return [to_tuples(cell) if type(cell) is list else cell for cell in data]

    def has_valid_frames(self, row: Row) -> bool:
        """Return whether every frame of an unpacked state's call stack is at an existing block."""
        frame = row[FRAMES]
        while isinstance(frame, tuple) and len(frame) > 1:
            if not (isinstance(frame[0], int) and 0 <= frame[0] < len(self._blocks)):
                return False
            if self._blocks[frame[0]] is None:
                return False
            frame = frame[-1]
        return bool(frame == (END,))

    def count_into(self, counts: list[int]) -> None:
        """Add the counts of the module's coverage counters to `counts` from now on, by clause number."""
        trial = self._code["trial"]

        def watched(value: Any, holds: int, fails: int) -> Any:
            """Count the condition as true (`holds`) or false (`fails`; -1: no counter), and return it."""
            number = holds if value else fails
            if number >= 0:
                counts[number] += 1
            return value

        def uncounted(*arguments: Any) -> bool:
            """Run a trial and discard what it counted, as its effects are discarded too."""
            before = counts[:]
            try:
                return bool(trial(*arguments))
            finally:
                counts[:] = before

        self._code.update(COUNTS=counts, watched=watched, trial=uncounted)
