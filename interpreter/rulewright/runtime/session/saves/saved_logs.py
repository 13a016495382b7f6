"""The logs of seats in a saved game, for a history that seed and decisions cannot replay.

A game known from its beginning is replayed instead. Each log has at most `MOST_STOPS` observations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.layout import CHANCE_SEAT
from rulewright.runtime.ir.module import Module
from rulewright.runtime.observation.history import MOST_STOPS, GameHistory, log_of
from rulewright.runtime.observation.observer import Observer
from rulewright.runtime.observation.seat_log import Observation, SeatLog, Shown
from rulewright.runtime.session.saves.save_formats import damaged
from rulewright.runtime.session.saves.saves import (
    MISFITS,
    entry_fits,
    first_impossibility,
    moves_fit,
)


def logs_to_data(at: GameState) -> list[dict[str, Any]]:
    """Return the logs of all seats as JSON data; none if seed and decisions can replay the game."""
    history = at.attached.find(GameHistory)
    if history is None or (at.opening is not None and history.since is None):
        return []
    return [log_of(at, seat).to_data() for seat in range(at.game.module.players)]


def resume_logs(at: GameState, data: Any) -> None:
    """Attach the saved logs `data` to a loaded game. Raises RulesError if they are impossible."""
    try:
        logs = [SeatLog.from_data(each) for each in data if len(each["looks"]) <= MOST_STOPS]
        fits = isinstance(data, list) and len(logs) == len(data) == len({log.seat for log in logs})
        fits = fits and all(_is_log_of(at, log) for log in logs)
    except MISFITS:
        fits = False
    if not fits:
        raise damaged("what seats know has an impossible value")
    if logs:
        GameHistory.resume(at, logs)


def _is_log_of(at: GameState, log: SeatLog) -> bool:
    """Return whether a log is possible for a seat of the game and ends with its present observation."""
    module = at.game.module
    if not (isinstance(log.seat, int) and log.seat in range(module.players)) or not _is_opening(
        at, log.opening
    ):
        return False
    observer = Observer(at.engine, log.seat)
    return (
        all(_is_observation(observer, look) for look in log.observations)
        and all(entry_fits(module, entry) for heard in log.messages for entry in heard)
        and all(
            len(each) in (0, len(heard))
            for each, heard in zip(log.moves, log.messages, strict=True)
        )
        and all(moves_fit(module, moves) for each in log.moves for moves in each)
        and all(own is None or _is_nested_integers(own) for own in log.own)
        and log.observations[-1] == observer.observe(at.state)
    )


def _is_opening(at: GameState, opening: Sequence[Any]) -> bool:
    """Return whether `opening` is empty (the start of the game) or a valid state."""
    if not opening:
        return True
    state = at.engine.unpack(opening)
    return (
        len(opening) == at.game.module.layout.size
        and first_impossibility(at.game, state, None) is None
    )


def _is_observation(observer: Observer, observation: Observation) -> bool:
    """Return whether `observation` is a well-formed observation; whether it could occur is not checked."""
    module = observer.module
    return (
        observation.decision in range(-1, len(module.decisions))
        and observation.decider in range(CHANCE_SEAT, module.players)
        and all(_is_nested_integers(part) for part in observation[2:])
        and len(observation.places) == len(observer.on_table)
        and all(
            _is_place(module, observer.zone_of[cell].ordered, *place)
            for cell, place in zip(observer.on_table, observation.places, strict=True)
        )
    )


def _is_place(module: Module, ordered: bool, count: int, shown: Sequence[Shown]) -> bool:
    """Return whether a place can hold `count` cards with these known ones."""
    return (
        0 <= count <= len(module.pieces)
        and (len(shown) == count if ordered else len(shown) <= count)
        and all(seen[0] in range(len(module.designs)) for seen in shown if seen or not ordered)
    )


def _is_nested_integers(value: Any) -> bool:
    """Return whether `value` consists of integers in tuples of any depth."""
    if isinstance(value, tuple):
        return all(map(_is_nested_integers, value))
    return isinstance(value, int)
