"""Scenarios about one rule file stand beside it; those of whole editions are in this folder."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ".scenarios.rules"
BESIDE = sorted((ROOT / "rules").rglob(f"*{SCENARIOS}"))
CARDS = sorted(
    path
    for folder in ("characters", "districts")
    for path in (ROOT / "rules" / "citadels" / folder).glob("*.rules")
    if not path.name.endswith(SCENARIOS)
)
MOST_LINES = 400


@pytest.mark.parametrize("path", BESIDE, ids=lambda path: path.name)
def test_a_scenario_file_is_called_after_the_rule_file_beside_it(path: Path) -> None:
    """A second name says what part of the scenarios it holds: `witch.districts.scenarios.rules`."""
    assert (path.parent / f"{path.name.split('.')[0]}.rules").is_file()


@pytest.mark.parametrize("path", CARDS, ids=lambda path: path.stem)
def test_every_card_has_scenarios_beside_it(path: Path) -> None:
    assert (path.parent / f"{path.stem}{SCENARIOS}").is_file()


def test_every_game_of_this_folder_has_rules() -> None:
    games = {path.name for path in Path(__file__).parent.iterdir() if path.is_dir()} - {
        "__pycache__"
    }

    assert games
    assert games <= {path.name for path in (ROOT / "rules").iterdir()}


@pytest.mark.parametrize("folder", ["rules", "tests"])
def test_no_file_is_too_long_to_be_read(folder: str) -> None:
    """What grows longer is taken apart by subject."""
    files = [path for end in ("py", "rules") for path in (ROOT / folder).rglob(f"*.{end}")]

    assert {path for path in files if path.read_text("utf-8").count("\n") > MOST_LINES} == set()
