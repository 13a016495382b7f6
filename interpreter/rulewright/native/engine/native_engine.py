"""The native engine: plays a module as WebAssembly, and has another engine play what that cannot.

A state is the bytes of a native one, or a row of the other engine where it does not fit into those, or a story is
told: in WebAssembly nobody tells one. Before every move the bytes are kept here; so when the native code gives up,
nothing has happened yet, and the other engine plays the move, or says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from operator import add
from struct import pack, pack_into, unpack
from threading import Lock
from typing import Any, Literal, Protocol

from rulewright.base.records import Draft
from rulewright.native.emit.emit_context import Unsupported
from rulewright.native.engine.native_batch import NativeBatch
from rulewright.native.engine.native_tracer import NativeTracer
from rulewright.native.engine.native_tree import NativeTree
from rulewright.native.host import Host, Trapped, signed
from rulewright.native.layout.native_code import BATCH, RECORD, BatchCode, Native, Tracing
from rulewright.native.layout.rows import DoesNotFit, RowOfState
from rulewright.runtime.game.playing_out import played_out
from rulewright.runtime.ir.deciding import Played
from rulewright.runtime.ir.layout import ASKING, ASKS_CHANCE, ASKS_FORCED, RANDOM
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.random_stream import seed_of_choices, seeded
from rulewright.runtime.ir.snapshot import Snapshot
from rulewright.runtime.spaces.leaf_values import Leaf

Row = Any

MadeLater = Callable[[], "Tracing | None"]
"""What gives the code that makes decisions again, when it is first wanted."""


class Tape(Protocol):
    """What runs along with a game; see `game.engine`."""

    log: list[Any] | None
    options: list[int] | None


class NativeState(Draft):
    """The bytes of a native state, or else a row; both where a row was asked for and nothing has happened since."""

    memory: bytes | None = None
    row: Row = None


class NativeEngine:
    """Plays a module; see `game.engine`."""

    def __init__(
        self, native: Native, other: Any, tracing: MadeLater | None = None, *, keeps: bool = False
    ) -> None:
        """`other` is the engine that plays what this one cannot; what is compiled may be kept. Raises NoHost.

        `tracing` gives what makes decisions again; without it that is made of the other's module.
        """
        self.module: Module = other.module
        self.native, self.other = native, other
        self.kept = (native, other.kept)
        self.given_up = 0
        self.host = Host(native.wasm, keeps=keeps)
        self._keeps = keeps
        self._whole: Host | None = None
        self._searching: list[Host] = []
        self._tracing = tracing or self._tracing_code
        self._tracer: NativeTracer | Literal[False] | None = None
        # One memory: only one thread at a time can have its state there.
        self._lock = Lock()
        self._rows = native.rows
        self._first = bytes(self._rows.state(other.pack(other.start(0))))

    # ------------------------------------------------------------------ playing

    def start(self, seed: int, asks_chance: bool = False, asks_forced: bool = False) -> NativeState:
        """The table before anything happens; `run` plays up to the first decision."""
        memory, numbers = bytearray(self._first), self._rows.numbers
        asks = asks_chance * ASKS_CHANCE | asks_forced * ASKS_FORCED
        for cell, value in ((RANDOM, seeded(seed)), (ASKING, asks)):
            pack_into(numbers[cell][0], memory, numbers[cell][1], value)
        return NativeState(bytes(memory))

    def run(self, state: NativeState, tape: Tape) -> None:
        """Carry on until a decision is awaited or the game is over. Raises Fault."""
        if not self._carried_on(state, tape, "run"):
            self.other.run(self._as_row(state), tape)

    def choose(self, state: NativeState, tape: Tape, option: int) -> None:
        """Choose one of the options, and carry on. Raises Fault; the state is then as far as it came."""
        if not self._carried_on(state, tape, "choose", option):
            self.other.choose(self._as_row(state), tape, option)

    def retrace(
        self,
        state: NativeState,
        tape: Tape,
        option: int | None,
        names: Mapping[int, Sequence[int]],
    ) -> list[tuple[int, ...]]:
        """Choose an option, with cards that take others' places after a shuffle; see `game.engine`."""
        if tape.log is None and (memory := self._bytes(state)) and (tracer := self.tracer()):
            there = tracer.retrace(memory, option, names)
            if there is not None:
                state.memory, state.row, tape.options = there.memory, None, there.options
                return there.shuffled
        found: list[tuple[int, ...]] = self.other.retrace(self._as_row(state), tape, option, names)
        return found

    def tracer(self) -> NativeTracer | None:
        """What makes decisions again in a module of its own; None where that cannot be."""
        with self._lock:
            if self._tracer is None:
                code = self._tracing()
                self._tracer = code is not None and NativeTracer(
                    Host(code.wasm, keeps=self._keeps),
                    code,
                    self.module.layout.place,
                    NativeState,
                    self._bytes,
                )
        return self._tracer or None

    def _tracing_code(self) -> Tracing | None:
        """The code of that, made of the module; None where it cannot be made."""
        from rulewright.native.compile_module import tracing_module

        with suppress(Unsupported, RecursionError):  # what is nested too deeply is too large
            return tracing_module(self.module)
        return None

    def _carried_on(self, state: NativeState, tape: Tape, entry: str, *given: int) -> bool:
        """Whether the native code did it."""
        if tape.log is not None or not self._is_native(state):
            return False
        with self._lock:
            try:
                count = self._call(state, entry, *given)
            except Trapped:
                return False
            self._keep(state)
            # There are none when the game is over.
            tape.options = self.host.numbers(self.native.options, count)
        return True

    def options(self, state: NativeState) -> list[int]:
        """Return the options of the awaited decision, encoded as `ir.engine_contract` says. Raises Fault."""
        if self._is_native(state):
            with self._lock, suppress(Trapped):
                count = self._call(state, "options")
                return self.host.numbers(self.native.options, count)
        found: list[int] = self.other.options(self.row(state))
        return found

    def playout(self, state: NativeState, tape: Tape, seed: int) -> list[int]:
        """Play to the end, every option equally likely, drawn from a stream of its own; the indices chosen.

        Raises Fault; the state is then as far as it came.
        """
        if tape.log is None and self._is_native(state):
            with self._lock, suppress(Trapped):
                made = self._call(state, "playout", self.native.record, RECORD, signed(seed))
                self._keep(state)
                return list(unpack(f"<{made}H", self.host.read(self.native.record, 2 * made)))
        found: list[int] = self.other.playout(self._as_row(state), tape, seed)
        return found

    def judged(self, state: NativeState, seed: int) -> tuple[tuple[int, ...], ...]:
        """The ranks of all seats if a copy is played to its end by lot. Raises Fault."""
        values, players = len(self.module.outcome.values), self.module.players
        if self._is_native(state):
            with self._lock, suppress(Trapped):
                self._call(state, "judged", signed(seed))
                told = self.host.read(self.native.record, 4 * values * players)
                ranks = iter(unpack(f"<{values * players}i", told))
                return tuple(zip(*[ranks] * values, strict=True))
        found: tuple[tuple[int, ...], ...] = self.other.judged(self.row(state), seed)
        return found

    def tree(self, seed: int, leaf: Leaf | None = None) -> NativeTree | None:
        """A search in a module of its own, of games that are cut if something was learned of such.

        None where a state that is searched would have to be another's.
        """
        found = self.native.search
        if found is None:
            return None
        host, free = self._own_host(), self._searching
        return NativeTree(host, found, seed, self._bytes, free, leaf)

    def batch(self, code: BatchCode, games: int) -> NativeBatch:
        """Many games side by side, in a module of their own. Raises NoHost."""
        return NativeBatch(code, games, self._first, NativeState, self._bytes, keeps=self._keeps)

    def _own_host(self) -> Host:
        """A module in which nobody else is at work."""
        with self._lock:
            host = self._searching.pop() if self._searching else None
        return host or Host(self.native.wasm, keeps=self._keeps)

    def _bytes(self, state: NativeState) -> bytes | None:
        """The bytes of a native state; None where it does not fit into those."""
        return state.memory if self._is_native(state) else None

    def playouts(self, seeds: Iterable[tuple[int, int]]) -> Iterator[Played | None]:
        """Whole games, from a seed each with choices from another; None for one that the rules stopped."""
        left = iter(seeds)
        while batch := list(islice(left, BATCH)):
            yield from self._batch(batch)

    def sums(self, seed: int, games: int) -> list[int] | None:
        """Sums over games dealt from a seed and those after it; None if the rules stopped one.

        Where the native code gives up, halves are played by themselves, down to the game that it gave up.
        """
        found = self._summed(seed, games)
        if found is not None:
            return found
        if games == 1:
            played = self._played_elsewhere((seed, seed_of_choices(seed)))
            return None if played is None else played.sums
        half = games // 2
        first = self.sums(seed, half)
        rest = None if first is None else self.sums(seed + half, games - half)
        return None if first is None or rest is None else list(map(add, first, rest))

    def _summed(self, seed: int, games: int) -> list[int] | None:
        """The same; None if the native code gave up."""
        whole = self.native.games
        with self._lock, suppress(Trapped):
            host = self._games()
            host.write(whole.state, self._first)
            host.call("sums", whole.state, games, signed(seed))
            return host.numbers(whole.sums, whole.summed)
        return None

    def _played_elsewhere(self, seeds: tuple[int, int]) -> Played | None:
        """A game that the native code gave up, a move at a time."""
        self.given_up += 1
        return played_out(self, *seeds)

    def _batch(self, seeds: list[tuple[int, int]]) -> Iterator[Played | None]:
        """Games played in one go; where the native code gives up, in two, down to the game that it gave up."""
        with self._lock:
            told = self._played(seeds)
        if told is None and len(seeds) == 1:
            yield self._played_elsewhere(seeds[0])
        elif told is None:
            half = len(seeds) // 2
            yield from self._batch(seeds[:half])
            yield from self._batch(seeds[half:])
        else:
            yield from self._games_of(told)

    def _games_of(self, told: tuple[int, ...]) -> Iterator[Played]:
        """Games by the numbers that are told of them."""
        wide, values = self.native.games.wide, len(self.module.outcome.values)
        outcome = self.module.outcome
        phases = wide - 2 - values * self.module.players
        for at in range(0, len(told), wide):
            made, forced, *numbers = told[at : at + wide]
            ranks = zip(*[iter(numbers[phases:])] * values, strict=True)
            yield Played(made, forced, tuple(numbers[:phases]), tuple(ranks), outcome)

    def _played(self, seeds: Sequence[tuple[int, int]]) -> tuple[int, ...] | None:
        """What is told of games, one after the other; None if the native code gave up."""
        games, host = self.native.games, self._games()
        flat = [signed(seed) for pair in seeds for seed in pair]
        host.write(games.state, self._first)
        host.write(games.seeds, pack(f"<{len(flat)}q", *flat))
        with suppress(Trapped):
            host.call("playouts", games.state, len(seeds))
            count = games.wide * len(seeds)
            return unpack(f"<{count}i", host.read(games.played, 4 * count))
        return None

    def _games(self) -> Host:
        """What plays whole games, compiled when it is first wanted."""
        if self._whole is None:
            self._whole = Host(self.native.games.wasm, keeps=self._keeps)
        return self._whole

    def call(self, state: NativeState, function: str, *arguments: int) -> Any:
        """What an exported function gives: a number, or a list of them. Raises Fault."""
        if function in self.native.calls and self._is_native(state):
            with self._lock, suppress(Trapped):
                return self._call(state, f"call_{function}", *arguments)
        return self.other.call(self.row(state), function, *arguments)

    def _call(self, state: NativeState, entry: str, *given: int) -> int:
        """Call an entry with a state. Raises Trapped; the state is then as it was."""
        assert state.memory is not None
        address = self.native.state
        self.host.write(address, state.memory)
        return self.host.call(entry, address, *given)

    def _keep(self, state: NativeState) -> None:
        """The state becomes what the native code has made of it."""
        state.memory, state.row = self.host.read(self.native.state, self._rows.size), None

    # ------------------------------------------------------------------ what the other engine does

    def _is_native(self, state: NativeState) -> bool:
        """Whether a state has the bytes of a native one, made now if there is room for it in one."""
        if state.memory is None:
            try:
                state.memory = bytes(self._rows.state(self.other.pack(state.row)))
            except DoesNotFit:
                return False
        return True

    def row(self, state: NativeState) -> Row:
        """The state as the other engine has it, to be looked at."""
        if state.row is None:
            assert state.memory is not None
            state.row = self.other.unpack(self._rows.row(state.memory))
        return state.row

    def _as_row(self, state: NativeState) -> Row:
        """The same, to be changed."""
        row = self.row(state)
        state.memory = None
        return row

    def shown(self, state: NativeState, option_list: int, element: int) -> tuple[Any, ...]:
        """The values in the text of an option of the decision that is awaited."""
        found: tuple[Any, ...] = self.other.shown(self.row(state), option_list, element)
        return found

    def perform(self, state: NativeState, tape: Tape, procedure: str) -> None:
        """Carry out an exported procedure without parameters, in place of what would come next. Raises Fault."""
        self.other.perform(self._as_row(state), tape, procedure)

    def knowers(self, state: NativeState, piece: int) -> int:
        """Who knows which piece this is and where it lies, as bits of seats; the last is who looks on."""
        found: int = self.other.knowers(self.row(state), piece)
        return found

    def draw(self, state: NativeState, below: int) -> int:
        """A number from 0 to `below` - 1 from the game's stream of chance, for who answers for chance."""
        found: int = self.other.draw(self._as_row(state), below)
        return found

    def reseed(self, state: NativeState, seed: int) -> None:
        """Let the game's chance come from the stream of a seed from here on."""
        if state.memory is None:
            self.other.reseed(state.row, seed)
        else:
            self._put(state, RANDOM, seeded(seed))

    def ask(self, state: NativeState, asking: int) -> None:
        """From here on ask who has one option, for chance, both, or neither; see `game.engine`."""
        if state.memory is None:
            self.other.ask(state.row, asking)
        else:
            self._put(state, ASKING, asking)

    def _put(self, state: NativeState, cell: int, value: int) -> None:
        """Write a number of a state that has bytes."""
        assert state.memory is not None
        memory, (format_, offset, *_) = bytearray(state.memory), self._rows.numbers[cell]
        pack_into(format_, memory, offset, value)
        state.memory, state.row = bytes(memory), None

    def stop(self, state: NativeState) -> None:
        """Leave out what would come next: nothing happens any more but what is `perform`ed."""
        self.other.stop(self._as_row(state))

    def is_placed(self, state: NativeState) -> bool:
        """Whether a state that was unpacked is at a place in the code, and all that is begun leads to the end."""
        return bool(self.other.is_placed(self.row(state)))

    def goes_on(self, state: NativeState) -> bool:
        """Whether such a state has options to choose from, or is over."""
        return bool(self.other.goes_on(self.row(state)))

    def count_into(self, counts: list[int]) -> None:
        """Modules that count are none of this engine's."""
        raise NotImplementedError

    # ------------------------------------------------------------------ states

    def copy(self, state: NativeState) -> NativeState:
        """An independent copy."""
        if state.memory is not None:
            return NativeState(state.memory)
        return NativeState(None, self.other.copy(state.row))

    def restore(self, state: NativeState, kept: NativeState) -> None:
        """Make a state what it was when it was copied."""
        copy = self.copy(kept)
        state.memory, state.row = copy.memory, copy.row

    def look(self, state: NativeState) -> Snapshot:
        """The state, for reading as long as it stays."""
        if state.memory is None:
            found: Snapshot = self.other.look(state.row)
            return found
        return Snapshot(self.module.layout, RowOfState(self._rows, state.memory))

    def pack(self, state: NativeState) -> list[Any]:
        """The state as plain data for JSON, laid out as the module says."""
        found: list[Any] = self.other.pack(self.row(state))
        return found

    def unpack(self, data: Sequence[Any]) -> NativeState:
        """A state from data that was JSON; that it can be one is for others to find out."""
        return NativeState(None, self.other.unpack(data))
