"""Trying a change of a rule file: whether what is written then can be read, and means something."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Final

from rulewright.assist.budget import Budget
from rulewright.assist.excerpts import Excerpt, excerpt_around
from rulewright.assist.logical_lines import LogicalLine
from rulewright.assist.meaning import fix_keeps_meaning
from rulewright.base.records import Draft, Record, field
from rulewright.language.program.context import Context
from rulewright.language.program.declaring import declare_all
from rulewright.language.program.from_syntax import NewContext, Trees
from rulewright.language.program.resolving import make_scenario, resolve_all
from rulewright.language.syntax import first_mistake, parse_rules, tree
from rulewright.language.syntax.parsing.lookahead import can_be_read, words_below
from rulewright.language.syntax.recovery.recovery import readable
from rulewright.language.text import Complaint, Complaints, Fix, Source, Span, patiently

_UNKNOWN: Final = ("E0201", "E0202")
_OF_FILES: Final = "E00"
"""What is wrong with a file as a whole; no change of a line settles it."""
_OF_FORM: Final = "E01"
_LAST: Final = (tree.Card, tree.Scenario, tree.RuleNode, tree.Unread)
"""What may be declared after all others, since nothing that these declare hangs on it."""
_SPEAKERS: Final = "E04"
"""Who speaks in a block is asked only when its head can be read."""


LOOKED_THROUGH: Final = 64
"""Finding the declaration in its file takes as long for so many characters as reading one."""
RECOVERED: Final = 10
"""What has mistakes elsewhere is read so often, to find all of them."""
FOR_EACH: Final = 12
"""For each declaration beside it, trying a change takes as long as reading so many characters."""
FOR_MEANING: Final = 6
"""To find out what a text means takes as long as reading so many to their ends, which is a step each."""


class Outcome(Record):
    """A change that makes sense, and the complaints about other lines that were due to what it changes."""

    settled: tuple[Complaint, ...]


class Trial(Draft):
    """The trees of a load, in which one declaration can be written in another way, and what was said of them."""

    trees: Sequence[tree.Node]
    new_context: NewContext
    """What is known before any of them."""
    told: Sequence[Complaint]
    budget: Budget = field(factory=Budget)
    mended: list[Fix] = field(factory=list)
    """Changes of lines above, which are known to help: what is below is tried together with them."""
    spoilt: tuple[Complaint, ...] = ()
    """What the last change left of lines below it, if that alone spoke against it."""
    leaving: Fix | None = None
    """The first change of the line that makes it right, and leaves what is wrong below it with and without it."""
    line: LogicalLine | None = None
    """The line that is to be right, with all in which it goes on."""
    excerpt: Excerpt | None = None
    """What is read to try most of its changes."""
    beside: tuple[str, str, str] | None = None
    """What stands above it, in its block and below that, with stand-ins for other lines that cannot be read."""
    stood_in: bool = False
    """Whether that was looked for after a change of it, too."""
    known: dict[
        tuple[int, int, str, frozenset[str]], tuple[Outcome | None, tuple[Complaint, ...]]
    ] = field(factory=dict)
    """What came of changes that were tried, and what they spoilt."""
    reading: tuple[list[int] | None] | None = None
    """The states of the parser before that line; None in it where what stands above cannot be read."""
    as_it_stands: dict[tuple[str, int], list[Complaint]] = field(factory=dict)
    """What is wrong in scenarios without a change: how they are written is told before what they mean."""
    others: dict[tuple[str, int], tuple[Trees, Context]] = field(factory=dict)
    """All declarations beside one, and what is known when they are declared."""
    whole: dict[tuple[str, int], Context] = field(factory=dict)
    """What is known when a card is declared too."""

    def after(
        self, at: Span, text: str, kept: frozenset[str] = frozenset(), own_lines: int | None = None
    ) -> Outcome | None:
        """What is left to say of a declaration with this text in place of a part of it.

        None if what is written there makes no sense, or spoils what stands around it. `kept` are messages that
        do not count: they were there before. Of the text so many lines are new, or all.
        """
        key = (at.start, at.end, text, kept)
        if key not in self.known:
            self.spoilt = ()
            if self.budget.is_spent or not self._may_help(at, text):
                return None
            if not fix_keeps_meaning(Fix(at, text, "")):
                return None
            self.known[key] = self._after(at, text, kept, own_lines), self.spoilt
        outcome, self.spoilt = self.known[key]
        return outcome

    def _after(
        self, at: Span, text: str, kept: frozenset[str], own_lines: int | None
    ) -> Outcome | None:
        excerpt, readable = self._excerpt(at), self._beside(at)
        head, chunk = self._written(at, text, excerpt) if readable is None else readable
        if readable is not None:
            chunk = text + chunk
        before = excerpt.lines_before
        # Line ends in place of what stands before keep the places of lines.
        changed = Source(at.source.name, "\n" * before + head + chunk)
        first = before + head.count("\n") + 1
        lines = range(first, first + (own_lines or text.count("\n") + 1))
        if (line := self._around_line(at)) is not None:
            above = at.source.text.count("\n", line.start, at.start)
            below = at.source.text.count("\n", at.end, line.end)
            lines = range(lines.start - above, lines.stop + below)
        self.budget.spend(1, len(changed.text))
        mistake = first_mistake(changed)
        if mistake is not None and mistake.line in lines:
            return None
        if mistake is not None and line is not None and not self.stood_in:
            self.stood_in = True
            start = len(head) - (at.start - line.start)
            end = start + len(line.text) + len(text) - len(at.text)
            self._stand_in(excerpt, head[:start], head + chunk, end)
            return self._after(at, text, kept, own_lines)
        self.budget.spend(characters=len(self.trees) * FOR_EACH)
        if mistake is not None:
            self.budget.spend(characters=len(changed.text) * RECOVERED)
        self.budget.spend(FOR_MEANING if mistake is None else FOR_MEANING + 2 * RECOVERED)
        errors = self._errors_in(changed, excerpt)
        inside = [c for c in errors if _touches(c, lines)]
        around = list(self._around(at, excerpt))
        new = [c for c in errors if c not in inside and not c.code.startswith(_SPEAKERS)]
        if any(c.message not in kept for c in inside):
            return None
        places = len({c.span for c in new})  # of one place two things are told that are one mistake
        if places > len(around) and places > self._wrong_beside(at, excerpt):
            lines_below = range(lines.stop, changed.line_count + 1)
            if all(c.code in _UNKNOWN and c.span and c.span.line in lines_below for c in new):
                self.spoilt = tuple(new)
            return None
        told = {c.message for c in errors}
        said = set(changed.text.split("\n"))
        return Outcome(
            tuple(
                c
                for c in around
                if c.message not in told and (readable is None or _is_read(c, said))
            )
        )

    def begin(self, line: LogicalLine) -> None:
        """Go on to another line."""
        self.line, self.reading, self.beside, self.leaving = line, None, None, None
        self.stood_in = False
        self.known.clear()
        self.excerpt = excerpt = excerpt_around(line.span)
        others = [c for c in self._around(line.span, excerpt) if c.code.startswith(_OF_FORM)]
        if not others:
            return
        head, rest = self._written(line.span, line.span.text, excerpt)
        own, block = len(line.span.text), len(line.with_block.text)
        end = len(head) + block
        read = self._with_stand_ins(head + rest, range(len(head), end), others)
        if read is not None:
            below = zip(
                rest[own:block].split("\n"), read[len(head) + own :].split("\n"), strict=False
            )
            # What went out of its block with it stands there again, and may be wrong too.
            again = "\n".join(other if other.strip() else said for said, other in below)
            self.beside = read[: len(head)], again, read[end:]

    def _stand_in(self, excerpt: Excerpt, above: str, said: str, end: int) -> None:
        """Have stand-ins for what cannot be read only now that the line can be which ends at this place."""
        assert self.line is not None
        behind = end + len(self.line.with_block.text) - len(self.line.span.text)
        others = [c for c in self._around(self.line.span, excerpt) if c.code.startswith(_OF_FORM)]
        read = self._with_stand_ins(said, range(len(above), behind), others)
        if read is not None:
            self.beside = read[: len(above)], read[end:behind], read[behind:]

    def _with_stand_ins(self, said: str, own: range, others: Sequence[Complaint]) -> str | None:
        """A text with stand-ins for other lines that cannot be read; None if these are more than are wrong."""
        assert self.line is not None
        read = readable(Source(self.line.span.source.name, said))
        self.budget.spend(characters=len(said) * (RECOVERED + 1))
        is_fit = read is not None and _changed(said, read, own) <= len(others)
        return read if is_fit else None

    def _beside(self, at: Span) -> tuple[str, str] | None:
        """What stands above and below a part of the line, or the line with its block, with stand-ins."""
        if self.beside is None or self.line is None:
            return None
        above, block, below = self.beside
        text, line = at.source.text, self.line.span
        if self._around_line(at) is not None:
            return above + text[line.start : at.start], text[at.end : line.end] + block + below
        return (above, below) if at == self.line.with_block else None

    def _around_line(self, at: Span) -> Span | None:
        """The line that is to be right, if a place is in it."""
        line = None if self.line is None else self.line.span
        return line if line and line.start <= at.start and at.end <= line.end else None

    def _may_help(self, at: Span, text: str) -> bool:
        """Whether a line can be read with this text in place of a part of it; looked at before all around it.

        What takes more than its line is looked at with that.
        """
        line = self._around_line(at)
        if line is None or "\n" in text:
            return True
        if self.reading is None:
            below = words_below(self.above(line), line.text)
            self.reading = (None if below is None else below[0],)
        states = self.reading[0]
        said = line.source.text[line.start : at.start] + text + line.source.text[at.end : line.end]
        return states is None or can_be_read(states, said)

    def _excerpt(self, at: Span) -> Excerpt:
        """The declaration around a place, of a card only the rule that it is in."""
        if self.excerpt is not None and self.excerpt.holds(at):
            return self.excerpt
        self.budget.spend(characters=len(at.source.text) // LOOKED_THROUGH)
        return excerpt_around(at)

    def _written(self, at: Span, text: str, excerpt: Excerpt) -> tuple[str, str]:
        """A declaration with a change and those that are known to help: what stands above it, and the rest."""
        parts, place = [""], excerpt.begin
        apart = (fix for fix in self.mended if _is_beside(fix.span, at, excerpt))
        for fix in sorted([*apart, Fix(at, text, "")], key=lambda fix: fix.span.start):
            parts[-1] += excerpt.text[place : fix.span.start]
            parts += [fix.text] if fix.span is at else []
            parts[-1] += "" if fix.span is at else fix.text
            place = fix.span.end
        return parts[0], parts[1] + excerpt.text[place : excerpt.end]

    def above(self, at: Span) -> str:
        """What stands above a place in its declaration, after the changes that are known to help."""
        if self.beside is not None and self._around_line(at) == at:
            return self.beside[0]
        return self._written(at, "", self._excerpt(at))[0]

    def leaves(self, fix: Fix) -> None:
        """Note that the change that was tried last leaves only what is wrong without its line as well."""
        if self.leaving is None and self.spoilt and self.line is not None:
            without = self.left_without(self.line.span)
            if {_word_of(c) for c in self.spoilt} <= {_word_of(c) for c in without}:
                self.leaving = fix

    def left_without(self, at: Span) -> list[Complaint]:
        """What is wrong with a declaration that lacks a part, a line."""
        excerpt = self._excerpt(at)
        for instead in ("do nothing", ""):
            head, chunk = self._written(at, instead, excerpt)
            changed = Source(at.source.name, "\n" * excerpt.lines_before + head + chunk)
            self.budget.spend(characters=len(changed.text) * (RECOVERED + 1))
            if first_mistake(changed) is None:
                break
        return self._errors_in(changed, excerpt)

    def _errors_in(self, changed: Source, excerpt: Excerpt) -> list[Complaint]:
        """What is wrong in a text that takes the place of an excerpt."""
        found = Complaints()
        nodes = parse_rules(changed, found)
        with patiently(0):
            self._resolve(excerpt, nodes, found)
        own = (c for c in _errors(found) if c.span is not None and c.span.source == changed)
        return [c for c in own if c.span and c.span.line >= excerpt.first_line]

    def _wrong_beside(self, at: Span, excerpt: Excerpt) -> int:
        """How much is wrong in other lines of a scenario as it stands, also what is told elsewhere."""
        if not excerpt.text.startswith("scenario ", excerpt.begin):
            return 0
        key = (at.source.name, excerpt.begin)
        if key not in self.as_it_stands:
            said = at.source.text[excerpt.begin : excerpt.end]
            unchanged = Source(at.source.name, "\n" * excerpt.lines_before + said)
            self.budget.spend(characters=len(unchanged.text) * (RECOVERED + 1))
            self.as_it_stands[key] = self._errors_in(unchanged, excerpt)
        lines = range(at.line, at.end_line + 1)
        return sum(1 for each in self.as_it_stands[key] if not _touches(each, lines))

    def _around(self, at: Span, excerpt: Excerpt) -> Iterator[Complaint]:
        """The complaints about other lines of the same excerpt."""
        apart = (fix.span for fix in self.mended if _is_beside(fix.span, at, excerpt))
        lines = [range(each.line, each.end_line + 1) for each in (at, *apart)]
        for complaint in _errors(self.told):
            span = complaint.span if not complaint.code.startswith(_OF_FILES) else None
            here = span is not None and excerpt.has(span)
            if here and not any(_touches(complaint, each) for each in lines):
                yield complaint

    def _resolve(self, excerpt: Excerpt, nodes: Trees, found: Complaints) -> None:
        """Find out what the changed declaration says, among all others."""
        name, begin = excerpt.source.name, excerpt.begin
        if (name, begin) not in self.others:
            others = tuple(
                node
                for node in self.trees
                if not (node.at.source.name == name and begin <= node.at.start < excerpt.end)
            )
            self.others[name, begin] = others, self._declared(others, (), Complaints())
        others, known = self.others[name, begin]
        if not all(isinstance(node, _LAST) for node in nodes):
            ctx = self._declared(others, nodes, found)
        elif all(map(_declares_no_more, nodes)):
            if (name, begin) not in self.whole:
                self.whole[name, begin] = known.copied(Complaints(), known.elsewhere)
                declare_all(self.whole[name, begin], nodes)
            ctx = self.whole[name, begin].again(found)
            resolve_all(ctx, nodes)
        else:
            ctx = known.copied(found, known.elsewhere)
            ctx.missing = known.missing.copied()
            declare_all(ctx, nodes)
            resolve_all(ctx, nodes)
        for node in nodes:
            if isinstance(node, tree.Scenario):
                make_scenario(ctx, node)

    def _declared(self, others: Trees, nodes: Trees, found: Complaints) -> Context:
        """What is known when all are declared, and some of them resolved."""
        ctx = self.new_context(found)
        declare_all(ctx, (*others, *nodes))
        resolve_all(ctx, nodes, others)
        return ctx


def _declares_no_more(node: tree.Node) -> bool:
    """Whether a card has nothing but rules: however these are put, the same is declared."""
    rules = (tree.RuleNode, tree.Section)
    return isinstance(node, tree.Card) and all(isinstance(each, rules) for each in node.body)


def _is_beside(one: Span, other: Span, excerpt: Excerpt) -> bool:
    """Whether two places of an excerpt lie apart."""
    here = one.source.name == other.source.name and excerpt.has(one)
    return here and (one.end <= other.start or other.end <= one.start)


def _changed(said: str, read: str, inside: range) -> int:
    """How many lines of a text have stand-ins, apart from those that begin inside of a part."""
    place = count = 0
    for one, other in zip(said.split("\n"), read.split("\n"), strict=True):
        count += one != other and bool(other.strip()) and place not in inside
        place += len(one) + 1
    return count


def _is_read(complaint: Complaint, said: Container[str]) -> bool:
    """Whether the line of a complaint stands as it is among those that were read."""
    span = complaint.span
    if span is None or not complaint.code.startswith(_OF_FORM):
        return True
    return span.source.line(span.line) in said


def _errors(found: Iterable[Complaint]) -> Iterator[Complaint]:
    return (complaint for complaint in found if complaint.severity == "error")


def _word_of(complaint: Complaint) -> str:
    return "" if complaint.span is None else complaint.span.text


def _touches(complaint: Complaint, lines: range) -> bool:
    """Whether a complaint is about one of these lines."""
    span = complaint.span
    return span is not None and (span.line in lines or span.end_line in lines)
