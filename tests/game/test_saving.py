"""Saved games: whole, or refused in plain words whatever was done to the text."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import rulewright
from game.kit import choose, new
from properties.kit import few
from rulewright import Game, RulesError
from rulewright.base.library import find_library
from rulewright.runtime.ir.layout import DECIDER, DECISION, DELAYED, FRAMES, OWN_CELLS, RANDOM
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.saves.save_formats import GAME_FORMAT, checksum_of

pytestmark = pytest.mark.sampled(4)

GAME = rulewright.load("classic").new_game(4, 3)
for _ in range(12):
    GAME.choose(0)
TEXT = GAME.to_json()


def refusal(text: str) -> str:
    """What is said of a text that cannot be taken up."""
    with pytest.raises(RulesError) as caught:
        Game.from_json(text)
    (complaint,) = caught.value.complaints
    assert complaint.message
    return complaint.message


def resealed(**changes: Any) -> str:
    """The saved game with some of it changed, and a right checksum over that."""
    data = {**json.loads(TEXT), **changes}
    return json.dumps(
        GAME_FORMAT.seal({k: v for k, v in data.items() if k != "checksum"} | changes)
    )


def with_cell(cell: int, value: Any) -> str:
    row = json.loads(TEXT)["row"]
    row[cell] = value
    return resealed(row=row)


def test_a_saved_game_is_one_line_of_json() -> None:
    data = json.loads(TEXT)
    assert "\n" not in TEXT
    assert (data["format"], data["version"]) == ("rulewright-game", 2)
    assert (data["edition"], data["players"], data["seed"]) == ("classic", 4, 3)
    assert data["decisions"] == [0] * 12
    assert Game.from_json(TEXT) == GAME


@few(60)
@given(st.integers(0, len(TEXT) - 1))
def test_a_text_that_was_cut_off(length: int) -> None:
    assert "cut off, or its text was changed" in refusal(TEXT[:length])


@few(150)
@given(st.integers(0, len(TEXT) - 1), st.sampled_from('0123456789",:[]{}xA-\x00'))
def test_a_text_with_another_sign_in_it(at: int, sign: str) -> None:
    spoilt = TEXT[:at] + sign + TEXT[at + 1 :]
    if spoilt != TEXT:
        assert refusal(spoilt)


@few(100)
@given(st.text(max_size=40))
def test_any_other_text(text: str) -> None:
    assert refusal(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)  # fmt: skip


@few(100)
@given(JSON)
def test_any_other_json(value: Any) -> None:
    assert "not a saved game" in refusal(json.dumps(value))


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 50_000, "9" * 10_000, "NaN", "\ud800"])
def test_texts_that_are_hard_to_read(text: str) -> None:
    assert refusal(text)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data.update(seed=4), "changed after it was saved"),
        (lambda data: data.update(players=5), "changed after it was saved"),
        (lambda data: data["row"].__setitem__(RANDOM, 7), "changed after it was saved"),
        (lambda data: data["names"].__setitem__(0, "Ann"), "changed after it was saved"),
        (lambda data: data.update(more=1), "changed after it was saved"),
        (lambda data: data.pop("log"), "changed after it was saved"),
        (lambda data: data.pop("checksum"), "changed after it was saved"),
        (lambda data: data.update(checksum="0" * 64), "changed after it was saved"),
        (lambda data: data.update(checksum=None), "changed after it was saved"),
        (lambda data: data.update(version=3), "version 3; this program reads versions 1, 2"),
        (lambda data: data.update(version=True), "version unknown"),
        (lambda data: data.update(version="one"), "version unknown"),
        (lambda data: data.pop("version"), "version unknown"),
        (lambda data: data.update(format="a game of chess"), "not a saved game"),
        (lambda data: data.pop("format"), "not a saved game"),
    ],
)
def test_an_edited_text(change: Callable[[dict[str, Any]], Any], told: str) -> None:
    data = json.loads(TEXT)
    change(data)
    assert told in refusal(json.dumps(data))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"play": "0" * 64, "rules": "0" * 64}, "the rules have changed"),
        ({"play": "", "rules": "0" * 64}, "the rules have changed"),
        ({"play": None}, "play should be a text"),
        ({"edition": "clasic"}, "no edition `clasic`"),
        ({"edition": "nowhere/at-all.yaml"}, "no edition file"),
        ({"edition": "x" * 5000}, "no edition"),
        ({"edition": "\0"}, "no edition"),
        ({"edition": 7}, "edition should be a text"),
        ({"edition": None}, "edition should be a text"),
        ({"players": 99}, "not for 99"),
        ({"players": 0}, "not for 0"),
        ({"players": "4"}, "players should be a number"),
        ({"players": True}, "players should be a number"),
        ({"players": 4.0}, "players should be a number"),
        ({"players": 5}, "the rules have changed"),
        ({"options": ["no-such"]}, "no option `no-such`"),
        ({"options": [3]}, "options should be a list of texts"),
        ({"options": "gather-first"}, "options should be a list of texts"),
        ({"seed": "three"}, "seed should be a number"),
        ({"names": ["A", "B"]}, "made with other rules"),
        ({"names": ["\ud800", "B", "C", "D"]}, "its text was changed"),
        ({"names": ["A", "B", "C", 4]}, "names should be a list of texts"),
        ({"decisions": ["0"]}, "decisions should be a list of numbers"),
        ({"decisions": None}, "decisions should be a list of numbers"),
        ({"row": None}, "row should be a list"),
        ({"row": []}, "made with other rules"),
        ({"log": "told"}, "log should be a list or null"),
        ({"log": [1]}, "the story"),
        ({"log": [[0, 0, [], -1, 0]]}, "the story"),
        ({"log": [[10**9, 0, [], -1]]}, "the story"),
        ({"log": [[0, 0, ["x"], -1]]}, "the story"),
        ({"log": [[0, 0, [9, 9], -1]]}, "the story"),
        ({"log": [[0, 0, [0, 2], 9]]}, "the story"),
    ],
)
def test_what_cannot_be_although_the_checksum_is_right(changes: dict[str, Any], told: str) -> None:
    assert told in refusal(resealed(**changes))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (with_cell(FRAMES, []), "the place in the rules"),
        (with_cell(FRAMES, [10**6, [-2]]), "the place in the rules"),
        (with_cell(FRAMES, [0, [0]]), "the place in the rules"),
        (with_cell(FRAMES, "top"), "the place in the rules"),
        (with_cell(DECISION, 10**6), "the decision"),
        (with_cell(DECISION, -1), "the decision"),
        (with_cell(DECISION, None), "the state"),
        (with_cell(DECIDER, 9), "the decision"),
        (with_cell(RANDOM, -1), "the random generator"),
        (with_cell(RANDOM, 2**64), "the random generator"),
        (with_cell(RANDOM, 0.5), "the state"),
        (with_cell(DELAYED, [1]), "the delayed rules"),
        (with_cell(OWN_CELLS, [0, 1, 2]), "the cards"),
        (with_cell(OWN_CELLS, [[0]]), "the cards"),
        (with_cell(OWN_CELLS, 5), "the state"),
        (with_cell(-1, {}), "the state"),
    ],
)
def test_a_state_that_cannot_be(text: str, told: str) -> None:
    assert told in refusal(text)


@few(150)
@given(st.integers(0, len(json.loads(TEXT)["row"]) - 1), JSON)
def test_any_cell_may_hold_anything(cell: int, value: Any) -> None:
    """It is refused, or it is a game that can be looked at."""
    try:
        game = Game.from_json(with_cell(cell, value))
    except RulesError:
        return
    for seat in [None, *range(4)]:
        game.view(seat)
    assert game.decision is not None
    assert [option.label for option in game.decision.options]


@pytest.mark.rotating
def test_every_position_of_a_shipped_game_fits() -> None:
    """What refuses nonsense must not refuse a game."""
    for edition, players in (("classic", 2), ("classic", 7), ("first-edition", 3)):
        game = rulewright.load(edition).new_game(players, 5)
        while game.decision is not None:
            if len(game.decisions) % 9 == 0:
                Game.from_json(game.to_json())
            game.choose(len(game.decision.options) // 2)
        assert Game.from_json(game.to_json()).outcome == game.outcome


def test_a_game_without_a_story_stays_without() -> None:
    game = rulewright.load("classic").new_game(4, 3, told=False)
    again = Game.from_json(game.to_json())
    again.choose(0)
    assert list(again.events) == []


def test_changed_rules_are_noticed(tmp_path: Path) -> None:
    rules = """
flow
    for each player in players
        the player chooses a sort from sorts
        tell "{player} likes {sort}"
"""
    text = choose(new(tmp_path, rules), "sweet").to_json()
    assert Game.from_json(text).made == 1
    new(tmp_path, rules + "# a remark is no change of play\n")
    assert Game.from_json(text).made == 1
    new(tmp_path, rules.replace("tell", "set the guest to the player\n        tell"))
    assert "the rules have changed" in refusal(text)


def test_a_game_that_cannot_be_replayed_needs_the_same_states() -> None:
    """Rules that play alike may number their states otherwise."""
    dealt = GAME.determinize(1, seed=4)
    saved = json.loads(dealt.to_json())
    assert saved["logs"]
    assert Game.from_json(json.dumps(saved)) == dealt
    saved |= {"code": "0" * 64, "rules": "0" * 64}
    del saved["checksum"]
    assert "the rules have changed" in refusal(json.dumps(GAME_FORMAT.seal(saved)))


def test_a_game_is_replayed_if_its_states_are_numbered_otherwise() -> None:
    assert Game.from_json(resealed(code="0" * 64, rules="0" * 64)) == GAME
    other = {"code": "0" * 64, "rules": "0" * 64}
    assert "the rules have changed" in refusal(resealed(decisions=[0] * 11, **other))
    assert "the rules have changed" in refusal(resealed(decisions=[10**6], **other))
    assert "do not fit together" in refusal(resealed(row=[], **other))


def test_a_save_of_the_first_version_needs_the_same_text_of_rules() -> None:
    data = json.loads(TEXT)
    first = {
        key: each for key, each in data.items() if key not in ("play", "code", "rules", "checksum")
    }
    first = GAME_FORMAT.seal({**first, "digest": data["rules"]}) | {"version": 1}
    del first["checksum"]
    assert Game.from_json(json.dumps({**first, "checksum": checksum_of(first)})) == GAME
    first["digest"] = "0" * 64
    assert "the rules have changed" in refusal(
        json.dumps({**first, "checksum": checksum_of(first)})
    )


def test_the_same_rules_elsewhere_are_the_same_rules(tmp_path: Path) -> None:
    """A game may be taken up where the library lies in another folder."""
    here = rulewright.load("classic")
    root = find_library().root
    for folder in ("rules", "editions"):
        shutil.copytree(root / folder, tmp_path / folder)
    (tmp_path / "editions" / "here.yaml").write_text(
        "edition: here\nextends: classic\n", encoding="utf-8"
    )
    there = rulewright.load(tmp_path / "editions" / "classic.yaml")
    assert inside(there).digest == inside(here).digest
    other = rulewright.load(tmp_path / "editions" / "here.yaml")
    assert inside(other).digest != inside(here).digest
