"""Read access to the state of any engine: pieces, places, knowers, variables and the pending decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.runtime.ir.layout import ASKING, DECIDER, DECISION, FORCED, FRAMES, MADE, CellLayout


class Snapshot:
    """Read-only view of a state, in the layout of its module; valid until the game moves on."""

    __slots__ = ("_layout", "row")

    def __init__(self, layout: CellLayout, row: Sequence[Any]) -> None:
        self._layout = layout
        self.row = row

    @property
    def decision(self) -> int:
        """Number of the pending decision; -1 if none is pending."""
        return int(self.row[DECISION])

    @property
    def decider(self) -> int:
        """Seat that has to choose; -1 for chance."""
        return int(self.row[DECIDER])

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.decision < 0 and len(self.row[FRAMES]) == 1

    @property
    def depth(self) -> int:
        """Number of procedures on the call stack."""
        depth, frame = 0, self.row[FRAMES]
        while len(frame) > 1:
            depth, frame = depth + 1, frame[-1]
        return depth

    @property
    def asking(self) -> int:
        """Bits ASKS_CHANCE and ASKS_FORCED: whether chance and forced choices are asked too."""
        return int(self.row[ASKING])

    @property
    def forced(self) -> int:
        """Number of decisions so far that had a single option and were made automatically."""
        return int(self.row[FORCED])

    @property
    def made(self) -> int:
        """Number of decisions so far that players made."""
        return int(self.row[MADE])

    def pieces(self, place: int) -> tuple[int, ...]:
        """Return the pieces in the place at cell `place`, from its top if it is ordered."""
        pieces: tuple[int, ...] = self.row[place]
        return pieces

    def place(self, piece: int) -> int:
        """Return the cell of the place that a piece is in."""
        return int(self.row[self._layout.place + piece])

    def knowers(self, piece: int) -> int:
        """Return the bit mask of seats recorded as knowing where a piece is; the last bit is the spectator's."""
        return int(self.row[self._layout.known + piece])

    def value(self, variable: str, index: int = 0) -> int:
        """Return the value of a variable; `index` counts its cells from 0."""
        return int(self.row[self._layout.variables[variable].base + index])
