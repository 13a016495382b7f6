"""What somebody is told who plays a game for the first time: what it is about, what to know before a decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from rulewright import Game
from rulewright.base.records import Draft, field
from rulewright.cli.terminal.prompt import Offer
from rulewright.cli.terminal.screen import words
from rulewright.language.edition.translations.program_text import say
from rulewright.runtime.observation.decision import Decision, Option
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.seat.presentation import Guide


def greeting(guide: Guide) -> Iterator[Text]:
    """What a game is about and how it ends, and where more is told."""
    about = " ".join(part for part in (guide.aim, guide.end) if part)
    if about:
        yield words(about)
    if guide.lines:
        told = say("Type ? for the keys, ? rules to read about the game, ? NAME about a card.")
    else:
        told = say("Type ? for the keys, ? NAME to read about a card.")
    yield words(told, "dim")


def whole_guide(guide: Guide) -> Iterator[Text]:
    """All that the edition tells of its game."""
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
        yield words(say("Nobody has written down what this game is about; ? NAME tells a card."))


class Teacher(Draft):
    """What has been told so far: the kinds of decisions, and the cards whose texts were read."""

    guide: Guide
    kinds: set[str] = field(factory=set)
    asked: set[str] = field(factory=set)
    cards: set[str] = field(factory=set)

    def before(self, decision: Decision) -> Iterator[Text]:
        """What to know before the first decision of this kind."""
        told = self.guide.first.get(decision.kind, "")
        if told and decision.kind not in self.kinds:
            self.kinds.add(decision.kind)
            yield words(told, "italic")

    def is_first(self, decision: Decision) -> bool:
        """Whether a decision of this kind was not asked before; from now on it was."""
        before = decision.kind in self.asked
        self.asked.add(decision.kind)
        return not before

    def texts(self, offers: Sequence[Offer], game: Game) -> list[str]:
        """What the cards of options do, of those of which it was not told yet."""
        rules = game.rules
        found = [
            [name for name in cards_of(offer.option, game) if name not in self.cards]
            for offer in offers
        ]
        return [" ".join(filter(None, (rules.card(name).text for name in each))) for each in found]

    def told(self, offers: Sequence[Offer], game: Game) -> None:
        """Note that the texts of these options were told."""
        for offer in offers:
            self.cards.update(cards_of(offer.option, game))


def cards_of(option: Option, game: Game) -> list[str]:
    """The cards that an option is about: that which is chosen, or those in the game whose power it is."""
    data = option.data
    card = data.get("card")
    if isinstance(card, str):
        return [card]
    dealt = {each["card"] for cards in game.view()["cast"].values() for each in cards}
    powers = inside(game.rules).powers(str(data.get("power", "")))
    return [power.card for power in powers if power.card in dealt]
