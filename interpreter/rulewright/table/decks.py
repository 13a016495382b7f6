"""What all tables of a sort have in common: words, and cards as they are printed. Parts of pages are drawn of it.

A part hangs on nothing but its deck and its value: it is drawn of the text of that value, by which it is also found
again. So equal values give the same part whoever asked first, and no seat gets what is not in its own value.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from rulewright.table.faces import drawn

Value = Mapping[str, Any]
_AS_TEXT: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Deck:
    """The cards of a sort of game by their names, in a language; `unknown` is how a hidden one is called."""

    def __init__(self, layout: Value, language: str) -> None:
        self.language = language
        self.unknown: str = layout["words"]["a card"]
        self.cards = {
            card["card"]: {
                **card,
                "label": _label(card, layout["labels"]),
                "face": drawn("face.html", language, card=card),
            }
            for card in layout["cards"]
        }

    def part(self, template: str, value: Value) -> str:
        """A part of a page that stays the same for a while, or is alike at many tables."""
        return _lasting(self, template, _AS_TEXT(value))

    def news(self, template: str, value: Value) -> str:
        """A part that is drawn once for all who get the same, and then is old."""
        return _passing(self, template, _AS_TEXT(value))

    def lines(self, events: Sequence[Value], asks: bool = True) -> str:
        """Events as lines of a list; if somebody `asks`, each with a button that tells why."""
        told = [only(each, "number", "text", "reason") for each in events]
        return self.news("lines.html", {"events": told, "asks": asks}) if told else ""


def only(value: Value, *keys: str) -> dict[str, Any]:
    """Of a value what stands under these keys."""
    return {key: value[key] for key in keys}


def _drawn(deck: Deck, template: str, text: str) -> str:
    return drawn(template, deck.language, deck=deck, **json.loads(text))


_lasting = lru_cache(4_096)(_drawn)
_passing = lru_cache(256)(_drawn)


def _label(card: Value, labels: Value) -> tuple[str, str]:
    """The first label of a card that has a colour, and that colour; both empty if none has."""
    for each in card["fields"]:
        label = labels.get(each["name"], {}).get(each["value"])
        if label is not None and label["colour"]:
            return str(each["value"]), str(label["colour"])
    return "", ""
