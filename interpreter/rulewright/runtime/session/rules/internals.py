"""Access to the rulebook behind the public `Rules`, for the interpreter's own packages."""

from __future__ import annotations

from typing import Protocol

from rulewright.runtime.session.rules.rulebook import Rulebook


class HasRulebook(Protocol):
    """The public rules, which hide their rulebook."""

    @property
    def _book(self) -> Rulebook: ...


def inside(rules: HasRulebook) -> Rulebook:
    """Return the rulebook behind the public rules; its attributes may change from version to version."""
    return rules._book
