"""Complaints about scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.language.program.types import Type
from rulewright.language.text import Span, SpanNote, Wording, code, did_you_mean, nearest


@code("E0501")
def no_players(at: Span) -> Wording:
    """A scenario whose number is not followed by `players`."""
    message = "a scenario must give its number of `players`"
    return Wording(message, at, help=f"write `players` in place of `{at.text}`")


@code("E0502")
def no_then(at: Span) -> Wording:
    """A scenario without checks."""
    message = "this scenario has no `then`, so it cannot fail"
    return Wording(message, at, help="add `then` and what must be true")


@code("E0503")
def unknown_seat(at: Span, name: str, last: str) -> Wording:
    """A letter or name that is no seat of the scenario."""
    message = f"`{name}` is no seat of this scenario"
    return Wording(message, at, help=f"the seats of this scenario go from A to {last}")


@code("E0504")
def same_title(at: Span, title: str, first: Span) -> Wording:
    """Two scenarios with one title in one file."""
    message = f"another scenario is called “{title}”"
    note = SpanNote(first, "the other one")
    return Wording(message, at, (note,), "give this one a title of its own")


@code("E0505")
def too_many_players(at: Span, limit: int) -> Wording:
    """More players than there are letters for seats."""
    message = f"a scenario can have 1 to {limit} players"
    return Wording(message, at, help=f"write a number from 1 to {limit}")


@code("E0506")
def unknown_choice(
    at: Span, word: str, known: Iterable[str], suggestions: Sequence[str]
) -> Wording:
    """A choice in a scenario that is not the name of any option.

    `suggestions` are options with the same argument.
    """
    names = sorted(known)
    if suggestions and nearest(word, names) is None:
        help: str | None = f"perhaps {' or '.join(f'`{each}`' for each in suggestions)} is meant"
    else:
        help = did_you_mean(word, names)
    return Wording(f"no option is called `{word}`", at, help=help)


@code("E0514")
def unknown_decision(at: Span, word: str, known: Iterable[str]) -> Wording:
    """A decision that a scenario expects, although no rule asks for it."""
    help = did_you_mean(word, sorted(known)) or "`A decides` alone checks only who decides"
    return Wording(f"no decision is called `{word}`", at, help=help)


@code("E0512")
def number_never_offered(at: Span, word: str, least: float, most: float) -> Wording:
    """A number chosen in a scenario that no rule ever offers."""
    help = f"only numbers from {least:.0f} to {most:.0f} can be chosen"
    if most < least:
        help = "write the name of an option; these rules never let anybody choose a number"
    return Wording(f"no option is called `{word}`", at, help=help)


@code("E0507")
def unknown_if_over(at: Span, phase: str) -> Wording:
    """A check that a phase is over, although the phase belongs to no player."""
    message = f"a scenario cannot see whether the {phase} is over: it is not played for a player"
    return Wording(
        message,
        at,
        help="to check that nobody has to choose any more, write `nobody decides`",
    )


@code("E0508")
def not_a_check(at: Span, verb: str, decided: bool) -> Wording:
    """A statement in place of a check, or a check for a winner in a game without one."""
    help = "only a game with `outcome by …` has winners to check"
    if decided:
        help = "write what must be true, such as `A's … is 7`, `A wins` or `nobody wins`; actions go under `when`"
    return Wording(f"`then` cannot check `{verb}`", at, help=help)


@code("E0510")
def unfit_choice(at: Span, head: str, wanted: Type | None, thing: str, actual: Type) -> Wording:
    """A choice in a scenario that puts known words together as no option does."""
    if wanted is None:
        message = f"the option `{head}` is chosen alone, without `{thing}`"
        return Wording(message, at, help=f"write `{head}`, or put a comma between two choices")
    message = f"the option `{head}` needs {wanted}, but {thing} is {actual}"
    return Wording(
        message, at, help=f"name {wanted}, or write `{head}` alone for all options of this name"
    )


@code("E0511")
def never_fails(at: Span, why: str) -> Wording:
    """A check that always holds."""
    return Wording(f"this check cannot fail: {why}", at, help="check something that could be wrong")
