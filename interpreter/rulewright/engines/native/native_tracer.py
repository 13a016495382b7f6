"""Making decisions again inside a module: what was shuffled is told, and cards may lie where others would."""

from __future__ import annotations

from collections.abc import Mapping
from struct import calcsize, pack, unpack_from
from threading import Lock

from attrs import define

from rulewright.engines.native.host import Host, Trapped
from rulewright.engines.native.layout.native_code import Tracing
from rulewright.engines.native.layout.trace_layout import MOST_NAMES, NAME

Names = Mapping[int, Mapping[int, int]]
"""For shuffles, by their numbers: which card comes to lie where another would."""


@define
class Retraced:
    """Where a decision that was made again has led: the state, its options, and what was shuffled."""

    memory: bytes
    options: list[int]
    shuffled: list[tuple[int, ...]]


class NativeTracer:
    """Makes decisions again, in a module of its own."""

    def __init__(self, host: Host, at: Tracing) -> None:
        self.host, self.at = host, at
        # One memory: only one thread at a time can have its course there.
        self._lock = Lock()

    def retrace(self, memory: bytes, option: int | None, names: Names) -> Retraced | None:
        """Choose an option (None: begin) in a state; None where the native code gives up."""
        at, given = self.at, named(names)
        if len(given) > MOST_NAMES * calcsize(NAME):
            return None
        with self._lock:
            self.host.write(at.state, memory)
            self.host.write(at.memory.names, given)
            begins = (option is None, len(given) // calcsize(NAME), option or 0)
            try:
                count = self.host.call("retrace", at.state, *begins)
            except Trapped:
                return None
            options = self.host.numbers(at.options, count)
            return Retraced(self.host.read(at.state, at.rows.size), options, self._shuffled())

    def _shuffled(self) -> list[tuple[int, ...]]:
        """What was shuffled, each time."""
        memory = self.at.memory
        (count,) = unpack_from("<i", self.host.read(memory.shuffles, 4))
        size = 8 * memory.words
        sets = self.host.read(memory.sets, count * size)
        return [cards_of(sets[at : at + size]) for at in range(0, len(sets), size)]


def named(names: Names) -> bytes:
    """Names as the module has them, shuffle by shuffle."""
    return b"".join(
        pack(NAME, at, card, other) for at in sorted(names) for card, other in names[at].items()
    )


def cards_of(bits: bytes) -> tuple[int, ...]:
    """The cards of a set."""
    found, left = list[int](), int.from_bytes(bits, "little")
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return tuple(found)
