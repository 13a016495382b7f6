"""What names stand for: where each is declared, and every place that speaks of it, in rules and edition files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from rulewright.cache import digest_of, keep, kept
from rulewright.checks.incremental import IncrementalProgram
from rulewright.edition.chain import read_chain
from rulewright.front.lsp.edition_names import names_in
from rulewright.front.lsp.workbench import View, Workbench
from rulewright.library import find_library
from rulewright.link.rule_files import sources_of, stays
from rulewright.program.from_syntax import trees_of, understood
from rulewright.program.witness import CHOICE, PICK, Place, Reference, witnessing
from rulewright.records import evolve
from rulewright.text import Complaints, Span, open_in_editor, real_path

Kept = tuple[Reference, ...]

_SHIPPED: dict[str, Kept] = {}
"""Of shipped rules that nobody edits, for this process."""


def reference_at(bench: Workbench, view: View, path: Path, offset: int) -> Reference | None:
    """The name at a place of a file, None if there is none that means something."""
    found = [
        reference
        for reference in references_in(bench, view, path)
        if reference.at.start <= offset <= reference.at.end
    ]
    # Where two names touch, the one that begins there is meant.
    meant = max(found, key=lambda each: each.at.start, default=None)
    return meant and _settled(meant, choices(bench, view) if _is_pick(meant) else {})


def references_in(bench: Workbench, view: View, path: Path) -> Iterator[Reference]:
    """All names in a file."""
    for reference in (*_own(view), *_of_editions(bench, view)):
        if real_path(Path(reference.at.source.name)) == path:
            yield reference
    if find_library().holds(path) and path not in bench.texts:
        for reference in shipped_references(bench, view.incremental):
            if real_path(Path(reference.at.source.name)) == path:
                yield reference


def references_to(bench: Workbench, view: View, target: Place) -> list[Reference]:
    """Every place that speaks of what is declared there, the declaration itself among them."""
    everywhere = (
        *_own(view),
        *_of_editions(bench, view),
        *shipped_references(bench, view.incremental),
    )
    offered = choices(bench, view)
    settled = filter(None, (_settled(each, offered) for each in everywhere))
    found = {
        (each.at.source.name, each.at.start): each for each in settled if each.target == target
    }
    return list(found.values())


def choices(bench: Workbench, view: View) -> dict[str, Span]:
    """The words of powers, means and options of menus, with where each is declared first."""
    everywhere = (*_own(view), *shipped_references(bench, view.incremental))
    found: dict[str, Span] = {}
    for each in everywhere:
        if each.sort == CHOICE:
            found.setdefault(each.at.text, each.to)
    return found


def _is_pick(reference: Reference) -> bool:
    return reference.sort.startswith(PICK)


def _settled(reference: Reference, offered: Mapping[str, Span]) -> Reference | None:
    """What a word is that a scenario picks: a choice, a label or an event; None for one that is nothing of ours."""
    if not _is_pick(reference):
        return reference
    if (declared := offered.get(reference.at.text)) is not None:
        return evolve(reference, to=declared, sort=CHOICE)
    other = reference.sort.removeprefix(PICK).strip()
    return evolve(reference, sort=other) if other else None


def _own(view: View) -> Iterator[Reference]:
    yield from view.witness.references.values()


def _of_editions(bench: Workbench, view: View) -> Iterator[Reference]:
    """The names in the edition's file and in those that it extends."""
    with open_in_editor(bench.texts):
        files = read_chain(view.edition.files[0], find_library().root, Complaints()) or ()
        for file in files:
            yield from names_in(file, view.program)


def shipped_references(bench: Workbench, incremental: IncrementalProgram) -> Kept:
    """The names in the shipped files of an edition that are not open; worked out once, and kept."""
    with open_in_editor(bench.texts):
        files = [file for file in incremental.files_with_scenarios if stays(file)]
        key = f"references {digest_of(files).located}"
        if key not in _SHIPPED:
            found: Kept | None = kept(key)
            if found is None:
                with witnessing() as witness:
                    understood(trees_of(sources_of(files, Complaints()), Complaints()))
                found = tuple(witness.references.values())
                keep(key, found)
            _SHIPPED[key] = found
        return _SHIPPED[key]
