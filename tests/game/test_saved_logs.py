"""What seats know of a course goes with a saved game, and back with what is taken back; what is odd is refused."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest

from dealing.kit import determinized, playing
from hostile.test_saves import spoilt
from properties.kit import rules, state_of
from rulewright import Game, RulesError
from rulewright.runtime.observation import history as true_course
from rulewright.runtime.observation.seat_log import SeatLog
from rulewright.runtime.session.saves.save_formats import GAME_FORMAT


def begun(choices: int, edition: str = "expeditions", seed: int = 3) -> Game:
    """A game by lot after so many choices."""
    game = rules(edition).new_game(2 if edition == "expeditions" else 4, seed)
    for each in playing(game, seed):
        if len(each.decisions) == choices:
            break
    return game


def gone_on(game: Game, choices: int) -> Game:
    """The same, after some more."""
    for _ in range(choices):
        assert game.decision is not None
        game.choose(len(game.decision.options) - 1)
    return game


def forgetful(game: Game) -> Game:
    """The same as one whose beginning nobody knows."""
    data = json.loads(game.to_json())
    data["seed"] += 1
    return Game.from_json(resealed(data))


@cache
def dealt_text() -> str:
    """A dealt game, saved."""
    return determinized(begun(6), 0, 7).to_json()


def resealed(data: dict[str, Any]) -> str:
    return json.dumps(GAME_FORMAT.seal({k: v for k, v in data.items() if k != "checksum"}))


def saved(game: Game) -> list[Any]:
    found: list[Any] = json.loads(game.to_json())["logs"]
    return found


def test_what_leads_to_itself_is_played_again() -> None:
    game = begun(12)
    log = game.log(1)
    assert log.is_whole
    assert saved(game) == []
    assert Game.from_json(game.to_json()).log(1) == log


def test_a_dealt_game_keeps_what_its_seat_knew() -> None:
    game = begun(8)
    dealt = determinized(game, 0, 7)
    again = Game.from_json(dealt.to_json())
    assert again.log(0) == game.log(0) == dealt.log(0)
    one, two = gone_on(dealt, 3).log(0), gone_on(again, 3).log(0)
    assert one == two
    assert one.observations[: len(game.log(0).observations)] == game.log(0).observations
    assert len(one.observations) > len(game.log(0).observations)


def test_it_is_dealt_the_same_after_it_was_saved() -> None:
    dealt = determinized(begun(6), 0, 7)
    again = Game.from_json(dealt.to_json())
    assert [determinized(again, 0, n) for n in range(3)] == [
        determinized(dealt, 0, n) for n in range(3)
    ]


def test_a_dealt_game_keeps_what_other_seats_knew_in_the_course_that_was_dealt() -> None:
    dealt = determinized(begun(6), 0, 7)
    again = Game.from_json(dealt.to_json())
    assert again.log(1) == dealt.log(1)
    assert again.log(1).is_whole
    assert {log["seat"] for log in saved(again)} == {0, 1}
    assert gone_on(again, 2).log(1) == gone_on(dealt, 2).log(1)
    assert Game.from_json(again.to_json()).log(1) == again.log(1)


def test_a_game_whose_beginning_nobody_knows_says_so() -> None:
    game = forgetful(begun(8))
    log = game.log(0)
    assert not log.is_whole
    assert len(log.observations) == 1
    assert Game.from_json(gone_on(game, 4).to_json()).log(0) == game.log(0)
    assert len(game.log(0).observations) > 4


@pytest.mark.parametrize("whole", [True, False])
def test_what_is_taken_back_is_taken_out(whole: bool) -> None:
    """And no more than that: what was before stays known where it cannot be played again."""
    game = begun(6) if whole else Game.from_json(dealt_text())
    logs = [game.log(0)]
    for _ in range(4):
        logs.append(gone_on(game, 1).log(0))
    for log in reversed(logs[:-1]):
        game.undo()
        assert game.log(0) == log
    game.choose(0)
    other = game.log(0)
    assert other.observations[: len(logs[0].observations)] == logs[0].observations
    assert other != logs[1]


def test_a_log_that_grows_too_long_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(6)
    assert game.log(0).is_whole
    monkeypatch.setattr(true_course, "MOST_STOPS", len(game.log(0).observations) + 1)
    gone_on(game, 6)
    log = game.log(0)
    assert not log.is_whole
    assert len(log.observations) == 1
    assert len(gone_on(game, 2).log(0).observations) > 2
    assert Game.from_json(game.to_json()).log(0) == game.log(0)


@pytest.mark.parametrize("edition", ["classic", "expeditions", "liars-hand"])
def test_a_log_comes_back_from_json(edition: str) -> None:
    game = begun(25, edition)
    for seat in range(game.players):
        log = game.log(seat)
        assert SeatLog.from_data(json.loads(json.dumps(log.to_data()))) == log


# ------------------------------------------------------------------ what somebody made up


def made_up(logs: Any) -> str:
    """What is said of a dealt game with other logs."""
    data = json.loads(dealt_text())
    data["logs"] = logs(data["logs"]) if callable(logs) else logs
    with pytest.raises(RulesError) as caught:
        Game.from_json(resealed(data))
    (complaint,) = caught.value.complaints
    return complaint.message


def other(key: str, value: Any) -> Any:
    return lambda logs: [{**logs[0], key: value}]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "logs",
    [
        None, 3, "", {}, [3], [{}], [[]],
        lambda logs: logs * 2,
        other("seat", 2), other("seat", -1), other("seat", 1), other("seat", "0"),
        other("opening", [1, 2]), other("opening", 7), other("looks", []), other("looks", None),
        other("heard", []), other("own", [None]),
        lambda logs: [{**logs[0], "looks": [[None] * 7] * len(logs[0]["looks"])}],
        lambda logs: [{**logs[0], "looks": [*logs[0]["looks"][:-1], [None] * 7]}],
        lambda logs: [{**logs[0], "looks": [*logs[0]["looks"][:-1], [None] * 6]}],
        lambda logs: [{**logs[0], "heard": [[[10**9, 0, [], -1]], *logs[0]["heard"][1:]]}],
        lambda logs: [{**logs[0], "own": ["x", *logs[0]["own"][1:]]}],
        lambda logs: [{**logs[0], "looks": [[None] * 7] * 10_000}],
    ],
)  # fmt: skip
def test_logs_that_cannot_be(logs: Any) -> None:
    assert "what seats know has an impossible value" in made_up(logs)


def test_a_save_from_before_logs_were_saved() -> None:
    data = json.loads(begun(6).to_json())
    del data["logs"]
    assert Game.from_json(resealed(data)).log(0) == begun(6).log(0)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.rotating
def test_logs_spoilt_by_lot_are_refused_or_can_be_used(seed: int) -> None:
    data, lot = json.loads(dealt_text()), random.Random(seed)
    refused = 0
    for _ in range(60):
        logs = [spoilt(data["logs"][0], lot)]
        try:
            text = resealed({**data, "logs": logs})
        except ValueError:
            continue
        try:
            game = Game.from_json(text)
        except RulesError:
            refused += 1
        else:
            gone_on(game, 1)
            assert len(game.log(0).observations) == len(game.log(0).messages)
            assert state_of(Game.from_json(game.to_json())) == state_of(game)
    assert 10 < refused < 60
