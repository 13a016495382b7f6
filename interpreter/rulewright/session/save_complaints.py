"""What can be wrong with a saved game."""

from __future__ import annotations

from rulewright.text import Wording, code


@code("E0801")
def damaged(reason: str) -> Wording:
    """A saved game that is damaged."""
    return Wording(f"this saved game cannot be used: {reason}", None)


@code("E0802")
def other_rules() -> Wording:
    """A saved game that was made with other rules than those of today."""
    message = "this saved game was made with other rules than those of today"
    help = "replay its decisions under the rules of today, or use the rules it was made with"
    return Wording(message, None, help=help)
