"""`rulewright balance`."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from balance.kit import fair
from front.kit import Shell
from rulewright.balance import runs
from rulewright.balance.chunks import Chunk, play_chunk
from rulewright.balance.tallies import Tally

OTHERS = ("Plain", "Dull", "Magpie")


@pytest.fixture
def shell() -> Shell:
    return Shell(CliRunner())


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    fair(tmp_path, *OTHERS, "Banker", name="rich")
    return tmp_path / "rich.yaml"


def test_a_verdict_then_tables(shell: Shell, edition: Path, tmp_path: Path) -> None:
    fair(tmp_path, *OTHERS, "Fool", name="poor")
    told, table = tmp_path / "report.json", tmp_path / "cards.csv"

    result = shell.run(
        "balance", edition, "--against", tmp_path / "poor.yaml", "--players", 3, "--strength", "10",
        "--games", 60, "--lot-games", 50, "--jobs", 1, "--json", told, "--csv", table,
    )  # fmt: skip

    lines = result.stdout.splitlines()
    assert lines[2].startswith("Banker wins ")
    assert "more often than Fool in whose place it stands (95 %: +" in lines[2]
    assert lines[2].endswith("games: strong.")
    data = json.loads(told.read_text(encoding="utf-8"))
    assert data["verdicts"][0]["word"] == "strong"
    assert data["games"]["10"] < 60
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert {row["card"] for row in rows} == {*OTHERS, "Banker"}


def test_ctrl_c_tells_what_is_known(
    shell: Shell, edition: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(chunk: Chunk) -> Tally:
        if chunk.first >= 9:
            raise KeyboardInterrupt
        return play_chunk(chunk)

    monkeypatch.setattr(runs, "play_chunk", stopped)
    kept = tmp_path / "run.jsonl"
    asked = ("balance", edition, "--strength", "5", "--lot-games", 0, "--jobs", 1, "--players", 3)

    result = shell.run(*asked, "--resume", kept, exit_code=130)

    assert "games: 0 lot, 8 5" in result.stdout
    assert "Stopped: this is what is known so far. What was measured is in" in result.stderr
    monkeypatch.undo()
    assert "12 5" in shell.run(*asked, "--resume", kept, "--games", 12).stdout


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--strength", "huge"], "there is no strength huge: known are easy and hard"),
        (["--against", "orchard", "--players", "3"], "they have nothing to be compared by"),
        (["--card", "Bankr"], "there is no card Bankr for rich; did you mean"),
        (["--cluster", "tcp://127.0.0.1:9", "--jobs", "1"], ""),
        (
            ["--json", "/nowhere/report.json", "--games", "1", "--strength", "lot"],
            "cannot be written",
        ),
        (["--resume", "/nowhere/run.jsonl"], "cannot be used: No such file"),
    ],
)
def test_what_cannot_be_done_is_told(
    shell: Shell, edition: Path, options: list[str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.balance.clusters.WAIT", 0.3)
    result = shell.run("balance", edition, *options, "--jobs", 1, exit_code=2)
    assert told in result.stderr
    if not told:
        assert "no cluster answers" in result.stderr or "needs Dask" in result.stderr
