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

from typing import TYPE_CHECKING

from rulewright.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from pathlib import Path

    from rulewright.language.text import RulesError
    from rulewright.runtime.dealing.dealer import NoDeterminization
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
    "NoDeterminization",
    "Option",
    "Outcome",
    "Rules",
    "RulesError",
    "load",
    "seat_schema",
]


def load(name_or_path: str | Path, lang: str | None = None) -> Rules:
    """Return the rules of an edition, given by its id or the path of its file.

    `lang` is the code of a language, such as "fr"; by default the edition's own language is used.

    Raises RulesError, whose `.complaints` list everything wrong with the edition and its rule files.
    """
    from rulewright.runtime.session.games import Rules

    return Rules.load(name_or_path, lang)


__getattr__ = lazy_exports(
    __name__,
    {
        "CardHelp": "runtime.session.explain.card_help:CardHelp",
        "Decision": "runtime.observation.decision:Decision",
        "Event": "runtime.observation.story:Event",
        "Game": "runtime.session.games:Game",
        "IllegalChoice": "runtime.game.state:IllegalChoice",
        "NoCourse": "runtime.dealing.dealer:NoDeterminization",  # its name before 0.2
        "NoDeterminization": "runtime.dealing.dealer:NoDeterminization",
        "Option": "runtime.observation.decision:Option",
        "Outcome": "runtime.game.outcome:Outcome",
        "Rules": "runtime.session.games:Rules",
        "RulesError": "language.text:RulesError",
        "seat_schema": "runtime.session.seat.schema:seat_schema",
        **{package: package for package in ("envs", "players", "testing")},
    },
)
