"""What a seat is dealt hangs on nothing that it cannot tell: not on chance, and not on where cards went unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from game.kit import make_rules
from game.test_dealing_anew import played
from properties.kit import play_to_end, row_of, rules, state_of
from rulewright import Game, Rules
from rulewright.runtime.ir.layout import RANDOM
from tiers import LONG

LUCK = """
flow
    play looking
    play giving
    play looking
phase looking
    for each player in players
        the player chooses a look from 1 to 2
phase giving
    move all fruits in the crate to the sack
    for each player in players
        chance chooses a treat from fruits in the sack
        move the treat to the player's basket
value a player's points is the player's money
outcome by points
"""

ROUNDS = """
flow
    play round
    play round
    play round
phase round
    shuffle the crate
    for each player in players
        move the top of the crate to the player's basket
    for each player in players
        the player chooses a look from 1 to 2
    show all fruits in any basket to everyone
    move all fruits in any basket to the crate
value a player's points is the player's money
outcome by points
"""

FRUITS = "Apple: 1, Lemon: 1, Cherry: 1"


def lying(game: Game) -> tuple[str, ...]:
    """Which fruit lies where, one place after the other."""
    at = state_of(game)
    pieces, cells = at.game.module.pieces, at.game.module.zones.values()
    return tuple(
        pieces[card].name
        for zone in cells
        for cell in zone.run.cells
        for card in at.seen.pieces(cell)
    )


EACH = 40 if LONG else 14
"""How often each arrangement should come up where that is looked at."""


def check_all_alike(game: Game, seat: int, possible: int) -> None:
    """So many arrangements come up, each as often as others."""
    found = Counter(lying(game.determinize(seat, seed)) for seed in range(EACH * possible))
    assert len(found) == possible
    square = sum((count - EACH) ** 2 for count in found.values()) / EACH
    assert square < possible + 4 * (2 * possible) ** 0.5


def worlds(own: Rules, players: int, choices: Sequence[int], seat: int) -> Iterator[list[Game]]:
    """Games from many seeds with the same choices: each time all that look the same to a seat throughout."""
    found: dict[str, dict[tuple[str, ...], Game]] = {}
    for seed in range(60 if LONG else 24):
        game = own.new_game(players, seed)
        views = [game.view(seat)]
        for index in choices:
            game.choose(index)
            views.append(game.view(seat))
        found.setdefault(str(views), {})[lying(game)] = game
    for games in found.values():
        yield list(games.values())


@pytest.mark.long
@pytest.mark.parametrize(
    ("written", "players", "choices"), [(LUCK, 3, (0, 0, 0, 0)), (ROUNDS, 2, (0, 0, 0))]
)
def test_games_from_other_seeds_that_look_the_same_are_dealt_alike(
    tmp_path: Path, written: str, players: int, choices: tuple[int, ...]
) -> None:
    """Whatever chance has done in them: the seat cannot tell."""
    own = make_rules(tmp_path, written, FRUITS)
    for seat in range(players):
        for games in worlds(own, players, choices, seat):
            dealt = {
                tuple(lying(g.determinize(seat, n)) for n in range(8 if LONG else 5)) for g in games
            }
            assert len(dealt) == 1


@pytest.mark.rotating
def test_what_chance_chose_unseen_is_dealt_anew(tmp_path: Path) -> None:
    """One fruit is the seat's own; the others lie in two baskets and in the sack, as nobody can tell."""
    game = played(make_rules(tmp_path, LUCK, FRUITS).new_game(3, 1), 0, 0, 0, 0)
    for seat in range(3) if LONG else (1,):
        check_all_alike(game, seat, 6)


def test_a_game_in_which_chance_chose_is_taken_back_choice_by_choice(tmp_path: Path) -> None:
    game = played(make_rules(tmp_path, LUCK, FRUITS).new_game(3, 1), 0, 1, 0, 1)
    other = game.determinize(0, 3)
    assert [other.decisions[n] for n in (0, 3)] == [0, 1]
    assert len(other.decisions) == 4
    while other.decisions:
        other.undo()
        assert other.decision is not None
        assert other.decision.player == len(other.decisions) % 3
    other.playout(1)
    assert other.outcome is not None


@pytest.mark.rotating
def test_what_was_shuffled_is_dealt_anew_wherever_it_came_to_lie(tmp_path: Path) -> None:
    """Also what comes to lie where it lay, and what goes from hand to hand, was in the crate meanwhile."""
    own = make_rules(tmp_path, ROUNDS, FRUITS)
    for seed in range(12 if LONG else 2):
        game = played(own.new_game(2, seed), 0, 0, 0)
        check_all_alike(game, seed % 2, 6)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("edition", "players", "seed", "made"),
    [("liars-hand", 6, 1004, 20), ("cunning-agents", 4, 1021, 25), ("classic", 4, 1006, 25)],
)
@pytest.mark.rotating
def test_a_game_dealt_anew_is_dealt_anew_like_the_first(
    edition: str, players: int, seed: int, made: int
) -> None:
    """A seat cannot tell the two apart; so to it nothing else is dealt in the one than in the other."""
    first = rules(edition).new_game(players, seed)
    lot = play_to_end(first.copy(), seed).decisions
    game = played(first, *lot[:made])
    seat = game.decision.player if game.decision is not None else 0
    other = game.determinize(seat, seed)
    for each in range(3 if LONG else 2):
        assert other.determinize(seat, each) == game.determinize(seat, each)
    assert row_of(state_of(other))[RANDOM] != row_of(state_of(game))[RANDOM]
