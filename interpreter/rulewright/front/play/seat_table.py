"""A table for a page: one seat is a person's, bots have the others; all that is told of it is JSON."""

from __future__ import annotations

import json

from attrs import define

import rulewright
from rulewright.front.common.explanations import why_told
from rulewright.front.common.seats import FIRST_NAMES, seed_of_next_choice, thought

BOT = "search-easy"


@define
class Table:
    """A game with one person at it."""

    game: rulewright.Game
    seat: int = 0

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
        self.game.choose(index)

    def bot_turn(self) -> bool:
        """Let a bot choose if it is its turn; whether it was."""
        decision = self.game.decision
        if decision is None or decision.player == self.seat:
            return False
        seed = seed_of_next_choice(self.game.seed, len(self.game.decisions))
        self.game.choose(thought(BOT, self.game, seed, hurried=True).index)
        return True

    def undo(self) -> bool:
        """Go back to the choice that the person made last; whether there was one."""
        again = self.game.copy()
        while again.decisions:
            again.undo()
            if again.decision is not None and again.decision.player == self.seat:
                self.game = again
                return True
        return False

    def why(self, number: int) -> str:
        """Why something happened that the person was told of, by its number in the story: a line for each cause."""
        _, lines = why_told(self.game, self.seat, number)
        return json.dumps(lines, ensure_ascii=False)

    def why_not(self, what: str) -> str:
        """Why something cannot be chosen now, in lines; none where nothing that is missing is called so."""
        lines: list[str] = []
        for found in self.game.why_not(what):
            lines.append(f"{found.option}:")
            for step in found.steps:
                lines += [step.text, *(f"{text}: {value}" for text, value in step.sides)]
        return json.dumps(lines, ensure_ascii=False)
