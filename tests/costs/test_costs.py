"""Work costs what `costs.txt` says: no change makes games, checks, loading or a table slower without saying so."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial

import pytest

from costs import measure
from costs.measure import Costs
from tiers import sample

pytestmark = pytest.mark.process

GAMES = sample(range(measure.GAMES), every=50)
"""On a push four of the games on the Python engine, other ones every day: all take minutes."""
MEASURES: dict[str, Callable[[], Costs]] = {
    **{edition: partial(measure.native_games, edition) for edition in measure.EDITIONS},
    "loading": measure.loading,
    "checking": measure.checking,
    "requests": measure.serving_requests,
}
ADVICE = "write tests/costs/costs.txt again (tests/README.md) and give the reason in the commit"
PROCESSES = ("loading", "checking", "requests")


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.rotating
def test_work_costs_what_the_file_says(name: str) -> None:
    if name in PROCESSES and sys.version_info[:2] != measure.COUNTED_BY:
        pytest.skip("other versions of CPython count other calls")
    kept, _ = measure.read()

    found = MEASURES[name]()

    assert found.keys() <= kept.keys()
    wrong = [
        f"{what}: {count:,} {unit}, {count / kept[what][0] - 1:+.1%}"
        for what, (count, unit) in found.items()
        if measure.differs(count, kept[what][0])
    ]
    assert not wrong, f"{ADVICE}: {wrong}"


@pytest.mark.skipif(
    sys.version_info[:2] != measure.COUNTED_BY, reason="other versions count other opcodes"
)
@pytest.mark.parametrize("edition", measure.EDITIONS)
@pytest.mark.rotating
def test_games_on_the_python_engine_cost_what_the_file_says_of_each(edition: str) -> None:
    kept, each = measure.read()
    games = each[measure.python_games(edition)]
    before = sum(games[number] for number in GAMES)

    count = sum(measure.count_opcodes(edition, GAMES))

    assert (len(games), sum(games)) == (measure.GAMES, kept[measure.python_games(edition)][0])
    change = f"{count:,} opcodes in games {GAMES}, {count / before - 1:+.1%}"
    assert not measure.differs(count, before), f"{ADVICE}: {change}"


WITHOUT_BOUNDS: dict[str, int] = {
    "a choice at a table, with the page that follows": 10_648 + 756,
    "the page of a table": 6_718 + 1_208,
}
"""Calls at f5eec99b, where requests had no budget, no turnstile and no watch, counted in the same way, and what the
seat value that the table is drawn from has added since."""

EXPLAINED_SINCE = {
    "8e1f4ae4eae14725a3a9e7a53dcab40964d2df0c": "loading takes a digest of the code that a game reaches",
    "3c0a601d568a50010c84b4ea37ea937b1f6aed4d": "loading classic tells events of different labels apart",
    "daedd777748c78a085c8b657b6444879b23b43ac": "loading classic reads 45 sentences more, which tell players why",
    "77b20455bd450983fff8736555ca8e9e7940ff3d": "an attribute of a method takes one opcode more than a variable",
}
"""Commits whose message does not name the cost that they raise, with the reason."""


def test_the_bounds_of_a_request_cost_nothing() -> None:
    kept, _ = measure.read()

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
        before = measure.parsed(git("show", f"{commit}^:./{measure.FILE.name}"))[0]
        after = measure.parsed(git("show", f"{commit}:./{measure.FILE.name}"))[0]
        message = git("log", "-1", "--format=%B", commit).lower()
        silent += [
            (commit, what)
            for what, (count, _) in after.items()
            if commit not in EXPLAINED_SINCE
            and what in before
            and count > before[what][0] * (1 + measure.TOLERANCE)
            and not ("cost" in message or f"{count:,}" in message)
        ]
    assert silent == []
