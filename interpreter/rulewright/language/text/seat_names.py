"""The letters that name seats, and the maximum number of players."""

from __future__ import annotations

from typing import Final

SEATS: Final = "ABCDEFGHJKLM"
"""The letters of seats, in rules and at tables. `I` is excluded: in rules it is the speaker."""

MOST_PLAYERS: Final = len(SEATS)
