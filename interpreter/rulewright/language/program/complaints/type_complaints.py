"""Complaints about types, and about comparisons and lists that can never be right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rulewright.language.syntax.recovery.known_mistakes.mistaken_words import (
    DIGITS,
    INNER_WORDS,
    digits_meant,
)
from rulewright.language.text import Fix, Span, SpanNote, Wording, code
from rulewright.language.text.words.english import plural

_HELP_FOR: Final = {
    "a number": "write a number, or count: `the number of …`",
    "a player": "name a player",
    "yes-or-no": "write a condition, such as `… is …` or `there is …`",
}
"""Help by the type that is needed."""


@code("E0301")
def wrong_type(at: Span, what: str, wanted: str, actual: str, help: str | None) -> Wording:
    """Something of the wrong type, such as a player in place of a number."""
    help = help or _HELP_FOR.get(wanted)
    return Wording(f"{what} must be {wanted}, but this is {actual}", at, help=help)


@code("E0310")
def wrong_constant(at: Span, wanted: str) -> Wording:
    """A value of the wrong type in a card, a setting or a table."""
    number = DIGITS.get(at.text) or digits_meant(at.text)
    help = INNER_WORDS.get(at.text) if number is None else f"write `{number}`"
    example = {"a number": "a number in digits, such as 3", "yes-or-no": "`yes` or `no`"}.get(
        wanted
    )
    if help is None and example is not None:
        help = f"write {example}"
    return Wording(f"this must be {wanted}", at, help=help)


@code("E0302")
def not_a_list(at: Span, actual: str, plural: str | None) -> Wording:
    """A single thing where a list is needed."""
    help = (
        "write a list, such as `players`, or a place with cards"
        if plural is None
        else f"for all of them: `{plural}`"
    )
    return Wording(f"`{at.text}` must be a list, but it is {actual}", at, help=help)


@code("E0311")
def labels_not_constant(at: Span, actual: str, lists: Iterable[str]) -> Wording:
    """A rule with `, for each …` over players or cards."""
    message = f"`for each` of a rule needs a list of labels, but this is {actual}"
    help = (
        f"write a list of labels, such as `{plural(name)}`"
        if (name := next(iter(lists), None))
        else None
    )
    return Wording(message, at, help=help)


@code("E0303")
def wrong_noun_for_list(at: Span, place: str, noun: str, actual: str, right: str) -> Wording:
    """A word for cards of a kind that the place does not contain."""
    message = f"`{place}` contains {noun}, so `{actual}` does not fit"
    help = f"write `{right}`"
    fixes = (Fix(at, right, help),) if right == noun else ()
    return Wording(message, at, help=help, fixes=fixes)


@code("E0304")
def exists_only_once(at: Span, name: str) -> Wording:
    """`any` with a place that exists only once."""
    message = f"there is only one {name}"
    return Wording(message, at, help=f"write `the {name}`")


@code("E0305")
def not_at_the_table(at: Span) -> Wording:
    """`starting with` and something other than players."""
    message = "`starting with` is only for players"
    return Wording(message, at, help="write `players starting with …`")


@code("E0306")
def too_large(at: Span, largest: int) -> Wording:
    """A number outside of the allowed range."""
    help = f"write a number from -{largest} to {largest}"
    return Wording("this number is too large", at, help=help)


@code("E0313")
def limit_not_constant(at: Span) -> Wording:
    """A limit for `repeat` that is not known before the game."""
    message = "the limit of a `repeat` must be known before the game"
    help = "write a number, a setting or a table; `until` can end it earlier"
    return Wording(message, at, help=help)


@code("E0312")
def division_by_zero(at: Span) -> Wording:
    """A division by 0."""
    return Wording("this divides by 0", at, help="divide by another number")


@code("E0307")
def top_of_unordered_place(at: Span, name: str | None) -> Wording:
    """The top of a place that is not kept in order."""
    what = "this" if name is None else f"the {name}"
    message = f"{what} has no top and no bottom, because it is not ordered"
    help = (
        None
        if name is None
        else (
            "name a place that is in order, or declare this one so: "
            f"`… {name} of …, in order, seen by …`"
        )
    )
    return Wording(message, at, help=help)


@code("E0308")
def never_equal(
    at: Span, left: str, right: str, instead: Iterable[tuple[Span, str]] = ()
) -> Wording:
    """A comparison that is never true.

    `instead` are replacements for parts of it that may have been meant.
    """
    message = f"this is never true: {left} is never {right}"
    fixes = tuple(Fix(part, text, f"write `{text}`") for part, text in instead)
    return Wording(message, at, help=f"compare it with {left}", fixes=fixes)


@code("E0309")
def not_a_type(at: Span, names: Sequence[str]) -> Wording:
    """A name that is declared with two types, or with none."""
    if not names:
        message = f"`{at.text}` names no type; `or nothing` must follow a type"
        return Wording(message, at)
    message = f"`{at.text}` are {len(names)} types, but a name has only one"
    help = f"keep one of them, as in `{names[0]}` or `{names[0]} or nothing`"
    return Wording(message, at, help=help)


@code("E0251")
def fixed_by_edition(at: Span, name: str, what: str, value: str, declared: Span) -> Wording:
    """A rule or statement that would change an edition's setting or table, or set a place."""
    helps = {
        "setting": f"an edition changes it with `settings: {{{name}: {value}}}`",
        "table": f"an edition changes its rows with `tables: {{{name}: {{4: {value}}}}}`",
        "place": f"to put cards there, write `move … to the {name}`",
    }
    message = f"`{name}` is a {what}, which no rule can change during a game"
    return Wording(message, at, (SpanNote(declared, "it is declared here"),), helps[what])
