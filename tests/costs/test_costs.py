"""Work costs what `costs.txt` says: no change makes games, checks, loading or a table slower without saying so."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial

import pytest

from costs import measure
from costs.measure import Costs
from tiers import LONG

pytestmark = pytest.mark.process

GAMES = (measure.FEW, measure.MANY) if LONG else (measure.FEW,)
MEASURES: dict[str, Callable[[], Costs]] = {
    **{edition: partial(measure.games, edition, GAMES) for edition in measure.EDITIONS},
    "loading": measure.loading,
    "checking": measure.checking,
    "requests": measure.serving_requests,
}
PROCESSES = ("loading", "checking", "requests")


@pytest.mark.parametrize("name", MEASURES)
def test_work_costs_what_the_file_says(name: str) -> None:
    if name in PROCESSES and sys.version_info[:2] != measure.COUNTED_BY:
        pytest.skip("other versions of CPython count other calls")
    kept = measure.read()

    found = MEASURES[name]()

    assert found.keys() <= kept.keys()
    wrong = [
        f"{what}: {count:,} {unit}, {count / kept[what][0] - 1:+.1%}"
        for what, (count, unit) in found.items()
        if measure.differs(count, kept[what][0])
    ]
    advice = "write tests/costs/costs.txt again (tests/README.md) and give the reason in the commit"
    assert not wrong, f"{advice}: {wrong}"


WITHOUT_BOUNDS: dict[str, int] = {
    "a choice at a table, with the page that follows": 10_648,
    "the page of a table": 6_718,
}
"""Calls at f5eec99b, where requests had no budget, no turnstile and no watch, counted in the same way."""


def test_the_bounds_of_a_request_cost_nothing() -> None:
    kept = measure.read()

    assert {
        what: kept[what][0] for what in WITHOUT_BOUNDS if kept[what][0] > WITHOUT_BOUNDS[what]
    } == {}


def test_a_commit_that_raises_a_cost_speaks_of_costs_or_names_the_figure() -> None:
    def git(*arguments: str) -> str:
        command = ["git", "-C", str(measure.FILE.parent), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip("no history here")
        return done.stdout

    commits = git("log", "--format=%H", "--diff-filter=M", "--", measure.FILE.name).split()
    silent: list[tuple[str, str]] = []
    for commit in commits:
        before = measure.parsed(git("show", f"{commit}^:./{measure.FILE.name}"))
        after = measure.parsed(git("show", f"{commit}:./{measure.FILE.name}"))
        message = git("log", "-1", "--format=%B", commit).lower()
        silent += [
            (commit, what)
            for what, (count, _) in after.items()
            if what in before
            and count > before[what][0] * (1 + measure.TOLERANCE)
            and not ("cost" in message or f"{count:,}" in message)
        ]
    assert silent == []
