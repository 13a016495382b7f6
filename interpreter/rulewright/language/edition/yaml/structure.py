"""Readers for lists and mappings, which report nodes of another shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rulewright.language.edition import edition_complaints as say
from rulewright.language.edition.yaml.coercions import as_keys, as_list
from rulewright.language.edition.yaml.error_places import tight_dash
from rulewright.language.edition.yaml.spanned import Spanned
from rulewright.language.edition.yaml.yaml_nodes import Broken, Items, Keys, Node, Scalar
from rulewright.language.edition.yaml.yaml_values import text, told
from rulewright.language.text import Complaints, nearest

Entries: TypeAlias = Sequence[tuple[Scalar, Node]]


def entries(node: Node | None, what: str, example: str, says: Complaints) -> Entries:
    """Return the entries of a mapping with arbitrary keys; empty after a complaint."""
    if node is None or isinstance(node, Broken):
        return ()
    if isinstance(node, Keys):
        return node.entries
    says.add(
        say.wrong_shape(node.span, what, "keys with values", told(node), as_keys(node) or example)
    )
    return ()


def known_entries(
    node: Node | None, what: str, known: Sequence[str], example: str, says: Complaints
) -> Mapping[str, Node]:
    """Return the values of the keys in `known`; other keys are reported.

    A misspelt key is read as the one that was meant, so that it is not also reported as missing.
    """
    given = entries(node, what, example, says)
    found = {key.text: value for key, value in given if key.text in known}
    for number, (key, value) in enumerate(given):
        if key.text not in known:
            above = left_empty(given[:number])
            says.add(say.unknown_key(key.span, key.text, what, known, above))
            found.pop(above or "", None)  # its empty value is the same mistake
            meant = say.meant_key(key.text, known) or nearest(key.text, known)
            if meant is not None:
                found.setdefault(meant, value)
    return found


def left_empty(above: Entries) -> str | None:
    """Return the last of these keys if it has no value, else None."""
    match above:
        case [*_, (key, Scalar(text="", plain=True))]:
            return key.text
        case _:
            return None


def items(node: Node | None, what: str, example: str, says: Complaints) -> Sequence[Node]:
    """Return the items of a list; empty after a complaint."""
    if node is None or isinstance(node, Broken):
        return ()
    if isinstance(node, Items):
        return node.items
    if (dash := tight_dash(node.span)) is not None:
        says.add(say.no_blank(dash))
    else:
        says.add(say.wrong_shape(node.span, what, "a list", told(node), as_list(node) or example))
    return ()


def texts(node: Node | None, what: str, example: str, says: Complaints) -> list[Spanned[str]]:
    """Return a list of texts; duplicates are reported."""
    found: dict[str, Spanned[str]] = {}
    for item in items(node, what, example, says):
        name = text(item, f"an entry of {what}", says)
        if name is None:
            continue
        if name.value in found:
            says.add(say.given_twice(name.span, found[name.value].span, name.value))
        else:
            found[name.value] = name
    return list(found.values())


def spanned(key: Scalar) -> Spanned[str]:
    """Return a key as a name with its span."""
    return Spanned(key.text, key.span)
