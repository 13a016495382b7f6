"""A rule file is checked in the edition that it belongs to, wherever it is named; and that is said."""

from pathlib import Path

import pytest

from checks.kit import BARD, TABLE, check, our_table, where, write
from rulewright.base.library import find_library
from rulewright.testing.checks import check_scenarios

OTHER = """\
scenario "It is played somewhere else"
    in lost-cities, 4 players, with Bard
    given
        move Bard to A's secret
    when
        A answers Bard
        A chooses gather gold
    then
        A's gold is 2
"""


def test_an_edition_that_reads_it(tmp_path: Path) -> None:
    our_table(tmp_path)

    assert where(tmp_path / "bard.rules").endswith("our-table.yaml, which uses it")


def test_an_edition_in_the_folder_above(tmp_path: Path) -> None:
    write(tmp_path / "cards" / "bard.rules", BARD.split("scenario")[0])
    write(tmp_path / "our-table.yaml", TABLE.replace("bard.rules", "cards"))

    assert where(tmp_path / "cards" / "bard.rules").endswith("our-table.yaml, which uses it")


def test_what_no_edition_reads_is_checked_in_the_default_one(tmp_path: Path) -> None:
    own = write(tmp_path / "bard.rules", BARD.split("scenario")[0])

    assert check(own) == ()
    assert where(own) == "classic, because no edition near it uses it"


def test_its_scenarios_name_the_edition(tmp_path: Path) -> None:
    own = write(tmp_path / "bard.rules", BARD.replace('"our-table.yaml"', "lost-cities"))

    assert where(own) == "lost-cities, the edition that its scenarios name"


@pytest.mark.rotating
def test_a_scenario_of_another_edition_is_judged_there(tmp_path: Path) -> None:
    edition = our_table(tmp_path, BARD + "\n" + OTHER)

    assert check(edition) == ()
    assert check(tmp_path / "bard.rules") == ()
    assert check_scenarios([tmp_path / "bard.rules"]) == ()


@pytest.mark.rotating
def test_what_is_wrong_with_such_a_scenario_is_told_alike(tmp_path: Path) -> None:
    edition = our_table(tmp_path, BARD + "\n" + OTHER.replace("gather gold", "gather gld"))
    told = [
        check(edition),
        check(tmp_path / "bard.rules"),
        check_scenarios([tmp_path / "bard.rules"]),
    ]

    assert {len(found) for found in told} == {1}
    assert len({found[0].message for found in told}) == 1


@pytest.mark.rotating
def test_a_shipped_card_is_checked_in_an_edition_that_reads_it() -> None:
    witch = find_library().folder("rules") / "citadels" / "characters" / "king.rules"

    assert check(witch) == ()
    assert where(witch).endswith(", which uses it")


def test_a_file_beside_an_edition_that_does_not_list_it(tmp_path: Path) -> None:
    """It is not told to be declared elsewhere: it is checked as a card for the default edition."""
    our_table(tmp_path)
    own = write(tmp_path / "piper.rules", BARD.split("scenario")[0].replace("Bard", "Piper"))

    assert check(own) == ()


def test_a_stray_game_in_the_folder_is_not_taken_in_silence(tmp_path: Path) -> None:
    write(tmp_path / "stray.rules", "game chess\n")
    own = write(tmp_path / "bard.rules", BARD.split("scenario")[0])

    assert where(own).endswith("which contain a `game` line")


def test_a_file_with_a_game_of_its_own_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "chess.rules", "game chess\n\nflow\n    do nothing\n")
    monkeypatch.chdir(tmp_path)

    assert not any(each.code == "E0228" for each in check(Path("chess.rules")))
