"""What was learned of games that are cut short, as numbers in a file beside that of an edition."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Final
from weakref import WeakKeyDictionary

from rulewright.game.engine import Engine
from rulewright.ir.leaf import Leaf
from rulewright.ir.module import Module
from rulewright.plain_files import read_plain
from rulewright.session.games import Game
from rulewright.session.inside import inside

LOGGER: Final = logging.getLogger("rulewright.players")
ENDING: Final = ".leaf.json"
LARGEST: Final = 100_000

_LEARNED: WeakKeyDictionary[Engine, Leaf | None] = WeakKeyDictionary()


def learned(game: Game) -> Leaf | None:
    """What was learned of games of its edition, or else of the nearest that this extends; None if nothing was."""
    loaded = inside(game.rules)
    engine = loaded.compiled(game.players, game.options, "native").engine
    if engine not in _LEARNED:
        _LEARNED[engine] = _beside(loaded.files, engine.module)
    return _LEARNED[engine]


def _beside(editions: tuple[Path, ...], module: Module) -> Leaf | None:
    """What lies beside the files of an edition, the nearest first; what is wrong with one stands in the log."""
    for edition in editions:
        path = edition.with_name(edition.stem + ENDING)
        if path.exists():
            try:
                return Leaf.of(module, json.loads(read_plain(path, LARGEST)))
            except (OSError, LookupError, TypeError, ValueError, RecursionError) as error:
                LOGGER.warning("%s is not used: %s", path, error)
    return None
