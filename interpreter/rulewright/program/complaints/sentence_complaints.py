"""Sentences whose words are in the wrong form or place, too few or too many."""

from __future__ import annotations

from rulewright.text import Complaint, Span


def wrong_form(at: Span, found: str, right: str) -> Complaint:
    """A verb in the wrong form."""
    message = f"the verb is in the wrong form: `{found}`"
    return Complaint("E0205", message, at, help=f"write `{right}` here")


def not_third_person(at: Span, verb: str) -> Complaint:
    """An event declared with a verb that does not end in s."""
    first, hyphen, rest = verb.partition("-")
    message = "an event is declared in the third person: `a player gains …`"
    return Complaint("E0229", message, at, help=f"write `{first}s{hyphen}{rest}`")


def no_place_for(at: Span, verb: str, said: str, sentence: str) -> Complaint:
    """More in a sentence than the event has room for."""
    message = f"`{verb}` has no place for {said}"
    return Complaint("E0230", message, at, help=f"it is said so: `{sentence}`")


def missing_part(at: Span, verb: str, part: str, sentence: str) -> Complaint:
    """Less in a sentence than the event needs."""
    message = f"`{verb}` also needs {part}"
    return Complaint("E0206", message, at, help=f"it is said so: `{sentence}`")


def amount_behind(at: Span, verb: str, unit: str) -> Complaint:
    """An amount without its number, or with the number behind."""
    message = f"how many or how much stands before `{unit}`"
    return Complaint("E0237", message, at, help=f"write `{verb} 2 {unit}`, or a sum in parentheses")


def wrong_count(at: Span, what: str, wanted: int, found: int, example: str) -> Complaint:
    """A phase, value or fact with too many or too few things."""
    things = "nothing" if wanted == 0 else "one thing" if wanted == 1 else f"{wanted} things"
    message = f"{what} {things}, not of {found}"
    return Complaint("E0231", message, at, help=f"it is said so: `{example}`")


def not_counted(at: Span, place: str, unit: str) -> Complaint:
    """A unit behind something that is not counted, or `all` of it."""
    message = f"{place} is not an amount of `{unit}`"
    return Complaint("E0232", message, at, help="leave the word out")


def other_unit(at: Span, place: str, unit: str, found: str) -> Complaint:
    """An amount with the wrong word for what it counts."""
    message = f"{place} is counted in {unit}, not in {found}"
    return Complaint("E0207", message, at, help=f"write `{unit}`")


def fixed_word(at: Span) -> Complaint:
    """A fixed word of an event behind a preposition."""
    message = "a fixed word of an event stands right after its verb only"
    return Complaint("E0215", message, at, help="write `a` or `some` before it")
