"""Work on all cores gives what it gives on one."""

import pytest

from front.kit import Shell
from rulewright.front.spread import cores, spread
from rulewright.library import find_library


def _square(number: int) -> int:
    if number == 13:
        raise ValueError(f"not {number}")
    return number * number


@pytest.mark.parametrize("named", ["1", "2"])
def test_results_come_in_order(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    monkeypatch.setenv("RULEWRIGHT_CORES", named)

    assert list(spread(_square, range(12), least=2)) == [number**2 for number in range(12)]
    with pytest.raises(ValueError, match="not 13"):
        list(spread(_square, range(20), least=2))


@pytest.mark.parametrize("named", ["", "no", "0", "1000000"])
def test_nonsense_asks_for_no_more_than_there_are(
    monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    before = cores()
    monkeypatch.setenv("RULEWRIGHT_CORES", named)

    assert cores() == before


def test_scenarios_come_out_the_same_on_one_core(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = find_library().folder("rules") / "citadels" / "districts"
    shown = []
    for named in ("1", "2"):
        monkeypatch.setenv("RULEWRIGHT_CORES", named)
        shown.append(shell.run("test", "-v", folder).stdout)

    assert shown[0] == shown[1]
    assert " passed\n" in shown[0]
