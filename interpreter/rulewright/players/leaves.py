"""What was learned of games that are cut short, as numbers in a file beside that of an edition."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from rulewright.edition.beside import read_beside
from rulewright.game.engine import Engine
from rulewright.learning.leaf import Leaf
from rulewright.session.games import Game
from rulewright.session.inside import inside

ENDING: Final = ".leaf.json"
LARGEST: Final = 100_000

_LEARNED: WeakKeyDictionary[Engine, Leaf | None] = WeakKeyDictionary()


def learned(game: Game) -> Leaf | None:
    """What was learned of games of its edition, or else of the nearest that this extends; None if nothing was."""
    loaded = inside(game.rules)
    engine = loaded.compiled(game.players, game.options, "native").engine
    if engine not in _LEARNED:
        found = read_beside(
            loaded.edition.files, ENDING, LARGEST, lambda _, told: Leaf.of(engine.module, told)
        )
        _LEARNED[engine] = next(found, None)
    return _LEARNED[engine]
