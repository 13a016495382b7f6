"""Error recovery: reading goes on after a mistake, which hides no others and draws no complaints of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from rulewright.records import Draft, field
from rulewright.syntax import tree
from rulewright.syntax.lexer import DEDENT, END, INDENT, Excerpt
from rulewright.syntax.parse_failure import ParseFailure, first_failure
from rulewright.syntax.parser import Grammar
from rulewright.text import Complaint, Complaints, Source, Span

MOST_MISTAKES: Final = 20
"""Of one declaration; its rest is left alone after that."""
MOST_TOLD: Final = 100
"""Of one file; what stands below is not looked at."""
MOST_READ: Final = 500_000
"""Characters of a file that are read again in search of further mistakes."""

_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*")
_PROPER: Final = re.compile(r"[A-Z][A-Za-z0-9']*(?:[ -](?:(?:of|the) )*[A-Z][A-Za-z0-9']*)*")
_CARD: Final = re.compile(r"[a-z-]+ [A-Z]|[A-Za-z-]+ (?!an? |the )[A-Za-z' -]+$")
"""What may be the head of a card, with too many or too few capital letters."""
_HEADS: Final = {
    "event": "event a b c",
    "phase": "phase x",
    "flow": "flow",
    "kind": "kind x",
    "after": "power x",
    "before": "power x",
    "when": "power x",
    "at": "power x",
    "power": "power x",
    "scenario": 'scenario "x"',
}
"""For a head that cannot be read: one under which the same block can stand."""
_BLOCK_HEADS: Final = ("if yes", "power x")
"""For a line above a block, so that the block can be read."""
_LIKE: Final = {"until": "until the x ends", "when": "when I would x", "in": "in x, 8 players"}
"""For a line of which others depend."""
_SIGNS: Final = ("E0109", "E0110")
"""Complaints about a sign that has to go."""
_SECTIONS: Final = ("given", "when", "then")
_LISTING: Final = ("kind", "labels", "list", "table", "option")
"""Declarations of which every line gives names to all."""


def recover(grammar: Grammar, source: Source, complaints: Complaints) -> tuple[tree.Node, ...]:
    """The declarations of a text with mistakes; each mistake is complained about."""
    nodes: list[tree.Node] = []
    left, told = MOST_READ, len(complaints)
    for start, text in _chunks(source.text):
        chunk = _Chunk(grammar, source, start, text, left)
        if len(complaints) - told > MOST_TOLD:
            nodes.append(chunk.unread())
            continue
        nodes += chunk.read(complaints)
        left = chunk.left
    return tuple(nodes)


def declaration_starts(text: str) -> list[int]:
    """Where a line of a text begins at the left edge, and with it a declaration."""
    return [match.start() for match in re.finditer(r"(?m)^[^\s#]", text)]


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    """The text cut where a line begins at the left edge."""
    starts = declaration_starts(text)
    if not starts or text[: starts[0]].strip():
        starts.insert(0, 0)
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield start, text[start:end]


class _Chunk(Draft):
    """One declaration, and the lines that were taken out of it to read the others."""

    grammar: Grammar
    source: Source
    start: int
    text: str
    left: int
    lines: list[str] = field(factory=list)
    lost: list[tuple[int, str]] = field(factory=list)
    tried: dict[int, list[str]] = field(factory=dict)
    emptied: set[int] = field(factory=set)
    mended: dict[int, str] = field(factory=dict)
    put: dict[int, int] = field(factory=dict)
    quiet: set[int] = field(factory=set)
    """Lines that stand too deep: that is told once, and nothing else of them."""
    shift: int = 0
    headless: bool = False

    def read(self, complaints: Complaints) -> list[tree.Node]:
        """The nodes that remain, with one that says what is missing."""
        self.lines = self.text.split("\n")
        told: set[int] = set()
        for _ in range(MOST_MISTAKES * 4):
            excerpt = Excerpt(self.source, "\n".join(self.lines), self.start + self.shift)
            failure = first_failure(self.grammar, excerpt)
            if failure is None:
                return self._made(excerpt, told)
            line = self._blamed(failure)
            known = (
                self._again(failure, told)
                or line in self.tried
                or line in self.emptied
                or line in self.quiet
                or (line == 0 and self.headless)
                # A word that was put there and does not fit either is no second mistake.
                or failure.token.span.start == self.put.get(line)
            )
            if not known:
                complaint = _diagnosed(failure)
                complaints.add(complaint)
                told.add(line)
                self._mend(line, complaint)
                self._quieten_otherwise(line)
                if failure.token.type == INDENT:
                    self._quieten(line)
            self.left -= len(self.text)
            if self.left < 0 or len(told) > MOST_MISTAKES or not self._repair(line):
                break
        return [self._unread(whole=True)]

    def unread(self) -> tree.Unread:
        """What is missing where it is not read at all."""
        return self._unread(whole=True)

    def _mend(self, line: int, complaint: Complaint) -> None:
        """What the line would say without the mistake, if that is known and the places of its words stay."""
        span = complaint.span
        if span is None or line == 0:
            return
        fix = complaint.fixes[0] if complaint.fixes else None
        ends = not span.source.text[span.end :].partition("\n")[0].strip()
        if complaint.code in _SIGNS and len(span.text) == 1 and ends:
            at, text = span, ""
        elif fix is not None and fix.text and len(fix.text) <= fix.span.end - fix.span.start:
            at, text = fix.span, fix.text
        else:
            return
        begin = self.start + self.shift + sum(len(each) + 1 for each in self.lines[:line])
        start, end = at.start - begin, at.end - begin
        if 0 <= start <= end <= len(self.lines[line]):
            said = self.lines[line]
            self.mended[line] = said[:start] + text.ljust(end - start) + said[end:]
            self.put[line] = at.start

    def _quieten_otherwise(self, line: int) -> None:
        """Say nothing of the `otherwise` of an `if` that has no block."""
        depth = _depth(self.lines[line])
        for index in range(line + 1, len(self.lines)):
            text = self.lines[index]
            if text.strip():
                if _depth(text) == depth and text.split()[0] == "otherwise":
                    self.quiet.add(index)
                    self._quieten(index)
                return

    def _quieten(self, line: int) -> None:
        """Say no more of the lines that are indented under one that takes no block."""
        depth = _depth(self.lines[line])
        for index in range(line + 1, len(self.lines)):
            if self.lines[index].strip() and _depth(self.lines[index]) <= depth:
                break
            self.quiet.add(index)

    def _made(self, excerpt: Excerpt, told: set[int]) -> list[tree.Node]:
        if self.headless:
            return [self._unread(whole=True)]
        nodes = list(self.grammar.read(excerpt))
        return [*nodes, self._unread(whole=False)] if told else nodes

    def _again(self, failure: ParseFailure, told: set[int]) -> bool:
        """Whether it is a further section of a scenario that does not say where it is played."""
        return bool(told) and failure.token.text in _SECTIONS and "IN" in failure.accepted

    def _blamed(self, failure: ParseFailure) -> int:
        """The line to be taken out or changed."""
        token = failure.token
        if failure.lacks_block or token.type in (INDENT, DEDENT, END):
            place = failure.line[0].start if failure.line else 0
        else:
            place = token.start
        return token.excerpt.text.count("\n", 0, place)

    # -------------------------------------------------------------- repairs

    def _repair(self, line: int) -> bool:
        """Change a line so that the others can be read; False when there is nothing left to try."""
        if line == 0:
            return self._new_head()
        if (mended := self.mended.pop(line, None)) is not None:
            self.lines[line] = mended
            return True
        if line not in self.tried:
            self.lost.append((line, self.lines[line]))
            self.tried[line] = ["do nothing", "yes", ""]
            if self._has_block(line):
                self.tried[line][:0] = _BLOCK_HEADS
            if (like := self._like(line)) is not None:
                self.tried[line].insert(0, like)
                self.lost.append((line, like))
        while self.tried[line]:
            stand_in = self.tried[line].pop(0)
            depth, length = _depth(self.lines[line]), len(self.lines[line])
            if depth + len(stand_in) > length:
                continue
            if stand_in not in (*_BLOCK_HEADS, _LIKE["until"], _LIKE["when"], "choose"):
                self._drop_block(line)
            self.lines[line] = (" " * depth + stand_in).ljust(length) if stand_in else " " * length
            if not stand_in:
                self._note_emptied(line, depth)
            return True
        return False

    def _like(self, line: int) -> str | None:
        """A line under which, or with which, the same can stand as with this one."""
        first = _WORD.search(self.lines[line])
        following = next(
            (_WORD.search(each) for each in self.lines[line + 1 :] if each.strip()), None
        )
        if following is not None and following.group() == "option":
            return "choose"
        return _LIKE.get(first.group()) if first else None

    def _new_head(self) -> bool:
        """Put a head under which the block can be read, for its mistakes only."""
        if self.headless:
            return False
        head = self.lines[0]
        word = _WORD.match(head)
        stand_in = _HEADS.get(word.group() if word else "")
        if stand_in is None:
            if not _CARD.match(head):
                return False
            stand_in = "x Y"
        self.headless = True
        self.lost.append((0, head))
        self.lines[0] = stand_in
        self.shift = len(head) - len(stand_in)
        return True

    def _has_block(self, line: int) -> bool:
        depth = _depth(self.lines[line])
        following = (each for each in self.lines[line + 1 :] if each.strip())
        return _depth(next(following, "")) > depth

    def _drop_block(self, line: int) -> None:
        """Take out the deeper lines under a line."""
        depth = _depth(self.lines[line])
        for index in range(line + 1, len(self.lines)):
            text = self.lines[index]
            if text.strip() and _depth(text) <= depth:
                break
            self.lost.append((index, text))
            self.lines[index] = " " * len(text)

    def _note_emptied(self, line: int, depth: int) -> None:
        """Remember the line whose block may have lost its only line."""
        for index in range(line - 1, -1, -1):
            text = self.lines[index]
            if text.strip() and _depth(text) < depth:
                self.emptied.add(index)
                return

    # -------------------------------------------------------------- what is missing

    def _unread(self, whole: bool) -> tree.Unread:
        at = Span(self.source, self.start, self.start + len(self.text.rstrip()))
        first = self.text.split(None, 1)[:1]
        if whole:
            listing = first and (first[0] in _LISTING)
            text = self.text if listing else self.text.split("\n", 1)[0]
            declared = _names(text) | frozenset(_PROPER.findall(self.text if listing else text))
        else:
            lost = "\n".join(text for _, text in self.lost)
            declared = _names(lost) if first and first[0] in _LISTING else frozenset()
        return tree.Unread(at, declared, tuple(self._given(*each) for each in self.lost))

    def _given(self, index: int, text: str) -> tree.Given:
        """The names that a line may have given to those below it, as far as its block reaches."""
        lines = self.text.split("\n")
        places = list(accumulate((len(each) + 1 for each in lines), initial=self.start))
        if index == 0:
            return self.start, places[-1], _names(text)
        depth = _depth(lines[index])
        ends = (
            number
            for number, each in enumerate(lines[index:], index)
            if each.strip() and _depth(each) < depth
        )
        return places[index], places[next(ends, -1)], _names(text)


def _names(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text)) | frozenset(_PROPER.findall(text))


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _diagnosed(failure: ParseFailure) -> Complaint:
    from rulewright.syntax.diagnose import diagnose  # late: most files are right

    return diagnose(failure)
