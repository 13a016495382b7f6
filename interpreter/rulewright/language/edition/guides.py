"""How an edition lets its game be shown: what it is about, what stands where, how a card is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rulewright.base.records import Record, field
from rulewright.language.edition.yaml.spanned import Spanned, Text

PARTS: Final = ("aim", "end", "round")
"""What a guide tells of a game, in this order."""

SHOWN: Final = ("always", "unless-zero", "never")
"""When something that is kept is shown."""

FORMS: Final = ("short", "long")
"""How a card may be written."""


class Told(Record):
    """Words that stand under a name of the rules."""

    name: Spanned[str]
    text: Text


class Guide(Record):
    """What a person is told of a game: its parts, and what to know before the first decision of a kind."""

    parts: Mapping[str, Text] = field(factory=dict)
    first: Mapping[str, Told] = field(factory=dict)

    def over(self, below: Guide) -> Guide:
        """This one, with what it leaves open taken from another."""
        return Guide({**below.parts, **self.parts}, {**below.first, **self.first})


class Written(Record):
    """How cards of a kind are written; empty where nothing is said."""

    kind: Spanned[str]
    forms: Mapping[str, Text]


class Layout(Record):
    """How the table is shown: what stands first, what is shown when, how cards are written."""

    order: tuple[Spanned[str], ...] = ()
    show: Mapping[str, tuple[Spanned[str], str]] = field(factory=dict)
    cards: Mapping[str, Written] = field(factory=dict)

    def over(self, below: Layout) -> Layout:
        """This one, with what it leaves open taken from another."""
        cards = dict(below.cards)
        for kind, written in self.cards.items():
            known = cards[kind].forms if kind in cards else {}
            cards[kind] = Written(written.kind, {**known, **written.forms})
        return Layout(self.order or below.order, {**below.show, **self.show}, cards)
