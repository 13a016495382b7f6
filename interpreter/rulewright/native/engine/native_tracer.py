"""Replays many steps of a trajectory in one native call; the Python counterpart is `dealing.replay`."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from struct import pack
from threading import Lock
from typing import Any

from rulewright.base.records import Record
from rulewright.native.engine.native_states import NativeStates
from rulewright.native.host import Host, Trapped
from rulewright.native.layout import trace_layout as trace
from rulewright.native.layout.native_code import ReplayCode

Names = Mapping[int, Sequence[int]]
"""Card substitutions by shuffle number: for each card, the card that takes its position."""

_NONE = array("q")


class ReplayResult(Record):
    """The result of a replay: whether all steps fit the log, and the options and state of each step.

    `is_same`: the last state equals the one before the replay, in `old`. `gave_up`: the native code trapped, or
    there was no room for more. For each replayed step (and a misfit, if requested): the option, the number of
    options, the bit sets of shuffled and of known cards, and the state.
    """

    fits: bool
    is_same: bool = False
    gave_up: bool = False
    chosen: array[int] = _NONE
    options: array[int] = _NONE
    sets: Sequence[tuple[int, ...]] = ()
    known: array[int] = _NONE
    states: NativeStates | None = None


MISFIT, GAVE_UP = ReplayResult(False), ReplayResult(True, gave_up=True)


class NativeTracer:
    """A replayer of trajectories in a module instance of its own, used by one thread at a time."""

    most, size_of_wanted = trace.MAX_STEPS, trace.Logged.size

    def __init__(
        self,
        host: Host,
        at: ReplayCode,
        place: int,
        state_of: Callable[[bytes], Any],
        bytes_of: Callable[[Any], bytes | None],
    ) -> None:
        """Create a tracer; `place` is the cell with the place of the first card.

        `state_of` converts bytes to a state; `bytes_of` converts a state to bytes, or None if it does not fit.
        """
        self.host, self.at, self._place = host, at, place
        self._state_of, self.bytes_of = state_of, bytes_of
        self._lock = Lock()

    def states(self) -> NativeStates:
        """Return an empty sequence of states of this module."""
        return NativeStates(self.at.rows, self._place, self._state_of, self.bytes_of)

    # ------------------------------------------------------------------ one decision

    def retrace(self, memory: bytes, option: int | None, names: Names) -> RetraceResult | None:
        """Choose an option (None: begin the game) in a state; None if the native code traps."""
        substitutions = self.named(0, names)
        if len(substitutions) > trace.MAX_SUBSTITUTIONS * self.at.memory.named:
            return None
        with self._lock:
            self.host.write(self.at.state, memory)
            self.host.write(self.at.memory.names, substitutions + trace.END_OF_SUBSTITUTIONS)
            try:
                count = self.host.call("retrace", self.at.state, option is None, option or 0)
            except Trapped:
                return None
            options = self.host.numbers(self.at.options, count)
            sets = self._sets(1)[0]
            return RetraceResult(self.host.read(self.at.state, self.at.rows.size), options, sets)

    def named(self, number: int, names: Names) -> bytes:
        """Return the substitutions of cards in the shuffles of step `number`, in the module's binary format."""
        room = self.at.memory.named
        return b"".join(
            (pack(trace.SUBSTITUTION, number, at) + array("H", names[at]).tobytes()).ljust(
                room, b"\0"
            )
            for at in sorted(names)
        )

    # ------------------------------------------------------------------ many decisions

    def wanted(self, saw: int, received: int, chose: int | None) -> bytes:
        """Return the log's digests of a step (seen, received, chosen) in the module's binary format."""
        return pack(trace.LOGGED, saw, received, chose or 0, chose is not None)

    def replay(
        self,
        first: int,
        before: bytes,
        steps: tuple[array[int], array[int], bytes],
        wanted: bytes | bytearray,
        seat: int,
        *,
        given: bool = False,
        hears: bool = False,
        swap: tuple[int, int] = (-1, -1),
        until: int = 0,
        old: NativeStates | None = None,
        last: int = trace.MAX_STEPS,
        tells: bool = False,
    ) -> ReplayResult:
        """Replay steps (options, seeds, card substitutions) from the state `before`, comparing them to the log.

        There are at most `most` steps. Unless `given`, the first option must be among those offered. Up to step
        `until`, counted from the first, the two cards of `swap` are exchanged in options. From step `last` on the
        replay ends once a state equals the one in `old`. If a step does not fit, results are returned only with
        `tells`.
        """
        chosen, seeds, substitutions = steps
        at, host, count = self.at.memory, self.host, len(chosen)
        flags = given * trace.FIRST_IS_GIVEN | hears * trace.COMPARE_MESSAGES
        if len(substitutions) > trace.MAX_SUBSTITUTIONS * self.at.memory.named:
            return GAVE_UP
        with self._lock:
            host.write(self.at.state, before)
            host.write(at.chosen, chosen.tobytes())
            host.write(at.seeds, seeds.tobytes())
            host.write(at.names, substitutions + trace.END_OF_SUBSTITUTIONS)
            host.write(at.wanted, wanted)
            if old is not None and last < count:
                size = self.at.rows.size
                old_bytes = memoryview(old.bytes)[(first + last) * size : (first + count) * size]
                host.write(at.old + last * size, old_bytes)
            try:
                how = host.call("replay", count, first, *swap, until, last, seat, flags)
            except Trapped:
                how = trace.FULL
            return self._traced(how, tells)

    def _traced(self, how: int, tells: bool) -> ReplayResult:
        """Return the results that a replay with the return code `how` left in memory."""
        fits = how not in (trace.MISFIT, trace.STOPPED)
        if not (fits or (tells and how == trace.MISFIT)):
            return MISFIT
        at, host = self.at.memory, self.host
        count = int.from_bytes(host.read(at.done, 4), "little") + (not fits)
        chosen, options = array("q", host.read(at.chosen, 8 * count)), array("q")
        options.frombytes(host.read(at.options, 8 * count))
        known, states = array("Q"), self.states()
        known.frombytes(host.read(at.known, 8 * at.words * count))
        host.read_into(states.bytes, at.states, count * self.at.rows.size)
        return ReplayResult(
            fits,
            how == trace.SAME,
            how == trace.FULL,
            chosen,
            options,
            self._sets(count),
            known,
            states,
        )

    def _sets(self, count: int) -> list[tuple[int, ...]]:
        """Return the sets of cards (bit sets) of the shuffles in each of `count` steps."""
        memory = self.at.memory
        numbers = array("i", self.host.read(memory.shuffles, 4 * count)).tolist()
        size = 8 * memory.words
        steps: list[tuple[int, ...]] = [()] * count
        if total := sum(numbers):
            data = self.host.read(memory.sets, size * total)
            sets = [
                int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)
            ]
            for step, number in enumerate(numbers):
                if number:
                    steps[step], sets = tuple(sets[:number]), sets[number:]
        return steps


class RetraceResult(Record):
    """The result of one replayed decision: the state, its options, and the cards of each shuffle."""

    memory: bytes
    options: list[int]
    sets: tuple[int, ...]

    @property
    def shuffled(self) -> list[tuple[int, ...]]:
        """The card numbers of each shuffle."""
        return [
            tuple(card for card in range(bits.bit_length()) if bits >> card & 1)
            for bits in self.sets
        ]
