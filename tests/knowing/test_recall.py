"""What a seat remembers as numbers is its whole log, and nothing besides."""

from __future__ import annotations

import random

import pytest

from properties.kit import rules
from rulewright import Game
from rulewright.runtime.observation.seat_log import SeatLog
from rulewright.runtime.observation.vectors.information_state import (
    ENTRY,
    SORTS,
    InformationStateKey,
    entries_of,
    recent_entries,
)

pytestmark = pytest.mark.sampled(3)

TABLES = [("caravan", 3), ("liars-hand", 3), ("oh-hell", 4)]


def played(edition: str, players: int, seed: int, most: int) -> Game:
    game, lot = rules(edition).new_game(players, seed=seed), random.Random(seed)
    while game.decision is not None and len(game.decisions) < most:
        game.choose(lot.randrange(len(game.decision.options)))
    return game


def logs(edition: str, players: int) -> list[SeatLog]:
    """Of all seats at many moments of games, and of games dealt anew that look the same."""
    found = []
    for seed in range(2):
        game = played(edition, players, seed, 12)
        for seat in range(players):
            log = game.log(seat)
            found += [log.until(looks) for looks in range(len(log.observations) + 1)]
            found.append(game.determinize(seat, seed).log(seat))
    return found


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_equal_logs_and_no_others_have_equal_entries(edition: str, players: int) -> None:
    found = [(str(log.to_data()), tuple(entries_of(log))) for log in logs(edition, players)]

    assert len({entries for _, entries in found}) > 40
    by_data = dict(found)
    assert all(by_data[data] == entries for data, entries in found)
    # A seat alone is not in the entries: who asks knows whom he asked for.
    by_entries = {entries: data.partition("'opening'")[2] for data, entries in found}
    assert all(by_entries[entries] == data.partition("'opening'")[2] for data, entries in found)


def test_entries_go_on_where_the_log_does() -> None:
    log = played("caravan", 3, 1, 12).log(1)
    before, after = [*entries_of(log.until(6))], [*entries_of(log)]

    assert after[: len(before)] == before
    assert {sort for sort, _, _ in after} <= set(range(1, len(SORTS)))


def test_the_newest_are_at_the_end() -> None:
    log = played("caravan", 3, 1, 12).log(1)
    flat = [number for entry in entries_of(log) for number in entry]

    assert recent_entries(log, 10) == flat[-10 * ENTRY :]
    assert recent_entries(log, len(flat)) == [0] * (len(flat) * ENTRY - len(flat)) + flat
    with pytest.raises(ValueError, match="not 0"):
        recent_entries(log, 0)


def test_a_log_that_grows_has_the_name_of_one_read_at_once() -> None:
    log, kept = played("caravan", 3, 1, 12).log(1), InformationStateKey()
    names = [kept.of(log.until(looks)) for looks in range(len(log.observations) + 1)]

    assert names == [
        InformationStateKey().of(log.until(looks)) for looks in range(len(log.observations) + 1)
    ]
    assert len(set(names)) == len(names)
    assert kept.copy().of(log) == names[-1]
    assert kept.of(log.until(5)) == names[5]
    # Another course, at the end of which the same is seen.
    other = log.until(5)
    other.messages[2] = ((1, 1, (), -1),)
    other.observations[4] = type(other.observations[4])(*other.observations[4])
    assert kept.of(other) not in names


def test_a_batch_gives_them_of_any_game() -> None:
    batch = rules("caravan").batch(1, 3, engine="python")
    game = played("caravan", 3, 2, 9)

    assert batch.recall(game, 2, 50) == recent_entries(game.log(2), 50)
