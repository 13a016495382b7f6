"""Answers to what an editor asks about a place or a file, by the page that knows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from rulewright.base.records import Record
from rulewright.cli.common.named_files import YAML, in_order, is_edition
from rulewright.cli.naming.meanings import reference_at, references_in, references_to
from rulewright.cli.naming.renaming import NotRenamed, allowed, renamed
from rulewright.cli.naming.workbench import View, Workbench
from rulewright.editor import wire
from rulewright.editor.features.actions import actions
from rulewright.editor.features.completion import completions, edition_completions
from rulewright.editor.features.diagnostics import quick_fixes
from rulewright.editor.features.hover import (
    about_pronoun,
    about_word,
    hints,
    hover_text,
    pronouns_in,
)
from rulewright.editor.features.links import files_at, links_in
from rulewright.editor.features.outline import (
    edition_outline,
    key_at,
    keyword_at,
    lenses,
    outline,
    semantic_tokens,
    symbols,
)
from rulewright.editor.features.ranges import folds, selection
from rulewright.editor.features.signatures import signature_help
from rulewright.editor.positions import Positions, path_of_uri, uri_of
from rulewright.editor.wire import Asked
from rulewright.language.edition.json_schema import ABOUT
from rulewright.language.edition.translations.catalogue import is_catalogue
from rulewright.language.link.rule_files import RULES
from rulewright.language.program.references import Pronoun, Reference
from rulewright.language.text import RulesError, Source, Span, Unreadable, open_in_editor, real_path

MOST_SYMBOLS: Final = 200
"""So many declarations are named at once; who looks for another one writes more of its name."""
MOST_OFFERED: Final = 50
"""So much is offered at once while somebody types."""


class Answers(Record):
    """Answers by what is open; nothing where a file is none of ours, or means nothing there.

    `renames_files` says whether the editor can give files other names, `site` where the documents are, if anywhere.
    """

    bench: Workbench
    positions: Positions
    renames_files: bool = False
    site: str = ""

    # ------------------------------------------------------------------ about a place

    def hover(self, asked: Asked) -> wire.Hover | None:
        """What a name is, a pronoun or a word of the language, or what a key of an edition file is for."""
        if (found := self._meant(asked)) is not None:
            view, reference = found
            return self._told(hover_text(reference, view), reference.at)
        if (file := self._file(asked)) is None:
            return None
        path, source = file
        offset = self.positions.offset(source, asked.position)
        if path.suffix != RULES:
            key = key_at(source, offset)
            known = key is not None and key.text in ABOUT
            return self._told(ABOUT[key.text], key.span) if key and known else None
        for pronoun in self._pronouns(path):
            if pronoun.at.start <= offset <= pronoun.at.end:
                return self._told(about_pronoun(pronoun), pronoun.at)
        at = keyword_at(source, offset)
        text = about_word(at.text, f"{self.site}language/" if self.site else "") if at else None
        return self._told(text, at) if at and text else None

    def _told(self, text: str, at: Span) -> wire.Hover:
        return wire.Hover(wire.markdown(text), self.positions.range(at))

    def _pronouns(self, path: Path) -> Iterator[Pronoun]:
        view = self.bench.view(path)
        return pronouns_in(view.witness.pronouns.values() if view is not None else (), path)

    def signature(self, asked: Asked) -> wire.SignatureHelp | None:
        """How the deed is said that somebody writes at a place."""
        file = self._file(asked)
        if file is None or file[0].suffix != RULES:
            return None
        path, source = file
        view = self.bench.last_view(path)
        offset = self.positions.offset(source, asked.position)
        line = source.text[source.text.rfind("\n", 0, offset) + 1 : offset]
        return signature_help(view, line) if view is not None else None

    def definition(self, asked: Asked) -> wire.Location | list[wire.Location] | None:
        """Where a name is declared; of the name of a file the file, and of a folder all its rules."""
        if (found := self._meant(asked)) is not None:
            return self.positions.location(found[1].to)
        if (file := self._file(asked)) is None:
            return None
        with open_in_editor(self.bench.texts):
            files = files_at(*file, self.positions.offset(file[1], asked.position))
        start = wire.Range(wire.Position(0, 0), wire.Position(0, 0))
        return [wire.Location(uri_of(real_path(path)), start) for path in files] or None

    def references(self, asked: Asked) -> list[wire.Location]:
        """Every place that speaks of the same, perhaps with its declaration."""
        return self._references(asked, asked.context.include_declaration)

    def highlights(self, asked: Asked) -> list[wire.DocumentHighlight]:
        """The places in its file that speak of the same."""
        uri = asked.text_document.uri
        found = self._references(asked, declaration=True)
        return [wire.DocumentHighlight(each.range) for each in found if each.uri == uri]

    def _references(self, asked: Asked, declaration: bool) -> list[wire.Location]:
        if (found := self._meant(asked)) is None:
            return []
        view, reference = found
        return [
            self.positions.location(each.at)
            for each in references_to(self.bench, view, reference.target)
            if declaration or each.at != each.to
        ]

    def offers(self, asked: Asked) -> wire.CompletionList:
        """What the word may become that somebody types at a place."""
        return self.completions(asked, typed=True)

    def completions(self, asked: Asked, typed: bool = False) -> wire.CompletionList:
        """What may be written at a place; in rules, of a word that is `typed`, only what it may become."""
        if (file := self._file(asked)) is None:
            return wire.CompletionList(is_incomplete=False, items=[])
        path, source = file
        offset = self.positions.offset(source, asked.position)
        if path.suffix != RULES:
            items = edition_completions(self.bench, path, source, offset, self.positions)
            return wire.CompletionList(is_incomplete=False, items=items)
        items = completions(self.bench, path, source, offset, self.positions, typed)
        most = MOST_OFFERED if typed else len(items)
        return wire.CompletionList(is_incomplete=len(items) > most, items=items[:most])

    # ------------------------------------------------------------------ about a file

    def outline(self, asked: Asked) -> list[wire.DocumentSymbol]:
        """What stands in a file."""
        if (file := self._file(asked)) is None:
            return []
        make = outline if file[0].suffix == RULES else edition_outline
        return make(file[1], self.positions)

    def folds(self, asked: Asked) -> list[wire.FoldingRange]:
        """What can be folded away."""
        file = self._file(asked)
        return list(folds(file[1])) if file is not None else []

    def selections(self, asked: Asked) -> list[wire.SelectionRange]:
        """What is around each place, step by step."""
        if (file := self._file(asked)) is None:
            return []
        path, source = file
        places = [self.positions.offset(source, each) for each in asked.positions]
        rules = path.suffix == RULES
        return [selection(source, each, self.positions, rules=rules) for each in places]

    def links(self, asked: Asked) -> list[wire.DocumentLink]:
        """The names of files that lead to one."""
        if (file := self._file(asked)) is None:
            return []
        with open_in_editor(self.bench.texts):
            found = [(at, to) for at, to in links_in(*file) if not to.is_dir()]
        return [
            wire.DocumentLink(self.positions.range(at), uri_of(real_path(to))) for at, to in found
        ]

    def hints(self, asked: Asked) -> list[wire.InlayHint]:
        """What pronouns stand for in a stretch of a file."""
        if (file := self._file(asked)) is None or file[0].suffix != RULES:
            return []
        path, source = file
        start, end = (
            self.positions.offset(source, each) for each in (asked.range.start, asked.range.end)
        )
        inside = (each for each in self._pronouns(path) if start <= each.at.start <= end)
        return list(hints(inside, self.positions))

    def colours(self, asked: Asked) -> wire.SemanticTokens:
        """The sorts of the words of a file."""
        if (file := self._file(asked)) is None:
            return wire.SemanticTokens(data=[])
        path, source = file
        view = self.bench.view(path)
        found = references_in(self.bench, view, path) if view is not None else ()
        return semantic_tokens(source, found, self.positions, rules=path.suffix == RULES)

    def lenses(self, asked: Asked) -> list[wire.CodeLens]:
        """What runs the scenarios of a file."""
        if (file := self._file(asked)) is None or file[0].suffix != RULES:
            return []
        return list(lenses(*file, self.positions))

    # ------------------------------------------------------------------ in all files

    def symbols(self, asked: Asked) -> list[wire.WorkspaceSymbol]:
        """Declarations of the editions that open files belong to, by a part of their names."""
        views = filter(None, map(self.bench.view, list(self.bench.texts)))
        return list(islice(symbols(views, asked.query, self.positions), MOST_SYMBOLS))

    # ------------------------------------------------------------------ what is changed

    def fixes(self, asked: Asked) -> list[wire.CodeAction]:
        """The changes that help advises."""
        if (file := self._file(asked)) is None:
            return []
        return list(quick_fixes(self.bench.complaints(file[0]), asked.range, self.positions))

    def actions(self, asked: Asked) -> list[wire.CodeAction]:
        """The same, and what writes what is missing."""
        if (file := self._file(asked)) is None:
            return []
        offset = self.positions.offset(file[1], asked.range.start)
        with open_in_editor(self.bench.texts):
            missing = list(actions(self.bench, *file, offset, self.positions))
        return [*self.fixes(asked), *missing]

    def formatting(self, asked: Asked) -> list[wire.TextEdit] | None:
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

    def renameable(self, asked: Asked) -> wire.Range:
        """The name that could be another one. Raises NotRenamed."""
        view, reference = self._named(asked)
        allowed(view, reference)
        return self.positions.range(reference.at)

    def rename(self, asked: Asked) -> wire.WorkspaceEdit:
        """What gives it that name, with the names of files where they can be changed. Raises NotRenamed."""
        made = renamed(self.bench, [self._named(asked)], asked.new_name)
        edits = {
            uri_of(path): [self.positions.edit(at, text) for at, text in each]
            for path, each in made.edits.items()
        }
        if not self.renames_files:
            return wire.WorkspaceEdit(changes=edits)
        changes: list[wire.TextDocumentEdit | wire.RenameFile] = [
            wire.TextDocumentEdit(wire.OptionalVersionedTextDocumentIdentifier(uri), list(each))
            for uri, each in edits.items()
        ]
        changes += [
            wire.RenameFile(uri_of(old), uri_of(new), kind="rename")
            for old, new in made.files.items()
        ]
        return wire.WorkspaceEdit(document_changes=changes)

    # ------------------------------------------------------------------ what is meant

    def _named(self, asked: Asked) -> tuple[View, Reference]:
        found = self._meant(asked)
        if found is None:
            raise NotRenamed("here stands no name that could be another one")
        return found

    def _meant(self, asked: Asked) -> tuple[View, Reference] | None:
        """The name at a place, in what it belongs to."""
        if (file := self._file(asked)) is None or (view := self.bench.view(file[0])) is None:
            return None
        path, source = file
        found = reference_at(self.bench, view, path, self.positions.offset(source, asked.position))
        return (view, found) if found is not None else None

    def _file(self, asked: Asked) -> tuple[Path, Source] | None:
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
