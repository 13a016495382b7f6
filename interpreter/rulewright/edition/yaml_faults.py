"""Where a mistake stands that the YAML library met only on a later line."""

from __future__ import annotations

import re
from typing import Final

from rulewright.text import Source, Span

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
