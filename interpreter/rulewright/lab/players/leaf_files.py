"""Learned leaf evaluations, stored as numbers in a file next to that of an edition."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from rulewright.language.edition.sidecar_files import read_sidecar_files
from rulewright.runtime.game.engine import Engine
from rulewright.runtime.session.games import Game
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.spaces.leaf_values import Leaf

ENDING: Final = ".leaf.json"
LARGEST: Final = 100_000

_LEARNED: WeakKeyDictionary[Engine, Leaf | None] = WeakKeyDictionary()


def leaf_for(game: Game) -> Leaf | None:
    """Return the leaf evaluation of a game's edition, or of the nearest one it extends; None if there is none."""
    loaded = inside(game.rules)
    engine = loaded.compiled(game.players, game.options, "native").engine
    if engine not in _LEARNED:
        leaves = read_sidecar_files(
            loaded.edition.files, ENDING, LARGEST, lambda _, told: Leaf.of(engine.module, told)
        )
        _LEARNED[engine] = next(leaves, None)
    return _LEARNED[engine]
