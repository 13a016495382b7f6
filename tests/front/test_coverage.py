"""`rulewright simulate --coverage` and `rulewright test --coverage`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from clauses.kit import EDITION, write
from front.kit import Shell

ACTS = """\
phase lap
    set the lap-number to the lap-number + 1
    for each player in players
        the player acts

event a player acts
    I may sing
        do nothing
    if my coins is 50
        set my coins to 51
    if generous
        do nothing
    if my coins is 60
        do nothing

event a player sings
    set my coins to my coins + 1

scenario "Fifty coins become one more"
    in "tokens.yaml", 2 players
    given
        set A's coins to 50
    when
        A acts
        A chooses no
    then
        A's coins is 51
"""


@pytest.fixture
def tokens(tmp_path: Path) -> Path:
    return write(
        tmp_path, ACTS, EDITION + "options: {gifts: {about: more, settings: {generous: yes}}}\n"
    )


def states(report: dict[str, object]) -> dict[str, str]:
    clauses = report["clauses"]
    assert isinstance(clauses, list)
    return {clause["id"]: clause["state"] for clause in clauses}


def test_random_games_and_scenarios_together(shell: Shell, tokens: Path) -> None:
    report = shell.json("simulate", tokens, "--coverage", "--games", 20, "--json")
    state = states(report)

    assert state["event acts: I may sing [taken]"] == "fired"
    assert state["event acts: if my coins is 50 [then]"] == "in a scenario only"
    assert state["event acts: if my coins is 60 [then]"] == "never"
    assert state["event acts: if generous [then]"] == "settled"
    assert state["table gift: gift [2]"] == "settled"


def test_the_sums_are_those_of_the_clauses(shell: Shell, tokens: Path) -> None:
    report = shell.json("simulate", tokens, "--coverage", "--games", 20, "--json")
    found = list(states(report).values())

    assert [(run["players"], run["games"]) for run in report["runs"]] == [(2, 20), (3, 20)]
    for name, state in [
        ("fired", "fired"),
        ("scenario_only", "in a scenario only"),
        ("never", "never"),
        ("settled", "settled"),
    ]:
        assert report["all"][name] == found.count(state)
    for run in report["runs"]:
        assert run["fired"] + run["scenario_only"] + run["never"] + run["settled"] == len(found)


def test_a_clause_says_its_place_its_counts_and_its_scenario(shell: Shell, tokens: Path) -> None:
    report = shell.json("simulate", tokens, "--coverage", "--games", 20, "--json", "--players", 3)
    clauses = {clause["id"]: clause for clause in report["clauses"]}
    fifty = clauses["event acts: if my coins is 50 [then]"]
    line = (
        (tokens.parent / "tokens.rules")
        .read_text("utf-8")
        .split("\n")
        .index("    if my coins is 50")
    )

    assert fifty["place"].endswith(f"tokens.rules:{line + 1}:5")
    assert (fifty["counts"], fifty["in_scenarios"]) == ([0], 1)
    assert fifty["scenario"].startswith("Fifty coins become one more (")
    assert clauses["event acts: event a player acts [fires]"]["counts"] == [180]


def test_the_same_seed_gives_the_same_counts(shell: Shell, tokens: Path) -> None:
    given = ("simulate", tokens, "--coverage", "--games", 20, "--json", "--seed")

    assert shell.json(*given, 4) == shell.json(*given, 4) != shell.json(*given, 5)


def test_an_option_plays_its_own_clauses(shell: Shell, tokens: Path) -> None:
    report = shell.json(
        "simulate", tokens, "--coverage", "--games", 2, "--json", "--option", "gifts"
    )

    assert states(report)["event acts: if generous [then]"] == "fired"
    (counts,) = [
        clause["counts"]
        for clause in report["clauses"]
        if clause["id"] == "event acts: if generous [else]"
    ]
    assert counts == [None, None]


def test_the_report_for_people(shell: Shell, tokens: Path) -> None:
    shown = shell.run("simulate", tokens, "--coverage", "--games", 20).stdout

    assert "Not in random play, but in a scenario (" in shown
    assert "“Fifty coins become one more” (" in shown
    never = shown[shown.index("\nNever (") :]
    assert "event acts: if my coins is 60 [then]" in never
    assert "if generous [then]" not in shown
    assert "2 players" in shown
    assert "all together" in shown


def test_scenarios_alone(shell: Shell, tokens: Path) -> None:
    done = shell.run("test", tokens.parent, "--coverage", "--json")
    data = json.loads(done.stdout)
    (report,) = data["coverage"]
    state = states(report)

    assert report["edition"] == "tokens"
    assert state["event acts: if my coins is 50 [then]"] == "in a scenario only"
    assert state["event acts: I may sing [declined]"] == "in a scenario only"
    assert state["event acts: I may sing [taken]"] == "never"
    # Never in a scenario's game: no scenario takes the option.
    assert state["event acts: if generous [then]"] == "settled"
    assert (data["passed"], data["failed"], data["files"]) == (1, 0, 1)


def test_a_failed_scenario_shows_nothing(shell: Shell, tokens: Path) -> None:
    rules = tokens.parent / "tokens.rules"
    rules.write_text(
        rules.read_text("utf-8").replace("A's coins is 51", "A's coins is 52"), "utf-8"
    )
    done = shell.run("test", tokens.parent, "--coverage", "--json", exit_code=1)

    assert "in a scenario only" not in states(json.loads(done.stdout)["coverage"][0]).values()
    assert "FAILED  Fifty coins become one more" in done.stderr


OWN_DISTRICT = """\
edition: ours
extends: classic
rules: [kiosk.rules]
cast: {district/special: {add: {Kiosk: 1}}}
"""
KIOSK = """\
district Kiosk
    colour special, cost 1
    reading "Ours."

    at the end of my turn
        gain 1 gold
    at the end of my turn, if my gold is at least 50
        draw 1 card

scenario "A Kiosk earns one gold"
    in "ours.yaml", 4 players
    given
        move Kiosk to A's city
    when
        play turn for A as Bishop
        A chooses gather gold
    then
        A's gold is 3
"""


def test_own_files_come_first_and_have_a_gate(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(OWN_DISTRICT, "utf-8")
    rules = tmp_path / "kiosk.rules"
    rules.write_text(KIOSK, "utf-8")
    asked = ("test", rules, "--coverage", "--at-least")

    enough = shell.run(*asked, 50)
    first, *lines = enough.stdout.splitlines()
    after = lines[next(n for n, line in enumerate(lines) if line.startswith("Never (")) + 1 :]

    assert first.endswith("kiosk.rules")
    assert "kiosk.rules" in after[0]
    assert re.search(r"^2 of 4 clauses in your files fire \(50 %\)$", enough.stdout, re.M)
    assert shell.run(*asked, 51, exit_code=1).stdout == enough.stdout


def test_at_least_is_for_a_percentage(shell: Shell, tokens: Path) -> None:
    assert "--coverage" in shell.run("test", tokens, "--at-least", 5, exit_code=2).stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("simulate", "--coverage", "--bot", "first"), "leave out --bot"),
        (("simulate", "--coverage", "--players", 9), "2 to 7 players, not for 9"),
        (("test", "--json", "--watch"), "--watch"),
    ],
)
def test_wrong_use(shell: Shell, arguments: tuple[object, ...], told: str) -> None:
    assert told in shell.run(*arguments, exit_code=2).stderr
