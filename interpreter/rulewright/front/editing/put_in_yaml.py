"""Changes of YAML that put something in below keys, in the way in which the file is written."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

from rulewright.edition.parse_yaml import tree_of
from rulewright.edition.yaml_nodes import Items, Keys, Node
from rulewright.text import Complaints, Source, Span

Change = tuple[Span, str]

_PLAIN: Final = re.compile(r"[^\W\d_](?:[\w '’-]*\w)?")


def scalar(text: str) -> str:
    """A text as YAML has it, in quotes where it might be something else without."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def put_in(
    source: Source, keys: Sequence[str], rows: Sequence[str], *, listed: bool = False
) -> Change | None:
    """The change that adds rows below these keys: entries, or things of a list, where there is one or is to be one.

    None where something else stands there.
    """
    node: Node | None = tree_of(source, Complaints())
    left = list(keys)
    while left and isinstance(node, Keys):
        found = {key.text: inside for key, inside in node.entries}.get(left[0])
        if found is None:
            break
        node, left = found, left[1:]
    if isinstance(node, Items):
        dashed = [f"- {row}" for row in rows]
        return _in_flow(source, node, rows) or _above(source, node.items[0], dashed)
    if not isinstance(node, Keys):
        return None
    if (change := _in_flow(source, node, [_nested(left, rows, listed)])) is not None:
        return change
    lines = [_nested(left, rows, listed)] if listed else _block(left, rows)
    if len(left) == len(keys):
        end, text = len(source.text), source.text
        return Span(source, end, end), ("" if text.endswith("\n") else "\n") + "\n".join(
            lines
        ) + "\n"
    return _above(source, node.entries[0][0], lines)


def _nested(keys: Sequence[str], rows: Sequence[str], listed: bool) -> str:
    """All in one line."""
    said = ", ".join(rows)
    if keys:
        said = f"[{said}]" if listed else f"{{{said}}}"
    for number, key in enumerate(reversed(keys)):
        said = f"{scalar(key)}: {said}" if number == 0 else f"{scalar(key)}: {{{said}}}"
    return said


def _block(keys: Sequence[str], rows: Sequence[str]) -> list[str]:
    """Each row on a line of its own, below its keys."""
    heads = [f"{'  ' * number}{scalar(key)}:" for number, key in enumerate(keys)]
    return [*heads, *(f"{'  ' * len(keys)}{row}" for row in rows)]


def _in_flow(source: Source, node: Keys | Items, rows: Sequence[str]) -> Change | None:
    """Behind its first sign, where it is written in brackets or braces."""
    start = node.span.start
    if source.text[start : start + 1] not in ("{", "["):
        return None
    inside = node.items if isinstance(node, Items) else node.entries
    said = ", ".join(rows)
    return Span(source, start + 1, start + 1), f"{said}, " if inside else said


def _above(source: Source, node: Node, lines: Sequence[str]) -> Change:
    """Lines above that of a node, just as deep."""
    begun = source.text.rfind("\n", 0, node.span.start) + 1
    line = source.text[begun:]
    depth = line[: len(line) - len(line.lstrip())]
    return Span(source, begun, begun), "".join(f"{depth}{each}\n" for each in lines)
