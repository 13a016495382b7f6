"""Takes back the last choice of the person at a terminal table."""

from __future__ import annotations

from collections.abc import Callable

from rulewright import Game, IllegalChoice
from rulewright.runtime.observation.decision import Decision
from rulewright.runtime.session.undo import UndoPoint


def earlier_game(
    game: Game, seat: int, first: int = 0, was_asked: Callable[[Decision, Game], bool] | None = None
) -> Game | None:
    """Return the game before `seat`'s last choice; None if that choice is final, or the past is unknown.

    Only the choices from number `first` on can be taken back. A decision for which `was_asked` is false is taken
    back along with the choice before it.
    """
    earlier = game.copy()
    while len(earlier.decisions) > first:
        after = earlier.copy()
        try:
            earlier.undo()
        except IllegalChoice:  # the rules have changed since
            return None
        decision = earlier.decision
        if decision is None or decision.player != seat:
            return None
        if UndoPoint.of(earlier.state).is_settled(after.state):
            return None
        if was_asked is None or was_asked(decision, earlier):
            return earlier
    return None
