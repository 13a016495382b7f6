"""Fixes for unknown names and attributes, and for heads of cards without a kind, from the names in scope."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulewright.assist.line_advice import LineAdvice
from rulewright.assist.logical_lines import LogicalLine
from rulewright.assist.trials.trial import FixTrial, TrialOutcome
from rulewright.assist.vocabulary import Vocabulary, introduced_in
from rulewright.language.text import Complaint, Fix, Span

_NO_THING: Final = re.compile(r"there is no thing here called `([^`]+)`")
_NO_ATTRIBUTE: Final = re.compile(r"there is no attribute of an? (\S+) called `([^`]+)`")
_COMES_IN: Final = re.compile(r"\b(?:an?|another) ([a-z][a-z0-9-]*)(?![\w-])(?! called\b)")
_SET: Final = re.compile(r"set (.+?) to (.+)")
_NO_KIND: Final = "E0132"
_BRACE: Final = "E0210"


def fix_unknown_name(
    trial: FixTrial, line: LogicalLine, first: Complaint, words: Vocabulary
) -> LineAdvice | None:
    """Return the only fix that makes `line` correct: another name in scope, or introducing the unknown one.

    An unknown name used several times was probably not introduced; one used once is probably the wrong word.
    """
    match = _NO_THING.fullmatch(first.message)
    if match is None or first.span is None:
        return None
    name, at = match[1], first.span
    start = at.start + max(at.text.find(name), 0)
    unknown = Span(at.source, start, start + len(name))
    own = line.span.source.text[line.span.start - len(line.above) : line.with_block.end]
    below = own + "\n".join(each.text for each in line.below)
    often = len(re.findall(rf"\bthe {re.escape(name)}(?![\w-])", below)) > 1
    giving, others = (
        list(_introduce_name(unknown, line, words)),
        list(_replace_by_name_in_scope(unknown, line, words)),
    )
    for fixes in (giving, others) if often else (others, giving):
        tried = [(fix, _try_fix(trial, fix, first, line)) for fix in fixes]
        right = [(fix, outcome) for fix, outcome in tried if outcome is not None]
        if len(right) == 1:
            fix, outcome = right[0]
            return LineAdvice(fix.help, fix, outcome.settled)
    return None


def _introduce_name(unknown: Span, line: LogicalLine, words: Vocabulary) -> Iterator[Fix]:
    """Yield fixes that introduce the name with `called`, above the line or earlier in it."""
    begin = line.span.start - len(line.above)
    for match in _COMES_IN.finditer(unknown.source.text, begin, unknown.start):
        if match[1] in words.nameable:
            at = Span(unknown.source, match.end(), match.end())
            yield Fix(at, f" called {unknown.text}", f"write `{match[0]} called {unknown.text}`")


def _replace_by_name_in_scope(unknown: Span, line: LogicalLine, words: Vocabulary) -> Iterator[Fix]:
    """Yield fixes that replace the unknown name by a name in scope, the nearest first."""
    before = line.span.source.text[line.span.start : unknown.start]
    for name in dict.fromkeys((*introduced_in(before), *words.introduced)):
        if name != unknown.text:
            yield Fix(unknown, name, f"did you mean `{name}`?")


def _try_fix(trial: FixTrial, fix: Fix, first: Complaint, line: LogicalLine) -> TrialOutcome | None:
    """Return the outcome of a fix; for a fix of another line, only if it corrects the line of the complaint."""
    outcome = trial.try_text(fix.span, fix.text)
    beside = not (line.span.start <= fix.span.start <= line.span.end)
    if outcome is None or (beside and (first not in outcome.settled or outcome.wrong_line)):
        return None
    return outcome


def suggest_rewordings(line: LogicalLine, first: Complaint, words: Vocabulary) -> Iterator[Fix]:
    """Yield rewordings: with an owner, as a rule, as a card of a kind, or with a placeholder as texts have it."""
    at = first.span
    if at is None:
        return
    attribute, change = _NO_ATTRIBUTE.fullmatch(first.message), _SET.fullmatch(line.text)
    if attribute is not None and attribute[2] in words.owned:
        kind, name = attribute.groups()
        start = at.start + max(at.text.find(name), 0)
        help = f"a {kind} has no {name}, but each player has one: perhaps `… owner's {name}`"
        yield Fix(Span(at.source, start, start), "owner's ", help)
    if first.code == _BRACE and "." in at.text:
        for inside in (at.text.replace(".", "'s "), at.text.partition(".")[0]):
            yield Fix(at, inside, f"write `{{{inside}}}`")
    if change is not None:
        rewording = f"{change[1]} is {change[2]}"
        yield Fix(line.span, rewording, f"a rule does not use `set`: write `{rewording}`")
    if first.code == _NO_KIND:
        for kind in words.kinds:
            yield Fix(line.span, f"{kind} {line.text}", f"write `{kind} {line.text}`")
