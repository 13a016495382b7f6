"""What may be written at a place of an edition file: keys, names of the rules, and the values that are legal there.

As in rules, the checker says what is known: a key or value that nobody knows is put in at the place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from lsprotocol import types as lsp

from rulewright.edition.json_schema import ABOUT
from rulewright.edition.load import read_edition
from rulewright.edition.merge import changes_for
from rulewright.front.lsp.completing import PROPER, declared_as
from rulewright.front.lsp.hovering import about_name
from rulewright.front.lsp.positions import Positions
from rulewright.front.lsp.workbench import View, Workbench
from rulewright.library import find_library
from rulewright.link.from_program import make_world
from rulewright.program.program import Program
from rulewright.text import (
    Asked,
    Complaints,
    RulesError,
    Source,
    Span,
    noting_known,
    open_in_editor,
)

_BEGUN: Final = re.compile(r"[A-Za-z0-9][\w'/-]*( [A-Z][\w'-]*)*$")
_KEY: Final = re.compile(r"^\s*(?:- )?(?:.*[{,]\s*)?$")
_TRIED: Final = (PROPER, f"{PROPER}: {{}}", f"{PROPER}: 1", f"[{PROPER}]", f"{{{PROPER}: 1}}")
"""As a value, and as a key with one."""


def edition_completions(
    bench: Workbench, path: Path, source: Source, offset: int, positions: Positions
) -> list[lsp.CompletionItem]:
    """All that is offered at a place of an edition file."""
    line_start = source.text.rfind("\n", 0, offset) + 1
    begun = _BEGUN.search(source.text[line_start:offset])
    start = offset - len(begun.group()) if begun else offset
    end = _end(source.text, offset)
    at = Span(source, start, offset)
    is_key = _KEY.match(source.text[line_start:start]) is not None
    view = bench.last_view(path)
    items = []
    for name, as_key in _known(bench, path, at, end, view):
        item = _item(name, view)
        text = f"{name}: " if as_key and is_key else name
        item.text_edit = positions.edit(at, text)
        items.append(item)
    return list({item.label: item for item in items}.values())


def _end(text: str, offset: int) -> int:
    """Where the word at a place ends."""
    found = re.compile(r"[\w'-]*").match(text, offset)
    return found.end() if found else offset


def _known(
    bench: Workbench, path: Path, at: Span, end: int, view: View | None
) -> Iterator[tuple[str, bool]]:
    """What is known there, and whether it is a key."""
    text = at.source.text
    for tried in _TRIED:
        texts = {**bench.texts, path: text[: at.start] + tried + text[end:]}
        with noting_known(PROPER) as asked, open_in_editor(texts):
            _look_at(path, view.program if view is not None else None, asked)
        if asked:
            as_key = tried.startswith(f"{PROPER}:") or _in_keys(text[: at.start])
            yield from ((name, as_key) for names in asked for name in names)
            return


def _look_at(path: Path, program: Program | None, asked: Asked) -> None:
    """Read an edition, and lay it over its rules for one game after the other, until something was asked."""
    try:
        edition = read_edition(path, find_library().root, Complaints())
    except RulesError:
        return
    if edition is None or program is None:
        return
    numbers = edition.players.value
    ways: list[tuple[tuple[str, ...], int]] = [((), players) for players in numbers]
    ways += [((option,), numbers.high) for option in edition.options]
    for options, players in ways:
        if asked:
            return
        changes = changes_for(edition, players, options)
        make_world(program, edition, changes, players, Complaints())


def _in_keys(before: str) -> bool:
    """Whether the nearest bracket that is open holds keys."""
    line = before[before.rfind("\n") + 1 :]
    return line.rfind("{") > max(line.rfind("}"), line.rfind("["))


def _item(name: str, view: View | None) -> lsp.CompletionItem:
    declared = declared_as(view.program, name) if view is not None else None
    item = lsp.CompletionItem(name, kind=lsp.CompletionItemKind.Property, sort_text=name)
    if name in ABOUT:
        item.documentation = ABOUT[name]
    if declared is not None and view is not None:
        item.detail = type(declared).__name__.lower()
        item.documentation = lsp.MarkupContent(lsp.MarkupKind.Markdown, about_name(declared, view))
    return item
