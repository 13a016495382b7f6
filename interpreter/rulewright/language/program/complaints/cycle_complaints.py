"""Complaints about cycles, in the rules alone or in the rules of several cards of an edition."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.language.text import Span, SpanNote, Wording, code


@code("E0607")
def depends_on_itself(
    at: Span, what: str, chain: Iterable[str], notes: Iterable[SpanNote] = ()
) -> Wording:
    """A value or fact that depends on itself."""
    message = f"{what} depends on itself: {' → '.join(chain)}"
    return Wording(message, at, tuple(notes), "let one of them look at something else")


@code("E0608")
def triggers_itself(
    at: Span, what: str, chain: Iterable[str], notes: Iterable[SpanNote] = ()
) -> Wording:
    """An event or phase that triggers itself and would never end."""
    message = f"{what} sets itself off, and would never end: {' → '.join(chain)}"
    help = "use an event of its own for what happens in between"
    return Wording(message, at, tuple(notes), help)
