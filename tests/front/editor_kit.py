"""An editor for tests: a real client that speaks with the language server in a process of its own."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Awaitable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, field
from lsprotocol import types as lsp

if TYPE_CHECKING:
    from pygls.lsp.client import LanguageClient

Answer = TypeVar("Answer")
PATIENCE = 30

CARD = "bard.rules"
YAML = "our-table.yaml"
SITE = "https://example.org/"
"""Where the editor says that the documents are."""


@define
class Editor:
    """What a person does with files, and what is shown."""

    folder: Path
    client: LanguageClient
    loop: asyncio.AbstractEventLoop
    shown: dict[str, list[lsp.Diagnostic]] = field(factory=dict)
    messages: list[str] = field(factory=list)
    told: threading.Condition = field(factory=threading.Condition)
    answered: dict[str, int] = field(factory=dict)
    versions: dict[str, int] = field(factory=dict)
    texts: dict[str, str] = field(factory=dict)
    legend: list[str] = field(factory=list)
    """What the numbers of semantic colours stand for."""

    def ask(self, request: Awaitable[Answer]) -> Answer:
        """Wait for the answer to a request."""
        future: Future[Answer] = asyncio.run_coroutine_threadsafe(_as_coroutine(request), self.loop)
        return future.result(PATIENCE)

    def tell(self, notify: Any, params: Any) -> None:
        """Send what has no answer."""
        self.loop.call_soon_threadsafe(notify, params)

    # ------------------------------------------------------------------ files

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def save(self, name: str, text: str) -> None:
        """Write a file, without opening it."""
        (self.folder / name).write_text(text, encoding="utf-8")

    def open(self, name: str, text: str | None = None) -> list[lsp.Diagnostic]:
        """Open a file, and return what is complained about in it."""
        path = self.folder / name
        if text is None:
            text = path.read_text(encoding="utf-8")
        if self.uri(name) in self.versions:
            # What says the same already is not typed again.
            same = self.texts[name] == text
            return self.shown[self.uri(name)] if same else self.type(name, text)
        self.texts[name] = text
        self.versions[self.uri(name)] = 1
        item = lsp.TextDocumentItem(self.uri(name), "rulewright", 1, text)
        opened = lsp.DidOpenTextDocumentParams(item)
        return self._after(name, lambda: self.tell(self.client.text_document_did_open, opened))

    def type(self, name: str, text: str) -> list[lsp.Diagnostic]:
        """Let a file say something else, and return what is complained about in it then."""
        self.texts[name] = text
        self.versions[self.uri(name)] += 1
        document = lsp.VersionedTextDocumentIdentifier(
            self.versions[self.uri(name)], self.uri(name)
        )
        changes: list[Any] = [lsp.TextDocumentContentChangeWholeDocument(text)]
        changed = lsp.DidChangeTextDocumentParams(document, changes)
        return self._after(name, lambda: self.tell(self.client.text_document_did_change, changed))

    def defer(self, name: str, said: str = "") -> list[lsp.Diagnostic]:
        """What is complained about in a file once a complaint that says so stands there, found at a rest."""

        def stands() -> bool:
            return any(said in each.message for each in self.shown.get(self.uri(name), ()))

        with self.told:
            assert self.told.wait_for(stands, PATIENCE)
        return self.shown[self.uri(name)]

    def close(self, name: str) -> None:
        self.versions.pop(self.uri(name), None)
        document = lsp.TextDocumentIdentifier(self.uri(name))
        self.tell(self.client.text_document_did_close, lsp.DidCloseTextDocumentParams(document))

    def _after(self, name: str, act: Any) -> list[lsp.Diagnostic]:
        """What is shown of a file after something was done; it is told after all others."""
        uri = self.uri(name)
        before = self.answered.get(uri, 0)
        act()
        with self.told:
            assert self.told.wait_for(lambda: self.answered.get(uri, 0) > before, PATIENCE)
        return self.shown[uri]

    # ------------------------------------------------------------------ places

    def at(self, name: str, text: str, where: str, number: int = 0) -> dict[str, Any]:
        """The parameters of a question about the place `|` in `where`, which stands in a text."""
        before, _, after = where.partition("|")
        start = -1
        for _ in range(number + 1):
            start = text.index(before + after, start + 1)
        offset = start + len(before)
        line = text.count("\n", 0, offset)
        character = offset - (text.rfind("\n", 0, offset) + 1)
        return {
            "text_document": lsp.TextDocumentIdentifier(self.uri(name)),
            "position": lsp.Position(line, character),
        }


def hover(editor: Editor, name: str, text: str, where: str) -> str:
    params = lsp.HoverParams(**editor.at(name, text, where))
    found = editor.ask(editor.client.text_document_hover_async(params))
    if found is None:
        return ""
    assert isinstance(found.contents, lsp.MarkupContent)
    return found.contents.value


async def _as_coroutine(request: Awaitable[Answer]) -> Answer:
    return await request


@contextmanager
def an_editor(folder: Path) -> Iterator[Editor]:
    """An editor with a server that it started."""
    from pygls.lsp.client import LanguageClient

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    editor = Editor(folder, LanguageClient("tests", "1"), loop)
    _listen(editor)
    try:
        editor.ask(_start(editor))
        yield editor
        editor.ask(_stop(editor))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE)
        loop.close()


def _listen(editor: Editor) -> None:
    listens: Any = editor.client.feature

    @listens(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
    def told(params: lsp.PublishDiagnosticsParams) -> None:
        with editor.told:
            editor.shown[params.uri] = list(params.diagnostics)
            editor.answered[params.uri] = editor.answered.get(params.uri, 0) + 1
            editor.told.notify_all()

    @listens(lsp.WINDOW_SHOW_MESSAGE)  # type: ignore[untyped-decorator]
    @listens(lsp.WINDOW_LOG_MESSAGE)  # type: ignore[untyped-decorator]
    def said(params: Any) -> None:
        editor.messages.append(params.message)


async def _start(editor: Editor) -> None:
    command = (sys.executable, "-m", "rulewright", "lsp")
    await editor.client.start_io(*command, cwd=editor.folder)
    rename = lsp.WorkspaceEditClientCapabilities(
        document_changes=True, resource_operations=[lsp.ResourceOperationKind.Rename]
    )
    workspace = lsp.WorkspaceClientCapabilities(workspace_edit=rename)
    folders = [lsp.WorkspaceFolder(editor.folder.as_uri(), "rules")]
    params = lsp.InitializeParams(
        capabilities=lsp.ClientCapabilities(workspace=workspace),
        root_uri=editor.folder.as_uri(),
        initialization_options={"site": SITE},
        workspace_folders=folders,
    )
    found = await editor.client.initialize_async(params)
    provider = found.capabilities.semantic_tokens_provider
    assert provider is not None
    editor.legend = list(provider.legend.token_types)
    editor.client.initialized(lsp.InitializedParams())


async def _stop(editor: Editor) -> None:
    await editor.client.shutdown_async(None)
    editor.client.exit(None)
    await editor.client.stop()  # type: ignore[no-untyped-call]
