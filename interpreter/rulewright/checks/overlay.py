"""What does not fit is told where it was made not to fit: in the edition that somebody laid over shipped rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from rulewright.edition.edition import Edition
from rulewright.edition.load import read_edition
from rulewright.library import find_library
from rulewright.link import link_complaints as say
from rulewright.records import evolve
from rulewright.text import Complaint, Complaints, Note, RulesError, Span, real_path

_NO_CELL: Final = "E0606"
MOST_REASONS: Final = 4
"""So many rules are shown that ask for what is not there; who adds to them finds the others."""

Found = tuple[int, Complaint]
"""A complaint about a game for so many players."""


def at_overlay(edition: Edition, found: Sequence[Found]) -> Iterator[Complaint]:
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
        reasons = sorted(why, key=lambda complaint: complaint.code != _NO_CELL)
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
        if complaint.code == _NO_CELL and complaint.span is not None:
            missed.setdefault(players, set()).add(complaint.span.text)
    return {players for players, tables in missed.items() if len(tables) > 1}


def _laid(complaint: Complaint, edition: Edition) -> Complaint:
    """The same at the edition; what helps at the rule would change what is shipped."""
    assert complaint.span is not None
    notes = [note for note in complaint.notes if note.span != edition.id.span]
    notes.append(Note(complaint.span, "the rules say so here"))
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


def _is_shipped(at: Span) -> bool:
    return find_library().holds(real_path(Path(at.source.name)))
