"""The program that rates players draws mixed tables, rates by victories, and writes its sections of the page."""

from __future__ import annotations

from pathlib import Path

import pytest

numpy = pytest.importorskip("numpy")

from tools.measure_players import FIRST, Pool, games_of, played, player_of, ratings, table, write  # noqa: E402

PAIR = Pool("kuhn", 2, (), ("random", "first option", "search of 20"))


def test_tables_are_mixed() -> None:
    """Two players meet in each pair on each deal from both seats; larger tables have unlike sorts."""
    assert [PAIR.seats(number) for number in range(3)] == [
        ["random", "first option"], ["first option", "random"], ["random", "search of 20"],
    ]  # fmt: skip
    assert [PAIR.seed(number) for number in range(3)] == [FIRST, FIRST, FIRST + 1]
    five = Pool("classic", 5, (), ("random", "first option", "rules of thumb"))
    for number in range(20):
        seats = five.seats(number)
        assert {*seats} == {*five.sorts}
        assert max(map(seats.count, five.sorts)) == 2


def test_ratings_are_those_of_the_odds() -> None:
    """A sort that wins three of four games is 191 points ahead; seats and shared victories count in part."""
    seats = numpy.array([[1, 1, 0]] * 4000 + [[0, 1, 1]] * 4000)
    shares = numpy.array([[1, 0, 0]] * 3000 + [[0, 1, 0]] * 1000 + [[0, 0.5, 0.5]] * 4000)
    first, second, third = ratings(seats, shares)
    assert first - second == pytest.approx(400 * numpy.log10(3), abs=2)
    assert second == pytest.approx(third, abs=2)
    one, other = ratings(numpy.array([[1, 4]] * 1000), numpy.array([[0.2, 0.8]] * 1000))
    assert one == pytest.approx(other, abs=2)


def test_a_pool_is_measured_and_grows(tmp_path: Path) -> None:
    """Kept games are not played again; a section is replaced, and others stay."""
    kept, page = tmp_path / "pool.jsonl", tmp_path / "players.md"
    assert len(list(games_of(PAIR, 4, kept, 1))) == 4
    before = kept.read_text("utf-8")
    results = list(games_of(PAIR, 6, kept, 1))
    assert kept.read_text("utf-8").startswith(before)
    assert len(kept.read_text("utf-8").splitlines()) == 6
    assert [sum(each["shares"]) for each in results] == [1.0] * 6

    page.write_text("# Players\n\n### kuhn, 2 players\n\nold\n\n## More\n", "utf-8")
    write(page, PAIR, table(PAIR, results), len(results))
    text = page.read_text("utf-8")
    assert text.startswith(
        "# Players\n\n### kuhn, 2 players\n\n6 games from seed 300,000 on.\n\n| sort"
    )
    assert text.endswith("\n\n## More\n")
    assert "old" not in text
    assert text.count("\n| ") == 4
    write(page, Pool("leduc", 2, ("x",), PAIR.sorts), ["| line |"], 1)
    assert page.read_text("utf-8").endswith(
        "\n### leduc, 2 players\n\n1 games from seed 300,000 on. Options: x.\n\n| line |\n"
    )


@pytest.mark.rotating
@pytest.mark.parametrize("sort", ["greedy", "better rules of thumb", "search of 3 without a leaf"])
def test_each_sort_plays(sort: str) -> None:
    """A table of three has a whole victory."""
    result = played((Pool("classic", 3, (), (sort, "rules of thumb", "random")), 1))
    assert sum(result["shares"]) == pytest.approx(1)
    with pytest.raises(KeyError):
        player_of("careful", PAIR, 1)
