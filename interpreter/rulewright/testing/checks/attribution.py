"""Attribution of complaints: each mistake is reported once, at a line that the author of the edition can change.

A mistake that an edition causes in shipped rules is reported at the edition. If several checks report one
mistake, the complaint at its cause is kept.
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
from rulewright.language.text import Complaint, Complaints, RulesError, Span, SpanNote, real_path

MISSPELT: Final = "E0242"
UNKNOWN: Final = "E0601"
NO_CELL: Final = "E0606"
REFUSED: Final = "E0610"
FAR_FROM_OTHERS: Final = "E0926"

MOST_REASONS: Final = 4
"""Most notes that give reasons for a refused number of players."""

_FIELD: Final = re.compile(r"([a-z][a-z0-9-]*) $")

WorldComplaint = tuple[int, Complaint]
"""A number of players, and a complaint about a game for it."""


def attribute_complaints(
    edition: Edition, complaints: Sequence[WorldComplaint]
) -> Iterator[Complaint]:
    """Yield the complaints about the worlds of `edition`, moved to places that its author can change.

    In the author's own edition, a complaint about a shipped rule moves to the edition, with the rule as a note.
    All complaints about numbers of players that the extended edition does not support become one.
    """
    beyond = _bad_player_counts(complaints)
    if not _is_shipped(edition.players.span):
        below = _base_player_counts(edition)
        beyond |= {
            n for n, each in complaints if n not in below and each.span and _is_shipped(each.span)
        }
    if beyond:
        why = dict.fromkeys(complaint for players, complaint in complaints if players in beyond)
        at = edition.players.span
        # Missing cells come first, because they cause the other complaints.
        reasons = sorted(why, key=lambda complaint: complaint.code != NO_CELL)
        yield say.unsupported_players(at, sorted(beyond), reasons[:MOST_REASONS])
    for players, complaint in complaints:
        if players in beyond:
            continue
        is_own_edition = not _is_shipped(edition.id.span)
        if is_own_edition and complaint.span is not None and _is_shipped(complaint.span):
            yield _moved_to_author(complaint, edition)
        else:
            yield complaint


def _bad_player_counts(complaints: Iterable[WorldComplaint]) -> set[int]:
    """Return the numbers of players without cells in several tables, because each is one mistake."""
    missed: dict[int, set[str]] = {}
    for players, complaint in complaints:
        if complaint.code == NO_CELL and complaint.span is not None:
            missed.setdefault(players, set()).add(complaint.span.text)
    return {players for players, tables in missed.items() if len(tables) > 1}


def _moved_to_author(complaint: Complaint, edition: Edition) -> Complaint:
    """Return `complaint` moved to a related rule of the author, or else to the edition.

    The help is dropped, because it would change a shipped rule.
    """
    assert complaint.span is not None
    notes = [note for note in complaint.notes if note.span != edition.id.span]
    own = next((note for note in notes if _is_own_rule(note.span)), None)
    notes = [note for note in notes if note is not own]
    notes.append(SpanNote(complaint.span, "the rules say so here"))
    if own is not None:
        message = f"{complaint.message}; {own.message}"
        return evolve(complaint, span=own.span, message=message, notes=tuple(notes), help=None)
    help = complaint.help if complaint.code == "E0610" else "set it in this edition"
    return evolve(complaint, span=_cast_span(edition), notes=tuple(notes), help=help)


def _cast_span(edition: Edition) -> Span:
    """Return where an edition changes the cast, the usual cause; else the place of its id."""
    casts = (change.key.span for changes in edition.changes() for change in changes.cast.values())
    return next((span for span in casts if not _is_shipped(span)), edition.id.span)


def _base_player_counts(edition: Edition) -> Iterable[int]:
    """Return the numbers of players of the extended edition."""
    below = edition.files[1:2]
    try:
        base = read_edition(below[0], find_library().root, Complaints()) if below else None
    except RulesError:
        return range(0)
    return base.players.value if base is not None else range(0)


def _is_own_rule(at: Span) -> bool:
    """Return whether a span is in a rule file that is not shipped with the package."""
    return at.source.name.endswith(".rules") and not _is_shipped(at)


def _is_shipped(at: Span) -> bool:
    """Return whether a span is in a file that is shipped with the package."""
    return find_library().holds(real_path(Path(at.source.name)))


def drop_cascading(complaints: Complaints) -> None:
    """Keep one complaint for each mistake, at its cause."""
    drop_misspelt_uses(complaints)
    _move_refusals_to_cards(complaints)
    _merge_gaps(complaints)


def _merge_gaps(complaints: Complaints) -> None:
    """Merge complaints about missing cells of a table into the first one."""
    gaps: dict[Span | None, int] = {}
    for complaint in complaints.in_order():
        if complaint.code == NO_CELL:
            gaps[complaint.span] = gaps.get(complaint.span, 0) + 1
            if gaps[complaint.span] > 1:
                complaints.replace(complaint, None)
    for complaint in complaints.in_order():
        if complaint.code == NO_CELL and (more := gaps[complaint.span] - 1):
            also = f"{complaint.message}, nor {more} more that are asked for"
            complaints.replace(complaint, evolve(complaint, message=also))


def drop_misspelt_uses(complaints: Complaints) -> None:
    """Drop complaints about unknown names in the edition that the rules define under a misspelt name."""
    corrections = {fix.text for each in complaints if each.code == MISSPELT for fix in each.fixes}
    for complaint in complaints.in_order():
        if complaint.code == UNKNOWN and _text(complaint.span) in corrections:
            complaints.replace(complaint, None)


def _move_refusals_to_cards(complaints: Complaints) -> None:
    """Report a refusal by the rules at the card whose unusual number caused it."""
    ordered = complaints.in_order()
    for odd in (each for each in ordered if each.code == FAR_FROM_OTHERS and each.span is not None):
        for refusal in (
            each for each in ordered if each.code == REFUSED and _is_about_field(odd, each)
        ):
            complaints.replace(refusal, _moved_to_card(odd, refusal))
            complaints.replace(odd, None)
            return


def _is_about_field(odd: Complaint, refusal: Complaint) -> bool:
    """Return whether the `refusal` complaint mentions the field that the `odd` complaint points to."""
    assert odd.span is not None
    match = _FIELD.search(odd.span.source.text[: odd.span.start])
    spans = [refusal.span, *(note.span for note in refusal.notes)]
    return match is not None and any(re.search(rf"\b{match[1]}s?\b", _text(at)) for at in spans)


def _moved_to_card(odd: Complaint, refusal: Complaint) -> Complaint:
    """Return the `refusal` complaint moved to the card's unusual number, with a note at the refusing rule."""
    notes = [*refusal.notes]
    if refusal.span is not None and all(note.span != refusal.span for note in notes):
        notes.append(SpanNote(refusal.span, "refused here"))
    return evolve(refusal, span=odd.span, notes=tuple(notes), help=odd.message)


def _text(at: Span | None) -> str:
    """Return the source text of a span; "" without a span."""
    return at.text if at is not None else ""
