"""Completion: names, keywords and sentences in rule files; keys, names and values in edition files.

The checker itself supplies the candidates. A probe, a word that is declared nowhere, is put in at the place, and
the checker reports the known names with which it compares the probe.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from rulewright.base.library import find_library
from rulewright.cli.naming.workbench import EditionView, Workbench
from rulewright.editor import wire
from rulewright.editor.features.hover import about_name
from rulewright.editor.features.sentence_completion import examples, sentences
from rulewright.editor.features.usage import MOST, LineUsage, place_at, usage_of
from rulewright.editor.positions import PositionConverter
from rulewright.language.edition.json_schema import ABOUT
from rulewright.language.edition.loading.load import read_edition
from rulewright.language.edition.loading.merge import changes_for
from rulewright.language.link.from_program import make_world
from rulewright.language.program.checking.traversal import child_nodes, walk
from rulewright.language.program.program import Declared, Means, Power, Program
from rulewright.language.program.references import ReferenceIndex, recording_references
from rulewright.language.program.typed import Menu
from rulewright.language.program.types import Type
from rulewright.language.syntax.parsing.grammar import expand_letters
from rulewright.language.syntax.recovery.continuations import Continuation, continuation
from rulewright.language.text import (
    CandidateLists,
    Complaints,
    RulesError,
    Source,
    Span,
    open_in_editor,
    record_candidates,
)
from rulewright.language.text.words.english import sentence_forms

SMALL: Final = "qqzx"
PROPER: Final = "Qqzx"
"""The probes: names that no rule declares."""

_Begun = re.Pattern[str]
_PICKS: Final = re.compile(r"\s+(?:[A-H]|chance) (?:chooses|may (?:not )?choose) ")
"""The beginning of a scenario line with a choice."""
_BEGUN: Final = re.compile(r"[^\W_][\w-]*$")
_REST: Final = re.compile(r"[\w-]*")
_EDITION_BEGUN: Final = re.compile(expand_letters(r"[^\W_][\w'/-]*( \p{capital}[\w'-]*)*$"))
_EDITION_REST: Final = re.compile(r"[\w'-]*")
_KEY: Final = re.compile(r"^\s*(?:- )?(?:.*[{,]\s*)?$")
_TRIED: Final = (PROPER, f"{PROPER}: {{}}", f"{PROPER}: 1", f"[{PROPER}]", f"{{{PROPER}: 1}}")
"""Probes for an edition: as a value, and as a key with a value."""
_KINDS: Final = {
    "kind": wire.CompletionItemKind.Class,
    "labels": wire.CompletionItemKind.Enum,
    "zone": wire.CompletionItemKind.Folder,
    "variable": wire.CompletionItemKind.Field,
    "value": wire.CompletionItemKind.Property,
    "fact": wire.CompletionItemKind.Property,
    "setting": wire.CompletionItemKind.Constant,
    "table": wire.CompletionItemKind.Struct,
    "event": wire.CompletionItemKind.Event,
    "phase": wire.CompletionItemKind.Module,
    "moment": wire.CompletionItemKind.Unit,
    "card": wire.CompletionItemKind.Class,
    "series": wire.CompletionItemKind.Class,
    "field": wire.CompletionItemKind.Field,
}


def completions(
    bench: Workbench,
    path: Path,
    source: Source,
    offset: int,
    positions: PositionConverter,
    typed: bool = False,
) -> list[wire.CompletionItem]:
    """Return the completions at an offset of a rule file.

    The likeliest come first. With `typed`, only completions of the word being typed, and no whole-line examples.
    """
    view = bench.view(path)
    line, at = line_and_word(source, offset, _BEGUN, _REST)
    begun = subsequence_pattern(source.text[at.start : offset] if typed else "")
    allowed = continuation(source, at.start)
    items: list[wire.CompletionItem] = []
    in_braces = line.count('"') % 2 == 1 and line.rfind("{") > line.rfind("}")
    if view is not None and in_braces:
        items += _name_completions(bench, path, at, None, view, begun)
    elif allowed is not None:
        for word in allowed.words:
            kind = wire.CompletionItemKind.Keyword
            items.append(wire.CompletionItem(word, kind=kind, sort_text=f"5{word}"))
        if view is not None:
            items += _name_completions(bench, path, at, allowed, view, begun)
            if allowed.first:
                items += sentences(view.program, at, allowed)
            if _PICKS.match(line):
                items += _pick_words(view.program)
    if view is not None and not in_braces and not typed:
        items += examples(view.program, source, at, positions)
    if view is not None:
        _rank(items, usage_of(view), source, at, offset)
    if typed:
        items = [item for item in items if begun.search(item.filter_text or item.label)]
    items.sort(key=lambda item: item.sort_text or "")
    for item in items:
        if item.text_edit is not None:
            continue
        text = item.insert_text or item.label
        item.text_edit = positions.edit(at, text)
        item.insert_text = None
    return list({(item.label, item.kind): item for item in items}.values())


def _rank(
    items: Iterable[wire.CompletionItem], usage: LineUsage, source: Source, at: Span, offset: int
) -> None:
    """Set the order of completions: those that begin like the typed word first, then the most frequent.

    Within a line, names that fit come before others, however frequent these are.
    """
    typed = source.text[at.start : offset].lower()
    place = place_at(source.text, at.start)
    begins = not source.text[source.text.rfind("\n", 0, at.start) + 1 : at.start].strip()
    for item in items:
        group, other = (item.sort_text or "9")[0], not item.label.lower().startswith(typed)
        if begins:
            count = usage.of_line(place, item.label)
            if (
                group == "6"
            ):  # a worked example: its line is the detail, and most lines say something else
                count = usage.of_line(place, item.detail or "") // 10
        else:
            count = min(usage.words[item.label], MOST)
        rank = f"{MOST - count:04}"
        order = f"{rank}{group}" if begins else f"{group}{rank}"
        item.sort_text = f"{other:d}{order}{item.label}"


def subsequence_pattern(word: str) -> _Begun:
    """Return a pattern that matches texts containing the letters of `word` in this order."""
    return re.compile(".*".join(map(re.escape, word)), re.IGNORECASE)


def line_and_word(
    source: Source, offset: int, begun: re.Pattern[str], rest: re.Pattern[str]
) -> tuple[str, Span]:
    """Return the line up to an offset, and the span of the word around the offset."""
    line = source.text[source.text.rfind("\n", 0, offset) + 1 : offset]
    before, after = begun.search(line), rest.match(source.text, offset)
    start = offset - len(before.group()) if before else offset
    return line, Span(source, start, after.end() if after else offset)


def _pick_words(program: Program) -> Iterator[wire.CompletionItem]:
    """Yield completions for words that scenarios can choose: powers, menu options, yes, no, done, and cards."""
    roots = (*program.rules, *program.events.values(), *program.phases.values())
    inside = walk(part for root in roots for part in child_nodes(root))
    menus = [node for node in inside if isinstance(node, Menu)]
    options = [option.name for menu in menus for option in menu.options]
    powers = [rule.word for rule in program.rules if isinstance(rule, Power | Means)]
    for word in dict.fromkeys((*powers, *options, "yes", "no", "done")):
        yield wire.CompletionItem(word, kind=wire.CompletionItemKind.Method, sort_text=f"1{word}")
    for card in program.cards.values():
        yield wire.CompletionItem(card.name, kind=_KINDS["card"], sort_text=f"2{card.name}")


# ------------------------------------------------------------------ names


def _name_completions(
    bench: Workbench,
    path: Path,
    at: Span,
    allowed: Continuation | None,
    view: EditionView,
    begun: _Begun,
) -> Iterator[wire.CompletionItem]:
    """Yield completions for names, those that fit the expected type first."""
    for word, kind in ((SMALL, "NAME"), (PROPER, "PROPER")):
        if allowed is not None and not (allowed.name if kind == "NAME" else allowed.proper):
            continue
        known, witness = _known_names(
            bench, path, at, word, allowed.closed(kind) if allowed else '}"'
        )
        wanted = next(
            (type_ for (_, start), type_ in witness.wanted.items() if start == at.start), None
        )
        for name in filter(begun.search, dict.fromkeys(known)):
            item = name_completion(name, view)
            fits = wanted is None or wanted.accepts(_type_of(name, view.program))
            item.sort_text = f"{1 if fits else 2}{name}"
            if kind == "PROPER" and (allowed is None or allowed.name):
                item.sort_text = f"4{name}"  # after other names, if both are possible
            yield item


def _known_names(
    bench: Workbench, path: Path, at: Span, word: str, closed: str
) -> tuple[list[str], ReferenceIndex]:
    """Return the names that the checker accepts in place of `word`, and the references found while checking.

    The file is checked twice at most: with the rest of the line, then with the line ended by `closed`.
    """
    text = at.source.text
    end = text.find("\n", at.end)
    ends = [text[at.end :], closed + (text[end:] if end >= 0 else "\n")]
    for rest in dict.fromkeys(ends):
        probed = text[: at.start] + word + rest
        with (
            bench.with_text(path, probed),
            record_candidates(word) as known,
            recording_references() as witness,
        ):
            bench.recheck(path)
        if known:
            return [name for names in known for name in names], witness
    return [], ReferenceIndex()


def name_completion(name: str, view: EditionView) -> wire.CompletionItem:
    """Return a completion for a name, with the documentation of its declaration."""
    item = wire.CompletionItem(name, kind=wire.CompletionItemKind.Variable, sort_text=name)
    if (declared := _declared_as(view.program, name)) is not None:
        item.detail = type(declared).__name__.lower()
        item.kind = _KINDS.get(item.detail, item.kind)
        item.documentation = wire.markdown(about_name(declared, view))
    return item


def _declared_as(program: Program, name: str) -> Declared | None:
    """Return the declaration of a name, also if the name is a plural or an inflected verb."""
    for _, table in program.tables_by_sort():
        if name in table:
            declared: Declared = table[name]
            return declared
    for kind in program.kinds.values():
        if name in kind.fields:
            return kind.fields[name]
    tables: Iterable[dict[str, Declared]] = ({**program.kinds}, {**program.labels})
    bent = (
        each for table in tables for each in table.values() if program.plural(each.name) == name
    )
    verbs = (each for each in program.events.values() if name in sentence_forms(each.verb))
    return next(iter((*bent, *verbs)), None)


def _type_of(name: str, program: Program) -> Type:
    """Return the type of a name's declaration; the unknown type if it has none."""
    type_ = getattr(_declared_as(program, name), "type", None)
    return type_ if isinstance(type_, Type) else Type("")


# ------------------------------------------------------------------ editions


def edition_completions(
    bench: Workbench, path: Path, source: Source, offset: int, positions: PositionConverter
) -> list[wire.CompletionItem]:
    """Return the completions at an offset of an edition file."""
    line, word = line_and_word(source, offset, _EDITION_BEGUN, _EDITION_REST)
    at = Span(source, word.start, offset)
    is_key = _KEY.match(line[: len(line) - len(at.text)]) is not None
    view = bench.last_view(path)
    items: dict[str, wire.CompletionItem] = {}
    for name, as_key in _known_in_edition(bench, path, word, view):
        item = (
            name_completion(name, view)
            if view is not None
            else wire.CompletionItem(name, sort_text=name)
        )
        item.kind = wire.CompletionItemKind.Property
        item.documentation = item.documentation or ABOUT.get(name)
        item.text_edit = positions.edit(at, f"{name}: " if as_key and is_key else name)
        items[name] = item
    return list(items.values())


def _known_in_edition(
    bench: Workbench, path: Path, word: Span, view: EditionView | None
) -> Iterator[tuple[str, bool]]:
    """Yield the names that can replace `word` in an edition file, each with whether it is a mapping key."""
    before, after = word.source.text[: word.start], word.source.text[word.end :]
    line = before[before.rfind("\n") + 1 :]
    in_keys = line.rfind("{") > max(line.rfind("}"), line.rfind("["))
    for tried in _TRIED:
        texts = {**bench.texts, path: before + tried + after}
        with record_candidates(PROPER) as known, open_in_editor(texts):
            _probe_edition(path, view.program if view is not None else None, known)
        if known:
            as_key = in_keys or tried.startswith(f"{PROPER}:")
            yield from ((name, as_key) for names in known for name in names)
            return


def _probe_edition(path: Path, program: Program | None, known: CandidateLists) -> None:
    """Read and apply an edition in one variant after another, until `known` has candidates for the probe word."""
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
        if known:
            return
        changes = changes_for(edition, players, options)
        make_world(program, edition, changes, players, Complaints())
