"""Speaks the language server protocol: each request is answered by the page that knows how."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from rulewright import __version__
from rulewright.edition.catalogue import is_catalogue
from rulewright.front.checking.check_targets import YAML, is_edition
from rulewright.front.common.fault import report_fault
from rulewright.front.fmt_command import in_order
from rulewright.front.lsp.colours import TYPES
from rulewright.front.lsp.diagnostics import diagnostic
from rulewright.front.lsp.outline import RUN
from rulewright.front.lsp.place_answers import Answers
from rulewright.front.lsp.positions import Positions, path_of_uri, uri_of
from rulewright.front.lsp.renaming import NotRenamed
from rulewright.front.lsp.scenario_runs import run_scenarios
from rulewright.front.lsp.workbench import Told, Workbench
from rulewright.link.rule_files import RULES
from rulewright.text import RulesError, allow

Asked = TypeVar("Asked")

PAUSE: Final = 0.002
"""Seconds without a further change after which a text is checked; what comes meanwhile is checked with it."""


class RulesServer(LanguageServer):
    """The server with what is open in its editor."""

    def __init__(self) -> None:
        """Begin with nothing open."""
        super().__init__("rulewright", __version__)
        self.bench = Workbench()
        self.waiting: dict[Path, asyncio.TimerHandle] = {}
        self.failed: dict[Path, tuple[lsp.Diagnostic, ...]] = {}

    @property
    def positions(self) -> Positions:
        """How this editor counts columns."""
        encoding = self.workspace.position_encoding or lsp.PositionEncodingKind.Utf16
        return Positions(str(getattr(encoding, "value", encoding)))

    @property
    def answers(self) -> Answers:
        """What answers questions about places."""
        return Answers(self.bench, self.positions)

    # ------------------------------------------------------------------ complaints

    def check_soon(self, path: Path) -> None:
        """Check a file when nothing was typed for a moment."""
        if path in self.waiting:
            self.waiting[path].cancel()
        loop = asyncio.get_running_loop()
        self.waiting[path] = loop.call_later(PAUSE, self.check, path)

    def check(self, path: Path) -> None:
        """Check a file now, and tell the editor."""
        self.waiting.pop(path, None)
        try:
            told = self.bench.check(path)
        except Exception as error:  # nobody is asked, so nobody would be answered
            message = report_fault(error)
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, message))
            return
        self.tell(told)

    def check_what_waits(self) -> None:
        """Check at once what is to be checked soon: somebody asks for what comes of it."""
        for path, handle in list(self.waiting.items()):
            handle.cancel()
            self.check(path)

    def tell(self, told: Told) -> None:
        """Show the complaints about files, in place of those that were shown before."""
        for path, complaints in told.items():
            shown = [diagnostic(each, self.positions) for each in complaints]
            shown += self.failed.get(path, ())
            self.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(uri_of(path), shown)
            )


def make_server() -> RulesServer:
    """A server that is ready to be started."""
    server = RulesServer()
    for register in (_documents, _questions, _changes, _scenarios):
        register(server)
    return server


def _is_ours(path: Path | None) -> bool:
    return path is not None and path.suffix in (RULES, *YAML)


# ------------------------------------------------------------------ what is open


def _documents(server: RulesServer) -> None:
    @server.feature(lsp.INITIALIZED)
    def initialized(ls: RulesServer, params: lsp.InitializedParams) -> None:
        for folder in ls.workspace.folders.values():
            if (path := path_of_uri(folder.uri)) is not None:
                allow(path)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: RulesServer, params: lsp.DidOpenTextDocumentParams) -> None:
        path = path_of_uri(params.text_document.uri)
        if path is not None and _is_ours(path):
            ls.bench.put(path, params.text_document.text)
            ls.check(path)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(ls: RulesServer, params: lsp.DidChangeTextDocumentParams) -> None:
        path = path_of_uri(params.text_document.uri)
        if path is not None and _is_ours(path):
            text = ls.workspace.get_text_document(params.text_document.uri).source
            ls.bench.put(path, text)
            ls.failed.pop(path, None)
            ls.check_soon(path)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: RulesServer, params: lsp.DidCloseTextDocumentParams) -> None:
        path = path_of_uri(params.text_document.uri)
        if path is not None and _is_ours(path):
            ls.bench.close(path)
            ls.tell(ls.bench.drop(path))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: RulesServer, params: Any) -> None:
        ls.bench.changed_outside()
        for path in list(ls.bench.texts):
            ls.check_soon(path)


# ------------------------------------------------------------------ what is asked


def _questions(server: RulesServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(ls: RulesServer, params: lsp.HoverParams) -> lsp.Hover | None:
        return ls.answers.hover(params.text_document.uri, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(ls: RulesServer, params: lsp.DefinitionParams) -> lsp.Location | None:
        return ls.answers.definition(params.text_document.uri, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(ls: RulesServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
        return ls.answers.references(
            params.text_document.uri, params.position, params.context.include_declaration
        )

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(
        ls: RulesServer, params: lsp.DocumentHighlightParams
    ) -> list[lsp.DocumentHighlight]:
        uri = params.text_document.uri
        found = ls.answers.references(uri, params.position, True)
        return [lsp.DocumentHighlight(each.range) for each in found if each.uri == uri]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(ls: RulesServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return ls.answers.outline(params.text_document.uri)

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=[" ", "{", "[", ":", "'"]),
    )
    def completion(ls: RulesServer, params: lsp.CompletionParams) -> lsp.CompletionList:
        items = ls.answers.completions(params.text_document.uri, params.position)
        return lsp.CompletionList(is_incomplete=False, items=items)

    legend = lsp.SemanticTokensLegend(token_types=list(TYPES), token_modifiers=[])

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def colours(ls: RulesServer, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        return ls.answers.colours(params.text_document.uri)


# ------------------------------------------------------------------ what is changed


def _changes(server: RulesServer) -> None:
    kinds = [lsp.CodeActionKind.QuickFix]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=kinds))
    def fixes(ls: RulesServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        ls.check_what_waits()
        return ls.answers.fixes(params.text_document.uri, params.range)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(
        ls: RulesServer, params: lsp.DocumentFormattingParams
    ) -> list[lsp.TextEdit] | None:
        path = path_of_uri(params.text_document.uri)
        if path is None or not (path.suffix == RULES or is_edition(path) or is_catalogue(path)):
            return None
        source = ls.bench.source(path)
        try:
            text = in_order(source)
        except RulesError:
            return None  # a file with mistakes stays as it is, and its complaints are shown
        return [ls.positions.whole(source, text)] if text != source.text else []

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(ls: RulesServer, params: lsp.PrepareRenameParams) -> lsp.Range | None:
        return _renaming(lambda: ls.answers.renameable(params.text_document.uri, params.position))

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(ls: RulesServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        files = _may_rename_files(ls.client_capabilities)
        uri, position = params.text_document.uri, params.position
        return _renaming(lambda: ls.answers.rename(uri, position, params.new_name, files))


def _renaming(ask: Callable[[], Asked]) -> Asked:
    """The answer; what cannot be renamed is told by the words of an error."""
    from pygls.exceptions import JsonRpcInvalidParams

    try:
        return ask()
    except NotRenamed as error:
        raise JsonRpcInvalidParams(str(error)) from None


def _may_rename_files(client: lsp.ClientCapabilities) -> bool:
    edit = client.workspace and client.workspace.workspace_edit
    operations = edit.resource_operations if edit else None
    return lsp.ResourceOperationKind.Rename in (operations or ())


# ------------------------------------------------------------------ scenarios


def _scenarios(server: RulesServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lens(ls: RulesServer, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        return ls.answers.lenses(params.text_document.uri)

    @server.command(RUN)
    def run(ls: RulesServer, uri: str, line: int = 0) -> Mapping[str, object]:
        path = path_of_uri(uri)
        if path is None:
            return {"passed": False, "message": "this is no file"}
        outcome = run_scenarios(ls.bench.texts, path, int(line), ls.positions)
        ls.failed[path] = outcome.diagnostics
        ls.tell({path: ls.bench.complaints(path)})
        sort = lsp.MessageType.Info if outcome.passed else lsp.MessageType.Warning
        ls.window_show_message(lsp.ShowMessageParams(sort, outcome.message))
        ls.window_log_message(lsp.LogMessageParams(sort, outcome.report))
        return {
            "passed": outcome.passed,
            "message": outcome.message,
            "report": outcome.report,
        }
