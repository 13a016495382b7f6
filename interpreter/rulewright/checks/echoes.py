"""What one mistake draws beside its own complaint: several checks see it, each from its side."""

from __future__ import annotations

import re
from typing import Final

from rulewright.records import evolve
from rulewright.text import Complaint, Complaints, Note, Span

MISSPELT: Final = "E0242"
UNKNOWN: Final = "E0601"
REFUSED: Final = "E0610"
FAR_FROM_OTHERS: Final = "E0926"

_FIELD: Final = re.compile(r"([a-z][a-z0-9-]*) $")


def drop_echoes(complaints: Complaints) -> None:
    """Leave one complaint of a mistake, where it was made."""
    _drop_asked_for(complaints)
    _blame_the_number(complaints)


def _drop_asked_for(complaints: Complaints) -> None:
    """Say nothing of what the edition asks for, if it is told where the rules misspell it."""
    meant = {fix.text for each in complaints if each.code == MISSPELT for fix in each.fixes}
    for complaint in complaints.in_order():
        if complaint.code == UNKNOWN and _text(complaint.span) in meant:
            complaints.replace(complaint, None)


def _blame_the_number(complaints: Complaints) -> None:
    """Where the rules refuse a game because of what a card says, and one card is odd in that, blame this one."""
    found = complaints.in_order()
    for odd in (each for each in found if each.code == FAR_FROM_OTHERS and each.span is not None):
        for refusal in (each for each in found if each.code == REFUSED and _speaks_of(odd, each)):
            complaints.replace(refusal, _at(odd, refusal))
            complaints.replace(odd, None)
            return


def _speaks_of(odd: Complaint, refusal: Complaint) -> bool:
    """Whether what is refused has to do with the field in which a card is odd."""
    assert odd.span is not None
    said = _FIELD.search(odd.span.source.text[: odd.span.start])
    spans = [refusal.span, *(note.span for note in refusal.notes)]
    return said is not None and any(re.search(rf"\b{said[1]}s?\b", _text(at)) for at in spans)


def _at(odd: Complaint, refusal: Complaint) -> Complaint:
    notes = [*refusal.notes]
    if refusal.span is not None and all(note.span != refusal.span for note in notes):
        notes.append(Note(refusal.span, "refused here"))
    return evolve(refusal, span=odd.span, notes=tuple(notes), help=odd.message)


def _text(at: Span | None) -> str:
    return at.text if at is not None else ""
