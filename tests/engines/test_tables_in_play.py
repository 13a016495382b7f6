"""A table read by labels, or by limited numbers, that change during the game; both engines read the same cell."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from engines.whole_games import play_alike
from rulewright import Rules, RulesError

pytest.importorskip("wasmtime")

RULES = """\
game duel
labels sign: paper, stone, well

there is a row-sign, a sign or nothing, seen by everyone
there is a column-sign, a sign, seen by everyone
there is a count, a number, seen by everyone

table payoff by the row-sign across the column-sign
    sign    paper   stone   well
    paper   1       -2      3
    stone   4       5       6
    well    7       8       9

table bonus by KEY
    count   bonus
    2       100
    3..5    200
    6       300

flow
    set the count to 20
    tell "before: {the payoff}, {the bonus}"
    for each player in players
        the player names
    tell "after: {the payoff}, {the bonus}"

event a player names
    choose a pick from signs
    choose a size from 0 to 7
    if the row-sign is nothing
        set the row-sign to the pick
    otherwise
        set the column-sign to the pick
    set the count to the size
value a player's points is the payoff + the bonus
outcome by points
"""
LIMITED = "the larger of 2 and the smaller of the count and 6"
PAYOFFS = ((1, -2, 3), (4, 5, 6), (7, 8, 9))
BONUSES = (100, 100, 100, 200, 200, 200, 300, 300)


def duel(folder: Path, key: str = LIMITED, more: str = "") -> Rules:
    """Return the game with `key` as the row of the second table, and `more` lines in its edition."""
    (folder / "duel.rules").write_text(RULES.replace("KEY", key), encoding="utf-8")
    edition = folder / "duel.yaml"
    edition.write_text(f"edition: duel\nrules: [duel.rules]\nplayers: 2\n{more}", "utf-8")
    return rulewright.load(edition)


def test_every_cell_is_read_in_play(tmp_path: Path) -> None:
    rules = duel(tmp_path)
    assert not play_alike(rules, 2, 1, (), 1).given_up
    for engine in ("python", "native"):
        for row, payoffs in enumerate(PAYOFFS):
            for column, payoff in enumerate(payoffs):
                for size in (0, 2, 4, 6, 7) if row == column else (3,):
                    game = rules.new_game(2, 1, engine=engine, told=False)
                    for option in (row, 0, column, size):
                        game.choose(option)
                    assert game.outcome is not None
                    assert game.outcome.scores == (payoff + BONUSES[size],) * 2


def test_nothing_reads_0(tmp_path: Path) -> None:
    game = duel(tmp_path).new_game(2, 1)

    assert "before: 0, 300" in [event.text() for event in game.events]


@pytest.mark.parametrize("key", ["the count", "the larger of 2 and the count", "the count + 1"])
def test_a_number_needs_limits(key: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as failed:
        duel(tmp_path, key).new_game(2, 1)

    assert [each.code for each in failed.value.complaints] == ["E0605"]


def test_a_number_needs_a_row_for_each_value(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as failed:
        duel(tmp_path, LIMITED.replace("6", "7")).new_game(2, 1)

    assert [each.code for each in failed.value.complaints] == ["E0606"]


def test_a_table_that_reads_itself_is_told(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as failed:
        duel(tmp_path, "the larger of 2 and the smaller of the bonus and 6").new_game(2, 1)

    assert [each.code for each in failed.value.complaints] == ["E0607"]


def test_an_edition_changes_rows_by_numbers_only(tmp_path: Path) -> None:
    rules = duel(tmp_path, more="tables: {bonus: {2: 150}}\n")
    game = rules.new_game(2, 1)
    for option in (0, 0, 0, 2):
        game.choose(option)
    assert game.outcome is not None
    assert game.outcome.scores == (151, 151)
    with pytest.raises(RulesError) as failed:
        duel(tmp_path, more="tables: {payoff: {2: {1: 150}}}\n").new_game(2, 1)

    assert [each.code for each in failed.value.complaints] == ["E0602"]
