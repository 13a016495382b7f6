"""What somebody's own edition makes not to fit is told in that edition; shipped rules are only shown."""

from pathlib import Path

import pytest

from checks.kit import check, write
from rulewright.language.link import rule_files
from rulewright.language.text import read_leniently

ONE = "edition: one\nextends: classic\nplayers: 1-8\n"
THIRTEEN = "edition: thirteen\nextends: classic\nplayers: 2-13\n"
CHANGE = "change `players`, the cast or the rule"
SMALL = "edition: small\nextends: classic\ncast: {character: [Assassin, Thief, King]}\n"


def test_numbers_of_players_that_the_rules_are_not_for_are_told_at_their_number(
    tmp_path: Path,
) -> None:
    (found,) = check(write(tmp_path / "one.yaml", ONE))

    assert (found.code, found.message) == ("E0618", "the rules cannot be played with 1, 8 players")
    assert found.span is not None
    assert (found.span.text, found.span.line) == ("1-8", 3)
    assert {Path(note.span.source.name).name for note in found.notes} == {
        "cast.rules",
        "game.rules",
    }
    assert found.help is not None
    assert "leave out 1, 8" in found.help


def test_more_players_than_there_are_seats_are_told_so(tmp_path: Path) -> None:
    (found,) = check(write(tmp_path / "thirteen.yaml", THIRTEEN))

    assert (found.code, found.span and found.span.text) == ("Y0211", "2-13")
    assert found.help == "the limit is 12"


def test_a_cast_that_is_refused_is_told_at_the_cast_once(tmp_path: Path) -> None:
    (found,) = check(write(tmp_path / "small.yaml", SMALL))

    assert found.code == "E0610"
    assert found.span is not None
    assert (found.span.text, found.span.line) == ("character", 3)
    assert found.help == f"a rule refuses games with 2-7 players; {CHANGE}"
    assert any(note.span.text.startswith("refuse") for note in found.notes)


def test_own_rules_are_told_where_they_stand(tmp_path: Path) -> None:
    write(tmp_path / "own.rules", 'refuse "never", if the number of players is at least 2\n')
    (found,) = check(
        write(tmp_path / "own.yaml", "edition: own\nextends: classic\nrules: [own.rules]\n")
    )

    assert found.span is not None
    assert Path(found.span.source.name).name == "own.rules"


def test_a_phase_that_a_rule_of_the_author_plays_again_is_told_at_that_rule(tmp_path: Path) -> None:
    write(
        tmp_path / "pip.rules",
        'character Pip\n    rank 1\n    reading "x"\n    power go at main\n'
        "        choose a role from characters\n        play turn for me as the role\n",
    )
    (found,) = check(
        write(
            tmp_path / "pips.yaml",
            "edition: pips\nextends: classic\nrules: [pip.rules]\n"
            "cast: {character: {add: [Pip], remove: [Assassin]}}\n",
        )
    )

    assert (found.code, found.help) == ("E0608", None)
    assert found.span is not None
    assert (Path(found.span.source.name).name, found.span.line) == ("pip.rules", 6)


def test_names_that_nobody_knows_are_looked_up_in_files_that_are_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []

    def noted(path: Path) -> str:
        asked.append(path)
        return read_leniently(path)

    monkeypatch.setattr(rule_files, "read_leniently", noted)
    names = ", ".join(f"Nobody-{number}" for number in range(20))
    text = f"edition: many\nextends: classic\ncast: {{character: {{add: [{names}]}}}}\n"

    found = check(write(tmp_path / "many.yaml", text))

    assert len(found) == 20
    assert 0 < len(asked) <= len(set(asked)) * 2
