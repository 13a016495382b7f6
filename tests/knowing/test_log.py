"""The log of a seat: all that it was asked, saw, was told and chose, decision by decision, and no more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rulewright
from properties.kit import state_of
from rulewright import Game
from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.layout import ANSWER, ASKING, DECIDER, DECISION, FORCED, MADE, RANDOM
from rulewright.runtime.ir.nodes.ir_types import NO_NUMBER, NOTHING
from rulewright.runtime.observation import history as true_course
from rulewright.runtime.observation.history import is_same, log_from_now, log_of
from rulewright.runtime.observation.seat_log import HIDDEN, Observation, SeatLog, messages_to

RULES = """\
game parlour

kind card
    rank: number
    starts in the deck

there is a deck of cards, in order, seen by nobody
each player has a hand of cards, seen by its owner
there is a pile of cards, in order, seen by nobody
each player has a score, a number, seen by everyone

list of card
    printed "ours"
    name  rank
    Ace   1
    Bow   2
    Cup   3

flow
    for each player in players
        move the top 2 cards of the deck to the player's hand
    tell "it begins"
    for each player in players
        play turn for the player
    play last

phase turn for a player
    choose a pick from cards in my hand
    tell "{me} lays {the pick}"
    move the pick to the pile
    choose a second from cards in my hand
    move the second to the pile

phase last
    chance chooses a winner from players
    set the winner's score to 1

value a player's points is the player's score
outcome by points
"""
EDITION = """\
edition: parlour
name: Parlour
rules: [parlour.rules]
players: 2
cast: {card: {Ace: 2, Bow: 1, Cup: 1}}
"""


def parlour(tmp_path: Path, rules: str = RULES, **how: Any) -> Game:
    """A game of two hands; the first player has two copies of a card."""
    (tmp_path / "parlour.rules").write_text(rules, encoding="utf-8")
    (tmp_path / "parlour.yaml").write_text(EDITION, encoding="utf-8")
    return rulewright.load(tmp_path / "parlour.yaml").new_game(2, 1, engine="python", **how)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """The same, of which a story is kept."""
    return parlour(tmp_path)


ACE, BOW, CUP = (0,), (1,), (2,)
H: tuple[int, ...] = HIDDEN
HAND_A, HAND_B = 10, 11


def said(seat: int, telling: int, turn: int, *values: Any) -> tuple[Any, ...]:
    """What a seat is told in a player's turn (-1: in nobody's): no round is counted, and no card has the turn."""
    return ((telling, telling, (*values, NO_NUMBER, turn, (NOTHING, 1 << seat)), -1),)


def look(
    decision: int, decider: int, hands: tuple[Any, Any], pile: tuple[Any, ...], **rest: Any
) -> Observation:
    """What is seen at a decision: the deck is empty; `hands` are those of both."""
    acting = (decider if decision < 2 else -1,)
    places = ((0, ()), *hands, (len(pile), pile))
    return Observation(
        decision, decider, rest.get("options", ()), places, rest.get("kept", (0, 0)), (), acting
    )


def lay(card: tuple[int, ...], hand: int) -> tuple[Any, ...]:
    """An option that is a card in a hand."""
    return 0, card, hand, -1


NONE, TWO = (0, ()), (2, ())
ACES, OTHERS = (2, (ACE, ACE)), (2, (BOW, CUP))
LOGS = {
    0: [
        (look(0, 0, (ACES, TWO), (), options=(lay(ACE, HAND_A),) * 2), said(0, 0, -1), None),
        (
            look(1, 0, ((1, (ACE,)), TWO), (ACE,), options=(lay(ACE, HAND_A),)),
            said(0, 1, 0, 0, (0, 1)),
            lay(ACE, HAND_A),
        ),
        (look(0, 1, (NONE, TWO), (ACE, ACE)), (), lay(ACE, HAND_A)),
        (look(1, 1, (NONE, (1, ())), (ACE, ACE, H)), said(0, 1, 1, 1, (-1, 0)), None),
        (look(2, -1, (NONE, NONE), (ACE, ACE, H, H)), (), None),
        (look(-1, -1, (NONE, NONE), (ACE, ACE, H, H), kept=(1, 0)), (), None),
    ],
    1: [
        (look(0, 0, (TWO, OTHERS), ()), said(1, 0, -1), None),
        (look(1, 0, ((1, ()), OTHERS), (H,)), said(1, 1, 0, 0, (-1, 0)), None),
        (
            look(
                0, 1, (NONE, OTHERS), (H, H), options=(lay(BOW, HAND_B), lay(CUP, HAND_B))
            ), (), None,
        ),
        (
            look(1, 1, (NONE, (1, (BOW,))), (H, H, CUP), options=(lay(BOW, HAND_B),)),
            said(1, 1, 1, 1, (3, 2)),
            lay(CUP, HAND_B),
        ),
        (look(2, -1, (NONE, NONE), (H, H, CUP, BOW)), (), lay(BOW, HAND_B)),
        (look(-1, -1, (NONE, NONE), (H, H, CUP, BOW), kept=(1, 0)), (), None),
    ],
}  # fmt: skip
"""Both lay two cards; who has one card left is not asked, and chance says who wins."""


def entries(log: SeatLog) -> list[tuple[Any, ...]]:
    """What a log says, decision by decision."""
    return [*zip(log.observations, log.messages, log.own, strict=True)]


@pytest.mark.parametrize("seat", LOGS)
@pytest.mark.parametrize("at_once", [True, False])
def test_a_seat_knows_this_and_no_more(game: Game, seat: int, at_once: bool) -> None:
    for _ in range(2):
        if not at_once:
            log_of(state_of(game), seat)
        game.choose(1)

    log = log_of(state_of(game), seat)
    assert entries(log) == LOGS[seat]
    assert (log.seat, log.opening, log.is_whole) == (seat, (), True)


def test_who_is_asked_though_there_is_one_option_knows_the_same(tmp_path: Path) -> None:
    game = parlour(tmp_path, ask_forced=True)
    for index in (1, 0, 1, 0):
        game.choose(index)
    assert {seat: entries(log_of(state_of(game), seat)) for seat in LOGS} == LOGS


def test_a_game_without_a_story_has_nothing_to_hear(tmp_path: Path) -> None:
    game = parlour(tmp_path, told=False)
    game.choose(1)
    log = log_of(state_of(game), 0)
    assert log.observations == [look for look, _, _ in LOGS[0][:3]]
    assert log.messages == [()] * 3


def test_of_a_game_without_its_past_the_log_begins_now(game: Game) -> None:
    game.choose(1)
    for log in (log_from_now(state_of(game), 0), log_of(without_past(game), 0)):
        assert entries(log) == [(LOGS[0][2][0], (), None)]
        assert log.opening
        assert not log.is_whole


def without_past(game: Game) -> GameState:
    """The same game, of which nobody knows how it began."""
    at = state_of(game).copy()
    at.opening = None
    at.attached.clear()
    return at


def test_what_was_taken_back_was_never_seen(game: Game) -> None:
    game.choose(1)
    game.choose(0)
    assert log_of(state_of(game), 1).own[3] == lay(BOW, HAND_B)
    game.undo()
    game.choose(1)
    assert entries(log_of(state_of(game), 1)) == LOGS[1]


def test_what_chance_did_before_all_decisions_is_not_taken_back(tmp_path: Path) -> None:
    begun = '    tell "it begins"\n'
    game = parlour(tmp_path, RULES.replace(begun, f"{begun}    play last\n"))
    whole = entries(log_of(state_of(game), 1))
    game.choose(1)
    log_of(state_of(game), 1)
    game.undo()
    assert len(whole) == 2
    assert entries(log_of(state_of(game), 1)) == whole


def test_what_is_taken_back_further_than_is_known_begins_anew(game: Game) -> None:
    game.choose(1)
    at = without_past(game)
    assert log_of(at, 0).observations
    at.decisions = [0]
    assert entries(log_of(at, 1)) == [(LOGS[1][2][0], (), None)]


def test_a_game_that_does_not_stand_where_its_decisions_lead_is_known_from_now(game: Game) -> None:
    game.choose(1)
    elsewhere, not_so = state_of(game).copy(), state_of(game).copy()
    elsewhere.state = [*elsewhere.state]
    elsewhere.state[elsewhere.game.module.variables["score"].run.base] = 7
    not_so.decisions = [99]
    for at in (elsewhere, not_so):
        at.attached.clear()
        assert not log_of(at, 0).is_whole


@pytest.mark.parametrize("decision", [-1, 0, 1])
def test_states_are_the_same_whoever_was_asked_last_when_all_is_over(
    game: Game, decision: int
) -> None:
    at = state_of(game)
    row = [*at.state]
    row[DECISION] = decision
    same = set[int]()
    for cell in (ASKING, FORCED, MADE, RANDOM, ANSWER, DECIDER, DECISION):
        other = row[:]
        other[cell] += 1
        if is_same(at.engine, row, other):
            same.add(cell)
    assert same == {ASKING, FORCED, MADE, RANDOM, ANSWER} | ({DECIDER} if decision < 0 else set())


@pytest.mark.parametrize(("most", "looks"), [(2, 1), (3, 3)])
def test_a_course_that_is_too_long_begins_now(
    game: Game, most: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(true_course, "MOST_STOPS", most)
    game.choose(1)
    log = log_of(state_of(game), 0)
    assert entries(log)[-1][0] == LOGS[0][2][0]
    assert (len(log.observations), log.is_whole) == (looks, looks == 3)


def test_a_copy_of_a_game_goes_its_own_way(game: Game) -> None:
    log_of(state_of(game), 1)
    other = game.copy()
    game.choose(1)
    other.choose(0)
    game.choose(0)
    other.choose(1)
    assert entries(log_of(state_of(other), 1)) == LOGS[1]
    assert log_of(state_of(game), 1).own[3] == lay(BOW, HAND_B)


def test_a_log_is_carried_on_apart_from_its_copies(game: Game) -> None:
    game.choose(1)
    log = log_of(state_of(game), 0)
    copy, until = log.copy(), log.until(2)
    assert copy == log
    assert entries(until) == LOGS[0][:2]
    copy.add(*LOGS[0][3])
    assert entries(copy) == LOGS[0][:4]
    assert entries(log) == LOGS[0][:3]
    assert log.until(1).seat == 0


def test_a_log_is_json(game: Game) -> None:
    game.choose(1)
    game.choose(1)
    for log in (log_of(state_of(game), 0), log_of(without_past(game), 1)):
        data = json.loads(json.dumps(log.to_data()))
        again = SeatLog.from_data(data)
        assert again == log
        assert again.opening == log.opening
    # Of what stays as it was nothing is written again.
    assert log_of(state_of(game), 0).to_data()["looks"][-1][2] is None


@pytest.mark.parametrize("part", ["looks", "heard", "own"])
def test_what_is_no_log_is_none(game: Game, part: str) -> None:
    data = log_of(state_of(game), 0).to_data()
    data[part] = data[part][:-1]
    with pytest.raises(ValueError, match="zip"):
        SeatLog.from_data(data)


def test_of_a_list_that_is_as_long_only_what_is_new_is_written() -> None:
    before, now = Observation(0, 1, (), ((0, ()), (1, (ACE,))), (4, 5), (), (1,)), (4, 6)
    log = SeatLog(0)
    for kept in (before.kept, now, (7,)):
        log.add(before._replace(kept=kept), (), None)
    written = [each[4] for each in log.to_data()["looks"]]
    assert written == [{"all": (4, 5)}, {"new": [[1, 6]]}, {"all": (7,)}]
    assert SeatLog.from_data(json.loads(json.dumps(log.to_data()))) == log


#: What is told, and what seat 1 hears of it. Card 1 is a copy of card 0.
TOLD: dict[str, tuple[Any, Any]] = {
    "to all": ((5, 6, (7, True), -1), (5, 6, (7, True), -1)),
    "to this seat": ((5, 6, (7,), 1), (5, 6, (7,), 1)),
    "to another": ((5, 6, (7,), 0), None),
    "a card that it knows": ((5, 6, ((2, 2),), -1), (5, 6, ((2, 2),), -1)),
    "a card that others know too": ((5, 6, ((2, 15),), -1), (5, 6, ((2, 2),), -1)),
    "a copy": ((5, 6, ((1, 2),), -1), (5, 6, ((0, 2),), -1)),
    "a card that others know": ((5, 6, ((2, 13),), -1), (5, 6, ((-1, 0),), -1)),
    "no card": ((5, 6, ((-1, 15),), -1), (5, 6, ((-1, 2),), -1)),
    "no cards": ((5, 6, ((),), -1), (5, 6, ((),), -1)),
    "a list": ((5, 6, (((1, 2), (2, 1)), 3), -1), (5, 6, (((0, 2), (-1, 0)), 3), -1)),
    "a list of one card": ((5, 6, (((1, 2),),), -1), (5, 6, (((0, 2),),), -1)),
    "a list of seats": ((5, 6, (((1,), (0,)),), -1), (5, 6, (((1,), (0,)),), -1)),
    "a list of one seat": ((5, 6, (((1,),),), -1), (5, 6, (((1,),),), -1)),
}


@pytest.mark.parametrize("what", TOLD)
def test_what_a_seat_hears(what: str) -> None:
    told, heard = TOLD[what]
    assert messages_to(1, (0, 0, 2), [told]) == (() if heard is None else (heard,))
