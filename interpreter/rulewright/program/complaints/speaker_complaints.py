"""Words that mean something in some places only: me, this, it, carry on, and whoever may be nobody."""

from __future__ import annotations

from rulewright.text import Complaint, Note, Span


def nobody_speaks(at: Span) -> Complaint:
    """`me`, `my` or `I` where no rule speaks for anybody."""
    message = "nobody speaks here, so `me`, `my` and `I` mean no one"
    help = "a rule speaks for somebody on a card; elsewhere say which player"
    return Complaint("E0401", message, at, help=help)


def no_this(at: Span) -> Complaint:
    """`this` off a card."""
    message = "`this` means the card a rule stands on; here is none"
    return Complaint("E0402", message, at, help="name the card")


def no_it(at: Span) -> Complaint:
    """`it` outside a `where`."""
    message = "`it` and `its` stand for the thing a `where` looks at; here is none"
    return Complaint("E0403", message, at, help="name the thing: `the …`")


def no_repeat(at: Span) -> Complaint:
    """`repeat until` outside the flow."""
    message = "only the flow of the game repeats"
    return Complaint("E0404", message, at, help="use `for each`, or `repeatedly choose`")


def no_carry_on(at: Span) -> Complaint:
    """`carry on` where nothing was stopped."""
    message = "`carry on` belongs under `when … would …`"
    return Complaint("E0405", message, at, help="a `before` or `after` rule stops nothing")


def misplaced_because(at: Span) -> Complaint:
    """`because` away from `outcome`."""
    return Complaint("E0406", "`because` belongs under `outcome`", at, help="move it there")


def carries_on_twice(at: Span, first: Span) -> Complaint:
    """A `carry on` that is reached after another one, or again and again."""
    if first == at:
        message = "this `carry on` can be reached again and again, but an event goes on only once"
        return Complaint("E0407", message, at, help="put it after the `for each`")
    message = "this `carry on` can be reached after another one, but an event goes on only once"
    return Complaint(
        "E0407", message, at, (Note(first, "it has gone on here"),), "keep one of them"
    )


def may_be_nobody(at: Span, found: str, role: str, guard: str, nothing: str) -> Complaint:
    """Somebody or something that may be missing, used as if it were there."""
    message = f"{found} may be {nothing}, and then nobody knows {role}"
    help = f"ask first: `if {guard} is not {nothing}`"
    return Complaint("E0408", message, at, help=help)


def stance_of_nobody(at: Span, kind: str, stance: str) -> Complaint:
    """A stance that may speak for nobody."""
    message = f"while a {kind} is {stance} it may be that nobody is there to speak for"
    help = "say when it speaks: `while …`, so that there is somebody then"
    return Complaint("E0409", message, at, help=help)


def not_for_a_player(at: Span, phase: str) -> Complaint:
    """`my` with a phase that is not played for a player."""
    message = f"the phase {phase} is played for no player, so that it is nobody's"
    return Complaint("E0410", message, at, help=f"write `the start of the {phase}`, or `the end`")


def not_delayed(at: Span, what: str) -> Complaint:
    """A power or a means under `until`."""
    message = f"a {what} stands on a card or in the frame, not under `until`"
    help = "say when it is offered: `, if …`, and let a mark with a duration decide"
    return Complaint("E0411", message, at, help=help)
