"""What only whole games and many seeds can show of choosing characters, and of who knows what."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import rulewright
from conformance.kit import CHARACTERS, OFFERS, TABLES, drafting, names, offered, open_cards, play
from tiers import LONG

GAMES = 12_000 if LONG else 1_200
"""So many are set up to see how often a card is drawn."""

# ------------------------------------------------------------------ choosing characters


@pytest.mark.covers(
    "FFG-SEL-02", "FFG-SEL-03", "FFG-SEL-05", "FFG-23P-01", "FFG-3P-01", "FFG-2P-02", "FFG-2P-03",
    "FFG-2P-04", "FFG-7P-01", "FE-SEL-02", "FE-SEL-03", "FE-SEL-04", "FE-SEL-05", "FE-SEL-06",
    "FE-SEL-07",
)  # fmt: skip
@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.rotating
def test_every_round_makes_the_same_offers(edition: str, players: int) -> None:
    offers: dict[int, list[int]] = {}
    for game in play(rulewright.load(edition).new_game(players=players, seed=5), 5):
        if drafting(game):
            number = game.view()["table"]["tracks"]["round-number"]
            offers.setdefault(number, []).append(len(offered(game)))
    assert len(offers) > 3
    assert all(made == OFFERS[edition][players] for made in offers.values())


@pytest.mark.covers("FFG-CMP-05", "FFG-SEL-13", "FE-SEL-11", "OWN-FE-CROWN-FIRST")
@pytest.mark.parametrize(("edition", "players"), [t for t in TABLES if t[1] >= 4])
def test_the_choice_goes_round_from_the_crown(edition: str, players: int) -> None:
    orders: dict[int, list[int]] = {}
    crowns: dict[int, int] = {}
    for game in play(rulewright.load(edition).new_game(players=players, seed=6), 6):
        if drafting(game):
            tracks = game.view()["table"]["tracks"]
            assert game.decision is not None
            crowns.setdefault(tracks["round-number"], tracks["crown"]["player"])
            orders.setdefault(tracks["round-number"], []).append(game.decision.player)
    assert len(set(crowns.values())) > 1
    for number, order in orders.items():
        assert order == [(crowns[number] + step) % players for step in range(players)]


@pytest.mark.sampled(2)
@pytest.mark.covers("FFG-SEL-01", "FFG-SEL-08", "FFG-SEL-09", "FE-SEL-01", "FE-SEL-09")
@pytest.mark.parametrize("edition", ["classic", "first-edition"])
@pytest.mark.rotating
def test_the_face_down_card_is_drawn_from_all_eight(edition: str) -> None:
    """Drawn after the two open cards it would be the King in one of six games, not of eight."""
    rules = rulewright.load(edition)
    hidden: Counter[str] = Counter()
    for seed in range(GAMES):
        game = rules.new_game(players=4, seed=seed)
        (absent,) = set(CHARACTERS) - set(offered(game)) - set(open_cards(game))
        hidden[absent] += 1
    # One of eight of 1,200 is 150 with a standard deviation of 11.5; one of six would be 200.
    assert all(0.093 < hidden[name] / GAMES < 0.157 for name in CHARACTERS)


@pytest.mark.sampled(2)
@pytest.mark.covers("FFG-SEL-06", "FFG-SEL-07", "FE-SEL-01", "OWN-FE-KING-NOT-OPEN")
@pytest.mark.parametrize("edition", ["classic", "first-edition"])
@pytest.mark.parametrize(("players", "cards"), [(4, 2), (5, 1)])
@pytest.mark.rotating
def test_all_but_the_king_lie_open_equally_often(edition: str, players: int, cards: int) -> None:
    rules = rulewright.load(edition)
    seen: Counter[str | None] = Counter()
    for seed in range(GAMES):
        row = open_cards(rules.new_game(players=players, seed=seed))
        assert len(row) == cards
        seen.update(row)
    assert seen["King"] == 0
    expected = GAMES * cards / 7
    assert all(
        abs(seen[name] - expected) < 3.5 * expected**0.5 for name in CHARACTERS if name != "King"
    )


@pytest.mark.covers("FFG-SEL-11", "FFG-SEL-15")
def test_all_see_the_open_cards_and_nobody_the_hidden_one(classic: rulewright.Rules) -> None:
    for seed in range(20):
        game = classic.new_game(players=4, seed=seed)
        rows = [game.view(seat)["table"]["zones"] for seat in (None, 0, 1, 2, 3)]
        assert all(names(row["face-up-row"]) == open_cards(game) for row in rows)
        assert all(names(row["face-down-row"]) == [None] for row in rows)
        hidden = [set(names(row["pile"])) == {None} for row in rows]
        assert hidden == [True, False, True, True, True]


@pytest.mark.sampled(3)
@pytest.mark.covers("FFG-2P-05", "FFG-SEL-14", "FFG-SEL-15", "FFG-7P-02")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7] if LONG else [2, 5, 7])
def test_only_who_lays_a_card_face_down_knows_it(classic: rulewright.Rules, players: int) -> None:
    """Others know neither it nor anybody's secret; who laid it down does not forget it."""
    laid: dict[int | None, set[str | None]] = {}
    asked: tuple[int, str, list[str]] | None = None
    number, looked = 1, 0
    for game in play(classic.new_game(players=players, seed=8), 8):
        assert game.decision is not None
        if game.view()["table"]["tracks"]["round-number"] != number:
            number, laid = number + 1, {}
        if asked is not None:
            player, kind, cards = asked
            chosen = cards[game.decisions[-1]]
            if kind == "drops.castoff":
                laid.setdefault(player, set()).add(chosen)
            elif not drafting(game):
                laid.setdefault(player, set()).update({*cards} - {chosen})
        for looker in (None, *range(players)):
            view = game.view(looker)
            row = set(names(view["table"]["zones"]["face-down-row"])) - {None}
            assert row == laid.get(looker, set())
            looked += len(row)
            for seat in view["seats"]:
                own = seat["seat"] == looker
                assert own or set(names(seat["zones"]["secret"])) <= {None}
        asked = None
        if drafting(game):
            asked = (game.decision.player, game.decision.kind, offered(game))
    assert looked > 0


# ------------------------------------------------------------------ who knows what


@pytest.mark.covers("FFG-INF-01", "FFG-INF-02")
@pytest.mark.rotating
def test_gold_and_hand_sizes_are_open_and_hands_are_not(classic: rulewright.Rules) -> None:
    """What is known of another's hand was in sight in a city, or was laid under the deck by oneself."""
    once_seen: set[str] = set()
    once_held: dict[int | None, set[str]] = {seat: set() for seat in (None, 0, 1, 2, 3)}
    secret = 0
    game = classic.new_game(players=4, seed=9)
    lot = random.Random(9)
    while (decision := game.decision) is not None:
        owns = [game.view(seat)["seats"][seat] for seat in range(4)]
        for looker in (None, 0, 1, 2, 3):
            for seat, own in zip(game.view(looker)["seats"], owns, strict=True):
                hand = seat["zones"]["hand"]
                assert hand["count"] == len(own["zones"]["hand"]["cards"])
                assert None not in own["zones"]["hand"]["cards"]
                assert seat["tracks"]["gold"] == own["tracks"]["gold"]
                if looker != seat["seat"]:
                    known = {card["name"] for card in hand["cards"] if card}
                    assert known <= once_seen | once_held[looker]
                    secret += hand["cards"].count(None)
        for seat in game.view()["seats"]:
            once_seen |= {card["name"] for card in seat["zones"]["city"]["cards"]}
        for seat, own in enumerate(owns):
            zones = own["zones"]
            once_held[seat] |= {
                card["name"] for name in ("hand", "desk") for card in zones[name]["cards"]
            }
        powers = [option.data.get("power") for option in decision.options]
        game.choose(lot.choice([n for n, power in enumerate(powers) if power != "conjure"]))
    assert secret > 0
