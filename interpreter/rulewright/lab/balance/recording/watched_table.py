"""The recording set-up of an edition: the places of players, and the decisions that take cards."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.engine_contract import element_of, list_of
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_types import Kind
from rulewright.runtime.ir.random_stream import below, new_generator, seed_of_choices
from rulewright.runtime.session.games import Rules
from rulewright.runtime.session.rules.internals import inside

PROBED: Final = 6
"""Random games played to find the decisions that take cards."""

OptionListId = tuple[int, int]
"""A decision and one of its option lists, by index."""


class RecordingSetup(NamedTuple):
    """The data for recording games, equal for all games of some rules with a number of players."""

    rules: Rules
    players: int
    options: tuple[str, ...]
    module: Module
    places: dict[int, tuple[str, int]]
    """The cells of players' places, each with the zone's name and the owner."""
    takes: dict[OptionListId, frozenset[str]]
    """The option lists by which a player takes a card from elsewhere, with the kinds of such cards."""

    @classmethod
    def of(cls, rules: Rules, players: int, options: tuple[str, ...]) -> RecordingSetup:
        """Return the recording set-up for these rules. Raises RulesError."""
        module = inside(rules).compiled(players, options).module
        places = {
            cell: (zone.name, (cell - zone.run.base) // zone.run.each)
            for zone in module.zones.values()
            if zone.owner == "player"
            for cell in zone.run.cells
        }
        bare = cls(rules, players, options, module, places, {})
        return bare._replace(takes=bare._decisions_taking_cards())

    @property
    def kinds_taken(self) -> frozenset[str]:
        """The kinds of cards that players take by a decision."""
        return frozenset().union(*self.takes.values())

    def _decisions_taking_cards(self) -> dict[OptionListId, frozenset[str]]:
        """Return the option lists whose chosen card usually moves to the deciding seat, from sample games."""
        asked, took = Counter[OptionListId](), Counter[OptionListId]()
        kinds: dict[OptionListId, set[str]] = {}
        for seed in range(PROBED):
            at = GameState.start(
                inside(self.rules).compiled(self.players, self.options), seed, told=False
            )
            rng = new_generator(seed_of_choices(seed))
            while at.waiting:
                options, look = at.option_values(), at.seen
                which, seat = look.decision, look.decider
                index = below(rng, len(options))
                card, question = element_of(options[index]), (which, list_of(options[index]))
                is_card = self.is_card(question)
                before = self.seat_of(at, card) if is_card else seat
                at.choose(index)
                if is_card and before != seat:
                    asked[question] += 1
                    took[question] += self.seat_of(at, card) == seat
                    kinds.setdefault(question, set()).add(self.module.pieces[card].kind)
        offer = [each for each, times in asked.most_common() if 2 * took[each] > times]
        # A card that lets a player take others now and then is judged by its use instead.
        mostly = kinds[offer[0]] if offer else set()
        return {each: frozenset(mostly) for each in offer if kinds[each] <= mostly}

    def is_card(self, question: OptionListId) -> bool:
        """Return whether an option list offers cards."""
        which, number = question
        options = self.module.decisions[which].options
        return (
            number >= 0 and (type_ := options[number].type) is not None and type_.kind is Kind.PIECE
        )

    def seat_of(self, at: GameState, card: int) -> int | None:
        """Return the owner of the place that a card is in; None if nobody owns it."""
        return self.places.get(at.seen.place(card), ("", None))[1]

    def key(self, which: int, option: int) -> str:
        """Return the key of an option: its decision, its word, and the card or label by name."""
        decision, number, element = (
            self.module.decisions[which],
            list_of(option),
            element_of(option),
        )
        if number < 0:
            return f"{decision.name}/done"
        label = decision.options[number]
        parts = [decision.name, *filter(None, [label.word])]
        if label.type is not None and element >= 0:
            if label.type.kind is Kind.PIECE:
                parts.append(self.module.pieces[element].name)
            elif label.type.kind is Kind.LABEL:
                parts.append(self.module.labels[label.type.of][element])
        return "/".join(parts)
