"""The second game as a whole: its match of three games, what lies where all the time, who wins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import rulewright
from properties.kit import FACTOR, cards_in, state_of, walk
from rulewright import Game, RulesError
from rulewright.runtime.session.rules.internals import inside

RULES = rulewright.load("expeditions")
LEGS = ("opening", "middle", "final")
COLOURS = ("yellow", "blue", "white", "green", "red")


def quick_matches(count: int) -> Iterator[Game]:
    for seed in range(count * FACTOR):
        game = RULES.new_game(2, seed, told=False)
        game.playout(seed)
        yield game


def results(game: Game) -> list[list[int | None]]:
    """What each seat made in each game."""
    return [[s["tracks"][f"{leg} result"] for leg in LEGS] for s in game.view(None)["seats"]]


def deck(game: Game) -> int:
    return len(cards_in(state_of(game), "deck"))


@pytest.mark.covers("LC-OBJ-01")
@pytest.mark.parametrize("players", [1, 3])
def test_it_is_for_two(players: int) -> None:
    assert RULES.players == (2, 2)
    with pytest.raises(RulesError):
        RULES.new_game(players)


@pytest.mark.covers("LC-SET-02")
@pytest.mark.rotating
def test_nobody_sees_into_the_deck() -> None:
    game = RULES.new_game(2, 7)
    for _ in walk(game, 7):
        for seat in (0, 1, None):
            assert set(game.view(seat)["table"]["zones"]["deck"]["cards"]) == {None}


@pytest.mark.covers("LC-TRN-13", "LC-TRN-01", "LC-MAT-02")
def test_hands_have_eight_cards_between_turns_and_seven_within_one() -> None:
    game = RULES.new_game(2, 3)
    state = state_of(game)
    turns = []
    for _ in walk(game, 3):
        assert game.decision is not None
        acts = game.decision.player
        placing = game.decision.options[0].data.get("option") in ("lay", "discard")
        assert len(cards_in(state, "hand", acts)) == (8 if placing else 7)
        assert len(cards_in(state, "hand", 1 - acts)) == 8
        if placing:
            turns.append((deck(game), acts))
    for (before, one), (after, other) in pairwise(turns):
        assert one != other or (after, other) == (44, 0)
        assert after in (before, before - 1, 44)
    assert sum(left == 44 for left, _ in turns) >= 3


@pytest.mark.covers("LC-END-01")
def test_after_the_last_card_of_the_deck_nobody_moves_in_that_game() -> None:
    game = RULES.new_game(2, 5)
    for _ in walk(game, 5):
        assert deck(game) > 0
    assert deck(game) == 0
    assert game.counter("reckoning") == 3


@pytest.mark.covers("LC-SET-03")
@pytest.mark.parametrize(
    ("options", "starters"), [((), [0, 0, 0]), (("other-starter",), [0, 1, 0])]
)
def test_who_begins_each_game(options: tuple[str, ...], starters: list[int]) -> None:
    game = RULES.new_game(2, 11, options)
    begun: dict[int, int] = {}
    for _ in walk(game, 11):
        assert game.decision is not None
        begun.setdefault(game.counter("deal"), game.decision.player)
    assert list(begun.values()) == starters


@pytest.mark.covers("LC-SET-03")
def test_as_an_option_the_leader_begins_the_next_game() -> None:
    both = set()
    for seed in range(8):
        game = RULES.new_game(2, seed, ("leader-starts",))
        begun: set[int] = set()
        for _ in walk(game, seed):
            assert game.decision is not None
            leg = game.counter("deal")
            if leg > 1 and leg not in begun:
                totals = [sum(made or 0 for made in seat) for seat in results(game)]
                if totals[0] != totals[1]:
                    assert game.decision.player == totals.index(max(totals))
                    both.add(game.decision.player)
            begun.add(leg)
    assert both == {0, 1}


@pytest.mark.covers("LC-MAT-01", "LC-MAT-02")
@pytest.mark.rotating
def test_the_total_of_three_games_wins() -> None:
    more_games_and_lost = 0
    for game in quick_matches(100):
        made, outcome = results(game), game.outcome
        assert outcome is not None
        totals = tuple(sum(each or 0 for each in seat) for seat in made)
        assert outcome.scores == totals
        assert outcome.winners == tuple(s for s in (0, 1) if totals[s] == max(totals))
        assert outcome.reason == "the deck is empty"
        for seat in (0, 1):
            lines = dict(outcome.parts[seat])
            assert sum(lines.values()) == totals[seat]
            assert [lines.get(f"the {leg} game", 0) for leg in LEGS] == made[seat]
        games = [sum(a > b for a, b in zip(*pair, strict=True)) for pair in (made, made[::-1])]
        more_games_and_lost += games[outcome.winners[0]] < max(games)
    assert more_games_and_lost > 0


@pytest.mark.covers("LC-TRN-05", "LC-TRN-06", "LC-TRN-07", "LC-TRN-08", "LC-CARD-01")
@pytest.mark.rotating
def test_expeditions_rise_and_every_card_lies_with_its_colour() -> None:
    for seed in range(3):
        game = RULES.new_game(2, seed)
        for _ in walk(game, seed):
            view = game.view(1)
            places = [view["table"]["zones"], *(seat["zones"] for seat in view["seats"])]
            for zones in places:
                for colour in COLOURS:
                    for name in (f"{colour} pile", f"{colour} expedition"):
                        cards = zones.get(name, {"cards": []})["cards"]
                        assert {card["fields"]["colour"] for card in cards} <= {colour}
                        worth = [card["fields"]["worth"] for card in cards]
                        assert name.endswith("pile") or worth == sorted(worth)
            assert sum(zone["count"] for zones in places for zone in zones.values()) == 60


def test_what_was_not_played_yet_has_no_result() -> None:
    game = RULES.new_game(2, 4)
    assert results(game) == [[None] * 3] * 2
    for _ in walk(game, 4):
        played = game.counter("reckoning")
        assert [[each is not None for each in seat] for seat in results(game)] == [
            [leg < played for leg in range(3)]
        ] * 2


def test_a_score_line_for_each_game_and_no_empty_one_before() -> None:
    single = RULES.new_game(2, 2, ("single-game",))
    single.playout(2)
    outcome = single.outcome
    assert outcome is not None
    assert [[label for label, _ in parts] for parts in outcome.parts] == [["the opening game"]] * 2


def test_cards_of_a_series_are_called_after_it() -> None:
    assert RULES.card("Yellow-10").shown == "Yellow 10"
    assert RULES.card("Yellow-10").fields == {"colour": "yellow", "worth": 10}
    assert len(RULES.cards) == 50
    assert len(inside(RULES).compiled(2).module.pieces) == 60


# ------------------------------------------------------------------ editions of one's own


def own_edition(folder: Path, lines: str) -> Path:
    file = folder / "own.yaml"
    head = "edition: own\nextends: expeditions\nname: {en: Own}\n"
    file.write_text(head + lines, encoding="utf-8")
    return file


def test_an_edition_takes_a_series_out_and_gives_it_another_name(tmp_path: Path) -> None:
    cast = "cast: {card: {remove: [Yellow, Yellow Wager]}}\n"
    names = "names: {Red: {en: Crimson}, Red-7: {en: Lucky}}\n"

    rules = rulewright.load(own_edition(tmp_path, cast + names))

    pieces = [piece.name for piece in inside(rules).compiled(2).module.pieces]
    assert len(pieces) == 48
    assert not any(name.startswith("Yellow") for name in pieces)
    assert [rules.card(f"Red-{n}").shown for n in (6, 7, 8)] == ["Crimson 6", "Lucky", "Crimson 8"]
    assert rules.card("Blue-3").shown == "Blue 3"
    game = rules.new_game(2, 1)
    seen = {
        card["name"]: card["shown"]
        for _ in walk(game, 1)
        for seat in game.view(0)["seats"]
        for zone in seat["zones"].values()
        for card in zone["cards"]
        if card
    }
    assert (seen["Red-6"], seen["Red-7"]) == ("Crimson 6", "Lucky")
    assert game.outcome is not None


@pytest.mark.parametrize(
    ("lines", "code", "words"),
    [
        ("cast: {card: {add: {Purple: 1}}}", "E0601", "no card called `Purple`"),
        ("cast: {card: {add: {Rid: 1}}}", "E0601", "did you mean `Red`"),
        ("names: {Purple: {en: Violet}}", "E0601", "no card called `Purple`"),
        ("cast: {card: {add: {Red-2: 1}}}", "", "Red-2"),
    ],
)
def test_what_is_no_series_or_is_there_twice(
    tmp_path: Path, lines: str, code: str, words: str
) -> None:
    with pytest.raises(RulesError) as caught:
        rulewright.load(own_edition(tmp_path, lines + "\n"))

    (found,) = caught.value.complaints
    assert found.code.startswith(code)
    assert words in f"{found.message} {found.help}"
