"""Conditions and sums."""

from __future__ import annotations

from typing import Literal

from rulewright.language.syntax.tree.node import Node, Word, kinds
from rulewright.language.syntax.tree.statement_syntax import Labelled

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
    "smaller",
    "larger",
]
UnaryOperator = Literal["not", "negate"]
CanKind = Literal["can", "cannot"]
SomeKind = Literal["some", "none", "some several", "none several"]
GatheredKind = Literal["total", "most", "least", "median"]


@kinds(BinaryOperator)
class Binary(Node):
    """Two things with words or a sign between them."""

    operator: BinaryOperator
    left: Node
    right: Node


@kinds(UnaryOperator)
class Unary(Node):
    """A condition or sum with a word or sign before it."""

    operator: UnaryOperator
    what: Node


class Half(Node):
    """`half my stones, rounded up`."""

    what: Node
    rounded: Word | None


class Divided(Node):
    """`my stones divided by 3, rounded down`."""

    left: Node
    right: Node
    rounded: Word


class Related(Node):
    """`the tower shows the colour`: a fact about two things."""

    subject: Node
    name: Word
    object: Node


@kinds(CanKind)
class Can(Node):
    """`I can build it`: whether the event could happen."""

    kind: CanKind
    subject: Node
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]


@kinds(SomeKind)
class Some(Node):
    """`there is a tower in my hand where …`, `there is no tower in …`, `there are no towers in …`."""

    kind: SomeKind
    name: Word
    source: Node
    condition: Node | None = None


class ValueFor(Node):
    """`the tower's price for me`."""

    value: Node
    other: Node


class NumberOf(Node):
    """`the number of …`."""

    source: Node
    condition: Node | None = None


class Different(Node):
    """`the number of different colours of …`."""

    name: Word
    source: Node
    condition: Node | None = None


class FirstOf(Node):
    """`the first of …`: of a list that may be empty."""

    source: Node


class OnlyOf(Node):
    """`the only one of …`: of a list that may have none or several."""

    source: Node


@kinds(GatheredKind)
class Gathered(Node):
    """`the total cost of …`, `the most stones of …`, `the least stones of …`."""

    how: GatheredKind
    name: Word
    source: Node
    condition: Node | None = None
