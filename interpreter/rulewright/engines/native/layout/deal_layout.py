"""Where a look back has what: all that is kept of a game for one seat, to deal it anew again and again."""

from __future__ import annotations

from typing import Final

from rulewright.engines.native.form import native_form as wasm
from rulewright.engines.native.layout.state_layout import Cells, StateLayout
from rulewright.ir.deal_plan import MOST_STEPS

ROOM_FOR_OTHERS: Final = 512
"""There is room for so many choices that may have been others."""

STATES: Final = ("now", "base", "before", "other")
"""The game as it stands; from where it is played again; at the last look; and another to work on."""


class DealMemory:
    """The offsets of one module's look back."""

    def __init__(self, layout: StateLayout) -> None:
        module, words = layout.module, layout.words
        self.layout, self.size = layout, 0
        self.kinds = tuple(dict.fromkeys(piece.kind for piece in module.pieces))
        self.pieces = pieces = max(len(module.pieces), 1)
        kinds = max(len(self.kinds), 1)
        self.cells: dict[str, Cells] = {}
        self.states: dict[str, int] = {}
        for name in STATES:
            self.states[name], self.size = self.size, self.size + layout.size
        sets = {"could": pieces, "among": pieces, "alone": pieces, "alike": kinds}
        sets |= {"known": 1, "group": 1, "free": 1}
        for name, rows in sets.items():
            self._add(name, rows * words, 8)
        for name, count in (
            ("stream", 1),
            ("trail", pieces),
            ("option", MOST_STEPS),
            ("others", ROOM_FOR_OTHERS),
        ):
            self._add(name, count, 8)
        numbers = {"exact": pieces, "mixed": kinds, "later": kinds, "first": 1, "least": 1}
        numbers |= dict.fromkeys(
            (
                "seat",
                "choices",
                "count",
                "used",
                "single",
                "by_chance",
                "looks",
                "total",
                "steps",
                "noted",
                "loose",
            ),
            1,
        )
        for name, count in numbers.items():
            self._add(name, count, 4)
        each = dict.fromkeys(("leader", "where", "order", "drawing", "cards", "names"), pieces)
        asked = dict.fromkeys(("decision", "decider", "from", "many"), MOST_STEPS)
        for name, count in {**each, **asked, "met": kinds, "stirred": kinds}.items():
            self._add(name, count, 2)
        flags = {
            "unseen": pieces,
            "is_loose": pieces,
            "held": MOST_STEPS,
            "apart": kinds,
            "stir": module.layout.size + 1,
            "joined": 1,
        }
        for name, count in flags.items():
            self._add(name, count, 1)
        self.size = -(-self.size // 16) * 16

    def _add(self, name: str, count: int, size: wasm.Size) -> None:
        half = 1 << 8 * size - 1
        low, high = (0, 2 * half - 1) if size == 8 else (-half, half - 1)
        self.size = -(-self.size // size) * size
        self.cells[name] = Cells(self.size, size, count, low, high)
        self.size += count * size
