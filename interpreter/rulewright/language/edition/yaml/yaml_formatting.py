"""The formatter for YAML files: indentation of two blanks, no trailing blanks, at most one blank line in a row.

Only whole lines are moved; lines of one multi-line text or one pair of brackets move together, unchanged inside.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from typing import Any, Final

from ruamel.yaml import YAML, tokens as t
from ruamel.yaml.comments import CommentedMap

from rulewright.base.records import Draft, Record, field
from rulewright.language.edition.yaml.parse_yaml import tree_of
from rulewright.language.text import Complaints, Source
from rulewright.language.text.blank_lines import Level, format_between_lines

STEP: Final = 2

_BLOCKS: Final = (t.BlockMappingStartToken, t.BlockSequenceStartToken)
_OPENING: Final = (t.FlowMappingStartToken, t.FlowSequenceStartToken)
_CLOSING: Final = (t.FlowMappingEndToken, t.FlowSequenceEndToken)
_SILENT: Final = (t.StreamStartToken, t.StreamEndToken)


def format_yaml(source: Source, complaints: Complaints) -> str | None:
    """Return the formatted text of a YAML file, or None if it has errors, which are added to `complaints`.

    Only errors that prevent reading an edition file count. If formatting would change the meaning, the text is
    returned unchanged.
    """
    errors = Complaints()
    tree = tree_of(source, errors)
    complaints.extend(errors)
    if errors.has_errors:
        return None
    text = _format(source)
    # Some characters end a line for the YAML library, but not here: then keep the text as it is.
    return text if tree_of(Source(source.name, text), Complaints()) == tree else source.text


class _Line(Record):
    """A line with content: its enclosing blocks, its column, and how far formatting shifts it to the right.

    `levels` has the old and new column of each enclosing block. `shift` may be negative.
    """

    levels: tuple[Level, ...]
    column: int
    shift: int
    in_text: bool = False
    """Whether the line continues a multi-line text, whose trailing blanks may matter."""

    def moved(self, text: str) -> str:
        """Return the line's text with its new indentation and without trailing blanks."""
        trimmed = text if self.in_text else text.rstrip(" \t")
        if self.shift > 0 and trimmed:
            return " " * self.shift + trimmed
        return (
            trimmed[min(-self.shift, len(trimmed) - len(trimmed.lstrip(" "))) :]
            if self.shift
            else trimmed
        )


def _format(source: Source) -> str:
    """Return the formatted text of a YAML file without errors."""
    lines = _LineCollector(source)
    for token in YAML(typ="safe", pure=True).scan(source.text):
        lines.process_token(token)
    written: list[str] = []
    between: list[str] = []
    last = _Line((), 0, 0)
    for number, text in enumerate(source.text.split("\n"), 1):
        line = lines.known.get(number)
        if line is None:
            between.append(text)
            continue
        written += format_between_lines(
            between, last.levels, (line.column, line.column + line.shift)
        )
        written.append(line.moved(text))
        between, last = [], line
    if last.in_text:
        return "\n".join([*written, *between]).lstrip("\n")
    return (
        "\n".join([*written, *format_between_lines(between, last.levels, (0, 0))]).strip("\n")
        + "\n"
    )


class _LineCollector(Draft):
    """A collector of the lines with content from YAML tokens; `levels` are the open blocks."""

    source: Source
    known: dict[int, _Line] = field(factory=dict)
    levels: tuple[Level, ...] = ()
    brackets: list[int] = field(factory=list)
    """The first lines of the open brackets."""

    def process_token(self, token: Any) -> None:
        """Process the next YAML token."""
        if isinstance(token, _SILENT):
            return
        if isinstance(token, t.BlockEndToken):
            self.levels = self.levels[:-1]
            return
        start, column = self.source.position(token.start_mark.index)
        if isinstance(token, _BLOCKS):
            self._open_block(start, column - 1)
        self._record_line(start, column - 1)
        if isinstance(token, _OPENING):
            self.brackets.append(start)
        elif isinstance(token, _CLOSING):
            self._shift_together(self.brackets.pop(), start, in_text=False)
        elif isinstance(token, t.ScalarToken):
            end, behind = self.source.position(token.end_mark.index)
            self._shift_together(start, end if behind > 1 else end - 1, in_text=True)

    def _open_block(self, line: int, column: int) -> None:
        """Open a block; its new column is one step deeper than its parent's, or after the dash of a list."""
        deeper = self.levels[-1][1] + STEP if self.levels else 0
        known = self.known.get(line)
        self.levels += ((column, column + known.shift if known else deeper),)

    def _record_line(self, line: int, column: int) -> None:
        """Record the line and column of the first token on a line, with its shift."""
        if line in self.known:
            return
        old, new = self.levels[-1] if self.levels else (0, 0)
        self.known[line] = _Line(self.levels, column, new - old)

    def _shift_together(self, first: int, last: int, in_text: bool) -> None:
        """Shift all lines of a multi-line text or pair of brackets as far as its first line."""
        begun = self.known[first]
        for line in range(first, last + 1) if last > first else ():
            was = self.known.get(line)
            keeps_blanks = in_text or (was is not None and was.in_text)
            self.known[line] = _Line(begun.levels, begun.column, begun.shift, keeps_blanks)


WIDTH: Final = 100
_NO_FOLDING: Final = 10_000
"""Disables line folding: names of several words are keys, and a YAML key cannot span lines."""


def yaml_text(data: Mapping[str, Any]) -> str:
    """Return `data` as YAML: short mappings on one line, others with a line per entry; empty ones omitted."""
    yaml = YAML()
    yaml.default_flow_style = None
    yaml.width = _NO_FOLDING
    text = StringIO()
    filled = {name: part for name, part in data.items() if part not in ([], {})}
    yaml.dump(_with_style(filled), text)
    return text.getvalue()


def _with_style(part: Any) -> Any:
    """Return `part` marked for output on one line, or in a block if it is nested or long."""
    if not isinstance(part, Mapping):
        return part
    styled = CommentedMap({name: _with_style(inner) for name, inner in part.items()})
    nested = any(isinstance(inner, Mapping) for inner in part.values())
    if nested or len(str(part)) > WIDTH:
        styled.fa.set_block_style()
    else:
        styled.fa.set_flow_style()
    return styled
