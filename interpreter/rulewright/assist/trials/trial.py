"""Trials of fixes: parses and type-checks a declaration with a fix applied."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Final

from rulewright.assist.logical_lines import LogicalLine
from rulewright.assist.meaning_gate import fix_keeps_meaning
from rulewright.assist.trials.budget import TrialBudget
from rulewright.assist.trials.excerpts import TrialExcerpt, excerpt_around
from rulewright.base.records import Draft, Record, field
from rulewright.language.program.context import Context
from rulewright.language.program.declaring import declare_all
from rulewright.language.program.from_syntax import NewContext, Trees
from rulewright.language.program.resolving import resolve_all, resolve_scenario
from rulewright.language.syntax import first_error_span, parse_rules, tree
from rulewright.language.syntax.parsing.lookahead import line_parses, tokens_after
from rulewright.language.syntax.recovery.recovery import with_placeholders
from rulewright.language.text import Complaint, Complaints, Fix, Source, Span, limit_search

_UNKNOWN: Final = ("E0201", "E0202")
_OF_FILES: Final = "E00"
"""Codes about a file as a whole, which no change of a line removes."""
_OF_FORM: Final = "E01"
_LAST: Final = (tree.CardDeclaration, tree.Scenario, tree.RuleNode, tree.Unread)
"""Nodes that may be declared last, because no other declaration depends on them."""
_SPEAKERS: Final = "E04"
"""Codes about the actor in a block, checked only once its head parses."""
_CARRY_ON: Final = "E0405"
"""The code of `carry on` below another head than `when … would`, which the fix of a head must not make."""


LOOKED_THROUGH: Final = 64
"""Cost of finding a declaration: 1 character of the budget for this many characters of the file."""
RECOVERED: Final = 10
"""Parsing with error recovery costs as much as this many plain parses."""
FOR_EACH: Final = 12
"""Cost of a trial for each other declaration, in characters."""
FOR_MEANING: Final = 6
"""Type checking costs as much as this many parser steps."""


class TrialOutcome(Record):
    """The result of a fix that works."""

    settled: tuple[Complaint, ...]
    """Complaints about other lines that disappear with it."""
    wrong_line: bool
    """Whether the current line, changed or not, still has an error."""


class FixTrial(Draft):
    """Compiled rules and the complaints about them, to try fixes of one declaration."""

    trees: Sequence[tree.Node]
    new_context: NewContext
    """Builds the context before any declaration."""
    complaints: Sequence[Complaint]
    budget: TrialBudget = field(factory=TrialBudget)
    working_fixes: list[Fix] = field(factory=list)
    """Fixes of lines above that work; lines below are tried together with them."""
    errors_below: tuple[Complaint, ...] = ()
    """Errors below the line that alone spoke against the last fix."""
    partial_fix: Fix | None = None
    """The first fix that makes the line correct and leaves only errors that are there without the line, too."""
    line: LogicalLine | None = None
    """The current line, with its continuation lines."""
    excerpt: TrialExcerpt | None = None
    """The part of the file that most trials of the line parse."""
    surroundings: tuple[str, str, str] | None = None
    """Text above the line, its block, and the text below, with placeholders for other lines that do not parse."""
    has_placeholders: bool = False
    """Whether placeholders were also tried after a fix of the line."""
    outcomes: dict[
        tuple[int, int, str, frozenset[str]], tuple[TrialOutcome | None, tuple[Complaint, ...]]
    ] = field(factory=dict)
    """Cached outcomes of fixes, with the errors that they leave below."""
    parser_states: tuple[list[int] | None] | None = None
    """Parser states before the line, in a tuple; it contains None if the text above does not parse."""
    unchanged_errors: dict[tuple[str, int], list[Complaint]] = field(factory=dict)
    """Errors in unchanged scenarios, because syntax errors hide the other ones there."""
    contexts_without: dict[tuple[str, int], tuple[Trees, Context]] = field(factory=dict)
    """All declarations except one, and the context after declaring them."""
    contexts_with: dict[tuple[str, int], Context] = field(factory=dict)
    """The context after declaring a card, too."""

    def try_text(
        self, at: Span, text: str, allowed_messages: frozenset[str] = frozenset()
    ) -> TrialOutcome | None:
        """Return the outcome of putting `text` in place of `at`; None if it is faulty or breaks other lines.

        `allowed_messages` may remain, since they were there before. Results are cached for the current
        line.
        """
        key = (at.start, at.end, text, allowed_messages)
        if key not in self.outcomes:
            self.errors_below = ()
            if self.budget.is_spent or not self._may_parse(at, text):
                return None
            if not fix_keeps_meaning(Fix(at, text, "")):
                return None
            self.outcomes[key] = (
                self._try_uncached(at, text, allowed_messages),
                self.errors_below,
            )
        outcome, self.errors_below = self.outcomes[key]
        return outcome

    def _try_uncached(
        self, at: Span, text: str, allowed_messages: frozenset[str]
    ) -> TrialOutcome | None:
        """Parse and type-check the declaration with the change, and compare its errors with those before."""
        excerpt, readable = self._excerpt_at(at), self._surroundings(at)
        head, chunk = self._split_with_fixes(at, text, excerpt) if readable is None else readable
        if readable is not None:
            chunk = text + chunk
        before = excerpt.lines_before
        # Newlines in place of the text above keep line numbers.
        changed = Source(at.source.name, "\n" * before + head + chunk)
        first = before + head.count("\n") + 1
        lines = range(first, first + text.count("\n") + 1)
        if (line := self._line_containing(at)) is not None:
            above = at.source.text.count("\n", line.start, at.start)
            below = at.source.text.count("\n", at.end, line.end)
            lines = range(lines.start - above, lines.stop + below)
        self.budget.spend(1, len(changed.text))
        mistake = first_error_span(changed)
        if mistake is not None and mistake.line in lines:
            return None
        if mistake is not None and line is not None and not self.has_placeholders:
            self.has_placeholders = True
            start = len(head) - (at.start - line.start)
            end = start + len(line.text) + len(text) - len(at.text)
            self._replace_faulty_lines(excerpt, head[:start], head + chunk, end)
            return self._try_uncached(at, text, allowed_messages)
        self.budget.spend(characters=len(self.trees) * FOR_EACH)
        if mistake is not None:
            self.budget.spend(characters=len(changed.text) * RECOVERED)
        self.budget.spend(FOR_MEANING if mistake is None else FOR_MEANING + 2 * RECOVERED)
        errors = self._errors_in(changed, excerpt)
        inside = [c for c in errors if _touches(c, lines)]
        around = list(self._other_errors(at, excerpt))
        new = [
            c
            for c in errors
            if c not in inside and (c.code == _CARRY_ON or not c.code.startswith(_SPEAKERS))
        ]
        if any(c.message not in allowed_messages for c in inside):
            return None
        places = len({c.span for c in new})  # several complaints at one place are one mistake
        if places > len(around) and places > self._count_other_errors(at, excerpt):
            lines_below = range(lines.stop, changed.line_count + 1)
            if all(c.code in _UNKNOWN and c.span and c.span.line in lines_below for c in new):
                self.errors_below = tuple(new)
            return None
        messages = {c.message for c in errors}
        parsed_lines = set(changed.text.split("\n"))
        return TrialOutcome(
            tuple(
                c
                for c in around
                if c.message not in messages
                and (readable is None or _is_parsed_unchanged(c, parsed_lines))
            ),
            wrong_line=any(map(self._is_about_current_line, new)),
        )

    def _is_about_current_line(self, complaint: Complaint) -> bool:
        """Return whether a complaint about a changed text is about a line that says what the current line does."""
        if self.line is None or complaint.span is None:
            return False
        text = complaint.span.source.text
        begin = text.rfind("\n", 0, complaint.span.start) + 1
        return text[begin:].lstrip(" ").startswith(self.line.span.text)

    def begin_line(self, line: LogicalLine) -> None:
        """Start the trials for another line."""
        self.line, self.parser_states, self.surroundings, self.partial_fix = line, None, None, None
        self.has_placeholders = False
        self.outcomes.clear()
        self.excerpt = excerpt = excerpt_around(line.span)
        others = [c for c in self._other_errors(line.span, excerpt) if c.code.startswith(_OF_FORM)]
        if not others:
            return
        head, rest = self._split_with_fixes(line.span, line.span.text, excerpt)
        own, block = len(line.span.text), len(line.with_block.text)
        end = len(head) + block
        read = self._with_placeholders(head + rest, range(len(head), end), others)
        if read is not None:
            below = zip(
                rest[own:block].split("\n"), read[len(head) + own :].split("\n"), strict=False
            )
            # Lines of its block that were removed with it are put back, and may be faulty, too.
            again = "\n".join(other if other.strip() else original for original, other in below)
            self.surroundings = read[: len(head)], again, read[end:]

    def _replace_faulty_lines(self, excerpt: TrialExcerpt, above: str, text: str, end: int) -> None:
        """Replace other faulty lines of the declaration by placeholders; the line up to `end` parses already."""
        assert self.line is not None
        block_end = end + len(self.line.with_block.text) - len(self.line.span.text)
        others = [
            c for c in self._other_errors(self.line.span, excerpt) if c.code.startswith(_OF_FORM)
        ]
        read = self._with_placeholders(text, range(len(above), block_end), others)
        if read is not None:
            self.surroundings = read[: len(above)], read[end:block_end], read[block_end:]

    def _with_placeholders(self, text: str, own: range, others: Sequence[Complaint]) -> str | None:
        """Return `text` with placeholders for faulty lines; None if it needs more of them than `others`."""
        assert self.line is not None
        read = with_placeholders(Source(self.line.span.source.name, text))
        self.budget.spend(characters=len(text) * (RECOVERED + 1))
        is_fit = read is not None and _count_placeholders(text, read, own) <= len(others)
        return read if is_fit else None

    def _surroundings(self, at: Span) -> tuple[str, str] | None:
        """Return the text above and below `at` with placeholders; None if `at` is not in the line.

        The line with its whole block counts, too.
        """
        if self.surroundings is None or self.line is None:
            return None
        above, block, below = self.surroundings
        text, line = at.source.text, self.line.span
        if self._line_containing(at) is not None:
            return above + text[line.start : at.start], text[at.end : line.end] + block + below
        return (above, below) if at == self.line.with_block else None

    def _line_containing(self, at: Span) -> Span | None:
        """Return the span of the current line if it contains `at`."""
        line = None if self.line is None else self.line.span
        return line if line and line.start <= at.start and at.end <= line.end else None

    def _may_parse(self, at: Span, text: str) -> bool:
        """Return whether the line parses with `text` in place of `at`; a cheap test before the full trial.

        Changes beyond the line, or of several lines, always pass.
        """
        line = self._line_containing(at)
        if line is None or "\n" in text:
            return True
        if self.parser_states is None:
            below = tokens_after(self.text_above(line), line.text)
            self.parser_states = (None if below is None else below[0],)
        states = self.parser_states[0]
        changed_line = (
            line.source.text[line.start : at.start] + text + line.source.text[at.end : line.end]
        )
        return states is None or line_parses(states, changed_line)

    def _excerpt_at(self, at: Span) -> TrialExcerpt:
        """Return the declaration around `at`, reduced to one rule for a card."""
        if self.excerpt is not None and self.excerpt.covers(at):
            return self.excerpt
        self.budget.spend(characters=len(at.source.text) // LOOKED_THROUGH)
        return excerpt_around(at)

    def _split_with_fixes(self, at: Span, text: str, excerpt: TrialExcerpt) -> tuple[str, str]:
        """Return the declaration with this change and the earlier fixes applied, split at the change."""
        parts, place = [""], excerpt.begin
        other_spans = (fix for fix in self.working_fixes if _is_disjoint(fix.span, at, excerpt))
        for fix in sorted([*other_spans, Fix(at, text, "")], key=lambda fix: fix.span.start):
            parts[-1] += excerpt.text[place : fix.span.start]
            parts += [fix.text] if fix.span is at else []
            parts[-1] += "" if fix.span is at else fix.text
            place = fix.span.end
        return parts[0], parts[1] + excerpt.text[place : excerpt.end]

    def text_above(self, at: Span) -> str:
        """Return the text of the declaration above `at`, with the earlier fixes applied."""
        if self.surroundings is not None and self._line_containing(at) == at:
            return self.surroundings[0]
        return self._split_with_fixes(at, "", self._excerpt_at(at))[0]

    def note_if_partial(self, fix: Fix) -> None:
        """Keep `fix` as a partial fix if the last trial left only errors that are also there without the line."""
        if self.partial_fix is None and self.errors_below and self.line is not None:
            without = self.errors_without(self.line.span)
            if {_word_at(c) for c in self.errors_below} <= {_word_at(c) for c in without}:
                self.partial_fix = fix

    def errors_without(self, at: Span) -> list[Complaint]:
        """Return the errors in the declaration when the text at `at` is removed."""
        excerpt = self._excerpt_at(at)
        for instead in ("do nothing", ""):
            head, chunk = self._split_with_fixes(at, instead, excerpt)
            changed = Source(at.source.name, "\n" * excerpt.lines_before + head + chunk)
            self.budget.spend(characters=len(changed.text) * (RECOVERED + 1))
            if first_error_span(changed) is None:
                break
        return self._errors_in(changed, excerpt)

    def _errors_in(self, changed: Source, excerpt: TrialExcerpt) -> list[Complaint]:
        """Return the errors in `changed`, a text that replaces `excerpt`."""
        complaints = Complaints()
        nodes = parse_rules(changed, complaints)
        with limit_search(0):
            self._resolve(excerpt, nodes, complaints)
        own = (c for c in _errors(complaints) if c.span is not None and c.span.source == changed)
        return [c for c in own if c.span and c.span.line >= excerpt.first_line]

    def _count_other_errors(self, at: Span, excerpt: TrialExcerpt) -> int:
        """Return the number of errors in other lines of the unchanged scenario; 0 for other declarations."""
        if not excerpt.text.startswith("scenario ", excerpt.begin):
            return 0
        key = (at.source.name, excerpt.begin)
        if key not in self.unchanged_errors:
            declaration = at.source.text[excerpt.begin : excerpt.end]
            unchanged = Source(at.source.name, "\n" * excerpt.lines_before + declaration)
            self.budget.spend(characters=len(unchanged.text) * (RECOVERED + 1))
            self.unchanged_errors[key] = self._errors_in(unchanged, excerpt)
        lines = range(at.line, at.end_line + 1)
        return sum(1 for each in self.unchanged_errors[key] if not _touches(each, lines))

    def _other_errors(self, at: Span, excerpt: TrialExcerpt) -> Iterator[Complaint]:
        """Yield the errors about other lines of the excerpt that have no fix yet."""
        other_spans = (
            fix.span for fix in self.working_fixes if _is_disjoint(fix.span, at, excerpt)
        )
        lines = [range(each.line, each.end_line + 1) for each in (at, *other_spans)]
        for complaint in _errors(self.complaints):
            span = complaint.span if not complaint.code.startswith(_OF_FILES) else None
            here = span is not None and excerpt.contains(span)
            if here and not any(_touches(complaint, each) for each in lines):
                yield complaint

    def _resolve(self, excerpt: TrialExcerpt, nodes: Trees, complaints: Complaints) -> None:
        """Declare and resolve the changed declaration among all others, caching the context of the others."""
        name, begin = excerpt.source.name, excerpt.begin
        if (name, begin) not in self.contexts_without:
            others = tuple(
                node
                for node in self.trees
                if not (node.at.source.name == name and begin <= node.at.start < excerpt.end)
            )
            self.contexts_without[name, begin] = (
                others,
                self._context_with(others, (), Complaints()),
            )
        others, known = self.contexts_without[name, begin]
        if not all(isinstance(node, _LAST) for node in nodes):
            ctx = self._context_with(others, nodes, complaints)
        elif all(map(_declares_no_more, nodes)):
            if (name, begin) not in self.contexts_with:
                self.contexts_with[name, begin] = known.copied(Complaints(), known.elsewhere)
                declare_all(self.contexts_with[name, begin], nodes)
            ctx = self.contexts_with[name, begin].with_fresh_complaints(complaints)
            resolve_all(ctx, nodes)
        else:
            ctx = known.copied(complaints, known.elsewhere)
            ctx.missing = known.missing.copied()
            declare_all(ctx, nodes)
            resolve_all(ctx, nodes)
        for node in nodes:
            if isinstance(node, tree.Scenario):
                resolve_scenario(ctx, node)

    def _context_with(self, others: Trees, nodes: Trees, complaints: Complaints) -> Context:
        """Return the context after declaring all of `others` and `nodes` and resolving `nodes`."""
        ctx = self.new_context(complaints)
        declare_all(ctx, (*others, *nodes))
        resolve_all(ctx, nodes, others)
        return ctx


def _declares_no_more(node: tree.Node) -> bool:
    """Return whether a card contains only rules, so that changes in them declare nothing new."""
    rules = (tree.RuleNode, tree.Section)
    return isinstance(node, tree.CardDeclaration) and all(
        isinstance(each, rules) for each in node.body
    )


def _is_disjoint(one: Span, other: Span, excerpt: TrialExcerpt) -> bool:
    """Return whether two spans of an excerpt do not overlap."""
    here = one.source.name == other.source.name and excerpt.contains(one)
    return here and (one.end <= other.start or other.end <= one.start)


def _count_placeholders(original: str, read: str, inside: range) -> int:
    """Return the number of lines with placeholders, not counting those that begin in `inside`."""
    place = count = 0
    for one, other in zip(original.split("\n"), read.split("\n"), strict=True):
        count += one != other and bool(other.strip()) and place not in inside
        place += len(one) + 1
    return count


def _is_parsed_unchanged(complaint: Complaint, lines: Container[str]) -> bool:
    """Return whether the line of a complaint was parsed as it is, without a placeholder."""
    span = complaint.span
    if span is None or not complaint.code.startswith(_OF_FORM):
        return True
    return span.source.line(span.line) in lines


def _errors(complaints: Iterable[Complaint]) -> Iterator[Complaint]:
    """Return those of `complaints` that are errors."""
    return (complaint for complaint in complaints if complaint.severity == "error")


def _word_at(complaint: Complaint) -> str:
    """Return the text at the complaint's place; "" without a place."""
    return "" if complaint.span is None else complaint.span.text


def _touches(complaint: Complaint, lines: range) -> bool:
    """Return whether a complaint begins or ends on one of these lines."""
    span = complaint.span
    return span is not None and (span.line in lines or span.end_line in lines)
