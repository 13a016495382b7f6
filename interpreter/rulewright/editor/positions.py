"""Conversion between spans and editor positions: lines and columns from 0, columns in units of an encoding."""

from __future__ import annotations

import os
from difflib import SequenceMatcher
from itertools import accumulate
from pathlib import Path
from typing import Final
from urllib.parse import quote_from_bytes, unquote, urlparse

from rulewright.base.records import Record
from rulewright.cli.naming.workbench import path_of
from rulewright.editor import wire
from rulewright.language.text import Source, Span, real_path

_UNITS: Final = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class PositionConverter(Record):
    """A converter between offsets and editor positions; `encoding` defines the unit of columns."""

    encoding: str = "utf-16"

    def offset(self, source: Source, position: wire.Position) -> int:
        """Return the offset of a position; a position outside of the text is moved to the nearest place in it."""
        if position.line >= source.line_count:
            return len(source.text)
        line = source.line(position.line + 1)
        codec, size = _UNITS[self.encoding]
        before = line.encode(codec)[: position.character * size].decode(codec, "ignore")
        return source.line_starts[position.line] + len(before)

    def position(self, source: Source, offset: int) -> wire.Position:
        """Return the position of an offset."""
        line, column = source.position(offset)
        codec, size = _UNITS[self.encoding]
        before = source.line(line)[: column - 1].encode(codec)
        return wire.Position(line - 1, len(before) // size)

    def range(self, span: Span) -> wire.Range:
        """Return the range of a span."""
        return wire.Range(
            self.position(span.source, span.start), self.position(span.source, span.end)
        )

    def location(self, span: Span) -> wire.Location:
        """Return the file and range of a span."""
        return wire.Location(uri_of(path_of(span)), self.range(span))

    def edit(self, span: Span, text: str) -> wire.TextEdit:
        """Return the edit that replaces a span with `text`."""
        return wire.TextEdit(self.range(span), text)

    def changes(self, source: Source, text: str) -> list[wire.TextEdit]:
        """Return the edits that turn a file into `text`; lines that stay are not touched."""
        old, new = source.text.splitlines(keepends=True), text.splitlines(keepends=True)
        starts = [0, *accumulate(map(len, old))]
        matcher = SequenceMatcher(None, old, new, autojunk=False)
        return [
            self.edit(Span(source, starts[start], starts[end]), "".join(new[first:last]))
            for kind, start, end, first, last in matcher.get_opcodes()
            if kind != "equal"
        ]

    def whole(self, source: Source, text: str) -> wire.TextEdit:
        """Return the edit that replaces the whole file with `text`."""
        end = wire.Position(source.line_count, 0)
        return wire.TextEdit(wire.Range(wire.Position(0, 0), end), text)


def uri_of(path: Path) -> str:
    """Return the URI of a file."""
    if os.name == "nt" or not path.is_absolute():
        return path.as_uri()
    return f"file://{quote_from_bytes(os.fsencode(path))}"  # as Path.as_uri, which may load urllib.request


def path_of_uri(uri: str) -> Path | None:
    """Return the path of a `file:` URI; None for other schemes."""
    parsed = urlparse(uri)
    if parsed.scheme != "file":
        return None
    return real_path(Path(_path(parsed.path)))


def _path(part: str) -> str:
    """Return the path component of a URI in the notation of the operating system."""
    if os.name != "nt":
        return unquote(part)
    from urllib.request import url2pathname  # imported late: it loads many network modules

    return url2pathname(part)
