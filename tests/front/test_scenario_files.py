"""`x NAME` in `rulewright play`: what just happened, in a file of scenarios."""

from pathlib import Path

import pytest

from checks.kit import our_table
from front.kit import Shell
from rulewright.cli.terminal.files.scenario_files import ScenarioTarget, parse_scenario_name

pytestmark = pytest.mark.usefixtures("quick")


def play(shell: Shell, typed: str, *more: object) -> str:
    return shell.run("play", "--seed", 3, "--bot", "first", *more, typed=typed).stdout


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("song", ScenarioTarget(Path("song.scenarios.rules"), "song", 1)),
        ("song 3", ScenarioTarget(Path("song.scenarios.rules"), "song", 3)),
        ("my song", ScenarioTarget(Path("my-song.scenarios.rules"), "my song", 1)),
        ("sub/song.scenarios.rules", ScenarioTarget(Path("sub/song.scenarios.rules"), "song", 1)),
        *((asked, None) for asked in ("", "  ", 'a"b', "..", "a\x1bb")),
    ],
)
def test_a_name_is_a_file_a_title_and_a_number(asked: str, named: ScenarioTarget | None) -> None:
    assert parse_scenario_name(asked) == named


def test_what_just_happened_is_written_and_passes(shell: Shell, tmp_path: Path) -> None:
    shown = play(shell, "1\n1\nx my song\nq\n", "classic")

    assert "Written to my-song.scenarios.rules" in shown
    text = (tmp_path / "my-song.scenarios.rules").read_text()
    assert text.startswith('scenario "my song"\n    in classic, 4 players\n    given\n')
    assert "        play turn for A as " in text
    assert "1 passed" in shell.run("test", "my-song.scenarios.rules").stdout
    shell.run("fmt", "--check", "my-song.scenarios.rules")


def test_nothing_is_written_over(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "song.scenarios.rules"

    play(shell, "1\nx song\nx song\nn\nq\n", "classic")
    alone = path.read_text()
    play(shell, "1\nx song\ny\nx song 2\nq\n", "classic")

    assert alone.count("\nscenario ") == 0
    assert path.read_text().startswith(f'{alone}\nscenario "song 2"\n')
    assert "2 passed" in shell.run("test", path).stdout


@pytest.mark.parametrize("there", ["character Bard\n    rank 3\n", "\x00", "\xff"])
def test_what_is_something_else_stays(shell: Shell, tmp_path: Path, there: str) -> None:
    path = tmp_path / "song.scenarios.rules"
    path.write_text(there, encoding="latin-1")

    assert "could not be written" in play(shell, "1\nx song\ny\nq\n", "classic")
    assert path.read_text(encoding="latin-1") == there


def test_no_link_leads_away(
    shell: Shell, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    away = tmp_path_factory.mktemp("away") / "song.scenarios.rules"
    (tmp_path / "song.scenarios.rules").symlink_to(away)

    assert "that may not be written" in play(shell, "1\nx song\ny\nq\n", "classic")
    assert not away.exists()


def test_what_cannot_be_done_is_said(shell: Shell) -> None:
    shown = play(shell, "x song\n1\nx song 7\nx\nx none/song\nq\n", "classic")

    assert "Ada has chosen 0 times so far" in shown
    assert "Ada has chosen 1 times so far" in shown
    assert "Type x and a name: x NAME" in shown
    assert "could not be written to none/song.scenarios.rules: No such file" in shown


@pytest.mark.rotating
def test_an_edition_of_ones_own_is_named_from_the_file(shell: Shell, tmp_path: Path) -> None:
    our_table(tmp_path)
    (tmp_path / "played").mkdir()

    play(shell, "1\n1\nx played/song\nq\n", "our-table.yaml")

    text = (tmp_path / "played" / "song.scenarios.rules").read_text()
    assert '    in "../our-table.yaml", 4 players\n' in text
    assert "1 passed" in shell.run("test", "played").stdout
