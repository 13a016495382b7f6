"""Why something happened: the chain of rules and what they answered to, and nothing that the asker may not know."""

import random
from pathlib import Path

import pytest

from game.kit import make_rules
from properties.kit import rules
from rulewright import Game
from rulewright.runtime.game.state import IllegalChoice

CHAIN = """
flow
    play opening
    play closing
phase opening
    for each player in players
        the player sweeps
phase closing
    do nothing
event a player sweeps
    tell "{me} sweeps"
    set my savings to 1
event a player finds
    set my money to my money + 1
event a player boasts
    tell "{me} boasts"
after a player called sweeper sweeps
    the sweeper finds
after a player called finder finds
    reading "a game for tests"
    the finder boasts
    the finder chooses a side from 1 to 2
at the start of the closing
    tell "all is swept"
"""


def test_each_link_answers_to_the_next(tmp_path: Path) -> None:
    game = make_rules(tmp_path, CHAIN).new_game(2, seed=1)

    sweeps, boasts = (game.why(number, 0) for number in range(2))

    assert [event.text() for event in game.events] == ["A sweeps", "A boasts"]
    assert [each.text for each in sweeps] == ["A sweeps", "phase opening"]
    assert [each.text for each in boasts] == [
        "A boasts", "event a player finds", "A sweeps", "phase opening"
    ]  # fmt: skip
    assert [each.clause for each in boasts] == [
        "after a player called finder finds", "after a player called sweeper sweeps",
        "phase opening", "phase opening",
    ]  # fmt: skip
    assert boasts[0].rule == game.events[1].rule
    assert [each.during for each in boasts] == [False, False, False, True]


def test_a_phase_that_is_over_is_not_named(tmp_path: Path) -> None:
    game = make_rules(tmp_path, CHAIN).new_game(2, seed=1)
    game.playout(1)

    assert [each.text for each in game.why(4)] == ["all is swept", "phase closing"]


def test_a_game_taken_up_again_knows_it_too(tmp_path: Path) -> None:
    game = make_rules(tmp_path, CHAIN).new_game(2, seed=1)

    assert Game.from_json(game.to_json()).why(1) == game.why(1)


def test_a_game_dealt_anew_knows_the_rule(tmp_path: Path) -> None:
    game = rules("classic").new_game(4, seed=1)
    for _ in range(12):
        game.choose(0)
    other = game.determinize(0, seed=5)

    number = len(other.events) - 1
    assert [each.rule for each in other.why(number, 0)] == [other.events[number].rule]


def variant(game: Game, seed: int, changed: int) -> Game | None:
    """The game in which another seat once chose something else; None if it does not go on so."""
    other = game.rules.new_game(game.players, seed)
    for number, index in enumerate(game.decisions):
        decision = other.decision
        if decision is None:
            return None
        last = len(decision.options) - 1
        try:
            other.choose(last - index if number == changed else index)
        except IllegalChoice:
            return None
    return other


def alike(one: Game, other: Game, seat: int) -> bool:
    """Whether a seat sees and was told the same in both, by the same rules."""
    told = [
        [(event.text(seat), event.rule) for event in game.events if event.text(seat)]
        for game in (one, other)
    ]
    return told[0] == told[1] and one.view(seat) == other.view(seat)


def answers(game: Game, seat: int) -> list[object]:
    causes = game.causes()
    return [why for n in range(len(game.events)) if (why := causes.of(n, seat))]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("edition", "players", "seed"),
    [("classic", 4, 1), ("cunning-agents", 5, 2), ("devious-dignitaries", 4, 3), ("modern", 6, 4)],
)  # fmt: skip
def test_who_cannot_tell_games_apart_is_told_the_same(
    edition: str, players: int, seed: int
) -> None:
    """Another seat chose something else, and the asker saw nothing of it."""
    game = rules(edition).new_game(players, seed)
    chance = random.Random(seed)
    deciders = []
    pairs = 0
    for _ in range(40):
        decision = game.decision
        if decision is None:
            break
        deciders.append(decision.player)
        game.choose(chance.randrange(len(decision.options)))
    for changed in range(len(deciders)):
        other = variant(game, seed, changed) if deciders[changed] != 0 else None
        if other is not None and other.decisions != game.decisions and alike(game, other, 0):
            pairs += 1
            assert answers(other, 0) == answers(game, 0)
    assert pairs
