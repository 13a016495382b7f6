"""`rulewright explain`: all that is to be known about a card."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from front.conftest import loaded
from rulewright.cli.command_line import rulewright
from rulewright.cli.pages.name_page import NamePages

TABLE = """\
edition: our-table
extends: classic
name: Our table
rules: [bard.rules]
settings: {starting-gold: 4, king-heir: no}
fields: {King: {income: trade}}
cast: {character: {remove: [Merchant], add: [Bard]}}
players: 4
"""
BARD = """\
setting song: number = 1

character Bard
    rank 6
    reading "Our own character."
    text "Sings for one gold a song."

    while revealed
        after I reveal this, if there is a district in my city
            gain song gold

scenario "A song brings gold"
    in "our-table.yaml", 4 players
    given
        move Bard to A's secret
        move Tavern to A's city
        set A's gold to 0
    when
        A answers Bard
    then
        A's gold is 1
"""


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "our-table.yaml").write_text(TABLE, encoding="utf-8")
    (tmp_path / "bard.rules").write_text(BARD, encoding="utf-8")


def explained(*words: str) -> str:
    result = CliRunner().invoke(rulewright, ["explain", *words])
    assert result.exit_code == 0, result.output
    return result.output


def part(page: str, title: str) -> list[str]:
    """The lines under a title."""
    below = page.split(f"\n{title}", 1)[1].split("\n\n", 1)[0]
    return [line.strip() for line in below.splitlines()[1:]]


def test_a_setting_and_a_table_in_the_game_that_is_asked_for() -> None:
    of_table = explained("city-size", "first-edition", "--players", "3", "--option", "shorter-game")
    assert "  7  (3 players, shorter-game)\n" in of_table
    assert "  10  (3 players)\n" in explained("city-size", "first-edition", "--players", "3")
    assert "  2  (4 players)\n" in explained("face-up-cards", "classic", "--players", "4")
    assert "  yes  (4 players, gather-first)\n" in explained(
        "gather-first", "classic", "--option", "gather-first"
    )
    assert "players)" not in explained("gather-first", "classic")


def test_a_card_in_the_game_that_is_asked_for() -> None:
    words = "Smithy", "first-edition", "--players", "5", "--option", "three-cards"
    page = explained(*words)

    assert page.startswith(
        "Workshop (Smithy in the rules): district in first-edition, 5 players, three-cards\n"
    )
    assert "  smithy-cards: 3\n" in page


def test_a_card_of_ones_own() -> None:
    page = explained("Bard", "our-table.yaml")

    assert page.startswith(
        "Bard: character in our-table, 4 players\n  Sings for one gold a song.\n"
    )
    assert "gain song gold" in part(page, "Its rules, bard.rules:3:11")
    assert part(page, "Values that they use") == ["song: 1"]
    assert part(page, "They refer to") == ["event `a player reveals a character`"]
    assert part(page, "Scenarios that show it") == ["bard.rules:12: A song brings gold"]


def test_a_value_is_told_with_all_who_had_a_say() -> None:
    values = part(explained("King", "our-table.yaml"), "Values that they use")

    heir = values.index("king-heir: no")
    assert values[heir + 1].endswith("king.rules:1:9: yes")
    assert values[heir + 2] == "our-table.yaml:5:41: no"


def test_what_an_edition_prints_on_a_card_is_told_too() -> None:
    printed = part(explained("King", "our-table.yaml"), "Printed on it")

    assert "income: trade" in printed
    assert "our-table.yaml:6:25: trade" in printed


def test_who_hears_of_what_it_does() -> None:
    heard = part(explained("King", "classic"), "Rules that react to them")

    assert heard[0] == "event `a player takes the crown`"
    assert heard[1].startswith("Throne Room: before a player called heir takes the crown")


def test_a_card_that_only_others_are_played_with() -> None:
    assert "  rank: 1\n" in explained("Witch", "classic")


def test_a_card_by_the_name_that_the_edition_has_for_it() -> None:
    page = explained("Cemetery", "first-edition")

    assert page.startswith("Cemetery (Graveyard in the rules): district in first-edition")
    assert part(page, "Where it comes from")[0].startswith("first-edition: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Kin", "classic"], "there is nothing called Kin in classic; did you mean King?"),
        (["take from the rich"], 'try: rulewright say "take from the rich"'),
        (["King", "classic", "--players", "9"], "classic is for 2 to 7 players, not for 9"),
    ],
)
def test_what_is_not_there(words: list[str], said: str) -> None:
    result = CliRunner().invoke(rulewright, ["explain", *words])

    assert result.exit_code == 2
    assert said in result.output


# ---------------------------------------------------------------------- names that are no cards


@pytest.mark.rotating
def test_a_setting_is_told_with_what_makes_it_and_what_asks_for_it() -> None:
    page = explained("king-heir", "our-table.yaml")

    assert page.startswith("king-heir: setting in our-table\n")
    assert part(page, "In this edition") == ["no", "no  (our-table.yaml:5:41)"]
    assert part(page, "Mentioned in")[0].startswith("King: ")


def test_an_event_is_found_by_what_somebody_does_and_may_do() -> None:
    page = explained("destroys", "classic")

    assert (
        page == explained("destroy", "classic").partition("\n\ndestroy: power of Warlord")[0] + "\n"
    )
    assert any("a player razes a district" in each for each in part(page, "Done in"))
    assert any(
        each.startswith("Bell Tower: before a") for each in part(page, "Rules that react to")
    )


def test_a_number_and_a_mark_are_told_with_who_changes_them() -> None:
    assert part(explained("gold"), "Changed by")[0].startswith("event a player gains some gold  (")
    page = explained("murdered")
    assert page.startswith("murdered: mark in classic")
    assert part(page, "Changed by")[0].startswith("Assassin: power murder")


def test_a_value_and_a_phase_are_told_with_who_listens() -> None:
    assert part(explained("goal"), "Changed by")[0].startswith("Bell Tower: the goal is at most 7")
    phase = explained("turn")
    assert part(phase, "Rules that react to its start")[0].startswith(
        "Bishop: at the start of my turn"
    )
    assert any("a player answers a character" in each for each in part(phase, "Played in"))


def test_an_option_is_told_with_all_that_it_sets() -> None:
    page = explained("shorter-game", "classic")

    assert page.startswith("shorter-game: option of classic\n")
    assert part(page, "It sets")[0].startswith("tables.city-size.2: 7  (editions/classic.yaml:")


def test_a_kind_a_moment_and_a_power_have_pages_too() -> None:
    assert explained("district").startswith("district: kind of card in classic")
    assert any("power build" in each for each in part(explained("main"), "Powers at it"))
    assert explained("murder").startswith("murder: power of Assassin in classic")


@pytest.mark.parametrize("edition", ["classic", "oh-hell", "liars-hand"])
def test_every_name_of_every_game_has_a_page(edition: str) -> None:
    pages = NamePages.of(loaded(edition), edition)

    for name in pages.names:
        for page in pages.pages(name):
            assert page[0].partition(":")[0] == name or page[0].partition(": ")[2].startswith(
                "event"
            )
            assert len(page) > 1, page


def test_the_code_of_a_complaint_is_explained() -> None:
    assert explained("E0201").startswith("E0201 (Names)\n  A name")
    assert "These are warnings" in explained("E0916")


def test_an_example_of_a_complaint_is_shown_with_what_is_printed() -> None:
    page = explained("E0201")

    assert "\nWrong, `example.rules`:\n\n    a player's raech is 3\n" in page
    assert "\n    error[E0201]: " in page
    assert "help: did you mean `reach`?" in page
    assert "There is no example. The file is missing" in explained("E0001")


def test_a_code_that_there_is_not_is_told_with_the_nearest() -> None:
    result = CliRunner().invoke(rulewright, ["explain", "E0299"], standalone_mode=False)

    assert "there is no complaint E0299" in str(result.exception)


def test_a_series_is_explained_by_its_first_card() -> None:
    said = CliRunner().invoke(rulewright, ["explain", "Clubs", "oh-hell"])

    assert said.exit_code == 0, said.output
    assert said.output.startswith("2 of Clubs (Clubs-2 in the rules): card in oh-hell")
