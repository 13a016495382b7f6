"""Explanations for a first game: the aim, and notes before the first decision of each kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from rulewright import Game
from rulewright.base.records import Draft, field
from rulewright.cli.terminal.prompt import ListedOption
from rulewright.cli.terminal.screen import words
from rulewright.language.edition.translations.program_text import say
from rulewright.runtime.observation.decision import Decision, Option
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.seat.presentation import Introduction


def greeting(guide: Introduction) -> Iterator[Text]:
    """Yield the aim and end of the game, and how to read more."""
    about = " ".join(part for part in (guide.aim, guide.end) if part)
    if about:
        yield words(about)
    if guide.lines:
        hint = say("Type ? for the keys, ? rules for the game, ? NAME for a card.")
    else:
        hint = say("Type ? for the keys, ? NAME for a card.")
    yield words(hint, "dim")


def whole_guide(guide: Introduction) -> Iterator[Text]:
    """Yield everything that the edition's guide says about its game."""
    for title, part in (
        (say("Aim"), guide.aim),
        (say("A round"), guide.round),
        (say("The end"), guide.end),
    ):
        if part:
            yield words(say("{words}:", words=title), "bold").append_text(
                words(f" {part}", "not bold")
            )
    if not guide.lines:
        yield words(say("This game has no introduction; ? NAME explains a card."))


class Teacher(Draft):
    """The explanations shown so far: kinds of decisions, and cards whose texts were shown."""

    guide: Introduction
    kinds: set[str] = field(factory=set)
    kinds_asked: set[str] = field(factory=set)
    cards: set[str] = field(factory=set)

    def before(self, decision: Decision) -> Iterator[Text]:
        """Yield the note before the first decision of this kind."""
        note = self.guide.first.get(decision.kind, "")
        if note and decision.kind not in self.kinds:
            self.kinds.add(decision.kind)
            yield words(note, "italic")

    def is_first(self, decision: Decision) -> bool:
        """Return whether this is the first decision of its kind, and record it."""
        before = decision.kind in self.kinds_asked
        self.kinds_asked.add(decision.kind)
        return not before

    def texts(self, offers: Sequence[ListedOption], game: Game) -> list[str]:
        """Return the texts of each option's cards, without cards whose texts were shown before."""
        rules = game.rules
        new_cards = [
            [name for name in cards_of(offer.option, game) if name not in self.cards]
            for offer in offers
        ]
        return [
            " ".join(filter(None, (rules.card(name).text for name in each))) for each in new_cards
        ]

    def note_shown(self, offers: Sequence[ListedOption], game: Game) -> None:
        """Record that the texts of these options were shown."""
        for offer in offers:
            self.cards.update(cards_of(offer.option, game))


def cards_of(option: Option, game: Game) -> list[str]:
    """Return the cards an option is about: the chosen card, or the cards in the game that have its power."""
    data = option.data
    card = data.get("card")
    if isinstance(card, str):
        return [card]
    dealt = {each["card"] for cards in game.view()["cast"].values() for each in cards}
    powers = inside(game.rules).powers(str(data.get("power", "")))
    return [power.card for power in powers if power.card in dealt]
