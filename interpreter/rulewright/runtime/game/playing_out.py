"""Whole games by lot, a move at a time: what engines do that have no quicker way."""

from __future__ import annotations

from typing import Any, Protocol

from rulewright.runtime.ir.deciding import Played, Ranks
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.snapshot import Snapshot


class Silent:
    """What runs along with a game of which nothing is told."""

    log: list[Any] | None = None
    options: list[int] | None = None


class Player(Protocol):
    """What is needed of an engine; see `game.engine`."""

    module: Module

    def start(self, seed: int) -> Any:
        """The table before anything happens."""

    def run(self, state: Any, tape: Any) -> None:
        """Carry on until a decision is awaited or the game is over."""

    def playout(self, state: Any, tape: Any, seed: int) -> list[int]:
        """Play to the end by lot."""

    def call(self, state: Any, function: str, *arguments: int) -> Any:
        """What an exported function gives."""

    def look(self, state: Any) -> Snapshot:
        """The state, for reading."""


def played_out(engine: Player, deal: int, choices: int) -> Played | None:
    """A game from one seed, with choices drawn from another; None if the rules ask for what cannot be done."""
    module, tape = engine.module, Silent()
    try:
        state = engine.start(deal)
        engine.run(state, tape)
        engine.playout(state, tape, choices)
        ranks = ranks_of(engine, state)
    except Fault:
        return None
    seen = engine.look(state)
    phases = tuple(seen.value(phase.played) for phase in module.phases.values())
    return Played(seen.made, seen.forced, phases, ranks, module.outcome)


def ranks_of(engine: Player, state: Any) -> Ranks:
    """What the functions of the outcome give for each seat."""
    return tuple(
        tuple(engine.call(state, function, seat) for function in engine.module.outcome.values)
        for seat in range(engine.module.players)
    )
