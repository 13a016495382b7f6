"""Answers to questions about a place in a file."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp

from rulewright.edition.json_schema import ABOUT
from rulewright.front.checking.check_targets import YAML
from rulewright.front.lsp.colours import semantic_tokens
from rulewright.front.lsp.completing import completions
from rulewright.front.lsp.diagnostics import quick_fixes
from rulewright.front.lsp.edition_completing import edition_completions
from rulewright.front.lsp.hovering import hover_text
from rulewright.front.lsp.meanings import reference_at, references_in, references_to
from rulewright.front.lsp.outline import edition_outline, key_at, lenses, outline
from rulewright.front.lsp.positions import Positions, path_of_uri, uri_of
from rulewright.front.lsp.renaming import NotRenamed, Renaming, allowed, renamed
from rulewright.front.lsp.workbench import View, Workbench
from rulewright.link.rule_files import RULES
from rulewright.program.witness import Reference
from rulewright.records import Record
from rulewright.text import Source, Unreadable


class Answers(Record):
    """Answers by what is open; nothing where a file is none of ours, or means nothing there."""

    bench: Workbench
    positions: Positions

    def hover(self, uri: str, position: lsp.Position) -> lsp.Hover | None:
        """What a name is."""
        if (found := self._meant(uri, position)) is None:
            return self._hover_key(uri, position)
        view, reference = found
        text = lsp.MarkupContent(lsp.MarkupKind.Markdown, hover_text(reference, view))
        return lsp.Hover(text, self.positions.range(reference.at))

    def _hover_key(self, uri: str, position: lsp.Position) -> lsp.Hover | None:
        """What a key of an edition file is for."""
        path, source = self._file(uri)
        if source is None or path is None or path.suffix == RULES:
            return None
        found = key_at(source, self.positions.offset(source, position))
        if found is None or found.text not in ABOUT:
            return None
        text = lsp.MarkupContent(lsp.MarkupKind.Markdown, ABOUT[found.text])
        return lsp.Hover(text, self.positions.range(found.span))

    def definition(self, uri: str, position: lsp.Position) -> lsp.Location | None:
        """Where a name is declared."""
        found = self._meant(uri, position)
        return self.positions.location(found[1].to) if found is not None else None

    def references(self, uri: str, position: lsp.Position, declaration: bool) -> list[lsp.Location]:
        """Every place that speaks of the same, perhaps with its declaration."""
        if (found := self._meant(uri, position)) is None:
            return []
        view, reference = found
        return [
            self.positions.location(each.at)
            for each in references_to(self.bench, view, reference.target)
            if declaration or each.at != each.to
        ]

    def outline(self, uri: str) -> list[lsp.DocumentSymbol]:
        """What stands in a file."""
        path, source = self._file(uri)
        if source is None or path is None:
            return []
        make = outline if path.suffix == RULES else edition_outline
        return make(source, self.positions)

    def completions(self, uri: str, position: lsp.Position) -> list[lsp.CompletionItem]:
        """What may be written at a place."""
        path, source = self._file(uri)
        if source is None or path is None:
            return []
        complete = completions if path.suffix == RULES else edition_completions
        offset = self.positions.offset(source, position)
        return complete(self.bench, path, source, offset, self.positions)

    def colours(self, uri: str) -> lsp.SemanticTokens:
        """The sorts of the words of a file."""
        path, source = self._file(uri)
        if source is None or path is None:
            return lsp.SemanticTokens(data=[])
        view = self.bench.view(path)
        found = references_in(self.bench, view, path) if view is not None else ()
        return semantic_tokens(source, found, self.positions, rules=path.suffix == RULES)

    def fixes(self, uri: str, asked: lsp.Range) -> list[lsp.CodeAction]:
        """The changes that help advises."""
        path, _ = self._file(uri)
        if path is None:
            return []
        return list(quick_fixes(self.bench.complaints(path), asked, self.positions))

    def lenses(self, uri: str) -> list[lsp.CodeLens]:
        """What runs the scenarios of a file."""
        path, source = self._file(uri)
        if source is None or path is None or path.suffix != RULES:
            return []
        return list(lenses(path, source, self.positions))

    # ------------------------------------------------------------------ renaming

    def renameable(self, uri: str, position: lsp.Position) -> lsp.Range:
        """The name that could be another one. Raises NotRenamed."""
        view, reference = self._named(uri, position)
        allowed(view, reference)
        return self.positions.range(reference.at)

    def rename(self, uri: str, position: lsp.Position, name: str, files: bool) -> lsp.WorkspaceEdit:
        """What gives it that name; `files` says whether files can be renamed too. Raises NotRenamed."""
        view, reference = self._named(uri, position)
        made = renamed(self.bench, view, reference, name)
        if not files:
            return lsp.WorkspaceEdit(changes=self._edits(made))
        changes: list[lsp.TextDocumentEdit | lsp.CreateFile | lsp.RenameFile | lsp.DeleteFile] = [
            lsp.TextDocumentEdit(lsp.OptionalVersionedTextDocumentIdentifier(uri), list(edits))
            for uri, edits in self._edits(made).items()
        ]
        changes += [lsp.RenameFile(uri_of(old), uri_of(new)) for old, new in made.files.items()]
        return lsp.WorkspaceEdit(document_changes=changes)

    def _edits(self, made: Renaming) -> dict[str, list[lsp.TextEdit]]:
        return {
            uri_of(path): [self.positions.edit(at, text) for at, text in edits]
            for path, edits in made.edits.items()
        }

    def _named(self, uri: str, position: lsp.Position) -> tuple[View, Reference]:
        found = self._meant(uri, position)
        if found is None:
            raise NotRenamed("here stands no name that could be another one")
        return found

    # ------------------------------------------------------------------ places

    def _meant(self, uri: str, position: lsp.Position) -> tuple[View, Reference] | None:
        """The name at a place, in what it belongs to."""
        path, source = self._file(uri)
        view = self.bench.view(path) if path is not None else None
        if source is None or path is None or view is None:
            return None
        offset = self.positions.offset(source, position)
        found = reference_at(self.bench, view, path, offset)
        return (view, found) if found is not None else None

    def _file(self, uri: str) -> tuple[Path | None, Source | None]:
        path = path_of_uri(uri)
        if path is None or path.suffix not in (RULES, *YAML):
            return None, None
        try:
            return path, self.bench.source(path)
        except Unreadable:
            return None, None
