"""What a question is a part of: an option that its player chose, told to that player alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

from properties.kit import rules
from rulewright import Game
from seat.kit import shown


def asked(game: Game, kind: str, seed: int) -> Any:
    """Play at random until a decision of this kind, and return what its player sees of it."""
    lot = random.Random(seed)
    while game.decision is not None:
        if game.decision.kind == kind:
            return game.seat(game.decision.player)["decision"]
        game.choose(lot.randrange(len(game.decision.options)))
    raise AssertionError(f"{kind} is never asked")


def named(number: int) -> tuple[Game, Any]:
    """A game in which a card is to be paid for."""
    for seed in range(number, number + 40):
        game = rules("modern").new_game(7, seed)
        try:
            return game, asked(game, "spends.means", seed)
        except AssertionError:
            continue
    raise AssertionError("nothing is ever paid for")


def test_a_payment_says_what_for() -> None:
    game, decision = named(0)
    about = decision["about"]

    assert about["text"].startswith("build Thieves' Den for ")
    assert about["names"] == [{"card": "Thieves' Den"}]
    assert game.decision is not None
    others = [seat for seat in (*range(game.players), None) if seat != game.decision.player]
    assert {str(game.seat(seat)["decision"]["about"]) for seat in others} == {"None"}


def test_a_loaded_game_says_it_too() -> None:
    game, _ = named(0)
    assert game.decision is not None
    seat = game.decision.player

    assert shown(rules("modern").game_from_json(game.to_json()), seat) == shown(game, seat)
    assert shown(game.copy(), seat) == shown(game, seat)


@pytest.mark.parametrize(
    ("edition", "kind", "about"),
    [
        ("classic", "Assassin.murder.victim", "murder a character"),
        ("classic", "sorts.card", "gather cards"),
        ("classic", "main", None),
        ("classic", "drafts.character", None),
    ],
)
def test_a_question_is_a_part_of_the_option_before(
    edition: str, kind: str, about: str | None
) -> None:
    found = asked(rules(edition).new_game(4, 3), kind, 3)["about"]

    assert (found and found["text"]) == about


def test_a_choice_in_another_turn_is_over() -> None:
    """The doubt of another player's claim is not a part of one's own claim before."""
    lot, game, doubts = random.Random(2), rules("masked-ball").new_game(4, 2), 0
    while game.decision is not None and doubts < 6:
        if game.decision.kind == "claims.doubt":
            assert game.seat(game.decision.player)["decision"]["about"] is None
            doubts += 1
        game.choose(lot.randrange(len(game.decision.options)))

    assert doubts
