"""Reading a state, whoever keeps it: what lies where, who knows it, what is counted, who is asked what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.runtime.ir.layout import ASKING, DECIDER, DECISION, FORCED, FRAMES, MADE, Layout


class Snapshot:
    """A state as its row, laid out as the module says; it shows the game as it stands until it goes on."""

    __slots__ = ("_layout", "row")

    def __init__(self, layout: Layout, row: Sequence[Any]) -> None:
        self._layout = layout
        self.row = row

    @property
    def decision(self) -> int:
        """The number of the decision that is awaited; -1 for none."""
        return int(self.row[DECISION])

    @property
    def decider(self) -> int:
        """The seat that has to choose; -1 for chance, where chance is asked."""
        return int(self.row[DECIDER])

    @property
    def over(self) -> bool:
        """Whether the flow of the game has come to its end."""
        return self.decision < 0 and len(self.row[FRAMES]) == 1

    @property
    def depth(self) -> int:
        """How many procedures are under way, each waiting for the one that it performs."""
        depth, frame = 0, self.row[FRAMES]
        while len(frame) > 1:
            depth, frame = depth + 1, frame[-1]
        return depth

    @property
    def asking(self) -> int:
        """What is asked besides what players can choose, as in the row."""
        return int(self.row[ASKING])

    @property
    def forced(self) -> int:
        """How many decisions had one option only and were made by the interpreter."""
        return int(self.row[FORCED])

    @property
    def made(self) -> int:
        """How many decisions players have made."""
        return int(self.row[MADE])

    def pieces(self, place: int) -> tuple[int, ...]:
        """The pieces that lie in a place, from its top where it has an order."""
        found: tuple[int, ...] = self.row[place]
        return found

    def place(self, piece: int) -> int:
        """The place that a piece lies in."""
        return int(self.row[self._layout.place + piece])

    def knowers(self, piece: int) -> int:
        """Who learnt where a piece lies, as bits of seats; the last is who looks on."""
        return int(self.row[self._layout.known + piece])

    def value(self, variable: str, index: int = 0) -> int:
        """What a variable holds; of several the index counts all from 0."""
        return int(self.row[self._layout.variables[variable].base + index])
