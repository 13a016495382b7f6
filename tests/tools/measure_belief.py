"""Measures how well the dealer knows which cards of a kind lie with whom, with a policy for others and without.

    nice -n 15 python tests/tools/measure_belief.py classic character model.json --games 20 --by thumb

Log-loss a card, in nats, over cards of the kind that the seat is not sure of, at some three decisions of each game.
Games are played by lot, by the rules of thumb (`thumb`, for Citadels), or by a search of so many simulations.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from math import log
from pathlib import Path
from time import process_time
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from attrs import define

from players.kit import by_lot, thinking
from players.thumb import thumb
from rulewright import Game, Rules, load
from rulewright.lab.players.search_budget import SearchBudget
from rulewright.runtime.dealing.dealer import Dealer
from rulewright.runtime.dealing.mcmc import run_proposals
from rulewright.runtime.dealing.opponent_policy import ChoiceModel, Policy
from rulewright.runtime.dealing.rng import RandomStream
from rulewright.runtime.observation.history import log_of
from rulewright.runtime.session.rules.internals import inside

STOPS, CHAINS, DEALS, BETWEEN = 3, 2, 200, 6
"""Looks at each game, chains for each, deals of all of them, and changes between two deals."""

DOUBT: Final = 0.5
"""So many deals are thought to have been of each seat besides: none is impossible for having been dealt never."""


@define
class Belief:
    """What became of one way to deal: the sum of log-losses, of how many cards, and CPU seconds."""

    loss: float = 0.0
    cards: int = 0
    seconds: float = 0.0


class Measure:
    """Looks at games of some rules with and without a policy."""

    def __init__(self, rules: Rules, players: int, kind: str, model: ChoiceModel) -> None:
        self.rules, self.players = rules, players
        self.engine = inside(rules).compiled(players, (), "native").engine
        module = self.engine.module
        self.ways = {"by lot": None, "by the policy": Policy(module, model)}
        self.cards = [at for at, piece in enumerate(module.pieces) if piece.kind == kind]
        self.zones = {cell: zone for zone in module.zones.values() for cell in zone.run.cells}
        self.found = {name: Belief() for name in self.ways}

    def holders(self, engine: Any, state: Any) -> dict[int, int]:
        """With which seat each card lies; -1: with none."""
        return {card: self._owner(engine.snapshot(state).place(card)) for card in self.cards}

    def _owner(self, cell: int) -> int:
        zone = self.zones.get(cell)
        if zone is None or zone.owner != "player":
            return -1
        return int((cell - zone.run.base) // zone.run.each)

    def look(self, game: Game, seat: int) -> None:
        """Deal for a seat in every way, and compare with the truth."""
        at, dealt = game.remembered, dict[str, dict[int, Counter[int]]]()
        for name, policy in self.ways.items():
            begun = process_time()
            dealer = Dealer(self.engine, seat, log_of(at, seat), policy=policy)
            dealt[name] = {card: Counter() for card in self.cards}
            for state in self._states(dealer):
                for card, holder in self.holders(self.engine, state).items():
                    dealt[name][card][holder] += 1
            self.found[name].seconds += process_time() - begun
        for card, truth in self.holders(at.engine, at.state).items():
            if all(len(each[card]) == 1 for each in dealt.values()):
                continue
            for name, each in dealt.items():
                share = (each[card][truth] + DOUBT) / (DEALS + DOUBT * (self.players + 1))
                self.found[name].loss -= log(share)
                self.found[name].cards += 1

    def _states(self, dealer: Dealer) -> Iterator[Any]:
        for chain in range(CHAINS):
            course = dealer.chain(chain * 8).copy()
            for number in range(DEALS // CHAINS):
                run_proposals(course, RandomStream(1, chain, number), BETWEEN)
                yield course.steps[-1].state


def main() -> None:
    """Play, look, and tell."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("edition")
    parser.add_argument("kind")
    parser.add_argument("model", type=Path)
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--by", default="thumb", help="lot, thumb, or so many simulations")
    given = parser.parse_args()
    model = ChoiceModel.from_data(json.loads(given.model.read_text(encoding="utf-8")))
    measure = Measure(load(given.edition), given.players, given.kind, model)
    for seed in range(given.seed, given.seed + given.games):
        others = {"lot": by_lot(seed), "thumb": thumb}
        player = others.get(given.by) or thinking(SearchBudget(int(given.by)))
        lot, game = random.Random(seed), measure.rules.new_game(given.players, seed, told=False)
        while (decision := game.decision) is not None:
            if game.made > 2 * given.players and lot.random() < STOPS / 180:
                measure.look(game, decision.player)
            game.choose(player(game))
    for name, each in measure.found.items():
        told = (
            f"{each.loss / max(each.cards, 1):.4f} nats, {each.cards} cards, {each.seconds:.0f} s"
        )
        print(name, told)


if __name__ == "__main__":
    main()
