"""The nodes of a YAML file: scalars, lists and mappings, each with its span."""

from __future__ import annotations

from typing import TypeAlias

from rulewright.base.records import Record, field
from rulewright.language.text import Span


class Scalar(Record):
    """A scalar of a YAML file (word, number or text) as written; `plain` if it is not in quotes."""

    text: str
    plain: bool
    span: Span = field(eq=False, repr=False)


class Items(Record):
    """A list of a YAML file."""

    items: tuple[Node, ...]
    span: Span = field(eq=False, repr=False)


class Keys(Record):
    """A mapping of a YAML file, in its order, without duplicate keys."""

    entries: tuple[tuple[Scalar, Node], ...]
    span: Span = field(eq=False, repr=False)


class Broken(Record):
    """A node of a YAML file that was already reported as wrong."""

    span: Span = field(eq=False, repr=False)


Node: TypeAlias = Scalar | Items | Keys | Broken
