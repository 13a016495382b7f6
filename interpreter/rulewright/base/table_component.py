"""The files of the component `<rulewright-table>`, which pages of all kinds use."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "table_view"
STYLE: Final = "rulewright-table.css"
MODULES: Final = (
    "emblems.js",
    "trees.js",
    "words.js",
    "seat_view.js",
    "card_tracker.js",
    "drawing.js",
    "rulewright-table.js",
)
"""The modules in an order in which each imports only those before it."""


@cache
def emblem_paths() -> dict[str, str]:
    """Return the path of each shipped emblem, in a box of 24 × 24."""
    text = (FOLDER / "emblems.js").read_text(encoding="utf-8")
    return dict(re.findall(r"^  (\w+): \"(.*?)\"", text, re.MULTILINE))


def emblem_names() -> frozenset[str]:
    """Return the names of the shipped emblems."""
    return frozenset(emblem_paths())
