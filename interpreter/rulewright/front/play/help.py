"""Help while playing: the keys, and everything the rules say about a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from rulewright.front.play.looks import Looks
from rulewright.front.play.page import words
from rulewright.text import nearest, one_of

if TYPE_CHECKING:
    from rulewright import Rules
    from rulewright.game.decision import Decision

KEYS = (
    ("1, 2, 3 …", "choose the option with this number"),
    ("?", "this help"),
    ("? NAME", "what the rules say about a card"),
    ("? 3", "the same about the cards of option 3"),
    ("t", "show the table again"),
    ("w", "why: the last events with the rules behind them"),
    ("s FILE", "save the game; only s saves to the file of --save"),
    ("q", "quit; the game can be taken up again"),
)


def key_lines(rules: Rules) -> Iterator[Text]:
    """Return what can be typed, and which cards can be asked about."""
    for key, about in KEYS:
        yield words(f"  {key:<10}", "bold cyan").append_text(words(about, "not bold default"))
    yield words(f"Cards: {', '.join(sorted(shown_names(rules)))}.", "dim")


def shown_names(rules: Rules) -> dict[str, str]:
    """Return the cards by the names under which people know them, then by those of the rules."""
    names = {rules.card(name).shown or name: name for name in rules.cards}
    return {**{name: name for name in rules.cards}, **names}


def help_lines(asked: str, decision: Decision, rules: Rules, looks: Looks) -> Iterator[Text]:
    """Return help on what stood behind the question mark."""
    if not asked:
        yield from key_lines(rules)
    elif asked.isascii() and asked.isdigit() and len(asked) < 10:
        yield from _option_lines(int(asked), decision, rules, looks)
    else:
        yield from _asked_lines(asked, rules, looks)


def _option_lines(number: int, decision: Decision, rules: Rules, looks: Looks) -> Iterator[Text]:
    if not 1 <= number <= len(decision.options):
        yield words(f"There is no option {number}.")
        return
    option = decision.options[number - 1]
    cards = [name for name in cards_in(option.data) if name in rules.cards]
    if not cards:
        yield words(f"Option {number}, {option.label}, names no card.")
    for name in cards:
        yield from card_lines(name, rules, looks)


def cards_in(data: object) -> Iterator[str]:
    """Return every text in an option's data; among them are the names of cards."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from cards_in(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from cards_in(value)


def _asked_lines(asked: str, rules: Rules, looks: Looks) -> Iterator[Text]:
    names = shown_names(rules)
    near = nearest(asked, names)
    if near is None:
        yield words(f"No card is called {asked}. There are {one_of(names, word=asked)}.")
        return
    if near.casefold() != asked.casefold():
        yield words(f"No card is called {asked}; the nearest is {near}.")
    yield from card_lines(names[near], rules, looks)


def card_lines(name: str, rules: Rules, looks: Looks) -> Iterator[Text]:
    """Return a card: its fields, what the rules say, and where they have it from."""
    card = rules.card(name)
    head = words(card.shown or card.name, "bold").append(f", {card.kind}", "not bold")
    if card.shown and card.shown != card.name:
        head.append(f" ({card.name} in the rules)", "dim not bold")
    yield head
    fields = [_field(key, value, looks) for key, value in card.fields.items() if value is not None]
    if fields:
        yield Text("  ").append_text(Text(", ").join(fields))
    for line in card.lines:
        yield words(f"  | {line}", "green")
    for about in (*card.cites, *card.remarks):
        yield words(f"  {about}", "dim")
    yield words(f"  {card.place}", "dim")


def _field(name: str, value: Any, looks: Looks) -> Text:
    shown = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
    return words(f"{name} ").append_text(looks.label(str(shown)))
