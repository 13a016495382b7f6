"""`rulewright test --step`: a scenario line by line, with what each brought about."""

from pathlib import Path

import pytest

from front.kit import Shell

pytestmark = pytest.mark.usefixtures("quick")

THREE = """\
scenario "A thief is paid"
    in classic, 4 players
    given
        move Thief to A's secret
        move Bishop to B's secret
        set B's gold to 3
    when
        A answers Thief
        A chooses rob, Bishop
        A chooses gather gold, done
        B answers Bishop
    then
        A's gold is 5
        A's gold is 6

scenario "Nothing is wrong"
    in classic, 4 players
    when
        play turn for A as King
        A chooses gather gold
    then
        A's gold is 2

scenario "The seed decides"
    in classic, 4 players, seed 2
    when
        play removal
        the seed decides
    then
        the number of characters in the face-down-row is 1
        the number of characters in the face-up-row is 2
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "three.rules"
    path.write_text(THREE)
    return path


def test_what_fails_is_gone_through_to_where_it_fails(shell: Shell, path: Path) -> None:
    shown = shell.run("test", "--step", path, exit_code=1).stdout

    lines = [line.strip() for line in shown.splitlines()]
    assert lines[0] == "A thief is paid"
    assert lines.index("given") < lines.index("A answers Thief") < lines.index("A chooses Bishop")
    stolen = lines.index("* B gives 3 gold to A")
    assert lines[stolen + 1].startswith("| after another player called victim reveals the target")
    assert lines[stolen + 3] == "because of: B is the Bishop"
    assert lines.index("A's gold is 5") < lines.index("A's gold is 6")
    assert lines[lines.index("A's gold is 6") + 1].startswith("FAILED: expected: A's gold is 6")
    assert "found: A's gold is 5" in lines
    assert "Nothing is wrong" not in lines
    assert lines[-1] == "3 scenarios in 1 file: 1 failed, 2 passed"


def test_a_single_one_is_gone_through_though_it_passes(shell: Shell, path: Path) -> None:
    shown = shell.run("test", "--step", path, "-k", "seed").stdout

    assert "        the seed decides\n" in shown
    assert "FAILED" not in shown
    assert "1 passed" in shown


def test_why_the_last_thing_happened_is_told_of_what_fails(shell: Shell, path: Path) -> None:
    shown = shell.run("test", path, exit_code=1).stdout

    assert "    B gives 3 gold to A\n      | after another player called victim" in shown


@pytest.mark.parametrize("more", ["--watch", "--coverage"])
def test_it_goes_alone(shell: Shell, path: Path, more: str) -> None:
    assert (
        "--step cannot be combined" in shell.run("test", "--step", more, path, exit_code=2).stderr
    )
