"""Folding ranges and nested selection ranges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from rulewright.base.records import declared_fields
from rulewright.editor import wire
from rulewright.editor.positions import PositionConverter
from rulewright.language.edition.yaml.parse_yaml import tree_of
from rulewright.language.edition.yaml.yaml_nodes import Items, Keys, Node
from rulewright.language.syntax import parse_rules, tree
from rulewright.language.text import Complaints, Source, Span

_WORD: Final = re.compile(r"[\w'-]*")
_WORD_BEFORE: Final = re.compile(r"[\w'-]*\Z")


def folds(source: Source) -> Iterator[wire.FoldingRange]:
    """Yield a range for each line with deeper lines below it, and for each comment of several lines."""
    open_: list[tuple[int, int]] = []
    last = remarks = -1
    for number, line in enumerate([*source.text.split("\n"), "."]):
        content = line.strip()
        if remarks >= 0 and not content.startswith("#"):
            yield from _fold(remarks, number - 1, "comment")
            remarks = -1
        if not content:
            continue
        if content.startswith("#"):
            remarks = number if remarks < 0 else remarks
            continue
        depth = len(line) - len(line.lstrip())
        while open_ and open_[-1][0] >= depth:
            yield from _fold(open_.pop()[1], last, None)
        open_.append((depth, number))
        last = number


def _fold(first: int, last: int, kind: str | None) -> Iterator[wire.FoldingRange]:
    """Yield one folding range from line `first` to line `last`, unless they are the same line."""
    if last > first:
        yield wire.FoldingRange(start_line=first, end_line=last, kind=kind)


# ------------------------------------------------------------------ around a place


def selection(
    source: Source, offset: int, positions: PositionConverter, *, rules: bool
) -> wire.SelectionRange:
    """Return nested ranges around an offset, from the word to the whole file."""
    around = _nodes_of_rules(source) if rules else _nodes_of_yaml(source)
    spans = [_word(source, offset), Span(source, 0, len(source.text)), _line(source, offset)]
    spans += [at for at in around if at.start <= offset <= at.end]
    nested: wire.SelectionRange | None = None
    inner: Span | None = None
    for at in sorted(spans, key=lambda each: (each.start - each.end, each.start)):
        if inner is None or (inner.start <= at.start and at.end <= inner.end and at != inner):
            nested, inner = wire.SelectionRange(positions.range(at), nested), at
    assert nested is not None  # the whole file is always among the spans
    return nested


def _word(source: Source, offset: int) -> Span:
    """Return the span of the word around an offset."""
    before, after = _WORD_BEFORE.search(source.text[:offset]), _WORD.match(source.text, offset)
    start = before.start() if before else offset
    return Span(source, start, after.end() if after else offset)


def _line(source: Source, offset: int) -> Span:
    """Return the span of the line around an offset, without its indentation."""
    line = source.position(offset)[0]
    start, text = source.line_starts[line - 1], source.line(line)
    depth = len(text) - len(text.lstrip())
    return Span(source, min(start + depth, offset), max(start + len(text.rstrip()), offset))


def _nodes_of_rules(source: Source) -> Iterator[Span]:
    """Yield the spans of all syntax nodes of a rule file."""
    waiting: list[object] = [*parse_rules(source, Complaints())]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node
        elif isinstance(node, tree.Node | tree.Word):
            at = node.at
            yield Span(source, at.start, at.start + len(at.text.rstrip()))
            waiting += (getattr(node, name) for name in declared_fields(type(node)) if name != "at")


def _nodes_of_yaml(source: Source) -> Iterator[Span]:
    """Yield the spans of all nodes of a YAML file."""
    whole = tree_of(source, Complaints())
    waiting: list[Node] = [whole] if whole is not None else []
    while waiting:
        node = waiting.pop()
        yield node.span
        if isinstance(node, Items):
            waiting += node.items
        elif isinstance(node, Keys):
            yield from _entries(node.entries)
            waiting += (each for entry in node.entries for each in entry)


def _entries(entries: Iterable[tuple[Node, Node]]) -> Iterator[Span]:
    """Yield the spans of mapping entries, from key to value."""
    for key, value in entries:
        if value.span.start >= key.span.start:
            yield key.span.to(value.span)
