"""Syntax nodes of declarations: kinds of cards, zones, variables, marks, values, facts and settings."""

from __future__ import annotations

from typing import Literal

from rulewright.language.syntax.tree.node import Flag, Node, Notes, Word, kinds
from rulewright.language.syntax.tree.statement_syntax import Binder

LastingKind = Literal["for phase", "while in"]


class GameDeclaration(Node):
    """`game NAME`: the name of the game."""

    name: Word


class LabelsDeclaration(Node):
    """`labels colour: red, green`: an enumeration of words, perhaps with an irregular plural of its name."""

    name: Word
    plural: Word | None
    items: tuple[Word, ...]
    notes: Notes | None


class KindDeclaration(Node):
    """A kind of card: perhaps its irregular plural, its fields, its starting zones and its stances."""

    name: Word
    plural: Word | None
    order: Word | None
    items: tuple[FieldDeclaration | Starts | StanceDeclaration, ...]


class FieldDeclaration(Node):
    """`price: number = 1`: an attribute of every card of the kind."""

    name: Word
    type: TypeDeclaration
    default: Node | None


class Starts(Node):
    """`starts in the pile`: the zone that cards of the kind start in."""

    zone: Node


class StanceDeclaration(Node):
    """`speaks built for this's owner while …`: when the rules of such cards apply, and whose `I` they use."""

    name: Word
    player: Node
    condition: Node | None


class TypeDeclaration(Node):
    """`number`, `colour or nothing`, `a-way or another-way`: a type or a union of types."""

    names: tuple[Word, ...]


class ZoneDeclaration(Node):
    """`each player has a hand of towers, seen by its owner`: the declaration of a place for cards."""

    owner: Word | Flag
    name: Word
    holds: Word
    each: Word | None
    ordered: Flag | None
    sight: Node
    notes: Notes | None


class VariableDeclaration(Node):
    """`each player has stones, a number, seen by everyone`: a stored number or pointer."""

    owner: Word | Flag
    name: Word
    each: Word | None
    type: TypeDeclaration
    start: Node | None
    lasting: Lasting | None
    sight: Node
    notes: Notes | None


class Mark(Node):
    """`a player may be asleep, seen by everyone`: the declaration of a mark, a stored yes or no."""

    owner: Word
    name: Word
    lasting: Lasting | None
    sight: Node
    notes: Notes | None


@kinds(LastingKind)
class Lasting(Node):
    """`for the round`, `while in a hand`: how long a number or mark is kept before it is reset."""

    kind: LastingKind
    name: Word


class ValueDeclaration(Node):
    """`value a player's reach is 2`: a number that is computed on demand."""

    subject: Binder | None
    name: Word
    other: Binder | None
    result: Node
    notes: Notes | None


class FactDeclaration(Node):
    """`a player is finished, if …` or `a tower shows a colour, if …`: a condition computed on demand."""

    subject: Binder
    name: Word
    object: Binder | None
    condition: Node | None
    notes: Notes | None


class SettingDeclaration(Node):
    """`setting goal: number = 8`: a parameter of the rules that editions set."""

    name: Word
    type: TypeDeclaration
    default: Node
    notes: Notes | None


class TableDeclaration(Node):
    """A table of numbers with row keys and perhaps column keys."""

    name: Word
    row_key: Node
    column_key: Node | None
    notes: tuple[Node, ...]
    heading: Heading
    rows: tuple[Row, ...]


class Heading(Node):
    """The first line of a table, with its column keys."""

    name: Word
    cells: tuple[Node, ...]


class Row(Node):
    """A line of a table; its first cell is the key."""

    cells: tuple[Node, ...]


class RangeCell(Node):
    """`4..8`: a range of keys in a row of a table, or of numbers in a list of cards."""

    word: Word


class NoCell(Node):
    """`-`: a cell that no game reads."""


class CardList(Node):
    """A list of cards without rules of their own, one per line."""

    kind: Word
    notes: tuple[Node, ...]
    heading: tuple[Word, ...]
    rows: tuple[ListRow, ...]


class ListRow(Node):
    """A card of a list, or several that differ in a number, perhaps with a sentence as its effect."""

    name: Word
    cells: tuple[Node, ...]
    text: Word | None


class CardDeclaration(Node):
    """A card with its fields, notes, rules and sections."""

    kind: Word
    name: Word
    body: tuple[Node, ...]


class FieldValue(Node):
    """A field with the card's value for it."""

    name: Word
    value: Node


class Section(Node):
    """`while shown`: the rules of a card that apply in this stance."""

    stance: Word
    rules: tuple[Node, ...]
