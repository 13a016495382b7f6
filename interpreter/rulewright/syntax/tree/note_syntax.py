"""Notes: where a declaration comes from."""

from __future__ import annotations

from typing import Literal

from rulewright.syntax.tree.node import Node, Word, kinds

CitationKind = Literal["cite", "borrowed"]
RemarkKind = Literal["reading", "printed", "text", "because"]


class Notes(Node):
    """A block of notes."""

    items: tuple[Note, ...]


class Note(Node):
    """Anything that may stand where notes stand."""


@kinds(CitationKind)
class Citation(Note):
    """`cite source "place"`: where it stands; `borrowed …`: from which other edition it is taken."""

    kind: CitationKind
    source: Word
    place: Word


@kinds(RemarkKind)
class Remark(Note):
    """What was chosen among possible readings, what is printed on a card or said of it, why a game ended."""

    kind: RemarkKind
    text: Word
