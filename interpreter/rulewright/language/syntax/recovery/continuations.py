"""Completion at a place in a text: the words that can follow, and ways to complete a line."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import Final, Literal

from rulewright.base.records import Record
from rulewright.language.syntax.parsing.lexer import (
    DEEP,
    END,
    INDENT,
    LAYOUT,
    LONG,
    NEWLINE,
    STEP,
    STRANGE,
    UNEVEN,
    Excerpt,
)
from rulewright.language.syntax.parsing.parser import Grammar, grammar
from rulewright.language.syntax.recovery.recovery import declaration_starts
from rulewright.language.text import Source, Span

_WORD: Final = "x"
"""A placeholder word at the place, so that the last line is not empty and keeps its indentation."""
_JOINTS: Final = (
    "is",
    "to",
    "in",
    "from",
    "'s",
    "would",
    "if",
    ",",
    ")",
    "NAME",
    "NUMBER",
    "ends",
    "be",
)
"""Tokens that an unfinished line may lack, the likeliest first."""
_FILLED: Final = {"NAME": "x", "NUMBER": "1"}
_LONGEST: Final = 5
"""The maximum number of tokens added to complete a line."""


class Continuation(Record):
    """The tokens that the grammar accepts at one place of a text, for completion.

    `words` are keywords. `name` and `proper` tell whether a lower-case name or a capitalized one is accepted.
    `stack` is the parser's stack of states at the place.
    """

    words: tuple[str, ...]
    name: bool
    proper: bool
    first: bool
    """Whether the place is at the first word of its line."""
    stack: tuple[int, ...]
    depth: int
    """The indentation of the line."""

    def accepts(self, text: str) -> bool:
        """Return whether the grammar accepts the first word of `text` at this place."""
        known = grammar()
        first = next(known.lexer.tokens(Excerpt(Source("", text), text, lines=False)))
        return known.accepts(list(self.stack), first.type)

    def closed(self, kind: str) -> str:
        """Return the shortest text after a token of type `kind` that completes its line and block.

        The search is breadth-first. The text is empty if `kind` is not accepted, if the line is complete already,
        or if more than `_LONGEST` words would be needed.
        """
        known = grammar()
        kinds = {spelled: name for name, spelled in known.spelling.items()}
        joints = {kinds.get(word, word): _FILLED.get(word, word) for word in _JOINTS}
        stack = list(self.stack)
        if not known.accepts(stack, kind):
            return ""
        waiting: deque[tuple[list[int], tuple[str, ...]]] = deque([(stack, ())])
        while waiting:
            stack, added = waiting.popleft()
            if (end := self._end(known, stack)) is not None:
                return "".join(f" {each}" for each in added).replace(" 's", "'s") + end
            if len(added) < _LONGEST:
                for joint, word in joints.items():
                    if known.accepts(further := list(stack), joint):
                        waiting.append((further, (*added, word)))
        return ""

    def _end(self, known: Grammar, stack: list[int]) -> str | None:
        """Return what ends a line in parser state `stack`: a new block if one is needed; None if it cannot end."""
        if not known.accepts(after := list(stack), NEWLINE):
            return None
        if INDENT not in known.choices(after) or known.accepts(list(after), "NAME"):
            return ""
        below = list(after)
        known.accepts(below, INDENT)
        line = "do nothing" if known.accepts(list(below), "DO") else "this is 1"
        return f"\n{' ' * (self.depth + STEP)}{line}"


def continuation(source: Source, offset: int) -> Continuation | None:
    """Return the tokens accepted at `offset`, the start of a word; None if the text before it does not parse."""
    known = grammar()
    starts = [start for start in declaration_starts(source.text) if start < offset]
    line_start = source.text.rfind("\n", 0, offset) + 1
    indent = source.text[line_start:offset]
    depth = len(indent.expandtabs(STEP)) - len(indent.expandtabs(STEP).lstrip())
    begin = starts[-1] if starts and not (indent == "" and starts[-1] < line_start) else line_start
    text = source.text[begin:offset] + _WORD
    stack = known.start()
    for token in known.lexer.tokens(Excerpt(source, text, begin)):
        if token.start >= offset - begin and token.type not in (NEWLINE, INDENT, "_DEDENT"):
            break
        if token.type == END or not known.accepts(stack, token.type):
            return None
    kinds = {kind for kind in known.choices(stack) if known.accepts(list(stack), kind)}
    words = sorted(known.spelling[kind] for kind in kinds if kind in known.spelling)
    return Continuation(
        tuple(word for word in words if word[0].isalpha()),
        "NAME" in kinds,
        "PROPER" in kinds,
        not indent.strip(),
        tuple(stack),
        depth,
    )


TokenSort = Literal["keyword", "name", "proper", "number", "string", "remark", "sign", "strange"]

_REMARK: Final = re.compile(r"#[^\n]*")
_SORTS: Final[dict[str, TokenSort]] = {
    "NAME": "name", "PROPER": "proper", "STRING": "string",
    "NUMBER": "number", "NEGATIVE": "number", "RANGE": "number",
    STRANGE: "strange", UNEVEN: "strange", LONG: "strange", DEEP: "strange",
}  # fmt: skip


class ClassifiedToken(Record):
    """A token or comment with its class for syntax highlighting. A keyword used as a name is still a keyword."""

    span: Span
    sort: TokenSort


def classify_tokens(source: Source) -> Iterator[ClassifiedToken]:
    """Yield the tokens and comments of a file in order, classified for highlighting; no blanks or line ends."""
    known = grammar()
    end = 0
    for token in known.lexer.tokens(Excerpt(source, source.text)):
        if token.type in LAYOUT or token.start == token.end:
            continue
        yield from _comments_between(source, end, token.start)
        yield ClassifiedToken(token.span, _token_sort(token.type, known.spelling))
        end = token.end
    yield from _comments_between(source, end, len(source.text))


def _comments_between(source: Source, start: int, end: int) -> Iterator[ClassifiedToken]:
    """Yield the comments between two offsets of a source."""
    for match in _REMARK.finditer(source.text, start, end):
        yield ClassifiedToken(Span(source, match.start(), match.end()), "remark")


def _token_sort(kind: str, spelling: dict[str, str]) -> TokenSort:
    """Return the highlighting class of a token type; `spelling` maps the types of fixed tokens to their text."""
    if kind in spelling:
        return "keyword" if spelling[kind].strip("'")[0].isalpha() else "sign"
    return _SORTS.get(kind, "keyword")  # terminals of several words
