"""What may be written at a place of a rule file: names of the sort and type wanted there, words, whole sentences.

The checker itself says which names are known: a word that nobody declares is put in at the place, and what it would
have been compared with is offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from lsprotocol import types as lsp

from rulewright.front.lsp.hovering import about_name
from rulewright.front.lsp.offered_sentences import sentences
from rulewright.front.lsp.positions import Positions
from rulewright.front.lsp.workbench import View, Workbench
from rulewright.program.checking.traversal import everything, parts
from rulewright.program.english import forms, plural
from rulewright.program.program import Declared, Means, Power, Program
from rulewright.program.typed import Menu
from rulewright.program.types import Type
from rulewright.program.witness import Witness, witnessing
from rulewright.syntax.continuing import Continuation, continuation
from rulewright.text import Source, Span, noting_known

SMALL: Final = "qqzx"
PROPER: Final = "Qqzx"
"""Names that nobody has."""

_PICKS: Final = re.compile(r"\s+(?:[A-H]|chance) (?:chooses|may (?:not )?choose) ")
"""The beginning of a line that says what is chosen."""
_BEGUN: Final = re.compile(r"[A-Za-z0-9][\w-]*$")
_REST: Final = re.compile(r"[\w-]*")
_KINDS: Final = {
    "kind": lsp.CompletionItemKind.Class,
    "labels": lsp.CompletionItemKind.Enum,
    "zone": lsp.CompletionItemKind.Folder,
    "variable": lsp.CompletionItemKind.Field,
    "value": lsp.CompletionItemKind.Property,
    "fact": lsp.CompletionItemKind.Property,
    "setting": lsp.CompletionItemKind.Constant,
    "table": lsp.CompletionItemKind.Struct,
    "event": lsp.CompletionItemKind.Event,
    "phase": lsp.CompletionItemKind.Module,
    "moment": lsp.CompletionItemKind.Unit,
    "card": lsp.CompletionItemKind.Class,
    "series": lsp.CompletionItemKind.Class,
    "field": lsp.CompletionItemKind.Field,
}


def completions(
    bench: Workbench, path: Path, source: Source, offset: int, positions: Positions
) -> list[lsp.CompletionItem]:
    """All that is offered at a place of a rule file."""
    view = bench.view(path)
    line = source.text[source.text.rfind("\n", 0, offset) + 1 : offset]
    begun = _BEGUN.search(line)
    start = offset - len(begun.group()) if begun else offset
    rest = _REST.match(source.text, offset)
    at = Span(source, start, rest.end() if rest else offset)
    allowed = continuation(source, start)
    items: list[lsp.CompletionItem] = []
    if view is not None and _in_braces(line):
        items += _names(bench, path, at, None, view)
    elif allowed is not None:
        items += _words(allowed)
        if view is not None:
            items += _names(bench, path, at, allowed, view)
            if allowed.first:
                items += sentences(view.program, at, allowed)
            if _PICKS.match(line):
                items += _picks(view.program)
    for item in items:
        text = item.insert_text or item.label
        item.text_edit = positions.edit(at, text)
        item.insert_text = None
    return list({(item.label, item.kind): item for item in items}.values())


def _in_braces(line: str) -> bool:
    """Whether a place is in the braces of a text."""
    return line.count('"') % 2 == 1 and line.rfind("{") > line.rfind("}")


def _picks(program: Program) -> Iterator[lsp.CompletionItem]:
    """What a scenario may say that somebody chooses: a power by its name, an option, a card."""
    inside = everything(part for root in _roots(program) for part in parts(root))
    menus = [node for node in inside if isinstance(node, Menu)]
    options = [option.name for menu in menus for option in menu.options]
    powers = [rule.word for rule in program.rules if isinstance(rule, Power | Means)]
    for word in dict.fromkeys((*powers, *options, "yes", "no", "done")):
        yield lsp.CompletionItem(word, kind=lsp.CompletionItemKind.Method, sort_text=f"1{word}")
    for card in program.cards.values():
        yield lsp.CompletionItem(card.name, kind=_KINDS["card"], sort_text=f"2{card.name}")


def _roots(program: Program) -> list[object]:
    return [*program.rules, *program.events.values(), *program.phases.values()]


def _words(allowed: Continuation) -> Iterator[lsp.CompletionItem]:
    for word in allowed.words:
        yield lsp.CompletionItem(word, kind=lsp.CompletionItemKind.Keyword, sort_text=f"5{word}")


# ------------------------------------------------------------------ names


def _names(
    bench: Workbench, path: Path, at: Span, allowed: Continuation | None, view: View
) -> Iterator[lsp.CompletionItem]:
    for word, kind in ((SMALL, "NAME"), (PROPER, "PROPER")):
        if allowed is not None and not (allowed.name if kind == "NAME" else allowed.proper):
            continue
        known, witness = _known(bench, path, at, word, allowed.closed(kind) if allowed else '}"')
        wanted = next(
            (type_ for (_, start), type_ in witness.wanted.items() if start == at.start), None
        )
        for name in dict.fromkeys(known):
            item = _name(name, view, wanted)
            if kind == "PROPER" and (allowed is None or allowed.name):
                item.sort_text = f"4{name}"  # where a card is one of many things
            yield item


def _known(
    bench: Workbench, path: Path, at: Span, word: str, closed: str
) -> tuple[list[str], Witness]:
    """The names that are known where this word is put in; first as the line goes on, then as it could end."""
    text = at.source.text
    end = text.find("\n", at.end)
    ends = [text[at.end :], closed + (text[end:] if end >= 0 else "\n")]
    for rest in dict.fromkeys(ends):
        said = text[: at.start] + word + rest
        with bench.as_if(path, said), noting_known(word) as asked, witnessing() as witness:
            bench.view_anew(path)
        if asked:
            return [name for names in asked for name in names], witness
    return [], Witness()


def _name(name: str, view: View, wanted: Type | None) -> lsp.CompletionItem:
    """A name, before others if it is of the type that is wanted."""
    declared = declared_as(view.program, name)
    sort = type(declared).__name__.lower() if declared is not None else ""
    fits = wanted is not None and wanted.accepts(_type_of(declared, view.program))
    return lsp.CompletionItem(
        name,
        kind=_KINDS.get(sort, lsp.CompletionItemKind.Variable),
        detail=sort or None,
        documentation=_about(declared, view),
        sort_text=f"{1 if fits or wanted is None else 2}{name}",
    )


def _about(declared: Declared | None, view: View) -> lsp.MarkupContent | None:
    if declared is None:
        return None
    return lsp.MarkupContent(lsp.MarkupKind.Markdown, about_name(declared, view))


def declared_as(program: Program, name: str) -> Declared | None:
    """What is declared under a name, also where sentences bend it."""
    for _, table in program.tables_by_sort():
        if name in table:
            found: Declared = table[name]
            return found
    for kind in program.kinds.values():
        if name in kind.fields:
            return kind.fields[name]
    tables: Iterable[dict[str, Declared]] = ({**program.kinds}, {**program.labels})
    bent = (each for table in tables for each in table.values() if plural(each.name) == name)
    verbs = (each for each in program.events.values() if name in forms(each.verb))
    return next(iter((*bent, *verbs)), None)


def _type_of(declared: Declared | None, program: Program) -> Type:
    """The type of what is declared, unknown where it has none."""
    found = getattr(declared, "type", None)
    return found if isinstance(found, Type) else Type("")
