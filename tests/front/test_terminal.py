"""`rulewright play` on a real terminal."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

pytestmark = pytest.mark.process

# Where tests run in the background, Ctrl-C is ignored, and so it would be by what they start.
START = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from rulewright.cli.command_line import main; main()"
)
FOREIGN = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
PROMPT = "?): "


class Terminal:
    """A terminal of some size with the game in it."""

    def __init__(self, folder: Path, columns: int, lines: int, **more: str) -> None:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        env = {key: value for key, value in os.environ.items() if key not in FOREIGN}
        env |= {"PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm-256color"}
        env |= {"TMPDIR": str(folder), **more}
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, "play", "--seed", "5"],
            stdin=theirs, stdout=theirs, stderr=theirs, env=env, cwd=folder,
        )  # fmt: skip
        os.close(theirs)
        self.shown = ""

    def until(self, text: str, seconds: float = 30) -> str:
        """Read until `text` appears; return all that was shown since the last time."""
        end = time.monotonic() + seconds
        start = len(self.shown)
        while text not in self.shown[start:]:
            assert time.monotonic() < end, self.shown
            if not select.select([self.ours], [], [], 0.1)[0]:
                continue
            try:
                self.shown += os.read(self.ours, 65536).decode("utf-8", errors="replace")
            except OSError:  # the other end is closed
                break
        return self.shown[start:]

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def stop(self) -> None:
        """Whatever happened, leave no process behind."""
        self.process.kill()
        self.process.wait()
        os.close(self.ours)

    def close(self) -> int:
        """Wait for the game to end; return its exit code."""
        self.until("\0never\0", 30)
        return self.process.wait(timeout=30)


class Open(Protocol):
    def __call__(self, columns: int, lines: int, **more: str) -> Terminal: ...


@pytest.fixture
def open_terminal(tmp_path: Path) -> Iterator[Open]:
    opened: list[Terminal] = []

    def open_one(columns: int, lines: int, **more: str) -> Terminal:
        opened.append(Terminal(tmp_path, columns, lines, **more))
        return opened[-1]

    yield open_one
    for terminal in opened:
        terminal.stop()


def words_of(shown: str) -> str:
    """What was shown, as words without colours."""
    return " ".join(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).split())


def test_a_terminal_has_colours(open_terminal: Open) -> None:
    terminal = open_terminal(100, 40)

    shown = terminal.until(PROMPT)
    terminal.type("q\n")

    assert "\x1b[" in shown
    assert "terminal is small" not in shown
    assert terminal.close() == 0


def test_no_colour_where_it_is_not_wanted(open_terminal: Open) -> None:
    terminal = open_terminal(100, 40, NO_COLOR="1")

    shown = terminal.until(PROMPT)
    terminal.type("q\n")

    assert all(f"\x1b[{code}m" not in shown for code in range(30, 38))
    assert terminal.close() == 0


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("columns", "lines"), [(59, 40), (100, 19), (20, 5)])
def test_a_small_terminal_is_told_and_gets_a_plain_layout(
    open_terminal: Open, columns: int, lines: int
) -> None:
    terminal = open_terminal(columns, lines)

    shown = terminal.until(PROMPT)
    terminal.type("1\n")
    terminal.until(PROMPT)
    terminal.type("q\n")

    assert "terminal is small" in words_of(shown)
    assert terminal.close() == 0


def test_ctrl_c_keeps_the_game(open_terminal: Open, tmp_path: Path) -> None:
    terminal = open_terminal(100, 40)
    terminal.until(PROMPT)
    terminal.type("1\n")
    terminal.until(PROMPT)

    time.sleep(0.5)  # the prompt is there a moment before the line is being read
    terminal.process.send_signal(signal.SIGINT)
    shown = terminal.until("--resume")

    assert terminal.close() == 130
    assert "The game is saved in" in shown
    assert "Traceback" not in terminal.shown
    assert len(list(tmp_path.glob("rulewright-classic-*.json"))) == 1


def test_the_end_of_input_keeps_the_game(open_terminal: Open) -> None:
    terminal = open_terminal(100, 40)
    terminal.until(PROMPT)
    terminal.type("1\n")
    terminal.until(PROMPT)

    terminal.type("\x04")
    shown = terminal.until("--resume")

    assert terminal.close() == 0
    assert "The game is saved in" in shown
