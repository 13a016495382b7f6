"""Answers to what an editor asks about a place or a file, by the page that knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from rulewright.edition.catalogue import is_catalogue
from rulewright.edition.json_schema import ABOUT
from rulewright.front.common.named_files import YAML, in_order, is_edition
from rulewright.front.editing import wire
from rulewright.front.editing.completing import completions, edition_completions
from rulewright.front.editing.diagnostics import quick_fixes
from rulewright.front.editing.hovering import hover_text
from rulewright.front.editing.outline import (
    edition_outline,
    key_at,
    lenses,
    outline,
    semantic_tokens,
)
from rulewright.front.editing.positions import Positions, path_of_uri, uri_of
from rulewright.front.naming.meanings import reference_at, references_in, references_to
from rulewright.front.naming.renaming import NotRenamed, allowed, renamed
from rulewright.front.naming.workbench import View, Workbench
from rulewright.link.rule_files import RULES
from rulewright.program.witness import Reference
from rulewright.records import Record
from rulewright.text import RulesError, Source, Unreadable


class AboutFile(Protocol):
    """The parameters of a question about a file."""

    text_document: wire.TextDocument


class AboutPlace(AboutFile, Protocol):
    """The parameters of a question about a place in a file."""

    position: wire.Position


class AboutStretch(AboutFile, Protocol):
    """The parameters of a question about a stretch of a file."""

    range: wire.Range


class AboutAll(AboutPlace, Protocol):
    """The parameters of a question for all places that speak of the same."""

    context: Any


class NewName(AboutPlace, Protocol):
    """The parameters of a question for another name."""

    new_name: str


class Answers(Record):
    """Answers by what is open; nothing where a file is none of ours, or means nothing there.

    `renames_files` says whether the editor can give files other names.
    """

    bench: Workbench
    positions: Positions
    renames_files: bool = False

    # ------------------------------------------------------------------ about a place

    def hover(self, asked: AboutPlace) -> wire.Hover | None:
        """What a name is, or what a key of an edition file is for."""
        if (found := self._meant(asked)) is not None:
            view, reference = found
            text, at = hover_text(reference, view), reference.at
        elif (file := self._file(asked)) is not None and file[0].suffix != RULES:
            key = key_at(file[1], self.positions.offset(file[1], asked.position))
            if key is None or key.text not in ABOUT:
                return None
            text, at = ABOUT[key.text], key.span
        else:
            return None
        content = wire.Markup(text)
        return wire.Hover(content, self.positions.range(at))

    def definition(self, asked: AboutPlace) -> wire.Location | None:
        """Where a name is declared."""
        found = self._meant(asked)
        return self.positions.location(found[1].to) if found is not None else None

    def references(self, asked: AboutAll) -> list[wire.Location]:
        """Every place that speaks of the same, perhaps with its declaration."""
        return self._references(asked, asked.context.include_declaration)

    def highlights(self, asked: AboutPlace) -> list[wire.Highlight]:
        """The places in its file that speak of the same."""
        uri = asked.text_document.uri
        found = self._references(asked, declaration=True)
        return [wire.Highlight(each.range) for each in found if each.uri == uri]

    def _references(self, asked: AboutPlace, declaration: bool) -> list[wire.Location]:
        if (found := self._meant(asked)) is None:
            return []
        view, reference = found
        return [
            self.positions.location(each.at)
            for each in references_to(self.bench, view, reference.target)
            if declaration or each.at != each.to
        ]

    def completions(self, asked: AboutPlace) -> wire.CompletionList:
        """What may be written at a place."""
        items: list[wire.CompletionItem] = []
        if (file := self._file(asked)) is not None:
            path, source = file
            complete = completions if path.suffix == RULES else edition_completions
            offset = self.positions.offset(source, asked.position)
            items = complete(self.bench, path, source, offset, self.positions)
        return wire.CompletionList(is_incomplete=False, items=items)

    # ------------------------------------------------------------------ about a file

    def outline(self, asked: AboutFile) -> list[wire.DocumentSymbol]:
        """What stands in a file."""
        if (file := self._file(asked)) is None:
            return []
        make = outline if file[0].suffix == RULES else edition_outline
        return make(file[1], self.positions)

    def colours(self, asked: AboutFile) -> wire.SemanticTokens:
        """The sorts of the words of a file."""
        if (file := self._file(asked)) is None:
            return wire.SemanticTokens(data=[])
        path, source = file
        view = self.bench.view(path)
        found = references_in(self.bench, view, path) if view is not None else ()
        return semantic_tokens(source, found, self.positions, rules=path.suffix == RULES)

    def lenses(self, asked: AboutFile) -> list[wire.CodeLens]:
        """What runs the scenarios of a file."""
        if (file := self._file(asked)) is None or file[0].suffix != RULES:
            return []
        return list(lenses(*file, self.positions))

    # ------------------------------------------------------------------ what is changed

    def fixes(self, asked: AboutStretch) -> list[wire.CodeAction]:
        """The changes that help advises."""
        if (file := self._file(asked)) is None:
            return []
        return list(quick_fixes(self.bench.complaints(file[0]), asked.range, self.positions))

    def formatting(self, asked: AboutFile) -> list[wire.TextEdit] | None:
        """What puts a file in order; one with mistakes stays as it is, and its complaints are shown."""
        file = self._file(asked)
        if file is None or not _has_order(file[0]):
            return None
        source = file[1]
        try:
            text = in_order(source)
        except RulesError:
            return None
        return [self.positions.whole(source, text)] if text != source.text else []

    def renameable(self, asked: AboutPlace) -> wire.Range:
        """The name that could be another one. Raises NotRenamed."""
        view, reference = self._named(asked)
        allowed(view, reference)
        return self.positions.range(reference.at)

    def rename(self, asked: NewName) -> wire.WorkspaceEdit:
        """What gives it that name, with the names of files where they can be changed. Raises NotRenamed."""
        made = renamed(self.bench, [self._named(asked)], asked.new_name)
        edits = {
            uri_of(path): [self.positions.edit(at, text) for at, text in each]
            for path, each in made.edits.items()
        }
        if not self.renames_files:
            return wire.WorkspaceEdit(changes=edits)
        changes: list[wire.TextDocumentEdit | wire.RenameFile] = [
            wire.TextDocumentEdit(wire.TextDocument(uri), list(each)) for uri, each in edits.items()
        ]
        changes += [wire.RenameFile(uri_of(old), uri_of(new)) for old, new in made.files.items()]
        return wire.WorkspaceEdit(document_changes=changes)

    # ------------------------------------------------------------------ what is meant

    def _named(self, asked: AboutPlace) -> tuple[View, Reference]:
        found = self._meant(asked)
        if found is None:
            raise NotRenamed("here stands no name that could be another one")
        return found

    def _meant(self, asked: AboutPlace) -> tuple[View, Reference] | None:
        """The name at a place, in what it belongs to."""
        if (file := self._file(asked)) is None or (view := self.bench.view(file[0])) is None:
            return None
        path, source = file
        found = reference_at(self.bench, view, path, self.positions.offset(source, asked.position))
        return (view, found) if found is not None else None

    def _file(self, asked: AboutFile) -> tuple[Path, Source] | None:
        """A file of ours, as it is in the editor."""
        path = path_of_uri(asked.text_document.uri)
        if path is None or path.suffix not in (RULES, *YAML):
            return None
        try:
            return path, self.bench.source(path)
        except Unreadable:
            return None


def _has_order(path: Path) -> bool:
    return path.suffix == RULES or is_edition(path) or is_catalogue(path)
