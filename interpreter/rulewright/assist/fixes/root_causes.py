"""Root causes: a misspelt or reserved name is reported once, where it is introduced, not at each use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from rulewright.assist.fixes.missing_declarations import is_used_widely
from rulewright.assist.logical_lines import logical_line
from rulewright.base.records import evolve
from rulewright.language.program import complaints as say
from rulewright.language.program.program import Program
from rulewright.language.syntax import tree
from rulewright.language.text import Complaint, Complaints, Source, Span, SpanNote
from rulewright.language.text.words.english import base_form, plural, sentence_forms

_UNKNOWN: Final = "E0201"
_ASKED: Final = re.compile(r" called `([^`]+)`$")
_NO_THING: Final = "there is no thing here called "


def report_misspelt_declarations(
    complaints: Complaints, trees: Sequence[tree.Node], program: Program
) -> frozenset[Complaint]:
    """Report a misspelt declaration: a name used nowhere, when a similar unknown name is used several times.

    Returns the complaints that replace those about the uses.
    """
    by_name: dict[tuple[str, str], None] = {}
    for complaint in complaints.in_order():
        if complaint.code == _UNKNOWN and complaint.fixes:
            fix = complaint.fixes[0]
            if " " not in fix.text:
                by_name[fix.span.text, fix.text] = None
    sources: dict[str, Source] = {}
    if by_name:
        declared = (each for _, table in program.tables_by_sort() for each in table.values())
        sources = {each.at.source.name: each.at.source for each in declared}
        sources |= {node.at.source.name: node.at.source for node in trees}
    own = {node.at.source.name for node in trees}
    replacements: set[Complaint] = set()
    for unknown, declared_name in by_name:
        places = list(_places_of_words(sentence_forms(declared_name), sources.values()))
        uses = len(list(_places_of_words(sentence_forms(unknown), sources.values())))
        if len(places) != 1 or places[0].source.name not in own:
            continue
        if uses > 1 or (uses == 1 and _is_used_elsewhere(unknown, declared_name, sources.values())):
            correct = plural(unknown) if places[0].text == plural(declared_name) else unknown
            if not any(each.span == places[0] for each in complaints):
                complaint_there = say.names.misspelt_key(places[0], correct)
                complaints.add(complaint_there)
                replacements.add(complaint_there)
            for complaint in complaints.in_order():
                if complaint.code == _UNKNOWN and complaint.message.endswith(f"called `{unknown}`"):
                    complaints.replace(complaint, None)
    return frozenset(replacements)


_GIVEN: Final = re.compile(
    r"\b(?:called|choose an?|chooses an?|for each|let the) ([a-z][a-z0-9-]*)(?![\w-])(?! in \d)"
)

_WHOLE_WORD: Final = re.compile(r"[\w-]+")


def report_unused_names(
    complaints: Complaints, trees: Sequence[tree.Node], program: Program
) -> frozenset[Complaint]:
    """Report a name that is introduced but never used, when an unknown name follows below it.

    Names of kinds and `card` or `player` are left out, since they are introduced in other ways. Returns the
    complaints that replace those about the uses.
    """
    replacements: dict[Span, Complaint] = {}
    wrong = Counter(each.span.line for each in complaints if each.span is not None)
    for complaint in complaints.in_order():
        unknown = _ASKED.search(complaint.message)
        if complaint.span is not None and wrong[complaint.span.line] > 1:
            continue  # the line does not parse as a sentence, so its names mean nothing
        if unknown is None or not complaint.message.startswith(_NO_THING):
            continue
        if unknown[1] in {"card", "player", *program.kinds} or is_used_widely(trees, complaint):
            continue
        at = _unused_name(complaint)
        if at is not None and all(at.text not in fix.text for fix in complaint.fixes):
            replacement = replacements.setdefault(at, say.names.misspelt_key(at, unknown[1]))
            complaints.replace(complaint, replacement)
    return frozenset(replacements.values())


def _unused_name(complaint: Complaint) -> Span | None:
    """Return the only name that is introduced above the complaint and never used; None if there are several."""
    line, at = logical_line(complaint), complaint.span
    if line is None or at is None:
        return None
    text, begin = line.span.source.text, line.span.start - len(line.above)
    end = max((each.end for each in line.below), default=line.span.end)
    words = Counter(_WHOLE_WORD.findall(text[begin:end]))
    introductions = (
        m for m in _GIVEN.finditer(text, begin, at.start) if not _in_text(text, m.start())
    )
    unused = [
        each for each in introductions if sum(words[form] for form in sentence_forms(each[1])) == 1
    ]
    return Span(at.source, unused[0].start(1), unused[0].end(1)) if len(unused) == 1 else None


def _in_text(text: str, place: int) -> bool:
    """Return whether the offset `place` is in quotes."""
    return text.count('"', text.rfind("\n", 0, place) + 1, place) % 2 == 1


def drop_repeated_names(complaints: Complaints) -> None:
    """Remove complaints about an unknown name after its first use in a declaration, except those with a fix."""
    reported: set[tuple[str, str]] = set()
    for complaint in complaints.in_order():
        helped = complaint.help and not complaint.help.startswith(say.names.NAMED_HERE)
        another = any(not fix.restores for fix in complaint.fixes)
        if (helped and not another) or not complaint.message.startswith(_NO_THING):
            continue
        if (line := logical_line(complaint)) is not None:
            source = line.span.source
            declaration = source.text.count("\n", 0, line.span.start - len(line.above))
            key = f"{source.name}:{declaration}", complaint.message
            if key in reported:
                complaints.replace(complaint, None)
            reported.add(key)


def _is_used_elsewhere(unknown: str, declared: str, sources: Iterable[Source]) -> bool:
    """Return whether the rules elsewhere use the words of the name `unknown`, and not those of `declared`."""
    ours, others = set(unknown.split("-")), set(declared.split("-"))
    if not ours ^ others:
        return False
    texts = [source.text.lower() for source in sources]
    names = "|".join(map(re.escape, (unknown, declared)))
    rest = [re.sub(rf"(?<![a-z-])(?:{names})s?(?![a-z-])", " ", text) for text in texts]

    def are_used(words: set[str]) -> bool:
        """Return whether each of these words, or one that begins with it, occurs outside the two names."""
        return all(any(re.search(rf"\b{re.escape(word)}", text) for text in rest) for word in words)

    return are_used(ours - others) and not are_used(others - ours)


def _places_of_words(words: frozenset[str], sources: Iterable[Source]) -> Iterable[Span]:
    """Yield the places of these words in `sources`, outside remarks."""
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])")
    for source in sources:
        for match in pattern.finditer(source.text):
            line = source.text[source.text.rfind("\n", 0, match.start()) + 1 : match.start()]
            if "#" not in line:
                yield Span(source, match.start(), match.end())


def merge_closing_braces(complaints: Complaints) -> None:
    """Join the complaint about a `}` on its own line with the one about its `{`."""
    opened: list[Complaint] = []
    for complaint in complaints.in_order():
        line = logical_line(complaint)
        if line is None or complaint.span is None:
            continue
        if line.text.strip(" ;") == "}" and opened:
            head = opened.pop()
            note = SpanNote(complaint.span, "leave this out as well")
            complaints.replace(head, evolve(head, notes=(*head.notes, note)))
            complaints.replace(complaint, None)
        elif line.text.endswith("{"):
            opened.append(complaint)


RESERVED: Final = frozenset({"E0118", "E0241"})
_WORD: Final = re.compile(r"[a-z]+")
_DECLARING: Final = re.compile(
    r"^(?:labels|kind|there is|each \S+ has|an? \S+ may be|value|fact|setting|table|event|phase|moment)\b"
    r"|\b(?:called|chooses? an?|for each|let the)$"
)
"""Matches the text before a name that is introduced."""


def drop_consequences(complaints: Complaints) -> frozenset[Complaint]:
    """Keep one complaint for each reserved word used as a name, and drop the errors that follow from it.

    Returns the complaints that are kept.
    """
    by_word: dict[str, Complaint] = {}
    for complaint in complaints.in_order():
        about_a_name = complaint.code in RESERVED and _introduces_name(complaint)
        if about_a_name and complaint.span is not None:
            for word in _word_forms(complaint.span.text):
                by_word.setdefault(word, complaint)
    remaining = frozenset(by_word.values())
    for complaint in [*complaints] if by_word else ():
        if (
            complaint.severity == "error"
            and complaint not in remaining
            and _contains_word(complaint, by_word)
        ):
            complaints.replace(complaint, None)
    if any(map(_is_in_head, remaining)):
        _drop_frequent_unknowns(complaints)
    return remaining


def _is_in_head(complaint: Complaint) -> bool:
    """Return whether a complaint is about the head of a declaration."""
    line = logical_line(complaint)
    return line is not None and not line.depth


def _drop_frequent_unknowns(complaints: Complaints) -> None:
    """Drop complaints about unknown names that occur several times: their declaration may be the broken one."""
    unknowns = [(each, match[1]) for each in complaints if (match := _ASKED.search(each.message))]
    names = [name for each, name in unknowns if each.code == _UNKNOWN]
    for complaint, name in unknowns:
        if complaint.code == _UNKNOWN and names.count(name) > 1:
            complaints.replace(complaint, None)


def _introduces_name(complaint: Complaint) -> bool:
    """Return whether a complaint is about a place that introduces a name."""
    line = logical_line(complaint)
    if line is None or complaint.span is None:
        return False
    before = line.text[: max(line.text.find(complaint.span.text), 0)].strip()
    return _DECLARING.search(before) is not None


def _word_forms(word: str) -> frozenset[str]:
    """Return a word with its base form and the plural of that form."""
    return frozenset({word, base_form(word), plural(base_form(word))})


def _contains_word(complaint: Complaint, words: Collection[str]) -> bool:
    """Return whether one of these words occurs on the line up to the complaint's place."""
    line = logical_line(complaint)
    if line is None or complaint.span is None:
        return False
    end = complaint.span.end - line.span.start
    text = line.span.text if complaint.span.end > line.span.end else line.span.text[:end]
    return any(word in words for word in _WORD.findall(text))
