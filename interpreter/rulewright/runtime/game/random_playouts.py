"""Random playouts of whole games, decision by decision, for engines without a faster way."""

from __future__ import annotations

from typing import Any, Protocol

from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.outcome_rules import GameSummary, Ranks
from rulewright.runtime.ir.snapshot import Snapshot


class SilentTape:
    """A tape for a game whose story is not recorded."""

    log: list[Any] | None = None
    options: list[int] | None = None


class PlayoutEngine(Protocol):
    """Methods of an engine that playouts need; see `game.engine.Engine`."""

    module: Module

    def start(self, seed: int) -> Any:
        """Return the initial state, before any code has run."""

    def run(self, state: Any, tape: Any) -> None:
        """Run the game until a decision is pending or the game is over."""

    def playout(self, state: Any, tape: Any, seed: int) -> list[int]:
        """Play to the end by random choices; return the indices chosen."""

    def call(self, state: Any, function: str, *arguments: int) -> Any:
        """Return the result of an exported function of the module."""

    def snapshot(self, state: Any) -> Snapshot:
        """Return a read-only view of a state."""


def play_random_game(engine: PlayoutEngine, deal: int, choices: int) -> GameSummary | None:
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


def ranks_of(engine: PlayoutEngine, state: Any) -> Ranks:
    """Return the numbers that rank each seat, as they are in `state`."""
    return tuple(
        tuple(engine.call(state, function, seat) for function in engine.module.outcome.values)
        for seat in range(engine.module.players)
    )
