"""Scenarios about one rule file stand beside it; those of whole editions are in this folder."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "rules"
END = ".scenarios.rules"
CARDS = [
    path
    for folder in ("characters", "districts")
    for path in (RULES / "citadels" / folder).glob("*.rules")
    if not path.name.endswith(END)
]


def test_scenarios_stand_beside_their_rules() -> None:
    """A second name is the part of the scenarios in it: `witch.districts.scenarios.rules`."""
    scenarios = [*RULES.rglob(f"*{END}")]
    lonely = [path for path in scenarios if not path.with_name(_subject(path)).is_file()]
    untested = [path for path in CARDS if not path.with_name(f"{path.stem}{END}").is_file()]
    games = {path.name for path in Path(__file__).parent.iterdir() if path.is_dir()}

    assert len(scenarios) > len(CARDS) > 50
    assert (lonely, untested) == ([], [])
    assert games - {"__pycache__"} <= {path.name for path in RULES.iterdir()}


def _subject(path: Path) -> str:
    return f"{path.name.split('.')[0]}.rules"
