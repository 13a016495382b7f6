"""What can be wrong with a game that is being played."""

from __future__ import annotations

from rulewright.text import Wording, code


@code("E0701")
def fault(after: str, why: str, site: str) -> Wording:
    """Powers used again and again without an end, in a game that is being played."""
    return Wording(f"{after} the rules {why}{site}", None)


@code("E0702")
def too_large(after: str, site: str) -> Wording:
    """A number that becomes too large, in a game that is being played."""
    message = f"{after} the rules make a number that is too large{site}"
    return Wording(message, None, help="numbers of a game lie between -2147483647 and 2147483647")
