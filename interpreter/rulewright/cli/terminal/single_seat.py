"""A table for a page: one seat is a person's, bots have the others; all that is told of it is JSON."""

from __future__ import annotations

import json

import rulewright
from rulewright.base.records import Draft, field
from rulewright.cli.common.refusals import why_not_told
from rulewright.cli.common.seats import FIRST_NAMES, seed_of_next_choice, thought
from rulewright.runtime.session.undo import Point
from rulewright.testing.explanations import why_told

BOT = "search-easy"


class Table(Draft):
    """A game with one person at it."""

    game: rulewright.Game
    seat: int = 0
    own: list[Point] = field(factory=list)
    """Where the game stood before each choice that may be taken back."""

    @classmethod
    def laid(cls, edition: str, players: int, seed: int) -> Table:
        """A new game of an edition. Raises RulesError."""
        rules = rulewright.load(edition)
        low, high = rules.players
        game = rules.new_game(players=min(max(players, low), high), seed=seed)
        game.names[:] = FIRST_NAMES[: game.players]
        return cls(game)

    def value(self, since: int = 0) -> str:
        """What the person sees, was told since then and is asked."""
        return json.dumps(self.game.seat(self.seat, since=since), ensure_ascii=False)

    def choose(self, index: int) -> None:
        """Let the person choose."""
        self.own.append(Point.of(self.game.state))
        self.game.choose(index)
        if self.own[-1].is_settled(self.game.state):
            self.own.clear()

    def bot_turn(self) -> bool:
        """Let a bot choose if it is its turn; whether it was."""
        decision = self.game.decision
        if decision is None or decision.player == self.seat:
            return False
        self.own.clear()
        seed = seed_of_next_choice(self.game.seed, len(self.game.decisions))
        self.game.choose(thought(BOT, self.game, seed, hurried=True).index)
        return True

    def undo(self) -> bool:
        """Go back to the last choice of the person, unless something came of it that cannot be taken back.

        Whether that could be.
        """
        if not self.own:
            return False
        point = self.own.pop()
        while len(self.game.decisions) > point.made:
            self.game.undo()
        return True

    def why(self, number: int) -> str:
        """Why something happened that the person was told of, by its number in the story: a line for each cause."""
        _, lines = why_told(self.game, self.seat, number)
        return json.dumps(lines, ensure_ascii=False)

    def why_not(self, what: str) -> str:
        """Why something cannot be chosen now, in lines."""
        lines = [line.shown for line in why_not_told(self.game, what)]
        return json.dumps(lines, ensure_ascii=False)
