"""The story: what was told, to whom, by which rule, with which words for which seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.kit import choose, labels, new, texts
from rulewright import Game
from rulewright.runtime.observation.history import log_of

RULES = """
flow
    play opening
phase opening
    for each player in players
        the player draws 2 fruits
    for each player in players
        the player chooses a sort from sorts
        tell "{player} likes {sort}"

event a player draws some fruits
    reading "from the top"
    for each n in 1 to the fruits
        move the top of the crate to my basket
    tell "{me} draws {fruits}: {my basket}"
    tell "{guest} was not asked" to my left
"""


def test_everybody_is_told_what_he_may_know(tmp_path: Path) -> None:
    game = new(tmp_path, RULES)
    assert texts(game, None) == ["A draws 2: 2 cards", "B draws 2: 2 cards"]
    assert texts(game, 0) == [
        "A draws 2: Apple, Apple", "B draws 2: 2 cards", "nobody was not asked",
    ]  # fmt: skip
    assert texts(game, 1) == [
        "A draws 2: 2 cards", "nobody was not asked", "B draws 2: Citron, Cherry",
    ]  # fmt: skip


def test_what_is_told_to_one_is_told_to_nobody_else(tmp_path: Path) -> None:
    event = new(tmp_path, RULES).events[1]
    assert event.to == 1
    assert event.text(1)
    assert [event.text(seat) for seat in (0, None)] == ["", ""]
    assert [event.data(seat) for seat in (0, None)] == [None, None]


def test_an_event_knows_its_rule(tmp_path: Path) -> None:
    game = choose(new(tmp_path, RULES), "half sour")
    first, last = game.events[0], game.events[-1]
    assert (first.name, last.name) == ("draws", "opening")
    assert last.text() == "A likes half sour"
    # The rule is the one that had the fruits drawn.
    assert first.rule.name == last.rule.name == "opening"
    assert "stall.rules:" in first.rule.place
    assert first.data(0) == {
        "event": "draws", "text": "A draws 2: Apple, Apple", "rule": "opening",
        "place": first.rule.place, "cites": [],
    }  # fmt: skip
    assert repr(last) == "<Event 'A likes half sour'>"


def test_rules_are_told_from_the_folder_of_their_edition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for folder in (tmp_path, elsewhere):
        monkeypatch.chdir(folder)
        game = new(tmp_path, RULES)
        assert {event.rule.place.split(":")[0] for event in game.events} == {"stall.rules"}
        assert game.decision is not None
        assert game.decision.rule.place.startswith("stall.rules:")


def test_what_was_told_does_not_change_with_what_is_learnt_later(tmp_path: Path) -> None:
    shows = """
        show all fruits in the player's basket to everyone
        tell "{player} shows {player's basket}"
"""
    game = new(tmp_path, RULES.replace('\n        tell "{player} likes {sort}"\n', shows))
    before = texts(game, None)
    choose(game, "sweet")
    assert texts(game, None) == [*before, "A shows Apple, Apple"]


def test_the_story_since(tmp_path: Path) -> None:
    game = new(tmp_path, RULES)
    count = len(game.events)
    choose(game, "sweet", "sweet")
    assert [event.text() for event in game.events_since(count)] == [
        "A likes sweet",
        "B likes sweet",
    ]
    assert list(game.events_since(len(game.events))) == []


def test_citations_reach_the_story(tmp_path: Path) -> None:
    rules = """
flow
    play opening
phase opening
    for each player in players
        the player uses powers at market
power hum at market
    reading "it is allowed"
    printed "on the box"
    tell "{me} hums"
"""
    game = choose(new(tmp_path, rules), "hum")
    assert game.events[0].rule.cites == (
        "printed on the card: on the box",
        "our reading: it is allowed",
    )


def test_what_is_no_card_is_told_in_lists_as_well(tmp_path: Path) -> None:
    rules = """
flow
    play opening
phase opening
    for each player in players
        play pick for the player
phase pick for a player
    let the group be players
    choose 2 rivals from other players
    choose 2 bids from 1 to 5
    choose 2 tastes from sorts
    tell "{the group}: {the rivals}, {the bids}, {the tastes}"
    choose
        option end "against {the rivals} with {the bids}"
            do nothing
        option done
            do nothing
"""
    game = new(tmp_path, rules, players=3)
    for _ in range(4):
        game.choose(1)

    assert texts(game, 0) == texts(game, None) == ["A, B, C: C, B, 2, 3, half sour, sweet"]
    assert labels(game)[0] == "against C, B with 2, 3"
    assert texts(Game.from_json(game.to_json())) == texts(game)
    told = log_of(game._at, 1).messages[-1][0]
    # What follows is the turn: no round, no player, no card.
    assert told[2][:4] == (((0,), (1,), (2,)), ((2,), (1,)), ((2,), (3,)), ((1,), (0,)))


def test_a_seat_may_be_spoken_to(tmp_path: Path) -> None:
    rules = """
flow
    play opening
phase opening
    for each player in players
        the player chooses a sort from sorts
        tell "{player} like(s) {sort} after {my left's money} coin(s)"
        tell "{player} nods to {my left}"
""".replace("my left", "the player's left")
    game = choose(new(tmp_path, rules), "sweet")
    likes, nods = game.events[:2]
    assert likes.text(0) == likes.text() == "A likes sweet after 0 coins"
    assert likes.text(0, speaking=True) == "You like sweet after 0 coins"
    assert likes.text(1, speaking=True) == "A likes sweet after 0 coins"
    assert nods.text(0, speaking=True) == "A (you) nods to B"
    assert nods.text(1, speaking=True) == "A nods to you"
    assert nods.text(None, speaking=True) == "A nods to B"


def test_of_no_card_it_is_told_that_it_is_none(tmp_path: Path) -> None:
    rules = """
there is a best-fruit, a fruit or nothing, seen by everyone

flow
    play opening
phase opening
    tell "{the best-fruit} is best"
    set the best-fruit to Lemon
"""
    assert texts(new(tmp_path, rules), 1) == ["nothing is best"]
