"""The presentation of a game in an edition: introductory texts, order of the table, and forms of cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rulewright.base.records import Record, field
from rulewright.language.edition.yaml.spanned import Spanned, Text

PARTS: Final = ("aim", "end", "round")
"""The parts of a guide in order of presentation."""

SHOWN: Final = ("always", "unless-zero", "never")
"""When a variable is shown."""

FORMS: Final = ("short", "long")
"""The forms in which a card can be written."""


class NamedText(Record):
    """A text in several languages about a thing that the rules name."""

    name: Spanned[str]
    text: Text


class GameGuide(Record):
    """The introduction to a game for new players.

    `parts` are its texts by part, such as aim and end. `first` are hints shown before the first decision of a
    kind.
    """

    parts: Mapping[str, Text] = field(factory=dict)
    first: Mapping[str, NamedText] = field(factory=dict)

    def over(self, below: GameGuide) -> GameGuide:
        """Return this guide merged with `below`, whose texts fill those missing here."""
        return GameGuide({**below.parts, **self.parts}, {**below.first, **self.first})


class CardTemplates(Record):
    """Text templates for showing cards of one kind, by form; a missing form uses the default template."""

    kind: Spanned[str]
    forms: Mapping[str, Text]


class TableLayout(Record):
    """The presentation of the table: the order of items, when each is shown, and templates for cards.

    `show` has for each number or mark when it is shown. `cards` has templates by kind.
    """

    order: tuple[Spanned[str], ...] = ()
    show: Mapping[str, tuple[Spanned[str], str]] = field(factory=dict)
    cards: Mapping[str, CardTemplates] = field(factory=dict)

    def over(self, below: TableLayout) -> TableLayout:
        """Return this layout merged with `below`, whose parts fill those missing here."""
        cards = dict(below.cards)
        for kind, written in self.cards.items():
            known = cards[kind].forms if kind in cards else {}
            cards[kind] = CardTemplates(written.kind, {**known, **written.forms})
        return TableLayout(self.order or below.order, {**below.show, **self.show}, cards)
