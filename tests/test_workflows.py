"""What build servers run for us is pinned: actions by commit, packages by hash."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from ruamel.yaml import YAML

ROOT: Final = Path(__file__).resolve().parents[1]
FILES: Final = sorted([*(ROOT / ".github" / "workflows").iterdir(), ROOT / "action.yml"])
SCRIPTS: Final = [*FILES, ROOT / ".ci" / "run"]
PINNED: Final = re.compile(r"uses: (\./|[\w-]+/[\w-]+(?:/[\w-]+)*@[0-9a-f]{40} # v\d+\.\d+\.\d+\b)")
TOLD: Final = [
    path
    for pattern in ("*.md", "docs/**/*.md", "docs/**/*.yml", "docs/**/*.yaml")
    for path in sorted(ROOT.glob(pattern))
    if "node_modules" not in path.parts and "uses:" in path.read_text("utf-8")
]
"""Files from which somebody may copy a step."""
PLACEHOLDER: Final = re.compile(r"uses: OWNER/rulewright@v\d+\.\d+\.\d+ # OWNER: see ")
"""Our own action, in the copy that the reader trusts: nobody else can name its commit."""
OUR_OWN: Final = ("-e .", " .", "dist/*.whl")
"""What is installed without hashes: this checkout, and the wheel made of it."""
BUILT_WITH: Final = "requirements-action.lock"

LOCKS: Final = [
    "requirements-dev.lock",
    BUILT_WITH,
    ".ci/docs.lock",
    ".ci/release.lock",
    ".ci/systems.lock",
]


def steps_of(path: Path) -> list[dict[str, Any]]:
    """Return the steps of all jobs."""
    data = YAML(typ="safe", pure=True).load(path.read_text("utf-8"))
    jobs = data["jobs"].values() if "jobs" in data else [data["runs"]]
    return [step for job in jobs for step in job["steps"]]


def jobs_of(path: Path) -> dict[str, dict[str, Any]]:
    """Return the jobs by name."""
    data = YAML(typ="safe", pure=True).load(path.read_text("utf-8"))
    found: dict[str, dict[str, Any]] = data.get("jobs", {})
    return found


def installs_in(text: str) -> Iterator[str]:
    """Yield the commands that install packages of Python."""
    for line in text.splitlines():
        for command in re.split(r"&&|;|\|\|", line.split(" #")[0]):
            if re.search(
                r"\bpip\w*\"? (?:\S+ )*install\b|\buv (?:pip )?(?:install|sync)|\bpipx\b", command
            ):
                yield command.strip()


def used_in(path: Path) -> list[str]:
    """Return what a file uses, each with the remark behind it."""
    lines = path.read_text("utf-8").splitlines()
    return [line.strip().removeprefix("- ") for line in lines if "uses:" in line]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_actions_of_others_are_named_by_their_commit(path: Path) -> None:
    used = used_in(path)

    assert used
    assert [line for line in used if not PINNED.match(line)] == []
    assert len(used) == sum("uses" in step for step in steps_of(path))


def test_what_others_copy_is_named_by_its_commit_too() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in TOLD}
    assert {"docs/ci.md", "docs/examples/house-rules/.github/workflows/rules.yml"} <= names

    used = [f"{path.name}: {line}" for path in TOLD for line in used_in(path)]
    assert [each for each in used if not (PINNED.search(each) or PLACEHOLDER.search(each))] == []


def test_an_action_has_one_commit_and_one_version_in_all_files() -> None:
    used = {
        found
        for path in (*FILES, *TOLD)
        for found in re.findall(
            r"uses: ([\w/-]+)@([0-9a-f]{40} # v[\d.]+)", path.read_text("utf-8")
        )
    }

    assert used
    assert len({name for name, _ in used}) == len(used)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_packages_are_installed_by_their_hashes(path: Path) -> None:
    for command in installs_in(path.read_text("utf-8")):
        ours = command.endswith(OUR_OWN) and "--no-deps" in command
        builds = command.endswith(OUR_OWN[:2])
        assert ours or "--require-hashes" in command, command
        assert not (ours and builds) or "--no-build-isolation" in command, command
        named = re.findall(r"(?:-r|--requirement) (\S+)", command)
        assert ours or named, command
        assert set(named) <= set(LOCKS), command


def test_a_package_without_a_hash_is_seen() -> None:
    text = 'run: pip install build && python -m pip install ".[docs]"\n"$x/bin/pip" install --quiet pip-audit\n'

    assert len(list(installs_in(text))) == 3


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_packages_of_node_are_those_of_a_lock(path: Path) -> None:
    text = path.read_text("utf-8")

    assert not re.search(r"npm (?:install|i|exec|x)\b|npx (?!--no )", text)
    for call in re.findall(r"npm ci[^&\n]*", text):
        assert "--ignore-scripts" in call, call


def test_the_tools_of_the_marketplaces_are_in_the_lock() -> None:
    folder = ROOT / "docs" / "editor" / "vscode"
    package = json.loads((folder / "package.json").read_text("utf-8"))
    lock = json.loads((folder / "package-lock.json").read_text("utf-8"))["packages"]

    assert lock[""]["devDependencies"] == package["devDependencies"]
    assert {"node_modules/@vscode/vsce", "node_modules/ovsx"} <= set(lock)
    assert [name for name, each in lock.items() if name and "integrity" not in each] == []
    assert not any("npx" in each for each in package["scripts"].values())


EXAMPLES: Final = [path for path in TOLD if path.suffix != ".md"]


@pytest.mark.parametrize("path", [*FILES, *EXAMPLES], ids=lambda path: path.name)
def test_a_checkout_leaves_no_credentials(path: Path) -> None:
    for step in steps_of(path):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


def test_what_may_sign_runs_nothing_else() -> None:
    signing = [
        job
        for path in FILES
        for job in jobs_of(path).values()
        if job.get("permissions", {}).get("attestations") == "write"
    ]

    (job,) = signing
    assert [step["uses"].split("@")[0] for step in job["steps"]] == [
        "actions/download-artifact",
        "actions/attest-build-provenance",
    ]


def test_what_may_write_installs_nothing() -> None:
    for path in FILES:
        for name, job in jobs_of(path).items():
            if job.get("permissions", {}).get("contents") == "write":
                said = "\n".join(step.get("run", "") for step in job["steps"])
                assert not re.search(r"pip|npm|npx|mike|mkdocs", said), name


def test_locks_agree_with_each_other() -> None:
    """Else run `.ci/lock`: some are installed together."""
    pins: dict[str, set[str]] = {}
    for name in LOCKS:
        text = (ROOT / name).read_text("utf-8")
        assert not re.search(r"://|--\w+-host|@", text), name
        rows = re.findall(
            r"(?m)^([a-z0-9-]+)(?:\[[a-z,]+\])?==(\S+)([^\n]*)\n((?:    --hash.*\n)*)", text
        )
        assert rows
        for package, version, marker, hashes in rows:
            assert "--hash=sha256:" in hashes, f"{name}: {package}"
            if "python" not in marker:
                pins.setdefault(package, set()).add(version)

    assert {package: each for package, each in pins.items() if len(each) > 1} == {}


FORMS: Final = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_issue_forms_are_what_the_forge_accepts(path: Path) -> None:
    form = YAML(typ="safe").load(path)

    assert {"name", "description", "body"} <= form.keys()
    ids = [each["id"] for each in form["body"]]
    assert len(set(ids)) == len(ids)
    for each in form["body"]:
        assert each["type"] in {"input", "textarea"}
        assert each["attributes"]["label"]
        assert not (each["type"] == "input" and "render" in each["attributes"])
