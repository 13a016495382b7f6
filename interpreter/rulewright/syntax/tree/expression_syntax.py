"""Conditions and sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.syntax.tree.node import Node, Word, rule

if TYPE_CHECKING:
    from rulewright.syntax.tree.event_syntax import Labelled


@frozen
class Two(Node):
    """Two things with a word or sign between them."""

    left: Node
    right: Node


@rule("or_")
@frozen
class Or(Two):
    """One of the two holds."""


@rule("and_")
@frozen
class And(Two):
    """Both hold."""


@rule("is_")
@frozen
class Is(Two):
    """They are the same, or the right one is true of the left."""


@rule("is_not")
@frozen
class IsNot(Two):
    """They are not."""


@rule("more_than")
@frozen
class MoreThan(Two):
    """`is more than`."""


@rule("less_than")
@frozen
class LessThan(Two):
    """`is less than`."""


@rule("at_least")
@frozen
class AtLeast(Two):
    """`is at least`."""


@rule("at_most")
@frozen
class AtMost(Two):
    """`is at most`."""


@rule("is_in")
@frozen
class IsIn(Two):
    """`is in`: it lies there."""


@rule("is_not_in")
@frozen
class IsNotIn(Two):
    """`is not in`."""


@rule("plus")
@frozen
class Plus(Two):
    """`+`."""


@rule("minus")
@frozen
class Minus(Two):
    """`-`."""


@rule("times")
@frozen
class Times(Two):
    """`*`."""


@rule("range")
@frozen
class Range(Two):
    """`1 to 3`: the numbers from here to there."""


@rule("not_")
@frozen
class Not(Node):
    """It does not hold."""

    what: Node


@rule("negate")
@frozen
class Negate(Node):
    """`-` before a sum."""

    what: Node


@rule("half")
@frozen
class Half(Node):
    """Half of a sum."""

    what: Node


@rule("related")
@frozen
class Related(Node):
    """`the tower shows the colour`: a fact about two things."""

    subject: Node
    name: Word
    object: Node


@rule("can", "cannot")
@frozen
class Can(Node):
    """`I can build it`: whether the event could happen."""

    subject: Node
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]
    negated: bool = False


@rule("some", "none")
@frozen
class Some(Node):
    """`there is a tower in my hand where …`; negated: `there is no tower in …`."""

    name: Word
    source: Node
    condition: Node | None
    negated: bool = False


@rule("value_for")
@frozen
class ValueFor(Node):
    """`the tower's price for me`."""

    value: Node
    other: Node


@rule("number_of")
@frozen
class NumberOf(Node):
    """`the number of …`."""

    source: Node
    condition: Node | None


@rule("total_of", "most_of", "least_of")
@frozen
class Gathered(Node):
    """`the total cost of …`, `the most stones of …`, `the least stones of …`."""

    name: Word
    source: Node
    condition: Node | None
    how: str = "total"
