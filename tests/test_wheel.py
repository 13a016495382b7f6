"""What is built for others to install."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[1]
DATA_FOLDERS = ("grammar", "rules", "editions")
SCENARIOS = ".scenarios.rules"


@pytest.fixture(scope="module")
def wheel_names(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The paths in the wheel, made from the source archive as an index would get it."""
    target = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = target.glob("*.whl")
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
