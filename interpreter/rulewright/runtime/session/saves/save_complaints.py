"""Complaints about a saved game."""

from __future__ import annotations

from rulewright.language.text import Wording, code, escape_line

MOST_SHOWN = 200
SHOWN_KEY = 16
"""Characters of a hash that are shown."""


@code("E0801")
def damaged(reason: str) -> Wording:
    """A saved game that is damaged."""
    return Wording(f"this saved game cannot be used: {reason}", None)


@code("E0803")
def edition_elsewhere(edition: str) -> Wording:
    """A saved game whose edition is no longer where it was, or has mistakes now."""
    message = f"the edition of this saved game cannot be used: {escape_line(edition[:MOST_SHOWN])}"
    return Wording(message, None, help="run `rulewright check` on the edition to see what is wrong")


@code("E0804")
def damaged_rules(key: str) -> Wording:
    """Rules kept with saved games, in a file that somebody changed."""
    message = f"the rules {key[:SHOWN_KEY]} that were kept with saved games are damaged"
    return Wording(
        message, None, help="restore them from a copy; the games themselves are not damaged"
    )


@code("E0805")
def missing_rules(where: str) -> Wording:
    """A saved game whose edition has changed since, and whose own copy of the rules is missing."""
    place = escape_line(where[:MOST_SHOWN])
    message = f"the rules kept with this game are missing; they should be in {place}"
    return Wording(
        message,
        None,
        help="copy this file again from the place where the game was saved; the game itself is not damaged",
    )


@code("E0802")
def other_rules() -> Wording:
    """A saved game whose rules were changed after it was saved."""
    message = "the rules have changed since this game was saved"
    help = "use the rules it was saved with; `rulewright replay` shows where the new rules play differently"
    return Wording(message, None, help=help)
