"""`rulewright test --watch`: the scenarios run again when a file is saved, and wait out what is wrong with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from checks.kit import BARD, our_table
from rulewright.cli.test_runs import watching

pytestmark = pytest.mark.process


def read_until(process: subprocess.Popen[str], wanted: str) -> str:
    """What it says up to the line with these words."""
    assert process.stdout is not None
    found = ""
    for line in process.stdout:
        found += line
        if wanted in line:
            return found
    raise AssertionError(found)


@pytest.mark.skipif(
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN,
    reason="begun where Ctrl-C is ignored, as by a shell in the background, and so is it below",
)
def test_they_run_again_when_a_file_is_saved(tmp_path: Path) -> None:
    our_table(tmp_path)
    command = [sys.executable, "-u", "-m", "rulewright", "test", "bard.rules", "--watch"]
    with subprocess.Popen(
        command, cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        try:
            assert "1 passed" in read_until(process, "Watching ")
            for text, said in (
                (BARD.replace("A's gold is 3", "A's gold is 4"), "1 failed"),
                (BARD.replace("the host gives", "the hst gives"), "E0201"),
                (BARD, "1 passed"),
            ):
                (tmp_path / "bard.new").write_text(text, encoding="utf-8")
                (tmp_path / "bard.new").replace(tmp_path / "bard.rules")
                shown = read_until(process, "Watching ")
                assert "bard.rules:" in shown
                assert said in shown
        finally:
            os.kill(process.pid, signal.SIGINT)
        assert process.wait(30) == 130


def test_a_file_that_is_being_written_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "bard.rules"
    rules.write_text("as it was", encoding="utf-8")
    found, written = list[str](), iter([None, "", "half", "all of it", None])

    def sleep(_: float) -> None:
        text = next(written)
        if text is not None:
            rules.write_text(text, encoding="utf-8")

    def run() -> None:
        found.append(rules.read_text(encoding="utf-8"))
        if len(found) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", sleep)
    with pytest.raises(KeyboardInterrupt):
        watching.watch_files([rules], run)
    assert found == ["as it was", "all of it"]
