"""What holds for all tests: where they keep what they make, how many cores they use, and which are quick."""

import gc
import os
import sys
import tempfile
from pathlib import Path

import pytest

VARIABLE = "RULEWRIGHT_CACHE"
TESTS = Path(__file__).parent
LONG = (
    "benchmarks",
    "checks/test_answer_memo.py",
    "checks/test_help.py",
    "checks/test_incremental.py",
    "conformance",
    "dealing/test_calibration.py",
    "dealing/test_dealer.py",
    "dealing/test_editions.py",
    "dealing/test_engines.py",
    "dealing/test_from_now.py",
    "dealing/test_keeping_up.py",
    "dealing/test_looks.py",
    "dealing/test_odds.py",
    "docs",
    "edition/test_custom_casts.py",
    "edition/test_never_a_traceback.py",
    "edition/test_presets.py",
    "engines/test_asking_forms.py",
    "engines/test_game_file.py",
    "engines/test_giving_up.py",
    "engines/test_heard.py",
    "engines/test_heard_in_editions.py",
    "engines/test_kept_code.py",
    "engines/test_lockstep.py",
    "engines/test_look_digest.py",
    "engines/test_looks_in_editions.py",
    "engines/test_mutated_rules.py",
    "engines/test_native_search.py",
    "engines/test_odd_cards.py",
    "engines/test_playing_natively.py",
    "engines/test_replaying.py",
    "engines/test_tracing.py",
    "engines/test_written_code.py",
    "front/test_check_fix.py",
    "front/test_command_line.py",
    "front/test_editor_files.py",
    "front/test_from_scenario.py",
    "front/test_lsp.py",
    "front/test_lsp_changes.py",
    "front/test_lsp_messages.py",
    "front/test_mutate.py",
    "front/test_new.py",
    "front/test_odd_files.py",
    "front/test_play.py",
    "front/test_play_saves.py",
    "front/test_renaming.py",
    "front/test_say.py",
    "front/test_simulate.py",
    "front/test_terminal.py",
    "front/test_test.py",
    "fuzz",
    "game/test_dealing_alike.py",
    "game/test_dealing_anew.py",
    "game/test_why_not.py",
    "hostile",
    "ir/test_verify.py",
    "long",
    "perft",
    "players",
    "program/test_wishes.py",
    "properties",
    "scenarios/citadels",
    "scenarios/expeditions",
    "syntax/test_formatted.py",
    "syntax/test_grammar.py",
    "test_wheel.py",
)
"""Whole games, other processes, and all that is shipped: `--quick` leaves them out."""

WAITING = (
    "docs/test_ci_page.py",
    "docs/test_native_in_node.py",
    "front/test_lsp.py",
    "front/test_lsp_actions.py",
    "front/test_lsp_changes.py",
    "front/test_lsp_messages.py",
    "front/test_lsp_stretches.py",
    "front/test_terminal.py",
    "front/test_watching.py",
    "front/test_workbench.py",
    "hostile/test_limits.py",
    "long/test_corpus.py",
    "seat/test_in_node.py",
    "table/test_in_browsers.py",
    "table/test_rules_of_players.py",
    "table/test_survives.py",
    "table/test_thinkers.py",
    "test_wheel.py",
)
"""Tests that wait for other processes, or take long each: they begin first, so that nobody waits at the end."""

FEW_CYCLES = 200_000
"""Programs and tests are made by the million and stay: to look among them for garbage took a quarter of a run."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Say which tests run where none are named."""
    about = "run what takes a moment, to be sure of the most while working"
    parser.addoption("--quick", action="store_true", help=about)


def pytest_configure(config: pytest.Config) -> None:
    """Set it before anything is loaded; workers and processes that tests begin get it from here."""
    if VARIABLE not in os.environ:
        # Not in the checkout: a cache in the folder that is worked in is not used.
        user = os.getuid() if hasattr(os, "getuid") else "own"
        os.environ[VARIABLE] = str(Path(tempfile.gettempdir(), f"rulewright-tests-{user}"))
    # Who thinks takes his time.
    os.environ.setdefault("RULEWRIGHT_BOT", "random")
    gc.set_threshold(FEW_CYCLES, 20, 100)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where several share the work, begin with what waits.

    Hypothesis would read every file of ours for values to try, before the first test: in a fresh clone that takes
    as long as collecting all tests, and what is drawn would change with every line of code.
    """
    if "hypothesis" in sys.modules:
        from hypothesis.internal.conjecture import providers

        vars(providers)["is_local_module_file"] = lambda _: False
    if "PYTEST_XDIST_WORKER" in os.environ:
        first = {TESTS / name for name in WAITING}
        items.sort(key=lambda item: item.path not in first)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is there before the first test stays to the end."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Where nothing is named, all cores share the work; tests that are named begin at once, in one process."""
    if config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    if config.getoption("quick"):
        config.args = [str(TESTS)]
    if "PYTEST_XDIST_WORKER" in os.environ:
        return  # a worker has no workers
    alone = config.getoption("collectonly") or config.getoption("usepdb")
    if getattr(config.option, "numprocesses", 0) is None and not alone:
        config.option.numprocesses = "auto"
        config.option.dist = "worksteal"  # neighbours share what they load


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what is not quick, where that is wanted."""
    if config.getoption("quick") and collection_path in {TESTS / name for name in LONG}:
        return True
    return None
