"""`check --deep`: what only games show, each with what shows it again."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

import rulewright
from checks.kit import WALKS as GAME, walks, write
from front.conftest import shell  # noqa: F401 - a fixture
from front.kit import Shell
from rulewright.cli.test_runs.coverage_runs import play_counting
from rulewright.language.text import Complaint, Complaints
from rulewright.runtime.session.rules.rulebook import load_rulebook
from rulewright.testing.checks import deep_checks
from rulewright.testing.checks.deep_checks import check_deep

NEVER = "after a player walks, if the player's steps is 99\n    set the player's steps to 0\n"
SCENARIO = """
scenario "Who has gone far begins anew"
    in "walks.yaml", 2 players
    given
        set A's steps to 98
    when
        A walks
        A chooses A
    then
        A's steps is 0
"""


def found(path: Path, games: int = 20) -> dict[str, Complaint]:
    return {complaint.code: complaint for complaint in check_deep(path, games, 1)}


def test_a_game_in_which_all_comes_to_pass(tmp_path: Path) -> None:
    assert found(walks(tmp_path, GAME)) == {}


def test_a_rule_that_never_comes_to_pass(tmp_path: Path, shell: Shell) -> None:  # noqa: F811
    path = walks(tmp_path, GAME + NEVER)

    told = found(path)

    assert list(told) == ["E1101"]
    assert told["E1101"].span is not None
    assert told["E1101"].span.text == NEVER.split("\n")[0]
    assert "in 20 games for each number of players" in told["E1101"].message
    command = (told["E1101"].help or "").partition("to repeat the games: ")[2]
    assert "Never (" in shell.run(*shlex.split(command)[1:]).stdout


def test_a_rule_that_a_scenario_shows_is_not_told(tmp_path: Path) -> None:
    assert found(walks(tmp_path, GAME + NEVER + SCENARIO)) == {}


POINTS = """\
a player's points is 1 more, if the player's steps is at least 1
a player's points is 9 more, if the player's steps is 99
"""


def test_rules_of_the_score_count_as_in_a_coverage_report(tmp_path: Path) -> None:
    path = walks(tmp_path, GAME.replace("outcome by", f"{POINTS}outcome by") + NEVER)
    games, book = 10, rulewright.load(path)

    runs = play_counting(book, book.players, (), games, 1)

    fired = {n for run in runs for n, count in enumerate(run.counts) if count}
    never = [c for n, c in enumerate(book.clauses) if c.arm == "fires" and n not in fired]
    told = [each for each in check_deep(path, games, 1) if each.code == "E1101"]
    assert [c.shown_at.line for c in never] == [each.span.line for each in told if each.span]
    texts = [each.span.text for each in told if each.span]
    assert "is 9 more" in texts[0]
    assert not any("is 1 more" in text for text in texts)


def test_games_of_a_deep_check_play_as_those_of_a_coverage_report() -> None:
    book, seeds = load_rulebook("expeditions").with_always(), 3
    played = deep_checks.SimulationCounts("expeditions", seeds, 1)

    deep_checks._simulate(book, 2, played, Complaints())

    (run,) = play_counting(rulewright.load("expeditions"), [2], (), seeds, 1)
    assert [bool(played.counts[n]) for n in range(len(run.counts))] == list(map(bool, run.counts))


def test_what_was_played_is_printed(tmp_path: Path, shell: Shell) -> None:  # noqa: F811
    path = walks(tmp_path, GAME)

    shown = shell.run("check", path, "--deep", "--games", 5, "--seed", 3).stderr

    assert (
        "walks.yaml: played 5 random games with each number of players (2-3), seeds 3 to 7" in shown
    )


def test_a_question_with_one_answer(tmp_path: Path) -> None:
    told = found(walks(tmp_path, GAME.replace("from players\n", "from players where it is me\n")))

    assert list(told) == ["E1102"]
    assert "the question `walks.helper` came up" in told["E1102"].message
    assert told["E1102"].span is not None
    assert told["E1102"].span.line == 7


def test_a_game_that_does_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deep_checks, "MAX_DECISIONS", 300)
    told = found(walks(tmp_path, GAME.replace("my steps + 1", "my steps - 1")))

    assert told["E1103"].severity == "error"
    assert "--players 2 --games 1 --seed 1" in (told["E1103"].help or "")


def test_a_game_that_breaks_off_is_told_with_its_seed(tmp_path: Path) -> None:
    text = GAME.replace(
        "set my steps to my steps + 1", "set my steps to (my steps + 9000) * 999000"
    )

    told = found(walks(tmp_path, text))

    assert told["E0702"].severity == "error"
    assert "--seed 1" in (told["E0702"].help or "")


def test_it_is_found_by_the_command(tmp_path: Path, shell: Shell) -> None:  # noqa: F811
    path = walks(tmp_path, GAME + NEVER)
    deep = ("check", path, "--deep", "--games", 5)

    assert "E1101" in shell.run(*deep).stdout
    shell.run(*deep, "--strict", exit_code=1)
    assert "E1101" not in shell.run("check", path).stdout


def test_shipped_rules_are_not_told_about(tmp_path: Path) -> None:
    path = write(tmp_path / "mine.yaml", "edition: mine\nextends: expeditions\nname: Mine\n")

    assert found(path, games=2) == {}


def test_without_an_edition_there_is_nothing_to_play(tmp_path: Path, shell: Shell) -> None:  # noqa: F811
    path = write(tmp_path / "own.rules", "character Bard\n    rank 3\n")

    assert "--deep needs an edition" in shell.run("check", "--deep", path, exit_code=2).stderr
