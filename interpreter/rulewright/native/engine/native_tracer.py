"""Replaying courses inside a module, many steps in one go: what `dealing.replay` does one by one."""

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
from rulewright.native.layout.native_code import Tracing

Names = Mapping[int, Sequence[int]]
"""For shuffles, by their numbers: which card comes to lie where each one would."""

_NONE = array("q")


class Traced(Record):
    """What has come of steps: whether they `fit`, and whether all `is_same` as it was; or the module `gave_up`.

    Of each step that was made, and of one that does not fit if that was asked: its option, how many there were,
    the sets of cards that were shuffled and that of those which are known, as bits, and its state.
    """

    fits: bool
    is_same: bool = False
    gave_up: bool = False
    chosen: array[int] = _NONE
    options: array[int] = _NONE
    sets: Sequence[tuple[int, ...]] = ()
    known: array[int] = _NONE
    states: NativeStates | None = None


MISFIT, GAVE_UP = Traced(False), Traced(True, gave_up=True)


class NativeTracer:
    """Replays courses, in a module of its own. One memory: only one thread at a time can have its course there."""

    most, size_of_wanted = trace.MOST, trace.WANTED_SIZE

    def __init__(
        self,
        host: Host,
        at: Tracing,
        place: int,
        state_of: Callable[[bytes], Any],
        bytes_of: Callable[[Any], bytes | None],
    ) -> None:
        """`place` is the cell with the place of the first card.

        `state_of` gives the state of some bytes, `bytes_of` the bytes of a state, if it fits into those.
        """
        self.host, self.at, self._place = host, at, place
        self._state_of, self.bytes_of = state_of, bytes_of
        self._lock = Lock()

    def states(self) -> NativeStates:
        """Room for states, one after the other."""
        return NativeStates(self.at.rows, self._place, self._state_of, self.bytes_of)

    # ------------------------------------------------------------------ one decision

    def retrace(self, memory: bytes, option: int | None, names: Names) -> Retraced | None:
        """Choose an option (None: begin) in a state; None where the native code gives up."""
        named = self.named(0, names)
        if len(named) > trace.MOST_NAMED * self.at.memory.named:
            return None
        with self._lock:
            self.host.write(self.at.state, memory)
            self.host.write(self.at.memory.names, named + trace.END_OF_NAMES)
            try:
                count = self.host.call("retrace", self.at.state, option is None, option or 0)
            except Trapped:
                return None
            options = self.host.numbers(self.at.options, count)
            sets = self._sets(1)[0]
            return Retraced(self.host.read(self.at.state, self.at.rows.size), options, sets)

    def named(self, number: int, names: Names) -> bytes:
        """The names of a step as the module has them."""
        room = self.at.memory.named
        return b"".join(
            (pack(trace.NAMED, number, at) + array("H", names[at]).tobytes()).ljust(room, b"\0")
            for at in sorted(names)
        )

    # ------------------------------------------------------------------ many

    def wanted(self, saw: int, heard: int, chose: int | None) -> bytes:
        """What a log says of a decision, as the module has it: digests."""
        return pack(trace.WANTED, saw, heard, chose or 0, chose is not None)

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
        last: int = trace.MOST,
        tells: bool = False,
    ) -> Traced:
        """Make steps of a course again from a state on: options, seeds and names. No more than `most` of them.

        Whether the first option is offered is looked at unless it is `given`. Up to the step `until`, counted from
        the first, two cards stand for each other in options; from the step `last` on it is over where all is as in
        the `old` states. Where a step does not fit nothing is told but what has come of it, if `tells`.
        """
        chosen, seeds, named = steps
        at, host, count = self.at.memory, self.host, len(chosen)
        flags = given * trace.GIVEN | hears * trace.HEARS
        if len(named) > trace.MOST_NAMED * self.at.memory.named:
            return GAVE_UP
        with self._lock:
            host.write(self.at.state, before)
            host.write(at.chosen, chosen.tobytes())
            host.write(at.seeds, seeds.tobytes())
            host.write(at.names, named + trace.END_OF_NAMES)
            host.write(at.wanted, wanted)
            if old is not None and last < count:
                size = self.at.rows.size
                kept = memoryview(old.bytes)[(first + last) * size : (first + count) * size]
                host.write(at.old + last * size, kept)
            try:
                how = host.call("replay", count, first, *swap, until, last, seat, flags)
            except Trapped:
                how = trace.FULL
            return self._traced(how, tells)

    def _traced(self, how: int, tells: bool) -> Traced:
        """What has come of it."""
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
        return Traced(
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
        """What was shuffled in each of so many steps."""
        memory = self.at.memory
        numbers = array("i", self.host.read(memory.shuffles, 4 * count)).tolist()
        size = 8 * memory.words
        found: list[tuple[int, ...]] = [()] * count
        if total := sum(numbers):
            data = self.host.read(memory.sets, size * total)
            sets = [
                int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)
            ]
            for step, number in enumerate(numbers):
                if number:
                    found[step], sets = tuple(sets[:number]), sets[number:]
        return found


class Retraced(Record):
    """Where a decision that was made again has led: the state, its options, and what was shuffled as bits."""

    memory: bytes
    options: list[int]
    sets: tuple[int, ...]

    @property
    def shuffled(self) -> list[tuple[int, ...]]:
        """The cards of each shuffle, by their numbers."""
        return [
            tuple(card for card in range(bits.bit_length()) if bits >> card & 1)
            for bits in self.sets
        ]
