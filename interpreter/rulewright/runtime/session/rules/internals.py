"""What rules are for the interpreter itself: all that `Rules` does not show to programs."""

from __future__ import annotations

from typing import Protocol

from rulewright.runtime.session.rules.rulebook import Rulebook


class Closed(Protocol):
    """Rules as programs have them."""

    @property
    def _book(self) -> Rulebook: ...


def inside(rules: Closed) -> Rulebook:
    """Return the rulebook behind the public rules; what it has may change from version to version."""
    return rules._book
