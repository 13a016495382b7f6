"""Tables, lists of cards, cards."""

from __future__ import annotations

from rulewright.syntax.tree.node import Node, Word


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
    """A card of a list, or several that differ in a number."""

    name: Word
    cells: tuple[Node, ...]


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
