"""The types of the language server protocol that the answers use.

A type checker sees lsprotocol's classes. At run time lightweight stand-ins replace them, because importing
lsprotocol takes a second in a browser, and the command line does not install it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, IntEnum
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, Protocol

QUICK_FIX: Final = "quickfix"
REFACTOR: Final = "refactor.rewrite"
FIX_ALL: Final = "source.fixAll"

if TYPE_CHECKING:
    from lsprotocol.types import *
else:

    class ProtocolForm(SimpleNamespace):
        """A substitute for a class of lsprotocol; `order` names the fields that may be given by position."""

        order = ()

        def __init__(self, *values: Any, **named: Any) -> None:
            order = self.order[: len(values)]
            super().__init__(**dict(zip(order, values, strict=True)), **named)

        def __getattr__(self, name: str) -> None:
            """Return None for a field that was not given; raise AttributeError for Python's own names."""
            if name.startswith("__"):
                raise AttributeError(name)

    # Fields that may be given by position, by class.
    _ORDERS = {
        "CodeDescription": "href", "Command": "title command", "CompletionItem": "label",
        "DocumentLink": "range target", "DocumentHighlight": "range", "Hover": "contents range",
        "Location": "uri range", "ParameterInformation": "label", "Position": "line character",
        "Range": "start end", "DiagnosticRelatedInformation": "location message",
        "RenameFile": "old_uri new_uri kind",
        "SelectionRange": "range parent", "SignatureInformation": "label documentation parameters",
        "SignatureHelp": "signatures active_signature active_parameter", "TextEdit": "range new_text",
        "OptionalVersionedTextDocumentIdentifier": "uri", "TextDocumentEdit": "text_document edits",
    }  # fmt: skip
    _WITHOUT_ORDER = (
        "CodeAction CodeLens CompletionList Diagnostic DocumentSymbol FoldingRange InlayHint MarkupContent"
        " SemanticTokens WorkspaceEdit WorkspaceSymbol"
    )
    for _name in (*_ORDERS, *_WITHOUT_ORDER.split()):
        _order = tuple(_ORDERS.get(_name, "").split())
        globals()[_name] = type(_name, (ProtocolForm,), {"order": _order})

    MarkupKind = Enum("MarkupKind", {"Markdown": "markdown"})
    InlayHintKind = IntEnum("InlayHintKind", {"Type": 1})
    InsertTextFormat = IntEnum("InsertTextFormat", {"Snippet": 2})
    DiagnosticSeverity = IntEnum("DiagnosticSeverity", {"Error": 1, "Warning": 2, "Information": 3})
    CompletionItemKind = IntEnum("CompletionItemKind", {
        "Text": 1, "Method": 2, "Field": 5, "Variable": 6, "Class": 7, "Module": 9, "Property": 10, "Unit": 11,
        "Enum": 13, "Keyword": 14, "Snippet": 15, "Folder": 19, "Constant": 21, "Struct": 22, "Event": 23,
    })  # fmt: skip
    SymbolKind = IntEnum("SymbolKind", {
        "Module": 2, "Namespace": 3, "Class": 5, "Method": 6, "Property": 7, "Enum": 10, "Function": 12,
        "Variable": 13, "Constant": 14, "Number": 16, "Boolean": 17, "Array": 18, "Key": 20, "Struct": 23,
        "Event": 24,
    })  # fmt: skip


def markdown(text: str) -> MarkupContent:
    """Return `text` marked as Markdown."""
    return MarkupContent(kind=MarkupKind.Markdown, value=text)


class RequestParams(Protocol):
    """The parameters of a request; an editor sends only those that the request needs."""

    text_document: OptionalVersionedTextDocumentIdentifier
    position: Position
    positions: list[Position]
    range: Range
    context: Any
    query: str
    new_name: str


def as_json(value: object) -> Any:
    """Convert a form to JSON values: fields in camelCase, without those that are None."""
    match value:
        case Enum():
            return value.value
        case SimpleNamespace():
            fields = vars(value).items()
            return {_camel(name): as_json(part) for name, part in fields if part is not None}
        case Mapping():
            return {str(key): as_json(part) for key, part in value.items()}
        case list() | tuple():
            return [as_json(part) for part in value]
    return value


@cache
def _camel(name: str) -> str:
    """Return a name in camelCase."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
