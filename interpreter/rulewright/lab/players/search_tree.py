"""A tree of what was chosen, over all the games that a seat cannot tell from its own.

Single-observer information set Monte Carlo tree search (P. I. Cowling, E. J. Powley, D. Whitehouse,
"Information Set Monte Carlo Tree Search", 2012). Every simulation goes down the one tree through a game dealt anew.
What can be chosen differs from game to game; so a choice is judged by how often it was made among the times that it
could be made.

The native engine makes the same tree inside its module (`engines/native/search_entries.py`), number by number: all
that is worked out here is worked out there, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from math import sqrt
from typing import Any

from attrs import define, field

from rulewright.runtime.game.engine import Engine, State
from rulewright.runtime.game.playing_out import Silent
from rulewright.runtime.ir.deciding import Outcome, Ranks
from rulewright.runtime.ir.engine_contract import (
    CURIOSITY,
    DEEPEST,
    ENDLESS,
    LIST,
    LOT,
    MOST_CHOICES,
    MOST_DECISIONS,
    SHARES,
    USUAL_SPREAD,
    WIN,
    Fault,
    element_of,
    list_of,
)
from rulewright.runtime.ir.nodes.ir_types import PIECE
from rulewright.runtime.ir.random_stream import below, stream
from rulewright.runtime.spaces.leaf_values import Leaf, LeafValues


@define
class Choice:
    """A choice that was made in a node: how often, how often it could be made, what it brought who made it."""

    visits: int = 0
    available: int = 0
    value: float = 0.0
    after: dict[int, Choice] = field(factory=dict)
    """What was chosen next, by what the options are."""

    @property
    def mean(self) -> float:
        """What it brought on average."""
        return self.value / self.visits if self.visits else 0.0

    def worth(self, spread: float) -> float:
        """The same, with what it gains by having been tried seldom: the more, the more values spread."""
        often = logarithm(self.available) * CURIOSITY
        return self.value / self.visits + sqrt(often / (self.visits * SHARES)) * spread


Way = list[tuple[int, Choice]]
"""What was chosen, each time by which seat."""


@define
class Tree:
    """A search of one decision, to be carried on as long as one likes."""

    engine: Engine
    stream: list[Any]
    copies: Sequence[int]
    first: dict[int, Choice] = field(factory=dict)
    choices: int = 0
    done: int = 0
    scale: Scale = field(factory=lambda: Scale())
    leaf: LeafValues | None = None

    @classmethod
    def of(cls, engine: Engine, seed: int, leaf: Leaf | None = None) -> Tree:
        """A tree in which nothing was chosen yet; with what was learned of games that are cut, they are."""
        names = [piece.name for piece in engine.module.pieces]
        values = None if leaf is None else LeafValues(engine.module, leaf)
        return cls(engine, stream(seed), [names.index(name) for name in names], leaf=values)

    def search(self, worlds: Sequence[State], simulations: int) -> bool:
        """So many simulations through some games, one after the other; True, as they can be made in every game."""
        for _ in range(simulations):
            state = self.engine.copy(worlds[self.done % len(worlds)])
            self.done += 1
            self.engine.reseed(state, below(self.stream, LOT))
            begun = self.leaf.begun(self.engine.look(state)) if self.leaf is not None else 0
            try:
                way = self._descend(state)
                values = self._worth(state, begun)
            except Fault:
                continue
            if way:
                self.scale.spread_out(values[way[0][0]])
            reward(way, values)
        return True

    def _worth(self, state: State, begun: int) -> list[float]:
        """What a game is worth to each seat, played by lot to its end; of two one until the phase that cuts it.

        Raises Fault if the rules stop it.
        """
        engine, outcome = self.engine, self.engine.module.outcome
        if self.leaf is not None and self.done % 2 == 0:
            lot = stream(below(self.stream, LOT))
            look = engine.look(state)
            while look.decision >= 0 and self.leaf.begun(look) == begun:
                options = engine.options(state)
                engine.choose(state, Silent(), options[below(lot, len(options))])
                look = engine.look(state)
                if look.made > MOST_DECISIONS:
                    raise Fault(ENDLESS)
            if look.decision >= 0:
                scored, seats = outcome.values[outcome.scored], range(engine.module.players)
                scores = [engine.call(state, scored, seat) for seat in seats]
                self.scale.cut += 1
                return self.leaf.values(look, scores)
        return self.scale.values(outcome, engine.judged(state, below(self.stream, LOT)))

    def found(self, world: State) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Of each option how often it was tried, and what it brought on average."""
        keys = list(self._keys(world, self.engine.options(world)))
        tried = [self.first.get(key, Choice()) for key in keys]
        return tuple(choice.visits for choice in tried), tuple(choice.mean for choice in tried)

    def _descend(self, state: State) -> Way:
        """Go down the tree through a game, up to the first choice that is new; the state goes on with it.

        Raises Fault if the rules stop the game.
        """
        way, node, seen = Way(), self.first, self.engine.look(state)
        while seen.decision >= 0 and len(way) < DEEPEST:
            decider, options = seen.decider, self.engine.options(state)
            option, choice, is_new = self._chosen(node, state, options)
            if choice is not None:
                way.append((decider, choice))
            self.engine.choose(state, Silent(), option)
            if is_new or choice is None:
                break
            node, seen = choice.after, self.engine.look(state)
        return way

    def _chosen(
        self, node: dict[int, Choice], state: State, options: Sequence[int]
    ) -> tuple[int, Choice | None, bool]:
        """One that was never made, if there is one; else the best, with what it gains by being tried seldom.

        What ended in a fault was tried, and counts as if it never was. No choice where there is no room for one.
        """
        fresh: list[tuple[int, int]] = []
        best, most, taken = None, 0.0, 0
        for option, key in zip(options, self._keys(state, options), strict=True):
            choice = node.get(key)
            if choice is not None:
                choice.available += 1
            if choice is None or not choice.visits:
                fresh.append((option, key))
                continue
            worth = choice.worth(self.scale.spread)
            if best is None or worth > most:
                best, most, taken = choice, worth, option
        if not fresh:
            return taken, best, False
        option, key = fresh[below(self.stream, len(fresh))]
        if key not in node:
            if self.choices == MOST_CHOICES:
                return option, None, True
            node[key], self.choices = Choice(available=1), self.choices + 1
        return option, node[key], True

    def _keys(self, state: State, options: Sequence[int]) -> Iterator[int]:
        """What options are: of a card what it is a copy of, where it lies if that is known to who decides, and
        which it is among its like."""
        engine, module = self.engine, self.engine.module
        look, pieces, places = engine.look(state), len(self.copies), module.layout.size + 1
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
    """Nearly the binary logarithm of a number from 1 on: between powers of two a straight line."""
    bits = number.bit_length() - 1
    return bits + (number - (1 << bits)) / (1 << bits)


def reward(way: Way, values: Sequence[float]) -> None:
    """Count what a game came to, by seat, for all that was chosen in it."""
    for decider, choice in way:
        choice.visits += 1
        choice.value += values[decider]


@define
class Scale:
    """By how much scores usually differ from the best of other sides; if all are of one, from the mean so far."""

    games: int = 0
    cut: int = 0
    total: int = 0
    level: int = 0
    own: float = 0.0
    squares: float = 0.0
    spread: float = 1.0
    """By how much values of who decides differ from game to game, in parts of what is usual."""

    def spread_out(self, value: float) -> None:
        """The game that was counted last was worth so much to who decides what is searched."""
        self.own += value
        self.squares += value * value
        games = self.games + self.cut
        mean = self.own / games
        self.spread = sqrt(max(self.squares / games - mean * mean, 0.0)) * USUAL_SPREAD

    def values(self, outcome: Outcome, ranks: Ranks) -> list[float]:
        """What a game is worth to each seat, from 0 to 1: a part for the victory, the rest by the score."""
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

    def _margins(self, outcome: Outcome, ranks: Ranks) -> list[int]:
        """By how much each score is above or below the best of the other sides, or the mean."""
        sides = [outcome.side(ranks, seat) for seat in range(len(ranks))]
        scores = [rank[outcome.scored] for rank in ranks]
        best = {side: max(compress(scores, map(side.__eq__, sides))) for side in set(sides)}
        self.level += scores[0]
        mean = int(self.level / self.games)
        return [
            score - max((best[other] for other in best if other != side), default=mean)
            for side, score in zip(sides, scores, strict=True)
        ]
