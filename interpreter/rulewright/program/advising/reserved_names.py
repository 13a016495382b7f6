"""A word of the language given to a thing as its name: told where the thing is declared, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from rulewright.program.advising.said_lines import said_line
from rulewright.program.english import base_form, plural
from rulewright.text import Complaint, Complaints

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
    for complaint in _reserved(complaints):
        if complaint.span is not None and _gives_a_name(complaint):
            for word in _forms(complaint.span.text):
                told.setdefault(word, complaint)
    kept = frozenset(told.values())
    for complaint in [*complaints] if told else ():
        if complaint.severity == "error" and complaint not in kept and _is_due_to(complaint, told):
            complaints.replace(complaint, None)
    return kept


def _reserved(complaints: Complaints) -> Iterator[Complaint]:
    return (complaint for complaint in complaints.in_order() if complaint.code in RESERVED)


def _gives_a_name(complaint: Complaint) -> bool:
    """Whether a complaint is about the place where something gets its name."""
    line = said_line(complaint)
    if line is None or complaint.span is None:
        return False
    before = line.text[: max(line.text.find(complaint.span.text), 0)].strip()
    return _DECLARING.search(before) is not None


def _forms(word: str) -> frozenset[str]:
    return frozenset({word, base_form(word), plural(base_form(word))})


def _is_due_to(complaint: Complaint, told: Collection[str]) -> bool:
    """Whether one of these words stands on the line, at the place of a complaint or before it."""
    line = said_line(complaint)
    if line is None or complaint.span is None:
        return False
    end = complaint.span.end - line.span.start
    said = line.span.text if complaint.span.end > line.span.end else line.span.text[:end]
    return any(word in told for word in _WORD.findall(said))
