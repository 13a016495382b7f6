"""The options as a person reads them: what looks and does the same is offered once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from rulewright import Game
from rulewright.front.play.looks import Looks, cards_seen
from rulewright.front.play.page import words
from rulewright.game.decision import Decision, Option
from rulewright.players.searching import Thought
from rulewright.records import Record


class Offer(Record):
    """An option, and what stands for it in the list."""

    index: int
    option: Option
    label: Text


def hint_lines(thought: Thought, decision: Decision, offers: Sequence[Offer]) -> Iterator[Text]:
    """Return the options with the shares of the thoughts that were about them, the best one marked.

    What is not offered by itself looks like an option that is.
    """
    found = [0.0] * len(offers)
    labels = [offer.label.plain for offer in offers]
    spoken = [option.spoken for option in decision.options]
    at = {offer.index: number for number, offer in enumerate(offers)}
    for index, share in enumerate(thought.shares):
        like = (at[offer.index] for offer in offers if spoken[offer.index] == spoken[index])
        found[at[index] if index in at else next(like, 0)] += share
    if len(offers) == 1:
        found[0] = 1.0  # nobody thinks about what has to be
    best = max(range(len(offers)), key=found.__getitem__)
    for number, share in enumerate(found):
        mark = ">" if number == best else " "
        yield words(
            f"{mark} {share:>4.0%}  {number + 1}  {labels[number]}",
            "bold" if number == best else "",
        )


def offers_of(decision: Decision, game: Game, looks: Looks) -> list[Offer]:
    """Return the options of a decision; of those that nobody could tell apart only the first."""
    lying = _lying(game.view(decision.player))
    found: dict[str, Offer] = {}
    for index, option in enumerate(decision.options):
        data = option.data
        piece = data.pop("piece", None)
        # A card that is not in the view is told from others by its number.
        key = repr((option.label, data, lying.get(piece, piece)))
        found.setdefault(key, Offer(index, option, _label(option, game, looks)))
    return list(found.values())


def _lying(view: Mapping[str, Any]) -> dict[int, object]:
    """For every card in a view, by its number, all that can be said of it: where it lies, what is on it."""
    return {
        card["piece"]: (seat, name, {**card, "piece": None})
        for seat, name, card in cards_seen(view)
    }


def _label(option: Option, game: Game, looks: Looks) -> Text:
    """The label in its colours, as it is said to who decides; its card is shown with its numbers."""
    label = option.spoken
    name = option.data.get("card")
    if isinstance(name, str):
        card = game.rules.card(name)
        label = label.replace(
            card.shown, f"{card.shown} {looks.sign(card.fields, card.shown)}".rstrip(), 1
        )
    return looks.coloured(words(label))
