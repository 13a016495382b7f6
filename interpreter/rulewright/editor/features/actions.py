"""Code actions that write missing text: a scenario for a power, a cast entry, translations.

In YAML files they insert below existing keys, in the style (block or flow) in which the file is written.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from rulewright.base.library import find_library
from rulewright.base.plain_files import relative_path
from rulewright.cli.naming.workbench import EditionView, Workbench, path_of
from rulewright.editor import wire
from rulewright.editor.positions import PositionConverter, uri_of
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.translations.catalogue import is_catalogue
from rulewright.language.edition.yaml.parse_yaml import tree_of
from rulewright.language.edition.yaml.yaml_nodes import Items, Keys, Node
from rulewright.language.link.rule_files import RULES
from rulewright.language.program.program import Card, Means, Power, Program, Zone
from rulewright.language.program.references import PICK
from rulewright.language.program.types import NUMBER
from rulewright.language.text import Complaints, Source, Span, format_count
from rulewright.testing.checks.word_checks import untranslated_texts

USUAL = 4
"""Number of players in a new scenario, if the edition allows it."""


def actions(
    bench: Workbench, path: Path, source: Source, offset: int, positions: PositionConverter
) -> Iterator[wire.CodeAction]:
    """Yield the code actions available at an offset."""
    if path.suffix == ".yaml" and is_catalogue(path):
        yield from _words(bench, path, source, positions)
    elif (view := bench.view(path)) is not None:
        for card in view.program.cards.values():
            if path_of(card.at) == path and _is_on_line(card.at, offset):
                yield from _cast(bench, view, card, positions)
        for rule in view.program.rules:
            inside = rule.at.start <= offset <= rule.at.end and path_of(rule.at) == path
            if inside and isinstance(rule, Power | Means) and not _is_picked(view, rule.word):
                text = scenario_for(view, rule, path)
                at = Span(source, len(source.text), len(source.text))
                yield _action(f"write a scenario for `{rule.word}`", at, text, positions)


def _action(title: str, at: Span, text: str, positions: PositionConverter) -> wire.CodeAction:
    """Return a code action that replaces the span `at` with `text`."""
    changes = {uri_of(path_of(at)): [positions.edit(at, text)]}
    return wire.CodeAction(
        title=title,
        kind=wire.REFACTOR,
        diagnostics=[],
        edit=wire.WorkspaceEdit(changes=changes),
        is_preferred=False,
    )


def _is_on_line(at: Span, offset: int) -> bool:
    """Return whether the span `at` begins on the line of `offset`."""
    return at.source.position(offset)[0] == at.line


# ------------------------------------------------------------------ a scenario


def _is_picked(view: EditionView, word: str) -> bool:
    """Return whether some scenario of the edition uses `word` to choose an option."""
    return any(
        each.at.text == word and each.sort.startswith(PICK)
        for each in view.witness.references.values()
    )


def scenario_for(view: EditionView, rule: Power | Means, path: Path) -> str:
    """Return the skeleton of a scenario that uses a power; running it reports what has to hold."""
    edition, program = view.edition, view.program
    numbers = edition.players.value
    players = min(max(USUAL, numbers.low), numbers.high)
    card = program.cards.get(rule.card or "")
    lines = [
        f'scenario "Somebody uses {rule.word}"',
        f"    in {_edition_name(edition, path)}, {players} players",
    ]
    place = _zone_for_card(program, card, rule.stance) if card is not None else None
    if card is not None and place is not None:
        lines += ["    given", f"        move {card.name} to A's {place.name}"]
    lines += ["    when", f"        A chooses {rule.word}", "    then"]
    lines += [f"        A's {_player_number(program)} is 0"]
    return "\n" + "\n".join(lines) + "\n"


def _edition_name(edition: Edition, path: Path) -> str:
    """Return the edition as a scenario in `path` names it: a shipped id, or a relative path."""
    file = edition.files[0]
    if find_library().holds(file):
        return edition.id.value
    return f'"{relative_path(file, path.parent).replace(os.sep, "/")}"'


def _zone_for_card(program: Program, card: Card, stance: str | None) -> Zone | None:
    """Return a player's zone for the card's kind, if possible one that its `stance` names; None without one."""
    places = [z for z in program.zones.values() if z.kind == card.kind and z.owner == "player"]
    spoken = repr(program.kinds[card.kind].stances.get(stance or ""))
    return next((each for each in places if f"'{each.name}'" in spoken), None) or next(
        iter(places), None
    )


def _player_number(program: Program) -> str:
    """Return the name of a number variable that each player has; "score" if there is none."""
    numbers = (
        v.name for v in program.variables.values() if v.owner == "player" and v.type == NUMBER
    )
    return next(numbers, "score")


# ------------------------------------------------------------------ a place in a cast


def _cast(
    bench: Workbench, view: EditionView, card: Card, positions: PositionConverter
) -> Iterator[wire.CodeAction]:
    """Yield an action that adds a card to the edition's cast, if it is missing there."""
    edition = view.edition
    file = edition.files[0]
    if card.name in {*edition.cast_card_names()} or find_library().holds(file):
        return
    keys = ("cast", card.kind, "add")
    change = insert_rows(bench.source(file), keys, [scalar(card.name)], listed=True)
    if change is not None:
        yield _action(f"add {card.name} to the cast of {edition.id.value}", *change, positions)


# ------------------------------------------------------------------ words


def _words(
    bench: Workbench, path: Path, source: Source, positions: PositionConverter
) -> Iterator[wire.CodeAction]:
    """Yield an action that adds all missing words untranslated, for the translator to overwrite."""
    beside = path.with_name(f"{path.name.partition('.')[0]}{RULES}")
    known = [
        each
        for each in (beside, *bench.complaints_by_target, *bench.texts)
        if each.is_file() and each != path
    ]
    views = {view.edition.files[0]: view for view in map(bench.view, known) if view is not None}
    missing = {
        key: None
        for view in views.values()
        for key in untranslated_texts(view.edition, view.program, path)
    }
    edits = []
    for keys in dict.fromkeys((section, of) if of else (section,) for section, of, _ in missing):
        words = [
            scalar(word) for section, of, word in missing if (section, of)[: len(keys)] == keys
        ]
        change = insert_rows(source, keys, [f"{word}: {word}" for word in words])
        edits += [positions.edit(*change)] if change is not None else []
    if edits:
        title = f"write {format_count(len(missing), 'missing word')}"
        edit = wire.WorkspaceEdit(changes={uri_of(path): edits})
        yield wire.CodeAction(
            title=title, kind=wire.QUICK_FIX, diagnostics=[], edit=edit, is_preferred=False
        )


TextInsertion = tuple[Span, str]

_PLAIN: Final = re.compile(r"[^\W\d_](?:[\w '’-]*\w)?")


def scalar(text: str) -> str:
    """Return `text` as a YAML scalar, in quotes where YAML might read it as something else."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def insert_rows(
    source: Source, keys: Sequence[str], rows: Sequence[str], *, listed: bool = False
) -> TextInsertion | None:
    """Return the change that adds `rows` below `keys`, as mapping entries or list items.

    The rows become list items if a list is there, or if `listed` and nothing is there. None if something else is
    there.
    """
    node: Node | None = tree_of(source, Complaints())
    missing = list(keys)
    while missing and isinstance(node, Keys):
        value = {key.text: inside for key, inside in node.entries}.get(missing[0])
        if value is None:
            break
        node, missing = value, missing[1:]
    if isinstance(node, Items):
        dashed = [f"- {row}" for row in rows]
        return _insert_in_flow(source, node, rows) or _insert_above(source, node.items[0], dashed)
    if not isinstance(node, Keys):
        return None
    if (change := _insert_in_flow(source, node, [_nested(missing, rows, listed)])) is not None:
        return change
    lines = [_nested(missing, rows, listed)] if listed else _block(missing, rows)
    if len(missing) == len(keys):
        end, text = len(source.text), source.text
        return Span(source, end, end), ("" if text.endswith("\n") else "\n") + "\n".join(
            lines
        ) + "\n"
    return _insert_above(source, node.entries[0][0], lines)


def _nested(keys: Sequence[str], rows: Sequence[str], listed: bool) -> str:
    """Return `rows` below nested `keys` as one line of YAML in flow style; as a list if `listed`."""
    text = ", ".join(rows)
    if keys:
        text = f"[{text}]" if listed else f"{{{text}}}"
    for number, key in enumerate(reversed(keys)):
        text = f"{scalar(key)}: {text}" if number == 0 else f"{scalar(key)}: {{{text}}}"
    return text


def _block(keys: Sequence[str], rows: Sequence[str]) -> list[str]:
    """Return `rows` below nested `keys` as lines of YAML in block style."""
    heads = [f"{'  ' * number}{scalar(key)}:" for number, key in enumerate(keys)]
    return [*heads, *(f"{'  ' * len(keys)}{row}" for row in rows)]


def _insert_in_flow(
    source: Source, node: Keys | Items, rows: Sequence[str]
) -> TextInsertion | None:
    """Return the change that adds `rows` at the start of a flow collection; None if the node is in block style."""
    start = node.span.start
    if source.text[start : start + 1] not in ("{", "["):
        return None
    inside = node.items if isinstance(node, Items) else node.entries
    text = ", ".join(rows)
    return Span(source, start + 1, start + 1), f"{text}, " if inside else text


def _insert_above(source: Source, node: Node, lines: Sequence[str]) -> TextInsertion:
    """Return the change that inserts lines above a node, with its indentation."""
    begun = source.text.rfind("\n", 0, node.span.start) + 1
    line = source.text[begun:]
    depth = line[: len(line) - len(line.lstrip())]
    return Span(source, begun, begun), "".join(f"{depth}{each}\n" for each in lines)
