"""Base classes of syntax nodes: a node is a piece of text with its span."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar, get_args

from rulewright.base.records import Record, field
from rulewright.language.text import Span

#: Node classes of the productions that share a class, with the kind of each production.
KINDS: dict[str, tuple[type[Node], str]] = {}

_Made = TypeVar("_Made", bound="type[Node]")


def kinds(words: Any) -> Callable[[_Made], _Made]:
    """Return a decorator that makes one class the node of several productions, named after these kinds.

    The words are a `Literal`, so mypy reports a kind that a match over them forgot.
    """

    def register(cls: _Made) -> _Made:
        """Register the class for a production per kind, and return it."""
        for word in get_args(words):
            KINDS[word.lower().replace(" ", "_")] = cls, word
        return cls

    return register


class Node(Record):
    """The base class of syntax nodes: a parsed piece of source text whose names are not resolved."""

    at: Span = field(eq=False, repr=False)


class Word(Node):
    """A name, a proper name, a number or a quoted text, as written but without quotes.

    `kind` is the terminal's name in the grammar; for keywords it is the word itself.
    """

    text: str
    kind: str = "NAME"

    def __str__(self) -> str:
        """Return the word as written."""
        return self.text


FlagKind = Literal[
    "common", "in order", "anyway", "repeatedly", "must", "negated", "other", "instead"
]


@kinds(FlagKind)
class Flag(Node):
    """Optional words without parts: `, in order`, `, asked anyway`."""

    kind: FlagKind


Given = tuple[int, int, frozenset[str]]
"""The range of offsets where names may be declared by a lost line, and these names."""


class Unread(Node):
    """A declaration with lines that did not parse.

    `declared` are the names that it may have declared globally; `local` are names that its lost lines may have
    declared for the lines below them. No complaint says that these names are unknown.
    """

    declared: frozenset[str]
    local: tuple[Given, ...]

    def gives(self, name: str, place: int) -> bool:
        """Return whether a line that did not parse may have declared `name` for the offset `place`."""
        return any(start <= place < end and name in names for start, end, names in self.local)

    def holds(self, at: Span) -> bool:
        """Return whether `at` begins inside this declaration."""
        return self.at.start <= at.start <= self.at.end and self.at.source.name == at.source.name


CitationKind = Literal["cite", "borrowed"]
RemarkKind = Literal["reading", "printed", "text", "because"]


class Notes(Node):
    """A block of notes (sources, rulings, texts) below a declaration."""

    items: tuple[Note, ...]


class Note(Node):
    """The base class of notes below a declaration or rule."""


@kinds(CitationKind)
class Citation(Note):
    """`cite source "place"`: the printed source of a rule; `borrowed …`: the edition it was taken from."""

    kind: CitationKind
    source: Word
    place: Word


@kinds(RemarkKind)
class Remark(Note):
    """A note with a text: a ruling on an ambiguity, the printed wording, a description, or why a game ended."""

    kind: RemarkKind
    text: Word
