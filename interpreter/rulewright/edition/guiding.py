"""Reads what an edition says about how its game is shown."""

from __future__ import annotations

from rulewright.edition import edition_complaints as say
from rulewright.edition.guides import FORMS, PARTS, SHOWN, Guide, Layout, Told, Written
from rulewright.edition.shapes import entries, known_entries, spanned, texts
from rulewright.edition.yaml_nodes import Node
from rulewright.edition.yaml_values import text, words
from rulewright.text import Complaints


def guide_of(node: Node | None, says: Complaints) -> Guide:
    """Read `guide`: aim, end, round, and what to know before decisions."""
    if node is None:
        return Guide()
    example = "guide: {aim: Have the most points.}"
    found = known_entries(node, "`guide`", (*PARTS, "first"), example, says)
    parts = {key: words(found[key], f"`{key}` in `guide`", says) for key in PARTS if key in found}
    first = {}
    for key, given in entries(
        found.get("first"), "`first` in `guide`", "first: {drafts.card: Keep one.}", says
    ):
        first[key.text] = Told(spanned(key), words(given, f"what is told of {key.text}", says))
    return Guide({key: said for key, said in parts.items() if said}, first)


def layout_of(node: Node | None, says: Complaints) -> Layout:
    """Read `layout`: order, show, cards."""
    if node is None:
        return Layout()
    example = "layout: {order: [coins, hand]}"
    found = known_entries(node, "`layout`", ("order", "show", "cards"), example, says)
    order = texts(found.get("order"), "`order` in `layout`", "order: [coins, hand]", says)
    show = {}
    for key, given in entries(
        found.get("show"), "`show` in `layout`", "show: {coins: always}", says
    ):
        when = text(given, f"when {key.text} is shown", says)
        if when is not None and when.value not in SHOWN:
            says.add(say.no_such_time(when.span, when.value, SHOWN))
        elif when is not None:
            show[key.text] = (spanned(key), when.value)
    return Layout(tuple(order), show, _cards(found.get("cards"), says))


def _cards(node: Node | None, says: Complaints) -> dict[str, Written]:
    found = {}
    example = 'cards: {tower: {short: "{name} {height}"}}'
    for key, given in entries(node, "`cards` in `layout`", example, says):
        what = f"how a {key.text} is written"
        known = known_entries(given, what, FORMS, '{short: "{name} {height}"}', says)
        forms = {
            form: said
            for form in known
            if (said := words(known[form], f"`{form}` of a {key.text}", says))
        }
        found[key.text] = Written(spanned(key), forms)
    return found
