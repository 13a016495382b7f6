"""A table for a web page: a person has one seat, bots have the others, and results are JSON."""

from __future__ import annotations

import json

import rulewright
from rulewright.base.records import Draft
from rulewright.cli.common.refusals import refusal_lines
from rulewright.cli.common.seats import FIRST_NAMES, search_result, seed_of_next_choice
from rulewright.cli.terminal.taking_back import earlier_game
from rulewright.language.edition.looks import load_looks
from rulewright.runtime.session.rules.internals import inside
from rulewright.testing.explanations import explain_event

BOT = "search-easy"


class SingleSeatTable(Draft):
    """A game of one person against bots."""

    game: rulewright.Game
    seat: int = 0

    @classmethod
    def new_game(cls, edition: str, players: int, seed: int) -> SingleSeatTable:
        """Start a game with the allowed number of players nearest to `players`. Raises RulesError."""
        rules = rulewright.load(edition)
        low, high = rules.players
        game = rules.new_game(players=min(max(players, low), high), seed=seed)
        game.names[:] = FIRST_NAMES[: game.players]
        return cls(game)

    def value(self, since: int = 0) -> str:
        """Return the person's view, the story from event `since` on, and the decision, as JSON."""
        return json.dumps(self.game.seat(self.seat, since=since), ensure_ascii=False)

    def appearance(self) -> str:
        """Return the look file of the edition and the names of the players, as JSON."""
        looks = load_looks(inside(self.game.rules).edition.files).embedded()
        return json.dumps({"looks": looks, "names": list(self.game.names)}, ensure_ascii=False)

    def choose(self, index: int) -> None:
        """Choose an option for the person."""
        self.game.choose(index)

    def bot_turn(self) -> bool:
        """Let a bot choose if it is its turn; return whether it was."""
        decision = self.game.decision
        if decision is None or decision.player == self.seat:
            return False
        seed = seed_of_next_choice(self.game.seed, len(self.game.decisions))
        self.game.choose(search_result(BOT, self.game, seed, hurried=True).index)
        return True

    def undo(self) -> bool:
        """Return to the state before the person's last choice; return whether that was possible.

        It is impossible after something was revealed, or after chance or another player has chosen.
        """
        earlier = earlier_game(self.game, self.seat)
        if earlier is None:
            return False
        self.game = earlier
        return True

    def why(self, number: int) -> str:
        """Return the causes of an event by its number in the story, a line each, as JSON."""
        _, lines = explain_event(self.game, self.seat, number)
        return json.dumps(lines, ensure_ascii=False)

    def why_not(self, what: str) -> str:
        """Return the reasons why something cannot be chosen now, a line each, as JSON."""
        lines = [line.shown for line in refusal_lines(self.game, what)]
        return json.dumps(lines, ensure_ascii=False)
