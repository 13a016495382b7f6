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
    there = "is one error" if len(errors) == 1 else f"are {len(errors)} errors"
    files = {each.span.source.name for each in errors if each.span is not None}
    where = f"in {files.pop()}" if len(files) == 1 else "in the other files of its game"
    message = f"{name} cannot be checked completely: there {there} {where}"
    first = errors[0]
    return Wording(message, first.span, help=f"first correct this: {first.message}")


@code("E1001", "warning")
def no_reason(at: Span, codes: str) -> Wording:
    """A remark that allows something and does not say why."""
    message = f"this remark does not say why {codes} is allowed"
    return Wording(message, at, help=f"write `# allow {codes}: ` and the reason")


@code("E1002", "warning")
def not_needed(at: Span, code: str, only: bool) -> Wording:
    """A remark that allows a complaint that is not there, or one that no remark can allow."""
    message = f"this remark allows {code}, but there is no such complaint here"
    return Wording(message, at, help="delete the remark" if only else f"delete `{code}` in it")


@code("E1003", "warning")
def not_allowed(at: Span, code: str) -> Wording:
    """A remark that allows an error: rules with errors cannot be played."""
    message = f"{code} is an error, and a remark can allow only warnings"
    return Wording(message, at, help="correct the rule, and delete the remark")


@code("E1101", "warning")
def never_fires(at: Span, what: str, games: int, command: str) -> Wording:
    """A rule that never happened, neither in many games nor in a scenario."""
    played = f"{games} games for each number of players"
    message = f"{what} never happened, neither in {played} nor in a scenario"
    return Wording(
        message,
        at,
        help=f"correct the rule, or write a scenario in which it happens; to repeat the games: {command}",
    )


@code("E1102", "warning")
def always_forced(at: Span, decision: str, asked: int, command: str) -> Wording:
    """A question that had a single option each time that it was asked."""
    message = f"the question `{decision}` came up {asked} times, always with a single option"
    help = f"let it happen without a question, or offer more; to repeat the game: {command}"
    return Wording(message, at, help=help)


@code("E1103")
def game_without_end(at: Span, decisions: int, command: str) -> Wording:
    """A game that goes on and on."""
    message = f"a game was not over after {decisions} decisions"
    return Wording(
        message,
        at,
        help=f"let each round use something up, or count the rounds; to repeat the game: {command}",
    )


@code("E1104", "warning")
def untested(at: Span, what: str) -> Wording:
    """A card or rule of your own that no scenario reaches; only `check --strict` looks for them."""
    message = f"no scenario reaches {what}"
    help = "write a scenario in which it happens; `rulewright test --coverage` lists what scenarios reach"
    return Wording(message, at, help=help)
