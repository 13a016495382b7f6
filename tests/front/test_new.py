"""`rulewright new`: what it begins checks clean and passes, and nothing is written over."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.command_line import rulewright

KINDS = ("character", "district", "edition", "game")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(rulewright, words)


def test_it_lists_what_there_is_to_begin() -> None:
    listed = run("new").output

    assert [line.split()[0] for line in listed.splitlines()] == list(KINDS)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("kind", "name"),
    [("character", "Court Piper"), ("district", "Old-Mill Two"), ("edition", "Zoo"), ("game", "Old-Mill Two")],
)  # fmt: skip
@pytest.mark.rotating
def test_what_it_begins_checks_clean_and_passes(kind: str, name: str) -> None:
    begun = run("new", kind, name)
    checked, tested = run("check", "."), run("test", ".")

    assert begun.exit_code == 0, begun.output
    assert "no complaints" in checked.output, checked.output
    assert tested.exit_code == 0, tested.output
    assert " 0 scenarios" not in tested.output


@pytest.mark.rotating
def test_it_can_begin_from_another_edition(folder: Path) -> None:
    run("new", "character", "Piper", "--edition", "lost-cities")

    assert "extends: lost-cities" in (folder / "piper-table.yaml").read_text(encoding="utf-8")
    assert run("check", "piper-table.yaml").exit_code == 0


def test_nothing_is_written_over_and_nothing_by_half(folder: Path) -> None:
    mine = folder / "piper-table.yaml"
    mine.write_text("mine", encoding="utf-8")
    found = run("new", "character", "Piper")

    assert found.exit_code == 2
    assert "piper-table.yaml" in found.output
    assert [path.name for path in folder.iterdir()] == ["piper-table.yaml"]
    assert mine.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["castle", "Piper"],
            "there is no template `castle`; choose character, district, edition or game",
        ),
        (["character"], "give it a name"),
        (["character", "piper"], "written with capital letters"),
        (["character", "../Piper"], "written with capital letters"),
        (["edition", "our table"], "such as `Our Table`"),
        (["character", "Über!"], "such as `Court Piper`"),
        (["game", "Piper\nRed"], "written with capital letters"),
    ],
)
def test_what_cannot_be_begun(folder: Path, words: list[str], told: str) -> None:
    found = run("new", *words)

    assert (found.exit_code, told in found.output) == (2, True), found.output
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="the system is asked to write no more")
@pytest.mark.parametrize("most", [0, 700])
def test_a_full_disk_leaves_nothing_behind(folder: Path, most: int) -> None:
    def no_more() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    ran = subprocess.run(
        [sys.executable, "-m", "rulewright", "new", "game", "Piper"],
        cwd=folder, preexec_fn=no_more, capture_output=True, text=True, check=False,
        # Python itself would keep half of a compiled module, for others to trip over.
        env={**os.environ, "RULEWRIGHT_CACHE": "off", "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip

    assert (ran.returncode, list(folder.iterdir())) == (2, []), ran.stderr
    assert ran.stderr == "Error: nothing was written: piper.rules, piper.yaml: File too large\n"
