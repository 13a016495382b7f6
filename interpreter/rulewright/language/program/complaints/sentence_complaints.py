"""Complaints about sentences with words in the wrong form or place, too few words or too many."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.language.text import Fix, Span, Wording, code


@code("E0205")
def wrong_verb_form(at: Span, actual: str, right: str) -> Wording:
    """A verb in the wrong form."""
    message = f"the verb is in the wrong form: `{actual}`"
    return Wording(message, at, fixes=(Fix(at, right, f"write `{right}` here"),))


@code("E0229")
def not_third_person(at: Span, verb: str) -> Wording:
    """An event declared with a verb whose first word does not end in s."""
    first, hyphen, rest = verb.partition("-")
    message = "an event needs a verb in the third person, as in `a player gains …`"
    help = f"write `{first}s{hyphen}{rest}`"
    if rest.endswith("s"):
        help = f"begin with the word that ends in `s`: `{rest}-{first}`"
    return Wording(message, at, help=help)


@code("E0230")
def no_parameter_for(at: Span, verb: str, part: str, sentence: str) -> Wording:
    """A sentence with an addition, such as `to …`, that is not in the declaration of its event."""
    message = f"the event `{verb}` is declared without {part}"
    return Wording(message, at, help=f"write it like `{sentence}`")


@code("E0206")
def missing_part(at: Span, verb: str, part: str, sentence: str) -> Wording:
    """A sentence without a part that its event needs."""
    message = f"`{verb}` also needs {part}"
    return Wording(message, at, help=f"write it like `{sentence}`")


@code("E0237")
def amount_after_unit(at: Span, verb: str, unit: str) -> Wording:
    """An amount without its number, or with the number after the unit."""
    message = f"a number is missing before `{unit}`"
    return Wording(message, at, help=f"write `{verb} 2 {unit}`, or a calculation in parentheses")


@code("E0231")
def wrong_count(at: Span, what: str, wanted: Sequence[str], actual: int, example: str) -> Wording:
    """A phase, value or fact used for more or fewer things than it is declared for, as in `for a field`."""
    named = f"{actual or 'none'} {'is' if actual == 1 else 'are'} named here"
    message = f"{what} is for {' and '.join(wanted) or 'nobody'}, but {named}"
    return Wording(message, at, help=f"write it like `{example}`")


@code("E0232")
def not_an_amount(at: Span, place: str, unit: str) -> Wording:
    """`all`, or a unit such as `stones`, where no amount is needed."""
    message = f"{place} is no amount, so it takes neither `all` nor a unit such as `{unit}`"
    return Wording(message, at, help="name one card or player in place of these words")


@code("E0207")
def wrong_unit(at: Span, place: str, unit: str, actual: str) -> Wording:
    """An amount with the wrong word for its unit."""
    message = f"{place} can only be {unit}, not {actual}"
    fixes: tuple[Fix, ...] = ()
    if at.text.endswith(actual):
        last = Span(at.source, at.end - len(actual), at.end)
        fixes = (Fix(last, unit, f"write `{unit}`"),)
    return Wording(message, at, help=f"write `{unit}`", fixes=fixes)


@code("E0244")
def unknown_verb_of_game(at: Span, verb: str) -> Wording:
    """A sentence about the game with a verb other than `end` or `win`."""
    message = f"a game can only end or be won; `{verb}` is not possible"
    return Wording(
        message,
        at,
        help="rules say `end the game`, `the player wins the game` or `nobody wins the game`",
    )


@code("E0249")
def win_has_no_hooks(at: Span) -> Wording:
    """A rule that waits for the win of the game, or replaces it."""
    message = "no rule can react to the win: the game is over"
    help = "write `… cannot win the game, if …`, or do this before the win"
    return Wording(message, at, help=help)


@code("E0245")
def ends_by_rules(at: Span) -> Wording:
    """A rule or scenario in which the end of the game is chosen or tested, or has further words."""
    message = "nobody can choose the end of the game: only rules end it"
    help = "write `end the game` or `win the game`, alone on a line of an event, phase or power"
    return Wording(message, at, help=help)


@code("E0238")
def nested_too_deep(at: Span, most: int) -> Wording:
    """Very many choices, or branches of an `if`, inside one another."""
    message = f"more than {most} choices and branches depend on one another here"
    return Wording(message, at, help="move the later ones into a separate event")


@code("E0215")
def fixed_word(at: Span, preposition: str, word: str, is_kind: bool) -> Wording:
    """A fixed word after `to`, `with` and the like in an event, where a thing such as `a player` must follow."""
    message = f"after `{preposition}` must come a thing with `a` or `some`, not the word `{word}`"
    thing = word if is_kind else f"player called {word}"
    article = "an" if thing[0] in "aeiou" else "a"
    help = f"write `{preposition} {article} {thing}`"
    return Wording(message, at, help=help if is_kind else f"{help}, or a thing of another kind")
