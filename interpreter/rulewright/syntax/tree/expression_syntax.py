"""Conditions and sums."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rulewright.syntax.tree.node import Node, Word, kinds
from rulewright.syntax.tree.sentence_syntax import Labelled

BinaryOperator = Literal[
    "or",
    "and",
    "is",
    "is not",
    "is in",
    "is not in",
    "more than",
    "less than",
    "at least",
    "at most",
    "plus",
    "minus",
    "times",
    "range",
]
UnaryOperator = Literal["not", "negate", "half"]
CanKind = Literal["can", "cannot"]
SomeKind = Literal["some", "none"]
GatheredKind = Literal["total", "most", "least"]


@kinds(BinaryOperator)
@frozen
class Binary(Node):
    """Two things with words or a sign between them."""

    operator: BinaryOperator
    left: Node
    right: Node


@kinds(UnaryOperator)
@frozen
class Unary(Node):
    """A condition or sum with a word or sign before it."""

    operator: UnaryOperator
    what: Node


@frozen
class Related(Node):
    """`the tower shows the colour`: a fact about two things."""

    subject: Node
    name: Word
    object: Node


@kinds(CanKind)
@frozen
class Can(Node):
    """`I can build it`: whether the event could happen."""

    kind: CanKind
    subject: Node
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]


@kinds(SomeKind)
@frozen
class Some(Node):
    """`there is a tower in my hand where …`, `there is no tower in …`."""

    kind: SomeKind
    name: Word
    source: Node
    condition: Node | None = None


@frozen
class ValueFor(Node):
    """`the tower's price for me`."""

    value: Node
    other: Node


@frozen
class NumberOf(Node):
    """`the number of …`."""

    source: Node
    condition: Node | None = None


@kinds(GatheredKind)
@frozen
class Gathered(Node):
    """`the total cost of …`, `the most stones of …`, `the least stones of …`."""

    how: GatheredKind
    name: Word
    source: Node
    condition: Node | None = None
