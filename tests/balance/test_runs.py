"""Runs are taken up where they were, and nothing that was measured is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.kit import fair
from rulewright.lab.balance.execution import runs
from rulewright.lab.balance.execution.chunks import Chunk, play_chunk
from rulewright.lab.balance.execution.journals import Journal, JournalMismatch
from rulewright.lab.balance.execution.runs import BalanceRun, RunBudget
from rulewright.lab.balance.execution.workers import ImmediateExecutor
from rulewright.lab.balance.matches import Match
from rulewright.lab.balance.statistics.tallies import GameTally


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return Match(fair(tmp_path, "Plain", "Dull", "Magpie", "Fool"), None, 3, (), ("5",))


def play(match: Match, games: int, path: Path | None, seed: int = 1) -> BalanceRun:
    journal = Journal.opened(path, match.sides, [seed])
    run = match.run(RunBudget(games, 0), seed, journal)
    run.play(ImmediateExecutor(), 1, lambda run: False, lambda run: None)
    journal.close()
    return run


@pytest.mark.rotating
def test_a_run_is_taken_up(match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, played = tmp_path / "run.jsonl", list[int]()

    def noted(chunk: Chunk) -> GameTally:
        played.append(chunk.first)
        return play_chunk(chunk)

    monkeypatch.setattr(runs, "play_chunk", noted)
    play(match, 10, path)
    assert played == [1, 5, 9]
    played.clear()
    cut = path.read_bytes()[:-40]  # the last line, of two games, was being written
    path.write_bytes(cut)

    again = play(match, 16, path)

    assert played == [9, 13], "only what was not there is played"
    assert again.tallies[1].data() == play(match, 16, None).tallies[1].data()
    played.clear()
    play(match, 16, path)
    assert played == []


def test_files_that_are_something_else(match: Match, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    play(match, 4, path)
    with pytest.raises(JournalMismatch, match="other rules, players or settings"):
        play(match, 4, path, seed=2)
    path.write_text("A letter.\n", encoding="utf-8")
    with pytest.raises(JournalMismatch, match="not a file of measured games"):
        play(match, 4, path)
    assert path.read_text(encoding="utf-8") == "A letter.\n"


def test_a_line_that_is_damaged(match: Match, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    play(match, 8, path)
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([lines[0], lines[1][:50], lines[2]]) + "\n", encoding="utf-8")
    with pytest.raises(JournalMismatch, match="has a damaged line"):
        play(match, 8, path)


def test_ctrl_c_leaves_what_is_known(match: Match) -> None:
    run = match.run(RunBudget(100, 0), 1, Journal.opened(None, match.sides, []))

    def told(run: BalanceRun) -> None:
        if run.tallies[1].games >= 8:
            raise KeyboardInterrupt

    run.play(ImmediateExecutor(), 1, match.is_sure, told)
    assert run.is_interrupted
    assert run.tallies[1].games == 8
    assert match.report(run, 1.0)["games"] == {"random": 0, "5": 8}
