"""Text -> tree: runs the grammar over a source and says what is wrong with it, all of it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, Tree, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken
from lark.indenter import DedentError

from rulewright.cache import folder
from rulewright.library import find_library
from rulewright.syntax import mistakes, tree
from rulewright.syntax.building import build
from rulewright.syntax.grammar import make_parser, tables_name
from rulewright.text import Complaint, Complaints, Source, Span

#: How many mistakes of one declaration are looked for before its rest is left alone.
MOST_MISTAKES = 5


@cache
def _parser() -> Lark:
    grammar = (find_library().folder("grammar") / "rules.lark").read_text(encoding="utf-8")
    return make_parser(grammar, _tables(tables_name(grammar)))


def _tables(name: str) -> Path | None:
    """Where the grammar's tables lie or can be kept; None if there is no such place."""
    beside = Path(__file__).with_name(name)
    if beside.exists():
        return beside
    place = folder()
    try:
        if place is not None:
            place.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return place / name if place is not None else None


class _ToTree(Transformer[Token, Any]):
    """Lark's tree -> ours, with places of the whole file although a part of it was parsed."""

    def __init__(self, source: Source, offset: int) -> None:
        super().__init__(visit_tokens=True)
        self.source, self.offset = source, offset

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        if str(data) == "start":
            return tuple(children)
        start = getattr(meta, "start_pos", 0) if not meta.empty else 0
        end = getattr(meta, "end_pos", start) if not meta.empty else start
        text = self.source.text[self.offset + start : self.offset + end]
        end -= len(text) - len(text.rstrip())
        return build(str(data), self._span(start, end), children)

    def __default_token__(self, token: Token) -> tree.Word:
        start = token.start_pos or 0
        text = str(token)[1:-1] if token.type == "STRING" else str(token)
        return tree.Word(self._span(start, start + len(token)), text, token.type)

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, self.offset + start, self.offset + end)


def parse_rules(source: Source, complaints: Complaints) -> tuple[tree.Node, ...]:
    """The declarations of a rule file; what cannot be read is left out and complained about."""
    try:
        return _parse(source, source.text, 0)
    except UnexpectedInput:
        pass
    except DedentError:
        pass
    declarations: list[tree.Node] = []
    for start, text in _chunks(source.text):
        declarations += _parse_chunk(source, text, start, complaints)
    return tuple(declarations)


def parse_phrase(text: str, source: Source, offset: int) -> tree.Node:
    """A single expression, as it stands in the braces of a text.

    Raises ValueError if it is none.
    """
    try:
        parsed = _parser().parse(text, start="cond")
    except (UnexpectedInput, DedentError) as error:
        raise ValueError(text) from error
    if isinstance(parsed, Token):
        raise ValueError(text)
    node: tree.Node = _ToTree(source, offset).transform(parsed)
    return node


def _parse(source: Source, text: str, offset: int) -> tuple[tree.Node, ...]:
    parsed: Tree[Token] = _parser().parse(text + "\n", start="start")
    nodes: tuple[tree.Node, ...] = _ToTree(source, offset).transform(parsed)
    return nodes


def _chunks(text: str) -> list[tuple[int, str]]:
    """The text cut at its top-level declarations, so that one mistake does not hide others."""
    starts = [match.start() for match in re.finditer(r"(?m)^[^\s#]", text)]
    if not starts or starts[0] != 0:
        starts.insert(0, 0)
    ends = [*starts[1:], len(text)]
    return [(start, text[start:end]) for start, end in zip(starts, ends, strict=True)]


def _parse_chunk(
    source: Source, text: str, offset: int, complaints: Complaints
) -> tuple[tree.Node, ...]:
    """Parse one declaration; after a mistake, its line is blanked and the rest looked at too."""
    last_line = 0
    for _ in range(MOST_MISTAKES):
        try:
            nodes = _parse(source, text, offset)
        except UnexpectedInput as error:
            place = _place(error, text)
            line = text.count("\n", 0, place[0]) + 1
            if line > last_line and not _follows_from_blank(error, last_line):
                complaints.add(_complaint(error, source, text, offset, place))
            text, went = _without_line(text, line)
            if line <= last_line or not went:
                return ()
            last_line = line
        except DedentError:
            complaints.add(mistakes.uneven_indentation(Span(source, *_uneven(text, offset))))
            return ()
        else:
            return nodes if last_line == 0 else ()
    return ()


def _follows_from_blank(error: UnexpectedInput, last_line: int) -> bool:
    token = getattr(error, "token", None)
    return last_line > 0 and token is not None and token.type in ("_INDENT", "_DEDENT", "$END")


def _place(error: UnexpectedInput, text: str) -> tuple[int, int]:
    if isinstance(error, UnexpectedToken) and error.token.type not in ("$END", "_DEDENT"):
        start = error.token.start_pos or 0
        if error.token.type in ("_NL", "_INDENT"):
            return start, start
        return start, start + len(error.token)
    if isinstance(error, UnexpectedCharacters):
        return error.pos_in_stream, error.pos_in_stream + 1
    end = len(text.rstrip())
    return end, end


def _complaint(
    error: UnexpectedInput, source: Source, text: str, offset: int, place: tuple[int, int]
) -> Complaint:
    span = Span(source, offset + place[0], offset + place[1])
    if isinstance(error, UnexpectedCharacters):
        return mistakes.strange_character(span, text[place[0] : place[1]])
    if isinstance(error, UnexpectedToken | UnexpectedEOF):
        found = error.token if isinstance(error, UnexpectedToken) else None
        expected = set(getattr(error, "accepts", None) or error.expected or ())
        line = text[text.rfind("\n", 0, place[0]) + 1 :].split("\n", 1)[0]
        return mistakes.unexpected(span, found, expected, line, _terminal_texts())
    return mistakes.strange_character(span, "")


@cache
def _terminal_texts() -> dict[str, str]:
    """Keyword terminals -> the word they stand for."""
    return {
        terminal.name: terminal.pattern.value
        for terminal in _parser().terminals
        if type(terminal.pattern).__name__ == "PatternStr"
    }


def _without_line(text: str, number: int) -> tuple[str, bool]:
    """The text with this line and the deeper block under it made blank; False if it is the head."""
    lines = text.split("\n")
    if number <= 1 or number > len(lines):
        return text, False
    depth = _depth(lines[number - 1])
    lines[number - 1] = " " * len(lines[number - 1])
    for index in range(number, len(lines)):
        if lines[index].strip() and _depth(lines[index]) <= depth:
            break
        lines[index] = " " * len(lines[index])
    return "\n".join(lines), True


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _uneven(text: str, offset: int) -> tuple[int, int]:
    """Where a line goes back to a depth at which no block begins."""
    depths, position = [0], 0
    for line in text.split("\n"):
        content = line.strip()
        if content and not content.startswith("#"):
            depth = _depth(line)
            while depths[-1] > depth:
                depths.pop()
            if depths[-1] < depth and len(depths) == 1 and position == 0:
                depths.append(depth)
            elif depths[-1] != depth:
                if _deeper_than_before(text, position):
                    depths.append(depth)
                else:
                    return offset + position + depth, offset + position + len(line)
        position += len(line) + 1
    return offset, offset + 1


def _deeper_than_before(text: str, position: int) -> bool:
    here = _depth(text[position:].split("\n", 1)[0])
    for line in reversed(text[:position].split("\n")):
        if line.strip():
            return here > _depth(line)
    return True
