"""Plurals that a kind or a list of labels declares."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from checks.kit import check
from front.kit import Shell
from rulewright.testing.scenarios import ScenarioRef, find_scenarios, run_scenario

FOLDER = Path(__file__).parent / "plurals"
RULES = (FOLDER / "pasture.rules").read_text(encoding="utf-8")


@pytest.mark.parametrize("ref", find_scenarios(FOLDER), ids=lambda ref: ref.title)
def test_scenarios_with_declared_plurals_hold(ref: ScenarioRef) -> None:
    result = run_scenario(ref)
    assert result.passed, f"{result.place}: {result.message} {result.actual}"


@pytest.fixture
def pasture(tmp_path: Path) -> Path:
    """The game, in a folder of its own."""
    shutil.copytree(FOLDER, tmp_path / "pasture")
    return tmp_path / "pasture"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (", plural wolves", "", "E0201"),
        ("plural wolves", "plural works", "E0213"),
        ("plural wolves", "plural players", "E0224"),
        ("choose 2 wolves", "choose 2 wolfs", "E0201"),
        ("catches 1 wolf", "catches 1 works", "E0207"),
    ],
)
def test_another_plural_than_the_declared_one_is_a_complaint(
    old: str, new: str, code: str, pasture: Path
) -> None:
    assert check(pasture / "pasture.yaml") == ()
    (pasture / "pasture.rules").write_text(RULES.replace(old, new), encoding="utf-8")
    assert code in {each.code for each in check(pasture / "pasture.yaml")}


def test_a_kind_whose_plural_other_names_follow_is_not_renamed_in_part(
    pasture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name such as `2 wolves`, of which one is `the wolf`, would lose its singular."""
    monkeypatch.chdir(pasture)
    result = Shell(CliRunner()).run("rename", "wolf", "hound", exit_code=2)
    assert "pasture.rules:" in result.output
    assert (pasture / "pasture.rules").read_text(encoding="utf-8") == RULES
