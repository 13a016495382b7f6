"""The two tiers of the tests, their seeds, and the number of processes of a run."""

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import tiers

TESTS = Path(__file__).parent
WORKER = "PYTEST_XDIST_WORKER"


@pytest.fixture
def conftest(pytestconfig: pytest.Config) -> Any:
    return pytestconfig.pluginmanager.get_plugin(str(TESTS / "conftest.py"))


def settings(named: bool = False, alone: bool = False) -> Any:
    """The settings of a run, as pytest hands them to hooks."""
    source = pytest.Config.ArgsSource.ARGS if named else pytest.Config.ArgsSource.TESTPATHS
    options = {"collectonly": False, "usepdb": alone, "--hypothesis-seed": 1}
    return SimpleNamespace(
        args=["tests/test_runs.py" if named else "tests"],
        args_source=source,
        invocation_params=SimpleNamespace(dir=TESTS.parent),
        getoption=options.__getitem__,
        hook=SimpleNamespace(pytest_deselected=lambda items: None),
        option=SimpleNamespace(numprocesses=None, dist="no"),
    )


def marked(*marks: str) -> Any:
    return SimpleNamespace(
        nodeid="test", get_closest_marker=lambda name: name if name in marks else None
    )


def case(test: str, number: int, every: int) -> Any:
    marks = {"sampled": SimpleNamespace(args=(every,), kwargs={})}
    return SimpleNamespace(nodeid=f"{test}[{number}]", get_closest_marker=marks.get)


@pytest.mark.parametrize(
    ("run", "processes"), [({}, "auto"), ({"named": True}, None), ({"alone": True}, None)]
)
def test_the_whole_suite_uses_all_cores_and_named_tests_one(
    conftest: Any, monkeypatch: pytest.MonkeyPatch, run: dict[str, bool], processes: str | None
) -> None:
    monkeypatch.delenv(WORKER, raising=False)
    config = settings(**run)

    conftest.pytest_cmdline_main(config)

    assert config.option.numprocesses == processes


def test_a_worker_starts_no_workers(conftest: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WORKER, "gw0")
    config = settings()

    conftest.pytest_cmdline_main(config)

    assert config.option.numprocesses is None


@pytest.mark.parametrize("worker", ["gw0", None])
def test_workers_begin_with_tests_that_wait_for_processes(
    conftest: Any, monkeypatch: pytest.MonkeyPatch, worker: str | None
) -> None:
    monkeypatch.setenv(WORKER, worker) if worker else monkeypatch.delenv(WORKER, raising=False)
    items = [marked(), marked("process"), marked()]
    plain, process, last = items

    conftest.pytest_collection_modifyitems(settings(), items)

    assert items == ([process, plain, last] if worker else [plain, process, last])


@pytest.mark.parametrize("is_long", [True, False])
def test_the_push_tier_leaves_out_tests_marked_long(
    conftest: Any, monkeypatch: pytest.MonkeyPatch, is_long: bool
) -> None:
    monkeypatch.setattr(conftest, "LONG", is_long)
    items = [marked(), marked("long")]
    both = [*items]

    conftest.pytest_collection_modifyitems(settings(), items)

    assert items == (both if is_long else both[:1])


def test_the_push_tier_draws_cases_of_each_test_marked_sampled(
    conftest: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conftest, "LONG", False)
    monkeypatch.setattr(tiers, "LONG", False)
    tests = [case("one", number, 4) for number in range(10)]
    tests += [case("other", number, 4) for number in range(3)]
    items = [marked(), *tests]

    conftest.pytest_collection_modifyitems(settings(), items)

    drawn = [item.nodeid.partition("[")[0] for item in items]
    assert drawn == ["test", "one", "one", "one", "other"]


@pytest.mark.parametrize("named", [False, True])
def test_a_rotating_test_runs_on_one_day_of_four_and_whenever_it_is_named(
    conftest: Any, monkeypatch: pytest.MonkeyPatch, named: bool
) -> None:
    monkeypatch.setattr(conftest, "LONG", False)
    monkeypatch.setattr(tiers, "TURNS", 4)
    days = []
    for day in range(20260101, 20260109):
        monkeypatch.setattr(tiers, "SEED", day)
        items = [marked("rotating")]
        conftest.pytest_collection_modifyitems(settings(named=named), items)
        days.append(len(items))

    assert sum(days) == (8 if named else 2)
    assert days[:4] == days[4:]


def test_where_lines_are_counted_all_rotating_tests_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES_REACHED", "1")

    assert runpy.run_path(tiers.__file__)["TURNS"] == 1


def test_a_sample_has_one_of_each_neighbourhood_and_changes_with_the_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tiers, "LONG", False)
    items = range(95)
    drawn = []
    for day in range(20260101, 20260131):
        monkeypatch.setattr(tiers, "SEED", day)
        drawn.append(tiers.sample(items, every=10))
        assert drawn[-1] == tiers.sample(items, every=10)

    assert len({item for each in drawn for item in each}) > 80
    for each in drawn:
        assert [item // 10 for item in each] == [*range(10)]
    monkeypatch.setattr(tiers, "LONG", True)
    assert tiers.sample(items, every=10) == [*items]
