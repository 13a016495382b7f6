"""Rules, editions and configurations of strangers, in folders above, decide nothing about a check."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from checks.kit import BARD, TABLE, check, where, write
from rulewright.cli.common.configuration import FALLBACK, configured_edition
from rulewright.language.text.containment import project_folders

CARD = BARD.split("scenario")[0]
DEFAULT = "classic, because no edition near it uses it"
MARKS = ["rulewright.yaml", "pyproject.toml", ".git"]
BROKEN = TABLE.replace("{add: [Bard]}", "{add: Bard}")
"""An edition with a mistake that reads `bard.rules`."""
NO_MODES = os.name == "nt"


def hostile(folder: Path) -> None:
    """Put into a folder all that might take over a check below it."""
    write(folder / "evil.rules", "game evil\n")
    write(folder / "evil.yaml", "edition: evil\nrules: [.]\nplayers: 99999\n")
    write(folder / "rulewright.yaml", "edition: evil.yaml\n")
    write(folder / "pyproject.toml", '[tool.rulewright]\nedition = "evil.yaml"\n')


def hostile_above(folder: Path) -> Path:
    """Return `folder` with hostile files in each of three folders above it."""
    folder.mkdir(parents=True)
    for above in list(folder.parents)[:3]:
        write(above / "evil.rules", "game evil\n")
        write(above / "evil.yaml", "edition: evil\nrules: [.]\nplayers: 99999\n")
    return folder


@pytest.mark.parametrize("mark", MARKS)
def test_nothing_above_the_project_is_looked_at(tmp_path: Path, mark: str) -> None:
    project = hostile_above(tmp_path / "a" / "b" / "c" / "project")
    write(project / mark, "")
    card = write(project / "bard.rules", CARD)

    assert where(card) == DEFAULT
    assert check(card) == ()


def test_a_game_is_found_anywhere_in_its_project(tmp_path: Path) -> None:
    write(tmp_path / ".git", "")
    write(tmp_path / "chess.rules", "game chess\n")
    card = write(tmp_path / "a" / "b" / "c" / "d" / "bard.rules", CARD)

    assert where(card).endswith("which contain a `game` line")


def test_without_a_project_two_folders_above_are_looked_at(tmp_path: Path) -> None:
    write(tmp_path / "chess.rules", "game chess\n")
    near = write(tmp_path / "a" / "b" / "bard.rules", CARD)
    far = write(tmp_path / "a" / "b" / "c" / "bard.rules", CARD)

    assert where(near).endswith("which contain a `game` line")
    assert where(far) == DEFAULT


@pytest.mark.skipif(NO_MODES, reason="modes say nothing on Windows")
@pytest.mark.parametrize("mode", [0o1777, 0o777])
def test_a_folder_above_that_everybody_may_write_to_is_not_looked_at(
    tmp_path: Path, mode: int
) -> None:
    shared = tmp_path / "shared"
    card = write(shared / "own" / "bard.rules", CARD)
    hostile(shared)
    write(shared / ".git", "")
    shared.chmod(mode)

    assert where(card) == DEFAULT
    assert check(card) == ()
    assert configured_edition(shared / "own", {}).name == FALLBACK


@pytest.mark.skipif(NO_MODES, reason="modes say nothing on Windows")
def test_beside_a_file_in_a_folder_of_everybody_nothing_is_read(tmp_path: Path) -> None:
    card = write(tmp_path / "bard.rules", CARD)
    write(tmp_path / "evil.rules", "game evil\n")
    tmp_path.chmod(0o1777)

    assert where(card).startswith("classic, because everybody can write to its folder")
    tmp_path.chmod(0o777)
    assert where(card).startswith("classic, because everybody can write to its folder")


@pytest.mark.skipif(NO_MODES, reason="modes say nothing on Windows")
def test_a_checkout_of_a_build_server_may_be_open_to_all(tmp_path: Path) -> None:
    """Some make every folder with mode 0777."""
    card = write(tmp_path / "work" / "cards" / "bard.rules", CARD)
    write(tmp_path / "work" / ".git", "")
    write(tmp_path / "work" / "our-table.yaml", TABLE.replace("bard.rules", "cards"))
    for folder in (tmp_path / "work", tmp_path / "work" / "cards"):
        folder.chmod(0o777)

    assert where(card).endswith("our-table.yaml, which uses it")


def test_a_folder_that_is_named_is_looked_at(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)

    assert project_folders(tmp_path)[0][0] == Path(os.path.realpath(tmp_path))


def test_a_broken_edition_that_reads_a_card_is_named(tmp_path: Path) -> None:
    card = write(tmp_path / "bard.rules", CARD)
    write(tmp_path / "our-table.yaml", BROKEN)

    (complaint,) = check(card)

    assert complaint.code == "E0005"
    assert "there is one error in" in complaint.message
    assert complaint.message.endswith("our-table.yaml")
    assert "expected a list of cards" in (complaint.help or "")


@pytest.mark.parametrize("text", [BROKEN.replace("bard.rules", "nobody.rules"), "edition: [\n"])
def test_a_broken_edition_beside_a_card_is_named(tmp_path: Path, text: str) -> None:
    card = write(tmp_path / "bard.rules", CARD)
    write(tmp_path / "our-table.yaml", text)

    found = check(card)

    assert found
    assert all(each.severity == "error" for each in found)
    assert all(each.span and each.span.source.name.endswith("our-table.yaml") for each in found)
    assert where(card) == "no edition"


@pytest.mark.rotating
def test_a_broken_edition_beside_a_card_that_another_reads_is_nothing(tmp_path: Path) -> None:
    card = write(tmp_path / "bard.rules", CARD)
    write(tmp_path / "a.yaml", "edition: [\n")
    write(tmp_path / "our-table.yaml", TABLE)

    assert where(card).endswith("our-table.yaml, which uses it")


def test_other_yaml_beside_a_card_is_nothing(tmp_path: Path) -> None:
    card = write(tmp_path / "bard.rules", CARD)
    write(tmp_path / "compose.yaml", "services:\n  edition: {a: [}\n")
    write(tmp_path / "rulewright.yaml", "edition: classic\n")

    assert where(card) == DEFAULT


@pytest.mark.process
@pytest.mark.skipif(NO_MODES, reason="modes say nothing on Windows")
@pytest.mark.rotating
def test_our_tests_pass_below_a_folder_with_hostile_files(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    hostile(shared)
    shared.chmod(stat.S_ISVTX | 0o777)
    tests = Path(__file__).parent
    files = [
        tests / "test_homes.py",
        tests / "test_parts.py",
        tests.parent / "front" / "test_configuration.py",
    ]

    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider",
         "--basetemp", shared / "own", *(file for file in files if file.exists())],
        cwd=tests.parents[1], capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip

    assert ran.returncode == 0, ran.stdout[-3000:]
