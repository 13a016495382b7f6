"""The part of the form for a new table that chooses cards which the edition does not have by itself."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import Rules
from rulewright.base.records import Record
from rulewright.language.text import RulesError
from rulewright.runtime.session.explain.card_help import CardHelp
from rulewright.runtime.session.rules.internals import inside


class CastChoice(Record):
    """One choice of the form: the cards that may be added, and `own`, the edition's card in their place.

    With a `label` (a kind and its rank, say) at most one of the cards plays; without one, any number.
    """

    kind: str
    cards: tuple[CardHelp, ...]
    label: str = ""
    own: tuple[CardHelp, ...] = ()


def cast_choices(rules: Rules) -> list[CastChoice]:
    """Return the choices of cards outside the edition's cast; none if their rules have errors."""
    try:
        wide = rules.with_cast(rules.castable)
        known = inside(wide).program.cards
    except RulesError:
        return []
    cards = [inside(wide).card(name) for name in rules.castable if name in known]
    own = frozenset(inside(rules).edition.cast_card_names())
    return [*_choices(wide, cards, own)]


def _choices(rules: Rules, cards: list[CardHelp], own: frozenset[str]) -> Iterator[CastChoice]:
    """Yield the choices by kind: one for each value of the field that is unique in a game, or one for all cards.

    There is none where the edition has all the cards.
    """
    words = inside(rules).words
    for kind in dict.fromkeys(card.kind for card in cards):
        field = inside(rules).one_per.get(kind, "")
        groups: dict[object, list[CardHelp]] = {}
        for card in cards:
            if card.kind == kind:
                groups.setdefault(card.fields.get(field), []).append(card)
        for value in sorted(groups, key=_by_number):
            others = tuple(card for card in groups[value] if card.name not in own)
            here = tuple(card for card in groups[value] if card.name in own)
            label = "" if value is None else f"{words.name(field)} {words.label(str(value))}"
            if others:
                yield CastChoice(words.name(kind), others, label, here)


def _by_number(value: object) -> tuple[float, str]:
    """Return a sort key that puts numbers in their order, before words."""
    return (value, "") if isinstance(value, int) else (float("inf"), str(value))


def card_pictures(rules: Rules, choices: list[CastChoice]) -> dict[str, object]:
    """Return the cards of the choices as the table's script draws them, and the labels of their fields."""
    words, colours = inside(rules).words, inside(rules).label_colours
    labels: dict[str, dict[str, object]] = {}
    cards = {}
    for card in (card for choice in choices for card in (*choice.own, *choice.cards)):
        fields = []
        for name, value in card.fields.items():
            said = words.label(value).replace("-", " ") if isinstance(value, str) else None
            fields.append({"name": name, "called": words.name(name), "value": value, "said": said})
            if isinstance(value, str):
                label = {"called": said, "colour": colours.get(value)}
                labels.setdefault(name, {})[value] = label
        cards[card.name] = {
            "card": card.name, "called": card.shown, "kind": card.kind, "kind_called": words.name(card.kind),
            "count": 1, "text": card.text, "fields": fields,
        }  # fmt: skip
    return {"cards": cards, "labels": labels}
