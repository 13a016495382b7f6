"""Attribution to declarations: a mistake in one is reported there, not on the right lines that use it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final

from rulewright.language.program import complaints as say
from rulewright.language.text import Complaint, Complaints, Source, Span, strip_comment
from rulewright.language.text.words.english import sentence_forms

MOST_FOLDED: Final = 400
"""More complaints are left as they are."""

_UNKNOWN: Final = ("E0201", "E0506", "E0601")
"""Codes about names that nothing declares."""
_CONSEQUENCES: Final = (*_UNKNOWN, "E0206", "E0216", "E0301", "E0302", "E0308", "E0508")
"""Codes that a mistake in a declaration may cause on right lines."""
_SYNTAX: Final = ("E01", "E0241")
_CALLED: Final = re.compile(r" called `([^`]+)`$")
_MEANT: Final = re.compile(r"^did you mean `([^`]+)`\?$")
_QUOTED: Final = re.compile(r'"[^"\n]*"')
_WORD: Final = re.compile(r"[a-z][\w-]*|[A-Z][\w']*(?:[ -](?:(?:of|the) )?[A-Z0-9][\w']*)*")
_DECLARING: Final = re.compile(
    r"(?:labels|kind|setting|table|phase|moment|game|outcome(?: by)?|list of| +option| +power| +means) ([\w-]+)"
    r"|(?:there is|[a-z]+ [\w-]+ (?:has|may be))(?: an?)? ([\w-]+)"
    r"|value (?:the|an? [\w-]+'s|[\w-]+'s) ([\w-]+)|fact an? [\w-]+(?: is)? ([\w-]+)"
    r"|event an? [\w-]+(?: called [\w-]+)? ([\w-]+)"
    r"|    ([\w-]+): |(?:[a-z-]+|   ) ([A-Z].*?)(?:  |$)|    (name) "
)
"""A line that declares a name, which is in one of the groups."""
_LABELS: Final = re.compile(r"labels [^:]*:(.*)")


def fold_consequences(
    complaints: Sequence[Complaint], read: Callable[[], list[Source]]
) -> Complaints:
    """Return `complaints` with one for each wrong declaration in place of those about its uses.

    `read` returns the rule files of the author.
    """
    folded = Complaints(complaints)
    if 1 < len(complaints) <= MOST_FOLDED and folded.has_errors:
        _report_misspelt(folded, read)
        _drop_uses_of_wrong(folded)
    return folded


def _report_misspelt(complaints: Complaints, read: Callable[[], list[Source]]) -> None:
    """Report a declared name that nothing uses, if a similar unknown name is used several times."""
    uses: dict[tuple[str, str], list[Complaint]] = {}
    for each in complaints.in_order():
        if (name := _unknown_name(each)) and (meant := _suggestion(each)):
            uses.setdefault((name, meant), []).append(each)
    sources = read() if uses else ()
    for (name, meant), wrong in uses.items():
        places = [place for source in sources for place in _places(meant, source)]
        if len(places) == 1 and (len(wrong) > 1 or _is_reported(places[0], complaints)):
            complaints.add(say.names.misspelt_key(places[0], name))
            for each in wrong:
                complaints.replace(each, None)


def _places(name: str, source: Source) -> Iterator[Span]:
    """Yield the places of a name in a rule file, outside remarks and texts."""
    forms = "|".join(map(re.escape, sentence_forms(name)))
    pattern = re.compile(rf"(?<![\w-])(?:{forms})(?![\w-])")
    for number, start in enumerate(source.line_starts, 1):
        line = strip_comment(source.line(number))
        for match in pattern.finditer(_QUOTED.sub(lambda text: " " * len(text[0]), line)):
            yield Span(source, start + match.start(), start + match.end())


def _is_reported(at: Span, complaints: Complaints) -> bool:
    """Return whether there is a complaint at exactly this place."""
    return any(each.span == at for each in complaints)


def _drop_uses_of_wrong(complaints: Complaints) -> None:
    """Drop complaints about uses of names whose declarations have errors themselves."""
    wrong = {_line(each.span): _declared(each.span) for each in complaints if _is_error(each)}
    unread = {_line(each.span) for each in complaints if each.code.startswith(_SYNTAX)}
    is_unread = any(wrong[line] for line in unread)
    counts = Counter(map(_unknown_name, complaints))
    for each in complaints.in_order():
        here = _line(each.span)
        if each.code not in _CONSEQUENCES or here in unread:
            continue
        unknown = _unknown_name(each)
        # A name that did not parse may be any that is unknown elsewhere.
        lost = unknown and (counts[unknown] > 1 or _suggestion(each) is None)
        declared = (names for line, names in wrong.items() if line != here)
        if (is_unread and (lost or each.code == "E0508")) or not _names_of(each).isdisjoint(
            chain(*declared)
        ):
            complaints.replace(each, None)
            if not any(_line(other.span) == here for other in complaints):
                wrong.pop(here, None)


def _is_error(complaint: Complaint) -> bool:
    """Return whether a complaint is an error."""
    return complaint.severity == "error"


def _declared(at: Span | None) -> frozenset[str]:
    """Return the names that the line of a place declares, with their forms."""
    if at is None or not at.source.name.endswith(".rules"):
        return frozenset()
    line = at.source.line(at.line)
    match = _DECLARING.match(line)
    names = [each for each in match.groups() if each] if match else []
    if labels := _LABELS.match(line):
        names += _WORD.findall(labels[1])
    return frozenset(form for name in names for form in sentence_forms(name))


def _names_of(complaint: Complaint) -> frozenset[str]:
    """Return the names that a complaint is about: those at its place and in its message."""
    quoted = " ".join(re.findall(r"`[^`]*`", complaint.message))
    return frozenset(_WORD.findall(f"{complaint.span.text if complaint.span else ''} {quoted}"))


def _line(at: Span | None) -> tuple[str, int]:
    """Return the file and the line of a place."""
    return ("", 0) if at is None else (at.source.name, at.line)


def _unknown_name(complaint: Complaint) -> str:
    """Return the name that the complaint calls unknown; "" if it is about something else."""
    match = _CALLED.search(complaint.message) if complaint.code in _UNKNOWN else None
    return match[1] if match else ""


def _suggestion(complaint: Complaint) -> str | None:
    """Return the name that the complaint suggests instead, or None."""
    match = _MEANT.match(complaint.help or "")
    return match[1] if match else None
