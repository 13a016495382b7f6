"""Warnings about legal but odd rules: unused, unreachable, without effect or revealing."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.language.text import Span, SpanNote, Wording, code, one_of


@code("E0901", "warning")
def never_used(at: Span, what: str, name: str, help: str) -> Wording:
    """A declaration that nothing refers to."""
    return Wording(f"the {what} `{name}` is never used", at, help=help)


@code("E0902", "warning")
def never_read(at: Span, what: str, name: str) -> Wording:
    """A number, pointer or mark that is set, but that no rule reads and nobody sees."""
    message = f"the {what} `{name}` is set, but nothing ever looks at it, and nobody sees it"
    help = "let a rule ask for it, let players see it (`seen by everyone`), or leave it out"
    return Wording(message, at, help=help)


@code("E0903", "warning")
def never_set(at: Span, what: str, name: str) -> Wording:
    """A number, pointer or mark that is read, but never set."""
    message = f"the {what} `{name}` is looked at, but nothing ever sets it"
    help = "let a deed set it, or make it a `setting` or a `value`"
    return Wording(message, at, help=help)


@code("E0904", "warning")
def never_done(at: Span, event: str, declared: Span) -> Wording:
    """A rule that waits for an event that never happens."""
    message = f"nobody ever does `{event}`, so this never happens"
    note = SpanNote(declared, "the event is declared here")
    help = "let a deed do it, or wait for another event"
    return Wording(message, at, (note,), help)


@code("E0905", "warning")
def never_played(at: Span, phase: str, declared: Span) -> Wording:
    """A rule about a phase that is never played."""
    message = f"the phase {phase} is never played, so this never happens"
    note = SpanNote(declared, "the phase is declared here")
    return Wording(message, at, (note,), "play it, or leave this out")


@code("E0906", "warning")
def never_asked(at: Span, what: str, name: str, declared: Span, before: bool = False) -> Wording:
    """A rule that changes a value or fact that nothing reads during the game."""
    message = f"nothing ever asks for the {what} `{name}`, so this makes no difference"
    help = "`refuse` asks before the game, for what is printed on cards, whatever rules say"
    return Wording(message, at, (SpanNote(declared, "declared here"),), help if before else None)


@code("E0907", "warning")
def never_offered_at(at: Span, moment: str, declared: Span) -> Wording:
    """A power at a moment that never comes."""
    message = f"powers at `{moment}` are never used, so this one is never offered"
    note = SpanNote(declared, "the moment is declared here")
    return Wording(message, at, (note,), "let the flow `use powers` then")


@code("E0908", "warning")
def never_applies(at: Span, why: str) -> Wording:
    """A condition that never holds, so that the lines under it never run."""
    message = f"this is never so: {why}"
    return Wording(message, at, help="what it guards never happens")


@code("E0909", "warning")
def always_applies(at: Span, why: str) -> Wording:
    """A condition that always holds."""
    return Wording(f"this is always so: {why}", at, help="leave it out")


@code("E0910", "warning")
def never_possible(at: Span, power: str, other: Span, why: str) -> Wording:
    """A power with an impossible first step."""
    message = f"the power `{power}` can never be used: {why}"
    return Wording(message, at, (SpanNote(other, "this has to do with it"),))


@code("E0911", "warning")
def unused_local(at: Span, name: str) -> Wording:
    """A name that is introduced by `let`, and never used."""
    message = f"`{name}` is worked out, but nothing uses it"
    return Wording(message, at, help="leave it out")


@code("E0913", "warning")
def no_cards(at: Span, kind: str) -> Wording:
    """A kind without any card."""
    message = f"there is no card of the kind `{kind}`"
    return Wording(message, at, help="declare some, or leave the kind out")


@code("E0912", "warning")
def never_filled(at: Span, place: str) -> Wording:
    """A place that no card is ever moved to."""
    message = f"nothing is ever laid into the place `{place}`"
    return Wording(message, at, help="move cards there, or leave it out")


@code("E0914", "warning")
def needs_reduced_number(at: Span, name: str, earlier: Span) -> Wording:
    """A `first` statement that needs a number which an earlier one reduces."""
    message = f"this needs `{name}`, and so does an earlier `first`: each is asked for by itself"
    help = "ask for both together with `only if`, or make one deed of them"
    note = SpanNote(earlier, f"this changes `{name}` before")
    return Wording(message, at, (note,), help)


@code("E0915", "warning")
def wrong_stance(at: Span, stance: str, phase: str, why: str, others: Sequence[str]) -> Wording:
    """A rule whose event never happens while its stance applies."""
    message = f"this speaks only while the card is {stance}, during its player's {phase}; {why}"
    help = None
    if others:
        help = f"put it under {one_of([f'`while {other}`' for other in others])}"
    return Wording(message, at, help=help)


@code("E0917", "warning")
def value_read_too_late(at: Span, stance: str, phase: str, value: str) -> Wording:
    """A change, by a card that speaks in turns only, of a value that is read after the last turn."""
    message = (
        f"this speaks only while the card is {stance}, during its player's {phase}; "
        f"`{value}` is asked for when the game is over"
    )
    help = "keep it in a number of the player's, and count that in a rule outside of the card"
    return Wording(message, at, help=help)


@code("E0918", "warning")
def stops_all_players(at: Span, verb: str) -> Wording:
    """A `would` rule that stops the event of another player, ignores its details and never carries on."""
    message = f"this stops `{verb}` whenever somebody would do it, and does nothing with it"
    help = "write `after …` to hear it only, `carry on` to let it go on, or `cannot` to forbid it"
    return Wording(message, at, help=help)


@code("E0919", "warning")
def story_names_hidden_card(at: Span, name: str) -> Wording:
    """A hidden card in a line for all players: those who do not know it read “a card”."""
    message = f"who does not see the {name} where it lies reads “a card” here"
    help = f"to tell what it is called write `{{{name}'s name}}`; or tell it when it was moved or shown"
    return Wording(message, at, help=help)


@code("E0920", "warning")
def means_too_late(at: Span, stance: str, verb: str, others: Sequence[str]) -> Wording:
    """A means for the event that only brings its own card into the stance where the means applies."""
    message = f"this speaks only while the card is {stance}; what `{verb}` it comes before that"
    help = None
    if others:
        help = f"put it under {one_of([f'`while {other}`' for other in others])}"
    return Wording(message, at, help=help)


@code("E0921", "warning")
def text_without_rule(at: Span, card: str) -> Wording:
    """A card with a text for players, but without a rule."""
    message = f"{card} tells players what it does, but it has no rule that does it"
    return Wording(message, at, help="write its rules, or leave the `text` out")


@code("E0922", "warning")
def without_effect(at: Span, why: str) -> Wording:
    """A statement that changes nothing."""
    return Wording(f"this changes nothing: {why}", at, help="leave it out, or change what it says")


@code("E0923", "warning")
def no_amount(at: Span, number: int) -> Wording:
    """An amount that is zero or negative."""
    message = (
        "this comes to nothing" if number == 0 else f"{number} of something is less than nothing"
    )
    return Wording(message, at, help="write an amount of at least 1")


@code("E0931", "warning")
def negative_number(at: Span, number: int, name: str) -> Wording:
    """A number that one statement makes negative and all others keep at 0 or more."""
    message = f"`{name}` becomes {number}, and nothing else ever makes it less than 0"
    help = "write a number of at least 0; if it is meant so, `# allow E0931: ` and the reason"
    return Wording(message, at, help=help)


@code("E0924", "warning")
def empty_range(at: Span, low: int, high: int) -> Wording:
    """A range whose end is below its start, so that it is empty."""
    message = f"there are no numbers from {low} to {high}"
    return Wording(message, at, help=f"write `{min(low, high)} to {max(low, high)}`")


@code("E0925", "warning")
def usable_without_end(at: Span, power: str) -> Wording:
    """A power that can be used repeatedly, and changes nothing."""
    message = f"the power `{power}` can be used without end: it costs and changes nothing"
    return Wording(message, at, help="leave out `repeatedly`, or let it change something")


@code("E0933", "warning")
def only_costs(at: Span) -> Wording:
    """An optional event that only costs its player something."""
    help = "indent what it brings under it, or say what is done `otherwise`"
    return Wording("this can be done, and brings nothing", at, help=help)


@code("E0934", "warning")
def braces_in_text(at: Span) -> Wording:
    """Braces in the text of a card, which is shown as written."""
    message = "nothing fills braces in the text of a card: they are shown"
    help = "say it in words; `tell`, `shown as` and the texts of an `option` have values in them"
    return Wording(message, at, help=help)


@code("E0927", "warning")
def after_the_end(at: Span, end: Span) -> Wording:
    """A statement below the one that ends the game."""
    note = SpanNote(end, "here the game is over")
    return Wording("this is never done", at, (note,), "put it above the end, or leave it out")


@code("E0926", "warning")
def far_from_others(at: Span, field: str, low: int, high: int, kind: str) -> Wording:
    """A number on a card that is far from those of all other cards of its kind."""
    message = f"the {field} of every other {kind} lies between {low} and {high}"
    return Wording(message, at, help="mend it; if it is meant so, `# allow E0926: ` and the reason")


@code("E0928", "warning")
def leaked_by_silence(at: Span, verb: str, hidden: str) -> Wording:
    """An optional question without `asked anyway` that is skipped for a reason hidden from others."""
    message = (
        f"whether `{verb}` is possible hangs on the {hidden}, and others see whether this is asked"
    )
    help = "write `, asked anyway`: then it is asked in any case, and tells nothing"
    return Wording(message, at, help=help)


@code("E0929", "warning")
def leaked_by_options(at: Span, hidden: str) -> Wording:
    """Options that depend on something hidden from the player who chooses."""
    message = (
        f"what is offered here tells who is asked of the {hidden}, which that player does not see"
    )
    help = "`show` it before, let `chance` choose, or ask for something that the player sees"
    return Wording(message, at, help=help)


@code("E0930", "warning")
def mark_reveals_card(at: Span, name: str, card: str) -> Wording:
    """A mark or number that everybody sees, on a card that not everybody knows."""
    message = f"everybody sees `{name}`, with the name of its card: so this names the {card}, which not all know"
    help = f"let `{name}` be `seen by nobody`, put it on the card when it lies openly, or show the card before"
    return Wording(message, at, help=help)


@code("E0932", "warning")
def resembles_other_name(at: Span, name: str, other: str) -> Wording:
    """A name with letters of another alphabet that resemble those of another name."""
    strange = sorted({each for each in name if each not in other})
    letters = ", ".join(f"`{each}` (U+{ord(each):04X})" for each in strange)
    message = f"this looks like `{other}`, and is another name: {letters} is of another alphabet"
    help = f"write `{other}` if that is meant, or choose another name"
    return Wording(message, at, help=help)


@code("E0916", "warning")
def captured_by_where(at: Span, word: str, where: Span, negated: bool) -> Wording:
    """A condition after `or` or `and` in a `where` that does not mention its element."""
    message = f"this says nothing of what the `where` looks at, and yet the `{word}` belongs to it"
    note = SpanNote(where, "it reaches as far to the right as it can")
    whole = "(there is no … where …)" if negated else "(… where …)"
    help = f"write `{whole} {word} …`, or `where (… {word} …)` if it is meant so"
    return Wording(message, at, (note,), help)
