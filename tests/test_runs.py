"""Which tests run where none are named, and in how many processes."""

import re
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

TESTS = Path(__file__).parent
ROOT = TESTS.parent
WORKER = "PYTEST_XDIST_WORKER"


@pytest.fixture
def conftest(pytestconfig: pytest.Config) -> Any:
    return pytestconfig.pluginmanager.get_plugin(str(TESTS / "conftest.py"))


def asked(named: bool = False, quick: bool = False, alone: bool = False) -> Any:
    """The settings of a run, as pytest hands them on before it begins."""
    source = pytest.Config.ArgsSource.ARGS if named else pytest.Config.ArgsSource.TESTPATHS
    chosen = {"quick": quick, "collectonly": False, "usepdb": alone}
    return SimpleNamespace(
        args_source=source,
        args=["tests", "rules"],
        getoption=chosen.__getitem__,
        option=SimpleNamespace(numprocesses=None, dist="no"),
    )


@pytest.mark.parametrize(
    ("how", "processes"), [({}, "auto"), ({"named": True}, None), ({"alone": True}, None)]
)
def test_all_cores_share_the_work_where_none_are_named(
    conftest: Any, monkeypatch: pytest.MonkeyPatch, how: dict[str, bool], processes: str | None
) -> None:
    monkeypatch.delenv(WORKER, raising=False)
    config = asked(**how)

    conftest.pytest_cmdline_main(config)

    assert config.option.numprocesses == processes


def test_a_worker_has_no_workers(conftest: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each of them would begin as many again, without end."""
    monkeypatch.setenv(WORKER, "gw0")
    config = asked()

    conftest.pytest_cmdline_main(config)

    assert config.option.numprocesses is None


def test_the_quick_ones_are_among_the_tests_alone(
    conftest: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(WORKER, raising=False)
    config = asked(quick=True)

    conftest.pytest_cmdline_main(config)

    assert config.args == [str(TESTS)]
    assert conftest.pytest_ignore_collect(TESTS / "perft", config)
    assert not conftest.pytest_ignore_collect(TESTS / "text", config)


def test_what_is_not_quick_is_there(conftest: Any) -> None:
    """A folder of another name would be run again."""
    named = (*conftest.LONG, *conftest.WAITING)
    assert [name for name in named if not (TESTS / name).exists()] == []


@pytest.mark.parametrize("worker", ["gw0", None])
def test_where_several_share_the_work_what_waits_begins(
    conftest: Any, monkeypatch: pytest.MonkeyPatch, worker: str | None
) -> None:
    monkeypatch.setenv(WORKER, worker) if worker else monkeypatch.delenv(WORKER, raising=False)
    names = ["test_cache.py", "test_wheel.py", "text/test_files.py"]
    items = [SimpleNamespace(path=TESTS / name) for name in names]

    conftest.pytest_collection_modifyitems(items)

    begins = [names[1], names[0], names[2]] if worker else names
    assert [each.path for each in items] == [TESTS / name for name in begins]


def test_what_is_not_counted_is_there() -> None:
    """A file of another name would end a run where it is nearly done."""
    found = re.search(r"readonly games=\(.*?\n\)", (ROOT / ".ci/run").read_text("utf-8"), re.DOTALL)
    assert found is not None
    told = ["bash", "-c", f'{found[0]}; printf "%s\\n" "${{games[@]}}"']
    games = subprocess.run(told, capture_output=True, text=True, check=True).stdout.split()

    assert len(games) > 20
    assert [name for name in games if not (ROOT / name).exists()] == []
