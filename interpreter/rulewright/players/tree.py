"""A tree of what was chosen, over all the games that a seat cannot tell from its own.

Single-observer information set Monte Carlo tree search (P. I. Cowling, E. J. Powley, D. Whitehouse,
"Information Set Monte Carlo Tree Search", 2012). Every simulation goes down the one tree through a game dealt anew.
What can be chosen differs from game to game; so a choice is judged by how often it was made among the times that it
could be made.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Any, Final

from attrs import define, field

from rulewright.game.engine import Engine, State
from rulewright.ir.chance import below

CURIOSITY: Final = 0.5
"""How much a choice gains by having been tried seldom; values lie between 0 and 1."""


@define
class Choice:
    """A choice that was made in a node: how often, how often it could be made, what it brought who made it."""

    visits: int = 0
    available: int = 0
    value: float = 0.0
    after: dict[int, Choice] = field(factory=dict)
    """What was chosen next, by the options."""

    @property
    def mean(self) -> float:
        """What it brought on average."""
        return self.value / self.visits if self.visits else 0.0


class Silent:
    """What runs along with a game of which nothing is told."""

    log: list[Any] | None = None
    options: list[int] | None = None


Way = list[tuple[int, Choice]]
"""What was chosen, each time by which seat."""


def descend(
    engine: Engine, state: State, options: Sequence[int], node: dict[int, Choice], stream: list[Any]
) -> Way:
    """Go down the tree through a game, up to the first choice that is new; the state goes on with it.

    Raises Fault if the rules stop the game.
    """
    way, tape, seen = Way(), Silent(), engine.look(state)
    while seen.decision >= 0:
        decider = seen.decider
        option, choice, is_new = _chosen(node, options, stream)
        way.append((decider, choice))
        engine.choose(state, tape, option)
        if is_new:
            return way
        node, seen = choice.after, engine.look(state)
        options = tape.options or []
    return way


def _chosen(
    node: dict[int, Choice], options: Sequence[int], stream: list[Any]
) -> tuple[int, Choice, bool]:
    """One that was never made, if there is one; else the best, with what it gains by being tried seldom."""
    for option in options:
        if option in node:
            node[option].available += 1
    # What ended in a fault was tried, and counts as if it never was.
    fresh = [option for option in options if option not in node or not node[option].visits]
    if fresh:
        option = fresh[below(stream, len(fresh))]
        choice = node.setdefault(option, Choice(available=1))
        return option, choice, True
    best = max(options, key=lambda option: _worth(node[option]))
    return best, node[best], False


def _worth(choice: Choice) -> float:
    return choice.mean + CURIOSITY * sqrt(log(choice.available) / choice.visits)


def reward(way: Way, values: Sequence[float]) -> None:
    """Count what a game came to, by seat, for all that was chosen in it."""
    for decider, choice in way:
        choice.visits += 1
        choice.value += values[decider]
