"""The search budget for the help in one file."""

from __future__ import annotations

from typing import Final

from rulewright.base.records import Draft

MOST_STEPS: Final = 900
"""Parser steps for all lines of a file; a step parses a text once."""
MOST_READ: Final = 1_500_000
"""Characters that all trials of a file may parse; enough for every trial in a file of usual length."""


class TrialBudget(Draft):
    """Parser steps and characters that trials may still spend; some steps are reserved for later lines."""

    steps: int = MOST_STEPS
    characters: int = MOST_READ
    reserved: int = 0

    @property
    def is_spent(self) -> bool:
        """Whether the budget for the current line is used up."""
        return self.steps <= self.reserved or self.characters < 0

    def share(self, lines: int) -> None:
        """Allow the current line an equal share of the steps left for `lines` lines."""
        self.reserved = self.steps - self.steps // lines

    def release(self) -> None:
        """Let the current line spend the reserved steps, for one decisive trial."""
        self.reserved = 0

    def spend(self, steps: int = 0, characters: int = 0) -> None:
        """Subtract `steps` and `characters` from the budget."""
        self.steps -= steps
        self.characters -= characters
