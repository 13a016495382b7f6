"""Conversion of lists and mappings from YAML; a node of another form is reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rulewright.language.edition import edition_complaints as say
from rulewright.language.edition.yaml.coercions import as_keys, as_list
from rulewright.language.edition.yaml.error_places import dash_without_blank
from rulewright.language.edition.yaml.spanned import Spanned
from rulewright.language.edition.yaml.yaml_nodes import Broken, Items, Keys, Node, Scalar
from rulewright.language.edition.yaml.yaml_values import describe_node, read_text
from rulewright.language.text import Complaints, nearest

Entries: TypeAlias = Sequence[tuple[Scalar, Node]]


def entries(node: Node | None, what: str, example: str, complaints: Complaints) -> Entries:
    """Return the keys and values of a mapping with arbitrary keys; empty after a complaint."""
    if node is None or isinstance(node, Broken):
        return ()
    if isinstance(node, Keys):
        return node.entries
    complaints.add(
        say.wrong_shape(
            node.span, what, "keys with values", describe_node(node), as_keys(node) or example
        )
    )
    return ()


def known_entries(
    node: Node | None, what: str, known: Sequence[str], example: str, complaints: Complaints
) -> Mapping[str, Node]:
    """Return the values of a mapping by key, for the keys in `known`; report other keys.

    A misspelt key is read as the one that was meant, so that it is not also reported as missing.
    """
    all_entries = entries(node, what, example, complaints)
    by_key = {key.text: value for key, value in all_entries if key.text in known}
    for number, (key, value) in enumerate(all_entries):
        if key.text not in known:
            above = last_empty_key(all_entries[:number])
            complaints.add(say.unknown_key(key.span, key.text, what, known, above))
            by_key.pop(above or "", None)  # its empty value is the same mistake
            intended = say.common_alias(key.text, known) or nearest(key.text, known)
            if intended is not None:
                by_key.setdefault(intended, value)
    return by_key


def last_empty_key(above: Entries) -> str | None:
    """Return the last key of these entries if it has no value, else None."""
    match above:
        case [*_, (key, Scalar(text="", plain=True))]:
            return key.text
        case _:
            return None


def items(node: Node | None, what: str, example: str, complaints: Complaints) -> Sequence[Node]:
    """Return the items of a list; empty after a complaint."""
    if node is None or isinstance(node, Broken):
        return ()
    if isinstance(node, Items):
        return node.items
    if (dash := dash_without_blank(node.span)) is not None:
        complaints.add(say.missing_blank(dash))
    else:
        complaints.add(
            say.wrong_shape(
                node.span, what, "a list", describe_node(node), as_list(node) or example
            )
        )
    return ()


def texts(node: Node | None, what: str, example: str, complaints: Complaints) -> list[Spanned[str]]:
    """Return the different texts of a list, each with its span; report duplicates."""
    by_text: dict[str, Spanned[str]] = {}
    for item in items(node, what, example, complaints):
        name = read_text(item, f"an entry of {what}", complaints)
        if name is None:
            continue
        if name.value in by_text:
            complaints.add(say.duplicate_entry(name.span, by_text[name.value].span, name.value))
        else:
            by_text[name.value] = name
    return list(by_text.values())


def to_spanned(key: Scalar) -> Spanned[str]:
    """Return the text of a key with its span."""
    return Spanned(key.text, key.span)
