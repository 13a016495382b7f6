"""Complaints about cycles, in the rules alone or in the rules of several cards of an edition."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.language.text import Span, SpanNote, Wording, code


@code("E0607")
def depends_on_itself(
    at: Span, what: str, chain: Iterable[str], notes: Iterable[SpanNote] = ()
) -> Wording:
    """A value or fact that depends on itself."""
    steps = list(chain)
    message = f"{what} depends on itself: {' → '.join(steps)}"
    help = "let one of these values or facts no longer use the next"
    if len(set(steps)) == 1:
        help = f"write something else in place of `{at.text}`"
    return Wording(message, at, tuple(notes), help)


@code("E0608")
def triggers_itself(
    at: Span, what: str, chain: Iterable[str], notes: Iterable[SpanNote] = ()
) -> Wording:
    """An event or phase that triggers itself and would never end."""
    message = f"{what} triggers itself and would never end: {' → '.join(chain)}"
    help = "let one of the steps do something else, or use a separate event for it"
    return Wording(message, at, tuple(notes), help)
