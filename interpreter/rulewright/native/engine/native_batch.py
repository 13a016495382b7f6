"""Many games side by side in the memory of a module; one call advances them all to their next decisions."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from struct import pack
from typing import Any

from rulewright.native.host import Host, Trapped
from rulewright.native.layout.memory_forms import LINE
from rulewright.native.layout.native_code import BatchCode
from rulewright.runtime.ir.engine_contract import element_of, list_of


class NativeBatch:
    """The columns of so many games, and what advances them. One thread at a time works with it."""

    def __init__(
        self,
        code: BatchCode,
        games: int,
        first: bytes,
        state_of: Callable[[bytes], Any],
        bytes_of: Callable[[Any], bytes | None],
        *,
        keeps: bool = False,
    ) -> None:
        """`first` is the state with which each begins, but for its seed. Raises NoHost.

        `state_of` gives the state of some bytes, `bytes_of` the bytes of a state, if it fits into those.
        """
        self.code, self.games, layout = code, games, code.layout
        self._state_of, self._bytes_of = state_of, bytes_of
        self.host = host = Host(code.wasm, keeps=keeps, room=layout.room(games) + LINE)
        self.columns: dict[str, memoryview] = {}
        pointers = list[int]()
        for part, address in layout.addresses(games, host.more):
            pointers.append(address)
            self.columns[part.name] = host.part(address, part.size * games)
        host.write(layout.pointers, pack(f"<{len(pointers) + 1}I", *pointers, games))
        host.write(code.first, first)

    def go(self, what: str, first: int, end: int, how: int) -> int:
        """Games from one on, before another, `begin`, or `advance` by what is in the column `chosen`.

        Gives the game that the module gave up, or their end.
        """
        try:
            self.host.call(what, first, end, how)
        except Trapped:
            return int.from_bytes(self.host.read(self.code.layout.stopped, 4), "little")
        return end

    def unfit(self, end: int, how: int) -> int:
        """The first game before one in which what was chosen cannot be; that one if there is none."""
        return self.host.call("unfit", 0, end, how)

    def state(self, game: int) -> Any:
        """A copy of the state of a game, for an engine."""
        size = self.code.rows.size
        return self._state_of(bytes(self.columns["states"][game * size : (game + 1) * size]))

    def put(self, game: int, state: Any, options: Sequence[int]) -> bool:
        """A game goes on from a state with these options; False if there is no room for that."""
        memory, layout = self._bytes_of(state), self.code.layout
        if memory is None or len(options) > layout.options:
            return False
        half, letter = 1 << layout.element_bits - 1, layout.part("options").letter
        if any(not -half <= element_of(option) < half for option in options):
            return False
        kept = [2 * half * list_of(each) | element_of(each) & 2 * half - 1 for each in options]
        at, size = game * layout.options, self.code.rows.size
        self.columns["options"].cast(letter)[at : at + len(kept)] = array(letter, kept)  # type: ignore[call-overload]
        self.columns["states"][game * size : (game + 1) * size] = memory
        return True
