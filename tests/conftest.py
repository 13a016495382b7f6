"""Options, tiers and shared settings of all tests."""

import gc
import os
import sys
import tempfile
from collections.abc import Generator, Iterable, Iterator
from importlib import import_module
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

if "--long" in sys.argv:
    # Here, because conftests of folders draw their samples before options are parsed.
    os.environ["RULEWRIGHT_TIER"] = "long"

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # NumPy reads it once; more threads only wait here

from tiers import LONG, SEED, SEED_VARIABLE, is_turn, sample

CACHE_VARIABLE = "RULEWRIGHT_CACHE"
TESTS = Path(__file__).parent
GARBAGE_THRESHOLD = 200_000
"""Programs and tests are millions of objects that stay: collecting them took a quarter of a run."""


class _LazyModule(ModuleType):
    """A module that is imported when an attribute of it is first read."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)  # collection looks at every name of a test file
        if sys.modules[self.__name__] is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


for _name in ("lsprotocol.types",):
    # Half a second to import, for tests that most workers do not run.
    sys.modules.setdefault(_name, _LazyModule(_name))

collect_ignore_glob = ["*.rules"]
"""`rulewright test` runs scenarios three times as fast as pytest, and tests run those of their own folders."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that chooses the tier."""
    about = "also run tests marked long, and take samples whole"
    parser.addoption("--long", action="store_true", help=about)


def pytest_configure(config: pytest.Config) -> None:
    """Set the environment before anything is loaded; workers and child processes inherit it."""
    if config.getoption("long") != LONG:
        raise pytest.UsageError("--long works on the command line only")
    os.environ[SEED_VARIABLE] = str(SEED)
    if CACHE_VARIABLE not in os.environ:
        # Outside the checkout: a cache inside the working folder is not used.
        user = os.getuid() if hasattr(os, "getuid") else "own"
        os.environ[CACHE_VARIABLE] = str(Path(tempfile.gettempdir(), f"rulewright-tests-{user}"))
    # Searching bots are slow.
    os.environ.setdefault("RULEWRIGHT_BOT", "random")
    gc.set_threshold(GARBAGE_THRESHOLD, 20, 100)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what reproduces the samples of this run, also with -q."""
    terminalreporter.write_line(
        f"{'long' if LONG else 'push'} tier, samples of {SEED_VARIABLE}={SEED}"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the other tier, and let workers begin with tests that wait for other processes."""
    if "hypothesis" in sys.modules:
        from hypothesis import core
        from hypothesis.internal.conjecture import providers

        if config.getoption("--hypothesis-seed") is None:
            vars(core)["global_force_seed"] = SEED
        # Reading all local files for constants takes as long as collecting all tests, and makes
        # examples depend on every line of code.
        vars(providers)["is_local_module_file"] = lambda _: False
    if not LONG:
        chosen = {id(item) for item in _push_tier(items, is_whole=_is_whole_suite(config))}
        config.hook.pytest_deselected(items=[item for item in items if id(item) not in chosen])
        items[:] = [item for item in items if id(item) in chosen]
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: item.get_closest_marker("process") is None)


def _is_whole_suite(config: pytest.Config) -> bool:
    """Whether a run was asked for all tests, not for a folder or for tests by name."""
    named = {Path(config.invocation_params.dir, each) for each in config.args}
    return named <= {TESTS, TESTS.parent}


def _push_tier(items: Iterable[pytest.Item], is_whole: bool) -> Iterator[pytest.Item]:
    """Leave out tests marked long, rotating ones on other days, and all but a sample of cases marked sampled."""
    for name, group in groupby(items, key=lambda item: item.nodeid.partition("[")[0]):
        cases = [item for item in group if not item.get_closest_marker("long")]
        if not cases or (
            is_whole and cases[0].get_closest_marker("rotating") and not is_turn(name)
        ):
            continue
        mark = cases[0].get_closest_marker("sampled")
        yield from sample(cases, *mark.args, **mark.kwargs) if mark else cases


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage before the first test, and never what exists then."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Use all cores for the whole suite; tests that are named begin at once, in one process."""
    if config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    if "PYTEST_XDIST_WORKER" in os.environ:
        return  # a worker has no workers
    alone = config.getoption("collectonly") or config.getoption("usepdb")
    if getattr(config.option, "numprocesses", 0) is None and not alone:
        config.option.numprocesses = "auto"
        config.option.dist = "worksteal"  # neighbours share what they load
