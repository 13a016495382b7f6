"""Complaints about words with a meaning in some places only (me, this, it, carry on), and about missing players."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.language.text import Fix, Span, SpanNote, Wording, code


@code("E0401")
def nobody_speaks(at: Span) -> Wording:
    """`me`, `my` or `I` where no rule speaks for anybody."""
    message = "this rule is on no card, so `me`, `my` and `I` mean nobody"
    help = "name the player instead, or put the rule on a card"
    return Wording(message, at, help=help)


@code("E0402")
def no_this(at: Span) -> Wording:
    """A rule that says `this` or `other`, but is on no card."""
    if at.text.startswith("other "):
        message = f"`{at.text}` means all but the card that this rule is on, but it is on no card"
        help = f"say where the cards are: `{at.text.removeprefix('other ')} in …`"
        return Wording(message, at, help=help)
    message = "`this` means the card that a rule is on, but this rule is on no card"
    return Wording(message, at, help="name the card")


@code("E0403")
def no_it(at: Span, replacements: Iterable[str]) -> Wording:
    """`it` outside a `where`."""
    message = "`it` and `its` are used only inside a `where`"
    fixes = tuple(Fix(at, replacement, f"write `{replacement}`") for replacement in replacements)
    return Wording(message, at, help="name the thing: `the …`", fixes=fixes)


@code("E0404")
def no_repeat(at: Span) -> Wording:
    """`repeat until` outside the flow."""
    message = "only the flow of the game can repeat without a limit"
    help = (
        "use `for each` or `repeatedly choose`, or give a limit: `repeat at most 10 times until …`"
    )
    return Wording(message, at, help=help)


@code("E0405")
def no_carry_on(at: Span) -> Wording:
    """`carry on` where no event was stopped."""
    message = "`carry on` belongs under `when … would …`"
    return Wording(
        message,
        at,
        help="write `when … would …` above it, or leave it out: only then an event is stopped",
    )


@code("E0406")
def misplaced_because(at: Span) -> Wording:
    """`because` outside of `outcome`."""
    help = "move this line below `outcome by …`, four spaces deeper"
    return Wording("`because` belongs under `outcome`", at, help=help)


@code("E0407")
def carries_on_twice(at: Span, first: Span) -> Wording:
    """A `carry on` that can be reached after another one, or repeatedly."""
    if first == at:
        message = "this `carry on` can be reached again and again, but an event continues only once"
        return Wording(message, at, help="put it after the `for each`")
    message = "this `carry on` can be reached after another one, but an event continues only once"
    return Wording(message, at, (SpanNote(first, "the event continues here"),), "keep one of them")


@code("E0408")
def may_be_nobody(at: Span, expression: str, role: str, guard: str, nothing: str) -> Wording:
    """A player or thing that may be missing, used without a test."""
    message = f"{expression} may be {nothing}, but this line needs {role}"
    help = f"test this first: `if {guard} is not {nothing}`"
    return Wording(message, at, help=help)


@code("E0409")
def stance_of_nobody(at: Span, stance: str, has_condition: bool) -> Wording:
    """Rules of a card that speak for a player who may be nobody."""
    message = (
        f"`{at.text}` may be nobody, so `my` in the rules under `while {stance}` may mean nobody"
    )
    test = f"{at.text} is not nobody"
    help = (
        f"add `and {test}` to the `while …`"
        if has_condition
        else f"write `speaks {stance} for {at.text} while {test}`"
    )
    return Wording(message, at, help=help)


@code("E0410")
def not_for_a_player(at: Span, phase: str, right: str) -> Wording:
    """A player's phase, such as `my deal`, although the phase belongs to no player."""
    message = f"the phase `{phase}` is not played for a player, so it is nobody's"
    return Wording(message, at, help=f"write `{right}`")


@code("E0412")
def nobody_chooses_at_once(at: Span, each: str, first: str) -> Wording:
    """`for each …, at once` whose first line is not a choice of each player."""
    message = f"all choose at once, so the first line must let the {each} choose"
    choice = first.removeprefix("choose ")
    choice = "a … from …" if choice == first or "\n" in choice else choice
    return Wording(message, at, help=f"begin with `the {each} chooses {choice}`")


@code("E0411")
def not_delayed(at: Span, what: str) -> Wording:
    """A `power` or a `means` under `until`."""
    message = f"a {what} cannot be below `until`"
    help = "write it on a card or at the left edge, with `, if …` and a mark that ends with a phase"
    return Wording(message, at, help=help)
