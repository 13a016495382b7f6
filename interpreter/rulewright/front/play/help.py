"""Help while playing: the keys, and everything the rules say about a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen
from rich.text import Text

from rulewright.front.play.looks import Looks
from rulewright.front.play.page import words
from rulewright.front.play.table import spaced
from rulewright.text import nearest, one_of

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.game.decision import Decision, Option

KEYS: Final = (
    ("1, 2, 3 …", "choose the option with this number"),
    ("?", "this help"),
    ("? NAME", "what the rules say about a card"),
    ("? 3", "the same about the cards of option 3"),
    ("t", "show the table and the options again"),
    ("w", "why: the last events with the rules behind them"),
    ("s FILE", "save the game in a file"),
    ("q", "quit; the game is kept and can be taken up again"),
)


@frozen
class Help:
    """Answers from the rules of a game, and from what one seat may know of its table."""

    game: Game
    seat: int | None
    looks: Looks

    def lines(self, asked: str, decision: Decision, options: Sequence[Option]) -> Iterator[Text]:
        """Return help on `asked`: nothing, the number of an option, or a card's name."""
        if not asked:
            yield from self._keys()
        elif asked.isascii() and asked.isdigit() and len(asked) < 10:
            yield from self._option(int(asked), decision, options)
        else:
            yield from self._named(asked)

    def _keys(self) -> Iterator[Text]:
        for key, about in KEYS:
            yield words(f"  {key:<10}", "cyan").append_text(words(about))
        rules = self.game.rules
        cards = sorted({rules.card(name).shown for name in rules.cards})
        yield words(f"Cards: {', '.join(cards)}.", "dim")

    def _option(self, number: int, decision: Decision, options: Sequence[Option]) -> Iterator[Text]:
        if not 1 <= number <= len(options):
            yield words(f"There is no option {number}.")
            return
        option = options[number - 1]
        known = self.game.rules.cards
        # A power of a card may be offered under the card's name.
        told = [*texts_in(option.data), *decision.kind.split(".")]
        cards = [name for name in dict.fromkeys(told) if name in known]
        if not cards:
            yield words(f"Option {number}, {option.label}, is about no card.")
        for name in cards:
            yield from self._card(name)

    def _named(self, asked: str) -> Iterator[Text]:
        names = self._names()
        near = nearest(asked, names)
        if near is None:
            yield words(f"No card is called {asked}; there is {one_of(names, word=asked)}.")
            return
        if near.casefold() != asked.casefold():
            yield words(f"No card is called {asked}; the nearest is {near}.")
        yield from self._card(names[near])

    def _names(self) -> dict[str, str]:
        """The cards by the names of this edition, and by those of the rules."""
        rules = self.game.rules
        shown = {rules.card(name).shown: name for name in rules.cards}
        return {**{name: name for name in rules.cards}, **shown}

    def _card(self, name: str) -> Iterator[Text]:
        card = self.game.rules.card(name)
        head = words(card.shown).append(f", {card.kind}")
        if card.shown != card.name:
            head.append(f", {card.name} in the rules")
        head.stylize("bold")
        yield head
        fields = [_field(*entry, self.looks) for entry in card.fields.items()]
        told = [field for field in fields if field is not None]
        if told:
            yield Text("  ").append_text(Text(", ").join(told))
        if card.text:
            yield words(f"  {card.text}")
        yield from (words(f"  | {line}", "green") for line in card.lines)
        yield from (words(f"  {about}", "dim") for about in card.cites)
        yield words(f"  {card.place}", "dim")
        yield from (words(f"  {place}") for place in self._places(name))

    def _places(self, name: str) -> Iterator[str]:
        """Where copies of the card lie now, as far as the seat knows, and what is on them."""
        view = self.game.view(self.seat)
        owners = [("", view["table"])]
        owners += [(f"{self.game.names[seat['seat']]}'s ", seat) for seat in view["seats"]]
        for owner, place in owners:
            for zone, content in place["zones"].items():
                for card in content["cards"]:
                    if card is not None and card["name"] == name:
                        marks = [_mark(*mark) for mark in card.get("marks", {}).items()]
                        yield f"now in {owner or 'the '}{spaced(zone)}" + "".join(
                            f", {m}" for m in marks
                        )


def texts_in(data: object) -> Iterator[str]:
    """Return every text in an option's data; among them are the names of cards."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from texts_in(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts_in(value)


def _mark(name: str, value: Any) -> str:
    return name if value is True else f"{name} {value}"


def _field(name: str, value: Any, looks: Looks) -> Text | None:
    if value is None or value is False:
        return None
    text = words(name)
    return text if value is True else text.append(" ").append_text(looks.label(str(value)))
