"""What every node of the tree is: a piece of text with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar, get_args

from rulewright.base.records import Record, field
from rulewright.language.text import Span

#: Classes that several rules of the grammar make, by these rules, each with the word that tells which it was.
KINDS: dict[str, tuple[type[Node], str]] = {}

_Made = TypeVar("_Made", bound="type[Node]")


def kinds(words: Any) -> Callable[[_Made], _Made]:
    """Say which kinds of a class there are; each is made by a rule of the grammar that is called like it.

    The words are a `Literal`, so that whoever tells them apart is told by mypy which one was forgotten.
    """

    def register(cls: _Made) -> _Made:
        for word in get_args(words):
            KINDS[word.lower().replace(" ", "_")] = cls, word
        return cls

    return register


class Node(Record):
    """A piece of source text, understood as far as the grammar goes."""

    at: Span = field(eq=False, repr=False)


class Word(Node):
    """A name, a proper name, a number or a quoted text, as written (quotes taken off).

    `kind` is the grammar's own name for words of this sort, or the word itself for keywords.
    """

    text: str
    kind: str = "NAME"

    def __str__(self) -> str:
        """Return the word as it is written."""
        return self.text


FlagKind = Literal[
    "common", "in order", "anyway", "repeatedly", "must", "negated", "other", "instead"
]


@kinds(FlagKind)
class Flag(Node):
    """Words that are there or are not, and say nothing more: `, in order`, `, asked anyway`."""

    kind: FlagKind


Given = tuple[int, int, frozenset[str]]
"""From where to where names may have been given by a line that is missing."""


class Unread(Node):
    """A declaration of which something could not be read.

    `declared` are the names that it would have given to all files, `local` those that its missing
    lines would have given to what is below them. Nobody is to complain that these are unknown.
    """

    declared: frozenset[str]
    local: tuple[Given, ...]

    def gives(self, name: str, place: int) -> bool:
        """Whether a name may have been given here by a missing line."""
        return any(start <= place < end and name in names for start, end, names in self.local)

    def holds(self, at: Span) -> bool:
        """Whether a place lies in it."""
        return self.at.start <= at.start <= self.at.end and self.at.source.name == at.source.name


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
