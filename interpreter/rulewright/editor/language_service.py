"""Answers to editor requests about a place or a file; each is computed by a module of `features`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from rulewright.base.records import Record
from rulewright.cli.common.named_files import YAML, formatted_text, is_edition
from rulewright.cli.naming.meanings import reference_at, references_in, references_to
from rulewright.cli.naming.renaming import NotRenamed, check_renameable, rename_everywhere
from rulewright.cli.naming.workbench import EditionView, Workbench
from rulewright.editor import wire
from rulewright.editor.features.actions import actions
from rulewright.editor.features.completion import completions, edition_completions
from rulewright.editor.features.diagnostics import fix_all, quick_fixes
from rulewright.editor.features.hover import (
    about_pronoun,
    about_word,
    hints,
    hover_text,
    pronouns_in,
)
from rulewright.editor.features.links import files_at, links_in
from rulewright.editor.features.old_forms import rewrite_old_forms
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
from rulewright.editor.positions import PositionConverter, path_of_uri, uri_of
from rulewright.editor.wire import RequestParams
from rulewright.language.edition.json_schema import ABOUT
from rulewright.language.edition.translations.catalogue import is_catalogue
from rulewright.language.link.rule_files import RULES
from rulewright.language.program.references import PronounReference, Reference
from rulewright.language.text import RulesError, Source, Span, Unreadable, open_in_editor, real_path

MOST_SYMBOLS: Final = 200
"""The largest number of symbols in an answer."""
MOST_OFFERED: Final = 50
"""The largest number of completions while the user types."""
MOST_ON_BLANK_LINE: Final = 30
"""The largest number of completions before the user has typed anything in a line."""


class LanguageService(Record):
    """Answers to editor requests about the open files; empty for files that are not rules or editions.

    `renames_files` says whether the editor can rename files. `site` is the address of the documentation, or "".
    """

    bench: Workbench
    positions: PositionConverter
    renames_files: bool = False
    site: str = ""

    # ------------------------------------------------------------------ about a place

    def hover(self, params: RequestParams) -> wire.Hover | None:
        """Return help on the name, pronoun or word at the position, or on a key of an edition file."""
        if (found := self._reference_at_position(params)) is not None:
            view, reference = found
            return self._hover_of(hover_text(reference, view), reference.at)
        if (file := self._file(params)) is None:
            return None
        path, source = file
        offset = self.positions.offset(source, params.position)
        if path.suffix != RULES:
            key = key_at(source, offset)
            known = key is not None and key.text in ABOUT
            return self._hover_of(ABOUT[key.text], key.span) if key and known else None
        for pronoun in self._pronouns(path):
            if pronoun.at.start <= offset <= pronoun.at.end:
                return self._hover_of(about_pronoun(pronoun), pronoun.at)
        at = keyword_at(source, offset)
        text = about_word(at.text, f"{self.site}language/" if self.site else "") if at else None
        return self._hover_of(text, at) if at and text else None

    def _hover_of(self, text: str, at: Span) -> wire.Hover:
        """Return a hover in Markdown."""
        return wire.Hover(wire.markdown(text), self.positions.range(at))

    def _pronouns(self, path: Path) -> Iterator[PronounReference]:
        """Yield the pronouns in a rule file."""
        view = self.bench.view(path)
        return pronouns_in(view.witness.pronouns.values() if view is not None else (), path)

    def signature(self, params: RequestParams) -> wire.SignatureHelp | None:
        """Return the forms of the event whose verb was typed before the position."""
        file = self._file(params)
        if file is None or file[0].suffix != RULES:
            return None
        path, source = file
        view = self.bench.last_view(path)
        offset = self.positions.offset(source, params.position)
        line = source.text[source.text.rfind("\n", 0, offset) + 1 : offset]
        return signature_help(view, line) if view is not None else None

    def definition(self, params: RequestParams) -> wire.Location | list[wire.Location] | None:
        """Return where the name is declared; for a file name the file, for a folder all its rule files."""
        if (found := self._reference_at_position(params)) is not None:
            return self.positions.location(found[1].to)
        if (file := self._file(params)) is None:
            return None
        with open_in_editor(self.bench.texts):
            files = files_at(*file, self.positions.offset(file[1], params.position))
        start = wire.Range(wire.Position(0, 0), wire.Position(0, 0))
        return [wire.Location(uri_of(real_path(path)), start) for path in files] or None

    def references(self, params: RequestParams) -> list[wire.Location]:
        """Return every reference to the declaration of the name at the position.

        The declaration itself is included if the request asks for it.
        """
        return self._references(params, params.context.include_declaration)

    def highlights(self, params: RequestParams) -> list[wire.DocumentHighlight]:
        """Return the references to the name's declaration within this file, including the declaration."""
        uri = params.text_document.uri
        references = self._references(params, declaration=True)
        return [wire.DocumentHighlight(each.range) for each in references if each.uri == uri]

    def _references(self, params: RequestParams, declaration: bool) -> list[wire.Location]:
        """Return the references to the declaration at the position, with or without the declaration."""
        if (found := self._reference_at_position(params)) is None:
            return []
        view, reference = found
        return [
            self.positions.location(each.at)
            for each in references_to(self.bench, view, reference.target)
            if declaration or each.at != each.to
        ]

    def completions_while_typing(self, params: RequestParams) -> wire.CompletionList:
        """Return completions of the word that is being typed at the position."""
        return self.completions(params, typed=True)

    def completions(self, params: RequestParams, typed: bool = False) -> wire.CompletionList:
        """Return completions at the position; if `typed`, only those of the word being typed in a rule file."""
        if (file := self._file(params)) is None:
            return wire.CompletionList(is_incomplete=False, items=[])
        path, source = file
        offset = self.positions.offset(source, params.position)
        if path.suffix != RULES:
            items = edition_completions(self.bench, path, source, offset, self.positions)
            return wire.CompletionList(is_incomplete=False, items=items)
        items = completions(self.bench, path, source, offset, self.positions, typed)
        line = source.text[source.text.rfind("\n", 0, offset) + 1 : offset]
        most = MOST_OFFERED if typed else len(items)
        most = most if line.strip() else MOST_ON_BLANK_LINE
        return wire.CompletionList(is_incomplete=len(items) > most, items=items[:most])

    # ------------------------------------------------------------------ about a file

    def outline(self, params: RequestParams) -> list[wire.DocumentSymbol]:
        """Return the declarations of a rule file, or the keys of an edition file."""
        if (file := self._file(params)) is None:
            return []
        make = outline if file[0].suffix == RULES else edition_outline
        return make(file[1], self.positions)

    def folds(self, params: RequestParams) -> list[wire.FoldingRange]:
        """Return the ranges of lines that can be folded."""
        file = self._file(params)
        return list(folds(file[1])) if file is not None else []

    def selections(self, params: RequestParams) -> list[wire.SelectionRange]:
        """Return nested ranges around each position, from the word to the whole file."""
        if (file := self._file(params)) is None:
            return []
        path, source = file
        places = [self.positions.offset(source, each) for each in params.positions]
        rules = path.suffix == RULES
        return [selection(source, each, self.positions, rules=rules) for each in places]

    def links(self, params: RequestParams) -> list[wire.DocumentLink]:
        """Return links from file names in the text to the files."""
        if (file := self._file(params)) is None:
            return []
        with open_in_editor(self.bench.texts):
            links = [(at, to) for at, to in links_in(*file) if not to.is_dir()]
        return [
            wire.DocumentLink(self.positions.range(at), uri_of(real_path(to))) for at, to in links
        ]

    def hints(self, params: RequestParams) -> list[wire.InlayHint]:
        """Return inlay hints with the types of pronouns in a range of a rule file."""
        if (file := self._file(params)) is None or file[0].suffix != RULES:
            return []
        path, source = file
        start, end = (
            self.positions.offset(source, each) for each in (params.range.start, params.range.end)
        )
        inside = (each for each in self._pronouns(path) if start <= each.at.start <= end)
        return list(hints(inside, self.positions))

    def semantic_tokens(self, params: RequestParams) -> wire.SemanticTokens:
        """Return the semantic tokens of a file."""
        if (file := self._file(params)) is None:
            return wire.SemanticTokens(data=[])
        path, source = file
        view = self.bench.view(path)
        references = references_in(self.bench, view, path) if view is not None else ()
        return semantic_tokens(source, references, self.positions, rules=path.suffix == RULES)

    def lenses(self, params: RequestParams) -> list[wire.CodeLens]:
        """Return code lenses that run the scenarios of a rule file."""
        if (file := self._file(params)) is None or file[0].suffix != RULES:
            return []
        return list(lenses(*file, self.positions))

    # ------------------------------------------------------------------ in all files

    def symbols(self, params: RequestParams) -> list[wire.WorkspaceSymbol]:
        """Return the declarations whose names match the query, in all editions that open files belong to."""
        views = filter(None, map(self.bench.view, list(self.bench.texts)))
        return list(islice(symbols(views, params.query, self.positions), MOST_SYMBOLS))

    # ------------------------------------------------------------------ what is changed

    def fixes(self, params: RequestParams) -> list[wire.CodeAction]:
        """Return quick fixes for the complaints in a range."""
        if (file := self._file(params)) is None:
            return []
        return list(quick_fixes(self.bench.complaints(file[0]), params.range, self.positions))

    def actions(self, params: RequestParams) -> list[wire.CodeAction]:
        """Return the quick fixes, and actions that write missing text or rewrite old forms."""
        if (file := self._file(params)) is None:
            return []
        offset = self.positions.offset(file[1], params.range.start)
        with open_in_editor(self.bench.texts):
            missing = list(actions(self.bench, *file, offset, self.positions))
        every = fix_all(self.bench, *file, self.positions)
        old = rewrite_old_forms(self.bench, *file, self.positions, params.context)
        return [*self.fixes(params), *every, *missing, *old]

    def formatting(self, params: RequestParams) -> list[wire.TextEdit] | None:
        """Return the edit that formats a file; None for a file with mistakes."""
        file = self._file(params)
        if file is None or not _has_order(file[0]):
            return None
        source = file[1]
        try:
            text = formatted_text(source)
        except RulesError:
            return None
        return [self.positions.whole(source, text)] if text != source.text else []

    def renameable(self, params: RequestParams) -> wire.Range:
        """Return the range of the name at the position. Raises NotRenamed if it cannot be renamed."""
        view, reference = self._required_reference(params)
        check_renameable(view, reference)
        return self.positions.range(reference.at)

    def rename(self, params: RequestParams) -> wire.WorkspaceEdit:
        """Return the edits that rename the name at the position, with file renames if the editor supports them.

        Raises NotRenamed.
        """
        renaming = rename_everywhere(
            self.bench, [self._required_reference(params)], params.new_name
        )
        edits = {
            uri_of(path): [self.positions.edit(at, text) for at, text in each]
            for path, each in renaming.edits.items()
        }
        if not self.renames_files:
            return wire.WorkspaceEdit(changes=edits)
        changes: list[wire.TextDocumentEdit | wire.RenameFile] = [
            wire.TextDocumentEdit(wire.OptionalVersionedTextDocumentIdentifier(uri), list(each))
            for uri, each in edits.items()
        ]
        changes += [
            wire.RenameFile(uri_of(old), uri_of(new), kind="rename")
            for old, new in renaming.files.items()
        ]
        return wire.WorkspaceEdit(document_changes=changes)

    # ------------------------------------------------------------------ what is meant

    def _required_reference(self, params: RequestParams) -> tuple[EditionView, Reference]:
        """Return the reference at the position. Raises NotRenamed if there is none."""
        reference = self._reference_at_position(params)
        if reference is None:
            raise NotRenamed("there is no name here that can be renamed")
        return reference

    def _reference_at_position(self, params: RequestParams) -> tuple[EditionView, Reference] | None:
        """Return the name at the position with the edition it belongs to; None if there is none."""
        if (file := self._file(params)) is None or (view := self.bench.view(file[0])) is None:
            return None
        path, source = file
        reference = reference_at(
            self.bench, view, path, self.positions.offset(source, params.position)
        )
        return (view, reference) if reference is not None else None

    def _file(self, params: RequestParams) -> tuple[Path, Source] | None:
        """Return the path and current text of a rule or YAML file; None if it is neither, or cannot be read."""
        path = path_of_uri(params.text_document.uri)
        if path is None or path.suffix not in (RULES, *YAML):
            return None
        try:
            return path, self.bench.source(path)
        except Unreadable:
            return None


def _has_order(path: Path) -> bool:
    """Return whether a file can be formatted."""
    return path.suffix == RULES or is_edition(path) or is_catalogue(path)
