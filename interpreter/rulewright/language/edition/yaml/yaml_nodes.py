"""What a YAML file is made of: words, lists and keys, each with its place."""

from __future__ import annotations

from typing import TypeAlias

from rulewright.base.records import Record, field
from rulewright.language.text import Span


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
