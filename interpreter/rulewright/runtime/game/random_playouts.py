"""Random playouts of whole games, decision by decision, for engines without a faster way."""

from __future__ import annotations

from typing import Any, Protocol

from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.outcome_rules import GameSummary, Ranks
from rulewright.runtime.ir.snapshot import Snapshot


class SilentTape:
    """A tape for a game without a story."""

    log: list[Any] | None = None
    options: list[int] | None = None


class PlayoutEngine(Protocol):
    """The part of an engine that playouts need; see `game.engine`."""

    module: Module

    def start(self, seed: int) -> Any:
        """Return the state before anything happens."""

    def run(self, state: Any, tape: Any) -> None:
        """Advance until a decision is pending or the game is over."""

    def playout(self, state: Any, tape: Any, seed: int) -> list[int]:
        """Play to the end by random choices."""

    def call(self, state: Any, function: str, *arguments: int) -> Any:
        """Return the result of an exported function."""

    def snapshot(self, state: Any) -> Snapshot:
        """Return a read-only view of the state."""


def play_random_game(engine: PlayoutEngine, deal: int, choices: int) -> GameSummary | None:
    """Play a random game from two seeds, for the deal and for the choices; None if the rules stopped it."""
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
    """Return the values of the outcome's functions for each seat."""
    return tuple(
        tuple(engine.call(state, function, seat) for function in engine.module.outcome.values)
        for seat in range(engine.module.players)
    )
