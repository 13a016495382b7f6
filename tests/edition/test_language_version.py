"""The version of the language in editions and projects: a newer one is one complaint, whatever else is there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulewright
from front.conftest import shell  # noqa: F401 - a fixture
from front.kit import Shell
from rulewright.language.edition.loading.versions import LANGUAGE_VERSION
from rulewright.testing.migration import migration_rows

NEWER = LANGUAGE_VERSION + 1
EDITION = """\
edition: ours
language-version: {version}
extends: french
rules: [bard.rules]
"""
UNKNOWN = "frobs: {later: form}\n"
BARD = """\
character Bard
    frobnicate 3

"""
SCENARIO = """\
scenario "Later"
    in "ours.yaml", 4 players
    whence
        A sings
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with an edition, a card and scenarios full of forms that nobody knows."""
    (tmp_path / "ours.yaml").write_text(EDITION.format(version=NEWER) + UNKNOWN, encoding="utf-8")
    (tmp_path / "bard.rules").write_text(BARD + SCENARIO, encoding="utf-8")
    (tmp_path / "more.scenarios.rules").write_text(SCENARIO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def of_project(project: Path) -> None:
    """Let the project need the newer version, and not its edition."""
    text = EDITION.format(version=LANGUAGE_VERSION) + UNKNOWN
    (project / "ours.yaml").write_text(text, encoding="utf-8")
    own = f"language-version: {NEWER}\nlater: form\n"
    (project / "rulewright.yaml").write_text(own, encoding="utf-8")


COMMANDS = [
    ("check", "."),
    ("check", "ours.yaml"),
    ("check", "bard.rules"),
    ("check", "more.scenarios.rules"),
    ("test", "."),
    ("test", "more.scenarios.rules"),
    ("play", "ours.yaml"),
    ("simulate", "ours.yaml", "--games", "1"),
    ("migrate", "."),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("whole", [False, True], ids=["edition", "project"])
def test_a_newer_version_is_one_complaint(
    shell: Shell,  # noqa: F811
    project: Path,
    command: tuple[str, ...],
    whole: bool,
) -> None:
    if whole:
        of_project(project)
    before = {path: path.read_bytes() for path in project.iterdir()}

    printed = shell.run(*command, exit_code=1).output

    place = "rulewright.yaml:1" if whole else "ours.yaml:2"
    assert printed.count("[Y0217]") == 1, printed
    assert place in printed
    assert f"needs version {NEWER} of the language" in printed
    assert "help: install" in printed
    assert printed.count("[E") == printed.count("[Y0") - 1 == 0, printed
    assert before == {path: path.read_bytes() for path in project.iterdir()}


def test_formatting_leaves_a_newer_project(shell: Shell, project: Path) -> None:  # noqa: F811
    of_project(project)
    printed = shell.run("fmt", ".", exit_code=1).output
    assert printed.count("error[") == printed.count("[Y0217]") == 1


def test_the_library_refuses_it_too(project: Path) -> None:
    for whole in (False, True):
        if whole:
            of_project(project)
        with pytest.raises(rulewright.RulesError) as caught:
            rulewright.load("ours.yaml")
        assert [each.code for each in caught.value.complaints] == ["Y0217"]


def test_other_editions_are_still_judged(shell: Shell, project: Path) -> None:  # noqa: F811
    (project / "other.yaml").write_text(
        "edition: other\nextends: french\nnmae: x\n", encoding="utf-8"
    )
    printed = shell.run("check", ".", exit_code=1).output
    assert printed.count("[Y0217]") == printed.count("[Y0201]") == 1
    assert "2 errors" in printed


@pytest.mark.parametrize("value", ["0", "-1", "1.0", "'1'", "one", "", "[1]", "01", "1_0"])
@pytest.mark.parametrize("name", ["ours.yaml", "rulewright.yaml"])
@pytest.mark.rotating
def test_what_is_no_version_is_complained_of(
    shell: Shell,  # noqa: F811
    project: Path,
    name: str,
    value: str,
) -> None:
    (project / "bard.rules").unlink()
    (project / "ours.yaml").write_text("edition: ours\nextends: french\n", encoding="utf-8")
    with (project / name).open("a", encoding="utf-8") as file:
        file.write(f"language-version: {value}\n")
    result = shell.run("check", "ours.yaml", exit_code=1 if name == "ours.yaml" else 2)
    assert result.output.count("error[Y0") == 1
    assert "`language-version`" in result.output
    assert name in result.output


@pytest.mark.rotating
def test_known_versions_and_none_are_read(shell: Shell, project: Path) -> None:  # noqa: F811
    for text in ("", f"language-version: {LANGUAGE_VERSION}\n"):
        (project / "fine.yaml").write_text(
            f"edition: fine\nextends: french\n{text}", encoding="utf-8"
        )
        (project / "rulewright.yaml").write_text(text, encoding="utf-8")
        shell.run("check", "fine.yaml")


def test_a_huge_number_is_cut(shell: Shell, project: Path) -> None:  # noqa: F811
    text = EDITION.format(version="9" * 50_000)
    (project / "ours.yaml").write_text(text, encoding="utf-8")
    (complaint,) = json.loads(shell.run("check", "ours.yaml", "--json", exit_code=1).stdout)[
        "complaints"
    ]
    assert complaint["code"] == "Y0217"
    assert len(complaint["message"]) < 100


def test_new_files_name_their_version(shell: Shell, project: Path) -> None:  # noqa: F811
    shell.run("new", "edition", "Seaside")
    assert f"\nlanguage-version: {LANGUAGE_VERSION}\n" in (project / "seaside.yaml").read_text()


def test_the_version_is_that_of_the_table() -> None:
    assert max(row.version for row in migration_rows()) == LANGUAGE_VERSION
