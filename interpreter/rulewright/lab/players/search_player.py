"""A player that searches ahead with information set Monte Carlo tree search, from its seat's information."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from time import perf_counter
from typing import Any, Final, Protocol

from attrs import define

from rulewright.base.deadline import OutOfTime, more_time, with_own_deadline
from rulewright.base.records import Record, evolve
from rulewright.lab.players.search_budget import BudgetTracker, SearchBudget
from rulewright.lab.players.search_tree import SearchTree
from rulewright.runtime.dealing.dealer import NoDeterminization
from rulewright.runtime.dealing.dealing_context import tracer_of
from rulewright.runtime.dealing.opponent_policy import Policy
from rulewright.runtime.game.engine import GameEngine, State, SupportsTree, TreeSearch
from rulewright.runtime.ir.random_stream import seed_of_choices
from rulewright.runtime.session.determinization import determinized_states, memoryless_states
from rulewright.runtime.session.games import Game
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.spaces.leaf_values import Leaf

TO_ANSWER: Final = 1.0
"""Seconds granted after a deadline to read the result."""


class SearchResult(Record):
    """The result of a search: the best option's index, and visits and mean values of all options.

    Values are shares of a game's value, from 0 to 1. `is_cut` if a clock ended the search early.
    """

    index: int
    visits: tuple[int, ...]
    values: tuple[float, ...]
    is_cut: bool = False

    @property
    def shares(self) -> tuple[float, ...]:
        """Each option's share of all visits."""
        total = sum(self.visits) or 1
        return tuple(visits / total for visits in self.visits)


def think(
    game: Game,
    budget: SearchBudget,
    seed: int,
    *,
    remembers: bool = True,
    policy: Policy | None = None,
    leaf: Leaf | None = None,
) -> SearchResult:
    """Search the pending decision for the seat that decides, from that seat's information only.

    A single option is not searched, nor a game without outcome or consistent determinization: the result is then
    the first option. With `remembers=False` the seat knows only its present observation; determinizations are
    then several times as fast, for programs that play very many games. `policy` models the other seats' past
    choices; without it they are assumed uniform. At a deadline the result so far is returned. Raises ValueError
    if no decision is pending.
    """
    decision = game.decision
    if decision is None:
        raise ValueError("no decision is awaited: the game is over")
    count = len(decision.options)
    nothing = SearchResult(0, (0,) * count, (0.0,) * count)
    if count == 1 or not game.state.game.module.outcome.values:
        return nothing
    try:
        engine = inside(game.rules).compiled(game.players, game.options, "native").engine
        if remembers:
            tracer_of(engine)
        begun = perf_counter()  # compilation is paid once for many decisions, so it does not count
        dealer = partial(determinized_states, policy=policy) if remembers else memoryless_states
        dealing = partial(dealer, game.remembered, decision.player, seed, engine)
        return _Search(engine, dealing, budget, seed, begun, leaf).run()
    except NoDeterminization:
        return nothing
    except OutOfTime:
        return evolve(nothing, is_cut=True)


class StateSource(Protocol):
    """A source of determinizations of one seat, equal each time it is started."""

    def __call__(self) -> Iterator[State]:
        """Yield determinizations without end. Raises NoDeterminization."""


class _ImmediateExecutor(Executor):
    """An executor that runs each call in the calling thread: browsers have no other."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Run the call and return its finished future."""
        done: Future[Any] = Future()
        done.set_result(fn(*args, **named))
        return done


@define
class _Search:
    """The search of one decision: inside the engine if it can, else move by move in Python."""

    engine: GameEngine
    dealing: StateSource
    budget: SearchBudget
    seed: int
    begun: float
    leaf: Leaf | None = None

    def run(self) -> SearchResult:
        """Search until the budget is spent and return the result. Raises OutOfTime if nothing was sampled."""
        seed = seed_of_choices(self.seed)
        engine, portions = self.engine, BudgetTracker(self.budget, self.begun)
        tree = engine.tree(seed, self.leaf) if isinstance(engine, SupportsTree) else None
        world = self._run(tree, portions) if tree is not None else None
        if world is None or tree is None:
            tree, portions = (
                SearchTree.of(engine, seed, self.leaf),
                BudgetTracker(self.budget, self.begun),
            )
            world = self._run(tree, portions)
        if world is None:
            raise OutOfTime
        with more_time(TO_ANSWER):
            visits, values = tree.results(world)
        return SearchResult(visits.index(max(visits)), visits, values, portions.is_cut)

    def _executor(self) -> Executor:
        """Return the executor of the search: another thread, or this one if `threads` is 1."""
        return ThreadPoolExecutor(1) if self.budget.threads > 1 else _ImmediateExecutor()

    def _run(self, tree: TreeSearch, portions: BudgetTracker) -> State | None:
        """Run the search and return one searched determinization; None if none was sampled or the tree is unfit.

        Sampling determinizations overlaps with searching earlier ones in another thread.
        """
        dealt, world, search = self.dealing(), None, with_own_deadline(portions.search)
        with self._executor() as other:
            running: Future[bool] | None = None
            while (count := portions.next_count(running is None)) > 0:
                some = portions.take_states(dealt, count)
                if running is not None and not running.result():
                    return None
                if not some:
                    return world
                number = portions.plan_simulations(len(some))
                running, world = other.submit(search, tree, some, number), some[0]
            return world if running is None or running.result() else None
