"""Help for a file takes so many steps at most, however much is wrong with it, and each line has its share."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from checks.kit import WALKS, check, walks
from rulewright.assist import adviser
from rulewright.assist.trials import trial
from rulewright.assist.trials.budget import TrialBudget
from rulewright.language.text import Complaint

HOPELESS = (
    "    whenever somebody feels like it let everybody dance around the bag",
    "    the fastest of us all should get a medal made of gold, if the weather is fine",
    "    two steps forward and one step back for whoever shouts the loudest today",
)
GAME, DAY, END = WALKS.partition("phase day\n")


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what takes time: texts that are parsed, and texts that are resolved."""
    counted: Counter[str] = Counter()

    def count(module: Any, name: str) -> None:
        usual = getattr(module, name)

        def counting(*given: Any, **named: Any) -> Any:
            counted[name] += 1
            return usual(*given, **named)

        monkeypatch.setattr(module, name, counting)

    count(trial, "first_error_span")
    count(trial.FixTrial, "_errors_in")
    return counted


def wrong(folder: Path, lines: int, last: str = "") -> tuple[Complaint, ...]:
    """What is told of a game with so many hopeless lines, each in an event of its own, and perhaps one more."""
    events = "".join(
        f"event a player does-{n}\n{HOPELESS[n % len(HOPELESS)]}\n" for n in range(lines)
    )
    return check(walks(folder, f"{GAME}{events}{last}{DAY}{END}"))


def spent(steps: Counter[str]) -> int:
    """The steps that these take."""
    return steps["first_error_span"] + trial.FOR_MEANING * steps["_errors_in"]


@pytest.mark.parametrize("most", [60, 150])
def test_no_more_steps_are_taken_than_there_are(
    tmp_path: Path, steps: Counter[str], monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(adviser, "FixTrial", partial(trial.FixTrial, budget=TrialBudget(most)))

    wrong(tmp_path, 15)

    # What was begun for a line with the last step is finished.
    assert 0 < spent(steps) <= most + adviser.MOST_LINES * (1 + trial.FOR_MEANING)


def test_a_line_below_many_has_its_share(tmp_path: Path) -> None:
    found = wrong(
        tmp_path, adviser.MOST_LINES - 1, "event a player stays\n    set my stepps to 0\n"
    )

    (misspelt,) = [each for each in found if "`stepps`" in each.message]
    assert misspelt.help == "did you mean `steps`?"
    assert misspelt.tried
