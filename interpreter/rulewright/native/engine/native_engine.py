"""The native engine: plays a module as WebAssembly and falls back on another engine where it cannot.

A state is native bytes. It is a row of the other engine if it does not fit into bytes, or if the story is
recorded. The bytes before each move are kept in Python. So if the native code traps, nothing has changed yet, and
the other engine plays the move or raises the fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from operator import add
from struct import pack, pack_into, unpack
from threading import Lock
from typing import Any, Literal

from rulewright.base.records import Draft
from rulewright.native.emit.emit_context import Unsupported
from rulewright.native.engine.native_batch import NativeBatch
from rulewright.native.engine.native_tracer import NativeTracer
from rulewright.native.engine.native_tree import NativeTree
from rulewright.native.host import Host, Trapped, signed
from rulewright.native.layout.native_code import (
    GAMES_PER_CALL,
    MAX_RECORDED_CHOICES,
    BatchCode,
    NativeCode,
    ReplayCode,
)
from rulewright.native.layout.rows import RowOfState, StateDoesNotFit
from rulewright.runtime.game.engine import (
    GameEngine,
    SupportsBatches,
    SupportsManyGames,
    SupportsTracing,
    SupportsTree,
    Tape,
)
from rulewright.runtime.game.random_playouts import play_random_game
from rulewright.runtime.ir.layout import ASKING, ASKS_CHANCE, ASKS_FORCED, RANDOM
from rulewright.runtime.ir.outcome_rules import GameSummary, Ranks
from rulewright.runtime.ir.random_stream import generator_state, seed_of_choices
from rulewright.runtime.ir.snapshot import Snapshot
from rulewright.runtime.spaces.leaf_values import Leaf

Row = Any

CodeSupplier = Callable[[], "ReplayCode | None"]
"""Supplies the replay code on first use."""


class NativeState(Draft):
    """A state of the native engine: its native bytes, the Python engine's list for it, or both.

    Both are set if the list was requested and nothing has changed since.
    """

    memory: bytes | None = None
    row: Row = None


class NativeEngine(GameEngine, SupportsManyGames, SupportsTree, SupportsTracing, SupportsBatches):
    """An engine that plays one module as WebAssembly and falls back on another engine."""

    def __init__(
        self,
        native: NativeCode,
        other: GameEngine,
        tracing: CodeSupplier | None = None,
        *,
        keeps: bool = False,
    ) -> None:
        """Create an engine that falls back on `other`; `keeps` caches compiled code. Raises HostUnavailable.

        `tracing` supplies the replay code on first use; without it, the code is compiled from the module.
        """
        self.module = other.module
        self.native, self.other = native, other
        self.fallback_games = 0
        self.host = Host(native.wasm, keeps=keeps)
        self._keeps = keeps
        self._playout_host: Host | None = None
        self._free_hosts: list[Host] = []
        self._tracing = tracing or self._compile_replay_code
        self._tracer: NativeTracer | Literal[False] | None = None
        # There is one memory, so only one thread at a time can run its state.
        self._lock = Lock()
        self._rows = native.rows
        self._first = bytes(self._rows.state(other.pack(other.start(0))))

    # ------------------------------------------------------------------ playing

    def start(self, seed: int, asks_chance: bool = False, asks_forced: bool = False) -> NativeState:
        """Return the state before anything happens in a game; `run` plays up to the first decision."""
        memory, numbers = bytearray(self._first), self._rows.numbers
        asks = asks_chance * ASKS_CHANCE | asks_forced * ASKS_FORCED
        for cell, value in ((RANDOM, generator_state(seed)), (ASKING, asks)):
            pack_into(numbers[cell][0], memory, numbers[cell][1], value)
        return NativeState(bytes(memory))

    def run(self, state: NativeState, tape: Tape) -> None:
        """Play until a decision is awaited or the game is over. Raises Fault."""
        if not self._run_natively(state, tape, "run"):
            self.other.run(self._to_row(state), tape)

    def choose(self, state: NativeState, tape: Tape, option: int) -> None:
        """Choose an option and play on to the next decision. Raises Fault; the state is then at the fault."""
        if not self._run_natively(state, tape, "choose", option):
            self.other.choose(self._to_row(state), tape, option)

    def retrace(
        self,
        state: NativeState,
        tape: Tape,
        option: int | None,
        names: Mapping[int, Sequence[int]],
    ) -> list[tuple[int, ...]]:
        """Choose an option and replace cards in the shuffles that follow; return the cards of each shuffle.

        `names` has the cards to substitute, by the number of the shuffle; see `game.engine`.
        """
        if tape.log is None and (memory := self._bytes(state)) and (tracer := self.tracer()):
            retraced = tracer.retrace(memory, option, names)
            if retraced is not None:
                state.memory, state.row, tape.options = retraced.memory, None, retraced.options
                return retraced.shuffled
        return self.other.retrace(self._to_row(state), tape, option, names)

    def tracer(self) -> NativeTracer | None:
        """Return the replayer of trajectories, created on first use; None if it cannot be compiled."""
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

    def _compile_replay_code(self) -> ReplayCode | None:
        """Return the replay code compiled from the module; None if it cannot be compiled."""
        from rulewright.native.compile_module import tracing_module

        with suppress(Unsupported, RecursionError):  # deep nesting counts as too large
            return tracing_module(self.module)
        return None

    def _run_natively(self, state: NativeState, tape: Tape, entry: str, *arguments: int) -> bool:
        """Run the export `entry` on a state and store the result; return False if it did not work."""
        if tape.log is not None or not self._is_native(state):
            return False
        with self._lock:
            try:
                count = self._call(state, entry, *arguments)
            except Trapped:
                return False
            self._store_state(state)
            # The list is empty when the game is over.
            tape.options = self.host.numbers(self.native.options, count)
        return True

    def options(self, state: NativeState) -> list[int]:
        """Return the options of the awaited decision, encoded as in `ir.engine_contract`. Raises Fault."""
        if self._is_native(state):
            with self._lock, suppress(Trapped):
                count = self._call(state, "options")
                return self.host.numbers(self.native.options, count)
        return self.other.options(self.row(state))

    def playout(self, state: NativeState, tape: Tape, seed: int) -> list[int]:
        """Play uniformly random choices to the end of the game and return the indices of the options.

        The choices come from a separate random stream, which begins with `seed`.

        Raises Fault; the state is then where the fault occurred.
        """
        if tape.log is None and self._is_native(state):
            with self._lock, suppress(Trapped):
                count = self._call(
                    state, "playout", self.native.record, MAX_RECORDED_CHOICES, signed(seed)
                )
                self._store_state(state)
                return list(unpack(f"<{count}H", self.host.read(self.native.record, 2 * count)))
        return self.other.playout(self._to_row(state), tape, seed)

    def rollout_ranks(self, state: NativeState, seed: int) -> Ranks:
        """Return the ranks of all seats after a random playout of a copy of the state. Raises Fault."""
        values, players = len(self.module.outcome.values), self.module.players
        if self._is_native(state):
            with self._lock, suppress(Trapped):
                self._call(state, "judged", signed(seed))
                data = self.host.read(self.native.record, 4 * values * players)
                ranks = iter(unpack(f"<{values * players}i", data))
                return tuple(zip(*[ranks] * values, strict=True))
        return self.other.rollout_ranks(self.row(state), seed)

    def tree(self, seed: int, leaf: Leaf | None = None) -> NativeTree | None:
        """Return a search tree for one decision, in a module instance of its own; None without an outcome.

        With `leaf` games are cut short and valued with its learned weights.
        """
        search = self.native.search
        if search is None:
            return None
        host, free = self._free_host(), self._free_hosts
        return NativeTree(host, search, seed, self._bytes, free, leaf)

    def batch(self, code: BatchCode, games: int) -> NativeBatch:
        """Return many games that advance together, in a module instance of their own. Raises HostUnavailable."""
        return NativeBatch(code, games, self._first, NativeState, self._bytes, keeps=self._keeps)

    def _free_host(self) -> Host:
        """Return a module instance that no search uses: one from the pool, else a new one."""
        with self._lock:
            host = self._free_hosts.pop() if self._free_hosts else None
        return host or Host(self.native.wasm, keeps=self._keeps)

    def _bytes(self, state: NativeState) -> bytes | None:
        """Return the native bytes of a state; None if it does not fit into bytes."""
        return state.memory if self._is_native(state) else None

    def playouts(self, seeds: Iterable[tuple[int, int]]) -> Iterator[GameSummary | None]:
        """Yield a summary of each game, played from two seeds (game, choices); None if the rules stopped it."""
        remaining = iter(seeds)
        while batch := list(islice(remaining, GAMES_PER_CALL)):
            yield from self._batch(batch)

    def sums(self, seed: int, games: int) -> list[int] | None:
        """Return the sums of the results of `games` games with seeds from `seed` on; None if the rules stopped one.

        If the native code traps, the range is bisected down to the game that trapped.
        """
        sums = self._native_sums(seed, games)
        if sums is not None:
            return sums
        if games == 1:
            played = self._play_stepwise((seed, seed_of_choices(seed)))
            return None if played is None else played.sums
        # Bisection: a trap among n games costs about log2(n) further calls.
        half = games // 2
        first = self.sums(seed, half)
        rest = None if first is None else self.sums(seed + half, games - half)
        return None if first is None or rest is None else list(map(add, first, rest))

    def _native_sums(self, seed: int, games: int) -> list[int] | None:
        """Return what `sums` returns, from one native call; None if it trapped."""
        whole = self.native.games
        with self._lock, suppress(Trapped):
            host = self._games()
            host.write(whole.state, self._first)
            host.call("sums", whole.state, games, signed(seed))
            return host.numbers(whole.sums, whole.sum_count)
        return None

    def _play_stepwise(self, seeds: tuple[int, int]) -> GameSummary | None:
        """Play a game with the two seeds decision by decision, after its whole-game run trapped."""
        self.fallback_games += 1
        return play_random_game(self, *seeds)

    def _batch(self, seeds: list[tuple[int, int]]) -> Iterator[GameSummary | None]:
        """Yield the results of some games played in one call; if it traps, halve the games and try again."""
        with self._lock:
            numbers = self._native_results(seeds)
        if numbers is None and len(seeds) == 1:
            yield self._play_stepwise(seeds[0])
        elif numbers is None:
            half = len(seeds) // 2
            yield from self._batch(seeds[:half])
            yield from self._batch(seeds[half:])
        else:
            yield from self._games_of(numbers)

    def _games_of(self, data: tuple[int, ...]) -> Iterator[GameSummary]:
        """Yield a summary of each game from the numbers that the native code reports."""
        wide, values = self.native.games.numbers_per_game, len(self.module.outcome.values)
        outcome, players = self.module.outcome, self.module.players
        phases = wide - 2 - values * players
        for at in range(0, len(data), wide):
            decisions, forced, *numbers = data[at : at + wide]
            # Not range(phases, wide - 2, values): `values` is 0 without an outcome, and range refuses step 0.
            starts = (phases + seat * values for seat in range(players))
            ranks = tuple(tuple(numbers[start : start + values]) for start in starts)
            yield GameSummary(decisions, forced, tuple(numbers[:phases]), ranks, outcome)

    def _native_results(self, seeds: Sequence[tuple[int, int]]) -> tuple[int, ...] | None:
        """Play games in one native call; return `numbers_per_game` numbers for each. None if it trapped."""
        games, host = self.native.games, self._games()
        flat = [signed(seed) for pair in seeds for seed in pair]
        host.write(games.state, self._first)
        host.write(games.seeds, pack(f"<{len(flat)}q", *flat))
        with suppress(Trapped):
            host.call("playouts", games.state, len(seeds))
            count = games.numbers_per_game * len(seeds)
            return unpack(f"<{count}i", host.read(games.results, 4 * count))
        return None

    def _games(self) -> Host:
        """Return the module instance that plays whole games, compiled on first use."""
        if self._playout_host is None:
            self._playout_host = Host(self.native.games.wasm, keeps=self._keeps)
        return self._playout_host

    def call(self, state: NativeState, function: str, *arguments: int) -> Any:
        """Return the number or list that an exported rule function returns. Raises Fault."""
        if function in self.native.calls and self._is_native(state):
            with self._lock, suppress(Trapped):
                return self._call(state, f"call_{function}", *arguments)
        return self.other.call(self.row(state), function, *arguments)

    def _call(self, state: NativeState, entry: str, *arguments: int) -> int:
        """Call the export `entry` on a state and return its result. Raises Trapped; the state is unchanged."""
        assert state.memory is not None
        address = self.native.state
        self.host.write(address, state.memory)
        return self.host.call(entry, address, *arguments)

    def _store_state(self, state: NativeState) -> None:
        """Replace the bytes of a state by those in the module's memory."""
        state.memory, state.row = self.host.read(self.native.state, self._rows.size), None

    # ------------------------------------------------------------------ calls of the Python engine

    def _is_native(self, state: NativeState) -> bool:
        """Return whether a state has native bytes; convert it first if it fits into them."""
        if state.memory is None:
            try:
                state.memory = bytes(self._rows.state(self.other.pack(state.row)))
            except StateDoesNotFit:
                return False
        return True

    def row(self, state: NativeState) -> Row:
        """Return the state as the Python engine's list; do not modify it."""
        if state.row is None:
            assert state.memory is not None
            state.row = self.other.unpack(self._rows.row(state.memory))
        return state.row

    def _to_row(self, state: NativeState) -> Row:
        """Return the state as the Python engine's list, to be modified; its native bytes are dropped."""
        row = self.row(state)
        state.memory = None
        return row

    def shown(self, state: NativeState, option_list: int, element: int) -> tuple[Any, ...]:
        """Return the values shown in the text of an option of the awaited decision."""
        return self.other.shown(self.row(state), option_list, element)

    def perform(self, state: NativeState, tape: Tape, procedure: str) -> None:
        """Run an exported procedure without parameters in place of the next step. Raises Fault."""
        self.other.perform(self._to_row(state), tape, procedure)

    def knowers(self, state: NativeState, piece: int) -> int:
        """Return who knows a piece and its position, as a bit mask of seats; the last bit is the spectator."""
        return self.other.knowers(self.row(state), piece)

    def draw(self, state: NativeState, below: int) -> int:
        """Return a number from 0 to `below` - 1 from the game's random stream, to answer a chance decision."""
        return self.other.draw(self._to_row(state), below)

    def reseed(self, state: NativeState, seed: int) -> None:
        """Seed the game's random stream with `seed`."""
        if state.memory is None:
            self.other.reseed(state.row, seed)
        else:
            self._put(state, RANDOM, generator_state(seed))

    def ask(self, state: NativeState, asking: int) -> None:
        """Set at which decisions the game stops, too: forced ones, those of chance, both or none."""
        if state.memory is None:
            self.other.ask(state.row, asking)
        else:
            self._put(state, ASKING, asking)

    def _put(self, state: NativeState, cell: int, value: int) -> None:
        """Write one number into the native bytes of a state, at a cell of the Python engine's list."""
        assert state.memory is not None
        memory, (format_, offset, *_) = bytearray(state.memory), self._rows.numbers[cell]
        pack_into(format_, memory, offset, value)
        state.memory, state.row = bytes(memory), None

    def stop(self, state: NativeState) -> None:
        """Drop everything that the game would do next; afterwards only `perform` has an effect."""
        self.other.stop(self._to_row(state))

    def has_valid_frames(self, state: NativeState) -> bool:
        """Return whether an unpacked state resumes at a valid block, and all its frames lead to the end."""
        return self.other.has_valid_frames(self.row(state))

    # ------------------------------------------------------------------ states

    def copy(self, state: NativeState) -> NativeState:
        """Return an independent copy of a state."""
        if state.memory is not None:
            return NativeState(state.memory)
        return NativeState(None, self.other.copy(state.row))

    def restore(self, state: NativeState, snapshot: NativeState) -> None:
        """Set a state back to `snapshot`, a copy made earlier."""
        copy = self.copy(snapshot)
        state.memory, state.row = copy.memory, copy.row

    def snapshot(self, state: NativeState) -> Snapshot:
        """Return a read-only view of a state, valid until the state changes."""
        if state.memory is None:
            return self.other.snapshot(state.row)
        return Snapshot(self.module.layout, RowOfState(self._rows, state.memory))

    def pack(self, state: NativeState) -> list[Any]:
        """Return the state as plain data for JSON, laid out as the module says."""
        return self.other.pack(self.row(state))

    def unpack(self, data: Sequence[Any]) -> NativeState:
        """Return a state from JSON data, which is not validated here."""
        return NativeState(None, self.other.unpack(data))
