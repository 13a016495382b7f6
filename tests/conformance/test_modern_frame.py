"""What only whole games, all lists together or other editions can show of the revised edition's frame."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

import rulewright
from conformance.casts import in_game
from conformance.kit import played
from rulewright import Game, Rules
from tiers import LONG

LISTS: Final = (
    "first-game", "ambitious-aristocrats", "cunning-agents", "illustrious-emissaries",
    "devious-dignitaries", "tenacious-delegates", "vicious-nobles",
)  # fmt: skip
RANKS: Final = {
    1: {"Assassin", "Witch", "Magistrate"},
    2: {"Thief", "Spy", "Blackmailer"},
    3: {"Magician", "Wizard", "Seer"},
    4: {"King", "Emperor", "Patrician"},
    5: {"Bishop", "Abbot", "Cardinal"},
    6: {"Merchant", "Alchemist", "Trader"},
    7: {"Architect", "Navigator", "Scholar"},
    8: {"Warlord", "Diplomat", "Marshal"},
    9: {"Queen", "Artist", "Tax Collector"},
}
RANK_OF: Final = {name: rank for rank, names in RANKS.items() for name in names}
DECK: Final = {2: 60, 3: 56, 4: 52, 5: 48, 6: 44, 7: 40, 8: 36}


@pytest.mark.rotating
def test_the_abbot_is_offered_gold_or_cards_and_others_gold() -> None:
    """What the option says is what may come of it."""
    found: dict[str, set[str]] = defaultdict(set)
    for edition, cast in (("modern", ["Abbot"]), ("classic", ["Abbot"])):
        for seed in range(3):
            game = rulewright.load(edition).new_game(4, seed, cast=cast)
            chance = random.Random(seed)
            while (decision := game.decision) is not None:
                found[edition] |= {
                    option.label
                    for option in decision.options
                    if option.label.startswith("collect")
                }
                game.choose(chance.randrange(len(decision.options)))
    assert any(label.endswith(" gold or cards") for label in found["modern"])
    assert any(label.endswith(" gold") for label in found["modern"])
    assert all(label.endswith(" gold") for label in found["classic"])


def test_the_plain_way_of_paying_is_called_in_words_beside_the_others() -> None:
    """Players read what the event says of it; data and scenarios keep the verb."""
    rules, found = rulewright.load("modern"), set()
    cast = ["Cardinal", "Framework"]
    for seed in range(20):
        game = rules.new_game(4, seed, cast=cast, options=["any-districts"])
        chance = random.Random(seed)
        while (decision := game.decision) is not None:
            if decision.kind in ("spends.means", "builds.means"):
                found |= {(option.label, str(option.data["option"])) for option in decision.options}
            game.choose(chance.randrange(len(decision.options)))
    assert {label for label, word in found if word == "spends"} >= {"pay 1 gold", "pay 2 gold"}
    assert {label for label, word in found if word == "builds"} == {"pay for it"}


def loaded() -> dict[str, Rules]:
    return {name: rulewright.load(name) for name in LISTS}


def zone(seat: dict[str, Any], name: str) -> list[dict[str, Any]]:
    return [card for card in seat["zones"][name]["cards"] if card is not None]


@pytest.mark.covers("MOD-COMP-01", "MOD-X-CAST-01")
def test_there_are_27_characters_three_of_each_rank() -> None:
    by_rank = defaultdict(set)
    for rules in loaded().values():
        for players in (5, 8):
            for name in in_game(rules, players):
                by_rank[rules.card(name).fields["rank"]].add(name)

    assert by_rank == RANKS


@pytest.mark.sampled(4)
@pytest.mark.covers("MOD-COMP-01", "MOD-X-CAST-01", "MOD-CUST-05")
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.rotating
def test_every_character_can_play_and_the_others_of_its_rank_give_way(rank: int) -> None:
    modern = rulewright.load("modern")
    for name in RANKS[rank]:
        cast = in_game(modern, 8, cast=[name])
        assert RANKS[rank] & set(cast) == {name}
        assert cast[rank - 1] == name
        assert len(cast) == 9


@pytest.mark.covers("MOD-COMP-04", "MOD-DIST-03")
def test_there_are_30_unique_districts_each_with_an_effect() -> None:
    effects: dict[str, tuple[str, ...]] = {}
    for rules in loaded().values():
        special = [
            name for name in in_game(rules, 4, kind="district")
            if rules.card(name).fields["colour"] == "special"
        ]  # fmt: skip
        assert len(special) == len(set(special)) == 14
        for name in special:
            effects[name] = tuple(line.strip() for line in rules.card(name).lines)

    notes = ("district ", "colour ", "text ", "printed ", "cite ", "reading ", "borrowed ", "#")
    assert len(effects) == 30
    for name, lines in effects.items():
        assert [line for line in lines if line and not line.startswith(notes)], name


@pytest.mark.sampled(4)
@pytest.mark.covers("MOD-SETUP-01", "MOD-SETUP-02", "MOD-SETUP-04", "MOD-SETUP-10", "MOD-FIRST-06")
@pytest.mark.parametrize(
    ("name", "players"),
    [*product(LISTS, DECK)] if LONG else [*zip(LISTS, DECK, strict=True)],
)
@pytest.mark.rotating
def test_all_lists_begin_alike(name: str, players: int) -> None:
    """The cast stands before the first decision, and all see it by rank; the rest is dealt as in a first game."""
    rules = rulewright.load(name)
    game = rules.new_game(players, seed=players)
    assert game.decision is not None
    assert game.decision.kind == "drafts.character"
    assert game.decision.player == 0

    for seat in (*range(players), None):
        view = game.view(seat)
        shown = [card["card"] for card in view["cast"]["character"]]
        assert shown == in_game(rules, players)
        assert [rules.card(card).fields["rank"] for card in shown] == list(range(1, len(shown) + 1))
        assert view["table"]["zones"]["deck"]["count"] == DECK[players]
        for other in view["seats"]:
            assert other["tracks"]["gold"] == 2
            assert other["zones"]["hand"]["count"] == 4
            assert len(zone(other, "hand")) == (4 if other["seat"] == seat else 0)


def last_ranks(game: Game) -> dict[int, int]:
    """The highest rank that each seat revealed when it was called in the last round, as the story tells it."""
    ranks = dict.fromkeys(range(game.players), 0)
    story = [event.text() for event in game.events]
    start = max(at for at, line in enumerate(story) if "calls rank 1," in line)
    for line in story[start:]:
        who, is_the, character = line.partition(" is the ")
        if is_the and character in RANK_OF:
            seat = game.names.index(who)
            ranks[seat] = max(ranks[seat], RANK_OF[character])
    return ranks


@pytest.mark.sampled(4)
@pytest.mark.covers("MOD-INTRO-01", "MOD-END-09", "OWN-MOD-TIE-TIED-ONLY", "MOD-X-END-26")
@pytest.mark.parametrize(("players", "games"), [(2, 300), (3, 900), (5, 900), (8, 900)])
def test_most_points_win_and_of_the_tied_the_highest_rank(players: int, games: int) -> None:
    modern = rulewright.load("modern")
    ties = outranked = 0
    for end in modern.playouts(games, players):
        tied = [seat for seat in range(players) if end.scores[seat] == max(end.scores)]
        if len(tied) == 1:
            assert list(end.winners) == tied
            continue
        # Of those the ranks are needed, which only a story tells.
        game = modern.new_game(players, end.seed)
        game.playout(end.seed)
        ranks = last_ranks(game)
        best = max(ranks[seat] for seat in tied)
        assert list(end.winners) == [seat for seat in tied if ranks[seat] == best]
        assert game.outcome is not None
        assert (game.outcome.scores, game.outcome.winners) == (end.scores, end.winners)
        ties += 1
        outranked += max(ranks.values()) > best
    assert ties
    assert outranked or players == 2


@pytest.mark.covers("MOD-INFO-05")
def test_gems_do_nothing(tmp_path: Path) -> None:
    """Which cards stood in for others in 2004 is the only mark of origin that cards have."""
    modern = rulewright.load("modern")
    fields = [f"  {name}: {{bonus: {'no' if modern.card(name).fields.get('bonus') else 'yes'}}}"
              for name in in_game(modern, 8)]  # fmt: skip
    path = tmp_path / "other-gems.yaml"
    path.write_text(
        "\n".join(["edition: other-gems", "extends: modern", "fields:", *fields]) + "\n"
    )

    one, two = (played(rules.new_game(8, seed=4), 4) for rules in (modern, rulewright.load(path)))
    assert one.outcome == two.outcome
    assert [told.text() for told in one.events] == [told.text() for told in two.events]
