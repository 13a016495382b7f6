"""Random playouts of whole games, in the engine's own loop if it has one, else decision by decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.runtime.game.engine import GameEngine, State, SupportsManyGames
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.ir.outcome_rules import GameSummary, Ranks


class SilentTape:
    """A tape for a game whose story is not recorded."""

    log: list[Any] | None = None
    options: list[int] | None = None


def play_random_games(
    engine: GameEngine, seeds: Iterable[tuple[int, int]]
) -> Iterator[GameSummary | None]:
    """Yield the summary of a random game for each pair of seeds; None if the rules stopped it."""
    if isinstance(engine, SupportsManyGames):
        return engine.playouts(seeds)
    return (play_random_game(engine, deal, choices) for deal, choices in seeds)


def play_random_game(engine: GameEngine, deal: int, choices: int) -> GameSummary | None:
    """Return the summary of a random game dealt and played with two seeds; None if the rules stopped it."""
    module, tape = engine.module, SilentTape()
    try:
        state = engine.start(deal)
        engine.run(state, tape)
        engine.playout(state, tape, choices)
        ranks = ranks_of(engine, state)
    except Fault:
        return None
    at_end = engine.snapshot(state)
    phases = tuple(at_end.value(phase.played) for phase in module.phases.values())
    return GameSummary(at_end.made, at_end.forced, phases, ranks, module.outcome)


def ranks_of(engine: GameEngine, state: State) -> Ranks:
    """Return the numbers that rank each seat, as they are in `state`."""
    return tuple(
        tuple(engine.call(state, function, seat) for function in engine.module.outcome.values)
        for seat in range(engine.module.players)
    )
