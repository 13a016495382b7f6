"""Whatever is in a file, `check` answers within seconds and little memory, and what it lets pass can be played."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hostile.limits import run_limited
from hostile.makers import MAKERS
from rulewright.cli.common.exits import EXIT_TIMED_OUT
from rulewright.testing.checks import check_edition
from tiers import LONG

GAME = ["./hostile.yaml", "--players", "2"]
PLAY = ["simulate", *GAME, "--games", "1", "--seed", "1"]
WATCH = ["play", *GAME, "--seed", "1", "--watch", "--bot", "first", "--delay", "0"]
BUILD = ["build", *GAME]
MEGABYTES = 800
"""No command takes more; the most that was seen is 520, and 240 more that growing lists reserve, for a million line
ends."""
NOT_NATIVE = "larger than native code can be"
"""What may keep a game from being written as WebAssembly only."""
STOPPED = ("E0701", "E0702")
"""What may be found out in play only: a decision that takes for ever, a number beyond measure."""


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", MAKERS)
def test_it_is_answered_in_time_and_what_passes_can_be_played(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    for file, text in MAKERS[name]().items():
        (folder / file).write_text(text, encoding="utf-8")

    checked = run_limited(["check", "hostile.yaml"], folder, megabytes=MEGABYTES)

    assert checked.code in (0, 1)
    assert len(checked.out) < 200_000
    if LONG or checked.code == 0:
        played = run_limited(PLAY, folder, seconds=30)
        stopped = any(code in played.said for code in STOPPED)
        assert checked.code or not played.code or stopped, played.said


@pytest.mark.long
@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("command", [PLAY, WATCH, BUILD], ids=lambda command: command[0])
def test_what_passes_is_played_and_built_in_time(
    tmp_path: Path, name: str, command: list[str]
) -> None:
    """Within the limits of a check; native code reserves more room than it takes."""
    folder = tmp_path / "work"
    folder.mkdir()
    for file, text in MAKERS[name]().items():
        (folder / file).write_text(text, encoding="utf-8")
    if run_limited(["check", "hostile.yaml"], folder).code:
        return

    ran = run_limited(command, folder, env={"RULEWRIGHT_CACHE": "off"})

    assert ran.megabytes <= MEGABYTES
    assert not ran.code or any(each in ran.said for each in (*STOPPED, NOT_NATIVE)), ran.said


def test_a_check_that_takes_longer_than_it_may_ends(tmp_path: Path) -> None:
    for file, text in MAKERS["cards_declared"]().items():
        # Nobody has checked just this text before: what is known already takes no time.
        (tmp_path / file).write_text(f"{text}\n# {tmp_path}\n", encoding="utf-8")

    ran = subprocess.run(
        [sys.executable, "-m", "rulewright", "check", "hostile.yaml", "--timeout", "0.2"],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip

    assert ran.returncode == EXIT_TIMED_OUT
    assert ran.stderr == "Error: stopped after 0.2 seconds, before everything was checked\n"
    assert ran.stdout == ""


@pytest.mark.long
def test_where_too_many_powers_are_offered_it_is_said_where(tmp_path: Path) -> None:
    for file, text in MAKERS["powers_at_one_moment"]().items():
        (tmp_path / file).write_text(text, encoding="utf-8")

    (found,) = [each for each in check_edition(tmp_path / "hostile.yaml") if each.code == "E0620"]

    assert found.span is not None
    assert found.span.text == "use powers at noon"
