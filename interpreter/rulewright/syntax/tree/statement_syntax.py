"""Statements: what is done, in which order, and what it changes on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.syntax.tree.node import Node, Word, rule

if TYPE_CHECKING:
    from rulewright.syntax.tree.event_syntax import Labelled


@rule("block")
@frozen
class Block(Node):
    """Statements, and notes among them."""

    items: tuple[Node, ...]


@rule("sentence")
@frozen
class Sentence(Node):
    """`the victim gives 2 stones to me`: an event is done."""

    subject: Node | None
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]


@rule("plain")
@frozen
class Plain(Node):
    """A thing that a sentence speaks of."""

    what: Node


@rule("unit")
@frozen
class Unit(Node):
    """`2 stones`: a number with the word for what it counts."""

    what: Node
    unit: Word


@rule("all_of")
@frozen
class AllOf(Node):
    """`all stones`: as much as the doer has."""

    name: Word


@rule("i")
@frozen
class I(Node):  # noqa: E742 - the language's own word
    """The word itself."""


# ------------------------------------------------------------------ control


@rule("if_")
@frozen
class If(Node):
    """`if …`, with its `otherwise if` and its `otherwise`."""

    condition: Node
    block: Block
    else_ifs: tuple[ElseIf, ...]
    otherwise: Otherwise | None


@rule("otherwise")
@frozen
class Otherwise(Node):
    """What happens if not."""

    block: Block


@rule("else_if")
@frozen
class ElseIf(Node):
    """`otherwise if …`."""

    condition: Node
    block: Block


@rule("for_each")
@frozen
class ForEach(Node):
    """`for each card in …`."""

    name: Word
    source: Node
    block: Block


@rule("let")
@frozen
class Let(Node):
    """`let the count be …`: a name for what something comes to now."""

    name: Word
    value: Node


@rule("repeat")
@frozen
class Repeat(Node):
    """`repeat until …`: the rounds of a game."""

    condition: Node
    block: Block


@rule("until")
@frozen
class Until(Node):
    """`until the round ends`: rules that speak from now on, till then."""

    phase: Word
    rules: tuple[Node, ...]


@rule("carry_on")
@frozen
class CarryOn(Node):
    """The event that a rule stopped goes on."""


@rule("do_nothing")
@frozen
class DoNothing(Node):
    """Nothing happens."""


# ------------------------------------------------------------------ the table


@rule("set_")
@frozen
class Set(Node):
    """`set my stones to 3`."""

    target: Node
    value: Node


@rule("move", "move_all")
@frozen
class Move(Node):
    """A card, or all of a list, is laid somewhere."""

    what: Node
    to: Node


@rule("exchange")
@frozen
class Exchange(Node):
    """Two places exchange their contents, or two cards their places."""

    one: Node
    other: Node


@rule("shuffle")
@frozen
class Shuffle(Node):
    """A place is shuffled."""

    zone: Node


@rule("show", "show_all")
@frozen
class Show(Node):
    """A card, or all of a list, is shown to somebody."""

    what: Node
    to: Node


@rule("becomes")
@frozen
class Becomes(Node):
    """`the target becomes asleep`: a mark is set."""

    subject: Node
    mark: Word


@rule("stops")
@frozen
class Stops(Node):
    """`the target stops being asleep`: a mark is taken off."""

    subject: Node
    mark: Word


@rule("tell")
@frozen
class Tell(Node):
    """A line of the story, for all or for one player."""

    text: Word
    to: Node | None
