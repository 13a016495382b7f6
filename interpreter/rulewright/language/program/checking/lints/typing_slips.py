"""Lint for typing slips: numbers far from those of similar cards, names with letters of other alphabets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulewright.language.program import complaints as say
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.declarations import Card
from rulewright.language.text import Complaint, Span, to_nfc

MIN_CARDS: Final = 6
"""Number of cards needed before one of them can be an outlier."""
OUTLIER_FACTOR: Final = 3
"""An outlier is more than this many times the largest other value."""


def find_outliers(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about card values far above those of other cards, and about single negative ones."""
    program = graph.program
    for kind in program.kinds.values():
        cards = [card for card in program.cards.values() if card.kind == kind.name]
        for name in kind.fields:
            numbers = {card.name: card.values.get(name) for card in cards}
            known = {
                card: n
                for card, n in numbers.items()
                if isinstance(n, int) and not isinstance(n, bool)
            }
            if len(known) < MIN_CARDS:
                continue
            *others, last = sorted(known.values())
            for card in cards:
                number = known.get(card.name)
                far = number == last and last > OUTLIER_FACTOR * max(others[-1], 1)
                below = number is not None and number < 0 <= sorted(known.values())[1]
                if far or below:
                    usual = (min(others), max(others)) if far else (sorted(known.values())[1], last)
                    yield say.lints.far_from_others(
                        _value_span(card, name, number), name, *usual, kind.name
                    )


def _value_span(card: Card, field: str, number: int | None) -> Span:
    """Return the span of a field's value on a card; that of the card's name if the value is not found."""
    source = card.at.source
    match = re.compile(rf"\b{re.escape(field)} ({number})\b").search(source.text, card.at.end)
    return Span(source, match.start(1), match.end(1)) if match else card.at


_HOMOGLYPHS: Final = str.maketrans(
    "АВЕКМНОРСТХІЈЅУаеорсхуіјѕԁһвкмнтΑΒΕΖΗΙΚΜΝΟΡΤΥΧονυρικχα",
    "ABEKMHOPCTXIJSYaeopcxyijsdhbkmhtABEZHIKMNOPTYXovupikxa",
)
"""Cyrillic and Greek letters to the Latin letters that they resemble (homoglyphs)."""


def find_homoglyphs(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about names that look like other names, but have Cyrillic or Greek letters."""
    declarations = [each for _, table in graph.program.tables_by_sort() for each in table.values()]
    plain = {each.name: each for each in declarations if each.name.isascii()}
    for each in declarations:
        plain_name = to_nfc(each.name.translate(_HOMOGLYPHS))
        if plain_name != each.name and plain_name in plain:
            yield say.lints.resembles_other_name(each.at, each.name, plain_name)
