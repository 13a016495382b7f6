"""The language server: dispatches requests to `LanguageService`, and checks files between messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from rulewright import __version__
from rulewright.cli.common.crash_report import report_fault
from rulewright.cli.common.named_files import YAML
from rulewright.cli.naming.renaming import NotRenamed
from rulewright.cli.naming.workbench import ComplaintsByFile, Workbench
from rulewright.editor.features.diagnostics import ScenarioRunSummary, diagnostic, run_scenarios
from rulewright.editor.features.old_forms import REPORT, report_remaining
from rulewright.editor.features.outline import RUN, TYPES
from rulewright.editor.language_service import LanguageService
from rulewright.editor.lsp.messages import RawJson, ResilientServer
from rulewright.editor.positions import PositionConverter, path_of_uri, uri_of
from rulewright.editor.wire import Diagnostic, as_json
from rulewright.language.link.rule_files import RULES, listing_folders_once
from rulewright.language.text import allow_folder

PAUSE: Final = 0.002
"""Seconds without a message before a check, so that pending requests are answered first."""
LONGEST: Final = 0.5
"""Seconds after which a file is checked even if messages keep coming."""
REST: Final = 0.3
"""Seconds without a message before the slow checks, which run in steps between requests."""

_QUESTIONS: Final[tuple[tuple[str, Callable[[LanguageService, Any], object], object], ...]] = (
    (lsp.TEXT_DOCUMENT_HOVER, LanguageService.hover, None),
    (lsp.TEXT_DOCUMENT_DEFINITION, LanguageService.definition, None),
    (lsp.TEXT_DOCUMENT_REFERENCES, LanguageService.references, None),
    (lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, LanguageService.highlights, None),
    (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, LanguageService.outline, None),
    (lsp.TEXT_DOCUMENT_INLAY_HINT, LanguageService.hints, lsp.InlayHintOptions()),
    (
        lsp.TEXT_DOCUMENT_SIGNATURE_HELP,
        LanguageService.signature,
        lsp.SignatureHelpOptions(trigger_characters=[" "]),
    ),
    (lsp.WORKSPACE_SYMBOL, LanguageService.symbols, None),
    (lsp.TEXT_DOCUMENT_FOLDING_RANGE, LanguageService.folds, None),
    (lsp.TEXT_DOCUMENT_SELECTION_RANGE, LanguageService.selections, None),
    (lsp.TEXT_DOCUMENT_DOCUMENT_LINK, LanguageService.links, lsp.DocumentLinkOptions()),
    (lsp.TEXT_DOCUMENT_CODE_LENS, LanguageService.lenses, None),
    (
        lsp.TEXT_DOCUMENT_COMPLETION,
        LanguageService.completions,
        lsp.CompletionOptions(trigger_characters=[" ", "{", "[", ":", "'"]),
    ),
    (
        lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        LanguageService.semantic_tokens,
        lsp.SemanticTokensLegend(token_types=list(TYPES), token_modifiers=[]),
    ),
    (
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        LanguageService.actions,
        lsp.CodeActionOptions(
            code_action_kinds=[
                lsp.CodeActionKind.QuickFix,
                lsp.CodeActionKind.RefactorRewrite,
                lsp.CodeActionKind.SourceFixAll,
            ]
        ),
    ),
    (lsp.TEXT_DOCUMENT_FORMATTING, LanguageService.formatting, None),
    (lsp.TEXT_DOCUMENT_PREPARE_RENAME, LanguageService.renameable, None),
    (lsp.TEXT_DOCUMENT_RENAME, LanguageService.rename, lsp.RenameOptions(prepare_provider=True)),
)
"""Methods of the protocol, with the answers and the registration options."""


class RulesServer(ResilientServer):
    """The language server, with the files that are open in its editor."""

    def __init__(self) -> None:
        """Create a server with no open files."""
        super().__init__("rulewright", __version__)
        self.bench = Workbench()
        self.waiting: dict[Path, None] = {}
        """Files to check, the most recently changed first."""
        self.resting: dict[Path, None] = {}
        """Files with postponed slow checks."""
        self.timer: asyncio.TimerHandle | None = None
        self.since = 0.0
        self.touched: set[Path] = set()
        """Files just opened, changed or saved: their diagnostics are published even if unchanged."""
        self.shown: dict[Path, object] = {}
        self.failed: dict[Path, tuple[Diagnostic, ...]] = {}
        self.site = site_of_package()

    @property
    def positions(self) -> PositionConverter:
        """The converter of positions, in the encoding agreed on with the editor."""
        encoding = self.workspace.position_encoding or lsp.PositionEncodingKind.Utf16
        return PositionConverter(str(getattr(encoding, "value", encoding)))

    @property
    def answers(self) -> LanguageService:
        """The answers to requests, given the open files and the editor's capabilities."""
        workspace = self.client_capabilities.workspace
        edit = workspace.workspace_edit if workspace else None
        operations = (edit.resource_operations if edit else None) or ()
        renames_files = lsp.ResourceOperationKind.Rename in operations
        return LanguageService(self.bench, self.positions, renames_files, self.site)

    # ------------------------------------------------------------------ complaints

    def check_soon(self, *paths: Path) -> None:
        """Put `paths` first in the queue of files to check, and schedule a check."""
        self.waiting = dict.fromkeys((*paths, *self.waiting, *self.resting))
        self.resting.clear()
        self.touched.update(paths)
        self.schedule_check()

    def schedule_check(self) -> None:
        """Schedule the next check.

        Queued files are checked after `PAUSE` without a message, at the latest after `LONGEST`; slow checks run
        after `REST`.
        """
        loop = asyncio.get_running_loop()
        if self.timer is None:
            self.since = loop.time()
        else:
            self.timer.cancel()
        remaining = max(self.since + LONGEST - loop.time(), 0)
        after = min(PAUSE, remaining) if self.waiting else REST
        self.timer = loop.call_later(after, self._run_scheduled)

    def _run_scheduled(self) -> None:
        """Run the scheduled check, and schedule the next one."""
        self.timer = None
        if self.waiting:
            self.check(next(iter(self.waiting)))
        elif self.resting and not self._step_slow_checks():
            self.timer = asyncio.get_running_loop().call_later(0, self._run_scheduled)
            return
        if self.waiting or self.resting:
            self.schedule_check()

    def message_dispatched(self) -> None:
        """Postpone scheduled checks, because messages are answered first."""
        if self.waiting or self.resting:
            self.schedule_check()

    def check(self, path: Path) -> None:
        """Run the quick checks of a file now and publish the complaints."""
        self.waiting.pop(path, None)
        self._check_and_publish(path, soon=True)
        if self.bench.is_unfinished:
            self.resting[path] = None

    def _step_slow_checks(self) -> bool:
        """Run a step of the slow checks; after the last one, publish all complaints and return True."""
        with self._reporting_faults():
            if self.bench.goes_on():
                return False
        for path in list(self.resting):
            self._check_and_publish(path, soon=False)
        self.resting.clear()
        return True

    def _check_and_publish(self, path: Path, *, soon: bool) -> None:
        """Check a file and publish the complaints."""
        with self._reporting_faults():
            self.publish(self.bench.check(path, soon=soon))

    @contextmanager
    def _reporting_faults(self) -> Iterator[None]:
        """Report exceptions as a message in the editor, because no request is pending that could be answered."""
        try:
            yield
        except Exception as error:
            message = report_fault(error)
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, message))

    def check_if_queued(self, path: Path | None) -> None:
        """Check a file at once if it is queued, because a request needs its complaints."""
        if path is not None and path in self.waiting:
            self.check(path)

    def publish(self, complaints_by_file: ComplaintsByFile) -> None:
        """Publish the diagnostics of each file if they have changed."""
        for path, complaints in complaints_by_file.items():
            diagnostics = [diagnostic(each, self.positions, self.site) for each in complaints]
            shown = as_json([*diagnostics, *self.failed.get(path, ())])
            if path not in self.touched and self.shown.get(path) == shown:
                continue
            self.touched.discard(path)
            self.shown[path] = shown
            self.send_raw(
                {
                    "method": lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS,
                    "params": {"uri": uri_of(path), "diagnostics": shown},
                }
            )


def site_of_package() -> str:
    """Return the documentation's address from the metadata of the installed package, or ""."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        urls = metadata("rulewright").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    sites = (url.strip() for sort, _, url in (each.partition(",") for each in urls)
             if sort.strip() == "Documentation")  # fmt: skip
    return next((f"{site.rstrip('/')}/" for site in sites), "")


def make_server() -> RulesServer:
    """Return a server with all its handlers, ready to be started."""
    server = RulesServer()
    _add_handlers(server)
    for method, answer, options in _QUESTIONS:
        server.feature(method, options)(_handler_for(answer))
    server.command(RUN)(_run)
    server.command(REPORT)(_report_old_forms)
    return server


def _handler_for(
    answer: Callable[[LanguageService, Any], object],
) -> Callable[[RulesServer, Any], object]:
    """Return a request handler that calls `answer` and turns a refused renaming into an error response."""

    def handle(ls: RulesServer, params: Any) -> object:
        """Answer a request as JSON; NotRenamed and OSError become error responses."""
        if answer is LanguageService.actions:
            ls.check_if_queued(path_of_uri(params.text_document.uri))
        try:
            with listing_folders_once():
                return RawJson(as_json(answer(ls.answers, params)))
        except NotRenamed as error:
            raise JsonRpcInvalidParams(str(error)) from None
        except OSError as error:  # the request names a file whose name is impossible
            raise JsonRpcInvalidParams(str(error.strerror)) from None

    return handle


def _file_of_ours(uri: str) -> Path | None:
    """Return the path of a rule or YAML file; None for other URIs."""
    path = path_of_uri(uri)
    return (
        path
        if path is not None and path.suffix in (RULES, *YAML) and _is_valid_name(path)
        else None
    )


def _is_valid_name(path: Path) -> bool:
    """Return whether the operating system accepts this file name."""
    try:
        path.exists()
    except (OSError, ValueError):
        return False
    return True


# ------------------------------------------------------------------ what is open


def _add_handlers(server: RulesServer) -> None:
    """Register the handlers for opening, changing, saving and closing files."""

    @server.feature(lsp.INITIALIZE)
    def begins(ls: RulesServer, params: lsp.InitializeParams) -> None:
        """Take the documentation's address from the editor's initialization options."""
        options = params.initialization_options
        site = options.get("site") if isinstance(options, Mapping) else None
        if isinstance(site, str):
            ls.site = site

    @server.feature(lsp.INITIALIZED)
    def initialized(ls: RulesServer, params: lsp.InitializedParams) -> None:
        """Allow reading files below the folders of the workspace."""
        for folder in ls.workspace.folders.values():
            if (path := path_of_uri(folder.uri)) is not None:
                allow_folder(path)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: RulesServer, params: lsp.DidOpenTextDocumentParams) -> None:
        """Put an opened file into the workbench, and schedule its check."""
        if (path := _file_of_ours(params.text_document.uri)) is not None:
            ls.bench.put(path, params.text_document.text)
            ls.check_soon(path)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(ls: RulesServer, params: lsp.DidChangeTextDocumentParams) -> None:
        """Update the text of a changed file, and schedule its check."""
        if (path := _file_of_ours(params.text_document.uri)) is not None:
            text = ls.workspace.get_text_document(params.text_document.uri).source
            ls.bench.put(path, text)
            ls.failed.pop(path, None)
            ls.check_soon(path)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: RulesServer, params: lsp.DidCloseTextDocumentParams) -> None:
        """Close a file in the workbench, and publish the remaining complaints."""
        if (path := _file_of_ours(params.text_document.uri)) is not None:
            ls.bench.close(path)
            ls.publish(ls.bench.drop(path))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: RulesServer, params: Any) -> None:
        """Invalidate everything read from disk, and schedule checks of all open files, the saved one first."""
        ls.bench.invalidate_files()
        document = getattr(params, "text_document", None)
        first = _file_of_ours(document.uri) if document is not None else None
        ls.check_soon(*(path for path in (first, *ls.bench.texts) if path in ls.bench.texts))


# ------------------------------------------------------------------ commands

_NO_FILE: Final = {"passed": False, "message": "this is no file"}


def _run(ls: RulesServer, uri: str, line: int = 0) -> Mapping[str, object]:
    """Run the scenario whose title is on `line`, or all scenarios of the file for line 0."""
    path = path_of_uri(uri)
    if path is None:
        return _NO_FILE
    return _show(ls, path, run_scenarios(ls.bench.texts, path, int(line), ls.positions))


def _report_old_forms(ls: RulesServer, uri: str) -> Mapping[str, object]:
    """Report the lines of a file that the checker or its scenarios refuse and that no row rewrites."""
    path = path_of_uri(uri)
    if path is None:
        return _NO_FILE
    return _show(ls, path, report_remaining(ls.bench, path, ls.positions))


def _show(ls: RulesServer, path: Path, outcome: ScenarioRunSummary) -> Mapping[str, object]:
    """Show the outcome of a command about a file as diagnostics, message and log; return it as JSON data."""
    ls.failed[path] = outcome.diagnostics
    ls.touched.add(path)
    ls.publish({path: ls.bench.complaints(path)})
    sort = lsp.MessageType.Info if outcome.passed else lsp.MessageType.Warning
    ls.window_show_message(lsp.ShowMessageParams(sort, outcome.message))
    ls.window_log_message(lsp.LogMessageParams(sort, outcome.report))
    return {"passed": outcome.passed, "message": outcome.message, "report": outcome.report}
