"""The program that measures players writes its page."""

from __future__ import annotations

from pathlib import Path

from long.measure_players import HEAD, QUICK, SLOW, Match, line, matches, play, rows_of, write_page


def test_matches_and_their_lines() -> None:
    found = list(matches(["classic", "expeditions"], 2, 3, 10))
    assert [(match.edition, match.others, match.games) for match in found] == [
        ("classic", "by lot", 3), ("classic", "rules of thumb", 3), ("classic", "rules of thumb", 1),
        ("expeditions", "by lot", 2),
    ]  # fmt: skip
    assert (
        line(found[3], [1.0, 0.5])
        == "| expeditions | 2 | 10 games | by lot | 2 | 75.0% | 61.2% | 50% |"
    )
    assert [match.simulations for match in found] == [10, QUICK, SLOW, 10]


def test_a_game_of_a_match() -> None:
    assert play(Match("classic", 3, 2, "rules of thumb", 1), 1) in (0, 0.5, 1)
    assert play(Match("classic", 3, 0, "by lot", 1), 1) in (0, 0.5, 1)


def test_what_was_measured_before_stays(tmp_path: Path) -> None:
    page = tmp_path / "players.md"
    assert rows_of(page) == []
    row = line(Match("modern", 5, 20, "by lot", 2), [1.0, 1.0])
    older = line(Match("achiles", 5, 20, "by lot", 2), [0.0, 1.0])
    write_page(page, HEAD, [row, older])
    assert rows_of(page) == [older, row]
