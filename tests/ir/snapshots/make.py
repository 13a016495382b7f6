"""Write the modules of three small games as text: `python tests/ir/snapshots/make.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rulewright.runtime.ir.printing.module_text import module_text
from rulewright.runtime.session.rules.rulebook import load_rulebook

FOLDER: Final = Path(__file__).parent
LANTERNS: Final = FOLDER.parents[1] / "tiny_game" / "lanterns.yaml"
GAMES: Final[dict[str, tuple[str | Path, int]]] = {
    "expeditions": ("expeditions", 2),
    "lanterns": (LANTERNS, 3),
    "oh-hell": ("oh-hell", 3),
}
"""Name -> edition and number of players."""


def snapshot_of(name: str) -> str:
    """Return the module of a game as text, after all passes."""
    edition, players = GAMES[name]
    return module_text(load_rulebook(edition).module(players))


if __name__ == "__main__":
    for name in GAMES:
        FOLDER.joinpath(f"{name}.txt").write_text(snapshot_of(name), encoding="utf-8")
