"""Work on all cores gives what it gives on one."""

import threading
from collections.abc import Generator
from pathlib import Path
from time import monotonic, sleep
from typing import cast

import pytest

from balance.kit import dying, dying_once
from front.kit import Shell
from rulewright.base.library import find_library
from rulewright.cli.commands.authoring import test_command
from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.parallel import available_cores, run_in_parallel


def _square(number: int) -> int:
    if number == 13:
        raise ValueError(f"not {number}")
    return number * number


@pytest.mark.parametrize("named", ["1", "2"])
def test_results_come_in_order(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    monkeypatch.setenv("RULEWRIGHT_CORES", named)

    assert list(run_in_parallel(_square, range(12), least=2)) == [number**2 for number in range(12)]
    with pytest.raises(ValueError, match="not 13"):
        list(run_in_parallel(_square, range(20), least=2))


def test_what_a_process_was_at_that_died_is_done_again(tmp_path: Path) -> None:
    given = [(str(tmp_path), number) for number in range(8)]

    assert list(run_in_parallel(dying_once, given, least=2, jobs=2)) == [n**2 for n in range(8)]
    with pytest.raises(NotPossible, match="stopped some worker processes"):
        list(run_in_parallel(dying, [1, 2], least=2, jobs=2))


def test_whoever_stops_does_not_wait_for_what_is_under_way() -> None:
    begun = monotonic()
    found = run_in_parallel(_slow, range(4), least=2, jobs=2)
    assert next(found) == 0
    with pytest.raises(KeyboardInterrupt):
        cast(Generator[int, None, None], found).throw(KeyboardInterrupt)

    assert monotonic() - begun < 200


def _slow(number: int) -> int:
    sleep(300 if number else 0)
    return number


@pytest.mark.parametrize("named", ["", "no", "0", "1000000"])
def test_nonsense_asks_for_no_more_than_there_are(
    monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    before = available_cores()
    monkeypatch.setenv("RULEWRIGHT_CORES", named)

    assert available_cores() == before


def test_scenarios_come_out_the_same_on_one_core(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(test_command, "MANY", 2)
    folder = find_library().folder("rules") / "expeditions"
    shown = []
    for named in ("1", "2"):
        monkeypatch.setenv("RULEWRIGHT_CORES", named)
        shown.append(shell.run("test", "-v", folder).stdout)

    assert shown[0] == shown[1]
    assert " passed\n" in shown[0]


def test_a_stop_leaves_no_thread_that_complains(monkeypatch: pytest.MonkeyPatch) -> None:
    complained: list[object] = []
    monkeypatch.setattr(threading, "excepthook", complained.append)

    for _ in range(8):
        found = run_in_parallel(_briefly, range(400), least=2, jobs=2)
        assert next(found) == 0
        with pytest.raises(KeyboardInterrupt):
            cast(Generator[int, None, None], found).throw(KeyboardInterrupt)

    assert complained == []


def _briefly(number: int) -> int:
    sleep(0.01)
    return number
