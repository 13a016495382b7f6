"""What YAML says, as a tree that knows its places: words, lists and keys, and nothing more."""

from __future__ import annotations

from typing import TypeAlias

from rulewright.records import Record, field
from rulewright.text import Span


class Scalar(Record):
    """A word, a number or a text, as written; `plain` when it stood in no quotes."""

    text: str
    plain: bool
    span: Span = field(eq=False, repr=False)


class Items(Record):
    """A list."""

    items: tuple[Node, ...]
    span: Span = field(eq=False, repr=False)


class Keys(Record):
    """Keys with values, in the order of the file; no key comes twice."""

    entries: tuple[tuple[Scalar, Node], ...]
    span: Span = field(eq=False, repr=False)


class Broken(Record):
    """Something that was complained about already."""

    span: Span = field(eq=False, repr=False)


Node: TypeAlias = Scalar | Items | Keys | Broken


def told(node: Node) -> str:
    """Return what `node` is, for a message."""
    match node:
        case Items():
            return "a list"
        case Keys():
            return "keys"
        case Scalar(text="", plain=True):
            return "nothing"
        case Scalar():
            return f"`{_short(node.text)}`"
        case Broken():
            return "something else"


def _short(text: str, most: int = 40) -> str:
    line = text.split("\n", 1)[0]
    return line if len(line) <= most and line == text else line[:most] + "…"
