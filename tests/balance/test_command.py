"""`rulewright balance`."""

from __future__ import annotations

import csv
import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from balance.kit import fair
from front.kit import Shell
from rulewright.lab.balance.execution import runs
from rulewright.lab.balance.execution.chunks import Chunk, play_chunk
from rulewright.lab.balance.statistics.tallies import GameTally

OTHERS = ("Plain", "Dull", "Magpie")


@pytest.fixture
def shell() -> Shell:
    return Shell(CliRunner())


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    fair(tmp_path, *OTHERS, "Banker", name="rich")
    return tmp_path / "rich.yaml"


@pytest.mark.rotating
def test_a_verdict_then_tables(shell: Shell, edition: Path, tmp_path: Path) -> None:
    fair(tmp_path, *OTHERS, "Fool", name="poor")
    told, table = tmp_path / "report.json", tmp_path / "cards.csv"

    result = shell.run(
        "balance", edition, "--against", tmp_path / "poor.yaml", "--players", 3, "--strength", "10",
        "--games", 60, "--random-games", 50, "--jobs", 1, "--output", told, "--csv", table,
    )  # fmt: skip

    lines = result.stdout.splitlines()
    assert lines[2].startswith("Banker looks strong: of 100 games it wins ")
    assert "more than Fool, which it replaces (95 %: +" in lines[2]
    assert lines[2].endswith("games played.")
    data = json.loads(told.read_text(encoding="utf-8"))
    assert data["verdicts"][0]["word"] == "strong"
    assert data["games"]["10"] < 60
    asked = shell.run(
        "play", edition, "--players", 3, "--seed", 1, typed="? Banker\nq\n", exit_code=None
    )
    assert "measured in games between bots: Banker looks strong: " in asked.stdout
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert {row["card"] for row in rows} == {*OTHERS, "Banker"}


@pytest.mark.long
def test_the_value_that_is_nearest_to_fair(shell: Shell, edition: Path, tmp_path: Path) -> None:
    fair(tmp_path, *OTHERS, "Bard", name="bards")
    told = tmp_path / "tried.json"

    result = shell.run(
        "balance", tmp_path / "bards.yaml", "--try", "Bard.tax=0..3", "--players", 3, "--strength", "5",
        "--games", 12, "--jobs", 1, "--output", told,
    )  # fmt: skip

    rows = json.loads(told.read_text(encoding="utf-8"))["tried"]["trials"]
    wins = {row["value"]: row["wins"][0] or 0 for row in rows}
    assert wins["3"] > wins["0"]
    assert [row["turns"] for row in rows] == [2, 2, 1, 1]
    assert [row["games"] for row in rows] == [18, 18, 6, 6]
    assert abs(rows[0]["wins"][0]) <= abs(rows[1]["wins"][0])
    assert result.stdout.startswith(f"Bard.tax = {rows[0]['value']} is the fairest: Bard wins ")


@pytest.mark.long
def test_a_number_in_a_rule_is_tried(shell: Shell, edition: Path, tmp_path: Path) -> None:
    told = tmp_path / "tried.json"

    shell.run(
        "balance", edition, "--try", "Banker.start of turn=0,3", "--players", 3, "--strength", "5",
        "--games", 24, "--jobs", 1, "--output", told,
    )  # fmt: skip

    rows = json.loads(told.read_text(encoding="utf-8"))["tried"]["trials"]
    wins = {row["value"]: row["wins"][0] or 0 for row in rows}
    assert wins["3"] > 0.2 > wins["0"]
    with pytest.raises(AssertionError, match="is shipped: write the card into a file of your own"):
        shell.run("balance", "classic", "--try", "Architect.build-limit=2..4")


def test_a_page_with_pictures_stands_alone(
    shell: Shell, edition: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.html"
    asked = (
        "balance", edition, "--players", 3, "--strength", "random", "--games", 50, "--jobs", 1,
        "--report", page,
    )  # fmt: skip
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "matplotlib", None)
        assert "pip install 'rulewright[plots]'" in shell.run(*asked, exit_code=2).stderr
    assert not page.exists()
    pytest.importorskip("matplotlib")
    shell.run(*asked)

    says = page.read_text(encoding="utf-8")
    assert says.count("<svg ") == 2
    assert "Banker" in says.split("<svg ")[1], "texts in pictures are texts"
    words = re.sub(r"<svg .*?</svg>", "", says, flags=re.DOTALL)
    assert not re.search(r"<script|<link|<img|src=|href=", words)


def test_a_game_without_cards_has_figures_and_no_verdict(shell: Shell, tmp_path: Path) -> None:
    report = tmp_path / "report.json"

    shell.run(
        "balance", "tiny-hanabi", "--strength", "random", "--games", 20, "--jobs", 1,
        "--output", report,
    )  # fmt: skip

    data = json.loads(report.read_text(encoding="utf-8"))
    assert data["verdicts"] == data["cards"] == []
    assert [seat["won"] for seat in data["seats"]] == [0.5, 0.5]


def test_ctrl_c_tells_what_is_known(
    shell: Shell, edition: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(chunk: Chunk) -> GameTally:
        if chunk.first >= 9:
            raise KeyboardInterrupt
        return play_chunk(chunk)

    monkeypatch.setattr(runs, "play_chunk", stopped)
    kept = tmp_path / "run.jsonl"
    asked = (
        "balance",
        edition,
        "--strength",
        "5",
        "--random-games",
        0,
        "--jobs",
        1,
        "--players",
        3,
    )

    result = shell.run(*asked, "--resume", kept, exit_code=130)

    assert "games: 0 random, 8 5" in result.stdout
    assert "Stopped: these are the results so far. The measurements are in" in result.stderr
    monkeypatch.undo()
    assert "12 5" in shell.run(*asked, "--resume", kept, "--games", 12).stdout


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--strength", "huge"], "there is no strength huge: known are easy and hard"),
        (["--against", "orchard", "--players", "3"], "they cannot be compared"),
        (["--card", "Bankr"], "there is no card Bankr for rich; did you mean"),
        (["--cluster", "tcp://127.0.0.1:9", "--jobs", "1"], ""),
        (
            ["--output", "/nowhere/report.json", "--games", "1", "--strength", "random"],
            "cannot be written",
        ),
        (["--try", "Bankr.tax=1..3"], "there is no card Bankr in rich"),
        (
            ["--try", "Banker.toll=1..3"],
            "Banker has no field or rule toll; known: tax, rank, start of turn",
        ),
        (["--try", "Banker.start of turn.2=1..3"], "has these numbers: 3; name one, as in"),
        (["--try", "sky=1..3"], "rich has no setting sky; known: none"),
        (["--try", "Banker.tax"], "names nothing to try; write it as in"),
        (["--try", "Banker.tax=3..3"], "has 1 values: from 2 to 64"),
        (["--resume", "/nowhere/run.jsonl"], "cannot be used: No such file"),
    ],
)
@pytest.mark.rotating
def test_what_cannot_be_done_is_told(
    shell: Shell, edition: Path, options: list[str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.lab.balance.execution.clusters.WAIT", 0.3)
    result = shell.run("balance", edition, *options, "--jobs", 1, exit_code=2)
    assert told in result.stderr
    if not told:
        assert "no cluster answers" in result.stderr or "needs Dask" in result.stderr
