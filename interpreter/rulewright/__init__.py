"""Rulewright: a rule language for turn-based card games, and the interpreter that runs it.

import rulewright
rules = rulewright.load("classic")
game = rules.new_game(players=5, seed=7)
while (decision := game.decision) is not None:
    game.choose(0)
print(game.outcome)

Public are the names in `__all__`, `rulewright.testing`, `rulewright.envs` and `rulewright.players`. All other
modules are internal: they may change in any version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from rulewright.language.text import RulesError
    from rulewright.runtime.dealing.dealer import NoCourse
    from rulewright.runtime.game.outcome import Outcome
    from rulewright.runtime.game.state import IllegalChoice
    from rulewright.runtime.observation.decision import Decision, Option
    from rulewright.runtime.observation.story import Event
    from rulewright.runtime.session.explain.card_help import CardHelp
    from rulewright.runtime.session.games import Game, Rules
    from rulewright.runtime.session.seat.schema import seat_schema

__version__ = "0.1.0"
__all__ = [
    "CardHelp",
    "Decision",
    "Event",
    "Game",
    "IllegalChoice",
    "NoCourse",
    "Option",
    "Outcome",
    "Rules",
    "RulesError",
    "load",
    "seat_schema",
]

_MODULES = {
    "CardHelp": "runtime.session.explain.card_help",
    "Decision": "runtime.observation.decision",
    "Event": "runtime.observation.story",
    "Game": "runtime.session.games",
    "IllegalChoice": "runtime.game.state",
    "NoCourse": "runtime.dealing.dealer",
    "Option": "runtime.observation.decision",
    "Outcome": "runtime.game.outcome",
    "Rules": "runtime.session.games",
    "RulesError": "language.text",
    "seat_schema": "runtime.session.seat.schema",
}
"""The module that defines each public name."""

_PUBLIC_PACKAGES = ("envs", "players", "testing")


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

    if name in _PUBLIC_PACKAGES:
        return import_module(f"{__name__}.{name}")
    if name in _MODULES:
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'rulewright' has no attribute {name!r}")
