"""What there is: kinds of cards, places, numbers, marks, values, facts and settings."""

from __future__ import annotations

from typing import Literal

from rulewright.language.syntax.tree.node import Flag, Node, Notes, Word, kinds
from rulewright.language.syntax.tree.statement_syntax import Binder

LastingKind = Literal["for phase", "while in"]


class Game(Node):
    """`game NAME`: what the game is called."""

    name: Word


class Labels(Node):
    """`labels colour: red, green`: a closed list of words."""

    name: Word
    items: tuple[Word, ...]
    notes: Notes | None


class Kind(Node):
    """A kind of card, with its fields, where its cards start, and for whom they speak."""

    name: Word
    order: Word | None
    items: tuple[Field | Starts | Stance, ...]


class Field(Node):
    """`price: number = 1`: what every card of the kind says."""

    name: Word
    type: Type
    default: Node | None


class Starts(Node):
    """`starts in the pile`."""

    zone: Node


class Stance(Node):
    """`speaks built for this's owner while …`: when a card of the kind speaks, and for whom."""

    name: Word
    player: Node
    condition: Node | None


class Type(Node):
    """`number`, `colour or nothing`, `a-way or another-way`."""

    names: tuple[Word, ...]


class Zone(Node):
    """`each player has a hand of towers, seen by its owner`: a place for cards."""

    owner: Word | Flag
    name: Word
    holds: Word
    each: Word | None
    ordered: Flag | None
    sight: Node
    notes: Notes | None


class Variable(Node):
    """`each player has stones, a number, seen by everyone`: a number or pointer that is kept."""

    owner: Word | Flag
    name: Word
    each: Word | None
    type: Type
    start: Node | None
    lasting: Lasting | None
    sight: Node
    notes: Notes | None


class Mark(Node):
    """`a player may be asleep, seen by everyone`: a yes or no that is kept."""

    owner: Word
    name: Word
    lasting: Lasting | None
    sight: Node
    notes: Notes | None


@kinds(LastingKind)
class Lasting(Node):
    """`for the round`, `while in a hand`: when a number or mark goes back to its start."""

    kind: LastingKind
    name: Word


class Value(Node):
    """`value a player's reach is 2`: a number worked out when it is asked for."""

    subject: Binder | None
    name: Word
    other: Binder | None
    result: Node
    notes: Notes | None


class Fact(Node):
    """`a player is finished, if …` (no object) or `a tower shows a colour, if …`."""

    subject: Binder
    name: Word
    object: Binder | None
    condition: Node | None
    notes: Notes | None


class Setting(Node):
    """`setting goal: number = 8`: what an edition may choose."""

    name: Word
    type: Type
    default: Node
    notes: Notes | None


class Table(Node):
    """Numbers in rows, and perhaps columns, read by what its keys come to."""

    name: Word
    row_key: Node
    column_key: Node | None
    notes: tuple[Node, ...]
    heading: Heading
    rows: tuple[Row, ...]


class Heading(Node):
    """The first line of a table."""

    name: Word
    cells: tuple[Node, ...]


class Row(Node):
    """A line of a table; its first cell is its key."""

    cells: tuple[Node, ...]


class RangeCell(Node):
    """`4..8`."""

    word: Word


class NoCell(Node):
    """`-`: there is no game for which this cell is asked."""


class CardList(Node):
    """Cards without rules of their own, a line each."""

    kind: Word
    notes: tuple[Node, ...]
    heading: tuple[Word, ...]
    rows: tuple[ListRow, ...]


class ListRow(Node):
    """A card of a list, or several that differ in a number, perhaps with what it does in a sentence."""

    name: Word
    cells: tuple[Node, ...]
    text: Word | None


class Card(Node):
    """A card with what it says: fields, notes, rules, sections of rules."""

    kind: Word
    name: Word
    body: tuple[Node, ...]


class FieldValue(Node):
    """A field with what this card has there."""

    name: Word
    value: Node


class Section(Node):
    """`while shown`: rules of a card that speak in this stance."""

    stance: Word
    rules: tuple[Node, ...]
