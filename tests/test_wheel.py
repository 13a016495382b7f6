"""What is built for others to install, and when it may be published."""

import importlib.util
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

pytestmark = [pytest.mark.process, pytest.mark.portable]

ROOT = Path(__file__).resolve().parents[1]
DATA_FOLDERS = ("grammar", "rules", "editions")
SCENARIOS = ".scenarios.rules"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive and the wheel that is made from it, as an index would get them."""
    target = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


@pytest.fixture(scope="module")
def wheel_names(built: Path) -> frozenset[str]:
    """The paths in the wheel."""
    (wheel,) = built.glob("*.whl")
    with ZipFile(wheel) as archive:
        return frozenset(archive.namelist())


def test_its_only_top_level_name_is_the_package(wheel_names: frozenset[str]) -> None:
    names = {name.split("/")[0] for name in wheel_names}

    assert {name for name in names if not name.endswith(".dist-info")} == {"rulewright"}


@pytest.mark.parametrize("folder", DATA_FOLDERS)
def test_every_data_file_is_in_it(folder: str, wheel_names: frozenset[str]) -> None:
    shipped = {
        f"rulewright/library_files/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not path.name.startswith(".") and path.parent.name != "__pycache__"
        if not path.name.endswith(SCENARIOS)
    }

    assert shipped, f"{folder}/ is empty"
    assert shipped <= wheel_names


def test_all_code_and_the_mark_of_being_typed_are_in_it(wheel_names: frozenset[str]) -> None:
    source = ROOT / "interpreter"
    code = {path.relative_to(source).as_posix() for path in source.rglob("*.py")}

    assert code | {"rulewright/py.typed"} <= wheel_names


def test_no_test_is_in_it_and_of_the_documents_only_the_index(
    wheel_names: frozenset[str],
) -> None:
    found = [name for name in wheel_names if "tests/" in name or name.endswith(".md")]

    assert found == ["rulewright/library_files/docs/language/README.md"]


def test_rules_are_shipped_without_their_scenarios(wheel_names: frozenset[str]) -> None:
    assert list((ROOT / "rules").rglob(f"*{SCENARIOS}"))
    assert not [name for name in wheel_names if name.endswith(SCENARIOS)]


def test_nothing_else_is_in_it(wheel_names: frozenset[str]) -> None:
    source = ROOT / "interpreter"
    own = {name for name in wheel_names if name.startswith("rulewright/")}
    kept = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    data = {name for name in own if name.startswith("rulewright/library_files/")}

    assert own - data <= kept
    assert not [name for name in own if "__pycache__" in name or name.endswith((".pyc", ".new"))]
    assert len([name for name in own if name.endswith(".tables")]) == 1


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="only git knows what is kept here")
def test_the_source_archive_has_what_is_kept_and_nothing_else(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    kept = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip

    made = {name for name in names if name == "PKG-INFO" or name.endswith(".tables")}

    assert names - made == {name for name in kept.stdout.split("\n") if (ROOT / name).is_file()}


def test_the_description_has_no_relative_links(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with ZipFile(wheel) as archive:
        (name,) = [each for each in archive.namelist() if each.endswith(".dist-info/METADATA")]
        text = archive.read(name).decode("utf-8")

    assert "# Rulewright" in text
    assert re.findall(r"\]\((?!https?://)", text) == []


# ------------------------------------------------------------------ when it may be published


@pytest.fixture
def release(tmp_path: Path) -> Any:
    """What the release asks, and a checkout of version 7.1.0 in which all is as it should be."""
    place = ROOT / ".ci" / "release_notes.py"
    spec = importlib.util.spec_from_file_location("release_notes", place)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    for name, text in (
        (made.PACKAGE, '__version__ = "7.1.0"\n'),
        (made.EXTENSION, '{"version": "7.1.0"}'),
        ("CHANGELOG.md", "# Changelog\n\n## 7.1.0 (May)\n\n- New.\n\n## 7.0.0\n\n- Old.\n"),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return made


def test_the_changelog_tells_what_is_new_in_a_release(release: Any, tmp_path: Path) -> None:
    assert release.notes(tmp_path, "v7.1.0") == "- New.\n"


@pytest.mark.parametrize(
    ("tag", "file", "text", "told"),
    [
        ("v7.2.0", "CHANGELOG.md", "## 7.2.0\n\n- New.", "does not name the version 7.1.0"),
        ("v7.1.0", "CHANGELOG.md", "## 7.1.0\n\n## 7.0.0\n\n- Old.", "tells nothing"),
        (
            "v7.1.0",
            "docs/editor/vscode/package.json",
            '{"version": "7.0.0"}',
            "has the version 7.0.0",
        ),
    ],
)
def test_what_does_not_fit_is_not_published(
    release: Any, tmp_path: Path, tag: str, file: str, text: str, told: str
) -> None:
    (tmp_path / file).write_text(text, encoding="utf-8")

    with pytest.raises(ValueError, match=told):
        release.notes(tmp_path, tag)
