"""Complaints about `# allow` remarks and about the results of simulated games.

E0005 reports rules that other faulty files keep from being checked, E10 remarks such as `# allow E0926: so it is
meant`, and E11 the findings of `check --deep`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.language.text import Complaint, Span, Wording, code


@code("E0005")
def not_fully_checked(name: str, errors: Sequence[Complaint]) -> Wording:
    """Rules that cannot be checked completely, because other files of their game have errors."""
    there = "is an error" if len(errors) == 1 else f"are {len(errors)} errors"
    files = {each.span.source.name for each in errors if each.span is not None}
    where = f"in {files.pop()}" if len(files) == 1 else "in what it is played with"
    message = f"{name} cannot be judged whole: there {there} {where}"
    first = errors[0]
    return Wording(message, first.span, help=f"correct that first: {first.message}")


@code("E1001", "warning")
def no_reason(at: Span, codes: str) -> Wording:
    """A remark that allows something and does not say why."""
    message = f"it is not said why {codes} is allowed here"
    return Wording(message, at, help=f"write `# allow {codes}: ` and the reason")


@code("E1002", "warning")
def not_needed(at: Span, code: str) -> Wording:
    """A remark that allows a complaint that is not there, or one that no remark can allow."""
    message = f"this allows {code}, and nothing here is complained about with it"
    return Wording(message, at, help="take the remark away")


@code("E1003", "warning")
def not_allowed(at: Span, code: str) -> Wording:
    """A remark that allows an error: rules with errors cannot be played."""
    message = f"{code} is an error, which no remark can allow"
    return Wording(message, at, help="mend it, and take the remark away")


@code("E1101", "warning")
def never_fires(at: Span, what: str, games: int, command: str) -> Wording:
    """A rule that never came to pass in many games, nor in a scenario."""
    message = f"{what} never came to pass in {games} games, nor in a scenario"
    return Wording(message, at, help=f"write a scenario in which it does; to see it: {command}")


@code("E1102", "warning")
def always_forced(at: Span, decision: str, asked: int, command: str) -> Wording:
    """A question that had a single option each time that it was asked."""
    message = f"`{decision}` was asked {asked} times, and never was there more than one option"
    help = f"if that is meant, say what happens without asking; to see it: {command}"
    return Wording(message, at, help=help)


@code("E1103")
def game_without_end(at: Span, decisions: int, command: str) -> Wording:
    """A game that goes on and on."""
    message = f"a game had not come to its end after {decisions} decisions"
    return Wording(
        message, at, help=f"see to it that something comes to its end; to see it: {command}"
    )
