"""Questions about a view: owners, known cards, and knowledge that a spectator does not have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

View = Mapping[str, Any]

NEAR: Final = 6
"""A known card among unknown ones is shown if it is at most this far from the top."""


def seat_in(value: object) -> int | None:
    """Return the seat that a value points to; None if it points to no seat."""
    return value.get("player") if isinstance(value, Mapping) else None


def kind_of(name: str) -> str:
    """Return the name of a zone without the label that it may have before it."""
    return name.rpartition(" ")[2]


def is_secret(zone: View, public: View) -> bool:
    """Return whether the viewer knows other cards in a zone than a spectator does."""
    return known_names(zone) != known_names(public)


def known_names(zone: View) -> list[object]:
    """Return the names of the cards in a zone, None for unknown ones."""
    return [card and card["name"] for card in zone["cards"]]


def private_parts(card: View, public: View) -> tuple[str, ...]:
    """Return the marks on a card, and the zones on it, that a spectator sees differently."""
    parts = [(what, name) for what in ("marks", "zones") for name in card.get(what, {})]
    return tuple(
        name for what, name in parts if _on_card(card, what, name) != _on_card(public, what, name)
    )


def _on_card(card: View, what: str, name: str) -> object:
    """Return a mark on a card, or the known names in a zone on it."""
    part = card.get(what, {}).get(name)
    return known_names(part) if what == "zones" and part is not None else part


def is_open(zone: View) -> bool:
    """Return whether to show a zone's cards; among unknown cards only if a known one is near the top."""
    known = [place for place, card in enumerate(zone["cards"], 1) if card is not None]
    return bool(known) and (not has_gaps(zone) or known[0] <= NEAR)


def has_gaps(zone: View) -> bool:
    """Return whether an unknown card is above a known one, which happens only in ordered zones."""
    known = [card is not None for card in zone["cards"]]
    return any(known) and False in known[: len(known) - known[::-1].index(True)]


def public_marks(marked: View, lasting: frozenset[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each mark with the names of the cards that have it, and lasting numbers with their values."""
    for name, entries in marked.items():
        cards = [entry["shown"] for entry in entries if entry["value"] is True]
        if name in lasting:
            cards += [f"{entry['shown']} {entry['value']}" for entry in entries if entry["value"]]
        if cards:
            yield name, cards
