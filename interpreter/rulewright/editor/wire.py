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

if TYPE_CHECKING:
    from lsprotocol.types import (
        CodeAction as CodeAction,
        CodeDescription as CodeDescription,
        CodeLens as CodeLens,
        Command as Command,
        CompletionItem as CompletionItem,
        CompletionItemKind as CompletionItemKind,
        CompletionList as CompletionList,
        Diagnostic as Diagnostic,
        DiagnosticRelatedInformation as DiagnosticRelatedInformation,
        DiagnosticSeverity as DiagnosticSeverity,
        DocumentHighlight as DocumentHighlight,
        DocumentLink as DocumentLink,
        DocumentSymbol as DocumentSymbol,
        FoldingRange as FoldingRange,
        Hover as Hover,
        InlayHint as InlayHint,
        InlayHintKind as InlayHintKind,
        InsertTextFormat as InsertTextFormat,
        Location as Location,
        MarkupContent as MarkupContent,
        MarkupKind as MarkupKind,
        OptionalVersionedTextDocumentIdentifier as OptionalVersionedTextDocumentIdentifier,
        ParameterInformation as ParameterInformation,
        Position as Position,
        Range as Range,
        RenameFile as RenameFile,
        SelectionRange as SelectionRange,
        SemanticTokens as SemanticTokens,
        SignatureHelp as SignatureHelp,
        SignatureInformation as SignatureInformation,
        SymbolKind as SymbolKind,
        TextDocumentEdit as TextDocumentEdit,
        TextEdit as TextEdit,
        WorkspaceEdit as WorkspaceEdit,
        WorkspaceSymbol as WorkspaceSymbol,
    )
else:

    class ProtocolForm(SimpleNamespace):
        """A substitute for a class of lsprotocol; `order` names the fields that may be given by position."""

        order = ()

        def __init__(self, *values: Any, **named: Any) -> None:
            super().__init__(**dict(zip(self.order, values, strict=False)), **named)

        def __getattr__(self, name: str) -> None:
            """Return None for a field that was not given; raise AttributeError for Python's own names."""
            if name.startswith("__"):
                raise AttributeError(name)

    def _form(name: str, order: str = "") -> type[ProtocolForm]:
        """Create a substitute for a class of lsprotocol."""
        return type(name, (ProtocolForm,), {"order": tuple(order.split())})

    CodeAction = _form("CodeAction")
    CodeLens = _form("CodeLens")
    CompletionList = _form("CompletionList")
    Diagnostic = _form("Diagnostic")
    DocumentSymbol = _form("DocumentSymbol")
    FoldingRange = _form("FoldingRange")
    InlayHint = _form("InlayHint")
    MarkupContent = _form("MarkupContent")
    SemanticTokens = _form("SemanticTokens")
    WorkspaceEdit = _form("WorkspaceEdit")
    WorkspaceSymbol = _form("WorkspaceSymbol")
    CodeDescription = _form("CodeDescription", "href")
    Command = _form("Command", "title command")
    CompletionItem = _form("CompletionItem", "label")
    DocumentLink = _form("DocumentLink", "range target")
    DocumentHighlight = _form("DocumentHighlight", "range")
    Hover = _form("Hover", "contents range")
    Location = _form("Location", "uri range")
    ParameterInformation = _form("ParameterInformation", "label")
    Position = _form("Position", "line character")
    Range = _form("Range", "start end")
    DiagnosticRelatedInformation = _form("DiagnosticRelatedInformation", "location message")
    RenameFile = _form("RenameFile", "old_uri new_uri kind")
    SelectionRange = _form("SelectionRange", "range parent")
    SignatureInformation = _form("SignatureInformation", "label documentation parameters")
    SignatureHelp = _form("SignatureHelp", "signatures active_signature active_parameter")
    OptionalVersionedTextDocumentIdentifier = _form(
        "OptionalVersionedTextDocumentIdentifier", "uri"
    )
    TextDocumentEdit = _form("TextDocumentEdit", "text_document edits")
    TextEdit = _form("TextEdit", "range new_text")

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
