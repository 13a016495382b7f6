"""Outlines, workspace symbols, code lenses and semantic tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from rulewright.cli.naming.meanings import all_declared
from rulewright.cli.naming.workbench import EditionView
from rulewright.editor import wire
from rulewright.editor.positions import PositionConverter, uri_of
from rulewright.language.edition.yaml.parse_yaml import tree_of
from rulewright.language.edition.yaml.yaml_nodes import Keys, Node, Scalar
from rulewright.language.program.checking.traversal import first_line_span
from rulewright.language.program.program import Means, Power, Program
from rulewright.language.program.references import Reference, span_of_name
from rulewright.language.syntax import parse_rules, tree
from rulewright.language.syntax.recovery.continuations import TokenSort, classify_tokens
from rulewright.language.text import Complaints, Source, Span

RUN: Final = "rulewright.runScenarios"
"""The command of a code lens; its arguments are a file and the line of a scenario, 0 for all."""

MOST_DEEP: Final = 4
"""Levels of nested keys in the outline of an edition."""

_KINDS: Final[dict[type[tree.Node], wire.SymbolKind]] = {
    tree.GameDeclaration: wire.SymbolKind.Namespace,
    tree.LabelsDeclaration: wire.SymbolKind.Enum,
    tree.KindDeclaration: wire.SymbolKind.Class,
    tree.ZoneDeclaration: wire.SymbolKind.Array,
    tree.VariableDeclaration: wire.SymbolKind.Variable,
    tree.Mark: wire.SymbolKind.Boolean,
    tree.ValueDeclaration: wire.SymbolKind.Number,
    tree.FactDeclaration: wire.SymbolKind.Boolean,
    tree.SettingDeclaration: wire.SymbolKind.Constant,
    tree.TableDeclaration: wire.SymbolKind.Struct,
    tree.EventDeclaration: wire.SymbolKind.Event,
    tree.PhaseDeclaration: wire.SymbolKind.Module,
    tree.MomentDeclaration: wire.SymbolKind.Key,
    tree.CardList: wire.SymbolKind.Array,
    tree.CardDeclaration: wire.SymbolKind.Class,
    tree.Scenario: wire.SymbolKind.Function,
    tree.Power: wire.SymbolKind.Method,
    tree.Means: wire.SymbolKind.Method,
}


def outline(source: Source, positions: PositionConverter) -> list[wire.DocumentSymbol]:
    """Return the declarations of a rule file, as far as it can be parsed."""
    nodes = parse_rules(source, Complaints())
    symbols_ = [_symbol(node, positions) for node in nodes]
    return [symbol for symbol in symbols_ if symbol is not None]


def _symbol(node: tree.Node, positions: PositionConverter) -> wire.DocumentSymbol | None:
    """Return a declaration as a symbol with its parts; None for text that could not be parsed."""
    if isinstance(node, tree.Unread):
        return None
    source, start = node.at.source, node.at.start
    at = Span(source, start, start + len(node.at.text.rstrip()))  # without the line end
    first = Span(source, start, start + len(at.text.partition("\n")[0]))
    head, name = source.line(at.line).strip(), _name(node)
    inside = [_symbol(each, positions) for each in _outlined_parts(node)]
    return wire.DocumentSymbol(
        name=name.text if name is not None and name.text else head,
        detail=head if name is not None else None,
        kind=_KINDS.get(type(node), wire.SymbolKind.Property),
        range=positions.range(at),
        selection_range=positions.range(name.at if name is not None else first),
        children=[each for each in inside if each is not None],
    )


def _name(node: tree.Node) -> tree.Word | None:
    """Return the name of a declaration; None if it has none."""
    if isinstance(node, tree.Scenario):
        return node.title
    if isinstance(node, tree.EventDeclaration):
        return node.verb
    name = getattr(node, "name", None)
    return name if isinstance(name, tree.Word) else None


def _outlined_parts(node: tree.Node) -> Iterator[tree.Node]:
    """Yield the parts of a declaration that the outline lists below it: rules, fields, or rows of a card list."""
    match node:
        case tree.CardDeclaration():
            for each in node.body:
                if isinstance(each, tree.Section):
                    yield from each.rules
                elif isinstance(each, tree.RuleNode):
                    yield each
        case tree.KindDeclaration():
            yield from (each for each in node.items if isinstance(each, tree.FieldDeclaration))
        case tree.CardList():
            yield from node.rows


# ------------------------------------------------------------------ declarations in all files

_DECLARED: Final[dict[str, wire.SymbolKind]] = {
    cls.__name__.lower(): kind for cls, kind in _KINDS.items()
}


def symbols(
    views: Iterable[EditionView], query: str, positions: PositionConverter
) -> Iterator[wire.WorkspaceSymbol]:
    """Yield each declaration of these editions whose name contains the letters of `query` in this order."""
    seen: set[tuple[str, int]] = set()
    for view in views:
        for name, sort, at in _named_things(view.program):
            place = (at.source.name, at.start)
            if place not in seen and _has_letters(name, query):
                seen.add(place)
                kind = _DECLARED.get(sort, wire.SymbolKind.Property)
                where = view.edition.id.value
                yield wire.WorkspaceSymbol(
                    name=name, kind=kind, location=positions.location(at), container_name=where
                )


def _named_things(program: Program) -> Iterator[tuple[str, str, Span]]:
    """Yield the name, sort and place of every declaration, power and scenario."""
    for each in all_declared(program):
        yield each.name, type(each).__name__.lower(), span_of_name(each)
    for rule in program.rules:
        if isinstance(rule, Power | Means):
            yield rule.name, type(rule).__name__.lower(), first_line_span(rule.at)
    for scenario in program.scenarios:
        yield scenario.title, "scenario", first_line_span(scenario.at)


def _has_letters(name: str, query: str) -> bool:
    """Return whether `name` contains the letters of `query` in this order."""
    letters = iter(name.lower())
    return all(letter in letters for letter in query.lower() if not letter.isspace())


# ------------------------------------------------------------------ scenarios


def lenses(path: Path, source: Source, positions: PositionConverter) -> Iterator[wire.CodeLens]:
    """Yield a lens that runs each scenario of a file; first one that runs all, if there are several."""
    nodes = parse_rules(source, Complaints())
    scenarios = [node for node in nodes if isinstance(node, tree.Scenario)]
    if len(scenarios) > 1:
        first = Span(source, 0, 0)
        yield _lens(first, f"run all {len(scenarios)} scenarios", path, 0, positions)
    for node in scenarios:
        yield _lens(node.title.at, "run scenario", path, node.title.at.line, positions)


def _lens(
    at: Span, title: str, path: Path, line: int, positions: PositionConverter
) -> wire.CodeLens:
    """Return a code lens that runs a scenario, or all of a file for line 0."""
    return wire.CodeLens(
        range=positions.range(at),
        command=wire.Command(title, RUN, arguments=[uri_of(path), line]),
    )


# ------------------------------------------------------------------ editions


def edition_outline(source: Source, positions: PositionConverter) -> list[wire.DocumentSymbol]:
    """Return the keys of an edition file, nested at most `MOST_DEEP` levels."""
    root = tree_of(source, Complaints())
    return list(_keys(root, positions, MOST_DEEP)) if root is not None else []


def key_at(source: Source, offset: int) -> Scalar | None:
    """Return the key at an offset of an edition file; None if there is none."""
    waiting: list[Node | None] = [tree_of(source, Complaints())]
    while waiting:
        node = waiting.pop()
        for key, value in node.entries if isinstance(node, Keys) else ():
            if key.span.start <= offset <= key.span.end:
                return key
            waiting.append(value)
    return None


def keyword_at(source: Source, offset: int) -> Span | None:
    """Return the span of the keyword at an offset of a rule file; None if there is none."""
    for word in classify_tokens(source):
        if word.span.start <= offset <= word.span.end and word.sort == "keyword":
            return word.span
    return None


def _keys(node: Node, positions: PositionConverter, deep: int) -> Iterator[wire.DocumentSymbol]:
    """Yield the keys of a mapping as symbols, at most `deep` levels."""
    if not isinstance(node, Keys) or not deep:
        return
    for key, value in node.entries:
        whole = key.span.to(value.span) if value.span.start >= key.span.start else key.span
        yield wire.DocumentSymbol(
            name=key.text,
            detail=value.text if isinstance(value, Scalar) else None,
            kind=wire.SymbolKind.Property,
            range=positions.range(whole),
            selection_range=positions.range(key.span),
            children=list(_keys(value, positions, deep - 1)),
        )


# ------------------------------------------------------------------ colours

TYPES: Final = (
    "keyword", "string", "number", "comment", "operator", "class", "enumMember", "enum", "variable", "property",
    "event", "function", "method", "parameter", "type",
)  # fmt: skip
"""Token types, in the order of their numbers."""

_BY_WORD: Final[dict[TokenSort, str]] = {
    "keyword": "keyword", "proper": "class", "number": "number", "string": "string", "remark": "comment",
}  # fmt: skip
_BY_SORT: Final = {
    "card": "class", "series": "class", "kind": "type", "labels": "enum", "label": "enumMember",
    "zone": "variable", "variable": "property", "value": "property", "fact": "property", "field": "property",
    "setting": "variable", "table": "function", "event": "event", "phase": "function", "moment": "method",
    "stance": "method", "local": "parameter", "choice": "method",
}  # fmt: skip


def semantic_tokens(
    source: Source,
    references: Iterable[Reference],
    positions: PositionConverter,
    *,
    rules: bool = True,
) -> wire.SemanticTokens:
    """Return the classified words of a file as semantic tokens, encoded as the protocol requires.

    Each token has its distance from the token before, its length and its type. For editions (`rules` is False)
    only references are tokens, because editors know YAML.
    """
    type_of = {each.at: _BY_SORT[each.sort] for each in references if each.sort in _BY_SORT}
    words = sorted(type_of.items(), key=lambda each: each[0].start)
    if rules:
        sorts = {at.start: sort for at, sort in type_of.items()}
        every = [
            (word.span, sorts.get(word.span.start) or _BY_WORD.get(word.sort))
            for word in classify_tokens(source)
        ]
        words = [(at, sort) for at, sort in every if sort is not None]
    data: list[int] = []
    line = column = 0
    for span, sort in words:
        start = positions.position(source, span.start)
        length = positions.position(source, span.end).character - start.character
        beyond = start.character - (column if start.line == line else 0)
        data += [start.line - line, beyond, length, TYPES.index(sort), 0]
        line, column = start.line, start.character
    return wire.SemanticTokens(data=data)
