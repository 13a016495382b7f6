"""Warnings about legal but odd rules: unused, unreachable, without effect or revealing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rulewright.language.text import Span, SpanNote, Wording, code, one_of

_NUMBER: Final = re.compile(r"\b(\d+)\b")
_CHANGE_EDITION: Final = (
    "change the cards or settings of the edition, or write this rule in another way"
)


def _in_no_game(edition: str | None) -> str:
    """Return the words that limit a complaint to the games of an edition; empty for all games."""
    return "" if edition is None else f" with the cards, settings and options of {edition}"


@code("E0901", "warning")
def never_used(at: Span, what: str, name: str, help: str) -> Wording:
    """A declaration that nothing refers to."""
    return Wording(f"the {what} `{name}` is never used", at, help=help)


@code("E0902", "warning")
def never_read(at: Span, what: str, name: str) -> Wording:
    """Something that is set, but that no rule reads and nobody sees."""
    message = f"the {what} `{name}` is set, but no rule reads it and no player sees it"
    help = "let a rule read it, let players see it (`seen by everyone`), or leave it out"
    return Wording(message, at, help=help)


@code("E0903", "warning")
def never_set(at: Span, what: str, name: str) -> Wording:
    """Something that is read, but never set."""
    message = f"the {what} `{name}` is read, but nothing ever sets it"
    help = "set it in an event, phase or power, or make it a `setting` or a `value`"
    return Wording(message, at, help=help)


@code("E0904", "warning")
def never_done(at: Span, event: str, declared: Span, edition: str | None = None) -> Wording:
    """A rule that waits for an event that never happens: in no game at all, or in no game of one edition."""
    message = f"the event `{event}` never happens{_in_no_game(edition)}, so this rule has no effect"
    note = SpanNote(declared, "the event is declared here")
    help = "let a rule do it, or write another event here"
    return Wording(message, at, (note,), _CHANGE_EDITION if edition else help)


@code("E0905", "warning")
def never_played(at: Span, phase: str, declared: Span, edition: str | None = None) -> Wording:
    """A rule about a phase that is never played: in no game at all, or in no game of one edition."""
    message = f"the phase {phase} is never played{_in_no_game(edition)}, so this rule has no effect"
    note = SpanNote(declared, "the phase is declared here")
    help = f"write `play {phase}` where it should happen, name a phase that is played, or leave this rule out"
    return Wording(message, at, (note,), _CHANGE_EDITION if edition else help)


@code("E0906", "warning")
def never_asked(
    at: Span, what: str, name: str, declared: Span, before: bool = False, edition: str | None = None
) -> Wording:
    """A rule that changes a value or fact that no rule reads: in no game at all, or in no game of one edition."""
    message = f"no rule reads the {what} `{name}` during the game{_in_no_game(edition)}, so this has no effect"
    help = f"let a rule use `{name}`, or leave this rule out"
    if before:
        help = "leave it out: `refuse` reads the printed values of cards, before rules change them"
    note = SpanNote(declared, "declared here")
    return Wording(message, at, (note,), _CHANGE_EDITION if edition else help)


@code("E0907", "warning")
def never_offered_at(at: Span, moment: str, declared: Span, edition: str | None = None) -> Wording:
    """A power at a moment that never comes: in no game at all, or in no game of one edition."""
    message = f"the game never uses powers at `{moment}`{_in_no_game(edition)}, so it never offers this one"
    note = SpanNote(declared, "the moment is declared here")
    help = (
        _CHANGE_EDITION
        if edition
        else f"name a moment that the game uses, or write `use powers at {moment}` in the flow"
    )
    return Wording(message, at, (note,), help)


@code("E0908", "warning")
def never_applies(at: Span, why: str, of_several: bool) -> Wording:
    """A condition, or one part of an `or`, that is never true."""
    if of_several:
        message = f"this part of the condition is never true: {why}"
        return Wording(message, at, help="correct this part, or leave it out")
    message = f"this condition is never true: {why}"
    return Wording(message, at, help="correct the condition, or leave out what depends on it")


@code("E0909", "warning")
def always_applies(at: Span, why: str) -> Wording:
    """A condition, or one part of it, that is always true."""
    return Wording(f"this condition is always true: {why}", at, help="leave out the condition")


@code("E0910", "warning")
def never_possible(at: Span, power: str, other: Span, why: str, label: str) -> Wording:
    """A power that nobody can ever use."""
    message = f"the power `{power}` can never be used: {why}"
    help = "correct the marked part, or leave out the power"
    return Wording(message, at, (SpanNote(other, label),), help)


@code("E0911", "warning")
def unused_local(at: Span, name: str) -> Wording:
    """A name that is introduced by `let`, and never used."""
    message = f"`{name}` is calculated, but never used"
    return Wording(message, at, help=f"use `the {name}` in a later line, or leave it out")


@code("E0913", "warning")
def no_cards(at: Span, kind: str) -> Wording:
    """A kind without any card."""
    message = f"there is no card of the kind `{kind}`"
    return Wording(message, at, help="declare a card, or leave out the kind")


@code("E0912", "warning")
def never_filled(at: Span, place: str) -> Wording:
    """A place that no card is ever moved to."""
    message = f"no card is ever moved to the place `{place}`"
    return Wording(message, at, help="move cards there, or leave it out")


@code("E0914", "warning")
def needs_reduced_number(at: Span, name: str, earlier: Span) -> Wording:
    """Two prices after `first` that are paid with the same number."""
    message = f"this price and an earlier one both need `{name}`, but each is checked alone"
    (before, *one), (same, *other) = (_NUMBER.split(each.text) for each in (earlier, at))
    help = "write one price, or test both together with `only if`"
    if len(one) == 2 and same == before and one[1:] == other[1:]:
        help = f"write one price: `first {before}{int(one[0]) + int(other[0])}{one[1]}`"
    return Wording(message, at, (SpanNote(earlier, f"this reduces `{name}` first"),), help)


@code("E0915", "warning")
def wrong_stance(at: Span, stance: str, phase: str, why: str, others: Sequence[str]) -> Wording:
    """A rule that applies only in the turn of a card's player, but waits for something that never happens in it."""
    message = (
        f"this applies only in the {phase} of the card's player (`speaks {stance}`), when {why}"
    )
    help = None
    if others:
        help = f"put it under {one_of([f'`while {other}`' for other in others])}"
    return Wording(message, at, help=help)


@code("E0917", "warning")
def value_read_too_late(at: Span, stance: str, phase: str, value: str) -> Wording:
    """A card that changes a value only in its player's turn, although the value counts after the last turn."""
    message = (
        f"this applies only in the {phase} of the card's player (`speaks {stance}`), "
        f"but `{value}` is read when the game is over"
    )
    help = "store it in a number of the player, and count this number in a rule that is on no card"
    return Wording(message, at, help=help)


@code("E0918", "warning")
def stops_all_players(at: Span, verb: str) -> Wording:
    """A rule with `would` that always stops an event of other players."""
    message = f"this rule has no `carry on`, so it always stops `{verb}` for other players"
    help = "write `after …` to react to it, `carry on` to let it happen, or `cannot` to forbid it"
    return Wording(message, at, help=help)


@code("E0919", "warning")
def story_names_hidden_card(at: Span, name: str) -> Wording:
    """A message to all players that names a hidden card."""
    message = f"players who cannot see the card `{name}` will read “a card” in its place"
    help = f"to name it anyway, write `{{{name}'s name}}`; or put this line after the card is shown"
    return Wording(message, at, help=help)


@code("E0920", "warning")
def means_too_late(at: Span, stance: str, verb: str, others: Sequence[str]) -> Wording:
    """A `means` that is available only after the event for which it should pay."""
    message = (
        f"this `means` applies only while the card is {stance}, but `{verb}` happens before that"
    )
    help = None
    if others:
        help = f"put it under {one_of([f'`while {other}`' for other in others])}"
    return Wording(message, at, help=help)


@code("E0921", "warning")
def text_without_rule(at: Span, card: str) -> Wording:
    """A card with a text for players, but without a rule."""
    message = f"the text of {card} describes an effect, but the card has no rule"
    return Wording(message, at, help="write the rule, or leave out the `text`")


@code("E0922", "warning")
def without_effect(at: Span, why: str) -> Wording:
    """A statement that changes nothing."""
    return Wording(f"this changes nothing: {why}", at, help="leave out the line, or correct it")


@code("E0923", "warning")
def no_amount(at: Span, number: int) -> Wording:
    """An amount that is zero or negative."""
    message = (
        "the amount is 0, so this does nothing"
        if number == 0
        else f"the amount is {number}, which is less than 0"
    )
    return Wording(message, at, help="write an amount of at least 1")


@code("E0931", "warning")
def negative_number(at: Span, number: int, name: str) -> Wording:
    """A number that one statement makes negative and all others keep at 0 or more."""
    message = f"`{name}` becomes {number}, and nothing else ever makes it less than 0"
    help = "write a number of at least 0; if you mean this, add `# allow E0931: ` and the reason"
    return Wording(message, at, help=help)


@code("E0924", "warning")
def empty_range(at: Span, low: int, high: int) -> Wording:
    """A range whose end is below its start, so that it is empty."""
    message = f"there are no numbers from {low} to {high}"
    return Wording(message, at, help=f"write `{min(low, high)} to {max(low, high)}`")


@code("E0925", "warning")
def usable_without_end(at: Span, power: str) -> Wording:
    """A power that can be used repeatedly, and changes nothing."""
    message = f"the power `{power}` can be used again and again, but costs and changes nothing"
    return Wording(message, at, help="leave out `repeatedly`, or let the power change something")


@code("E0933", "warning")
def only_costs(at: Span) -> Wording:
    """An optional event that only costs its player something."""
    help = "indent below it what the player gets, or write an `otherwise`"
    return Wording("a player may do this, but gets nothing for it", at, help=help)


@code("E0934", "warning")
def braces_in_text(at: Span) -> Wording:
    """Braces in the text of a card, which is shown as written."""
    message = "players see these braces: the text of a card contains no values"
    help = (
        "write it in words; only `tell`, `shown as` and the texts of an `option` can contain values"
    )
    return Wording(message, at, help=help)


@code("E0935", "warning")
def replaces_score(at: Span, name: str, amount: str) -> Wording:
    """A card that replaces the value that decides who wins, instead of adding to it."""
    message = f"this replaces the whole `{name}`, which decides the game; nothing else counts then"
    start, amounts, rest = at.text.partition(f" is {amount}")
    line = f"{start}{amounts} more{rest}" if amounts else f"{amount} more"
    help = f"to add to it, write `{line}`; if you mean this, add `# allow E0935: ` and the reason"
    return Wording(message, at, help=help)


@code("E0936", "warning")
def never_shuffled(at: Span, place: str) -> Wording:
    """A hidden pile in which the cards lie in the order of the edition in every game."""
    message = f"the cards of the {place} lie in the same order in every game"
    return Wording(message, at, help=f"write `shuffle the {place}` at the beginning of the flow")


@code("E0937", "warning")
def seen_by_no_owner(at: Span, name: str) -> Wording:
    """`seen by its owner` for something on a card or on the table, which has no owner."""
    message = f"no player sees `{name}`: what is on a card or on the table has no owner"
    help = "write `seen by nobody`, or name a player, as in `seen by the leader`"
    return Wording(message, at, help=help)


@code("E0938", "warning")
def amount_not_in_rules(at: Span, card: str, said: int, own: Sequence[int]) -> Wording:
    """The text of a card says one amount, and its rules say another."""
    amounts = " and ".join(map(str, own))
    message = f"the text of {card} says {said}, but its rules have {amounts} and no {said}"
    return Wording(message, at, help=f"let the text say {amounts}, or the rules {said}")


@code("E0927", "warning")
def after_the_end(at: Span, end: Span) -> Wording:
    """A statement below the one that ends the game."""
    note = SpanNote(end, "here the game is over")
    return Wording(
        "this line is never reached",
        at,
        (note,),
        "put it before the end of the game, or leave it out",
    )


@code("E0926", "warning")
def far_from_others(at: Span, field: str, low: int, high: int, kind: str) -> Wording:
    """A number on a card that is far from those of all other cards of its kind."""
    message = f"the {field} of every other {kind} is between {low} and {high}"
    return Wording(
        message, at, help="correct it; if you mean this, add `# allow E0926: ` and the reason"
    )


@code("E0928", "warning")
def leaked_by_silence(at: Span, verb: str, hidden: str) -> Wording:
    """An optional question without `asked anyway` that is skipped for a reason hidden from others."""
    message = f"whether this question appears depends on the hidden {hidden}, and the other players notice it"
    help = "write `, asked anyway`: the question then always appears and reveals nothing"
    return Wording(message, at, help=help)


@code("E0929", "warning")
def leaked_by_options(at: Span, hidden: str) -> Wording:
    """Options that depend on something hidden from the player who chooses."""
    message = f"these options depend on the {hidden}, which the choosing player does not see"
    help = "`show` it first, let `chance` choose, or use something that the player sees"
    return Wording(message, at, help=help)


@code("E0930", "warning")
def mark_reveals_card(at: Span, name: str, card: str) -> Wording:
    """A mark or number that everybody sees, on a card that not everybody knows."""
    message = f"everybody sees `{name}` with the name of its card, but the {card} may be hidden"
    help = f"make `{name}` `seen by nobody`, or show the card first"
    return Wording(message, at, help=help)


@code("E0932", "warning")
def resembles_other_name(at: Span, name: str, other: str) -> Wording:
    """A name that looks like another one, but has a letter of a different alphabet."""
    strange = sorted({each for each in name if each not in other})
    letters = ", ".join(f"`{each}` (U+{ord(each):04X})" for each in strange)
    message = f"this looks like `{other}`, but {letters} is from another alphabet"
    help = f"write `{other}` if you mean that name, or choose a different one"
    return Wording(message, at, help=help)


@code("E0916", "warning")
def captured_by_where(at: Span, word: str, where: Span, negated: bool) -> Wording:
    """A condition without `it` after `or` or `and` that still belongs to the `where` before it."""
    message = "the `where` also covers this condition, which does not use `it`"
    note = SpanNote(where, "a `where` continues to the end of the condition")
    whole = "(there is no … where …)" if negated else "(… where …)"
    help = (
        f"if this has nothing to do with the `where`, write `{whole} {word} {at.text}`; "
        f"if it belongs to it, write `where (… {word} {at.text})`"
    )
    return Wording(message, at, (note,), help)
