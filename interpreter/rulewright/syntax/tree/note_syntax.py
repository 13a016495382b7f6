"""Notes: where a declaration comes from."""

from __future__ import annotations

from attrs import frozen

from rulewright.syntax.tree.node import Node, Word, rule


@rule("notes")
@frozen
class Notes(Node):
    """A block of notes."""

    items: tuple[Node, ...]


@rule("cite")
@frozen
class Cite(Node):
    """`cite source "place"`: where it stands."""

    source: Word
    place: Word


@rule("borrowed")
@frozen
class Borrowed(Node):
    """`borrowed source "place"`: taken from another edition."""

    source: Word
    place: Word


@rule("reading")
@frozen
class Reading(Node):
    """`reading "text"`: what was chosen among possible readings."""

    text: Word


@rule("printed")
@frozen
class Printed(Node):
    """`printed "text"`: it stands on the card itself."""

    text: Word


@rule("text")
@frozen
class TextNote(Node):
    """`text "…"`: what a card does, in a sentence for players."""

    text: Word


@rule("because")
@frozen
class Because(Node):
    """Why the game ended, told with its outcome."""

    text: Word
