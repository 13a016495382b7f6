"""Root causes: a misspelt or reserved name is told once, where it is given, and not of each line that uses it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from rulewright.assist.logical_lines import logical_line
from rulewright.base.records import evolve
from rulewright.language.program import complaints as say
from rulewright.language.program.program import Program
from rulewright.language.syntax import tree
from rulewright.language.text import Complaint, Complaints, Note, Source, Span
from rulewright.language.text.english import base_form, forms, plural

_UNKNOWN: Final = "E0201"
_ASKED: Final = re.compile(r" called `([^`]+)`$")
_NO_THING: Final = "there is no thing here called "


def blame_the_first(
    complaints: Complaints, trees: Sequence[tree.Node], program: Program
) -> frozenset[Complaint]:
    """Complain of a name that stands only where it is given, when one much like it is asked for several times.

    Returns the complaints that are told in place of those about the uses.
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
    told: set[Complaint] = set()
    for asked, given in by_name:
        places = list(_places(forms(given), sources.values()))
        uses = len(list(_places(forms(asked), sources.values())))
        if len(places) == 1 and (
            uses > 1 or (uses == 1 and _is_heard(asked, given, sources.values()))
        ):
            meant = plural(asked) if places[0].text == plural(given) else asked
            if not any(each.span == places[0] for each in complaints):
                found = say.names.misspelt_where_given(places[0], meant)
                complaints.add(found)
                told.add(found)
            for complaint in complaints.in_order():
                if complaint.code == _UNKNOWN and complaint.message.endswith(f"called `{asked}`"):
                    complaints.replace(complaint, None)
    return frozenset(told)


_GIVEN: Final = re.compile(
    r"\b(?:called|choose an?|chooses an?|for each|let the) ([a-z][a-z0-9-]*)(?![\w-])"
)

_WHOLE_WORD: Final = re.compile(r"[\w-]+")


def blame_the_unspoken(complaints: Complaints, program: Program) -> frozenset[Complaint]:
    """Complain of a name that is given and never spoken of, when another one is asked for below it.

    Not where that is what cards of a kind, or players, are called: those are introduced otherwise.
    Returns the complaints that are told in place of those about the uses.
    """
    told: dict[Span, Complaint] = {}
    wrong = Counter(each.span.line for each in complaints if each.span is not None)
    for complaint in complaints.in_order():
        unknown = _ASKED.search(complaint.message)
        if complaint.span is not None and wrong[complaint.span.line] > 1:
            continue  # the line is no sentence, and asks for nothing
        if unknown is None or not complaint.message.startswith(_NO_THING):
            continue
        if unknown[1] in {"card", "player", *program.kinds}:
            continue
        at = _unspoken(complaint)
        if at is not None and all(at.text not in fix.text for fix in complaint.fixes):
            found = told.setdefault(at, say.names.misspelt_where_given(at, unknown[1]))
            complaints.replace(complaint, found)
    return frozenset(told.values())


def _unspoken(complaint: Complaint) -> Span | None:
    """The name that is given above a place and stands nowhere else in its declaration, if there is only one."""
    line, at = logical_line(complaint), complaint.span
    if line is None or at is None:
        return None
    text, begin = line.span.source.text, line.span.start - len(line.above)
    end = max((each.end for each in line.below), default=line.span.end)
    words = Counter(_WHOLE_WORD.findall(text[begin:end]))
    given = _GIVEN.finditer(text, begin, at.start)
    found = [each for each in given if sum(words[form] for form in forms(each[1])) == 1]
    return Span(at.source, found[0].start(1), found[0].end(1)) if len(found) == 1 else None


def tell_once(complaints: Complaints) -> None:
    """Complain of an unknown thing that is not only misspelt where a declaration first says it, and no more."""
    told: set[tuple[str, str]] = set()
    for complaint in complaints.in_order():
        helped = complaint.help and not complaint.help.startswith(say.names.NAMED_HERE)
        another = any(not fix.restores for fix in complaint.fixes)
        if (helped and not another) or not complaint.message.startswith(_NO_THING):
            continue
        if (line := logical_line(complaint)) is not None:
            source = line.span.source
            declaration = source.text.count("\n", 0, line.span.start - len(line.above))
            key = f"{source.name}:{declaration}", complaint.message
            if key in told:
                complaints.replace(complaint, None)
            told.add(key)


def _is_heard(asked: str, given: str, sources: Iterable[Source]) -> bool:
    """Whether the rules speak in other places of what a name is made of, and not so of the other name."""
    ours, others = set(asked.split("-")), set(given.split("-"))
    if not ours ^ others:
        return False
    texts = [source.text.lower() for source in sources]
    names = "|".join(map(re.escape, (asked, given)))
    rest = [re.sub(rf"(?<![a-z-])(?:{names})s?(?![a-z-])", " ", text) for text in texts]

    def heard(words: set[str]) -> bool:
        return all(any(re.search(rf"\b{re.escape(word)}", text) for text in rest) for word in words)

    return heard(ours - others) and not heard(others - ours)


def _places(words: frozenset[str], sources: Iterable[Source]) -> Iterable[Span]:
    """Where one of these words stands, outside of remarks."""
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])")
    for source in sources:
        for found in pattern.finditer(source.text):
            line = source.text[source.text.rfind("\n", 0, found.start()) + 1 : found.start()]
            if "#" not in line:
                yield Span(source, found.start(), found.end())


def drop_closing(complaints: Complaints) -> None:
    """Complain of a `}` on a line of its own together with the `{` above it, if that is complained of."""
    opened: list[Complaint] = []
    for complaint in complaints.in_order():
        line = logical_line(complaint)
        if line is None or complaint.span is None:
            continue
        if line.text.strip(" ;") == "}" and opened:
            head = opened.pop()
            note = Note(complaint.span, "leave this out as well")
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
"""What stands before a word that is given to something."""


def drop_echoes(complaints: Complaints) -> frozenset[Complaint]:
    """Keep one complaint of each such word, and none about lines that cannot be right because of it.

    Returns those that are kept.
    """
    told: dict[str, Complaint] = {}
    for complaint in complaints.in_order():
        about_a_name = complaint.code in RESERVED and _gives_a_name(complaint)
        if about_a_name and complaint.span is not None:
            for word in _forms(complaint.span.text):
                told.setdefault(word, complaint)
    kept = frozenset(told.values())
    for complaint in [*complaints] if told else ():
        if complaint.severity == "error" and complaint not in kept and _is_due_to(complaint, told):
            complaints.replace(complaint, None)
    if any(map(_declares, kept)):
        _drop_what_is_asked_often(complaints)
    return kept


def _declares(complaint: Complaint) -> bool:
    """Whether a complaint is about the head of a declaration."""
    line = logical_line(complaint)
    return line is not None and not line.depth


def _drop_what_is_asked_often(complaints: Complaints) -> None:
    """Say nothing of what several lines ask for, where it may have been given a name that is none."""
    found = [(each, asked[1]) for each in complaints if (asked := _ASKED.search(each.message))]
    names = [name for each, name in found if each.code == _UNKNOWN]
    for complaint, name in found:
        if complaint.code == _UNKNOWN and names.count(name) > 1:
            complaints.replace(complaint, None)


def _gives_a_name(complaint: Complaint) -> bool:
    """Whether a complaint is about the place where something gets its name."""
    line = logical_line(complaint)
    if line is None or complaint.span is None:
        return False
    before = line.text[: max(line.text.find(complaint.span.text), 0)].strip()
    return _DECLARING.search(before) is not None


def _forms(word: str) -> frozenset[str]:
    return frozenset({word, base_form(word), plural(base_form(word))})


def _is_due_to(complaint: Complaint, told: Collection[str]) -> bool:
    """Whether one of these words stands on the line, at the place of a complaint or before it."""
    line = logical_line(complaint)
    if line is None or complaint.span is None:
        return False
    end = complaint.span.end - line.span.start
    said = line.span.text if complaint.span.end > line.span.end else line.span.text[:end]
    return any(word in told for word in _WORD.findall(said))
