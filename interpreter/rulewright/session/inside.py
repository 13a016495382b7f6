"""What rules are for the interpreter itself: all that `Rules` does not show to programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rulewright.session.loaded_rules import LoadedRules


class Closed(Protocol):
    """Rules as programs have them."""

    _loaded: LoadedRules


def inside(rules: Closed) -> LoadedRules:
    """The loaded rules behind the public ones; what they have may change from version to version."""
    return rules._loaded
