"""`rulewright test`, and the same scenarios under pytest."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from front.kit import Shell
from rulewright.base.library import find_library
from rulewright.testing.scenarios import ScenarioRef

GOOD = """\
scenario "Gold is gained"
    covers HOUSE-01, HOUSE-02
    in classic, 4 players
    given
        set A's gold to 3
    when
        A gains 2 gold
    then
        A's gold is 5
"""
BAD = GOOD.replace("is gained", "is lost").replace("gold is 5", "gold is 4")


DEAR = """\
scenario "Too dear"
    in classic, 4 players
    given
        move Thief to A's secret
        move Palace to A's hand
        set A's gold to 1
    when
        A answers Thief
        A chooses gather gold
    then
        A may choose build Palace
"""

UNASKED = """\
character Beggar
    rank 3
    reading "An example."
    power beg at main
        choose a host from other players where its gold is at least 2
        choose a count from 1 to 2
        the host gives the count gold to me

scenario "There is one who has 2 gold"
    in classic, 4 players, with Beggar
    given
        set B's gold to 2
    when
        play turn for A as Beggar
        A chooses gather gold, beg, B, 1
    then
        B's gold is 1
"""


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.scenarios.rules"
    path.write_text(GOOD, encoding="utf-8")
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.scenarios.rules"
    path.write_text(BAD, encoding="utf-8")
    return path


def test_without_a_path_the_shipped_scenarios_are_meant(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are not run here: pytest runs them where they stand."""
    asked: list[Path] = []

    def find(*places: Path, **_: object) -> list[ScenarioRef]:
        asked.extend(places)
        return []

    monkeypatch.setattr("rulewright.testing.scenarios.find_scenarios", find)

    shell.run("test", exit_code=2)

    root = find_library().root
    assert asked == [root / "rules", root / "tests" / "scenarios"]


def test_a_scenario_that_holds(shell: Shell, good: Path) -> None:
    assert shell.run("test", good).stdout == "1 scenario in 1 file: 1 passed\n"
    assert "passed  Gold is gained\n" in shell.run("test", "-v", good).stdout


@pytest.mark.parametrize(("text", "passes"), [("A pays 2", True), ("A loozes 2", False)])
def test_what_is_never_told_is_no_check(shell: Shell, good: Path, text: str, passes: bool) -> None:
    good.write_text(f'{GOOD}        not told "{text} gold"\n', encoding="utf-8")

    shown = shell.run("test", good, exit_code=int(not passes)).stdout

    assert (f"no rule ever shows the text “{text} gold”" in shown) is not passes


def test_a_scenario_that_fails_shows_all_that_helps(shell: Shell, bad: Path) -> None:
    shown = shell.run("test", bad, exit_code=1).stdout

    assert "FAILED  Gold is lost\n" in shown
    assert "bad.scenarios.rules:9" in shown
    assert "    | A's gold is 4\n" in shown
    assert "expected: A's gold is 4" in shown
    assert "found: " in shown
    assert "  what had happened:\n    A gains 2 gold\n" in shown
    assert shown.endswith("1 scenario in 1 file: 1 failed\n")


def test_a_folder_has_all_its_scenarios(
    shell: Shell, good: Path, bad: Path, tmp_path: Path
) -> None:
    shown = shell.run("test", tmp_path, good, exit_code=1).stdout

    assert shown.endswith("2 scenarios in 2 files: 1 failed, 1 passed\n")


def test_only_some_of_them(shell: Shell, good: Path, bad: Path, tmp_path: Path) -> None:
    assert shell.run("test", tmp_path, "-k", "GAINED").stdout.startswith("1 scenario ")


def test_no_scenarios_are_nothing_to_work_on(shell: Shell, good: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()

    assert "0 scenarios found" in shell.run("test", empty, exit_code=2).stderr
    assert "'nonesuch'" in shell.run("test", good, "-k", "nonesuch", exit_code=2).stderr
    shell.run("test", tmp_path / "nonesuch.rules", exit_code=2)
    assert "is the whole disk" in shell.run("test", "/", exit_code=2).stderr


def test_a_scenario_that_cannot_be_read_is_complained_about(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "odd.scenarios.rules"
    path.write_text(GOOD.replace("gold to 3", "glod to 3"), encoding="utf-8")

    assert "odd.scenarios.rules:5:" in shell.run("test", path, exit_code=1).stderr


@pytest.mark.parametrize(
    ("line", "help"),
    [("A has 4 gold", "compare a number"), ("A's gld is 4", "did you mean `gold`?")],
)
def test_what_is_wrong_is_told_with_the_help_of_a_check(
    shell: Shell, tmp_path: Path, line: str, help: str
) -> None:
    path = tmp_path / "odd.scenarios.rules"
    path.write_text(GOOD.replace("A's gold is 5", line), encoding="utf-8")

    assert f"help: {help}" in shell.run("test", path, exit_code=1).stderr


@pytest.mark.parametrize("mistake", ["gold is gld", "no line", "gold is"])
def test_one_wrong_file_does_not_keep_the_others_from_running(
    shell: Shell, good: Path, tmp_path: Path, mistake: str
) -> None:
    wrong = tmp_path / "wrong.scenarios.rules"
    wrong.write_text(BAD.replace("gold is 4", mistake), encoding="utf-8")

    ran = shell.run("test", tmp_path, "-v", exit_code=1)

    assert "passed  Gold is gained" in ran.stdout
    assert ran.stdout.endswith("1 passed; 1 error in files whose scenarios were left out\n")
    assert "wrong.scenarios.rules:9" in ran.stderr


def test_what_waits_where_a_scenario_fails_is_shown(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "waiting.rules"
    text = GOOD.replace("A gains 2 gold", "play turn for A as Thief")
    path.write_text(text, encoding="utf-8")

    shown = shell.run("test", path, exit_code=1).stdout

    assert (
        "  found: A's gold is 3\n  now: A decides main: gather cards, gather gold, rob a char"
        in shown
    )


def test_a_choice_that_is_not_there_is_told_with_what_keeps_it_away(
    shell: Shell, tmp_path: Path
) -> None:
    path = tmp_path / "dear.rules"
    path.write_text(DEAR, encoding="utf-8")
    shown = shell.run("test", path, exit_code=1).stdout

    told = re.search(
        r"why not build Palace for 5 gold: this is not true: (.*) \((.*)\); (.*)", shown
    )
    assert told is not None
    assert told[1] == "my gold is at least the gold"
    assert "verbs.rules:" in told[2]
    assert told[3] == "my gold: 3; the gold: 5"
    counting = shell.run("test", path, "--coverage", exit_code=1)
    assert shown.startswith(counting.stderr)


def test_an_answer_that_nobody_waits_for_says_why(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "answered.rules"
    text = GOOD.replace("2 gold\n", "2 gold\n        A chooses done\n")
    path.write_text(text, encoding="utf-8")

    shown = shell.run("test", path, exit_code=1).stdout

    assert "nobody has anything to decide here; a decision with only one option is made" in shown


def test_an_answer_to_what_was_chosen_unasked_says_what_that_was(
    shell: Shell, tmp_path: Path
) -> None:
    path = tmp_path / "unasked.rules"
    path.write_text(UNASKED, encoding="utf-8")

    shown = shell.run("test", path, exit_code=1).stdout

    assert "`B` is not an option" in shown
    assert "chosen just before without being asked, as the only option: `B`\n" in shown
    assert "found: A decides Beggar.beg.count: 1, 2\n" in shown


TOO_DEAR = """\
scenario "too dear"
    in classic, 4 players
    given
        move Palace to A's hand
    when
        play turn for A as Bishop
        A chooses gather gold
"""


@pytest.mark.parametrize(
    "lines",
    [
        "    then\n        A may choose build Palace\n",
        "        A chooses build Palace\n    then\n        A decides\n",
    ],
)
def test_a_turn_that_ended_by_itself_still_says_why_not(
    lines: str, shell: Shell, tmp_path: Path
) -> None:
    """The turn ended because nothing was affordable; the last decision is asked for the reason."""
    path = tmp_path / "dear.rules"
    path.write_text(TOO_DEAR + lines, encoding="utf-8")

    shown = shell.run("test", path, exit_code=1).stdout

    assert "A's turn is over: it ended automatically" in shown
    assert (
        "why not build Palace for 5 gold: this is not true: my gold is at least the gold" in shown
    )
    assert "my gold: 2; the gold: 5" in shown


GIVEN_AWAY = """\
scenario "the gift"
    in modern, 4 players, with Emperor
    given
        set the crown to B
        move Temple to C's hand
        move Tavern to A's hand
    when
        play turn for A as Emperor
        A chooses gather gold
        A chooses build Tavern
        A chooses C
    then
        A's gold is 1 and A's gold is 7
"""


def test_a_check_that_fails_says_what_was_chosen_unasked(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "gift.rules"
    path.write_text(GIVEN_AWAY, encoding="utf-8")

    shown = shell.run("test", path, exit_code=1).stdout

    assert "expected: A's gold is 7\n" in shown
    assert "chosen just before without being asked, as the only option: `card`\n" in shown


def test_cards_that_are_not_in_the_game_are_not_laid_out(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "absent.rules"
    absent = "        move Stables to A's city\n        move Emperor to A's secret\n"
    path.write_text(GOOD.replace("    given\n", "    given\n" + absent), encoding="utf-8")

    shown = shell.run("test", path, exit_code=1).stdout

    assert "absent.rules:5:14\n    | move Stables to A's city\n" in shown
    assert "Stables and Emperor are not in this game" in shown
    assert "`, with Stables and Emperor`" in shown

    both = "players, with Stables and Emperor"
    path.write_text(path.read_text("utf-8").replace("players", both), encoding="utf-8")

    assert shell.run("test", path).stdout.endswith("1 passed\n")


def test_the_only_copy_that_is_laid_out_twice_draws_a_warning(
    shell: Shell, good: Path, tmp_path: Path
) -> None:
    twice = "        move Library to A's city\n        move Library to B's city\n"
    good.write_text(GOOD.replace("    given\n", "    given\n" + twice), encoding="utf-8")

    shown = shell.run("test", good).stdout

    assert "warning[E0509]: there is one copy of Library in this game" in shown
    assert shown.endswith("1 passed\n")


def test_each_scenario_of_a_file_knows_the_cards_of_its_own_edition(
    shell: Shell, tmp_path: Path
) -> None:
    (tmp_path / "baker.rules").write_text(
        'district Bakery\n    colour trade, cost 3\n    reading "x"\n', encoding="utf-8"
    )
    (tmp_path / "bakers.yaml").write_text(
        "edition: bakers\nextends: classic\nrules: [baker.rules]\n"
        "cast: {district: {add: [Bakery]}}\n",
        encoding="utf-8",
    )
    own = GOOD.replace("is gained", "is baked").replace("in classic", 'in "bakers.yaml"')
    own = own.replace("    given\n", "    given\n        move Bakery to A's city\n")
    path = tmp_path / "both.scenarios.rules"
    path.write_text(GOOD + "\n" + own, encoding="utf-8")

    assert shell.run("test", path).stdout.endswith("2 passed\n")

    wrong = own.replace('in "bakers.yaml"', "in classic")
    fired = own.replace("baked", "fired").replace("Bakery", "Bakry")
    path.write_text(wrong + fired, encoding="utf-8")
    told = shell.run("test", path, exit_code=1).stderr

    assert "there is no card called `Bakery`" in told
    assert "help: the edition of this scenario is classic" in told
    assert "help: did you mean `Bakery`?" in told  # of the other edition, at the same time


def test_two_scenarios_of_one_title_are_told_apart_in_any_edition(
    shell: Shell, tmp_path: Path
) -> None:
    path = tmp_path / "twins.rules"
    path.write_text(GOOD + GOOD.replace("classic", "modern"), encoding="utf-8")

    assert "E0504" in shell.run("test", path, exit_code=1).stderr


def pytest_run(folder: Path, *arguments: str) -> str:
    """Run pytest in a process of its own, with the plugin."""
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    plugin = ["-p", "rulewright.testing.pytest_plugin", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--rootdir", str(folder), *plugin, *arguments],
        cwd=folder, env=env, text=True, capture_output=True, check=False, timeout=120,
    )  # fmt: skip
    return done.stdout + done.stderr


def test_pytest_runs_scenarios_as_tests(good: Path, bad: Path, tmp_path: Path) -> None:
    shown = pytest_run(tmp_path, "-v")

    assert "good.scenarios.rules::Gold is gained PASSED" in shown
    assert "bad.scenarios.rules::Gold is lost FAILED" in shown
    assert "expected: A's gold is 4" in shown
    assert "1 failed, 1 passed" in shown
    assert "Traceback" not in shown


@pytest.mark.long
def test_pytest_knows_what_a_scenario_covers(good: Path, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "def pytest_itemcollected(item):\n"
        "    print('covers', item.get_closest_marker('covers').args)\n",
        encoding="utf-8",
    )

    assert "covers ('HOUSE-01', 'HOUSE-02')" in pytest_run(tmp_path, "-s", "--strict-markers")


@pytest.mark.rotating
def test_pytest_complains_about_a_wrong_scenario_in_plain_words(tmp_path: Path) -> None:
    (tmp_path / "odd.rules").write_text(GOOD.replace("gold to 3", "glod to 3"), encoding="utf-8")

    shown = pytest_run(tmp_path)

    assert "odd.rules:5:" in shown
    assert "Traceback" not in shown


@pytest.mark.long
def test_pytest_runs_what_stands_beside_a_wrong_file(good: Path, tmp_path: Path) -> None:
    (tmp_path / "odd.rules").write_text(GOOD.replace("gold to 3", "glod to 3"), encoding="utf-8")

    shown = pytest_run(tmp_path, "--continue-on-collection-errors")

    assert "1 passed, 1 error" in shown


@pytest.mark.rotating
def test_pytest_runs_a_file_that_is_named(good: Path, bad: Path, tmp_path: Path) -> None:
    assert "1 passed" in pytest_run(tmp_path, good.name)
    assert "1 passed" in pytest_run(tmp_path, f"{good.name}::Gold is gained")


def test_pytest_passes_over_rules_without_scenarios(tmp_path: Path) -> None:
    (tmp_path / "card.rules").write_text("this is no rule at all\n", encoding="utf-8")

    assert "no tests ran" in pytest_run(tmp_path)


def test_the_plugin_imports_nothing_of_ours_before_it_is_needed(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import sys\n"
        "def test_it():\n"
        "    ours = {name for name in sys.modules if name.startswith('rulewright')}\n"
        "    names = {name.removeprefix('rulewright').removeprefix('.') for name in ours}\n"
        "    assert names == {'', 'base', 'base.lazy_exports', 'testing', 'testing.pytest_plugin'}\n",
        encoding="utf-8",
    )

    assert "1 passed" in pytest_run(tmp_path)
