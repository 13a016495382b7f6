"""Who is in a game, if the rules allow it: told without making what plays it."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright import Rules
from rulewright.language.text import Complaints
from rulewright.runtime.lower.from_world import lower_world
from rulewright.runtime.lower.setup_validation import SetupValidator
from rulewright.runtime.session.rules.internals import inside


def in_game(
    rules: Rules,
    players: int,
    cast: Sequence[str] = (),
    options: Sequence[str] = (),
    kind: str = "character",
) -> list[str]:
    """The cards of a kind that a game would have, in their order. Raises RulesError for one that is refused.

    To make the game ready to be played as well would take three times as long.
    """
    rules = rules.with_cast(cast)
    world, complaints = inside(rules).world(players, options), Complaints()
    lower_world(world, complaints, SetupValidator())
    complaints.raise_if_errors()
    return [piece.card for piece in world.of_kind(kind)]
