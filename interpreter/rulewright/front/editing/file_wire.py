"""The forms in which editors ask about files, and are told what stands in them: declarations, stretches, hints."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Protocol

from rulewright.front.editing.wire import Location, Markup, Position, Range, TextDocument
from rulewright.records import Record


class SymbolKind(IntEnum):
    """What sort of thing is declared."""

    MODULE = 2
    NAMESPACE = 3
    CLASS = 5
    METHOD = 6
    PROPERTY = 7
    ENUM = 10
    FUNCTION = 12
    VARIABLE = 13
    CONSTANT = 14
    NUMBER = 16
    BOOLEAN = 17
    ARRAY = 18
    KEY = 20
    STRUCT = 23
    EVENT = 24


class DocumentSymbol(Record):
    """A declaration, with those in it."""

    name: str
    detail: str | None
    kind: SymbolKind
    range: Range
    selection_range: Range
    children: list[DocumentSymbol]


class WorkspaceSymbol(Record):
    """A declaration in any file."""

    name: str
    kind: SymbolKind
    location: Location
    container_name: str


class FoldingRange(Record):
    """Lines of which only the first is left when they are folded away."""

    start_line: int
    end_line: int
    kind: str | None = None


class SelectionRange(Record):
    """A stretch, and the one around it."""

    range: Range
    parent: SelectionRange | None


class DocumentLink(Record):
    """A stretch that names a file."""

    range: Range
    target: str


class InlayHint(Record):
    """Something that an editor shows behind a word."""

    position: Position
    label: str
    tooltip: str
    kind: int = 1


class Parameter(Record):
    """A part of a sentence: from where to where in it."""

    label: tuple[int, int]


class Signature(Record):
    """How a deed is said."""

    label: str
    documentation: Markup
    parameters: list[Parameter]


class SignatureHelp(Record):
    """How a deed may be said that somebody writes, and which part is in hand."""

    signatures: list[Signature]
    active_signature: int
    active_parameter: int


class SemanticTokens(Record):
    """Words with their sorts, as numbers."""

    data: list[int]


class Command(Record):
    """What is done by a key or a click."""

    title: str
    command: str
    arguments: list[Any]


class CodeLens(Record):
    """A command above a line."""

    range: Range
    command: Command


class Asked(Protocol):
    """The parameters of a question; which of them an editor sends depends on the question."""

    text_document: TextDocument
    position: Position
    positions: list[Position]
    range: Range
    context: Any
    query: str
    new_name: str
