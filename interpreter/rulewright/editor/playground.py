"""The Python side of the documentation's playground: editor answers, commands and games as JSON.

The page calls it from a web worker. Nothing in this module depends on a browser.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from rulewright.base.records import Record, field
from rulewright.cli.naming.renaming import NotRenamed
from rulewright.cli.naming.workbench import Workbench
from rulewright.editor import wire
from rulewright.editor.features.diagnostics import diagnostic, quick_fixes
from rulewright.editor.features.outline import TYPES
from rulewright.editor.language_service import LanguageService
from rulewright.editor.positions import PositionConverter, uri_of
from rulewright.language.link.rule_files import listing_folders_once
from rulewright.language.text import Complaint, real_path

QUESTIONS: Final[dict[str, Callable[[LanguageService, Any], object]]] = {
    "colours": LanguageService.semantic_tokens,
    "complete": LanguageService.completions,
    "format": LanguageService.formatting,
    "hover": LanguageService.hover,
    "offer": LanguageService.completions_while_typing,
    "rename": LanguageService.rename,
    "renameable": LanguageService.renameable,
}
"""Questions about a file or a place in it, with the methods that answer them."""


class PlaygroundFolder(Record):
    """The files of the playground's folder, all of them open in the page's editor."""

    folder: Path
    bench: Workbench = field(factory=Workbench)
    listings: dict[object, Any] = field(factory=dict)
    """A cache of folder listings; only this object changes the folder."""

    @classmethod
    def at(cls, folder: str) -> PlaygroundFolder:
        """Open every file in `folder`."""
        desk = cls(real_path(Path(folder)))
        for path in sorted(desk.folder.iterdir()):
            if path.is_file():
                desk.bench.put(path, path.read_text(encoding="utf-8"))
        return desk

    def put(self, name: str, text: str) -> None:
        """Write the text of a file to the folder and to the workbench, if it has changed."""
        path = self.folder / name
        before = self.bench.texts.get(path)
        if before == text:
            return
        if before is None:
            self.listings.clear()
        path.write_text(text, encoding="utf-8")
        self.bench.put(path, text)

    def change(self, name: str, text: str) -> str:
        """Replace the text of a file; return the complaints of the quick checks, for every affected file."""
        self.put(name, text)
        return self.complaints(name, soon=True)

    def remove(self, name: str) -> None:
        """Delete a file."""
        self.listings.clear()
        (self.folder / name).unlink(missing_ok=True)
        self.bench.close(self.folder / name)
        self.bench.drop(self.folder / name)
        self.bench.invalidate_files()

    def complaints(self, name: str, *, soon: bool = False) -> str:
        """Return the complaints about a file and those that belong to it, by file name, each with its fixes.

        If `soon`, slow checks are postponed; `goes_on` runs them in steps, after which all complaints are
        returned.
        """
        with listing_folders_once(self.listings):
            by_file = self.bench.check(self.folder / name, soon=soon)
        return _json(
            {
                path.name: [self._diagnostic_data(each) for each in complaints]
                for path, complaints in by_file.items()
                if path.parent == self.folder
            }
        )

    def goes_on(self) -> bool:
        """Run one step of the postponed slow checks; return whether more steps are left."""
        with listing_folders_once(self.listings):
            return self.bench.goes_on()

    def ask(self, question: str, about: str) -> str:
        """Answer one of `QUESTIONS`, with its parameters as JSON in `about`.

        `about` names a `file`, and where needed a `position`, a `range` and a `newName`. It may also contain the
        file's current `text`. A refused renaming is answered by `{"refused": reason}`.
        """
        request = json.loads(about)
        if "text" in request:
            self.put(request["file"], request["text"])
        params = _params(request, self.folder)
        answers = LanguageService(self.bench, self._positions)
        try:
            with listing_folders_once(self.listings):
                return _json(QUESTIONS[question](answers, params))
        except NotRenamed as error:
            return _json({"refused": str(error)})

    def _diagnostic_data(self, complaint: Complaint) -> dict[str, object]:
        """Return a complaint as a diagnostic with its fixes."""
        data = diagnostic(complaint, self._positions)
        fixes = quick_fixes([complaint], data.range, self._positions)
        return {
            **wire.as_json(data),
            "fixes": [{"title": each.title, "edit": each.edit} for each in fixes],
        }

    @property
    def _positions(self) -> PositionConverter:
        """The converter for JavaScript, which counts columns in UTF-16."""
        return PositionConverter("utf-16")


def token_types() -> str:
    """Return the names of the semantic token types, in the order of their numbers."""
    return _json(TYPES)


def run(*arguments: str) -> str:
    """Run a command of `rulewright`; return its exit code and its output."""
    from rulewright.cli.command_line import rulewright

    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        try:
            rulewright.main(list(arguments), "rulewright")
        except SystemExit as ended:  # every command ends with it
            code = ended.code
    return _json({"code": code, "text": output.getvalue()})


def _params(about: dict[str, Any], folder: Path) -> Any:
    """Return request parameters in the form that an editor would send."""
    document = wire.OptionalVersionedTextDocumentIdentifier(uri_of(folder / about.get("file", "")))
    range_ = about.get("range")
    return SimpleNamespace(
        text_document=document,
        position=wire.Position(**about["position"]) if "position" in about else None,
        range=wire.Range(*(wire.Position(**range_[end]) for end in ("start", "end")))
        if range_
        else None,
        new_name=about.get("newName", ""),
    )


def _json(value: object) -> str:
    """Return a value of the protocol as JSON text."""
    return json.dumps(wire.as_json(value), ensure_ascii=False)
