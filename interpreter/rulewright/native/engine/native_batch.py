"""Many games in the memory of one module; one call advances them all to their next decisions."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from struct import pack
from typing import Any

from rulewright.native.host import Host, Trapped
from rulewright.native.layout.memory_forms import CACHE_LINE
from rulewright.native.layout.native_code import BatchCode
from rulewright.runtime.ir.engine_contract import element_of, list_of


class NativeBatch:
    """Many games that advance together, with their data in columns; to be used by one thread only."""

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
        """Create `games` games that begin with the state `first` but for their seeds. Raises HostUnavailable.

        `state_of` converts bytes to a state; `bytes_of` converts a state to bytes, or None if it does not fit.
        """
        self.code, self.games, layout = code, games, code.layout
        self._state_of, self._bytes_of = state_of, bytes_of
        self.host = host = Host(code.wasm, keeps=keeps, room=layout.room(games) + CACHE_LINE)
        self.columns: dict[str, memoryview] = {}
        pointers = list[int]()
        for part, address in layout.addresses(games, host.grown_from):
            pointers.append(address)
            self.columns[part.name] = host.view(address, part.size * games)
        host.write(layout.pointers, pack(f"<{len(pointers) + 1}I", *pointers, games))
        host.write(code.first, first)

    def run(self, what: str, first: int, end: int, how: int) -> int:
        """Begin or advance (`what`) the games from `first` to before `end` in one native call.

        `advance` plays the options in the column `chosen`. Returns the game that trapped, or `end`.
        """
        try:
            self.host.call(what, first, end, how)
        except Trapped:
            return int.from_bytes(self.host.read(self.code.layout.stopped, 4), "little")
        return end

    def first_invalid(self, end: int, how: int) -> int:
        """Return the first game before `end` whose choice is invalid; `end` if there is none."""
        return self.host.call("unfit", 0, end, how)

    def state(self, game: int) -> Any:
        """Return a copy of the state of a game."""
        size = self.code.rows.size
        return self._state_of(bytes(self.columns["states"][game * size : (game + 1) * size]))

    def put(self, game: int, state: Any, options: Sequence[int]) -> bool:
        """Replace the state and the options of a game; return False if they do not fit into the columns."""
        memory, layout = self._bytes_of(state), self.code.layout
        if memory is None or len(options) > layout.options:
            return False
        half, letter = 1 << layout.element_bits - 1, layout.column("options").letter
        if any(not -half <= element_of(option) < half for option in options):
            return False
        codes = [2 * half * list_of(each) | element_of(each) & 2 * half - 1 for each in options]
        at, size = game * layout.options, self.code.rows.size
        self.columns["options"].cast(letter)[at : at + len(codes)] = array(letter, codes)  # type: ignore[call-overload]
        self.columns["states"][game * size : (game + 1) * size] = memory
        return True
