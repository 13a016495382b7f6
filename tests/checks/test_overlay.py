"""What somebody's own edition makes not to fit is told in that edition; shipped rules are only shown."""

from pathlib import Path

from checks.kit import check, write

ONE = "edition: one\nextends: classic\nplayers: 1-8\n"
THIRTEEN = "edition: thirteen\nextends: classic\nplayers: 2-13\n"
SMALL = "edition: small\nextends: classic\ncast: {character: [Assassin, Thief, King]}\n"


def test_numbers_of_players_that_the_rules_are_not_for_are_told_at_their_number(
    tmp_path: Path,
) -> None:
    (found,) = check(write(tmp_path / "one.yaml", ONE))

    assert (found.code, found.message) == ("E0618", "the rules are not made for 1, 8 players")
    assert found.span is not None
    assert (found.span.text, found.span.line) == ("1-8", 3)
    assert {Path(note.span.source.name).name for note in found.notes} == {
        "cast.rules",
        "game.rules",
    }
    assert found.help is not None
    assert "leave 1, 8 out" in found.help


def test_more_players_than_there_are_seats_are_told_so(tmp_path: Path) -> None:
    (found,) = check(write(tmp_path / "thirteen.yaml", THIRTEEN))

    assert (found.code, found.span and found.span.text) == ("Y0211", "2-13")
    assert found.help == "12 is the most"


def test_a_cast_that_is_refused_is_told_at_the_cast_once(tmp_path: Path) -> None:
    (found,) = check(write(tmp_path / "small.yaml", SMALL))

    assert found.code == "E0610"
    assert found.span is not None
    assert (found.span.text, found.span.line) == ("character", 3)
    assert found.help == "it is so in the game for 2-7 players"
    assert any(note.span.text.startswith("refuse") for note in found.notes)


def test_own_rules_are_told_where_they_stand(tmp_path: Path) -> None:
    write(tmp_path / "own.rules", 'refuse "never", if the number of players is at least 2\n')
    (found,) = check(
        write(tmp_path / "own.yaml", "edition: own\nextends: classic\nrules: [own.rules]\n")
    )

    assert found.span is not None
    assert Path(found.span.source.name).name == "own.rules"
