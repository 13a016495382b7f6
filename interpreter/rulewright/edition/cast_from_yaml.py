"""Reads the cast: of each kind of card one or more lists, each given whole or by what is added and removed."""

from __future__ import annotations

from typing import Final

from rulewright.edition import edition_complaints as say
from rulewright.edition.edition import Card, CastChange, Spanned
from rulewright.edition.shapes import as_list, entries, known_entries, spanned, texts
from rulewright.edition.yaml_nodes import Broken, Items, Keys, Node, told
from rulewright.edition.yaml_values import is_id, number
from rulewright.text import Complaints, Span

MOST_COPIES: Final = 999

_EXAMPLE: Final = "[Tower, Well]"
CHANGES: Final = ("add", "remove")
"""What is said of the cards of a kind that an edition has more, or does not have."""


def cast_of(node: Node | None, says: Complaints) -> dict[str, CastChange]:
    """Read the cast of every kind; a key is a kind, or a kind and the name of a list: `tower/old`."""
    cast = {}
    for key, given in entries(node, "`cast`", "cast: {tower: [Keep, Gate]}", says):
        if key.text in CHANGES and isinstance(given, Keys | Items):
            says.add(say.kind_first(key.span, key.text))
            continue
        _, slash, name = key.text.partition("/")
        if slash and not is_id(name):
            says.add(say.bad_id(key.span, f"the name of the list in `{key.text}`", name))
        change = _change(spanned(key), given, says)
        if change is not None:
            cast[key.text] = change
    return cast


def _change(key: Spanned[str], node: Node, says: Complaints) -> CastChange | None:
    if isinstance(node, Broken):
        return None
    if isinstance(node, Keys) and _says_changes(node):
        return _relative(key, node, says)
    return CastChange(key, True, _cards(node, key.span, f"the cast of {key.value}", says))


def _says_changes(node: Keys) -> bool:
    """Whether keys say what is added and removed, and not how many copies there are of each card."""
    return any(
        key.text in CHANGES or isinstance(given, Keys | Items) for key, given in node.entries
    )


def _relative(key: Spanned[str], node: Keys, says: Complaints) -> CastChange:
    what = f"the cast of {key.value}"
    found = known_entries(node, what, CHANGES, "{add: [Tower]}", says)
    cards = _cards(found["add"], key.span, f"`add` in {what}", says) if "add" in found else {}
    remove = {}
    for name in texts(found.get("remove"), f"`remove` in {what}", _EXAMPLE, says):
        if name.value in cards:
            added = cards[name.value].name.span
            says.add(say.added_and_removed(name.span, added, name.value))
        else:
            remove[name.value] = name
    return CastChange(key, False, cards, remove)


def _cards(node: Node, listed: Span, what: str, says: Complaints) -> dict[str, Card]:
    if isinstance(node, Keys):
        return _cards_with_copies(node, listed, says)
    if isinstance(node, Items | Broken):
        names = texts(node, what, _EXAMPLE, says)
        return {name.value: Card(name, Spanned(1, name.span), listed) for name in names}
    expected = "a list of cards, or cards with their number of copies"
    says.add(say.wrong_shape(node.span, what, expected, told(node), as_list(node) or _EXAMPLE))
    return {}


def _cards_with_copies(node: Keys, listed: Span, says: Complaints) -> dict[str, Card]:
    cards = {}
    for key, given in node.entries:
        copies = number(given, f"the copies of {key.text}", 1, MOST_COPIES, says)
        if copies is not None:
            cards[key.text] = Card(spanned(key), copies, listed)
    return cards
