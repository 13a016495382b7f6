"""The action for build servers runs nothing that lies in the checkout, and its steps come to an end."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from hostile.kit import game

ROOT = Path(__file__).resolve().parents[2]
BASH = shutil.which("bash")
INPUTS: dict[str, Any]
STEPS: dict[str, Any]

pytestmark = pytest.mark.skipif(BASH is None, reason="there is no bash here")

_ACTION = YAML(typ="safe", pure=True).load((ROOT / "action.yml").read_text("utf-8"))
INPUTS = {name: each["default"] for name, each in _ACTION["inputs"].items()}
STEPS = {each["name"]: each for each in _ACTION["runs"]["steps"] if "name" in each}

PWNED = "open({!r}, 'a').write(__name__ + ' ')\n"
"""What a stranger's module does when somebody takes it for another."""

SCENARIO = """\
scenario "Nobody has a card before they are dealt"
    in "hostile.yaml", 2 players
    then
        the number of cards in B's hand is 0
"""

PACKAGES = ("pip", "rulewright", "click", "attr", "attrs", "lark", "rich", "ruamel", "platformdirs")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with a game in order, and a module for each name that anything of ours imports."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name, text in {**game(""), "hostile.scenarios.rules": SCENARIO}.items():
        (folder / name).write_text(text)
    code = PWNED.format(str(tmp_path / "PWNED"))
    for name in {*sys.stdlib_module_names, *PACKAGES, "sitecustomize", "usercustomize"}:
        (folder / f"{name}.py").write_text(code)
    (folder / "conftest.py").write_text(code)
    return folder


def run(step: str, folder: Path, path: Path, **given: str) -> subprocess.CompletedProcess[str]:
    """A step's own text, as a build server runs it; `path` holds programs that go before others."""
    inputs = {**INPUTS, **given}
    values = {
        name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: inputs[found[1]], value)
        for name, value in STEPS[step]["env"].items()
    }
    programs = f"{path}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    return subprocess.run(
        [str(BASH), "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", STEPS[step]["run"]],
        cwd=folder, capture_output=True, text=True, timeout=200, check=False,
        env={**os.environ, **values, "PATH": programs, "GITHUB_ACTION_PATH": str(ROOT)},
    )  # fmt: skip


def program(folder: Path, name: str, text: str) -> Path:
    """A folder with a program in it."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!{BASH}\n{text}\n")
    (folder / name).chmod(0o755)
    return folder


@pytest.mark.rotating
def test_installing_takes_no_module_of_the_checkout(checkout: Path, tmp_path: Path) -> None:
    """Pip is asked for its help instead, as there may be no network: it is imported all the same."""
    log = tmp_path / "log"
    python = program(
        tmp_path / "programs",
        "python",
        f'echo "$PWD $*" >> "{log}"; exec "{sys.executable}" "$@" --help',
    )

    done = run("install", checkout, python)

    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "PWNED").exists()
    called = log.read_text().splitlines()
    assert called
    assert all(line.startswith(f"{ROOT} -I -m pip install") for line in called)
    assert "--require-hashes" in called[0]
    assert "--no-deps" in called[-1]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("step", ["check", "scenarios"])
@pytest.mark.rotating
def test_checking_takes_no_module_of_the_checkout(
    checkout: Path, tmp_path: Path, step: str
) -> None:
    done = run(step, checkout, tmp_path, deep="true", sarif="found.sarif")

    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "PWNED").exists()


@pytest.mark.rotating
def test_what_is_written_goes_through_no_link(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "profile").write_text("ours")
    (checkout / "found.sarif").symlink_to(tmp_path / "profile")

    assert run("check", checkout, tmp_path, sarif="found.sarif").returncode == 0

    assert (tmp_path / "profile").read_text() == "ours"
    assert '"2.1.0"' in (checkout / "found.sarif").read_text("utf-8")


def test_what_is_written_goes_through_no_linked_folder(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "in").mkdir(parents=True)
    (checkout / "out").symlink_to(tmp_path / "elsewhere")

    assert run("check", checkout, tmp_path, sarif="out/in/found.sarif").returncode == 1

    assert not list((tmp_path / "elsewhere" / "in").iterdir())


def test_a_fault_of_ours_is_no_empty_report(checkout: Path, tmp_path: Path) -> None:
    broken = program(tmp_path / "programs", "rulewright", '[[ "$*" == *sarif* ]] && exit 3')

    assert run("check", checkout, broken, sarif="found.sarif").returncode != 0


@pytest.mark.parametrize("step", ["check", "scenarios"])
@pytest.mark.parametrize("lasting", ["sleep 60", "while :; do :; done", "trap '' TERM; sleep 3"])
@pytest.mark.rotating
def test_a_step_that_takes_too_long_ends(
    checkout: Path, tmp_path: Path, step: str, lasting: str
) -> None:
    endless = program(tmp_path / "programs", "rulewright", lasting)

    # -9 where the limit of CPU time comes first, and the shell has made way for its last command
    assert run(step, checkout, endless, seconds="1").returncode in (124, 137, -9)


@pytest.mark.sampled(2)
@pytest.mark.skipif(sys.platform != "linux", reason="other systems hold no process to its memory")
@pytest.mark.parametrize("step", ["check", "scenarios"])
@pytest.mark.rotating
def test_a_step_that_takes_too_much_memory_ends(checkout: Path, tmp_path: Path, step: str) -> None:
    code = 'print(len(b"x" * (900 << 20)))'
    large = program(tmp_path / "programs", "rulewright", f"'{sys.executable}' -I -c '{code}'")

    assert run(step, checkout, large).returncode == 0
    assert run(step, checkout, large, megabytes="500").returncode == 1


def test_what_is_installed_is_pinned_as_in_our_own_lock() -> None:
    """The rows are those of `requirements-dev.lock`: of all that Rulewright needs, with their hashes."""
    rows = re.findall(r"(?m)^[a-z0-9-]+==.* \\\n(?:    --hash.*\n)+", lock("requirements-dev.lock"))
    own = re.findall(
        r"(?m)^[a-z0-9-]+==.* \\\n(?:    --hash.*\n)+", lock("requirements-action.lock")
    )

    assert own
    assert set(own) <= set(rows)
    assert [row.split("==")[0] for row in own] == sorted(needed())


def lock(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def needed() -> set[str]:
    """What Rulewright asks for to run and to be built, and what that asks for."""
    import tomllib
    from importlib.metadata import requires

    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    found: set[str] = set()
    while asked:
        each = Requirement(asked.pop())
        name = str(canonicalize_name(each.name))
        if name not in found and (each.marker is None or each.marker.evaluate({"extra": ""})):
            found.add(name)
            asked += requires(each.name) or []
    return found


@pytest.mark.parametrize("step", ["check", "scenarios"])
def test_every_line_of_paths_is_read(tmp_path: Path, step: str) -> None:
    log = tmp_path / "log"
    noting = program(tmp_path / "programs", "rulewright", f'printf "%s\\n" "$@" >> "{log}"')

    done = run(step, tmp_path, noting, paths="rules  more\n  editions\n")

    assert done.returncode == 0, done.stderr
    assert log.read_text().split()[-3:] == ["rules", "more", "editions"]
