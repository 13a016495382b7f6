"""Reads YAML into the tree of nodes, and refuses what an edition file has no use for.

It is built from the library's events rather than from its own nodes. The events tell where a word
ends, whether it stood in quotes, and where somebody used an anchor or a tag; and nobody turns
`no` into False or `012` into ten behind our back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from attrs import Factory
from ruamel.yaml import YAML, events
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.reader import ReaderError

from rulewright.edition import edition_complaints as say
from rulewright.edition.yaml_values import Broken, Items, Keys, Node, Scalar, told
from rulewright.records import Draft
from rulewright.text import Complaints, Source, Span

LONGEST: Final = 200_000
MOST_ENTRIES: Final = 10_000
"""Characters of a file, and lines or entries in it: reading more takes the library seconds."""
DEEPEST: Final = 50
"""How deep lists and keys may lie in each other; no edition needs a tenth of it."""

_NO_MATTER_OF_TEXT: Final = (MemoryError, OSError, ImportError, Warning)
"""What may befall the library with any text: it says nothing about this one, and must not be kept as if it did."""


def tree_of(source: Source, complaints: Complaints) -> Keys | None:
    """Return the keys of the one document in `source`; None when there are none to go on with."""
    if len(source.text) > LONGEST or sum(map(source.text.count, ",:\n")) > MOST_ENTRIES:
        complaints.add(say.too_much(Span(source, 0, 1), MOST_ENTRIES))
        return None
    builder = _Builder(source, complaints)
    try:
        # The pure parser, because the other one tells no offsets.
        for event in YAML(typ="safe", pure=True).parse(source.text):
            builder.take(event)
    except _Enough:
        pass
    except _NO_MATTER_OF_TEXT:
        raise
    except Exception as error:  # the library fails on bad text with errors of every kind
        _complain_of(error, source, complaints)
        return None
    return _top(builder.result, source, complaints)


def _top(node: Node | None, source: Source, complaints: Complaints) -> Keys | None:
    if node is None or (isinstance(node, Scalar) and not node.text):
        complaints.add(say.empty_file(Span(source, 0, 0)))
    elif isinstance(node, Keys):
        return node
    elif not isinstance(node, Broken):
        complaints.add(say.not_keys(node.span, told(node)))
    return None


def _complain_of(error: Exception, source: Source, complaints: Complaints) -> None:
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
        complaints.add(say.tab(place))
        return
    since = None
    if error.context_mark is not None and error.context_mark.index < at:
        since = Span(source, error.context_mark.index, error.context_mark.index + 1)
    problem = "; ".join(part for part in (error.problem, error.context) if part)
    fault = blamed(problem, place, since)
    if fault != place and place.text.strip():
        since = place if fault.line != place.line else None
    complaints.add(say.bad_yaml(fault, since, problem))


class _Enough(Exception):
    """What follows is not worth reading."""


class _Open(Draft):
    """A list, or keys, that has begun and not yet ended."""

    start: int
    keyed: bool
    nodes: list[Node] = Factory(list)


class _Builder(Draft):
    """Puts events together; the stack stands here so that deep nesting cannot end Python's."""

    source: Source
    complaints: Complaints
    stack: list[_Open] = Factory(list)
    documents: int = 0
    result: Node | None = None

    def take(self, event: events.Event) -> None:
        """Take the next event; raises _Enough at a second document or in too deep a nesting."""
        self._refuse(event)
        match event:
            case events.DocumentStartEvent():
                self._begin_document(event)
            case events.MappingStartEvent() | events.SequenceStartEvent():
                self._begin(event)
            case events.CollectionEndEvent():
                self._end(event)
            case events.ScalarEvent():
                self._put(Scalar(event.value, event.style is None, self._span(event)))
            case events.AliasEvent():
                self._put(Broken(self._span(event)))

    def _begin_document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self.complaints.add(say.second_document(self._span(event)))
            raise _Enough

    def _begin(self, event: Any) -> None:
        if len(self.stack) == DEEPEST:
            what = f"there are more than {DEEPEST} lists and keys in each other"
            self.complaints.add(say.bad_yaml(self._span(event), None, what))
            self.result = Broken(self._span(event))
            raise _Enough
        keyed = isinstance(event, events.MappingStartEvent)
        self.stack.append(_Open(event.start_mark.index, keyed))

    def _end(self, event: Any) -> None:
        opened = self.stack.pop()
        span = self._trimmed(opened.start, event.end_mark.index)
        if opened.keyed:
            self._put(Keys(tuple(self._entries(opened.nodes)), span))
        else:
            self._put(Items(tuple(opened.nodes), span))

    def _put(self, node: Node) -> None:
        if self.stack:
            self.stack[-1].nodes.append(node)
        else:
            self.result = node

    def _entries(self, nodes: list[Node]) -> Iterator[tuple[Scalar, Node]]:
        """The keys with their values; a key that cannot be used is left out with a complaint."""
        seen: dict[str, Span] = {}
        for key, value in zip(nodes[::2], nodes[1::2], strict=True):
            if isinstance(key, Broken):
                continue
            if not isinstance(key, Scalar) or not key.text.strip():
                found = told(key) if isinstance(key, Items | Keys) else "nothing"
                self.complaints.add(say.key_not_text(key.span, found))
            elif key.plain and key.text == "<<":
                self.complaints.add(say.reused(key.span, "a merge key `<<`"))
            elif key.text in seen:
                self.complaints.add(say.key_twice(key.span, seen[key.text], key.text))
            else:
                seen[key.text] = key.span
                yield key, value

    def _refuse(self, event: Any) -> None:
        """Complain about an anchor, an alias or a tag."""
        name = getattr(event, "anchor", None)
        span = self._span(event)
        if isinstance(event, events.AliasEvent):
            self.complaints.add(say.reused(span, f"the alias `*{name}`"))
        elif name is not None:
            self.complaints.add(say.reused(span, f"the anchor `&{name}`"))
        if getattr(event, "tag", None) is not None:
            self.complaints.add(say.tag(span, str(event.tag)))

    def _span(self, event: Any) -> Span:
        return self._trimmed(event.start_mark.index, event.end_mark.index)

    def _trimmed(self, start: int, end: int) -> Span:
        """The span without the blanks at its end; a group of lines ends where the next begins."""
        kept = len(self.source.text[start:end].rstrip())
        return Span(self.source, start, start + kept)


_SAYS: Final = re.compile(r"(?m)^(?![ ]*(?:#|$)).+$")
_KEYED: Final = re.compile(r"""[ ]*(?:- )?(?:"[^"]*"|'[^']*'|[^\s"'{\[#][^#]*?):(?:\s|$)""")
_FLOW: Final = "while parsing a flow"
_NO_KEY: Final = ("could not find expected ':'", "mapping values are not allowed")
_UNEVEN: Final = ("expected <block end>", "mapping values are not allowed")


def blamed(problem: str, at: Span, since: Span | None) -> Span:
    """The place to be told: the library names the first one that does not go with what stands above."""
    if _FLOW in problem and since is not None:
        return _rest_of_line(since)
    if any(part in problem for part in _NO_KEY) and (line := _without_key(at)) is not None:
        return line
    if any(part in problem for part in _UNEVEN) and (line := _uneven(at)) is not None:
        return line
    return at


def _lines_above(at: Span) -> list[Span]:
    """The lines that say something up to a place, the nearest first; its own line is the first of them."""
    source = at.source
    end = source.text.find("\n", at.start)
    text = source.text[: len(source.text) if end < 0 else end]
    return [Span(source, found.start(), found.end()) for found in _SAYS.finditer(text)][::-1]


def _without_key(at: Span) -> Span | None:
    """The nearest line above, or this one, that should begin with a key and does not."""
    for line in _lines_above(at)[:3]:
        bare = line.text.lstrip()
        if not _KEYED.match(line.text) and bare[0] not in "]}" and not bare.startswith("- "):
            return _stripped(line)
    return None


def _uneven(at: Span) -> Span | None:
    """The nearest line above that is indented otherwise than others."""
    lines = _lines_above(at)
    if not lines or _depth(lines[0]) % 2:
        return None
    deeper = [line for line in lines[1:6] if _depth(line) % 2 and _KEYED.match(line.text)]
    return _stripped(deeper[0]) if deeper else None


def _depth(line: Span) -> int:
    return len(line.text) - len(line.text.lstrip())


def _stripped(line: Span) -> Span:
    return Span(line.source, line.start + _depth(line), line.end)


def _rest_of_line(since: Span) -> Span:
    source: Source = since.source
    end = source.text.find("\n", since.start)
    return Span(source, since.start, len(source.text) if end < 0 else end)
