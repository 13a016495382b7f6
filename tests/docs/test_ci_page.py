"""The page on checks for repositories: its commands run in the example, and what it tells to copy is right."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

from front.kit import Shell

pytestmark = pytest.mark.process

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "docs" / "examples" / "house-rules"
COMMANDS = [
    line for block in re.findall(r"(?ms)^```sh\n(.*?)^```", PAGE) for line in block.splitlines()
]
BASH = shutil.which("bash")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the example, in which we are."""
    place = tmp_path / "rules"
    shutil.copytree(EXAMPLE, place)
    monkeypatch.chdir(place)
    return place


def yaml(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


def block(name: str) -> Any:
    (found,) = re.findall(rf"(?ms)^```yaml {name}\n(.*?)^```", PAGE)
    return yaml(found)


@pytest.mark.rotating
def test_every_command_runs(repository: Path) -> None:
    """One after the other, as somebody would who follows the page."""
    shell = Shell(CliRunner())
    for command in COMMANDS:
        name, *words = shlex.split(command)

        assert name == "rulewright"
        shell.run(*words)


def test_there_are_commands_for_all_that_is_told() -> None:
    """All options on the page are in a block that a test runs."""
    options = set(re.findall(r"--[a-z][a-z-]+", PAGE))
    blocks = re.findall(r"(?ms)^```sh[^\n]*\n(.*?)^```", PAGE)

    assert options <= set(re.findall(r"--[a-z-]+", "".join(blocks))) | {"--seed"}


@pytest.mark.rotating
def test_scenarios_run_under_pytest(repository: Path) -> None:
    (command,) = re.findall(r"(?ms)^```sh pytest\npython (.*?)^```", PAGE)
    done = subprocess.run(
        [sys.executable, *shlex.split(command)], capture_output=True, text=True, timeout=100
    )

    assert re.search(r"^2 passed", done.stdout, re.MULTILINE), done.stdout


@pytest.mark.rotating
def test_saved_games_are_replayed(repository: Path) -> None:
    (commands,) = re.findall(r"(?ms)^```sh games\nmkdir games\n(.*?)^```", PAGE)
    play, replay = (shlex.split(line)[1:] for line in commands.splitlines())
    (repository / "games").mkdir()
    shell = Shell(CliRunner())
    shell.run(*play, "--bot", "random", typed="1\n1\nq\n")

    assert shell.run(*replay).stdout.startswith("1 game: 1 identical")


def test_what_is_to_be_copied_is_what_the_example_has() -> None:
    hooks = yaml((EXAMPLE / ".pre-commit-config.yaml").read_text("utf-8"))
    workflow = yaml((EXAMPLE / ".github" / "workflows" / "rules.yml").read_text("utf-8"))

    assert block("pre-commit") == hooks
    assert block("workflow")["steps"] == workflow["jobs"]["rules"]["steps"]


@pytest.mark.skipif(shutil.which("sed") is None, reason="there is no sed here")
def test_one_command_fills_in_whose_copy_is_used(repository: Path) -> None:
    (command,) = re.findall(r"(?ms)^```sh fill-in\n(.*?)^```", PAGE)
    subprocess.run(shlex.split(command), check=True, timeout=60)

    assert command.strip() in (EXAMPLE / "README.md").read_text("utf-8")
    files = [path for path in repository.rglob("*") if path.is_file() and path.suffix != ".bak"]
    left = [path.name for path in files if "OWNER/rulewright" in path.read_text("utf-8")]
    assert left == []
    assert "some-account/rulewright@" in (repository / ".github/workflows/rules.yml").read_text()


@pytest.mark.rotating
def test_the_hooks_are_there_and_are_commands_that_run(repository: Path) -> None:
    given = {
        hook["id"]: hook for hook in yaml((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    }
    wanted = [hook["id"] for hook in block("pre-commit")["repos"][0]["hooks"]]

    assert sorted(wanted) == sorted(given)
    for hook in given.values():
        assert hook.keys() >= {"id", "name", "entry", "language", "files"}
        files = [] if hook.get("pass_filenames") is False else ["bard.rules"]
        _, *words = hook["entry"].split()
        Shell(CliRunner()).run(*words, *hook.get("args", []), *files)


ACTION = yaml((ROOT / "action.yml").read_text(encoding="utf-8"))


def test_the_action_knows_what_the_page_says() -> None:
    told = re.search(r"inputs are (.*?)\.\n", PAGE, re.DOTALL)
    assert told is not None

    assert re.findall(r"`(\w+)`", told[1]) == list(ACTION["inputs"])
    for step in (*block("workflow")["steps"], *house_rules_of_our_own()):
        if not step["uses"].startswith("actions/"):
            assert set(step.get("with", {})) <= set(ACTION["inputs"])


def house_rules_of_our_own() -> list[dict[str, Any]]:
    """The steps by which our own workflow checks the example."""
    workflow = yaml((ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))
    found: list[dict[str, Any]] = workflow["jobs"]["house-rules"]["steps"]
    assert (ROOT / found[-1]["with"]["paths"]).is_dir()
    return found


@pytest.mark.skipif(BASH is None, reason="there is no bash here")
@pytest.mark.rotating
def test_the_steps_of_the_action_do_what_they_should(repository: Path) -> None:
    """Those that are commands, one after the other, with what the inputs come to, for rules with a mistake."""
    (repository / "bard.rules").write_text("character Bard\n    rnak 3\n", encoding="utf-8")
    given = {
        "strict": "true",
        "deep": "false",
        "sarif": "found.sarif",
        "baseline": "",
        "paths": ".",
        "seconds": "100",
        "megabytes": "4096",
    }
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    codes = []
    for step in ACTION["runs"]["steps"]:
        if step.get("name") not in ("check", "scenarios"):
            continue
        values = {
            name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: given[found[1]], value)
            for name, value in step["env"].items()
        }
        done = subprocess.run(
            [str(BASH), "-e", "-o", "pipefail", "-c", step["run"]],
            env={**environment, **values}, capture_output=True, text=True, timeout=100,
        )  # fmt: skip
        codes.append(done.returncode)

    assert codes == [1, 1]
    assert '"version": "2.1.0"' in (repository / "found.sarif").read_text("utf-8")


@pytest.mark.rotating
def test_the_example_of_an_allowance_is_one(repository: Path) -> None:
    (rules,) = re.findall(r"(?ms)^```rules\n(.*?)^```", PAGE)
    own = 'character Bard\n    rank 3\n    reading "Ours."\n' + rules.replace(
        "rank 30", 'reading "Ours."\n    rank 30'
    )
    (repository / "bard.rules").write_text(own, encoding="utf-8")

    assert "E0926" not in Shell(CliRunner()).run("check", "bard.rules", exit_code=None).output
