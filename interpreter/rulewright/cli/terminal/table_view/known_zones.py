"""What a view says of places and cards: whose they are, what is known of them, and what is seen here alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

View = Mapping[str, Any]

NEAR: Final = 6
"""Among cards that nobody here knows, so near to the top one that is known is worth a word."""


def seat_in(value: object) -> int | None:
    """The seat that a value points to, if it points to one."""
    return value.get("player") if isinstance(value, Mapping) else None


def kind_of(name: str) -> str:
    """What places for labels have in common; of any other its name."""
    return name.rpartition(" ")[2]


def is_secret(zone: View, public: View) -> bool:
    """Whether more is known of a place here than who looks on knows."""
    return known_names(zone) != known_names(public)


def known_names(zone: View) -> list[object]:
    """Which cards are known to lie in a zone."""
    return [card and card["name"] for card in zone["cards"]]


def only_here(card: View, public: View) -> tuple[str, ...]:
    """The marks on a card, and the places under it, of which a spectator sees less."""
    kept = [(what, name) for what in ("marks", "zones") for name in card.get(what, {})]
    return tuple(
        name for what, name in kept if _on_card(card, what, name) != _on_card(public, what, name)
    )


def _on_card(card: View, what: str, name: str) -> object:
    kept = card.get(what, {}).get(name)
    return known_names(kept) if what == "zones" and kept is not None else kept


def is_open(zone: View) -> bool:
    """Whether a card is to be shown: between cards that nobody here knows, one that comes soon."""
    known = [place for place, card in enumerate(zone["cards"], 1) if card is not None]
    return bool(known) and (not gaps(zone) or known[0] <= NEAR)


def gaps(zone: View) -> bool:
    """Whether an unknown card lies above a known one; so in places with order only."""
    known = [card is not None for card in zone["cards"]]
    return any(known) and False in known[: len(known) - known[::-1].index(True)]


def openly(marked: View, lasting: frozenset[str]) -> Iterator[tuple[str, list[str]]]:
    """The marks, and the names of the cards that have them, with what lasts of the numbers on them."""
    for name, entries in marked.items():
        cards = [entry["shown"] for entry in entries if entry["value"] is True]
        if name in lasting:
            cards += [f"{entry['shown']} {entry['value']}" for entry in entries if entry["value"]]
        if cards:
            yield name, cards
