"""Nobody is shown what he may not know: not by a view, not by options, not by the story."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given

from properties.kit import (
    ANY_TABLES,
    FACTOR,
    SEEDS,
    TABLES,
    Table,
    cards_at,
    cards_in,
    few,
    play_to_end,
    seen_options,
    some,
    state_of,
    told,
    variable,
    walk,
)
from properties.resampling import knows, resampled, told_otherwise
from rulewright import Game
from rulewright.runtime.game.state import GameState
from rulewright.runtime.game.value_words import design_name
from rulewright.runtime.observation.story import Event
from tiers import LONG

HIDDEN = ("pile", "face-down-row", "deck", "secret", "hand", "desk")


def names_in(zone: dict[str, Any]) -> list[str]:
    return [card["name"] for card in zone["cards"] if card is not None]


# ------------------------------------------------------------------ views and options


@few(15)
@given(ANY_TABLES, SEEDS, SEEDS)
def test_what_a_seat_sees_does_not_hang_on_what_it_cannot_know(
    table: Table, seed: int, play: int
) -> None:
    game = table.new(seed)
    for chance in some(game, play, 0.08):
        assert game.decision is not None
        for seat in [*range(game.players), None]:
            other = resampled(game, seat, chance)
            assert other.view(seat) == game.view(seat)
            if seat == game.decision.player:
                assert seen_options(other) == seen_options(game)


@few(10)
@given(ANY_TABLES, SEEDS, SEEDS)
def test_dealing_anew_changes_much(table: Table, seed: int, play: int) -> None:
    """Else the test above would say nothing."""
    game = table.new(seed)
    changed = False
    for chance in some(game, play, 0.05):
        for seat in range(game.players):
            changed |= resampled(game, seat, chance) != game
    assert changed


@few(10)
@given(TABLES, SEEDS, SEEDS)
def test_a_choice_shows_the_same_to_all_who_know_the_same(
    table: Table, seed: int, play: int
) -> None:
    """A card chosen in secret: whatever it is, the others see and are told the same."""
    game = table.new(seed)
    for _ in walk(game, play):
        decision = game.decision
        assert decision is not None
        if decision.kind.split(".")[-1] != "pick" or game.counter("round") > 2:
            continue
        after = [game.copy() for _ in decision.options]
        for index, copy in enumerate(after):
            copy.choose(index)
        if any(copy.decision is None or copy.decision.kind != decision.kind for copy in after):
            continue
        for seat in range(game.players):
            if seat not in (decision.player, after[0].decision.player):  # type: ignore[union-attr]
                assert len({str(copy.view(seat)) for copy in after}) == 1
                assert len({str(told(copy, seat)) for copy in after}) == 1


@few(15)
@given(ANY_TABLES, SEEDS, SEEDS)
@pytest.mark.rotating
def test_a_spectator_sees_nothing_that_never_lay_open(table: Table, seed: int, play: int) -> None:
    """In a hidden place he may know a card that everybody saw go there, as when it was destroyed."""
    game = table.new(seed)
    state = state_of(game)
    zones_of = state.game.module.zones
    were_open: set[str] = set()
    for _ in walk(game, play):
        view = game.view(None)
        assert set(view["decision"]) == {"player"}
        for zone, _, _, lying in cards_at(state):
            if zones_of[zone].seen == "everyone":
                were_open.update(_name(state, card) for card in lying)
        for zones in (place["zones"] for place in [view["table"], *view["seats"]]):
            for name in HIDDEN:
                cards = [card for card in zones.get(name, {"cards": []})["cards"] if card]
                assert {card["name"] for card in cards} <= were_open
                assert not cards or name != "secret"


@few(15)
@given(ANY_TABLES, SEEDS, SEEDS)
def test_others_see_how_many_cards_but_not_which(table: Table, seed: int, play: int) -> None:
    game = table.new(seed)
    state = state_of(game)
    for _ in some(game, play, 0.2):
        for seat in range(game.players):
            view = game.view(seat)
            assert names_in(view["seats"][seat]["zones"]["hand"]) == [
                state.game.module.pieces[card].name for card in cards_in(state, "hand", seat)
            ]
            for other in range(game.players):
                zone = view["seats"][other]["zones"]["hand"]
                assert zone["count"] == len(zone["cards"]) == len(cards_in(state, "hand", other))
            assert view["table"]["zones"]["deck"]["count"] == len(cards_in(state, "deck"))


@few(15)
@given(SEEDS, SEEDS)
@pytest.mark.rotating
def test_hands_stay_unknown_until_somebody_meddles(seed: int, play: int) -> None:
    """As long as no card went from hand to hand, or through a city, nobody knows anybody's hand."""
    game = Table("classic", 4, ()).new(seed)
    seen = 0
    for _ in walk(game, play):
        meddled = [e.name for e in list(game.events)[seen:] if e.name in MEDDLING]
        if meddled:
            return
        seen = len(game.events)
        for seat in range(4):
            for other in {*range(4)} - {seat}:
                assert names_in(game.view(seat)["seats"][other]["zones"]["hand"]) == []


MEDDLING = ("Magician.conjure", "destroys")


@pytest.mark.parametrize("player", [-1, 4, 99])
def test_there_is_no_view_of_a_seat_that_is_not_there(player: int) -> None:
    with pytest.raises(ValueError, match="no seat"):
        Table("classic", 4, ()).new(1).view(player)


# ------------------------------------------------------------------ the story


_UNNAMED = re.compile(r"a card|\d+ cards")


class Watch(list[Any]):
    """A story that looks, whenever something is told, at whether everybody may know it."""

    def __init__(self, state: GameState, names: list[str]) -> None:
        super().__init__(state.log or [])
        self.state, self.names, self.cards = state, names, 0

    def append(self, entry: Any) -> None:
        super().append(entry)
        event = Event(self.state.game, entry, self.names)
        for seat in [*range(self.state.game.module.players), None]:
            text, seen = event.text(seat), _visible(self.state, seat)
            hidden = [card for card in _cards(entry[2]) if card not in seen]
            self.cards += len(hidden)
            if text:
                unnamed = [
                    1 if told == "a card" else int(told[:-6]) for told in _UNNAMED.findall(text)
                ]
                assert sum(unnamed) >= len(hidden), (text, hidden)
                # All characters are known to be in the game; districts are not to be spoken of unseen.
                assert _districts(self.state) & set(_named(self.state, text)) <= {
                    _name(self.state, card) for card in seen
                }


def _districts(state: GameState) -> set[str]:
    return {piece.name for piece in state.game.module.pieces if piece.kind == "district"}


def _named(state: GameState, text: str) -> Iterator[str]:
    for name in state.game.module.designs:
        if design_name(state.game, name) in text:
            yield name


def _cards(values: Any) -> list[int]:
    """The cards that a telling speaks of; each stands there with those who may know it."""
    found: list[int] = []
    for value in values:
        if isinstance(value, tuple) and value and isinstance(value[0], tuple):
            found += _cards(value)
        elif isinstance(value, tuple) and len(value) == 2 and value[0] >= 0:
            found.append(value[0])
    return found


def _visible(state: GameState, seat: int | None) -> set[int]:
    """The cards that a seat knows where they lie."""
    return {card for card in range(len(state.game.module.pieces)) if knows(state, seat, card)}


def _name(state: GameState, card: int) -> str:
    return state.game.module.pieces[card].name


@few(6)
@given(TABLES, SEEDS, SEEDS)
def test_the_story_names_no_card_that_cannot_be_seen_when_it_is_told(
    table: Table, seed: int, play: int
) -> None:
    game = table.new(seed)
    state_of(game).log = watch = Watch(state_of(game), game.names)
    play_to_end(game, play)
    assert watch.cards > 0


@few(12)
@given(ANY_TABLES, SEEDS, SEEDS)
@pytest.mark.rotating
def test_the_story_of_a_seat_does_not_hang_on_what_it_was_not_to_know(
    table: Table, seed: int, play: int
) -> None:
    game = play_to_end(table.new(seed), play)
    for seat in [*range(game.players), None]:
        for again in range(2):
            other = told_otherwise(game, seat, random.Random(again))
            assert told(other, seat) == told(game, seat)
            assert [event.data(seat) for event in other.events] == [
                event.data(seat) for event in game.events
            ]


# ------------------------------------------------------------------ the murdered


def murdered_of(state: GameState) -> int | None:
    pieces = state.game.module.pieces
    marks = [card for card, info in enumerate(pieces) if info.kind == "character"]
    found = [card for number, card in enumerate(marks) if variable(state, "murdered", number)]
    return found[0] if found else None


def holder(state: GameState, card: int) -> int | None:
    for seat in range(state.game.module.players):
        if card in cards_in(state, "secret", seat):
            return seat
    return None


def murdering(game: Game, seed: int) -> Iterator[None]:
    """Random play in which the Assassin always murders; stops before each choice."""
    chance = random.Random(seed)
    while (decision := game.decision) is not None:
        yield
        options = [option.data.get("power") for option in decision.options]
        at_random = chance.randrange(len(options))
        game.choose(options.index("murder") if "murder" in options else at_random)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("edition", ["classic", "first-edition"])
@pytest.mark.parametrize("players", [4, 5, 6, 7] if LONG else [4, 6])
@pytest.mark.rotating
def test_nobody_learns_who_was_murdered_before_the_round_is_over(
    players: int, edition: str
) -> None:
    victims = 0
    for seed in range(2 * FACTOR):
        game = Table(edition, players, ()).new(seed)
        state = state_of(game)
        round_, begun = 0, 0
        for _ in murdering(game, seed):
            if game.counter("round") != round_:
                round_, begun = game.counter("round"), _begin_of_round(game)
            victim = murdered_of(state)
            owner = None if victim is None else holder(state, victim)
            if victim is not None and owner is not None:
                victims += 1
                check_murder(game, _name(state, victim), owner, begun)
    assert victims > 25


def check_murder(game: Game, name: str, owner: int, begun: int) -> None:
    """Nothing that the others see or were told in this round says whose the murdered character is."""
    for seat in {*range(game.players)} - {owner}:
        view = game.view(seat)
        assert view["seats"][owner]["zones"]["secret"] == {"count": 1, "cards": [None]}
        assert name not in names_in(view["seats"][owner]["zones"]["stage"])
        for label, data in seen_options(game) if view["decision"]["player"] == seat else ():
            assert not label.endswith(f"{name} ({game.names[owner]})")
            assert data.get("card") != name or data["owner"] is None
        for event in game.events_since(begun):
            words = event.text(seat).split()
            assert not {game.names[owner], name} <= set(words) or words[0] != game.names[owner]


def _begin_of_round(game: Game) -> int:
    """The number of the event with which the characters of this round were laid out."""
    events = list(game.events)
    return max(n for n, event in enumerate(events) if event.name == "laying-face-down")
