"""What is wrong with scenarios."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.text import Complaint, Note, Span, nearest


def no_players(at: Span) -> Complaint:
    """A scenario whose number of players is counted in something else."""
    message = "a scenario says for how many `players` it is"
    return Complaint("E0501", message, at, help="write `in classic, 4 players`")


def no_then(at: Span) -> Complaint:
    """A scenario that checks nothing."""
    message = "this scenario has no `then`, so it can't fail"
    return Complaint("E0502", message, at, help="say what has to hold")


def no_seat(at: Span, name: str, last: str) -> Complaint:
    """A letter or name that is no seat of the scenario."""
    message = f"`{name}` is no seat of this scenario"
    return Complaint("E0503", message, at, help=f"seats are A to {last}")


def same_title(at: Span, title: str, first: Span) -> Complaint:
    """Two scenarios of one file with one title."""
    message = f"another scenario is called “{title}”"
    note = Note(first, "this one")
    return Complaint("E0504", message, at, (note,), "say what differs")


def too_many_players(at: Span, limit: int) -> Complaint:
    """More players than there are letters for seats."""
    message = f"a scenario is for 1 to {limit} players"
    return Complaint("E0505", message, at)


def no_choice(at: Span, word: str, known: Iterable[str]) -> Complaint:
    """A choice in a scenario that no option has the name of."""
    close = nearest(word, sorted(known))
    help = None if close is None else f"did you mean `{close}`?"
    return Complaint("E0506", f"nothing that can be chosen is called `{word}`", at, help=help)
