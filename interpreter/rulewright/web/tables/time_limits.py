"""What happens at a table when a player takes too long, or has lost the connection."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright.web.refusals import stored_sentence

if TYPE_CHECKING:
    from rulewright.runtime.observation.decision import Option
    from rulewright.web.store.db_schema import StoredSeat, StoredTable

PRESENT: Final = 90
"""Seconds after a person's last sign of life in which the person counts as present."""
GRACE: Final = 45
"""Seconds after which a bot plays for a player to move who has no page open; a reload takes less."""
A_DAY: Final = 86_400
"""Time after which others may let a bot play for a player, without a time limit, in seconds."""

NOTHING, DEFAULT, BOT = "", "default", "bot"
LATE: Final = (NOTHING, DEFAULT, BOT)
"""What happens when the time for a move is up: the others decide, the default choice is made, or a bot plays."""
AWAY: Final = "away"
"""Why a bot plays for a person: the connection was lost. Such a seat is given back when the person returns."""

TIME_IS_UP: Final = stored_sentence("The time of {name} is up: the table has chosen.")
BOT_IS_LATE: Final = stored_sentence("The time of {name} is up: a bot plays.")
BOT_IS_AWAY: Final = stored_sentence("{name} has lost the connection: a bot plays.")
LENT: Final = stored_sentence("A bot plays for {name}.")
BACK: Final = stored_sentence("{name} plays again.")
AGAIN: Final = stored_sentence("{name} has opened a new table for the same people.")


def overdue_seat(stored: StoredTable, seat_to_move: int | None) -> int | None:
    """Return `seat_to_move`, if its time limit has passed, so that others may let a bot play it."""
    over = stored.row["moved"] + (stored.settings["minutes"] * 60 or A_DAY)
    return seat_to_move if time.time() >= over else None


def late_at(row: Mapping[str, Any], settings: Mapping[str, Any]) -> float | None:
    """Return the time at which the player to move is late by the agreement of the table; None for never."""
    if not (settings["minutes"] and settings.get("late")):
        return None
    return float(row["moved"] + settings["minutes"] * 60)


def due_at(
    row: Mapping[str, Any], settings: Mapping[str, Any], seat: StoredSeat | None
) -> float | None:
    """Return the next time at which the table has to look after the player to move; None for never."""
    if seat is None or seat.plays_bot:
        return None
    late = late_at(row, settings)
    times = [] if late is None else [late]
    if settings.get("away"):
        times.append(time.time() + GRACE if is_away(seat) else seat.here + PRESENT)
    return min(times, default=None)


def is_away(seat: StoredSeat) -> bool:
    """Return whether a person has no page open."""
    return time.time() - seat.here >= PRESENT


def default_option(options: Sequence[Option]) -> int:
    """Return the index of the option that commits a player to least: the end of a turn, no, else the first."""
    quiet = (
        index
        for index, option in enumerate(options)
        if option.data.get("kind") == "done" or option.data.get("answer") == "no"
    )
    return next(quiet, 0)
