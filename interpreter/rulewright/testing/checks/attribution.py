"""Where a mistake is told: once, and at a line that the author of the edition can change.

A mistake that an edition makes in rules that are shipped is told at the edition; of what several checks say about
one mistake the complaint at its cause is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from rulewright.base.library import find_library
from rulewright.base.records import evolve
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.loading.load import read_edition
from rulewright.language.link import link_complaints as say
from rulewright.language.text import Complaint, Complaints, Note, RulesError, Span, real_path

MISSPELT: Final = "E0242"
UNKNOWN: Final = "E0601"
NO_CELL: Final = "E0606"
REFUSED: Final = "E0610"
FAR_FROM_OTHERS: Final = "E0926"

MOST_REASONS: Final = 4
"""So many rules are shown that ask for what is not there; who adds to them finds the others."""

_FIELD: Final = re.compile(r"([a-z][a-z0-9-]*) $")

Found = tuple[int, Complaint]
"""A complaint about a game for so many players."""


def attributed(edition: Edition, found: Sequence[Found]) -> Iterator[Complaint]:
    """The complaints about worlds, as their author can mend them.

    One that points to a shipped rule, of an edition that is not shipped, is told at the edition, with the rule as a
    note; all about a number of players that the extended edition is not for are one.
    """
    beyond = _too_many(found)
    if not _is_shipped(edition.players.span):
        below = _below(edition)
        beyond |= {
            n for n, each in found if n not in below and each.span and _is_shipped(each.span)
        }
    if beyond:
        why = dict.fromkeys(complaint for players, complaint in found if players in beyond)
        at = edition.players.span
        # What no cell says comes first: it is at the bottom of the rest.
        reasons = sorted(why, key=lambda complaint: complaint.code != NO_CELL)
        yield say.not_for(at, sorted(beyond), reasons[:MOST_REASONS])
    for players, complaint in found:
        if players in beyond:
            continue
        laid = not _is_shipped(edition.id.span)
        if laid and complaint.span is not None and _is_shipped(complaint.span):
            yield _laid(complaint, edition)
        else:
            yield complaint


def _too_many(found: Iterable[Found]) -> set[int]:
    """The numbers of players for which several tables say nothing: it is not the tables that are wrong."""
    missed: dict[int, set[str]] = {}
    for players, complaint in found:
        if complaint.code == NO_CELL and complaint.span is not None:
            missed.setdefault(players, set()).add(complaint.span.text)
    return {players for players, tables in missed.items() if len(tables) > 1}


def _laid(complaint: Complaint, edition: Edition) -> Complaint:
    """The same at the author's own rule that has to do with it, or else at the edition.

    What helps at the rule would change what is shipped.
    """
    assert complaint.span is not None
    notes = [note for note in complaint.notes if note.span != edition.id.span]
    own = next((note for note in notes if _is_own_rule(note.span)), None)
    notes = [note for note in notes if note is not own]
    notes.append(Note(complaint.span, "the rules say so here"))
    if own is not None:
        message = f"{complaint.message}; {own.message}"
        return evolve(complaint, span=own.span, message=message, notes=tuple(notes), help=None)
    help = complaint.help if complaint.code == "E0610" else "set it in this edition"
    return evolve(complaint, span=_changed_by(edition), notes=tuple(notes), help=help)


def _changed_by(edition: Edition) -> Span:
    """Where an edition changes the cast, as most of what does not fit comes from there; else its name."""
    casts = (change.key.span for changes in edition.changes() for change in changes.cast.values())
    return next((span for span in casts if not _is_shipped(span)), edition.id.span)


def _below(edition: Edition) -> Iterable[int]:
    """For how many players the edition is that this one extends."""
    below = edition.files[1:2]
    try:
        found = read_edition(below[0], find_library().root, Complaints()) if below else None
    except RulesError:
        return range(0)
    return found.players.value if found is not None else range(0)


def _is_own_rule(at: Span) -> bool:
    return at.source.name.endswith(".rules") and not _is_shipped(at)


def _is_shipped(at: Span) -> bool:
    return find_library().holds(real_path(Path(at.source.name)))


def drop_cascading(complaints: Complaints) -> None:
    """Leave one complaint of a mistake, where it was made."""
    drop_asked_for(complaints)
    _blame_the_number(complaints)
    _tell_gaps_once(complaints)


def _tell_gaps_once(complaints: Complaints) -> None:
    """Complain once of a table in which cells are missing, of the first of them."""
    told: dict[Span | None, int] = {}
    for complaint in complaints.in_order():
        if complaint.code == NO_CELL:
            told[complaint.span] = told.get(complaint.span, 0) + 1
            if told[complaint.span] > 1:
                complaints.replace(complaint, None)
    for complaint in complaints.in_order():
        if complaint.code == NO_CELL and (more := told[complaint.span] - 1):
            also = f"{complaint.message}, nor {more} more that are asked for"
            complaints.replace(complaint, evolve(complaint, message=also))


def drop_asked_for(complaints: Complaints) -> None:
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
