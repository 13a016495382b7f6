"""A player that thinks ahead: what would come of each option, in games that look the same to its seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from time import perf_counter
from typing import Any, Final, Protocol

from attrs import define

from rulewright.base.deadline import OutOfTime, carried, more_time
from rulewright.base.records import Record, evolve
from rulewright.lab.players.search_budget import Budget, Portions
from rulewright.lab.players.search_tree import Tree
from rulewright.runtime.dealing.dealer import NoCourse
from rulewright.runtime.dealing.opponent_policy import Policy
from rulewright.runtime.game.engine import Engine, State
from rulewright.runtime.ir.random_stream import seed_of_choices
from rulewright.runtime.session.determinization import worlds, worlds_from_now
from rulewright.runtime.session.games import Game
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.spaces.leaf_values import Leaf

TO_ANSWER: Final = 1.0
"""Seconds beyond a deadline for what was found until then."""


class Thought(Record):
    """What came of thinking: the option to choose, by its index, and of each option how often it was tried and what
    share of the value of a game it brought. It `is_cut` if a clock has ended it before its time."""

    index: int
    visits: tuple[int, ...]
    values: tuple[float, ...]
    is_cut: bool = False

    @property
    def shares(self) -> tuple[float, ...]:
        """Of all simulations, how many began with each option."""
        total = sum(self.visits) or 1
        return tuple(visits / total for visits in self.visits)


def think(
    game: Game,
    budget: Budget,
    seed: int,
    *,
    remembers: bool = True,
    policy: Policy | None = None,
    leaf: Leaf | None = None,
) -> Thought:
    """Think about the decision that is awaited, as the seat that decides; it knows what that seat may know.

    Nothing is thought about a single option, nor where no game is found that fits what the seat sees: then the
    first will do. A seat that does not remember knows what it sees now: that is dealt several times as fast, for
    who plays very many games. One that remembers may have a policy, by which others perhaps choose; else they are
    taken to choose by lot. Under a deadline that passes the answer is what was found until then. Raises ValueError
    if no decision is awaited.
    """
    decision = game.decision
    if decision is None:
        raise ValueError("no decision is awaited: the game is over")
    count = len(decision.options)
    nothing = Thought(0, (0,) * count, (0.0,) * count)
    if count == 1 or not game.state.game.module.outcome.values:
        return nothing
    try:
        engine = inside(game.rules).compiled(game.players, game.options, "native").engine
        if remembers:
            engine.tracer()
        begun = perf_counter()  # what is compiled is compiled once for many decisions
        dealer = partial(worlds, policy=policy) if remembers else worlds_from_now
        dealing = partial(dealer, game.remembered, decision.player, seed, engine)
        return _Thinking(engine, dealing, budget, seed, begun, leaf).thought()
    except NoCourse:
        return nothing
    except OutOfTime:
        return evolve(nothing, is_cut=True)


class Dealing(Protocol):
    """Deals games that look the same to a seat, the same ones each time that it begins."""

    def __call__(self) -> Iterator[State]:
        """As many as one likes. Raises NoCourse."""


class _AtOnce(Executor):
    """Does what it is given in the thread that gives it: in a browser there is no other."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Do it now."""
        done: Future[Any] = Future()
        done.set_result(fn(*args, **named))
        return done


@define
class _Thinking:
    """Thinking about one decision: inside the engine where it has a way to, else move by move."""

    engine: Engine
    dealing: Dealing
    budget: Budget
    seed: int
    begun: float
    leaf: Leaf | None = None

    def thought(self) -> Thought:
        """Think until the budget is spent. Raises OutOfTime if no game was dealt until a deadline."""
        seed = seed_of_choices(self.seed)
        tree, portions = self.engine.tree(seed, self.leaf), Portions(self.budget, self.begun)
        world = self._searched(tree, portions) if tree is not None else None
        if world is None:
            portions = Portions(self.budget, self.begun)
            world = self._searched(tree := Tree.of(self.engine, seed, self.leaf), portions)
        if world is None:
            raise OutOfTime
        with more_time(TO_ANSWER):
            visits, values = tree.found(world)
        return Thought(visits.index(max(visits)), visits, values, portions.is_cut)

    def _other(self) -> Executor:
        """What searches while games are dealt; where there is one thread, it does so at once."""
        return ThreadPoolExecutor(1) if self.budget.threads > 1 else _AtOnce()

    def _searched(self, tree: Any, portions: Portions) -> State | None:
        """Make simulations; gives a game that was searched, None if the tree cannot be searched for it.

        Some games are dealt, then searched; while that is done in a thread of its own, others are dealt.
        """
        dealt, world, search = self.dealing(), None, carried(portions.search)
        with self._other() as other:
            found: Future[bool] | None = None
            while (count := portions.worlds(found is None)) > 0:
                some = portions.taken(dealt, count)
                if found is not None and not found.result():
                    return None
                if not some:
                    return world
                number = portions.dealt(len(some))
                found, world = other.submit(search, tree, some, number), some[0]
            return world if found is None or found.result() else None
