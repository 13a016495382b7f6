"""`--json` on any command: the last line of standard output is one JSON object, however the command ends."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest

import rulewright
from checks.kit import BARD, TABLE
from front.kit import Shell
from rulewright.cli.command_line import COMMANDS, load_command
from table.processes import free_port
from tiers import sample

PAGE: Final = (Path(__file__).resolve().parents[2] / "docs" / "ci.md").read_text("utf-8")
SECTION: Final = PAGE.partition("## One line for programs")[2].partition("\n## ")[0]
ROWS: Final = re.findall(r"(?m)^\| (.+?) \| (.+) \|$", SECTION)
PATIENCE: Final = 60
"""Seconds after which a command is killed."""
ALWAYS: Final = {"command", "exit"}

Run = tuple[list[str], int, set[str]]
"""Arguments, the exit code, and keys besides those of every command."""

PASSING: Final = BARD.replace("A's gold is 3", "A's gold is 5")
QUICK: Final = ["--games", "2"]
BALANCE: Final = [
    "classic",
    "--players",
    "2",
    "--strength",
    "random",
    *QUICK,
    "--random-games",
    "2",
    "--jobs",
    "1",
]

RUNS: Final[dict[str, list[Run]]] = {
    "play": [
        (["classic", "--watch", "--bot", "first", "--delay", "0", "--seed", "1"], 0, {"scores", "winners"}),
        (["broken.yaml", "--watch"], 1, {"complaints"}),
        (["nowhere.yaml"], 2, {"complaints"}),
    ],
    "serve": [(["nowhere.yaml"], 2, set()), (["--port", "x"], 2, {"error"})],  # on success: below
    "new": [(["character", "Piper"], 0, {"text"}), (["character"], 2, {"error"})],
    "check": [
        (["our-table.yaml"], 0, {"editions", "rules", "complaints"}),
        (["broken.yaml"], 1, {"complaints"}),
        (["nowhere"], 2, {"complaints"}),
        (["our-table.yaml", "--format", "sarif"], 2, {"error"}),
    ],
    "fmt": [(["bard.rules"], 0, set()), (["broken.rules"], 1, {"complaints"}), (["nowhere.rules"], 2, {"error"})],
    "test": [
        (["bard.rules"], 0, {"passed", "failed", "files"}),
        (["bard.rules", "--coverage"], 0, {"passed", "coverage"}),
        (["failing.rules"], 1, {"failed"}),
        (["nowhere"], 2, {"error"}),
    ],
    "simulate": [
        (["classic", *QUICK], 0, {"edition", "games_per_s", "mean_score"}),
        (["broken.yaml"], 1, {"complaints"}),
        (["nowhere"], 2, {"complaints"}),
    ],
    "balance": [(BALANCE, 0, {"edition", "cards"}), (["nowhere"], 2, {"complaints"})],
    "train": [(["kuhn", "--rounds", "1"], 0, {"file", "bytes", "rounds"}), (["kuhn", "-o", "x"], 2, {"error"})],
    "replay": [
        (["game.json"], 0, {"games", "identical", "otherwise", "parted", "rules", "different"}),
        (["bard.rules"], 1, {"unreadable"}),
        (["nowhere"], 2, {"error"}),
    ],
    "editions": [([], 0, {"editions"}), (["--schema"], 0, {"text"}), (["x"], 2, {"error"})],
    "show": [(["classic"], 0, {"settings"}), (["broken.yaml"], 1, {"complaints"})],
    "diff": [(["classic", "classic"], 0, {"differences"}), (["classic", "nowhere"], 2, {"complaints"})],
    "blame": [(["classic", "cast"], 0, {"text"}), (["classic", "Nobody"], 2, {"error"})],
    "explain": [(["King"], 0, {"text"}), (["E0201"], 0, {"text"}), (["Nobody"], 2, {"error"})],
    "say": [(["draw 2 cards"], 0, {"sentence", "edition", "found"}), ([], 2, {"error"})],
    "migrate": [
        (["bard.rules"], 0, {"changes", "left"}),
        (["failing.rules"], 1, {"changes", "left"}),
        (["nowhere"], 2, {"error"}),
    ],
    "rename": [(["Bard", "Piper", "--dry-run"], 0, {"files", "left"}), (["Nobody", "Piper"], 2, {"error"})],
    "document": [(["classic", "King"], 0, {"text"}), (["nowhere"], 2, {"complaints"})],
    "build": [(["classic"], 0, {"text"}), (["broken.yaml"], 1, {"complaints"}), (["nowhere"], 2, {"complaints"})],
    "cache": [([], 0, {"folder", "files", "bytes"}), (["clear"], 0, {"files", "bytes"}), (["x"], 2, {"error"})],
    "lsp": [(["--nosuch"], 2, {"error"})],  # on success: below
    "mcp": [(["--folder", "nowhere"], 2, {"error"})],  # on success: below
}  # fmt: skip


@pytest.fixture
def shell(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Shell:
    """The command line in a folder with right and wrong files."""
    monkeypatch.chdir(tmp_path)
    if getattr(request.node, "callspec", None) and "cache" in request.node.callspec.params.values():
        monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path.parent / "cache"))  # it is cleared
    for name, text in {
        ".git": "",
        "bard.rules": BARD,
        "our-table.yaml": TABLE,
        "broken.yaml": TABLE.replace("[Bard]", "Bard").replace("our-table", "broken"),
        "broken.rules": "power\n",
        "game.json": rulewright.load("classic").new_game(2, 1).to_json(),
        "failing.rules": BARD.split("scenario")[1].join(["scenario", ""]).replace("is 3", "is 4"),
    }.items():
        Path(name).write_text(text, encoding="utf-8")
    return shell


def documented(command: str) -> set[str]:
    """Return the keys that the page names for a command, with those of every command."""
    found = [keys for commands, keys in ROWS if command in re.findall(r"[\w-]+", commands)]
    every = [keys for commands, keys in ROWS if commands == "all"]
    return {key for keys in [*found, *every] for key in re.findall(r"`(\w+)`", keys)}


def last_line(shell: Shell, *arguments: str, exit_code: int) -> dict[str, Any]:
    """Run a command, and return its line of JSON."""
    result = shell.run(*arguments, exit_code=exit_code)
    data = json.loads(result.stdout.splitlines()[-1])
    assert isinstance(data, dict)
    return data


def test_every_command_is_tried_and_documented() -> None:
    """A new command is in `COMMANDS`, so it cannot be forgotten here."""
    assert set(RUNS) == set(COMMANDS)
    named = {name for commands, _ in ROWS for name in re.findall(r"`(\w+)`", commands)}
    assert named == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_it_as_a_flag(command: str) -> None:
    (option,) = [each for each in load_command(command).params if each.name in ("json", "as_json")]

    assert getattr(option, "is_flag", False)


@pytest.mark.parametrize(
    ("command", "run"),
    [(command, run) for command, runs in RUNS.items() for run in runs],
    ids=lambda value: value if isinstance(value, str) else " ".join(value[0]),
)
@pytest.mark.rotating
def test_the_last_line_is_an_object_with_documented_keys(
    shell: Shell, command: str, run: Run
) -> None:
    arguments, exit_code, keys = run

    data = last_line(shell, command, *arguments, "--json", exit_code=exit_code)

    assert (data["command"], data["exit"]) == (command, exit_code)
    assert keys <= set(data)
    assert keys <= documented(command)
    if exit_code == 2:
        assert set(data) & {"error", "complaints"}


def test_every_command_is_tried_on_success() -> None:
    elsewhere = {"serve", "lsp", "mcp"}

    assert {name for name, runs in RUNS.items() if any(code == 0 for _, code, _ in runs)} == {
        *set(COMMANDS) - elsewhere
    }


@contextmanager
def begun(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A command in a process of its own, which is killed if it does not end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "rulewright", *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    watch = threading.Timer(PATIENCE, process.kill)
    watch.start()
    try:
        yield process
    finally:
        watch.cancel()
        process.kill()
        process.wait()


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="it has no such signals")
@pytest.mark.parametrize(("sent", "exit_code"), [("SIGINT", 0), ("SIGTERM", 143)])
@pytest.mark.rotating
def test_a_server_that_a_signal_ends_prints_the_line(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: str, exit_code: int
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    port = free_port()
    with begun("serve", "classic", "--port", str(port), "--json") as process:
        for _ in range(PATIENCE * 20):
            with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
                assert page.status == 200
                break
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(getattr(signal, sent))
        told, errors = process.communicate()

    assert json.loads(told.splitlines()[-1]) == {"command": "serve", "exit": exit_code}
    assert (process.returncode, errors) == (exit_code, b"")


@pytest.mark.process
@pytest.mark.parametrize(("is_shut_down", "exit_code"), [(True, 0), (False, 1)])
@pytest.mark.rotating
def test_a_language_server_that_its_editor_ends_prints_the_line(
    shell: Shell, is_shut_down: bool, exit_code: int
) -> None:
    asked: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        *([{"id": 2, "method": "shutdown"}] if is_shut_down else []),
        {"method": "exit"},
    ]  # fmt: skip
    bodies = [json.dumps({"jsonrpc": "2.0", **each}).encode() for each in asked]
    with begun("lsp", "--json") as process:
        told, errors = process.communicate(
            b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(each), each) for each in bodies)
        )

    assert json.loads(told.splitlines()[-1]) == {"command": "lsp", "exit": exit_code}
    assert process.returncode == exit_code
    assert b"Traceback" not in errors


@pytest.mark.process
@pytest.mark.rotating
def test_a_server_for_assistants_whose_input_ends_prints_the_line(shell: Shell) -> None:
    with begun("mcp", "--json") as process:
        told, errors = process.communicate(b"")

    assert json.loads(told.splitlines()[-1]) == {"command": "mcp", "exit": 0}
    assert (process.returncode, errors) == (0, b"")


@pytest.mark.process
def test_a_check_out_of_time_prints_the_line(shell: Shell) -> None:
    with begun("check", "our-table.yaml", "--timeout", "0.01", "--json") as process:
        told, errors = process.communicate()

    error = "stopped after 0.01 seconds, before everything was checked"
    assert errors.decode() == f"Error: {error}\n"
    assert json.loads(told) == {"command": "check", "exit": 124, "error": error}
    assert process.returncode == 124


@pytest.mark.parametrize("command", COMMANDS)
def test_wrong_use_ends_with_the_line_too(shell: Shell, command: str) -> None:
    data = last_line(shell, command, "--json", "--no-such-option", exit_code=2)

    assert data == {"command": command, "exit": 2, "error": data["error"]}
    assert "--no-such-option" in data["error"]


@pytest.mark.parametrize(
    "command", [each for each in COMMANDS if each not in ("serve", "lsp", "mcp")]
)
@pytest.mark.parametrize("name", sample(["x" * 300 + ".rules", "x" * 300 + ".yaml"], every=2))
def test_a_name_that_no_file_can_have_is_no_internal_error(
    shell: Shell, command: str, name: str
) -> None:
    result = shell.run(command, name, name, "--json", exit_code=None)

    assert result.exit_code in (0, 1, 2)
    json.loads(result.stdout.splitlines()[-1])


def test_an_internal_error_ends_with_the_line(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "rulewright.cli.commands.games.cache_command.keeping.cache_folder", lambda: 1 / 0
    )

    assert last_line(shell, "cache", "--json", exit_code=3) == {"command": "cache", "exit": 3}


def test_a_sentence_of_the_same_letters_is_no_option(shell: Shell) -> None:
    assert not shell.run("say", "--", "--json").stdout.startswith("{")


def test_balance_writes_files_by_output(shell: Shell, tmp_path: Path) -> None:
    line = last_line(shell, "balance", *BALANCE, "--json", "--output", "report.json", exit_code=0)

    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert report.items() <= line.items()
    assert not Path("-").exists()
