"""Recording of one game: which cards were offered, taken and held, which options used, and who won.

With probability `RANDOM_PICK` a seat that may take a card takes a random one (a randomised experiment). Its results
measure the value of the card, not of the players who prefer it: a player who is ahead may prefer other cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from rulewright.base.records import Draft, field
from rulewright.lab.balance.recording.card_offers import (
    PLAYED,
    CardOffer,
    compare_offers,
    position_values,
    weight_of_position,
)
from rulewright.lab.balance.recording.watched_table import RecordingSetup
from rulewright.lab.balance.statistics.tallies import TAKEN, GameTally, Moments, add_to
from rulewright.lab.players.search_budget import SearchBudget
from rulewright.lab.players.search_player import SearchResult, think
from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.engine_contract import element_of, list_of
from rulewright.runtime.ir.nodes.ir_types import Kind
from rulewright.runtime.ir.outcome_rules import WHOLE
from rulewright.runtime.ir.random_stream import below, new_generator, seed_of_choices
from rulewright.runtime.session.games import Game
from rulewright.runtime.session.playouts import ROUND

RANDOM_PICK: Final = 2 / 3
"""The probability of a random choice when taking a card. Higher is faster to measure, lower closer to real play."""


class GameRecorder(Draft):
    """A recorder that plays one game and adds its results to a tally."""

    setup: RecordingSetup
    simulations: int
    seed: int
    tally: GameTally
    game: Game = field(init=False)
    rng: list[Any] = field(init=False)
    offers: list[CardOffer] = field(factory=list)
    holdings: Counter[tuple[str, str, int]] = field(factory=Counter)
    choices: int = 0
    worth: list[float] = field(factory=list)
    """The value of the position for each seat when last estimated."""
    took: set[int] = field(factory=set)
    """The seats that have taken a card since that estimate."""

    def play(self) -> None:
        """Play the game to its end and record it. Raises RulesError for a game that the rules stop."""
        setup = self.setup
        # Ask forced decisions too: they count as uses of an option.
        how: Any = {"told": False, "ask_forced": True, "engine": "native"}
        self.game = setup.rules.new_game(setup.players, self.seed, setup.options, **how)
        self.rng = new_generator(seed_of_choices(self.seed))
        at, rounds, places = self.game.state, 0, [-1] * len(setup.module.pieces)
        while True:
            places = self._record_moves(at, places)
            if not at.waiting:
                break
            if at.played(ROUND) != rounds:
                rounds = at.played(ROUND)
                self._record_scores(at, rounds)
            at.choose(self._choose_option(at))
        self._record_result(at)

    # ------------------------------------------------------------------ choosing

    def _choose_option(self, at: GameState) -> int:
        """Return the index of the choice, and record the options.

        For each option it records that it was offered, whether the player wanted it, and its probability under
        random choice.
        """
        options, which = at.option_values(), at.seen.decision
        if len(options) == 1:
            self.tally.note("forced", self.setup.key(which, options[0]), 1)
            return 0
        self.choices += 1
        is_taking = all((which, list_of(option)) in self.setup.takes for option in options)
        result = self._search(len(options))
        keys = [self.setup.key(which, option) for option in options]
        for key in dict.fromkeys(keys):
            by_lot = keys.count(key) / len(keys)
            self.tally.note("options", key, 1, keys[result.index] == key, by_lot)
        return self._choose_card(at, options, result) if is_taking else result.index

    def _search(self, count: int) -> SearchResult:
        """Return the player's preferred option and its values of the options; random without simulations."""
        if not self.simulations:
            return SearchResult(below(self.rng, count), (0,) * count, (0.0,) * count)
        seed = self.seed + self.game.made
        return think(self.game, SearchBudget(self.simulations), seed, remembers=False)

    def _choose_card(self, at: GameState, options: Sequence[int], result: SearchResult) -> int:
        """Return the index of the card to take, wanted or random, and record the offer."""
        count, index = len(options), result.index
        by_lot = RANDOM_PICK if self.simulations else 1.0
        if self.simulations and below(self.rng, 3000) < 3000 * RANDOM_PICK:
            index = below(self.rng, count)
        odds = tuple(by_lot / count + (1 - by_lot) * (n == result.index) for n in range(count))
        cards = tuple(self.setup.module.pieces[element_of(option)].name for option in options)
        seat = at.seen.decider
        if not self.worth or seat in self.took:
            games = PLAYED[not self.simulations]
            self.worth, self.took = position_values(at, self.rng, games), set()
        self.took.add(seat)
        self.offers.append(
            CardOffer(seat, cards, odds, index, self.worth[seat], weight_of_position(self.worth))
        )
        return index

    # ------------------------------------------------------------------ recording

    def _record_moves(self, at: GameState, before: list[int]) -> list[int]:
        """Record the cards that moved into places of players; return the places of all cards."""
        layout, pieces = self.setup.module.layout, self.setup.module.pieces
        now = at.seen.row[layout.place : layout.place + len(pieces)]
        is_first = -1 in before
        if now != before:
            for card, place in enumerate(now):
                if place != before[card] and place in self.setup.places:
                    zone, seat = self.setup.places[place]
                    self.holdings[zone, pieces[card].name, seat] += 1
                    if is_first:
                        self.tally.note("dealt", zone, 1)
        return list(now)

    def _record_scores(self, at: GameState, number: int) -> None:
        """Record the mean and the best score at the beginning of round `number`."""
        outcome = self.setup.module.outcome
        function = outcome.values[outcome.scored]
        scores = [int(at.call(function, seat)) for seat in range(self.setup.players)]
        self.tally.note("points by round", str(number), 1, sum(scores) / len(scores), max(scores))

    def _record_result(self, at: GameState) -> None:
        """Record the result for each seat and each card. Raises ValueError without an outcome."""
        outcome = self.game.outcome
        if outcome is None:
            raise ValueError(f"the game with seed {self.seed} came to no result")
        players = self.setup.players
        level = sum(outcome.scores) / players
        won = [each / WHOLE for each in outcome.shares]
        fair = sum(won) / players
        gains = [each - fair for each in won]
        points = [score - level for score in outcome.scores]
        self.tally.games += 1
        for seat in range(players):
            self.tally.note("seats", str(seat), 1, won[seat], outcome.scores[seat], won[seat] ** 2)
        best = max(outcome.scores)
        self.tally.note("games", "all", 1, self.choices, at.played(ROUND), level, best, fair)
        self.tally.note("rounds", str(at.played(ROUND)), 1)
        self._record_offers(gains, points)
        self._record_holdings(gains, points)
        for name, seat in self._seats_pointed_at(at):
            self.tally.note("pointed", name, 1, gains[seat], points[seat])

    def _record_offers(self, gains: list[float], points: list[float]) -> None:
        """Record the short-term and final results of each offered card, compared with the others."""
        own: dict[str, list[float]] = {}
        before: dict[int, list[CardOffer]] = {}
        for offer in reversed(self.offers):
            gain, later = gains[offer.seat], before.setdefault(offer.seat, [])
            self.tally.note("took", offer.cards[offer.taken], 1, gain, points[offer.seat])
            if later:
                # `GameTally.soon` needs the covariances of successive positions, and of a position with the result.
                self.tally.note(
                    "standings", "all", offer.before * later[-1].before, offer.before * gain
                )
            soon = later[-1].before if later else None
            later.append(offer)
            for card, numbers in compare_offers(offer, gain, soon):
                add_to(own.setdefault(card, []), numbers)
        for card, sums in own.items():
            Moments(TAKEN, self.tally.taken.setdefault(card, [])).add([1.0, *sums])

    def _record_holdings(self, gains: list[float], points: list[float]) -> None:
        """Record the cards that each seat held during the game, by place."""
        had: dict[str, list[float]] = {}
        for (zone, card, seat), times in self.holdings.items():
            key = f"{zone}/{card}"
            sums = had.setdefault(key, [0.0, 0.0])
            sums[0] += times
            sums[1] += times * gains[seat]
            self.tally.note("lain", key, times, times * gains[seat], times * points[seat])
        for key, sums in had.items():
            Moments(3, self.tally.held.setdefault(key, [])).add([1.0, *sums])

    def _seats_pointed_at(self, at: GameState) -> Iterator[tuple[str, int]]:
        """Yield (name, seat) for each public pointer or mark that names a seat at the end of the game."""
        for name, variable in self.setup.module.variables.items():
            if variable.seen != "everyone" or " " in name:
                continue
            if variable.type.kind is Kind.PLAYER and variable.owner is None:
                if (seat := at.seen.value(name)) >= 0:
                    yield name, seat
            elif variable.is_mark and variable.owner == "player" and variable.each is None:
                for seat in range(self.setup.players):
                    if at.seen.value(name, seat) > 0:
                        yield name, seat
