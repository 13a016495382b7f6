"""The read-only part of a running game: decisions, views, story and outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.runtime.game.outcome import Outcome, outcome_of
from rulewright.runtime.game.state import GameState
from rulewright.runtime.observation.decision import Decision
from rulewright.runtime.observation.story import Event, story_of
from rulewright.runtime.observation.view import decision_for, full_decision, observe
from rulewright.runtime.session.rules.rulebook import Rulebook


class SeenGame:
    """The read-only interface of a game; `names` are the display names of its seats."""

    def __init__(self, rules: Rulebook, state: GameState, names: list[str]) -> None:
        self.names = names
        self._at = state
        self._of = rules

    @property
    def players(self) -> int:
        """The number of players."""
        return self._at.game.module.players

    @property
    def state(self) -> GameState:
        """The internal game state, for code that plays or measures it; may change from version to version."""
        return self._at

    @property
    def cast(self) -> tuple[str, ...]:
        """The cards that were requested in addition to those of the edition."""
        return self._of.cast

    @property
    def decision(self) -> Decision | None:
        """The pending decision; None when the game is over."""
        return Decision(self._at, self.names) if self._at.waiting else None

    @property
    def outcome(self) -> Outcome | None:
        """Scores and winners; None while the game runs."""
        return outcome_of(self._at, self.names)

    @property
    def decisions(self) -> list[int]:
        """The indices chosen so far; with the seed they replay the game."""
        return list(self._at.decisions)

    @property
    def made(self) -> int:
        """The number of decisions made by players."""
        return self._at.seen.made

    @property
    def forced(self) -> int:
        """The number of forced decisions, which had a single option and were made by the interpreter."""
        return self._at.seen.forced

    def counter(self, phase: str) -> int:
        """Return how many times a phase has been played; 0 for an unknown phase."""
        return self._at.played(phase)

    # ------------------------------------------------------------------ views and story

    def view(self, player: int | None = None) -> dict[str, Any]:
        """Return the view of `player` (None: a spectator) as JSON data.

        `observation.view` documents the shape. Added here are `game`, `edition` and `decision`: {"player": 0} for
        seats that wait; for the deciding seat also `kind`, `prompt` and `options`, each with `label` and `data`.
        Raises ValueError for a seat that is not in the game.
        """
        if player is not None and player not in range(self.players):
            raise ValueError(f"there is no seat {player} in a game of {self.players}")
        view = observe(self._at, player, self.names)
        decision = decision_for(self._at, player, self.names)
        return {"game": self._of.game, "edition": self._of.id, **view, "decision": decision}

    def whole_view(self) -> dict[str, Any]:
        """Return a view in the shape of `view` with nothing hidden, for a host that plays no seat.

        In the options of `decision` cards have the numbers of the deciding seat's view.
        """
        view = observe(self._at, None, self.names, whole=True)
        decision = full_decision(self._at, self.names)
        return {"game": self._of.game, "edition": self._of.id, **view, "decision": decision}

    @property
    def events(self) -> Sequence[Event]:
        """The story so far; empty for a game without a story."""
        return self.events_since(0)

    def events_since(self, number: int) -> Sequence[Event]:
        """Return the story from event `number` on."""
        return story_of(self._at.game, self._at.log or [], self.names, number)
