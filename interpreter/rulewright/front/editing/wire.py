"""The forms in which editors are answered: those of the language server protocol, as far as we use them.

They are declared here anew since importing all of the protocol's takes a second where Python runs in a browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, IntEnum
from functools import cache
from typing import Any, Final

from rulewright.records import Draft, Record, field

MARKDOWN: Final = "markdown"
QUICK_FIX: Final = "quickfix"
REFACTOR: Final = "refactor.rewrite"
SNIPPET: Final = 2
"""A text with holes, such as `${1:name}`."""


class Position(Record):
    """A line and a column from 0, counted in units of the encoding that was agreed on."""

    line: int
    character: int


class Range(Record):
    """From a place to a place."""

    start: Position
    end: Position


class Location(Record):
    """A stretch of a file."""

    uri: str
    range: Range


class TextEdit(Record):
    """A text in place of a stretch."""

    range: Range
    new_text: str


class WorkspaceEdit(Record):
    """Changes of files by their names, or, where files get other names too, a row of these."""

    changes: Mapping[str, list[TextEdit]] | None = None
    document_changes: list[TextDocumentEdit | RenameFile] | None = None


class TextDocument(Record):
    """A file, in whatever version is open."""

    uri: str
    version: int | None = None


class TextDocumentEdit(Record):
    """Changes of a file."""

    text_document: TextDocument
    edits: list[TextEdit]


class RenameFile(Record):
    """Another name for a file."""

    old_uri: str
    new_uri: str
    kind: str = "rename"


class Markup(Record):
    """A text in Markdown."""

    value: str
    kind: str = MARKDOWN


class Hover(Record):
    """What is told of a stretch."""

    contents: Markup
    range: Range


class Highlight(Record):
    """A stretch that speaks of the same."""

    range: Range


# ------------------------------------------------------------------ what is wrong


class Severity(IntEnum):
    """How bad it is."""

    ERROR = 1
    WARNING = 2
    INFORMATION = 3


class Related(Record):
    """A further place that has to do with it."""

    location: Location
    message: str


class CodeDescription(Record):
    """Where a page tells more of a code."""

    href: str


class Diagnostic(Record):
    """What is wrong at a stretch."""

    range: Range
    message: str
    severity: Severity
    code: str
    source: str
    related_information: list[Related] = field(factory=list)
    code_description: CodeDescription | None = None


class CodeAction(Record):
    """A change that helps."""

    title: str
    kind: str
    diagnostics: list[Diagnostic]
    edit: WorkspaceEdit
    is_preferred: bool


# ------------------------------------------------------------------ what may be written


class ItemKind(IntEnum):
    """What sort of thing is offered."""

    TEXT = 1
    METHOD = 2
    FIELD = 5
    VARIABLE = 6
    CLASS = 7
    MODULE = 9
    PROPERTY = 10
    UNIT = 11
    ENUM = 13
    KEYWORD = 14
    SNIPPET = 15
    FOLDER = 19
    CONSTANT = 21
    STRUCT = 22
    EVENT = 23


class CompletionItem(Draft):
    """Something that may be written."""

    label: str
    kind: ItemKind | None = None
    detail: str | None = None
    documentation: str | Markup | None = None
    sort_text: str | None = None
    filter_text: str | None = None
    insert_text: str | None = None
    insert_text_format: int | None = None
    text_edit: TextEdit | None = None


class CompletionList(Record):
    """All that is offered."""

    is_incomplete: bool
    items: list[CompletionItem]


# ------------------------------------------------------------------ as they are sent


def as_json(value: object) -> Any:
    """A form as JSON has it: fields in camelCase, and none that says nothing."""
    match value:
        case Enum():
            return value.value
        case Record() | Draft():
            said = ((each.name, getattr(value, each.name)) for each in value.__attrs_attrs__)
            return {_camel(name): as_json(part) for name, part in said if part is not None}
        case Mapping():
            return {str(key): as_json(part) for key, part in value.items()}
        case list() | tuple():
            return [as_json(part) for part in value]
    return value


@cache
def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
