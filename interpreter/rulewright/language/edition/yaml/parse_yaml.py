"""Parsing of YAML into a tree of nodes, without features that edition files do not need.

The tree is built from the library's events rather than its nodes. Events have the end of each word, its quotes,
and anchors or tags. They also keep `no` and `012` as written, where nodes would have False and 10.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import Factory
from ruamel.yaml import YAML, events
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.reader import ReaderError

from rulewright.base.records import Draft
from rulewright.language.edition import edition_complaints as say
from rulewright.language.edition.yaml.error_places import (
    dash_without_blank,
    error_span,
    key_without_blank,
    typographic_quote,
)
from rulewright.language.edition.yaml.yaml_nodes import Broken, Items, Keys, Node, Scalar
from rulewright.language.edition.yaml.yaml_values import describe_node
from rulewright.language.text import Complaints, Source, Span, to_nfc
from rulewright.language.text.merge_conflicts import resolve_conflicts

LONGEST: Final = 200_000
MOST_ENTRIES: Final = 10_000
"""Limits on the characters and on the lines and entries of a file; the library would need seconds for more."""
DEEPEST: Final = 50
"""The maximum nesting depth; real editions need less than 5."""

_NO_MATTER_OF_TEXT: Final = (MemoryError, OSError, ImportError, Warning)
"""Environment errors that any text may meet; a result caused by them must not be cached."""


def tree_of(source: Source, complaints: Complaints) -> Keys | None:
    """Return the YAML mapping in `source` as a tree of nodes; None, after a complaint, if there is none."""
    if len(source.text) > LONGEST or sum(map(source.text.count, ",:\n")) > MOST_ENTRIES:
        complaints.add(say.too_many_entries(Span(source, 0, 1), MOST_ENTRIES))
        return None
    builder = _Builder(source, complaints)
    try:
        # The C parser has no offsets, so use the pure Python one.
        for event in YAML(typ="safe", pure=True).parse(resolve_conflicts(source, complaints)):
            builder.process_event(event)
    except _StopParsing:
        pass
    except _NO_MATTER_OF_TEXT:
        raise
    except Exception as error:  # the library raises errors of many types on bad text
        _report_error(error, source, complaints)
        return None
    return _top_mapping(builder.result, source, complaints)


def _top_mapping(node: Node | None, source: Source, complaints: Complaints) -> Keys | None:
    """Return the top node if it is a mapping; else report it and return None."""
    if node is None or (isinstance(node, Scalar) and not node.text):
        complaints.add(say.empty_file(Span(source, 0, 0)))
    elif isinstance(node, Keys):
        return node
    elif not isinstance(node, Broken):
        complaints.add(say.not_a_mapping(node.span, describe_node(node)))
    return None


def _report_error(error: Exception, source: Source, complaints: Complaints) -> None:
    """Report an error of the YAML library at the place of its likely cause."""
    if isinstance(error, ReaderError):
        at = error.position
        complaints.add(say.unprintable(Span(source, at, at + 1), source.text[at]))
        return
    if not isinstance(error, MarkedYAMLError) or error.problem_mark is None:
        complaints.add(say.bad_yaml(Span.whole(source), None, str(error)))
        return
    at = error.problem_mark.index
    place = Span(source, at, min(at + 1, len(source.text)))
    if place.text == "\t":
        complaints.add(say.tab_indentation(place))
        return
    if (key := key_without_blank(place, _failure_offset)) is not None:
        complaints.add(say.missing_blank(key))
        return
    since, open_at = None, place
    if error.context_mark is not None and "quoted" in str(error.context):
        open_at = Span(source, error.context_mark.index, error.context_mark.index + 1)
    if (quote := typographic_quote(open_at)) is not None:
        complaints.add(say.typographic_quotes(quote))
        return
    if error.context_mark is not None and error.context_mark.index < at:
        since = Span(source, error.context_mark.index, error.context_mark.index + 1)
    problem = "; ".join(part for part in (error.problem, error.context) if part)
    fault = error_span(problem, place, since)
    if (dash := dash_without_blank(fault)) is not None:
        complaints.add(say.missing_blank(dash))
        return
    if fault != place and place.text.strip():
        since = place if fault.line != place.line else None
    complaints.add(say.bad_yaml(fault, since, problem))


def _failure_offset(text: str) -> int | None:
    """Return the offset where the YAML library fails to parse a text; None if it parses."""
    try:
        for _ in YAML(typ="safe", pure=True).parse(text):
            pass
    except MarkedYAMLError as error:
        return error.problem_mark.index if error.problem_mark is not None else 0
    return None


class _StopParsing(Exception):
    """Raised to end parsing early, since the rest of the document is not worth reading."""


class _OpenNode(Draft):
    """A list or mapping whose end was not reached yet; `nodes` are its items, or keys and values in turn."""

    start: int
    keyed: bool
    nodes: list[Node] = Factory(list)


class _Builder(Draft):
    """A builder of the node tree from parse events; its explicit stack avoids Python's recursion limit."""

    source: Source
    complaints: Complaints
    stack: list[_OpenNode] = Factory(list)
    documents: int = 0
    result: Node | None = None

    def process_event(self, event: events.Event) -> None:
        """Process the next parse event. Raises _StopParsing at a second document or in too deep nesting."""
        self._report_unsupported(event)
        match event:
            case events.DocumentStartEvent():
                self._begin_document(event)
            case events.MappingStartEvent() | events.SequenceStartEvent():
                self._begin(event)
            case events.CollectionEndEvent():
                self._end(event)
            case events.ScalarEvent():
                self._append_node(
                    Scalar(_normalized(event.value), event.style is None, self._span(event))
                )
                if event.style is None and event.value[:1] in "\u201c\u201d\u201e" and event.value:
                    self.complaints.add(say.typographic_quotes(self._span(event)))
            case events.AliasEvent():
                self._append_node(Broken(self._span(event)))

    def _begin_document(self, event: Any) -> None:
        """Count a document. Raises _StopParsing, after a complaint, at the second one."""
        self.documents += 1
        if self.documents > 1:
            self.complaints.add(say.second_document(self._span(event)))
            raise _StopParsing

    def _begin(self, event: Any) -> None:
        """Open a list or mapping. Raises _StopParsing, after a complaint, if it is nested too deep."""
        if len(self.stack) == DEEPEST:
            what = f"there are more than {DEEPEST} lists and keys in each other"
            self.complaints.add(say.bad_yaml(self._span(event), None, what))
            self.result = Broken(self._span(event))
            raise _StopParsing
        keyed = isinstance(event, events.MappingStartEvent)
        self.stack.append(_OpenNode(event.start_mark.index, keyed))

    def _end(self, event: Any) -> None:
        """Close the innermost list or mapping and add it to the tree."""
        opened = self.stack.pop()
        span = self._trimmed_span(opened.start, event.end_mark.index)
        if opened.keyed:
            self._append_node(Keys(tuple(self._entries(opened.nodes)), span))
        else:
            self._append_node(Items(tuple(opened.nodes), span))

    def _append_node(self, node: Node) -> None:
        """Append a node to the innermost open list or mapping; without one it is the result."""
        if self.stack:
            self.stack[-1].nodes.append(node)
        else:
            self.result = node

    def _entries(self, nodes: list[Node]) -> Iterator[tuple[Scalar, Node]]:
        """Yield the keys and values of a mapping from its alternating nodes; report and omit unusable keys."""
        seen: dict[str, Span] = {}
        twice = False
        for key, value in zip(nodes[::2], nodes[1::2], strict=True):
            if isinstance(key, Broken):
                continue
            if not isinstance(key, Scalar) or not key.text.strip():
                description = describe_node(key) if isinstance(key, Items | Keys) else ""
                self.complaints.add(say.key_not_text(key.span, description))
            elif key.plain and key.text == "<<":
                self.complaints.add(say.anchor_or_alias(key.span, "a merge key `<<`"))
            elif key.text in seen:
                if not twice:  # several in a row mean a missing line
                    self.complaints.add(say.duplicate_key(key.span, seen[key.text], key.text))
                twice = True
            else:
                seen[key.text] = key.span
                yield key, value

    def _report_unsupported(self, event: Any) -> None:
        """Report the anchor, alias or tag of an event, if it has one."""
        name = getattr(event, "anchor", None)
        span = self._span(event)
        if isinstance(event, events.AliasEvent):
            self.complaints.add(say.anchor_or_alias(span, f"the alias `*{name}`"))
        elif name is not None:
            self.complaints.add(say.anchor_or_alias(span, f"the anchor `&{name}`"))
        if getattr(event, "tag", None) is not None:
            self.complaints.add(say.yaml_tag(span))

    def _span(self, event: Any) -> Span:
        """Return the span of an event."""
        return self._trimmed_span(event.start_mark.index, event.end_mark.index)

    def _trimmed_span(self, start: int, end: int) -> Span:
        """Return the span from `start` to `end` without whitespace at its end, which the library includes."""
        length = len(self.source.text[start:end].rstrip())
        return Span(self.source, start, start + length)


def _normalized(text: str) -> str:
    """Return `text` in Unicode form NFC, so that it equals names in rules; file names stay unchanged."""
    return text if text.endswith((".rules", ".yaml", ".yml")) else to_nfc(text)
