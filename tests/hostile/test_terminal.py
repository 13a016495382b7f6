"""What a terminal would take for an order is shown as signs; no name begins a line; streams may end or be full."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hostile.limits import run_limited, run_refused

OWN = "edition: own\nextends: classic\n"
EVIL = "\x1b]0;owned\x07\x1b[2J\u202e"
ODD = ("\x1b", "\x07", "\u202e", "\x9b", "\x08")


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


def assert_plain(said: str) -> None:
    assert not [sign for sign in ODD if sign in said]


@pytest.mark.parametrize("form", ["text", "github"])
def test_complaints_about_odd_signs(work: Path, form: str) -> None:
    (work / "own.yaml").write_text(
        f'{OWN}rules: [own.rules]\nname: "x\\e[2J"\nmore: "\\e]0;x\\a"\n'
    )
    (work / "own.rules").write_text(f'event {EVIL} happens "{EVIL}"\n    tell "{EVIL}"\n')

    assert_plain(run_refused(["check", ".", "--format", form], work).said)


def test_names_of_files_begin_no_line(work: Path) -> None:
    name = f"a\n::error::owned\n{EVIL}.rules"
    (work / name).write_text("nonsense\n")
    (work / f"{name}.yaml").write_text("edition: 7\n")
    for args in (["check", "."], ["check", name], ["check", f"{name}.yaml"], ["test", "."]):
        for command in (
            args,
            ["check", f"{name}x"],
            ["test", f"{name}x"],
            ["play", f"{name}.yaml"],
        ):
            said = run_refused(command, work).said
            assert_plain(said)
            assert not [line for line in said.splitlines() if line.lstrip().startswith("::")], said


@pytest.mark.rotating
def test_a_game_of_odd_names(work: Path) -> None:
    text = f'{OWN}name: "Own \\e[2J"\nnames: {{Thief: {{en: "Th\\e[2Jief"}}, King: {{en: "K\\u009bing"}}}}\n'
    (work / "own.yaml").write_text(text)

    for args in (
        ["play", "own.yaml", "--watch", "--seed", "1"],
        ["document", "own.yaml"],
        ["simulate", "own.yaml", "--games", "2"],
        ["check", "own.yaml"],
    ):
        assert_plain(run_limited(args, work).said)


def test_scenarios_with_odd_titles_and_texts(work: Path) -> None:
    (work / "own.scenarios.rules").write_text(
        f'scenario "odd {EVIL}"\n    in classic, 4 players\n    then A has 77 gold\n'
    )
    for args in (["test", "."], ["test", "-v", "."], ["check", "."]):
        assert_plain(run_limited(args, work).said)


@pytest.mark.parametrize("columns", ["0", "-1", "1", "x", "99999"])
def test_whatever_a_terminal_says_of_itself(work: Path, columns: str) -> None:
    env = {"COLUMNS": columns, "LINES": columns}
    for args in (
        ["play", "liars-hand", "--watch", "--seed", "1"],
        ["--help"],
        ["check", "liars-hand"],
        ["editions"],
    ):
        ran = run_limited(args, work, env=env)
        assert ran.code == 0, ran.said


EACH = ("editions", "check none.yaml")
"""Of these each stream is full by itself too; the others write no otherwise."""


@pytest.mark.sampled(4)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize(
    "args", ["check classic", "editions", "simulate classic --games 1", "document classic", "--help",
             "--version", "play --watch --seed 1", "check none.yaml"],
)  # fmt: skip
@pytest.mark.rotating
def test_output_that_is_full(work: Path, args: str) -> None:
    both = ">/dev/full 2>&1"
    for streams in (">/dev/full", "2>/dev/full", both) if args in EACH else (both,):
        command = f'"{sys.executable}" -m rulewright {args} {streams} </dev/null'
        done = subprocess.run(
            ["sh", "-c", command], cwd=work, capture_output=True, text=True, timeout=60
        )
        assert done.returncode in (0, 1, 2), (streams, done)
        assert "Traceback" not in done.stderr + done.stdout
        assert "Exception ignored" not in done.stderr


@pytest.mark.parametrize(
    "module",
    [
        "click",
        "rulewright.cli.command_line",
        "rulewright.cli.commands.authoring.check_command",
        "rulewright.testing.checks",
    ],
)
def test_an_interrupt_while_modules_are_imported(work: Path, module: str) -> None:
    code = f"""
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
class Finder:
    def find_spec(name, *rest):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder)
from rulewright.__main__ import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", code, "check", "classic"],
        cwd=work, capture_output=True, text=True, timeout=60,
        env={**os.environ, "RULEWRIGHT_CACHE": "off"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (130, "")
