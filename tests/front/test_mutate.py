"""`rulewright test --mutate`: each clause is broken in turn; told is what no scenario notices."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from front.kit import Shell
from rulewright.testing.mutation import mutant_runs as noticing

RULES = """\
character Busker
    rank 9
    reading "An example."

    power busk at main
        choose a host from other players where its gold is at least 2
        the host gives 1 gold to me

    at the end of my turn, if my gold is 0
        draw 1 card
"""
TABLE = """\
edition: our-table
extends: classic
name: Our table
rules: [busker.rules]
"""
SCENARIOS = """\
scenario "A song is paid for"
    in "our-table.yaml", 4 players, with Busker
    given
        set B's gold to 3
        set C's gold to 2
        set D's gold to 1
    when
        play turn for A as Busker
        A chooses gather gold
        A chooses busk
    then
        A may choose B
        A may choose C
        A may not choose D
    when
        A chooses B
    then
        B's gold is 2
        C's gold is 2
        A's gold is 3
"""
CONSOLED = """
scenario "Who has nothing draws a card"
    in "our-table.yaml", 4 players, with Busker
    given
        move Market to A's hand
        set A's gold to 0
    when
        play turn for A as Busker
        A chooses gather gold, build Market, done
    then
        the number of districts in A's hand is 1
        the number of districts in B's hand is 0
"""


@pytest.fixture
def busker(tmp_path: Path) -> Path:
    return written(tmp_path)


def written(folder: Path) -> Path:
    """The character in a folder, beside its table and its scenarios."""
    (folder / "our-table.yaml").write_text(TABLE, encoding="utf-8")
    (folder / "busker.scenarios.rules").write_text(SCENARIOS, encoding="utf-8")
    path = folder / "busker.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """How many of the clauses are noticed as all is written first: not all, so that a build server is told 1."""
    path = written(tmp_path_factory.mktemp("before"))
    asked = ("test", "--mutate", "--json", "--at-least", "100", path)
    return json.loads(Shell(CliRunner()).run(*asked, exit_code=1).stdout.splitlines()[-1])


@pytest.mark.rotating
def test_what_no_scenario_notices_is_told_with_its_line(shell: Shell, busker: Path) -> None:
    told = shell.run("test", "--mutate", "--at-least", "10", busker).stdout

    assert "not noticed: `draw 1 card` left out\n" in told
    assert "busker.rules:10:9\n" in told
    assert "  extend “" in told
    assert "where its gold is at least 2` negated" not in told
    assert "the host gives 1 gold to me" not in told


@pytest.mark.rotating
def test_what_is_noticed_is_not_told(shell: Shell, busker: Path, before: Any) -> None:
    beside = busker.with_name("busker.scenarios.rules")
    beside.write_text(SCENARIOS + CONSOLED, encoding="utf-8")

    after = json.loads(shell.run("test", "--mutate", "--json", busker).stdout)
    told = after["unnoticed"]

    assert told
    assert ("left out", "draw 1 card") not in [(each["how"], each["text"]) for each in told]
    assert after["mutants"] == before["mutants"]
    assert after["noticed"] > before["noticed"]


def test_an_exit_code_for_build_servers(shell: Shell, busker: Path, before: Any) -> None:
    assert before["percent"] < 100
    shell.run("test", "--at-least", "100", busker, exit_code=2)
    shell.run("test", "--mutate", "--coverage", busker, exit_code=2)


def test_scenarios_that_fail_as_it_is_notice_nothing(shell: Shell, busker: Path) -> None:
    beside = busker.with_name("busker.scenarios.rules")
    beside.write_text(SCENARIOS.replace("B's gold is 2", "B's gold is 9"), encoding="utf-8")

    told = shell.run("test", "--mutate", busker, exit_code=1).stdout

    assert " 0 noticed (0 %)" in told
    assert "1 scenario left out, because it fails even without a change" in told


SAME = "draw 1 card  # same when left out: the hand is counted by nobody"


@pytest.mark.long
def test_an_author_names_what_comes_to_the_same(shell: Shell, busker: Path, before: Any) -> None:
    busker.write_text(RULES.replace("draw 1 card", SAME), encoding="utf-8")

    told = shell.run("test", "--mutate", busker).stdout
    after = json.loads(shell.run("test", "--mutate", "--json", busker).stdout.splitlines()[-1])

    assert "`draw 1 card` left out" not in told
    assert ": 1 equivalent by comments, " in told
    assert (after["same"], before["same"]) == (1, 0)
    assert after["noticed"] == before["noticed"]
    assert after["percent"] > before["percent"]


@pytest.mark.long
def test_what_names_nothing_is_told(shell: Shell, busker: Path) -> None:
    _, _, bare = SAME.partition(":")[0].partition("  ")
    turned, negated = (
        f"{bare.replace('left out', how)}: so it is" for how in ("turned", "negated")
    )
    above = "".join(f"{each}\n        " for each in (bare, turned))
    busker.write_text(RULES.replace("draw 1 card", f"{above}draw 1 card  {negated}"), "utf-8")

    said = shell.run("test", "--mutate", busker, exit_code=1).stdout

    for told, place in (
        ("add a colon and the reason", "10:9"),
        ("`turned` is unknown; use `left out`, ", "11:9"),
        ("it is not needed, as a scenario notices this", "12:22"),
    ):
        assert told in said
        assert f"busker.rules:{place}\n" in said


@pytest.mark.rotating
def test_what_is_noticed_needs_no_remark(shell: Shell, busker: Path) -> None:
    busker.write_text(RULES.replace("draw 1 card", SAME), encoding="utf-8")
    beside = busker.with_name("busker.scenarios.rules")
    beside.write_text(SCENARIOS + CONSOLED, encoding="utf-8")

    assert "it is not needed" in shell.run("test", "--mutate", busker, exit_code=1).stdout


def test_files_without_rules_have_nothing_to_break(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "good.scenarios.rules"
    path.write_text(
        'scenario "Poor"\n    in classic, 4 players\n    then\n        A\'s gold is 0\n'
    )

    assert "no rule in " in shell.run("test", "--mutate", path, exit_code=2).stderr


@pytest.mark.long
def test_rules_that_would_never_end_are_noticed(
    shell: Shell, busker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a loop that nothing ends, not even the number of its rounds, somebody would wait for long."""
    deed = "repeat at most 2000000 times until my gold is 2\n            gain 1 gold"
    busker.write_text(RULES.replace("draw 1 card", deed), encoding="utf-8")
    beside = busker.with_name("busker.scenarios.rules")
    expected = CONSOLED.replace("the number of districts in A's hand is 1", "A's gold is 2")
    beside.write_text(SCENARIOS + expected, encoding="utf-8")
    monkeypatch.setattr(noticing, "LONGEST", 0.3)

    told = shell.run("test", "--mutate", busker).stdout

    assert "`gain 1 gold` left out" not in told


def test_who_waits_too_long_is_told_until_he_hears() -> None:
    """What is raised while the collector calls somebody back is ignored, and a loop went on for half a minute."""
    with pytest.raises(noticing._TimeLimitExceeded), noticing._time_limit(0.05):
        busy_twice(1)


def busy_twice(seconds: float) -> None:
    """Use the processor for so long, whatever is said the first time."""
    with suppress(noticing._TimeLimitExceeded):
        busy(seconds)
    busy(seconds)


def busy(seconds: float) -> None:
    """Use so much of the processor."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
