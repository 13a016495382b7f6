"""What there is: kinds of cards, places, numbers, marks, values, facts and settings."""

from __future__ import annotations

from attrs import frozen

from rulewright.syntax.tree.event_syntax import Binder
from rulewright.syntax.tree.node import Node, Word, rule
from rulewright.syntax.tree.note_syntax import Notes


@rule("game")
@frozen
class Game(Node):
    """`game NAME`: what the game is called."""

    name: Word


@rule("labels")
@frozen
class Labels(Node):
    """`labels colour: red, green`: a closed list of words."""

    name: Word
    items: tuple[Word, ...]
    notes: Notes | None


@rule("kind")
@frozen
class Kind(Node):
    """A kind of card, with its fields, where its cards start, and for whom they speak."""

    name: Word
    order: Word | None
    items: tuple[Field | Starts | Stance, ...]


@rule("field")
@frozen
class Field(Node):
    """`price: number = 1`: what every card of the kind says."""

    name: Word
    type: TypeName
    default: Node | None


@rule("starts")
@frozen
class Starts(Node):
    """`starts in the pile`."""

    zone: Node


@rule("stance")
@frozen
class Stance(Node):
    """`speaks built for this's owner while …`: when a card of the kind speaks, and for whom."""

    name: Word
    player: Node
    condition: Node | None


@rule("type")
@frozen
class TypeName(Node):
    """`number`, `colour or nothing`, `a-way or another-way`."""

    names: tuple[Word, ...]


@rule("common")
@frozen
class Common(Node):
    """`there is`: of a place or number that belongs to nobody."""


@rule("of_each")
@frozen
class OfEach(Node):
    """`for each colour`: its owner has one for every label of a list."""

    labels: Word


@rule("in_order")
@frozen
class InOrder(Node):
    """`, in order`: of a place that has a top and a bottom."""


@rule("zone")
@frozen
class Zone(Node):
    """`each player has a hand of towers, seen by its owner`: a place for cards."""

    owner: Word | Common
    name: Word
    holds: Word
    each: OfEach | None
    ordered: InOrder | None
    sight: Sight
    notes: Notes | None


@rule("track")
@frozen
class Track(Node):
    """`each player has stones, a number, seen by everyone`: a number or pointer that is kept."""

    owner: Word | Common
    name: Word
    each: OfEach | None
    type: TypeName
    start: Node | None
    lasting: Lasting | None
    sight: Sight
    notes: Notes | None


@rule("mark")
@frozen
class Mark(Node):
    """`a player may be asleep, seen by everyone`: a yes or no that is kept."""

    owner: Word
    name: Word
    lasting: Lasting | None
    sight: Sight
    notes: Notes | None


@frozen
class Lasting(Node):
    """When a number or mark goes back to its start."""

    name: Word


@rule("for_phase")
@frozen
class ForPhase(Lasting):
    """`for the round`."""


@rule("while_in")
@frozen
class WhileIn(Lasting):
    """`while in a hand`."""


@rule("sight")
@frozen
class Sight(Node):
    """`seen by …`: everyone, nobody, or a player."""

    viewer: Node


@rule("everyone")
@frozen
class Everyone(Node):
    """The word itself."""


@rule("value")
@frozen
class Value(Node):
    """`value a player's reach is 2`: a number worked out when it is asked for."""

    subject: Binder | None
    name: Word
    other: Binder | None
    result: Node
    notes: Notes | None


@frozen
class Fact(Node):
    """`a player is finished, if …` (no object) or `a tower shows a colour, if …`."""

    subject: Binder
    name: Word
    object: Binder | None
    condition: Node | None
    notes: Notes | None


@rule("setting")
@frozen
class Setting(Node):
    """`setting goal: number = 8`: what an edition may choose."""

    name: Word
    type: TypeName
    default: Node
    notes: Notes | None
