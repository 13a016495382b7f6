"""Index of references from each name in rules to its declaration, for go-to-definition and renaming in editors.

References are recorded only inside `recording_references`, so games and checks pay nothing for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rulewright.base.records import Draft, Record, field
from rulewright.language.program.declarations import Card, Declared, Event, Labels, Series
from rulewright.language.program.types import Type
from rulewright.language.text import Span

LOCAL: Final = "local"
LABEL: Final = "label"
CHOICE: Final = "choice"
PICK: Final = "pick"

SourcePlace = tuple[str, int]
"""The name of a file, and an offset in it."""


class Reference(Record):
    """A use of a name, with the span `to` where the name is declared.

    `sort` is the class of its declaration in lower case. `label` and `local` have no declaration of their own. A
    `choice` is the word of a power, a means or a menu option; all uses of one word are one symbol. A `pick` is a
    word in a scenario that may be a choice, or else the sort that follows it: `pick label`.
    """

    at: Span
    to: Span
    sort: str

    @property
    def target(self) -> SourcePlace:
        """A key for the declaration, equal for all references to one symbol."""
        if self.sort == CHOICE:
            return f"{CHOICE} {self.at.text}", 0
        return self.to.source.name, self.to.start


PRONOUNS: Final = ("I", "me", "my", "it", "its", "this")


class PronounReference(Record):
    """A word that refers to something without naming it: `its` in `its owner`.

    `of` is the list that `it` is an element of; the `sort` of `this` is the name of the card.
    """

    at: Span
    sort: str
    of: Span | None = None


class ReferenceIndex(Draft):
    """A recorded index of references, expected types and pronouns by position."""

    references: dict[SourcePlace, Reference] = field(factory=dict)
    wanted: dict[SourcePlace, Type] = field(factory=dict)
    pronouns: dict[SourcePlace, PronounReference] = field(factory=dict)


_RECORDING: list[ReferenceIndex] = []


@contextmanager
def recording_references() -> Iterator[ReferenceIndex]:
    """Record all references that are resolved inside a `with` block, and give it the index."""
    index = ReferenceIndex()
    _RECORDING.append(index)
    try:
        yield index
    finally:
        _RECORDING[:] = [each for each in _RECORDING if each is not index]


def record_reference(at: Span, declared: object) -> None:
    """Record that the last word of `at` (a card's whole name) refers to a declaration."""
    if _RECORDING and isinstance(declared, Declared):
        # The names of cards may contain blanks.
        word = at if isinstance(declared, Card | Series) else _last_word(at)
        _record(word, span_of_name(declared), type(declared).__name__.lower())


def record_reference_to(at: Span, to: Span | None, sort: str = LOCAL) -> None:
    """Record that the last word of `at` refers to a symbol introduced at `to`, such as a local variable."""
    if _RECORDING and to is not None:
        _record(_last_word(at), to, sort)


def _record(word: Span, to: Span, sort: str) -> None:
    """Add a reference from `word` to every index being recorded, unless it has one at that place."""
    for each in _RECORDING:
        each.references.setdefault((word.source.name, word.start), Reference(word, to, sort))


def record_declaration(declared: Declared) -> None:
    """Record a declared name as a reference to itself."""
    if _RECORDING:
        at = span_of_name(declared)
        _record(at, at, type(declared).__name__.lower())


def record_word(at: Span, declared: Declared, word: str) -> None:
    """Record that `at` refers to a label of a list, or to a choice of a setting."""
    if _RECORDING:
        record_reference_to(at, find_word_span(declared, word), LABEL)


def record_choice(at: Span) -> None:
    """Record the word at `at` as the name of a power, a means or a menu option."""
    if _RECORDING:
        _record(at, at, CHOICE)


def record_scenario_choice(at: Span, other: Declared | None) -> None:
    """Record a word in a scenario that names an option to choose.

    `other` is a list of labels or an event that the word may mean instead.
    """
    if not _RECORDING:
        return
    to = (
        find_word_span(other, at.text)
        if isinstance(other, Labels)
        else other and span_of_name(other)
    )
    sort = LABEL if isinstance(other, Labels) else type(other).__name__.lower()
    _record(at, to or at, f"{PICK} {sort}" if to else PICK)


def record_pronoun(at: Span, sort: str, of: Span | None = None) -> None:
    """Record what the pronoun at the start of `at` refers to; do nothing if it is another word."""
    word = at.text.partition(" ")[0] if _RECORDING else ""
    if word in PRONOUNS:
        end = at.start + len(word)
        pronoun = PronounReference(Span(at.source, at.start, end), sort, of)
        for each in _RECORDING:
            each.pronouns.setdefault((at.source.name, at.start), pronoun)


def record_expected_type(at: Span, type_: Type) -> None:
    """Record which type is expected at a place whose expression has an error."""
    for each in _RECORDING:
        each.wanted.setdefault((at.source.name, _last_word(at).start), type_)


def span_of_name(declared: Declared) -> Span:
    """Return the span of the name within a declaration."""
    at = declared.at
    if isinstance(declared, Event):
        match = re.search(rf"\b{re.escape(declared.verb)}(?![\w-])", at.text)
        if match is not None:
            return Span(at.source, at.start + match.start(), at.start + match.end())
    return at


def _last_word(at: Span) -> Span:
    """Return the span of the last word in a span: the name in `the name`."""
    return Span(at.source, at.start + at.text.rstrip().rfind(" ") + 1, at.end)


def find_word_span(declared: Declared, word: str) -> Span | None:
    """Return the span of a label or choice in the declaration that lists it; None if not found."""
    at = declared.at
    text = at.source.text
    end = re.compile(r"\n(?=\S)").search(text, at.end)
    match = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(
        text, at.end, end.start() if end else len(text)
    )
    return Span(at.source, match.start(), match.end()) if match else None
