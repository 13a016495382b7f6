"""Things of the wrong type, and what can therefore never be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.program.english import plural
from rulewright.syntax.known_mistakes.mistaken_words import DIGITS
from rulewright.text import Complaint, Note, Span


def wrong_type(at: Span, what: str, wanted: str, found: str, help: str | None) -> Complaint:
    """An expression of the wrong type."""
    return Complaint("E0301", f"{what} is to be {wanted}, but this is {found}", at, help=help)


def wrong_constant(at: Span, wanted: str) -> Complaint:
    """A field, default or cell of the wrong type."""
    help = f"write `{DIGITS[at.text]}`" if at.text in DIGITS else None
    return Complaint("E0310", f"this is to be {wanted}", at, help=help)


def not_a_list(at: Span, found: str, plural: str | None) -> Complaint:
    """One thing where a list is wanted."""
    help = None if plural is None else f"all of them are `{plural}`"
    return Complaint("E0302", f"a list is wanted here, but this is {found}", at, help=help)


def not_labels(at: Span, found: str, lists: Iterable[str]) -> Complaint:
    """`for each` of a rule over what is not known before the game."""
    message = f"a rule is made for each label of a list, but this is {found}"
    help = f"such as `{plural(name)}`" if (name := next(iter(lists), None)) else None
    return Complaint("E0311", message, at, help=help)


def other_members(at: Span, there: str, found: str, right: str) -> Complaint:
    """A list named after something that is not in it."""
    message = f"there are {there} in there, no {found}"
    return Complaint("E0303", message, at, help=f"write `{right}`")


def only_one(at: Span, name: str) -> Complaint:
    """`any` with a place of which there is one."""
    message = f"there is only one {name}"
    return Complaint("E0304", message, at, help=f"write `the {name}`")


def around_the_table(at: Span) -> Complaint:
    """`starting with` and something that does not sit at the table."""
    message = "only players sit around the table"
    return Complaint("E0305", message, at, help="write `players starting with …`")


def too_large(at: Span, largest: int) -> Complaint:
    """A number that does not lie within the range of numbers."""
    message = f"this number is too large: numbers lie between -{largest} and {largest}"
    return Complaint("E0306", message, at)


def no_end(at: Span, name: str | None) -> Complaint:
    """The top of a place that is kept in no order."""
    what = "this" if name is None else f"the {name}"
    message = f"{what} has no top and no bottom, because it is not kept in order"
    help = None if name is None else f"declare it `in order`: `… {name} of …, in order, seen by …`"
    return Complaint("E0307", message, at, help=help)


def never(at: Span, left: str, right: str) -> Complaint:
    """A comparison that no game can answer with yes."""
    message = f"this can never be: {left} is never {right}"
    return Complaint("E0308", message, at)


def not_a_type(at: Span) -> Complaint:
    """More than one word for a type."""
    message = "a type is one word, and perhaps `or nothing`"
    return Complaint("E0309", message, at)


def circle(at: Span, what: str, steps: Sequence[tuple[Span, str]], chain: str) -> Complaint:
    """A value or fact that depends on itself."""
    notes = tuple(Note(span, said) for span, said in steps)
    message = f"`{what}` depends on itself: {chain}"
    return Complaint("E0607", message, at, notes, "let one of them look at something else")


def sets_itself_off(
    at: Span, what: str, steps: Sequence[tuple[Span, str]], chain: str
) -> Complaint:
    """An event or phase that would never end, because it sets itself off."""
    notes = tuple(Note(span, said) for span, said in steps)
    message = f"{what} sets itself off, and would never end: {chain}"
    help = "use an event of its own for what happens in between"
    return Complaint("E0608", message, at, notes, help)
