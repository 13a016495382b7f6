"""`rulewright explain`: all that is to be known about a card."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.front.command_line import rulewright

TABLE = """\
edition: our-table
extends: classic
name: Our table
rules: [bard.rules]
settings: {starting-gold: 4, king-heir: no}
fields: {King: {income: trade}}
cast: {character: {remove: [Merchant], add: [Bard]}}
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


def test_a_card_of_ones_own() -> None:
    page = explained("Bard", "our-table.yaml")

    assert page.startswith(
        "Bard: character in our-table, 4 players\n  Sings for one gold a song.\n"
    )
    assert "gain song gold" in part(page, "Its rules, bard.rules:3:11")
    assert part(page, "Values that they use") == ["song: 1"]
    assert part(page, "They speak of") == ["event `a player reveals a character`"]
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
    heard = part(explained("King", "classic"), "Other rules speak of what they do")

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
        (["Kin", "classic"], "there is no card Kin for classic; did you mean King?"),
        (["King", "classic", "--players", "9"], "classic is for 2 to 7 players, not for 9"),
    ],
)
def test_what_is_not_there(words: list[str], said: str) -> None:
    result = CliRunner().invoke(rulewright, ["explain", *words])

    assert result.exit_code == 2
    assert said in result.output


def test_the_code_of_a_complaint_is_explained() -> None:
    assert explained("E0201").startswith("E0201 (Names)\n  A name")
    assert "These are warnings" in explained("E0916")


def test_an_example_of_a_complaint_is_shown_with_what_is_printed() -> None:
    page = explained("E0201")

    assert "\n`example.rules`:\n\n    a player's raech is 3\n" in page
    assert "\n    error[E0201]: " in page
    assert "help: did you mean `reach`?" in page
    assert "There is no example: It takes " in explained("E0001")


def test_a_code_that_there_is_not_is_told_with_the_nearest() -> None:
    result = CliRunner().invoke(rulewright, ["explain", "E0299"], standalone_mode=False)

    assert "there is no complaint E0299" in str(result.exception)
