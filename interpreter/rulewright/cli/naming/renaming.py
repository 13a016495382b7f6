"""Renames a declaration in every file of its editions, if they still check afterwards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from rulewright.base.library import find_library
from rulewright.base.records import Draft, field
from rulewright.cli.naming.meanings import declared_at, references_to, words_of_choices
from rulewright.cli.naming.workbench import EditionView, Workbench, path_of
from rulewright.language.edition.loading.find import read_chain
from rulewright.language.edition.translations.catalogue import (
    all_catalogues,
    names_in_braces,
    read_catalogue,
)
from rulewright.language.link.rule_files import RULES, card_file_name
from rulewright.language.program.program import Card, Event
from rulewright.language.program.references import CHOICE, LABEL, LOCAL, Reference
from rulewright.language.syntax import reserved_words
from rulewright.language.syntax.parsing.grammar import expand_letters
from rulewright.language.syntax.recovery.continuations import classify_tokens
from rulewright.language.text import Complaint, Complaints, Source, Span, open_in_editor, real_path
from rulewright.language.text.words.english import base_form, plural
from rulewright.testing.checks.edition_checks import check_names

Edit = tuple[Span, str]

_SMALL: Final = re.compile(expand_letters(r"\p{small}\p{rest}(-[^\W_]\p{rest})*"))
_PROPER: Final = re.compile(
    expand_letters(r"\p{capital}[^\W_']*([ -](of |the )*(\p{capital}|[0-9])[\w']*)*")
)


class NotRenamed(Exception):
    """The reason why something cannot be renamed."""


class Renaming(Draft):
    """The edits by file, and the files to be renamed."""

    edits: dict[Path, list[Edit]] = field(factory=dict)
    files: dict[Path, Path] = field(factory=dict)

    def add(self, at: Span, text: str) -> None:
        """Add the replacement of a span, unless one at the same place was added before."""
        edits = self.edits.setdefault(path_of(at), [])
        if all(at.start != other.start for other, _ in edits):
            edits.append((at, text))

    def join(self, other: Renaming) -> None:
        """Add the edits that another edition needs."""
        for edits in other.edits.values():
            for at, text in edits:
                self.add(at, text)
        self.files |= other.files

    def texts(self) -> dict[Path, str]:
        """Return the new texts of the edited files."""
        texts = {}
        for path, edits in self.edits.items():
            text = edits[0][0].source.text
            for at, new in sorted(edits, key=lambda edit: -edit[0].start):
                text = text[: at.start] + new + text[at.end :]
            texts[path] = text
        return texts


def rename_everywhere(
    bench: Workbench, references: Sequence[tuple[EditionView, Reference]], name: str
) -> Renaming:
    """Return the edits that rename something in all editions that use it.

    Raises NotRenamed if it cannot be renamed, or if an edition would have more errors than before.
    """
    renaming = Renaming()
    for view, reference in references:
        renaming.join(_edits_in_edition(bench, view, reference, name))
    for view, _ in references:
        _check_errors(bench, view, renaming)
    for view, _ in references:
        _rename_in_edition(
            bench, renaming, view
        )  # last: no check could find a file under its new name
    return renaming


def _edits_in_edition(
    bench: Workbench, view: EditionView, reference: Reference, name: str
) -> Renaming:
    """Return the edits that one edition needs."""
    check_renameable(view, reference)
    _check_name(view, reference, name)
    renaming = Renaming()
    references = references_to(bench, view, reference.target)
    if reference.sort == CHOICE:
        _check_choice(view, references, name)
    for each in references:
        _rename(renaming, each, reference.to.text, name)
    if reference.sort == LOCAL and _is_introduced_by_type(view, reference.to):
        renaming.add(
            Span(reference.to.source, reference.to.end, reference.to.end), f" called {name}"
        )
    if reference.sort == "kind":
        _rename_locals_of_kind(renaming, view, references, name)
    if reference.sort == "card":
        _rename_card_files(renaming, view, reference.to, name)
    elif reference.sort == LABEL:
        _rename_in_translations(renaming, view, "labels", reference.to.text, name)
    elif reference.sort == CHOICE:
        _rename_in_translations(renaming, view, "choices", reference.to.text, name)
        _rename_marks(renaming, view, references, name)
    _rename_texts(renaming, view)
    return renaming


def check_renameable(view: EditionView, reference: Reference) -> None:
    """Raise NotRenamed for a declaration in shipped rules, and for a name derived from another one."""
    path = path_of(reference.to)
    if find_library().holds(path) and not find_library().holds(view.edition.files[0]):
        reason = f"`{reference.to.text}` is declared in shipped rules, which cannot be changed"
        raise NotRenamed(reason)
    name = reference.to.text
    if reference.at.text not in (name, plural(name), base_form(name)):
        raise NotRenamed(f"`{reference.at.text}` is derived from another name; rename that one")


def _check_name(view: EditionView, reference: Reference, name: str) -> None:
    """Raise NotRenamed if `name` has the wrong form for the declaration, or is a keyword."""
    proper = reference.sort in ("card", "series")
    if not (_PROPER if proper else _SMALL).fullmatch(name):
        how = "with capital letters, such as `Court Piper`" if proper else "in small letters"
        raise NotRenamed(f"`{name}` cannot be the name: write it {how}")
    if name in reserved_words():
        raise NotRenamed(f"`{name}` is a keyword of the language")
    declared = declared_at(view.program, reference.to) if reference.sort == "event" else None
    if isinstance(declared, Event) and not name.split("-")[0].endswith("s"):
        raise NotRenamed(f"an event is named by a verb in the third person: `{name}s`")


def _check_choice(view: EditionView, references: Iterable[Reference], name: str) -> None:
    """Raise NotRenamed if one of the powers and options of this word is shipped, or if the new word is taken.

    They are all renamed together, because scenarios pick them by the word.
    """
    for each in references:
        if each.at == each.to:
            check_renameable(view, each)
    own = (each.at.text for each in view.witness.references.values() if each.sort == CHOICE)
    if name in {*own, *words_of_choices(view.program)}:
        raise NotRenamed(f"another power or option is called `{name}`")


def _rename(renaming: Renaming, each: Reference, old: str, name: str) -> None:
    """Replace one reference, in the same form: singular, plural or base form."""
    if each.sort == LOCAL and each.at == each.to and each.at.text != old:
        return
    for form in (str, plural, base_form):
        if each.at.text == form(old):
            renaming.add(each.at, form(name))
            return


def _rename_locals_of_kind(
    renaming: Renaming, view: EditionView, kinds: Iterable[Reference], name: str
) -> None:
    """Rename local names taken from a renamed kind: `a peg`, and later `the peg`."""
    introduced = {(each.at.source.name, each.at.start) for each in kinds}
    for each in view.witness.references.values():
        if each.sort == LOCAL and each.target in introduced:
            renaming.add(each.at, name)


def _rename_marks(
    renaming: Renaming, view: EditionView, powers: Iterable[Reference], name: str
) -> None:
    """Rename the mark that a power which may be used once declares: `boast-used`."""
    declared = {(each.to.source.name, each.to.start) for each in powers}
    for each in view.witness.references.values():
        old, mark = each.to.text, each.at.text
        if each.sort == "variable" and each.target in declared and mark.startswith(f"{old}-"):
            new = name + mark.removeprefix(old)
            renaming.add(each.at, new)
            _rename_in_translations(renaming, view, "names", mark, new)


def _is_introduced_by_type(view: EditionView, at: Span) -> bool:
    """Return whether a local name is introduced by its type alone, as in `a player`."""
    kinds = {"player", *view.program.kinds, *view.program.labels}
    before = at.source.text[: at.start].rstrip().rpartition(" ")[2].rpartition("\n")[2]
    line = at.source.line(at.line).split()
    chosen = "choose" in line or "chooses" in line or line[:2] == ["for", "each"]
    return at.text in kinds and before in ("a", "an", "some", "another") and not chosen


# ------------------------------------------------------------------ what is called after it


def _rename_card_files(renaming: Renaming, view: EditionView, at: Span, name: str) -> None:
    """Rename a card's own file and scenario files, and its key in translation files."""
    path = path_of(at)
    if isinstance(declared_at(view.program, at), Card) and path.name == card_file_name(at.text):
        for file in (path, *path.parent.glob(f"{path.stem}*.scenarios.rules")):
            stem = card_file_name(name).removesuffix(".rules")
            renaming.files[file] = file.with_name(stem + file.name[len(path.stem) :])
    _rename_in_translations(renaming, view, "cards", at.text, name)


def _rename_in_edition(bench: Workbench, renaming: Renaming, view: EditionView) -> None:
    """Replace the names of renamed files in the edition files that list them."""
    with open_in_editor(bench.texts):
        files = read_chain(view.edition.files[0], find_library().root, Complaints()) or ()
    for listed in chain.from_iterable(file.rules for file in files):
        path = path_of(listed.span).parent / listed.value
        if new := renaming.files.get(real_path(path)):
            start = listed.span.start + listed.span.text.rfind(path.name)
            renaming.add(Span(listed.span.source, start, start + len(path.name)), new.name)


def _rename_in_translations(
    renaming: Renaming, view: EditionView, section: str, old: str, name: str
) -> None:
    """Replace a key in translation files."""
    for file in _own_translations(view):
        for (where, _, words), entry in read_catalogue(file, Complaints()).entries.items():
            if where == section and words == old:
                start = entry.key.start + entry.key.text.find(old)
                renaming.add(Span(entry.key.source, start, start + len(old)), name)


def translation_files(references: Iterable[tuple[EditionView, Reference]]) -> Iterator[Path]:
    """Yield the translation files of all these editions."""
    return chain.from_iterable(_own_translations(view) for view, _ in references)


def _own_translations(view: EditionView) -> Iterator[Path]:
    """Yield the edition's translation files that are not shipped."""
    for place in view.edition.places:
        for files in all_catalogues(place).values():
            yield from (file for file in files if not find_library().holds(file))


def _rename_texts(renaming: Renaming, view: EditionView) -> None:
    """Replace names in braces within translated texts, and within the texts that are their keys."""
    changed: dict[str, str] = {}
    for path, text in renaming.texts().items():
        before = renaming.edits[path][0][0].source
        if path.suffix == RULES:
            changed |= _changed_texts(before, Source(before.name, text))
    for file in _own_translations(view) if changed else ():
        entries = read_catalogue(file, Complaints()).entries
        keys = sorted((entry.key for entry in entries.values()), key=lambda key: key.start)
        for (where, _, words), entry in entries.items():
            if where == "texts" and words in changed:
                end = next((key.start for key in keys if key.start > entry.key.start), None)
                _rename_text(renaming, entry.key, end, words, changed[words])


def _changed_texts(before: Source, after: Source) -> dict[str, str]:
    """Return the texts of a rule file that differ after the edits, each with its new form."""
    old, new = (
        [word.span.text[1:-1] for word in classify_tokens(source) if word.sort == "string"]
        for source in (before, after)
    )
    return {one: other for one, other in zip(old, new, strict=True) if one != other}


def _rename_text(renaming: Renaming, key: Span, end: int | None, old: str, new: str) -> None:
    """Replace the names in braces in a text's key and its translation."""
    source = key.source
    whole = Span(source, key.start, len(source.text) if end is None else end)
    text = whole.text
    for one, other in zip(names_in_braces(old), names_in_braces(new), strict=True):
        text = text.replace(f"{{{one}}}", f"{{{other}}}")
    renaming.add(whole, text)


# ------------------------------------------------------------------ whether it checks


def _check_errors(bench: Workbench, view: EditionView, renaming: Renaming) -> None:
    """Raise NotRenamed if the edition has more errors after the edits than before."""
    edition = view.edition.files[0]
    with open_in_editor(bench.texts):
        known = bench.complaints_by_target.get(edition)
        complaints = check_names(edition) if known is None else chain.from_iterable(known.values())
        before = list(_errors(complaints))
        with open_in_editor(renaming.texts()):
            after = list(_errors(check_names(edition)))
    if Counter(each.code for each in after) - Counter(each.code for each in before):
        messages = {each.message for each in before}
        new = [each for each in after if each.message not in messages] or after
        if renaming.files and all(each.code == "E0613" for each in new):
            return  # the card's file is renamed too, after the check
        raise NotRenamed(f"{new[0].span}: {new[0].message}")


def _errors(complaints: Iterable[Complaint]) -> Iterator[Complaint]:
    """Return those of `complaints` that are errors."""
    return (complaint for complaint in complaints if complaint.severity == "error")
