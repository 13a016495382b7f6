"""Syntax nodes of conditions and arithmetic."""

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
    """A binary operation; the operator is a word or a sign."""

    operator: BinaryOperator
    left: Node
    right: Node


@kinds(UnaryOperator)
class Unary(Node):
    """A condition or number with a prefix operator."""

    operator: UnaryOperator
    what: Node


class Half(Node):
    """`half my stones, rounded up`: half of a number, rounded."""

    what: Node
    rounded: Word | None


class Divided(Node):
    """`my stones divided by 3, rounded down`: a rounded quotient."""

    left: Node
    right: Node
    rounded: Word


class Related(Node):
    """`the tower shows the colour`: a fact that relates two things."""

    subject: Node
    name: Word
    object: Node


@kinds(CanKind)
class Can(Node):
    """`I can build it`: whether an event is possible."""

    kind: CanKind
    subject: Node
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]


@kinds(SomeKind)
class Some(Node):
    """`there is a tower in my hand where …`, `there are no towers in …`: a test for members of a list."""

    kind: SomeKind
    name: Word
    source: Node
    condition: Node | None = None


class ValueFor(Node):
    """`the tower's price for me`: a value with a second argument, after `for`."""

    value: Node
    other: Node


class NumberOf(Node):
    """`the number of …`: the length of a list."""

    source: Node
    condition: Node | None = None


class Different(Node):
    """`the number of different colours of …`: the count of distinct values."""

    name: Word
    source: Node
    condition: Node | None = None


class FirstOf(Node):
    """`the first of …`: the first item of a list that may be empty."""

    source: Node


class OnlyOf(Node):
    """`the only one of …`: the single item of a list that may have none or several."""

    source: Node


@kinds(GatheredKind)
class Gathered(Node):
    """`the total cost of …`, `the most stones of …`, `the least stones of …`: an aggregate over a list."""

    how: GatheredKind
    name: Word
    source: Node
    condition: Node | None = None
