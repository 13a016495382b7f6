"""A search tree over all games that a seat cannot distinguish from its own.

Single-observer information set Monte Carlo tree search (P. I. Cowling, E. J. Powley, D. Whitehouse, "Information
Set Monte Carlo Tree Search", 2012). Each simulation descends the one tree in another determinization. Options
differ between determinizations, so a choice is judged by its visits relative to its availability (subset-armed
bandit).

The native engine builds the same tree in its module (`exports.search`), number by number. Every
computation here is repeated there in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from math import sqrt
from typing import Any

from attrs import define, field

from rulewright.runtime.game.engine import GameEngine, State
from rulewright.runtime.game.random_playouts import SilentTape
from rulewright.runtime.ir.engine_contract import (
    ENDLESS,
    LIST,
    MAX_DECISIONS,
    MAX_TREE_DEPTH,
    MAX_TREE_NODES,
    SEED_LIMIT,
    SHARES,
    UCB_EXPLORATION,
    USUAL_SPREAD,
    WIN,
    Fault,
    element_of,
    list_of,
)
from rulewright.runtime.ir.nodes.ir_types import PIECE
from rulewright.runtime.ir.outcome_rules import OutcomeRules, Ranks
from rulewright.runtime.ir.random_stream import below, new_generator
from rulewright.runtime.spaces.leaf_values import Leaf, LeafValues


@define
class TreeChoice:
    """A choice in the tree: its visits, its availability, and its total value for the seat that made it."""

    visits: int = 0
    available: int = 0
    value: float = 0.0
    after: dict[int, TreeChoice] = field(factory=dict)
    """The choices that followed, by option key."""

    @property
    def mean(self) -> float:
        """The average value for the seat that made the choice."""
        return self.value / self.visits if self.visits else 0.0

    def ucb_score(self, spread: float) -> float:
        """Return the UCB score: the average value plus an exploration bonus proportional to `spread`."""
        often = logarithm(self.available) * UCB_EXPLORATION
        return self.value / self.visits + sqrt(often / (self.visits * SHARES)) * spread


TreePath = list[tuple[int, TreeChoice]]
"""A path: the choices made and the seats that made them."""


@define
class SearchTree:
    """The search tree of one decision, which can be extended at any time."""

    engine: GameEngine
    stream: list[Any]
    copies: Sequence[int]
    first: dict[int, TreeChoice] = field(factory=dict)
    choices: int = 0
    done: int = 0
    scale: ValueScale = field(factory=lambda: ValueScale())
    leaf: LeafValues | None = None

    @classmethod
    def of(cls, engine: GameEngine, seed: int, leaf: Leaf | None = None) -> SearchTree:
        """Return an empty tree; with `leaf`, rollouts can be truncated and evaluated."""
        names = [piece.name for piece in engine.module.pieces]
        values = None if leaf is None else LeafValues(engine.module, leaf)
        return cls(engine, new_generator(seed), [names.index(name) for name in names], leaf=values)

    def search(self, worlds: Sequence[State], simulations: int) -> bool:
        """Run simulations through the given determinizations in turn; return True: Python supports every game."""
        for _ in range(simulations):
            state = self.engine.copy(worlds[self.done % len(worlds)])
            self.done += 1
            self.engine.reseed(state, below(self.stream, SEED_LIMIT))
            begun = (
                self.leaf.phase_count(self.engine.snapshot(state)) if self.leaf is not None else 0
            )
            try:
                path = self._descend(state)
                values = self._rollout_value(state, begun)
            except Fault:
                continue
            if path:
                self.scale.update_spread(values[path[0][0]])
            backpropagate(path, values)
        return True

    def _rollout_value(self, state: State, begun: int) -> list[float]:
        """Return the value of a state for each seat, by a random rollout.

        With `leaf` every second rollout is truncated at the next beginning of the leaf's phase and evaluated by
        it. Raises Fault if the rules stop the game.
        """
        engine, outcome = self.engine, self.engine.module.outcome
        if self.leaf is not None and self.done % 2 == 0:
            rng = new_generator(below(self.stream, SEED_LIMIT))
            look = engine.snapshot(state)
            while look.decision >= 0 and self.leaf.phase_count(look) == begun:
                options = engine.options(state)
                engine.choose(state, SilentTape(), options[below(rng, len(options))])
                look = engine.snapshot(state)
                if look.made > MAX_DECISIONS:
                    raise Fault(ENDLESS)
            if look.decision >= 0:
                scored, seats = outcome.values[outcome.scored], range(engine.module.players)
                scores = [engine.call(state, scored, seat) for seat in seats]
                self.scale.cut += 1
                return self.leaf.values(look, scores)
        return self.scale.values(
            outcome, engine.rollout_ranks(state, below(self.stream, SEED_LIMIT))
        )

    def results(self, world: State) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return the visits and the average value of each option of the decision pending in `world`."""
        keys = list(self._option_keys(world, self.engine.options(world)))
        tried = [self.first.get(key, TreeChoice()) for key in keys]
        return tuple(choice.visits for choice in tried), tuple(choice.mean for choice in tried)

    def _descend(self, state: State) -> TreePath:
        """Descend the tree in a determinization up to the first new choice; `state` follows.

        Raises Fault if the rules stop the game.
        """
        path, node, snapshot = TreePath(), self.first, self.engine.snapshot(state)
        while snapshot.decision >= 0 and len(path) < MAX_TREE_DEPTH:
            decider, options = snapshot.decider, self.engine.options(state)
            option, choice, is_new = self._select(node, state, options)
            if choice is not None:
                path.append((decider, choice))
            self.engine.choose(state, SilentTape(), option)
            if is_new or choice is None:
                break
            node, snapshot = choice.after, self.engine.snapshot(state)
        return path

    def _select(
        self, node: dict[int, TreeChoice], state: State, options: Sequence[int]
    ) -> tuple[int, TreeChoice | None, bool]:
        """Return an option, its choice and whether that is new: an untried option, else by the highest UCB score.

        Untried options are drawn at random. An option whose simulations all ended in faults counts as untried.
        The choice is None if the tree is full.
        """
        fresh: list[tuple[int, int]] = []
        best, most, best_option = None, 0.0, 0
        # Availability counts how often a choice was possible, not how often its node was visited (ISMCTS).
        for option, key in zip(options, self._option_keys(state, options), strict=True):
            choice = node.get(key)
            if choice is not None:
                choice.available += 1
            if choice is None or not choice.visits:
                fresh.append((option, key))
                continue
            worth = choice.ucb_score(self.scale.spread)
            if best is None or worth > most:
                best, most, best_option = choice, worth, option
        if not fresh:
            return best_option, best, False
        option, key = fresh[below(self.stream, len(fresh))]
        if key not in node:
            if self.choices == MAX_TREE_NODES:
                return option, None, True
            node[key], self.choices = TreeChoice(available=1), self.choices + 1
        return option, node[key], True

    def _option_keys(self, state: State, options: Sequence[int]) -> Iterator[int]:
        """Yield the key of each option: of a card its design, its place if known, and its index among equals."""
        engine, module = self.engine, self.engine.module
        look, pieces, places = engine.snapshot(state), len(self.copies), module.layout.size + 1
        lists = module.decisions[look.decision].options
        before, like = -1, 0
        for option in options:
            number, card = list_of(option), element_of(option)
            if number < 0 or lists[number].type != PIECE:
                before = -1
                yield option
                continue
            known = engine.knowers(state, card) >> look.decider & 1
            place = look.place(card) + 1 if known else 0
            base = number * LIST + place * pieces + self.copies[card]
            like = like + 1 if base == before else 0
            before = base
            yield base + like * pieces * places


def logarithm(number: int) -> float:
    """Return the binary logarithm of a number from 1 on, interpolated linearly between powers of two."""
    bits = number.bit_length() - 1
    return bits + (number - (1 << bits)) / (1 << bits)


def backpropagate(path: TreePath, values: Sequence[float]) -> None:
    """Add a simulation's values, by seat, to the choices on its path (backpropagation)."""
    for decider, choice in path:
        choice.visits += 1
        choice.value += values[decider]


@define
class ValueScale:
    """The normalisation of game values: usual score margins, and the spread of values at the root."""

    games: int = 0
    cut: int = 0
    total: int = 0
    level: int = 0
    own: float = 0.0
    squares: float = 0.0
    spread: float = 1.0
    """The standard deviation of values for the searching seat, relative to the usual one."""

    def update_spread(self, value: float) -> None:
        """Update the spread of values with the last simulation's value for the seat that searches."""
        self.own += value
        self.squares += value * value
        games = self.games + self.cut
        mean = self.own / games
        self.spread = sqrt(max(self.squares / games - mean * mean, 0.0)) * USUAL_SPREAD

    def values(self, outcome: OutcomeRules, ranks: Ranks) -> list[float]:
        """Return a game's value for each seat, from 0 to 1: a part for victory, the rest for the score margin."""
        self.games += 1
        margins = self._margins(outcome, ranks)
        self.total += sum(map(abs, margins))
        usual = max(self.total / (self.games * len(ranks)), 1.0) * 2.0
        won = outcome.winners(ranks)
        winners = len({outcome.side(ranks, seat) for seat in won}) or 1
        return [
            (WIN * (seat in won) / winners + margin / (usual + abs(margin)) + 1.0) / (WIN + 2)
            for seat, margin in enumerate(margins)
        ]

    def _margins(self, outcome: OutcomeRules, ranks: Ranks) -> list[int]:
        """Return each score's margin over the best other side's score; over the mean score without other sides."""
        sides = [outcome.side(ranks, seat) for seat in range(len(ranks))]
        scores = [rank[outcome.scored] for rank in ranks]
        best = {side: max(compress(scores, map(side.__eq__, sides))) for side in set(sides)}
        self.level += scores[0]
        mean = int(self.level / self.games)
        return [
            score - max((best[other] for other in best if other != side), default=mean)
            for side, score in zip(sides, scores, strict=True)
        ]
