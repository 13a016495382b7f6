"""Places as editors count them: lines and columns from 0, columns in units of an encoding."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final
from urllib.parse import quote_from_bytes, unquote, urlparse

from rulewright.base.records import Record
from rulewright.cli.naming.workbench import path_of
from rulewright.editor import wire
from rulewright.language.text import Source, Span, real_path

_UNITS: Final = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Positions(Record):
    """Takes places from an editor and back; `encoding` is what the editor counts columns in."""

    encoding: str = "utf-16"

    def offset(self, source: Source, position: wire.Position) -> int:
        """The offset of a position; one outside of the text is taken as its nearest place."""
        if position.line >= source.line_count:
            return len(source.text)
        line = source.line(position.line + 1)
        codec, size = _UNITS[self.encoding]
        before = line.encode(codec)[: position.character * size].decode(codec, "ignore")
        return source.line_starts[position.line] + len(before)

    def position(self, source: Source, offset: int) -> wire.Position:
        """The position of an offset."""
        line, column = source.position(offset)
        codec, size = _UNITS[self.encoding]
        before = source.line(line)[: column - 1].encode(codec)
        return wire.Position(line - 1, len(before) // size)

    def range(self, span: Span) -> wire.Range:
        """The range of a span."""
        return wire.Range(
            self.position(span.source, span.start), self.position(span.source, span.end)
        )

    def location(self, span: Span) -> wire.Location:
        """The file and range of a span."""
        return wire.Location(uri_of(path_of(span)), self.range(span))

    def edit(self, span: Span, text: str) -> wire.TextEdit:
        """The change that puts a text in place of a span."""
        return wire.TextEdit(self.range(span), text)

    def whole(self, source: Source, text: str) -> wire.TextEdit:
        """The change that puts a text in place of all that there is."""
        end = wire.Position(source.line_count, 0)
        return wire.TextEdit(wire.Range(wire.Position(0, 0), end), text)


def uri_of(path: Path) -> str:
    """The name that editors have for a file."""
    if os.name == "nt" or not path.is_absolute():
        return path.as_uri()
    return f"file://{quote_from_bytes(os.fsencode(path))}"  # as it says too, by way of half of the network


def path_of_uri(uri: str) -> Path | None:
    """The file of such a name; None for what is no file."""
    parsed = urlparse(uri)
    if parsed.scheme != "file":
        return None
    return real_path(Path(_path(parsed.path)))


def _path(part: str) -> str:
    """The part of such a name that says where a file lies, as the system says it."""
    if os.name != "nt":
        return unquote(part)
    from urllib.request import url2pathname  # which asks for half of the network

    return url2pathname(part)
