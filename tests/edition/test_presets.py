"""The lists of the revised edition: who plays, and with which districts, for every number of players."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import pytest

import rulewright
from conformance.casts import in_game
from rulewright import Rules, RulesError
from rulewright.runtime.session.rules.internals import inside

pytestmark = pytest.mark.sampled(4)

BASIC: Final = {
    "Manor": 5, "Castle": 4, "Palace": 3,
    "Temple": 3, "Church": 3, "Monastery": 3, "Cathedral": 2,
    "Tavern": 5, "Market": 4, "Trading Post": 3, "Docks": 3, "Harbor": 3, "Town Hall": 2,
    "Watchtower": 3, "Prison": 3, "Battlefield": 3, "Fortress": 2,
}  # fmt: skip

CASTS: Final = {
    "first-game": "Assassin, Thief, Magician, King, Bishop, Merchant, Architect, Warlord, Artist",
    "ambitious-aristocrats": "Magistrate, Thief, Wizard, Patrician, Bishop, Trader, Architect, Marshal, Queen",
    "cunning-agents": "Witch, Blackmailer, Magician, Emperor, Abbot, Alchemist, Architect, Warlord, Tax Collector",
    "illustrious-emissaries": "Witch, Spy, Seer, Emperor, Bishop, Merchant, Scholar, Diplomat, Artist",
    "devious-dignitaries": "Magistrate, Blackmailer, Wizard, King, Abbot, Alchemist, Navigator, Marshal, Queen",
    "tenacious-delegates": "Assassin, Spy, Seer, King, Cardinal, Trader, Scholar, Diplomat, Artist",
    "vicious-nobles": "Assassin, Thief, Magician, Patrician, Cardinal, Merchant, Navigator, Warlord, Tax Collector",
}
"""By rank. In the first game rank 9 is a reading."""

SPECIAL: Final = {
    "first-game": "Dragon Gate, Factory, Haunted Quarter, Imperial Treasury, Keep, Laboratory, Library, Map Room, "
    "Quarry, School of Magic, Smithy, Statue, Thieves' Den, Wishing Well",
    "ambitious-aristocrats": "Capitol, Factory, Framework, Great Wall, Haunted Quarter, Keep, Necropolis, Park, "
    "Poor House, Quarry, School of Magic, Stables, Statue, Thieves' Den",
    "cunning-agents": "Armory, Basilica, Dragon Gate, Gold Mine, Keep, Monument, Museum, Necropolis, Park, "
    "Poor House, Quarry, Secret Vault, Smithy, Theater",
    "illustrious-emissaries": "Factory, Framework, Great Wall, Haunted Quarter, Ivory Tower, Keep, Library, "
    "Museum, Observatory, Park, Poor House, Quarry, School of Magic, Smithy",
    "devious-dignitaries": "Dragon Gate, Factory, Framework, Haunted Quarter, Laboratory, Necropolis, Park, "
    "Poor House, Secret Vault, Smithy, Stables, Theater, Thieves' Den, Wishing Well",
    "tenacious-delegates": "Basilica, Capitol, Haunted Quarter, Imperial Treasury, Laboratory, Library, Map Room, "
    "Observatory, School of Magic, Secret Vault, Smithy, Stables, Statue, Wishing Well",
    "vicious-nobles": "Armory, Basilica, Dragon Gate, Gold Mine, Imperial Treasury, Ivory Tower, Laboratory, "
    "Map Room, Monument, Museum, School of Magic, Statue, Thieves' Den, Wishing Well",
}

QUEENS: Final = ("ambitious-aristocrats", "devious-dignitaries")
EMPERORS: Final = ("cunning-agents", "illustrious-emissaries")
PRESETS: Final = sorted(CASTS)


def names(text: str) -> list[str]:
    return text.split(", ")


def counted(rules: Rules, kind: str, players: int, options: Sequence[str] = ()) -> Counter[str]:
    """The cards of a kind in a game, with their copies."""
    pieces = inside(rules).world(players, options).pieces
    return Counter(piece.card for piece in pieces if piece.kind == kind)


def cast(rules: Rules, players: int, *options: str) -> list[str]:
    """The characters of a game by rank."""
    found = counted(rules, "character", players, options)
    assert set(found.values()) == {1}
    return list(found)


def refusals(rules: Rules, players: int, extra: Iterable[str]) -> list[str]:
    """Why the rules refuse a game with these cards too."""
    with pytest.raises(RulesError) as caught:
        rules.new_game(players, cast=list(extra))
    assert all(c.code == "E0610" and c.span is not None for c in caught.value.complaints)
    return [complaint.message for complaint in caught.value.complaints]


@pytest.mark.covers(
    "MOD-FIRST-01", "MOD-FIRST-05", "OWN-MOD-FIRST-RANK9",
    "MOD-PRESET-01", "MOD-PRESET-02", "MOD-PRESET-03", "MOD-PRESET-04", "MOD-PRESET-05", "MOD-PRESET-06",
    "MOD-PRESET-07", "MOD-PRESET-08", "MOD-PRESET-09", "MOD-PRESET-10",
)  # fmt: skip
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", range(2, 9))
def test_the_cast_by_rank(preset: str, players: int) -> None:
    expected = names(CASTS[preset])
    if players not in (3, 8):
        expected = expected[:8]
    if players == 2 and preset in EMPERORS:
        expected[3] = "King"
    if players == 3 and preset in QUEENS:
        expected[8] = "Artist"

    rules = rulewright.load(preset)
    assert cast(rules, players) == expected
    assert [rules.card(name).fields["rank"] for name in expected] == list(range(1, 10))[
        : len(expected)
    ]


@pytest.mark.covers("MOD-PRESET-07", "OWN-MOD-RANK9-OPTIONAL")
@pytest.mark.sampled(16)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", range(2, 9))
def test_the_ninth_character_by_choice(preset: str, players: int) -> None:
    rules = rulewright.load(preset)
    expected = cast(rules, players)
    if players in range(4, 8):
        ninth = names(CASTS[preset])[8]
        expected += ["Artist" if preset in QUEENS and players == 4 else ninth]

    assert cast(rules, players, "nine-characters") == expected
    assert len(in_game(rules, players, options=["nine-characters"])) == len(expected)


@pytest.mark.covers(
    "MOD-FIRST-02", "MOD-FIRST-03", "MOD-SETUP-03",
    "MOD-PRESET-01", "MOD-PRESET-02", "MOD-PRESET-03", "MOD-PRESET-04", "MOD-PRESET-05", "MOD-PRESET-06",
)  # fmt: skip
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", range(2, 9))
def test_the_deck(preset: str, players: int) -> None:
    deck = counted(rulewright.load(preset), "district", players)

    assert deck == Counter(BASIC) + Counter(names(SPECIAL[preset]))
    assert deck.total() == 68


@pytest.mark.covers("MOD-PRESET-09", "MOD-CUST-08")
@pytest.mark.parametrize("preset", QUEENS)
def test_who_stands_in_for_the_queen(preset: str) -> None:
    rules = rulewright.load(preset)

    assert cast(rules, 3, "tax-collector")[8] == "Tax Collector"
    assert cast(rules, 4, "tax-collector")[8] == "Tax Collector"
    assert cast(rules, 4, "nine-characters", "tax-collector")[8] == "Tax Collector"
    assert len(cast(rules, 5, "tax-collector")) == 8
    for players in (3, 4):
        assert refusals(rules, players, ["Queen"]) == ["the Queen needs at least five players"]


@pytest.mark.covers("MOD-PRESET-08", "MOD-2P-02")
@pytest.mark.parametrize("preset", EMPERORS)
def test_who_stands_in_for_the_emperor(preset: str) -> None:
    rules = rulewright.load(preset)

    assert cast(rules, 2, "patrician")[3] == "Patrician"
    assert cast(rules, 3, "patrician")[3] == "Emperor"
    assert refusals(rules, 2, ["Emperor"]) == ["the Emperor needs at least three players"]


@pytest.mark.covers("MOD-2P-01", "MOD-CUST-09", "MOD-PRESET-10")
@pytest.mark.parametrize("preset", PRESETS)
def test_two_players_have_no_ninth_character(preset: str) -> None:
    message = "there are too many characters for so few players"
    assert refusals(rulewright.load(preset), 2, ["Artist"]) == [message]


@pytest.mark.covers("MOD-PRESET-11", "MOD-COMP-04")
def test_the_lists_share_out_all_unique_districts() -> None:
    districts = [name for listed in SPECIAL.values() for name in names(listed)]

    assert len(set(districts)) == 30
    assert all(len(set(names(listed))) == 14 for listed in SPECIAL.values())


def test_the_first_game_is_what_modern_begins_with() -> None:
    modern, first = rulewright.load("modern"), rulewright.load("first-game")

    for players in range(2, 9):
        for kind in ("character", "district"):
            assert counted(modern, kind, players) == counted(first, kind, players)
    assert modern.options == first.options


@pytest.mark.parametrize("preset", [*PRESETS, "modern"])
def test_what_makes_no_sense_in_the_revised_edition_is_no_option(preset: str) -> None:
    options = rulewright.load(preset).options

    assert not {"shorter-game", "dark-city", "thanks-understood", "many-bonus"} & set(options)
    assert "nine-characters" in options
