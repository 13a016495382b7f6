"""What there is: kinds of cards, places, numbers, marks, values, facts, settings, tables, cards."""

from __future__ import annotations

from attrs import frozen

from rulewright.syntax.tree.happenings import Binder
from rulewright.syntax.tree.node import Node, Word, rule
from rulewright.syntax.tree.notes import Notes


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
    ordered: InOrder | None
    sight: Sight
    notes: Notes | None


@rule("track")
@frozen
class Track(Node):
    """`each player has stones, a number, seen by everyone`: a number or pointer that is kept."""

    owner: Word | Common
    name: Word
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


@rule("fact")
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


@rule("table")
@frozen
class Table(Node):
    """Numbers in rows, and perhaps columns, read by what its keys come to."""

    name: Word
    row_key: Node
    column_key: Node | None
    notes: tuple[Node, ...]
    heading: Heading
    rows: tuple[Row, ...]


@rule("heading")
@frozen
class Heading(Node):
    """The first line of a table."""

    name: Word
    cells: tuple[Node, ...]


@rule("row")
@frozen
class Row(Node):
    """A line of a table; its first cell is its key."""

    cells: tuple[Node, ...]


@rule("range_cell")
@frozen
class RangeCell(Node):
    """`4..8`."""

    word: Word


@rule("no_cell")
@frozen
class NoCell(Node):
    """`-`: there is no game for which this cell is asked."""


@rule("list")
@frozen
class CardList(Node):
    """Cards without rules of their own, a line each."""

    kind: Word
    notes: tuple[Node, ...]
    heading: tuple[Word, ...]
    rows: tuple[ListRow, ...]


@rule("list_heading")
@frozen
class ListHeading(Node):
    """The first line of a list: `name` and the fields."""

    names: tuple[Word, ...]


@rule("list_row")
@frozen
class ListRow(Node):
    """A card of a list."""

    name: Word
    cells: tuple[Node, ...]


@rule("card")
@frozen
class Card(Node):
    """A card with what it says: fields, notes, rules, sections of rules."""

    kind: Word
    name: Word
    body: tuple[Node, ...]


@rule("card_body")
@frozen
class CardBody(Node):
    """The block under a card's head."""

    items: tuple[Node, ...]


@rule("fields")
@frozen
class Fields(Node):
    """`colour red, cost 3`."""

    values: tuple[FieldValue, ...]


@rule("field_value")
@frozen
class FieldValue(Node):
    """A field with what this card has there."""

    name: Word
    value: Node


@rule("section")
@frozen
class Section(Node):
    """`while shown`: rules of a card that speak in this stance."""

    stance: Word
    rules: tuple[Node, ...]
