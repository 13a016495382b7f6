"""Rulewright: a rule language for turn-based card games, and the interpreter that runs it.

import rulewright
rules = rulewright.load("classic")
game = rules.new_game(players=5, seed=7)
while (decision := game.decision) is not None:
    game.choose(0)
print(game.outcome)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from rulewright.language.text import RulesError
    from rulewright.runtime.dealing.dealer import NoCourse
    from rulewright.runtime.game.state import IllegalChoice
    from rulewright.runtime.session.games import Game, Rules
    from rulewright.runtime.session.seat.schema import seat_schema

__version__ = "0.1.0"
__all__ = ["Game", "IllegalChoice", "NoCourse", "Rules", "RulesError", "load", "seat_schema"]

_HOMES = {
    "Game": "rulewright.runtime.session.games",
    "IllegalChoice": "rulewright.runtime.game.state",
    "NoCourse": "rulewright.runtime.dealing.dealer",
    "Rules": "rulewright.runtime.session.games",
    "RulesError": "rulewright.language.text",
    "seat_schema": "rulewright.runtime.session.seat.schema",
}


def load(name_or_path: str | Path, lang: str | None = None) -> Rules:
    """Return the rules of an edition, given by its id or the path of its file.

    `lang` is the code of a language, such as "fr"; by default the edition's own language is used.

    Raises RulesError, whose `.complaints` list everything wrong with the edition and its rule files.
    """
    from rulewright.runtime.session.games import Rules

    return Rules.load(name_or_path, lang)


def __getattr__(name: str) -> Any:
    """Import a public name on first use, so that the command line starts quickly."""
    from importlib import import_module

    if name == "envs":
        return import_module("rulewright.envs")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'rulewright' has no attribute {name!r}")
