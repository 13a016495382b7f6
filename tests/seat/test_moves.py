"""Moves of cards in the story: from which place to which, and of which cards as each seat may know."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import rulewright
from front.kit import Shell
from properties.kit import rules, state_of
from rulewright import Game
from seat.kit import seats_of, shown
from seat.test_in_node import compare, steps

RULES = """\
game bazaar

kind card
    starts in the deck

kind chest
    starts in the cellar

there is a deck of cards, in order, seen by nobody
there is a market of cards, seen by everyone
there is a cellar of chests, seen by everyone
each player has a hand of cards, seen by its owner
each player has a bag of cards, seen by nobody
each chest has a drawer of cards, seen by everyone

list of card
    printed "ours"
    name
    Ace
    Bow
    Cup
    Dog

list of chest
    printed "ours"
    name
    Oak

flow
    for each player in players
        move the top 3 cards of the deck to the player's hand
    for each player in players
        play turn for the player

phase turn for a player
    DEED

event a player draws
    move the top 2 cards of the deck to my hand
    tell "{me} draw(s)"

event a player trades with a player called partner
    tell "{me} trade(s) with {partner}"
    exchange my hand with the partner's hand

event a player swaps a card
    if the top of the deck is not nothing
        exchange the card with (the top of the deck)
        tell "{me} swap(s) a card"

event a player clears
    for each rival in players
        move all cards in the rival's hand to the rival's bag
    tell "{me} clear(s) all hands"

event a player lays a card
    move the card to the market
    tell "{me} lay(s) {card}"

event a player packs a card
    move the card to Oak's drawer
    tell "{me} pack(s) {card}"

value a player's points is the number of cards in the player's hand
    printed "ours"
outcome by points
"""
CARDS = "{Ace: 2, Bow: 2, Cup: 2, Dog: 6}"


def begun(tmp_path: Path, deed: str, seed: int = 1) -> Game:
    """Begin a game of two players who do this in their turns."""
    (tmp_path / "bazaar.rules").write_text(RULES.replace("DEED", deed), encoding="utf-8")
    edition = tmp_path / "bazaar.yaml"
    edition.write_text(
        "edition: bazaar\nname: Bazaar\nrules: [bazaar.rules]\nplayers: 2\n"
        f"cast:\n  chest: [Oak]\n  card: {CARDS}\n",
        encoding="utf-8",
    )
    return rulewright.load(edition).new_game(2, seed)


def moves(game: Game, seat: int | None, number: int = 0) -> list[tuple[Any, ...]]:
    """Return the moves in an event of the story."""
    event = game.seat(seat)["story"][number]
    return [(each["card"], each["count"], each["from"], each["to"]) for each in event["moves"]]


def hand(game: Game, seat: int) -> list[str]:
    places = {place["place"]: place for place in game.seat(seat)["places"]}
    return [piece["card"] for piece in places[f"{seat}/hand"]["pieces"]]


def test_who_draws_sees_which_cards_and_others_how_many(tmp_path: Path) -> None:
    game = begun(tmp_path, "draw")
    own = moves(game, 0)

    assert sum(count for _, count, *_ in own) == 2
    assert {card for card, *_ in own} <= {*hand(game, 0)}
    assert {ends for *_, ends in ((*each[:2], each[2:]) for each in own)} == {("deck", "0/hand")}
    assert moves(game, 1) == moves(game, None) == [(None, 2, "deck", "0/hand")]


def test_a_hand_for_a_hand_moves_both_ways(tmp_path: Path) -> None:
    game = begun(tmp_path, "trade with my left")

    both = [(None, 3, "1/hand", "0/hand"), (None, 3, "0/hand", "1/hand")]
    assert sorted(moves(game, None)) == sorted(both)
    for seat in (0, 1):
        assert sum(count for card, count, *_ in moves(game, seat) if card is not None) == 6


def test_one_card_for_another(tmp_path: Path) -> None:
    game = begun(tmp_path, "choose a pick from cards in my hand\n    swap the pick")
    game.choose(0)

    ends = {("deck", "0/hand"), ("0/hand", "deck")}
    assert {each[2:] for each in moves(game, 1)} == ends
    assert {each[:2] for each in moves(game, 1)} == {(None, 1)}
    assert all(card for card, *_ in moves(game, 0))


def test_all_hands_are_laid_away(tmp_path: Path) -> None:
    game = begun(tmp_path, "clear")
    away = [(None, 3, f"{seat}/hand", f"{seat}/bag") for seat in (0, 1)]

    assert moves(game, None) == away
    assert moves(game, 0)[-1] == away[1]
    assert sum(count for card, count, *_ in moves(game, 0) if card) == 3


def test_what_all_see_has_a_name_for_all_and_no_id_if_it_lies_on_a_card(tmp_path: Path) -> None:
    deed = "choose a pick from cards in my hand\n    {} the pick"
    for verb, to in (("lay", "market"), ("pack", None)):
        game = begun(tmp_path, deed.format(verb))
        card = hand(game, 0)[0]
        game.choose(0)
        assert moves(game, None) == moves(game, 1) == [(card, 1, "0/hand", to)]


def test_what_is_done_on_a_secret_condition_is_told_to_nobody(tmp_path: Path) -> None:
    """A line that is told in any case says nothing of a move that only some cases have."""
    deed = (
        "choose a pick from cards in my hand\n"
        "    if the pick is Dog and the top of the deck is not nothing\n"
        "        exchange the pick with (the top of the deck)\n"
        '    tell "{me} look(s) around"'
    )
    values = set()
    for index in range(3):
        for seed in range(1, 9):
            game = begun(tmp_path, deed, seed)
            game.choose(index)
            values.add(str(moves(game, 1)))
    assert values == {"[]"}


def test_a_question_parts_a_move_from_what_is_told_later(tmp_path: Path) -> None:
    deed = (
        "move the top of the deck to my hand\n"
        "    choose a pick from cards in my hand\n"
        '    tell "{me} look(s) around"'
    )
    game = begun(tmp_path, deed)
    game.choose(0)

    assert moves(game, 0) == []


def test_drawn_cards_of_a_shipped_game() -> None:
    game, lot = rules("classic").new_game(4, 3), random.Random(3)
    for _ in range(60):
        game.choose(lot.randrange(len(game.decision.options if game.decision else [])))
    built = [each for each in game.seat(None)["story"] if each["event"] == "places"]

    assert built
    for event in built:
        (move,) = event["moves"]
        assert {"card": move["card"]} in event["names"]
        assert (move["from"].partition("/")[2], move["to"].partition("/")[2]) == ("hand", "city")


def test_saves_have_the_moves_and_earlier_saves_none(tmp_path: Path) -> None:
    game = begun(tmp_path, "draw")
    data = json.loads(game.to_json())
    assert shown(game.rules.game_from_json(json.dumps(data)), 0) == shown(game, 0)

    assert all(len(entry) == 5 for entry in data["log"])
    state_of(game).log[:] = [entry[:4] for entry in state_of(game).log or []]  # type: ignore[index]
    earlier = game.rules.game_from_json(game.to_json())
    assert moves(earlier, 0) == []


@pytest.mark.parametrize("damage", [[[0, 1, []]], [[10_000, 1, [[0, 1]]]], [[9]], 7])
def test_a_save_with_impossible_moves_is_refused(tmp_path: Path, damage: object) -> None:
    from rulewright.runtime.session.saves.saves import entry_fits

    game = begun(tmp_path, "draw")
    at = state_of(game)
    entry = (at.log or [])[0]
    assert entry_fits(at.game.module, entry)
    assert not entry_fits(at.game.module, (*entry[:4], damage))


def test_dealt_games_tell_the_same_moves(tmp_path: Path) -> None:
    game = begun(tmp_path, "draw\n    choose a pick from cards in my hand\n    lay the pick")
    game.choose(0)
    dealt = game.determinize(0, seed=5)

    assert moves(game, 0)
    assert shown(dealt, 0) == shown(game, 0)


@pytest.mark.process
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_in_node(shell: Shell, tmp_path: Path) -> None:
    deed = (
        "draw\n    choose a pick from cards in my hand\n    swap the pick\n"
        "    choose a pack from cards in my hand\n    pack the pack\n    trade with my left\n    clear"
    )
    game = begun(tmp_path, deed)
    compare(shell, tmp_path, [(game, steps(game, 1))])
    assert all(moves(game, seat, number) for seat in seats_of(game) for number in range(5))
