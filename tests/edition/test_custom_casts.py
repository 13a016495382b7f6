"""Casts and districts of one's own in the revised edition: what it allows, and what it refuses and why."""

from pathlib import Path

import pytest

import rulewright
from conformance.casts import in_game
from rulewright import RulesError
from rulewright.runtime.session.rules.internals import inside
from rulewright.testing.checks import check_edition

pytestmark = pytest.mark.sampled(3)

FOURTEEN = (
    "Armory, Basilica, Capitol, Dragon Gate, Factory, Framework, Gold Mine, "
    "Great Wall, Haunted Quarter, Imperial Treasury, Ivory Tower, Keep, Laboratory, Library"
)
COUNT = "a game needs exactly fourteen special districts"
TWICE = "each special district may be in the game only once"
RANK = "a character of one of the ranks 1 to 8 is missing"
NINTH = "there are too few characters for this number of players: one of rank 9 is missing"
CROWD = "there are too many characters for so few players"
QUEEN = "the Queen needs at least five players"
CHANGE = "change `players`, the cast or the rule"
EMPEROR = "the Emperor needs at least three players"


def write(folder: Path, *lines: str) -> Path:
    path = folder / "own.yaml"
    path.write_text("\n".join(["edition: own", "extends: modern", *lines]) + "\n")
    return path


def told(path: Path) -> list[tuple[str, str | None]]:
    """What is wrong with an edition; each is told in it, and shows the rule."""
    found = [each for each in check_edition(path) if each.severity == "error"]
    assert all(str(each.span).split(":")[0].endswith("own.yaml") for each in found)
    refused = [each for each in found if each.code == "E0610"]
    assert all(each.notes[-1].span.source.name.endswith(".rules") for each in refused)
    return [(each.message, each.help) for each in found]


def game(path: Path, players: int) -> str:
    """Why a game is refused; empty if it begins."""
    try:
        in_game(rulewright.load(path), players)
    except RulesError as error:
        return "; ".join(complaint.message for complaint in error.complaints)
    return ""


@pytest.mark.covers("MOD-CUST-02", "MOD-CUST-03")
@pytest.mark.parametrize(
    ("districts", "message"),
    [
        (f"[{FOURTEEN}]", None),
        (f"[{FOURTEEN.removesuffix(', Library')}]", COUNT),
        (f"[{FOURTEEN}, Map Room]", COUNT),
        ("{add: [Armory]}", COUNT),
        ("{remove: [Keep]}", COUNT),
        ("{remove: [Keep], add: [Armory]}", None),
        ("{remove: [Keep], add: {Factory: 2}}", TWICE),
        # All are cheap; the rulebook only advises that costs vary.
        (
            "[Secret Vault, Stables, Haunted Quarter, Keep, Statue, Framework, Gold Mine, Great Wall, "
            "Monument, Museum, Observatory, Basilica, Imperial Treasury, Armory]",
            None,
        ),
    ],
)
@pytest.mark.rotating
def test_fourteen_different_unique_districts(
    tmp_path: Path, districts: str, message: str | None
) -> None:
    path = write(tmp_path, f"cast: {{district/special: {districts}}}")

    assert told(path) == (
        [(message, f"a rule refuses games with 2-8 players; {CHANGE}")] if message else []
    )
    assert game(path, 4) == (message or "")


def test_a_refusal_says_what_was_counted(tmp_path: Path) -> None:
    path = write(
        tmp_path, "cast: {character: {remove: [Thief]}, district/special: {add: [Armory]}}"
    )

    found = [each for each in check_edition(path) if each.severity == "error"]

    assert [
        (each.message, [(note.span.text, note.message) for note in each.notes[:-1]])
        for each in found
    ] == [
        # How many there should be depends on the number of players, and is not told for all of them.
        (RANK, [("(the ranked)", "this is 7")]),
        (COUNT, [("(the number of districts where its colour is special)", "this is 15")]),
    ]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("cast: {district: {Manor: 5, Tavern: 5}, district/special: []}", "not enough district cards to deal"),
        ("cast: {district: {Manor: 5}, district/special: []}", "not enough district cards to complete"),
        ("tables: {face-up-cards: {4: {8: 4}}}", "too many characters are laid aside: not enough are left"),
        ("tables: {city-size: {2-8: 0}}", "a completed city must have at least one district"),
        ("fields: {Keep: {cost: -1}}", "a district cannot cost less than 0 gold"),
    ],
)  # fmt: skip
@pytest.mark.rotating
def test_what_could_never_be_played_is_refused(tmp_path: Path, lines: str, message: str) -> None:
    path = write(tmp_path, "settings: {special-districts: any-number}", lines)

    assert any(message in each for each, _ in told(path))
    assert message in game(path, 4)


@pytest.mark.parametrize("setting", ["starting-gold", "starting-cards"])
def test_nobody_begins_with_less_than_nothing(tmp_path: Path, setting: str) -> None:
    message = "players cannot start with a negative number of gold or cards"

    assert message in game(write(tmp_path, f"settings: {{{setting}: -1}}"), 4)
    assert game(write(tmp_path, f"settings: {{{setting}: 0}}"), 4) == ""


@pytest.mark.covers("MOD-CUST-01", "MOD-CUST-08", "MOD-2P-02", "MOD-CUST-05")
@pytest.mark.parametrize(
    ("cast", "players", "message"),
    [
        ("{character: {add: [Spy, Wizard, Patrician, Cardinal]}}", range(2, 9), None),
        ("{character: {add: [Emperor]}}", range(3, 9), (EMPEROR, "2")),
        ("{character: {add: [Queen]}}", range(5, 9), (QUEEN, "2-4")),
        ("{character: {remove: [Bishop]}}", (), (RANK, "2-8")),
        ("{character: {remove: [Bishop], add: [Tax Collector]}}", (), (RANK, "2-8")),
    ],
)
@pytest.mark.rotating
def test_one_character_for_each_rank(
    tmp_path: Path, cast: str, players: range, message: tuple[str, str] | None
) -> None:
    path = write(tmp_path, f"cast: {cast}")

    wanted = (
        []
        if message is None
        else [(message[0], f"a rule refuses games with {message[1]} players; {CHANGE}")]
    )
    if "Queen" in cast:
        wanted.append((CROWD, f"a rule refuses games with 2 players; {CHANGE}"))
    assert sorted(told(path)) == sorted(wanted)
    assert [n for n in range(2, 9) if not game(path, n)] == list(players)


@pytest.mark.covers("MOD-CUST-01", "MOD-X-CAST-01")
def test_two_characters_of_one_rank_in_one_list(tmp_path: Path) -> None:
    eight = "Assassin, Thief, Spy, King, Bishop, Merchant, Architect, Warlord"
    path = write(tmp_path, f"cast: {{character: [{eight}]}}")

    [(message, _)] = told(path)
    assert (
        message == "Spy and Thief cannot both be in the game: only one card of each rank is allowed"
    )
    assert message in game(path, 4)


@pytest.mark.covers("MOD-CUST-06", "MOD-3P-01", "MOD-SEL8-8P", "MOD-FIRST-05")
@pytest.mark.parametrize("players", [3, 8])
@pytest.mark.rotating
def test_three_and_eight_players_need_a_ninth(tmp_path: Path, players: int) -> None:
    path = write(
        tmp_path, f"by-players: {{{players}: {{cast: {{character: {{remove: [Artist]}}}}}}}}"
    )

    assert told(path) == [(NINTH, f"a rule refuses games with {players} players; {CHANGE}")]
    assert game(path, players) == NINTH


@pytest.mark.covers(
    "MOD-CUST-08", "MOD-CUST-09", "MOD-2P-01", "MOD-2P-02", "MOD-3P-07", "MOD-CUST-05"
)
@pytest.mark.parametrize(
    ("players", "cast", "message"),
    [
        (2, ["Artist"], CROWD),
        (2, ["Emperor"], EMPEROR),
        (3, ["Queen"], QUEEN),
        (4, ["Queen"], QUEEN),
        (4, ["Museum"], COUNT),
        (3, ["Emperor", "Tax Collector"], None),
        (4, ["Tax Collector"], None),
        (5, ["Queen"], None),
        (
            8,
            ["Queen", "Witch", "Spy", "Seer", "Emperor", "Abbot", "Trader", "Scholar", "Marshal"],
            None,
        ),
    ],
)
def test_cards_that_are_asked_for(players: int, cast: list[str], message: str | None) -> None:
    modern = rulewright.load("modern")
    if message is None:
        assert modern.new_game(players, cast=cast).decision is not None
        return
    with pytest.raises(RulesError) as caught:
        modern.new_game(players, cast=cast)
    (complaint,) = caught.value.complaints
    assert complaint.message == message
    assert complaint.span is not None
    assert complaint.help == f"a rule refuses games with {players} players; {CHANGE}"


def test_by_an_option_a_district_plays_besides_the_fourteen() -> None:
    game = rulewright.load("modern").new_game(4, cast=["Museum"], options=["any-districts"])
    module = inside(game.rules).compiled(4, ["any-districts"]).module
    assert len([piece for piece in module.pieces if piece.kind == "district"]) == 69


@pytest.mark.covers("MOD-X-CAST-01")
@pytest.mark.parametrize("pair", [("Thief", "Spy"), ("Assassin", "Witch"), ("Queen", "Artist")])
def test_two_of_one_rank_cannot_be_asked_for(pair: tuple[str, str]) -> None:
    with pytest.raises(RulesError) as caught:
        rulewright.load("modern").new_game(5, cast=list(pair))
    (complaint,) = caught.value.complaints
    assert complaint.code == "E0615"


@pytest.mark.covers("OWN-MOD-RANK9-OPTIONAL", "MOD-CUST-05")
@pytest.mark.rotating
def test_a_ninth_of_ones_own_plays_with_all_who_may_have_one(tmp_path: Path) -> None:
    rules = rulewright.load(write(tmp_path, "cast: {character: {add: [Tax Collector]}}"))

    for players in range(3, 9):
        pieces = inside(rules).compiled(players).module.pieces
        assert [p.name for p in pieces if p.kind == "character"][7:] == ["Warlord", "Tax Collector"]
