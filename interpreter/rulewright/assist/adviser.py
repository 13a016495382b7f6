"""Help for complaints about lines: candidate fixes are tried, and only a fix that works is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from rulewright.assist.examples.nearest_examples import NearestExamples
from rulewright.assist.fixes.error_recovery import insert_missing_words, repair_line
from rulewright.assist.fixes.missing_declarations import declare_missing_name, is_used_widely
from rulewright.assist.fixes.root_causes import (
    drop_consequences,
    drop_repeated_names,
    merge_closing_braces,
    report_misspelt_declarations,
    report_unused_names,
)
from rulewright.assist.fixes.scope_fixes import fix_unknown_name, suggest_rewordings
from rulewright.assist.fixes.slip_fixes import fix_slips, insert_articles
from rulewright.assist.fixes.spelling_fixes import restores
from rulewright.assist.fixes.untried_advice import (
    advise_card_name,
    advise_edition_setting,
    advise_missing_name,
    advise_order,
    advise_placement,
)
from rulewright.assist.line_advice import LineAdvice
from rulewright.assist.logical_lines import LogicalLine, logical_line
from rulewright.assist.meaning_gate import help_keeps_meaning, keep_faithful_fixes
from rulewright.assist.trials.trial import FixTrial
from rulewright.assist.vocabulary import Vocabulary, vocabulary_at
from rulewright.base.records import evolve
from rulewright.language.program.from_syntax import NewContext, Trees
from rulewright.language.program.program import Program
from rulewright.language.syntax import language_keywords
from rulewright.language.text import Complaint, Complaints, Fix, Span
from rulewright.language.text.words.english import base_form

MOST_LINES: Final = 12
"""At most this many lines per file get computed help, the first ones."""
FEW: Final = 4
"""Examples are shown only in files with at most this many wrong lines."""
LONGEST: Final = 1_000
"""A longer line (in characters) is no misspelt sentence and gets no help."""
MOST_DECLARED: Final = 5_000
"""Most declarations; among more of them each trial takes too long."""


_RULE_CODES: Final = ("E01", "E02", "E03", "E04", "E05")
_CONFLICT_CODES: Final = frozenset({
    "E0203", "E0208", "E0213", "E0214", "E0216", "E0217", "E0218", "E0219", "E0223", "E0224", "E0225", "E0226",
    "E0227", "E0228", "E0229", "E0231", "E0233", "E0234", "E0235", "E0236", "E0240", "E0251", "E0306", "E0309",
    "E0104", "E0501", "E0502", "E0504", "E0505",
})  # fmt: skip
"""Codes for well-formed declarations that conflict with something else."""
_SIZE_CODES: Final = frozenset({"E0116", "E0238"})
"""Codes for rules that are correct, but too large."""
_OTHER: Final = "E0108"
_GUESSED_HELP: Final = ("E01", "E02")
_SYNTAX: Final = "E01"
_SIDE_BY_SIDE: Final = "E0123"
_GUESSED: Final = ("E0101", "E0123")
"""Codes that only say that a word cannot appear here."""


def advise(
    complaints: Complaints,
    program: Program,
    trees: Trees,
    new_context: NewContext,
) -> None:
    """Replace help in `complaints` by fixes that were tried and work; report each mistake only once.

    With `complaints.later` set, slow searches are queued as steps there. Files with more than `MOST_DECLARED`
    declarations get no help.
    """
    if len(trees) > MOST_DECLARED:
        return
    original = tuple(complaints)

    def advise_in_full() -> Iterator[None]:
        """Advise on all lines again, slow searches included; yield before each line."""
        complaints.reset_to(original)
        yield from _advise_by_line(complaints, program, trees, new_context, None)

    postponed: list[LogicalLine] = []
    if complaints.later is not None:
        for _ in _advise_by_line(complaints, program, trees, new_context, postponed):
            pass
    if complaints.later is None or postponed:
        complaints.defer_steps(advise_in_full())


def _advise_by_line(
    complaints: Complaints,
    program: Program,
    trees: Trees,
    new_context: NewContext,
    postponed: list[LogicalLine] | None,
) -> Iterator[None]:
    """Add help to the complaints of each line with errors; yield before each line, so that callers can pause."""
    all_complaints = complaints.in_order()
    merge_closing_braces(complaints)
    root_causes = drop_consequences(complaints) | report_misspelt_declarations(
        complaints, trees, program
    )
    root_causes |= report_unused_names(complaints, trees, program)
    trial = FixTrial(trees, new_context, all_complaints)
    examples = NearestExamples(program, trees, new_context)
    settled: set[Complaint] = set()
    lines = list(_group_by_line(complaints))[:MOST_LINES]
    few = len(lines) <= FEW
    for number, (line, about) in enumerate(lines):
        yield
        trial.budget.share(len(lines) - number)
        if settled.issuperset(about):
            continue
        trial.begin_line(line)
        if root_causes.isdisjoint(about):
            answer = _find_advice(trial, line, about, program, postponed)
        elif postponed is not None:
            postponed.append(line)
            continue
        else:
            answer = None
        first, *others = sorted(about, key=_cause_order)
        if first.code.startswith(_SYNTAX) and (answer is None or answer.whole or not answer.fix):
            settled |= set(others)  # errors of a misread rest of the line are consequences
        if answer is None:
            if postponed and postponed[-1] is line:
                complaints.replace(first, evolve(first, help=None, fixes=()))
            elif root_causes.isdisjoint(about) and few:
                examples.add(first, line, complaints)
            continue
        if answer.other_fix is None:
            answer = _offer_owner_choice(trial, answer)
        fixes = _fixes_of(answer, line, program)
        if answer.whole:
            trial.working_fixes += fixes[:1]
            settled |= {each for fix in fixes for each in complaints if _is_inside(each, fix)} - {
                first
            }
        # Applied alone, a fix of a line that ends in `{` would leave the `}` below it.
        shown = () if line.text.endswith("{") else fixes
        improved = evolve(
            _move_to_fix(first, answer), help=answer.help, fixes=shown, tried=bool(shown)
        )
        complaints.replace(first, improved)
        if not fixes and few:
            examples.add(improved, line, complaints)
        # A fix may change another line; complaints about that line are kept.
        settled |= {*answer.settled, *(others if answer.whole else ())} - {first}
    for complaint in settled:
        complaints.replace(complaint, None)
    for complaint in tuple(complaints):
        complaints.replace(complaint, _drop_meaning_changes(complaint))
    drop_repeated_names(complaints)


def _drop_meaning_changes(complaint: Complaint) -> Complaint:
    """Return `complaint` without fixes and help that would change the meaning of its line."""
    fixes = keep_faithful_fixes(complaint.fixes)
    # Help that describes a fix is kept or dropped together with it.
    judged = {fix.help: fix in fixes for fix in complaint.fixes}

    def unchanged_if_faithful(help: str | None) -> str | None:
        """Return `help` if following it keeps the meaning of the line, else None."""
        if help is None or complaint.span is None:
            return help
        # Only words and names are guesses; help for other codes states the rule behind the complaint.
        is_guess = complaint.code.startswith(_GUESSED_HELP)
        keeps = judged.get(help, not is_guess or help_keeps_meaning(help, complaint.span))
        return help if keeps else None

    help, hint = unchanged_if_faithful(complaint.help), unchanged_if_faithful(complaint.hint)
    if (fixes, help, hint) == (complaint.fixes, complaint.help, complaint.hint):
        return complaint
    return evolve(complaint, fixes=fixes, help=help, hint=hint)


def _offer_owner_choice(trial: FixTrial, answer: LineAdvice) -> LineAdvice:
    """Return `answer`; if it inserts `the` and `my` would work too, return it with both fixes to choose from."""
    fix = answer.fix
    if fix is None or fix.text.strip() != "the" or fix.span.text.strip():
        return answer
    own = evolve(fix, text=fix.text.replace("the", "my"), help=fix.help.replace("`the`", "`my`"))
    if trial.try_text(own.span, own.text) is None:
        return answer
    help = f"{own.help}, or `the` for that of any player"
    return evolve(answer, help=help, fix=own, other_fix=fix)


def _fixes_of(answer: LineAdvice, line: LogicalLine, program: Program) -> tuple[Fix, ...]:
    """Return the fixes of `answer`: two alternatives, or a single one marked if it just restores what was meant."""
    if answer.fix is not None and answer.other_fix is not None:
        return answer.fix, answer.other_fix
    return () if answer.fix is None else (_mark_restoring(answer.fix, line, program),)


def _mark_restoring(fix: Fix, line: LogicalLine, program: Program) -> Fix:
    """Return `fix`, marked with whether it only restores what the author meant to write."""
    words = vocabulary_at(program, line.above)
    verbs = {form for verb in words.events for form in (verb, base_form(verb))}
    return evolve(fix, restores=restores(fix.span.text, fix.text, words.names, verbs))


def _move_to_fix(complaint: Complaint, answer: LineAdvice) -> Complaint:
    """Return the complaint at the word that the fix changes, if the parser failed only at a later word."""
    if answer.fix is None or complaint.code != _GUESSED[0] or complaint.span is None:
        return complaint
    span = _changed_word(answer.fix)
    if span is None or span.start >= complaint.span.start:
        return complaint
    return evolve(complaint, span=span, message=f"`{span.text}` does not fit here")


def _changed_word(fix: Fix) -> Span | None:
    """Return the span of the single word that `fix` replaces or removes; None if it changes more than one."""
    before, after = list(re.finditer(r"\S+", fix.span.text)), fix.text.split()
    if len(before) == 1:
        return fix.span
    same = 0
    while same < min(len(before), len(after)) and before[same].group() == after[same]:
        same += 1
    words = [matches.group() for matches in before]
    if same == len(before) or words[same + 1 :] not in (after[same + 1 :], after[same:]):
        return None
    start = fix.span.start
    return Span(fix.span.source, start + before[same].start(), start + before[same].end())


def _group_by_line(complaints: Complaints) -> Iterator[tuple[LogicalLine, list[Complaint]]]:
    """Yield each line that has errors, with its errors, in the order of the file."""
    errors = [
        complaint
        for complaint in complaints.in_order()
        if complaint.severity == "error"
        and complaint.span is not None
        and complaint.code.startswith(_RULE_CODES)
        and complaint.code not in _CONFLICT_CODES | _SIZE_CODES
        and not complaint.tried
    ]
    lines = [(logical_line(complaint), complaint) for complaint in errors]
    for line, about in groupby(lines, key=lambda pair: pair[0]):
        if line is not None and len(line.text) <= LONGEST:
            yield line, [complaint for _, complaint in about]


def _cause_order(complaint: Complaint) -> tuple[bool, int]:
    """Return a sort key that puts syntax errors, then earlier places, first."""
    assert complaint.span is not None
    return not complaint.code.startswith(_SYNTAX), complaint.span.start


def _find_advice(
    trial: FixTrial,
    line: LogicalLine,
    about: list[Complaint],
    program: Program,
    postponed: list[LogicalLine] | None,
) -> LineAdvice | None:
    """Return the best advice for a line: quick candidates first, then slow searches.

    With a list `postponed`, the slow searches are skipped and the line is added to it.
    """
    first = min(about, key=_cause_order)
    if not first.code.startswith(_SYNTAX) and trial.try_text(line.span, line.span.text) is not None:
        return None  # the line is correct; the error concerns the rules as a whole
    guessed, other = first.code in _GUESSED, first.code == _OTHER
    words, at = vocabulary_at(program, line.above), first.span or line.span
    widely = is_used_widely(trial.trees, first)
    if widely and postponed is None and (answer := declare_missing_name(trial, first, program)):
        return answer
    soon = (
        None
        if widely and postponed is not None
        else (
            _answer_without_fix(
                advise_order(line, first)
                or advise_edition_setting(line, program)
                or advise_placement(line, first)
            )
            or (None if guessed or other else _first_working_fix(trial, first.fixes))
            or (None if other else _first_working_fix(trial, fix_slips(line, at, words)))
            or (
                _first_working_fix(
                    trial, insert_missing_words(line, trial.text_above(line.span), words)
                )
                if guessed
                else None
            )
            or _first_working_fix(trial, suggest_rewordings(line, first, words))
            or fix_unknown_name(trial, line, first, words)
        )
    )
    if soon is not None:
        return soon
    if postponed is not None:
        postponed.append(line)
        return None
    return (
        _first_working_fix(trial, first.fixes)
        or (_first_working_fix(trial, fix_slips(line, at, words)) if other else None)
        or (
            _first_working_fix(trial, repair_line(line, trial.text_above(line.span), words))
            if _is_syntax_error(first)
            else None
        )
        or (None if widely else declare_missing_name(trial, first, program))
        or _partial_fix_of(trial)
        or _fix_one_of_several(trial, first, about)
        or _answer_without_fix(advise_card_name(first, words))
        or _answer_without_fix(advise_missing_name(first))
        or _advise_in_words(trial, first, words)
        or (None if first.help else _first_working_fix(trial, insert_articles(_first_word(at))))
    )


def _is_syntax_error(complaint: Complaint) -> bool:
    """Return whether the complaint is a syntax error."""
    return complaint.code.startswith(_SYNTAX)


def _answer_without_fix(help: str | None) -> LineAdvice | None:
    """Return an answer that consists of advice without a tried fix."""
    return None if help is None else LineAdvice(help, whole=False)


def _first_word(at: Span) -> Span:
    """Return the span of the first word at `at`."""
    return Span(at.source, at.start, at.start + len(at.text.split(" ")[0]))


def _first_working_fix(trial: FixTrial, fixes: Iterable[Fix]) -> LineAdvice | None:
    """Return an answer with the first of `fixes` that makes the line correct."""
    for fix in fixes:
        if (outcome := trial.try_text(fix.span, fix.text)) is not None:
            return LineAdvice(fix.help, fix, outcome.settled)
        trial.note_if_partial(fix)
    return None


def _advise_in_words(trial: FixTrial, first: Complaint, words: Vocabulary) -> LineAdvice | None:
    """Return advice in words when no fix works; for adjacent names, only if they may be one name."""
    if not first.fixes or first.span is None:
        return None
    if first.code != _SIDE_BY_SIDE:
        return LineAdvice(first.hint, whole=False)
    matches = list(re.finditer(r"\S+", first.span.text))
    unknown = [each for each in matches if each[0] not in words.names | set(language_keywords())]
    if len(unknown) == 1:
        begin, end = (first.span.start + place for place in unknown[0].span())
        begin, end = (begin - 1, end) if unknown[0] is matches[-1] else (begin, end + 1)
        trial.budget.release()  # this one step decides the advice, so it may use the reserved budget
        if trial.try_text(Span(first.span.source, begin, end), "") is not None:
            name = unknown[0][0]
            help = f"nothing is called `{name}` here: leave it out, or use other words"
            return LineAdvice(help, whole=False)
    return LineAdvice(first.hint if unknown else None, whole=False)


def _partial_fix_of(trial: FixTrial) -> LineAdvice | None:
    """Return the trial's best partial fix: it corrects the line, and only errors of other lines remain."""
    return (
        None if trial.partial_fix is None else LineAdvice(trial.partial_fix.help, trial.partial_fix)
    )


def _fix_one_of_several(
    trial: FixTrial, complaint: Complaint, about: list[Complaint]
) -> LineAdvice | None:
    """Return a fix for one of several mistakes on a line."""
    for fix in complaint.fixes:
        other_messages = frozenset(each.message for each in about if not _overlaps(each, fix))
        if other_messages and trial.try_text(fix.span, fix.text, other_messages) is not None:
            return LineAdvice(fix.help, fix, whole=False)
    return None


def _is_inside(complaint: Complaint, fix: Fix) -> bool:
    """Return whether `complaint` is about text that `fix` replaces."""
    at = complaint.span
    return (
        at is not None
        and at.source == fix.span.source
        and fix.span.start <= at.start < fix.span.end
    )


def _overlaps(complaint: Complaint, fix: Fix) -> bool:
    """Return whether `complaint` overlaps the text that `fix` replaces."""
    at = complaint.span
    return at is None or (at.start <= fix.span.end and fix.span.start <= at.end)
