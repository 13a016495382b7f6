"""The deals of a game one by one, and its whole tree, where both are small enough to be walked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count, permutations
from math import factorial
from typing import Any, Final, NamedTuple

from rulewright.lab.envs.utility import Utility
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.engine import GameEngine, State
from rulewright.runtime.ir.layout import ANSWER, ASKING, CHANCE_SEAT, FORCED, MADE, RANDOM
from rulewright.runtime.ir.outcome_rules import Returns
from rulewright.runtime.ir.random_stream import fold_seed
from rulewright.runtime.observation.observer import EngineTape
from rulewright.runtime.session.batch.positions import OVER, BatchPosition, Positions, Root

MOST_DEALT: Final = 100_000
"""The most courses of chance that are enumerated to find the deals."""

MOST_POSITIONS: Final = 250_000
"""The most positions of a tree that are walked when a game is created."""

_UNLIKE: Final = {RANDOM, ASKING, MADE, FORCED, ANSWER}
"""Cells in which two equal deals may differ: how chance was asked, and how often."""


Story = tuple[Any, ...]
"""The messages of a deal."""


class Deal(NamedTuple):
    """A deal as an outcome of chance: a seed that deals it, and its probability."""

    seed: int
    probability: float


class TreeSummary(NamedTuple):
    """A whole game tree in numbers: its longest game in decisions, and the returns of the players."""

    longest: int
    utility: Utility


def deals_of(game: CompiledGame, most: int) -> list[Deal]:
    """Return every deal of a game with its exact probability, each by the first seed that deals it.

    Raises ValueError if there are more than `most`.
    """
    missing = dict[Any, float](_probabilities(game, most))
    found = list[Deal]()
    for seed in count(1):
        engine, tape = game.engine, EngineTape([])
        state = engine.start(fold_seed(seed))
        engine.run(state, tape)
        probability = missing.pop(_key(engine, state, tuple(tape.log or ())), None)
        if probability is not None:
            found.append(Deal(seed, probability))
        if not missing:
            break
    return found


def _probabilities(game: CompiledGame, most: int) -> dict[Any, float]:
    """Return the probability of each deal, by all that it tells and lays out. Raises ValueError."""
    found = defaultdict[Any, float](float)
    for dealt, (state, story, probability) in enumerate(_dealt(game.engine, most)):
        found[_key(game.engine, state, story)] += probability
        if len(found) > most or dealt >= MOST_DEALT:
            raise _too_many(most)
    return found


def _too_many(most: int) -> ValueError:
    return ValueError(
        f"there are more than {min(most, MOST_DEALT):,} deals: leave out deals=, and they are sampled"
    )


def _dealt(engine: GameEngine, most: int) -> Iterator[tuple[State, Story, float]]:
    """Yield the first decision of a player after every course of chance: its story, and its probability.

    Chance draws one of several options, for which the game stops, and shuffles, for which it is played again with
    every order of their cards. Raises ValueError for a shuffle with too many orders.
    """
    waiting: list[tuple[State, Story, int | None, float]] = [
        (engine.start(0, asks_chance=True), (), None, 1.0)
    ]
    while waiting:
        state, story, option, probability = waiting.pop()
        for after, told, part in _shuffled(engine, state, story, option, most):
            look = engine.snapshot(after)
            if look.decision < 0 or look.decider != CHANCE_SEAT:
                yield after, told, probability * part
                continue
            options = engine.options(after)
            waiting += [(after, told, each, probability * part / len(options)) for each in options]


def _shuffled(
    engine: GameEngine, state: State, story: Story, option: int | None, most: int
) -> Iterator[tuple[State, Story, float]]:
    """Yield where an option (None: the beginning) leads by every order of each shuffle. Raises ValueError."""
    waiting: list[tuple[dict[int, Sequence[int]], float]] = [({}, 1.0)]
    while waiting:
        orders, probability = waiting.pop()
        after, tape = engine.copy(state), EngineTape([*story])
        shuffles = engine.retrace(after, tape, option, orders)
        if len(shuffles) <= len(orders):
            yield after, tuple(tape.log or ()), probability
            continue
        cards = shuffles[len(orders)]
        ways = factorial(len(cards))
        if ways > max(MOST_DEALT, most):
            raise _too_many(most)
        names = [*range(cards[-1] + 1)]
        for order in permutations(cards):
            for card, name in zip(cards, order, strict=True):
                names[card] = name
            waiting.append(({**orders, len(orders): tuple(names)}, probability / ways))


def _key(engine: GameEngine, state: State, story: Story) -> Any:
    """Return what makes a deal another one: the state, without its random generator, and the story."""
    row = engine.pack(state)
    return repr([each for at, each in enumerate(row) if at not in _UNLIKE]), repr(story)


def walked(positions: Positions, roots: Sequence[Root], returns: Returns) -> TreeSummary:
    """Walk the whole tree of a game. Raises ValueError if it is too large, or draws again after the deal."""
    longest, lows, highs, sums, alike = 0, list[float](), list[float](), set[float](), True
    for number, (length, position) in enumerate(_positions(positions, roots)):
        if number >= MOST_POSITIONS:
            raise ValueError(
                f"the tree has more than {MOST_POSITIONS:,} positions: leave out deals=, and they are sampled"
            )
        if position.player == OVER:
            paid = position.scores if returns == "scores" else position.shares
            longest = max(longest, length)
            lows.append(min(paid))
            highs.append(max(paid))
            sums.add(round(sum(paid), 9))
            alike = alike and lows[-1] == highs[-1]
    total = sums.pop() if len(sums) == 1 else None
    kind = "IDENTICAL" if alike else "GENERAL_SUM" if total is None else "CONSTANT_SUM"
    if total == 0 and not alike:
        kind = "ZERO_SUM"
    return TreeSummary(longest, Utility(min(lows), max(highs), kind, None if alike else total))


def _positions(positions: Positions, roots: Sequence[Root]) -> Iterator[tuple[int, BatchPosition]]:
    """Yield every position below some deals with the decisions made before it. Raises ValueError."""
    for first, random in roots:
        drawn = positions.generator(first, random)
        waiting = [(0, first)]
        while waiting:
            length, position = waiting.pop()
            yield length, position
            for action in position.actions:
                after, random_after = positions.move(position, random, action)
                if positions.generator(after, random_after) != drawn:
                    raise ValueError(
                        "the rules draw again after the deal: leave out deals=, and chance is sampled"
                    )
                waiting.append((length + 1, after))
