"""An edition that a scenario names and that is not there is told where it is named, with what is like it."""

from pathlib import Path

import pytest

from front.kit import Shell
from rulewright.base.library import find_library
from rulewright.cli.checking.check_answers import collect_complaints
from rulewright.cli.checking.check_targets import find_targets
from rulewright.testing.checks import check_scenarios

SCENARIO = 'scenario "One"\n    in {}, 4 players\n    then\n        the number of players is 4\n'


@pytest.mark.parametrize(
    ("named", "code", "meant"),
    [("clasic", "Y0301", "classic"), ('"my-gme.yaml"', "Y0302", "my-game.yaml")],
)
def test_it_has_a_place_and_help(tmp_path: Path, named: str, code: str, meant: str) -> None:
    (tmp_path / "my-game.yaml").write_text("edition: my-game\nextends: classic\n")
    file = tmp_path / "one.scenarios.rules"
    file.write_text(SCENARIO.format(named))

    [complaint] = check_scenarios([file])

    assert (complaint.code, complaint.help) == (code, f"did you mean `{meant}`?")
    assert complaint.span is not None
    assert complaint.span.line == 2


@pytest.mark.parametrize(
    ("named", "help"),
    [
        ("my-game", "write `my-game.yaml`, which has this name"),
        ("my-gmae.yaml", "did you mean `my-game.yaml`?"),
    ],
)
@pytest.mark.parametrize("command", ["show", "play"])
def test_commands_know_the_file_that_is_here(
    shell: Shell,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    named: str,
    help: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my-game.yaml").write_text("edition: my-game\nextends: classic\n")

    assert f"{help}\n" in shell.run(command, named, exit_code=2).output


def test_say_takes_an_edition_by_an_option(shell: Shell) -> None:
    as_argument = shell.json("say", "shuffle the deck", "caravan", "--json")

    assert shell.json("say", "shuffle the deck", "--edition", "caravan", "--json") == as_argument


@pytest.mark.parametrize("mark", ["rulewright.yaml", ".git", None])
def test_an_edition_above_is_named_alike_from_every_folder_of_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str | None
) -> None:
    below = tmp_path / "project" / "scenarios"
    below.mkdir(parents=True)
    (below.parent / "my-game.yaml").write_text("edition: my-game\nextends: classic\n")
    if mark is not None:
        (below.parent / mark).write_text("")
    (below / "one.scenarios.rules").write_text(SCENARIO.format('"../my-game.yaml"'))

    reached = {}
    for folder in (tmp_path, below.parent, below):
        monkeypatch.chdir(folder)
        complaints = check_scenarios([below / "one.scenarios.rules"])
        reached[folder] = "Y0313" not in {each.code for each in complaints}

    assert reached == {tmp_path: True, below.parent: True, below: mark is not None}


def test_rules_beside_it_are_checked_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = SCENARIO.format("clasic") + "value a player's thrift is 3\n"
    Path("one.rules").write_text(text)

    found = collect_complaints(find_targets(["one.rules"], find_library().root))

    assert {each.code for each in found} == {"Y0301", "E0901"}


def test_rules_that_are_misspelt_get_the_name_of_those_that_are_shipped(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("edition: mine\nname: Mine\nplayers: 2-4\nrules: [citadel]\n")

    [complaint] = collect_complaints(find_targets([str(file)], find_library().root)).in_order()

    assert (complaint.code, complaint.help) == ("Y0304", "did you mean `citadels`?")
