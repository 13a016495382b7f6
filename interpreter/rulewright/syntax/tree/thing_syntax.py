"""Lists, and the names of things."""

from __future__ import annotations

from attrs import frozen

from rulewright.syntax.tree.node import Node, Word, rule


@rule("filtered")
@frozen
class Filtered(Node):
    """`… where …`."""

    source: Node
    condition: Node


@rule("members")
@frozen
class Members(Node):
    """`towers in my hand`."""

    kind: Word
    zone: Node


@rule("any_zone")
@frozen
class AnyZone(Node):
    """`any hand`, `any other hand`."""

    other: bool
    zone: Word


@rule("other")
@frozen
class OtherWord(Node):
    """The word itself."""


@rule("members_of_any")
@frozen
class MembersOfAny(Node):
    """`towers in any hand`."""

    kind: Word
    zone: AnyZone


@rule("others")
@frozen
class Others(Node):
    """`other players`."""

    name: Word


@rule("around")
@frozen
class Around(Node):
    """`players starting with me`."""

    name: Word
    start: Node


# ------------------------------------------------------------------ names


@rule("get")
@frozen
class Get(Node):
    """`X's name`."""

    of: Node
    name: Word


@rule("me")
@frozen
class Me(Node):
    """The player for whom a rule speaks."""


@rule("this")
@frozen
class This(Node):
    """The card on which a rule stands."""


@rule("it")
@frozen
class It(Node):
    """What a `where` looks at."""


@rule("the")
@frozen
class The(Node):
    """`the name`."""

    name: Word


@rule("my")
@frozen
class My(Node):
    """`my name`."""

    name: Word


@rule("its")
@frozen
class Its(Node):
    """`its name`."""

    name: Word


@rule("proper")
@frozen
class Proper(Node):
    """A card by its name, or a seat by its letter."""

    name: Word


@rule("name")
@frozen
class Name(Node):
    """A word on its own."""

    word: Word


@rule("number")
@frozen
class Number(Node):
    """Digits, perhaps with a `-` before them."""

    word: Word


@rule("yes")
@frozen
class Yes(Node):
    """The word itself."""


@rule("no")
@frozen
class No(Node):
    """The word itself."""


@rule("nothing")
@frozen
class Nothing(Node):
    """Nothing, or nobody."""


@rule("top")
@frozen
class Top(Node):
    """`the top of the pile`."""

    zone: Node


@rule("bottom")
@frozen
class Bottom(Node):
    """`the bottom of the pile`."""

    zone: Node
