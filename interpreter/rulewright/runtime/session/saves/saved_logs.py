"""The logs of seats in a saved game: what they know of a course to which seed and decisions do not lead.

That of a game from its beginning is not saved: it is played again. Logs have at most `MOST_STOPS` looks each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.layout import CHANCE_SEAT
from rulewright.runtime.ir.module import Module
from rulewright.runtime.observation.history import MOST_STOPS, Walk, log_of
from rulewright.runtime.observation.observer import Observer
from rulewright.runtime.observation.seat_log import Log, Look, Shown
from rulewright.runtime.session.saves.saves import MISFITS, damaged, entry_fits, misfit


def logs_to_data(at: GameState) -> list[dict[str, Any]]:
    """Return the logs of all seats as JSON data; none where seed and decisions replay the game, or may do so."""
    if at.walk is None or (at.opening is not None and at.walk.since is None):
        return []
    return [log_of(at, seat).to_data() for seat in range(at.game.module.players)]


def take_up_logs(at: GameState, data: Any) -> None:
    """A game that was taken up goes on from its saved logs. Raises RulesError for what cannot be such."""
    try:
        logs = [Log.from_data(each) for each in data if len(each["looks"]) <= MOST_STOPS]
        fits = isinstance(data, list) and len(logs) == len(data) == len({log.seat for log in logs})
        fits = fits and all(_fits(at, log) for log in logs)
    except MISFITS:
        fits = False
    if not fits:
        raise damaged("what it says of what seats know cannot be")
    if logs:
        Walk.going_on(at, logs)


def _fits(at: GameState, log: Log) -> bool:
    """Whether a log can be that of a seat of a game, which sees last what it sees now."""
    module = at.game.module
    if not (isinstance(log.seat, int) and log.seat in range(module.players)) or not _is_opening(
        at, log.opening
    ):
        return False
    eyes = Observer(at.engine, log.seat)
    return (
        all(_look_fits(eyes, look) for look in log.looks)
        and all(entry_fits(module, entry) for heard in log.heard for entry in heard)
        and all(own is None or _is_shown(own) for own in log.own)
        and log.looks[-1] == eyes.look(at.state)
    )


def _is_opening(at: GameState, opening: Sequence[Any]) -> bool:
    """Whether a log begins with the beginning of the game, or with a state."""
    if not opening:
        return True
    state = at.engine.unpack(opening)
    return len(opening) == at.game.module.layout.size and misfit(at.game, state, None) is None


def _look_fits(eyes: Observer, look: Look) -> bool:
    """Whether something can be what a seat sees; whether it was so is not asked."""
    module = eyes.module
    return (
        look.decision in range(-1, len(module.decisions))
        and look.decider in range(CHANCE_SEAT, module.players)
        and all(_is_shown(part) for part in look[2:])
        and len(look.places) == len(eyes.on_table)
        and all(
            _place_fits(module, eyes.zone_of[cell].ordered, *place)
            for cell, place in zip(eyes.on_table, look.places, strict=True)
        )
    )


def _place_fits(module: Module, ordered: bool, count: int, shown: Sequence[Shown]) -> bool:
    """Whether so many cards may lie in a place, of which these are seen."""
    return (
        0 <= count <= len(module.pieces)
        and (len(shown) == count if ordered else len(shown) <= count)
        and all(seen[0] in range(len(module.designs)) for seen in shown if seen or not ordered)
    )


def _is_shown(value: Any) -> bool:
    """Whether something is whole numbers, in tuples however deep."""
    if isinstance(value, tuple):
        return all(map(_is_shown, value))
    return isinstance(value, int)
