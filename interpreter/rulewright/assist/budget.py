"""The budget of all trials for one file."""

from __future__ import annotations

from typing import Final

from rulewright.base.records import Draft

MOST_STEPS: Final = 900
"""Steps for all lines of a file; one step is to read a text once."""
MOST_READ: Final = 1_500_000
"""Characters that may be read for them: for a text of the usual length, all that is tried."""


class Budget(Draft):
    """Steps and characters that trials may still spend; a part of the steps is reserved for later lines."""

    steps: int = MOST_STEPS
    characters: int = MOST_READ
    reserved: int = 0

    @property
    def is_spent(self) -> bool:
        """Whether nothing more may be tried for the line."""
        return self.steps <= self.reserved or self.characters < 0

    def share(self, lines: int) -> None:
        """Allow the next of `lines` lines an equal share of the remaining steps."""
        self.reserved = self.steps - self.steps // lines

    def release(self) -> None:
        """Let the line spend what was reserved, for a single question that decides what is said."""
        self.reserved = 0

    def spend(self, steps: int = 0, characters: int = 0) -> None:
        """Take steps and characters off."""
        self.steps -= steps
        self.characters -= characters
