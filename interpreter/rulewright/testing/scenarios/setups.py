"""The games that scenarios set up: whether their players, options and cards fit, without playing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rulewright.base.records import Draft, field
from rulewright.language.edition.edition import Edition, EditionChanges
from rulewright.language.edition.edition_complaints import player_count_not_allowed, unknown_option
from rulewright.language.link.casting import check_requested_cards, rival_of
from rulewright.language.link.from_program import make_world
from rulewright.language.link.link_complaints import cards_not_in_game, too_few_copies
from rulewright.language.link.world import World
from rulewright.language.program import typed
from rulewright.language.program.checking.traversal import TypedNode, walk
from rulewright.language.program.program import (
    Answer,
    Check,
    Pick,
    Program,
    Scenario,
    ScenarioStatements,
)  # fmt: skip
from rulewright.language.text import Complaint, Complaints, RulesError, Span

ChangesOf = Callable[[int, Sequence[str], Iterable[str]], EditionChanges]
"""Returns an edition's changes for a number of players, options and extra cards."""


def setup_key(scenario: Scenario) -> object:
    """Return the setup of a scenario as a key; scenarios with equal keys share a game."""
    cards, options = ([name for name, _ in each] for each in (scenario.cards, scenario.options))
    return scenario.players, tuple(cards), tuple(options)


class ScenarioSetups(Draft):
    """The worlds of the scenarios of one program and edition, linked once for each setup."""

    program: Program
    edition: Edition
    changes: ChangesOf
    worlds: dict[object, World] = field(factory=dict)

    def world(self, scenario: Scenario) -> World:
        """Return the world of a scenario. Raises RulesError if the edition or the rules refuse its setup."""
        key = setup_key(scenario)
        if key not in self.worlds:
            complaints = Complaints(self._misfits(scenario))
            complaints.raise_if_errors()
            names = [name for name, _ in scenario.cards]
            changes = self.changes(scenario.players, [name for name, _ in scenario.options], names)
            world = make_world(
                self.program, self.edition, changes, scenario.players, complaints, scenario.cards
            )
            complaints.raise_if_errors()
            check_requested_cards(world, self.edition, scenario.cards, complaints)
            complaints.raise_if_errors()
            self.worlds[key] = world
        return self.worlds[key]

    def complaints(self) -> Iterator[Complaint]:
        """Yield complaints about the setups of all scenarios and the cards that they name.

        Complaints about the edition are left out, because a check of its file reports them.
        """
        for scenario in self.program.scenarios:
            try:
                yield from self.absent_cards(scenario)
                yield from self.excess_moves(scenario)
            except RulesError as error:
                file = scenario.at.source.name
                yield from (c for c in error.complaints if c.span and c.span.source.name == file)

    def _misfits(self, scenario: Scenario) -> Iterator[Complaint]:
        """Yield complaints about players and options that the edition does not have."""
        allowed = self.edition.players.value
        if scenario.players not in allowed:
            at = scenario.players_at
            yield player_count_not_allowed(scenario.players, str(allowed), at)
        for name, at in scenario.options:
            if name not in self.edition.options:
                yield unknown_option(at, name, tuple(self.edition.options))

    def absent_cards(self, scenario: Scenario) -> Iterator[Complaint]:
        """Yield a complaint if a scenario lays out, plays or chooses cards that its game does not have.

        Raises RulesError if its setup is refused.
        """
        world = self.world(scenario)
        named = [each for each in _cards_named(scenario) if each[0] in self.program.cards]
        absent = {card: at for card, at in reversed(named) if not world.of_card(card)}
        if absent:
            cards = sorted(absent, key=lambda card: absent[card].start)
            requested = {name for name, _ in scenario.cards}
            used = {card for card, _ in named}
            rivals = [rival_of(world, self.edition, card) for card in cards]
            # With a rival that is used as well, `with` would only exchange the two.
            rival = next((each for each in rivals if each and each[0] in requested | used), None)
            uses_rival = rival is not None and rival[0] in used
            names = [world.names.get(card, {}).get("en", card) for card in cards]
            yield cards_not_in_game(absent[cards[0]], names, rival, uses_rival)

    def excess_moves(self, scenario: Scenario) -> Iterator[Complaint]:
        """Yield complaints about cards that one `given` moves more often than there are copies.

        Raises RulesError if the scenario's setup is refused.
        """
        for step in scenario.steps:
            if isinstance(step, ScenarioStatements) and step.given:
                for card, at in _moved_cards(step).items():
                    copies = len(self.world(scenario).of_card(card)) if len(at) > 1 else 1
                    if 0 < copies < len(at):
                        yield too_few_copies(at[copies], card, copies, at[copies - 1])


def _cards_named(scenario: Scenario) -> Iterator[tuple[str, Span]]:
    """Yield the cards that a scenario names, with their places.

    `where it is …` is left out, because it may count the cards that are not in the game.
    """
    for step in scenario.steps:
        match step:
            case ScenarioStatements(body=body):
                yield from _designs(body)
            case Check(condition=typed.Expr() as condition):
                yield from _designs((condition,))
            case Answer(pick=pick) | Check(kind="offered", pick=Pick() as pick):
                yield from ((word, pick.at) for word in pick.words if isinstance(word, str))


def _designs(nodes: Iterable[TypedNode]) -> Iterator[tuple[str, Span]]:
    """Yield the cards named in `nodes`, with their places."""
    return ((node.card, node.at) for node in walk(nodes) if isinstance(node, typed.Design))


def _moved_cards(step: ScenarioStatements) -> dict[str, list[Span]]:
    """Return the places where a step moves each card that it names, in the order of the source."""
    moved: dict[str, list[Span]] = {}
    for node in walk(step.body):
        if isinstance(node, typed.Move) and isinstance(node.what, typed.Design):
            moved.setdefault(node.what.card, []).append(node.what.at)
    return {card: sorted(at, key=lambda span: span.start) for card, at in moved.items()}
