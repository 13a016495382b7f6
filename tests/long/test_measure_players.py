"""The program that measures players writes its page."""

from __future__ import annotations

from pathlib import Path

import pytest

from long.measure_players import (
    HEAD,
    OTHERS,
    QUICK,
    SLOW,
    Match,
    interval,
    line,
    matches,
    play,
    rows_of,
    write_page,
)
from players.kit import Result

WON, LOST, SHARED = Result(1.0, 30, 6), Result(0.0, 20, -5), Result(0.5, 24, 0)


def test_matches_and_their_lines() -> None:
    found = list(matches(["classic", "expeditions"], 2, 3, 10))
    assert [(match.edition, match.others, match.games) for match in found] == [
        *(("classic", others, 2) for others in OTHERS),
        ("classic", "rules of thumb", 3), ("classic", "rules of thumb", 1),
        *(("expeditions", others, 2) for others in OTHERS),
    ]  # fmt: skip
    assert (
        line(found[5], [WON, SHARED])
        == "| expeditions | 2 | 10 games | by lot | 2 | 75.0% | 20%–97% | 27.0 | +3.0 | 50% |"
    )
    assert [match.simulations for match in found[2:6]] == [10, QUICK, SLOW, 10]


def test_an_interval_holds_its_share() -> None:
    assert list(interval(0.5, 100)) == pytest.approx([0.404, 0.596], abs=0.001)
    assert list(interval(1.0, 100)) == pytest.approx([0.963, 1], abs=0.001)
    assert interval(0.0, 100)[0] == 0


@pytest.mark.parametrize("others", ["first option", "greedy", "rules of thumb"])
def test_a_game_of_a_match(others: str) -> None:
    found = play(Match("classic", 3, 2, others, 1), 1)
    assert found.share in (0, 0.5, 1)
    assert (found.lead >= 0) == (found.share > 0)


def test_what_was_measured_before_stays_and_the_weakest_stand_first(tmp_path: Path) -> None:
    page = tmp_path / "players.md"
    assert rows_of(page) == []
    row = line(Match("achiles", 5, 20, "by lot", 2), [WON, WON])
    weaker = line(Match("modern", 5, 20, "by lot", 2), [LOST, WON])
    write_page(page, HEAD, [row, weaker])
    assert rows_of(page) == [weaker, row]
