"""Error recovery: parse a text with errors, report each error once, and keep the declarations around it.

Faulty lines are replaced by placeholders of the same length, and the declaration is parsed again, until it parses
or nothing is left to try.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from rulewright.base.records import Draft, field
from rulewright.language.syntax import tree
from rulewright.language.syntax.parsing.lexer import DEDENT, END, INDENT, STEP, Excerpt
from rulewright.language.syntax.parsing.parser import Grammar, grammar
from rulewright.language.syntax.recovery.parse_failure import ParseFailure, first_failure
from rulewright.language.syntax.recovery.placeholders import (
    accepts_block,
    has_block,
    indentation_of,
    names_in,
    placeholder_head,
    placeholder_name,
    placeholders_for,
    similar_placeholder,
)
from rulewright.language.text import Complaint, Complaints, Source, Span, nearest
from rulewright.language.text.merge_conflicts import resolve_conflicts

MOST_MISTAKES: Final = 20
"""The maximum number of errors per declaration; the rest of it is skipped."""
MOST_REPORTED: Final = 100
"""The maximum number of errors per file; later declarations are skipped."""
MOST_READ: Final = 500_000
"""The maximum number of characters of a file that are parsed again to find further errors."""

_SIGNS: Final = ("E0109", "E0110")
"""Codes about a sign to delete."""
_RESERVED: Final = "E0118"
_OF_NAMES: Final = (_RESERVED, "E0123")
"""Codes about a name that is wrong wherever it occurs."""
_OF_HEADS: Final = ("E0130", "E0133")
"""Codes about a missing or misplaced head, which owns the lines below it."""
_SMALL_CARD: Final = "E0122"
"""Code about a head of a card in small letters, which may be a misspelt head of another declaration."""
_HEADING: Final = re.compile(r" +name\b")
"""The heading of a list, without which its rows cannot be parsed."""
_A_NAME_FOLLOWS: Final = r"(?<=\bthe )"
_SECTIONS: Final = ("given", "when", "then")
_HEADS: Final = ("event", "flow", "kind", "phase", "scenario")
_LISTING: Final = ("kind", "labels", "list", "table", "option")
"""Declarations in which every line declares global names."""


def recover(source: Source, complaints: Complaints) -> tuple[tree.Node, ...]:
    """Return the declarations of a text with errors, and add a complaint for each error."""
    nodes: list[tree.Node] = []
    characters_left, count_before = MOST_READ, len(complaints)
    for start, text in _chunks(resolve_conflicts(source, complaints)):
        chunk = _Chunk(grammar(), source, start, text, characters_left)
        if len(complaints) - count_before > MOST_REPORTED:
            nodes.append(chunk.unread())
            continue
        nodes += chunk.read(complaints)
        characters_left = chunk.left
    return tuple(nodes)


def with_placeholders(source: Source) -> str | None:
    """Return a declaration's text with its faulty lines replaced by valid ones of equal length, or None."""
    chunk = _Chunk(grammar(), source, 0, source.text, MOST_READ)
    nodes = chunk.read(Complaints())
    lost = chunk.headless or all(isinstance(node, tree.Unread) for node in nodes)
    return None if lost else "\n".join(chunk.lines)


def declaration_starts(text: str) -> list[int]:
    """Return the offsets of unindented lines that are no comments: declarations begin there."""
    return [match.start() for match in re.finditer(r"(?m)^[^\s#]", text)]


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the offset and text of each declaration, split at unindented lines."""
    starts = declaration_starts(text)
    if not starts or text[: starts[0]].strip():
        starts.insert(0, 0)
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield start, text[start:end]


class _Chunk(Draft):
    """A declaration under repair: its lines, some of them replaced so that the others parse.

    `left` is how many characters may still be parsed. `lost` are the original lines that were replaced, by index.
    `tried` are the placeholders still to try, by line. `corrected` are lines as a complaint's fix corrects them.
    """

    grammar: Grammar
    source: Source
    start: int
    text: str
    left: int
    lines: list[str] = field(factory=list)
    lost: list[tuple[int, str]] = field(factory=list)
    tried: dict[int, list[str]] = field(factory=dict)
    emptied: set[int] = field(factory=set)
    corrected: dict[int, str] = field(factory=dict)
    replaced_at: dict[int, int] = field(factory=dict)
    joined: set[int] = field(factory=set)
    """Indices of lines that continue on the next one."""
    suppressed: set[int] = field(factory=set)
    """Indices of lines that are indented too deep, or belong to one; they are not reported."""
    shift: int = 0
    headless: bool = False

    def read(self, complaints: Complaints) -> list[tree.Node]:
        """Return the parsed nodes, and an `Unread` node for lines that were replaced; report each error."""
        self.lines = self.text.split("\n")
        reported: set[int] = set()
        for _ in range(MOST_MISTAKES * 4):
            excerpt = self._excerpt()
            failure = first_failure(self.grammar, excerpt)
            if failure is None:
                return self._parsed_nodes(excerpt, reported)
            line = self._line_to_replace(failure)
            known = (
                self._is_repeated_section(failure, reported)
                or line in self.tried
                or line in self.emptied
                or line in self.suppressed
                or (line == 0 and self.headless)
                # Rows that were replaced may leave a list without any.
                or (self.is_listing and reported and failure.token.type in (DEDENT, END))
                # A replacement that fails as well is no second error.
                or failure.token.span.start == self.replaced_at.get(line)
            )
            if not known:
                complaint = _diagnose(failure)
                complaints.add(complaint)
                reported.add(line)
                self._note_correction(line, complaint)
                self._suppress_else(line)
                if failure.token.type == DEDENT and not excerpt.text[failure.token.start :].strip():
                    break  # the declaration lacks something that no placeholder can supply
                if self.is_listing and _HEADING.match(self.lines[line]):
                    break
                misspelt = complaint.code == _SMALL_CARD and self._is_misspelt_head()
                if failure.token.type == INDENT or misspelt:
                    self._suppress(line)
                if complaint.code in _OF_HEADS:
                    self._suppress(line, with_siblings=True)
            self.left -= len(self.text)
            if self.left < 0 or len(reported) > MOST_MISTAKES or not self._repair(line):
                break
        return [self._unread(whole=True)]

    @property
    def is_listing(self) -> bool:
        """Whether every line of the declaration declares names."""
        return self.text.split(None, 1)[:1] in ([each] for each in _LISTING)

    def _is_misspelt_head(self) -> bool:
        """Return whether the first word resembles one that begins a declaration."""
        return nearest(self.text.split(None, 1)[0], _HEADS) is not None

    def _excerpt(self) -> Excerpt:
        """Return the current lines as an excerpt; offsets are those of the original lines."""
        ends = (" " if number in self.joined else "\n" for number in range(len(self.lines) - 1))
        text = "".join(f"{line}{end}" for line, end in zip(self.lines, [*ends, ""], strict=True))
        return Excerpt(self.source, text, self.start + self.shift)

    def _starts(self) -> list[int]:
        """Return the offset of each current line within the declaration."""
        return list(accumulate((len(each) + 1 for each in self.lines[:-1]), initial=0))

    def unread(self) -> tree.Unread:
        """Return an `Unread` node for the whole declaration, without parsing it."""
        return self._unread(whole=True)

    def _note_correction(self, line: int, complaint: Complaint) -> None:
        """Record how the complaint's fix corrects the line, if the offsets of later words stay the same."""
        span = complaint.span
        if span is None:
            return
        fix = complaint.fixes[0] if complaint.fixes else None
        ends = not span.source.text[span.end :].partition("\n")[0].strip()
        if complaint.code in _SIGNS and len(span.text) == 1 and ends:
            at, text = span, ""
        elif complaint.code == _RESERVED and line > 0:
            at, text = span, placeholder_name(span.text)
        elif fix is not None and fix.text and len(fix.text) <= fix.span.end - fix.span.start:
            at, text = fix.span, fix.text
        else:
            return
        begin = self.start + self.shift + self._starts()[line]
        start, end = at.start - begin, at.end - begin
        old_line = self.lines[line]
        if 0 <= start <= end <= len(old_line):
            self.corrected[line] = old_line[:start] + text.ljust(end - start) + old_line[end:]
            # Keep the old name too: other declarations may refer to it.
            self.lost += [(0, old_line)] if line == 0 else []
            self.replaced_at[line] = at.start
            if complaint.code in _OF_NAMES:
                self._rename(line, at.text, text)
        elif 0 <= start <= len(old_line) < end and not text.strip():
            self.corrected[line] = old_line
            self.joined.add(line)

    def _rename(self, line: int, wrong: str, correction: str) -> None:
        """Replace a wrong name by `correction` in all lines; the old line stays recorded as lost."""
        before = _A_NAME_FOLLOWS if " " not in wrong else ""
        word = re.compile(rf"{before}(?<![\w-]){re.escape(wrong)}(?![\w-])")
        self.lost.append((line, self.lines[line]))
        self.lines = [word.sub(correction, each) for each in self.lines]
        self.corrected[line] = word.sub(correction, self.corrected[line])

    def _suppress_else(self, line: int) -> None:
        """Suppress errors in the else branch of the `if` on this line, which lacks its block."""
        depth = indentation_of(self.lines[line])
        for index in range(line + 1, len(self.lines)):
            text = self.lines[index]
            if text.strip():
                if indentation_of(text) == depth and text.split()[0] == "otherwise":
                    self.suppressed.add(index)
                    self._suppress(index)
                return

    def _suppress(self, line: int, with_siblings: bool = False) -> None:
        """Suppress errors in the block under `line`; if `with_siblings`, also in later lines at its level."""
        depth = indentation_of(self.lines[line]) - with_siblings
        for index in range(line + 1, len(self.lines)):
            if self.lines[index].strip() and indentation_of(self.lines[index]) <= depth:
                break
            self.suppressed.add(index)

    def _parsed_nodes(self, excerpt: Excerpt, reported: set[int]) -> list[tree.Node]:
        """Return the parsed nodes, with an `Unread` node if errors were reported; only that if the head failed."""
        if self.headless:
            return [self._unread(whole=True)]
        nodes = list(self.grammar.read(excerpt))
        return [*nodes, self._unread(whole=False)] if reported else nodes

    def _is_repeated_section(self, failure: ParseFailure, reported: set[int]) -> bool:
        """Return whether the failure is another section of a scenario without `in` line, reported already."""
        return bool(reported) and failure.token.text in _SECTIONS and "IN" in failure.accepted

    def _line_to_replace(self, failure: ParseFailure) -> int:
        """Return the index of the line that a placeholder should replace to get past the failure."""
        token = failure.token
        if failure.lacks_block or token.type in (INDENT, DEDENT, END):
            place = failure.line[0].start if failure.line else 0
        else:
            place = token.start
        return bisect_right(self._starts(), place) - 1

    # -------------------------------------------------------------- repairs

    def _repair(self, line: int) -> bool:
        """Replace a line by its correction or next placeholder; return False if nothing is left to try."""
        if (mended := self.corrected.pop(line, None)) is not None:
            self.lines[line] = mended
            return True
        if line == 0:
            return self._new_head()
        if line not in self.tried:
            self.lost.append((line, self.lines[line]))
            self.tried[line] = placeholders_for(self.lines, line)
            if (similar := similar_placeholder(self.lines, line)) is not None:
                self.tried[line].insert(0, similar)
                self.lost.append((line, similar))
        while self.tried[line]:
            stand_in = self.tried[line].pop(0)
            depth, length = indentation_of(self.lines[line]), len(self.lines[line])
            if depth + len(stand_in) > length:
                continue
            if not accepts_block(stand_in):
                self._drop_block(line)
            self.lines[line] = (" " * depth + stand_in).ljust(length) if stand_in else " " * length
            if not stand_in:
                self._note_emptied(line, depth)
            return True
        return False

    def _new_head(self) -> bool:
        """Replace the faulty head by a valid one that accepts its block; return False if there is none."""
        head = self.lines[0]
        stand_in = placeholder_head(head)
        if self.headless or stand_in is None:
            return False
        self.headless = True
        self.lost.append((0, head))
        self.lines[0] = stand_in
        self.shift = len(head) - len(stand_in)
        return True

    def _drop_block(self, line: int) -> None:
        """Blank out the block under a line; its lines are recorded as lost."""
        depth = indentation_of(self.lines[line])
        for index in range(line + 1, len(self.lines)):
            text = self.lines[index]
            if text.strip() and indentation_of(text) <= depth:
                break
            self.lost.append((index, text))
            self.lines[index] = " " * len(text)

    def _note_emptied(self, line: int, depth: int) -> None:
        """Record the head of the block that loses `line`; if the block is empty now, that is no new error."""
        for index in range(line - 1, -1, -1):
            text = self.lines[index]
            if text.strip() and indentation_of(text) < depth:
                self.emptied.add(index)
                return

    # -------------------------------------------------------------- what is missing

    def _unread(self, whole: bool) -> tree.Unread:
        """Return the `Unread` node with the names that lost lines may declare, or the `whole` declaration."""
        at = Span(self.source, self.start, self.start + len(self.text.rstrip()))
        listing = self.is_listing
        own = self.text.split("\n")
        lost = "\n".join(
            text
            for line, text in self.lost
            # Keep lost power headers: scenarios may refer to them.
            if listing or line == 0 or (indentation_of(text) == STEP and has_block(own, line))
        )
        if whole:
            lost = self.text if listing else self.text.split("\n", 1)[0]
        scopes = tuple(self._names_in_scope(*each) for each in self.lost)
        return tree.Unread(at, names_in(lost), scopes)

    def _names_in_scope(self, index: int, text: str) -> tree.Given:
        """Return the names that a lost line may declare, with the range of offsets where they are visible."""
        lines = self.text.split("\n")
        places = list(accumulate((len(each) + 1 for each in lines), initial=self.start))
        if index == 0:
            return self.start, places[-1], names_in(text)
        depth = indentation_of(lines[index])
        ends = (
            number
            for number, each in enumerate(lines[index:], index)
            if each.strip() and indentation_of(each) < depth
        )
        return places[index], places[next(ends, -1)], names_in(text)


def _diagnose(failure: ParseFailure) -> Complaint:
    """Return the complaint for a failure; the import of the diagnosis is deferred, because it is rarely needed."""
    from rulewright.language.syntax.recovery.diagnosis import diagnose  # late: rarely needed

    return diagnose(failure)
