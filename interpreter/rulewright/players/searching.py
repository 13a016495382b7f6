"""A player that thinks ahead: what would come of each option, in games that look the same to its seat."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from time import perf_counter
from typing import Any

from attrs import define

from rulewright.game.dealing_anew import Dealer
from rulewright.game.engine import Engine, State
from rulewright.ir.chance import below, seed_of_choices, seeded
from rulewright.ir.layout import ASKING, RANDOM
from rulewright.ir.playing import LOT
from rulewright.players.portions import Budget, Portions
from rulewright.players.tree import Tree
from rulewright.records import Record
from rulewright.session.games import Game


class Thought(Record):
    """What came of thinking: the option to choose, by its index, and of each option how often it was tried and what
    share of the value of a game it brought."""

    index: int
    visits: tuple[int, ...]
    values: tuple[float, ...]

    @property
    def shares(self) -> tuple[float, ...]:
        """Of all simulations, how many began with each option."""
        total = sum(self.visits) or 1
        return tuple(visits / total for visits in self.visits)


def think(game: Game, budget: Budget, seed: int) -> Thought:
    """Think about the decision that is awaited, as the seat that decides; it knows what that seat may know.

    Nothing is thought about a single option. Raises ValueError if no decision is awaited.
    """
    decision = game.decision
    if decision is None:
        raise ValueError("no decision is awaited: the game is over")
    count = len(decision.options)
    if count == 1 or not game.state.game.module.outcome.values:
        return Thought(0, (0,) * count, (0.0,) * count)
    engine = game.rules.compiled(game.players, game.options, "native").engine
    begun = perf_counter()  # what is compiled is compiled once for many decisions
    dealer = Dealer.of(game.state, decision.player)
    plan = dealer.plan()
    now = list(plan.now)
    now[ASKING] = 0
    inside = engine.dealing(plan._replace(now=now))
    return _Thinking(engine, dealer, inside, budget, seed, begun).thought()


@define
class _Thinking:
    """Thinking about one decision: inside the engine where it has a way to, else move by move."""

    engine: Engine
    dealer: Dealer
    inside: Any
    budget: Budget
    seed: int
    begun: float

    def thought(self) -> Thought:
        """Think until the budget is spent."""
        seed = seed_of_choices(self.seed)
        tree = self.engine.tree(seed)
        world = self._searched(tree) if tree is not None else None
        if world is None:
            tree = Tree.of(self.engine, seed)
            world = self._searched(tree)
        visits, values = tree.found(world)
        return Thought(visits.index(max(visits)), visits, values)

    def _searched(self, tree: Any) -> State | None:
        """Make simulations; gives a game that was searched, None if the tree cannot be searched for it.

        Some games are dealt, then searched; while that is done in a thread of its own, others are dealt.
        """
        stream: list[Any] = [0] * (RANDOM + 1)
        stream[RANDOM] = seeded(self.seed)
        portions, world = Portions.of(self.budget, self.begun), None
        with ThreadPoolExecutor(1) as other:
            found: Future[bool] | None = None
            while (count := portions.worlds(found is None)) > 0:
                before = perf_counter()
                worlds = [self._dealt(below(stream, LOT)) for _ in range(count)]
                taken = perf_counter() - before
                if found is not None and not found.result():
                    return None
                number = portions.dealt(count, taken)
                found, world = other.submit(portions.search, tree, worlds, number), worlds[0]
                if self.budget.threads < 2:
                    found.result()
            return world if found is None or found.result() else None

    def _dealt(self, seed: int) -> State:
        """A game that looks the same to the seat; in it single options are not asked for."""
        state = self.inside.deal(seed) if self.inside is not None else None
        if state is not None:
            return state
        own = self.dealer.at.engine
        row = own.pack(self.dealer.deal(seed).state)
        row[ASKING] = 0
        return self.engine.unpack(row)
