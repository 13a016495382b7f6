"""What only whole games can show of rounds, the end and the points."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import rulewright
from conformance.kit import (
    CHARACTERS,
    TABLES,
    cities,
    cities_in,
    drafting,
    names,
    offered,
    open_cards,
    play,
    played,
)
from tiers import LONG

# ------------------------------------------------------------------ rounds


def story(game: rulewright.Game) -> list[str]:
    """What everybody was told."""
    return [text for event in game.events if (text := event.text())]


def calls(texts: list[str]) -> list[int]:
    """The ranks in the order in which they were called."""
    return [int(found[1]) for text in texts if (found := re.search(r"calls rank (\d)", text))]


def rounds(game: rulewright.Game) -> list[list[str]]:
    """The public story, cut where a character is laid aside at the start of a round."""
    found: list[list[str]] = []
    for text in story(game):
        if text == "one character is laid aside face down":
            found.append([])
        if found:
            found[-1].append(text)
    return found


@pytest.mark.covers("FFG-RND-00", "FFG-CAL-02", "FFG-CAL-06", "FE-CAL-01", "FE-CAL-04")
@pytest.mark.parametrize("edition", ["classic", "first-edition"])
@pytest.mark.parametrize("players", [4, 5, 6, 7])
@pytest.mark.rotating
def test_a_round_lays_aside_then_chooses_then_calls(edition: str, players: int) -> None:
    game = played(rulewright.load(edition).new_game(players=players, seed=10), 10)
    assert len(rounds(game)) > 3
    for told in rounds(game):
        chosen = [n for n, text in enumerate(told) if text.endswith("chooses a character")]
        called = [n for n, text in enumerate(told) if "calls rank" in text]
        laid = [n for n, text in enumerate(told) if "laid" in text]
        assert len(chosen) == players
        assert calls(told) == [1, 2, 3, 4, 5, 6, 7, 8]
        assert laid[0] == 0
        assert laid[-1] < chosen[0] <= chosen[-1] < called[0]


@pytest.mark.covers("FFG-CAL-06", "FE-INF-01")
@pytest.mark.parametrize("edition", ["classic", "first-edition"])
@pytest.mark.rotating
def test_after_the_call_of_a_murdered_rank_nothing_is_said(edition: str) -> None:
    """Whether or not somebody has the character, nothing stands between its call and the next."""
    rules = rulewright.load(edition)
    silent: Counter[bool] = Counter()
    for seed in range(20):
        game = rules.new_game(players=4, seed=seed)
        for _ in play(game, seed):
            assert game.decision is not None
            if game.decision.kind.endswith(".victim"):
                break
        else:
            continue
        for index, victim in enumerate(offered(game)[:-1]):
            told = _told_after(game.copy(), index)
            rank = CHARACTERS.index(victim) + 1
            (call,) = (n for n, text in enumerate(told) if f"calls rank {rank}" in text)
            assert f"calls rank {rank + 1}" in told[call + 1]
            assert victim in " ".join(told[:call])
            secrets = [game.view(s)["seats"][s]["zones"]["secret"] for s in range(4)]
            silent[any(victim in names(secret) for secret in secrets)] += 1
    assert silent[True] > 10
    assert silent[False] > 10


def _told_after(game: rulewright.Game, index: int) -> list[str]:
    """What everybody is told from this choice on, until the last rank is called."""
    number = len(game.events)
    game.choose(index)
    while 8 not in calls(_since(game, number)):
        game.choose(0)
    return _since(game, number)


def _since(game: rulewright.Game, number: int) -> list[str]:
    return [text for event in game.events_since(number) if (text := event.text())]


@pytest.mark.sampled(4)
@pytest.mark.covers("FFG-RND-01", "FE-CAL-05")
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_round_starts_with_all_characters(edition: str, players: int) -> None:
    cast = 7 if (edition, players) == ("first-edition", 3) else 8
    seen, sets = set(), set()
    for game in play(rulewright.load(edition).new_game(players=players, seed=11), 11):
        number = game.view()["table"]["tracks"]["round-number"]
        if drafting(game) and number not in seen:
            seen.add(number)
            sets.add(frozenset(offered(game)))
            assert len(offered(game)) + len(open_cards(game)) + 1 == cast
    assert len(seen) > 3
    assert len(sets) > 1


# ------------------------------------------------------------------ the end


@pytest.mark.sampled(4)
@pytest.mark.covers("FFG-OBJ-03", "FFG-END-01", "FFG-END-02", "FE-OBJ-01", "FE-END-01", "FE-3P-02")
@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("seed", range(3 if LONG else 1))
def test_the_round_of_the_completed_city_is_the_last_and_is_finished(
    edition: str, players: int, seed: int
) -> None:
    size = 10 if (edition, players) == ("first-edition", 3) else 8
    completed = 0
    game = rulewright.load(edition).new_game(players=players, seed=seed)
    for _ in play(game, seed):
        view = game.view()
        if drafting(game):
            assert max(cities_in(view)) < size
        elif max(cities_in(view)) >= size and not completed:
            completed = view["table"]["tracks"]["round-number"]
    tracks = game.view()["table"]["tracks"]
    assert max(cities(game)) >= size
    assert completed in (0, tracks["round-number"])
    assert calls(story(game))[-1] == 8
    assert cities(game)[tracks["first-finisher"]["player"]] >= size


@pytest.mark.sampled(3)
@pytest.mark.covers("FFG-VAR-01")
@pytest.mark.parametrize("players", [2, 4, 7])
def test_the_shorter_game_ends_with_seven(classic: rulewright.Rules, players: int) -> None:
    for seed in range(10):
        game = classic.new_game(players=players, seed=seed, options=["shorter-game"])
        for _ in play(game, seed):
            if drafting(game):
                assert max(cities(game)) < 7
        assert max(cities(game)) >= 7
        assert calls(story(game))[-1] == 8


@pytest.mark.sampled(2)
@pytest.mark.covers("FE-END-02", "FE-SCO-05")
@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [("classic", 2, ["shared-victory"]), ("first-edition", 3, [])],
)
def test_most_points_win_and_ties_are_shared(
    edition: str, players: int, options: list[str]
) -> None:
    rules = rulewright.load(edition)
    ties = beaten = 0
    for seed in range(150):
        game = rules.new_game(players, seed, options, told=False, engine="native")
        game.playout(seed)
        outcome = game.outcome
        assert outcome is not None
        best = max(outcome.scores)
        assert list(outcome.winners) == [
            seat for seat, score in enumerate(outcome.scores) if score == best
        ]
        ties += len(outcome.winners) > 1
        finisher = game.view()["table"]["tracks"]["first-finisher"]["player"]
        beaten += finisher not in outcome.winners
    assert ties > 0
    assert beaten > 0


@pytest.mark.covers("FFG-OBJ-02")
@pytest.mark.rotating
def test_districts_and_then_gold_break_ties(classic: rulewright.Rules) -> None:
    broken = 0
    for seed in range(1, 120):
        game = classic.new_game(4, seed, told=False, engine="native")
        game.playout(seed)
        assert game.outcome is not None
        seats = game.view(player=None)["seats"]
        ranking = [
            (score, dict(parts).get("districts", 0), seat["tracks"]["gold"])
            for score, parts, seat in zip(
                game.outcome.scores, game.outcome.parts, seats, strict=True
            )
        ]
        best = [seat for seat in range(4) if ranking[seat] == max(ranking)]
        assert list(game.outcome.winners) == best
        broken += game.outcome.scores.count(max(game.outcome.scores)) > len(best)
    assert broken


@pytest.mark.covers("FFG-SCO-01", "FFG-SCO-03", "FFG-SCO-04", "FFG-SCO-05")
def test_a_score_is_costs_and_bonuses(classic: rulewright.Rules) -> None:
    """Counted again from what lies on the table; the Haunted City is left to its scenarios."""
    for seed in range(30):
        game = played(classic.new_game(players=4, seed=seed), seed)
        assert game.outcome is not None
        first = game.view()["table"]["tracks"]["first-finisher"]["player"]
        for seat, score in zip(game.view()["seats"], game.outcome.scores, strict=True):
            cards = seat["zones"]["city"]["cards"]
            if any(card["name"] == "Haunted City" for card in cards):
                continue
            points = sum(card["fields"]["cost"] for card in cards)
            points += 2 * sum(card["name"] in ("Dragon Gate", "University") for card in cards)
            points += 3 * (len({card["fields"]["colour"] for card in cards}) == 5)
            points += 4 * (seat["seat"] == first)
            points += 2 * (len(cards) >= 8 and seat["seat"] != first)
            assert score == points
