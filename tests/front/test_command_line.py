"""The command as a whole: how it starts, and how it ends when something goes wrong."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from front.kit import Shell
from rulewright import __version__
from rulewright.cli.command_line import COMMANDS, load_command
from rulewright.cli.commands.reference import editions_command
from rulewright.language.text import Complaint, RulesError, Source, Span

START = "from rulewright.cli.command_line import main; main()"


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **more}


def process(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", START, *arguments],
        env=environment(), text=True, capture_output=True, check=False, timeout=60,
    )  # fmt: skip


def test_help_names_every_command(shell: Shell) -> None:
    shown = shell.run("--help").stdout

    positions = [shown.index(f"\n  {command} ") for command in COMMANDS]
    assert positions == sorted(positions)
    assert "..." not in shown.split("Commands:")[1]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(shell: Shell, command: str) -> None:
    assert shell.run(command, "--help").stdout.startswith(f"Usage: rulewright {command} ")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_list_of_commands_says_what_their_own_help_says(command: str) -> None:
    about = load_command(command).get_short_help_str(limit=200)

    assert about.rstrip(".") == COMMANDS[command].rstrip(".")


def test_the_version_is_told(shell: Shell) -> None:
    assert shell.run("--version").stdout == f"rulewright {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [("plai",), ("--nonsense",), ("check", "--format", "xml"), ("simulate", "--games", "0")],
)
def test_wrong_use_is_two(shell: Shell, arguments: tuple[str, ...]) -> None:
    assert "Error:" in shell.run(*arguments, exit_code=2).stderr


def test_starting_imports_nothing_heavy() -> None:
    code = (
        "import sys, rulewright.cli.command_line;"
        "print([name for name in ('attrs', 'rich', 'lark', 'ruamel', 'pytest') if name in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}

    done = subprocess.run(
        [sys.executable, "-c", code], env=env, text=True, capture_output=True, check=True
    )

    assert done.stdout == "[]\n"


def failing_with(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(*_: object) -> Iterator[object]:
        raise error

    monkeypatch.setattr(editions_command, "_shipped", fail)


def test_a_fault_of_ours_is_three_and_keeps_the_details_for_us(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_with(monkeypatch, KeyError("lost"))

    result = shell.run("editions", exit_code=3)

    assert "a fault of ours" in result.stderr
    assert "KeyError: 'lost'" in result.stderr
    report = re.search(r"The full report is in (\S+); ", result.stderr)
    assert report is not None
    text = Path(report[1]).read_text(encoding="utf-8")
    assert "Traceback" in text
    assert __version__ in text


def test_where_no_report_can_be_written_that_is_said(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_with(monkeypatch, KeyError("lost"))
    monkeypatch.setattr("tempfile.tempdir", "/no/such/folder")

    assert "could not be written" in shell.run("editions", exit_code=3).stderr


def test_an_endless_recursion_is_a_fault_too(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    failing_with(monkeypatch, RecursionError("too deep"))

    shell.run("editions", exit_code=3)


def test_ctrl_c_is_quiet(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    failing_with(monkeypatch, KeyboardInterrupt())

    assert shell.run("editions", exit_code=130).output == ""


def test_a_closed_pipe_is_quiet(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    failing_with(monkeypatch, BrokenPipeError())

    assert shell.run("editions", exit_code=141).output == ""


def test_complaints_are_shown_with_their_line(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    span = Span(Source("my.rules", "game mine\n"), 5, 9)
    failing_with(monkeypatch, RulesError([Complaint("E0100", "no such game", span)]))

    shown = shell.run("editions", exit_code=1).stderr

    assert "error[E0100]: no such game" in shown
    assert "my.rules:1:6" in shown


def test_what_the_command_itself_names_wrongly_is_wrong_use(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_with(monkeypatch, RulesError([Complaint("Y0301", "there is no edition `x`", None)]))

    shell.run("editions", exit_code=2)


@pytest.mark.sampled(4)
@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="needs a shell")
@pytest.mark.parametrize(
    ("closed", "code"),
    [("editions <&-", 0), ("editions >&-", 0), ("editions 2>&-", 0), ("play <&-", 0)],
)
def test_streams_that_are_closed(closed: str, code: int) -> None:
    done = in_a_shell(f'"$0" -c "$1" {closed}')

    assert done.returncode == code, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_is_told() -> None:
    done = in_a_shell('"$0" -c "$1" editions >/dev/full')

    assert done.returncode == 2
    assert done.stderr.startswith("Error: the output cannot be written: ")


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="needs a shell")
def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()

    done = in_a_shell(f"cd {tmp_path}/gone; rmdir ../gone; " + '"$0" -c "$1" editions')

    assert done.returncode == 2
    assert "no longer exists" in done.stderr


def in_a_shell(command: str) -> subprocess.CompletedProcess[str]:
    """What a shell makes of a command that calls us as `"$0" -c "$1"`."""
    return subprocess.run(
        ["/bin/sh", "-c", command, sys.executable, START],
        env=environment(), capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_a_real_process_ends_with_the_exit_code() -> None:
    assert process("--version").returncode == 0
    assert process("plai").returncode == 2


@pytest.mark.rotating
def test_a_terminal_without_our_signs_gets_others() -> None:
    done = subprocess.run(
        [sys.executable, "-c", START, "play", "--seed", "3"],
        env=environment(PYTHONIOENCODING="ascii"), input=b"?\n\xff\xfe\nq\n",
        capture_output=True, check=False, timeout=60,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert b"1, 2, 3 ?" in done.stdout


@pytest.mark.parametrize("arguments", [["editions"], ["play", "--watch", "--seed", "1"]])
def test_nobody_reading_stdout_is_no_error(arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)

    done = subprocess.run(
        [sys.executable, "-c", START, *arguments],
        env=environment(), stdout=write, stderr=subprocess.PIPE, check=False, timeout=60,
    )  # fmt: skip
    os.close(write)

    assert (done.returncode, done.stderr) == (141, b"")
