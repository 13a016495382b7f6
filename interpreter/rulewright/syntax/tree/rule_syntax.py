"""Rules: what a card or the frame says about events, phases, values, facts and moments."""

from __future__ import annotations

from attrs import frozen

from rulewright.syntax.tree.event_syntax import Binder, Labelled
from rulewright.syntax.tree.node import Node, Word, rule
from rulewright.syntax.tree.statement_syntax import Block


@frozen
class RuleNode(Node):
    """Anything that may stand where rules stand."""


@rule("hook")
@frozen
class Hook(RuleNode):
    """`before …` or `after …` an event."""

    moment: Word
    pattern: Pattern
    condition: Node | None
    block: Block


@rule("would")
@frozen
class Would(RuleNode):
    """`when … would …`: takes the event's place."""

    pattern: Pattern
    condition: Node | None
    block: Block


@rule("edge")
@frozen
class Edge(RuleNode):
    """`at the start of my turn`: where a phase begins or ends."""

    edge: Word
    whose: Word
    phase: Word
    condition: Node | None
    block: Block


@rule("pattern")
@frozen
class Pattern(Node):
    """Which events are meant: an event's sentence, with names for some of its things."""

    subject: Node
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]


@rule("pattern_tail", "tail")
@frozen
class Tail(Node):
    """What follows the verb of a pattern or of a sentence."""

    object: Node | None
    labelled: tuple[Labelled, ...]


@rule("another")
@frozen
class Another(Node):
    """`another player`: anyone but me; `another tower`: any but this."""

    type: Word
    called: Word | None

    @property
    def name(self) -> Word:
        """The name that is introduced."""
        return self.called or self.type


@rule("change")
@frozen
class Change(RuleNode):
    """`my reach is 3`, `this is shielded`: a value or a fact that a rule changes."""

    subject: Node
    other: Node | None
    how: Node
    each: ChangeEach | None
    condition: Node | None
    shown: Node | None = None


@rule("change_each")
@frozen
class ChangeEach(Node):
    """`, for each colour from colours`: a change for every label of a list."""

    name: Word
    source: Node


@rule("owned")
@frozen
class Owned(Node):
    """`a player's reach`: the value of anyone."""

    binder: Binder
    name: Word


@frozen
class How(Node):
    """How a value is changed."""

    amount: Node


@rule("to")
@frozen
class To(How):
    """`is 3`."""


@rule("more")
@frozen
class More(How):
    """`is 1 more`."""


@rule("less")
@frozen
class Less(How):
    """`is 1 less`."""


@rule("floor")
@frozen
class Floor(How):
    """`is at least 2`."""


@rule("ceiling")
@frozen
class Ceiling(How):
    """`is at most 4`."""


@rule("grant", "deny")
@frozen
class Grant(RuleNode):
    """`this shows a colour` or, denied, `this does not show a colour`."""

    subject: Node
    name: Word
    object: Node | None
    condition: Node | None
    granted: bool = True


@rule("restriction")
@frozen
class Restriction(RuleNode):
    """`a player cannot attack this`."""

    pattern: Pattern
    condition: Node | None


@rule("power")
@frozen
class Power(RuleNode):
    """`power swap at main`: what may be chosen at a moment."""

    name: Word
    shown: Word | None
    moment: Word | None
    clauses: tuple[Node, ...]
    block: Block


@rule("means")
@frozen
class Means(RuleNode):
    """`means swap to build this`: another way to meet the `first` deeds of an event."""

    name: Word
    shown: Word | None
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]
    clauses: tuple[Node, ...]
    block: Block


@rule("covering")
@frozen
class Covering(Node):
    """`, covers 1`: so much of the event's amount, and no more."""

    amount: Node


@rule("repeatedly")
@frozen
class Repeatedly(Node):
    """`, repeatedly`: as often as wanted."""


@rule("must")
@frozen
class Must(Node):
    """`, must`: before the moment ends."""


@rule("power_if")
@frozen
class PowerIf(Node):
    """`, if …`: when the power is offered."""

    condition: Node
