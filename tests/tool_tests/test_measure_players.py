"""The program that measures players writes its page."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from players.kit import Result
from rulewright.lab.balance.execution.workers import ImmediateExecutor
from tools.measure_players import (
    EASY,
    FIRST,
    HEAD,
    IN_CLASSIC,
    LEARNED,
    QUICK,
    SLOW,
    Kept,
    Match,
    interval,
    line,
    matches,
    name_of,
    play,
    rows_of,
    write_page,
)

WON, LOST, SHARED = Result(1.0, 30, 6), Result(0.0, 20, -5), Result(0.5, 24, 0)


def test_matches_and_their_lines() -> None:
    found = list(matches(["classic", "expeditions"], 2, 3, 10))
    assert [(match.edition, match.others, match.games) for match in found] == [
        *(("classic", others, 2) for others in EASY), *(("classic", others, 3) for others, _ in IN_CLASSIC),
        ("classic", LEARNED, 2), *(("expeditions", others, 2) for others in EASY),
    ]  # fmt: skip
    told = line(found[10], [WON, SHARED])
    assert told == "| expeditions | 2 | 10 | random | 2 | 75.0% | 20%–97% | 27.0 | +3.0 | 50% | 3 |"
    assert name_of(told) == ("expeditions", "2", "10", "random")
    assert [match.simulations for match in found[2:9]] == [10, QUICK, SLOW, QUICK, SLOW, 15, 10]


@pytest.mark.long
def test_a_game_that_is_kept_is_not_played_again(tmp_path: Path) -> None:
    path, match = tmp_path / "kept.jsonl", Match("classic", 3, 2, "first option", 2)
    assert len(list(Kept(path).of(match, ImmediateExecutor(), 1))) == 2
    first, second = path.read_text(encoding="utf-8").splitlines()
    other = first.replace('"score": ', '"score": 1000')
    path.write_text(f"{other}\n{second}\n", encoding="utf-8")
    kept = Kept(path)
    found = list(kept.of(evolve(match, games=3), ImmediateExecutor(), 1))
    assert [result.score >= 1000 for result in found] == [True, False, False]
    assert [seed for _, seed in kept.results] == [FIRST, FIRST + 1, FIRST + 2]


def test_an_interval_holds_its_share() -> None:
    assert list(interval(0.5, 100)) == pytest.approx([0.404, 0.596], abs=0.001)
    assert list(interval(1.0, 100)) == pytest.approx([0.963, 1], abs=0.001)
    assert interval(0.0, 100)[0] == 0


@pytest.mark.parametrize("others", ["greedy", "better rules of thumb", "search without a leaf"])
@pytest.mark.rotating
def test_a_game_of_a_match(others: str) -> None:
    found = play(Match("classic", 3, 3, others, 1), 1)
    assert found.share in (0, 0.5, 1)
    assert (found.lead >= 0) == (found.share > 0)


def test_what_was_measured_before_stays_and_the_weakest_stand_first(tmp_path: Path) -> None:
    page = tmp_path / "players.md"
    assert rows_of(page) == []
    row = line(Match("achiles", 5, 20, "random", 2), [WON, WON])
    weaker = line(Match("modern", 5, 20, "random", 2), [LOST, WON])
    write_page(page, HEAD, [row, weaker])
    assert rows_of(page) == [weaker, row]
