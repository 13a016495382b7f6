"""`rulewright check`."""

import json
from pathlib import Path

import pytest

from front.kit import Shell

pytestmark = pytest.mark.portable

GOOD = "edition: mine\nextends: classic\nname: Mine\nabout: Mine.\n"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    return write(tmp_path / "mine.yaml", GOOD + "playres: 4\n")


def test_a_right_edition(shell: Shell, tmp_path: Path) -> None:
    shown = shell.run("check", write(tmp_path / "mine.yaml", GOOD)).stdout

    assert shown == "1 edition and 0 rule files checked: no complaints\n"


def test_the_files_of_the_library_are_not_the_authors(shell: Shell, tmp_path: Path) -> None:
    shell.run("new", "character", "Court Piper")

    own = shell.run("check", "court-piper-table.yaml").stdout
    shipped = shell.run("check", "kuhn").stdout

    assert own == "1 edition and 1 rule file checked: no complaints\n"
    assert shipped == "1 edition and 1 rule file checked: no complaints\n"


def test_a_wrong_edition_is_shown_with_its_line(shell: Shell, wrong: Path) -> None:
    shown = shell.run("check", wrong, exit_code=1).stdout

    assert "mine.yaml:5:1" in shown
    assert "help: did you mean `players`?" in shown
    assert shown.endswith("checked: 1 error\n")


def test_a_wrong_rule_file(shell: Shell, tmp_path: Path) -> None:
    path = write(tmp_path / "bandit.rules", "character Bandit\n    rnak 2\n")

    assert "bandit.rules:2:5" in shell.run("check", path, exit_code=1).stdout


@pytest.mark.rotating
def test_a_house_rule_with_its_edition_and_its_scenarios(shell: Shell, tmp_path: Path) -> None:
    write(tmp_path / "house.yaml", "edition: house\nextends: classic\nrules: [bandit.rules]\n")
    write(tmp_path / "bandit.rules", 'character Bandit\n    rank 2\n    printed "Bandit"\n')
    write(
        tmp_path / "bandit.scenarios.rules",
        'scenario "A wrong word"\n    in "house.yaml", 4 players\n'
        "    given\n        set A's glod to 3\n",
    )

    shown = shell.run("check", tmp_path, exit_code=1).stdout

    assert "bandit.scenarios.rules:4:" in shown
    assert "glod" in shown


@pytest.mark.rotating
def test_files_named_beside_each_other_tell_one_mistake_once(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither under two paths of one file, nor once more for each file that is played with it."""
    monkeypatch.chdir(tmp_path)
    edition = "edition: house\nextends: classic\nrules: [bandit.rules, piper.rules]\n{}\n"
    write(tmp_path / "house.yaml", edition.format("cast: {characters: [Bandit]}"))
    write(tmp_path / "bandit.rules", 'character Bandit\n    rank 2\n    reading "Ours."\n')
    write(tmp_path / "piper.rules", 'character Piper\n    rank 9\n    reading "Ours."\n')
    named = ("check", "house.yaml", "bandit.rules", "piper.rules")

    shown = shell.run(*named, exit_code=1).stdout
    assert shown.count("house.yaml:4:8") == 1

    write(tmp_path / "house.yaml", edition.format(""))
    write(tmp_path / "piper.rules", 'character Piper\n    rank nine\n    reading "Ours."\n')

    shown = shell.run(*named, exit_code=1).stdout
    assert shown.count("piper.rules:2:10") == 1
    assert "cannot be checked completely" not in shown
    assert (
        "cannot be checked completely" in shell.run(*named, "--format", "json", exit_code=1).stdout
    )


def test_complaints_for_programs(shell: Shell, wrong: Path) -> None:
    result = shell.run("check", wrong, "--format", "json", exit_code=1)

    told = json.loads(result.stdout)
    assert [(each["severity"], each["line"]) for each in told] == [("error", 5)]
    assert "1 error" in result.stderr


def test_complaints_for_github(shell: Shell, wrong: Path) -> None:
    shown = shell.run("check", wrong, "--format", "github", exit_code=1).stdout

    assert shown.startswith(f"::error file={wrong},line=5,")


def test_complaints_for_code_scanning_are_told_from_the_working_folder(
    shell: Shell, wrong: Path
) -> None:
    told = json.loads(shell.run("check", wrong, "--format", "sarif", exit_code=1).stdout)

    (result,) = told["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "mine.yaml"
    assert place["region"]["startLine"] == 5


@pytest.mark.parametrize(("form", "printed"), [("json", "[]\n"), ("github", "")])
@pytest.mark.rotating
def test_no_complaints_for_programs(shell: Shell, tmp_path: Path, form: str, printed: str) -> None:
    path = write(tmp_path / "mine.yaml", GOOD)

    assert shell.run("check", path, "--format", form).stdout == printed


@pytest.mark.rotating
def test_warnings_fail_only_when_asked(shell: Shell, tmp_path: Path) -> None:
    path = write(tmp_path / "other.yaml", GOOD)

    assert "1 warning" in shell.run("check", path).stdout
    shell.run("check", path, "--strict", exit_code=1)


def test_an_empty_folder_is_nothing_to_work_on(shell: Shell, tmp_path: Path) -> None:
    assert "no rule file" in shell.run("check", tmp_path, exit_code=2).stderr


@pytest.mark.parametrize("name", ["none.yaml", "none.rules", "none/such", "clasic"])
def test_what_is_not_there_is_wrong_use(shell: Shell, name: str) -> None:
    shell.run("check", name, exit_code=2)


def test_colours_are_for_terminals_and_for_who_asks(
    shell: Shell, wrong: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\x1b[" not in shell.run("check", wrong, exit_code=1).stdout

    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in shell.run("check", wrong, exit_code=1).stdout

    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in shell.run("check", wrong, exit_code=1).stdout


SINGER = """\
character Bard
    rank 3
    reading "Ours."

    power sing at main
        gain 1 gold

    at the end of my turn
        gain 1 gold
"""
ENCORE = """
    after I draw some cards
        gain 1 gold
"""
SINGS = """
scenario "A song"
    in "our-table.yaml", 4 players
    when
        play turn for A as Bard
        A chooses gather gold, CHOSEN
        A's turn ends
    then
        A's gold is SUM
"""


def table(folder: Path, rules: str) -> Path:
    text = "edition: our-table\nextends: classic\nname: Ours\nabout: Ours.\nrules: [own.rules]\n"
    write(folder / "our-table.yaml", text + "cast: {character: {add: [Bard]}}\n")
    return write(folder / "own.rules", rules)


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (SINGER, "no scenario reaches a rule of Bard"),
        (SINGER + SINGS.replace("CHOSEN", "sing").replace("SUM", "5"), "a rule of Bard"),  # fails
        (SINGER + SINGS.replace("CHOSEN", "done").replace("SUM", "3"), "no scenario reaches `power sing at main`"),
        (SINGER + ENCORE + SINGS.replace("CHOSEN", "sing").replace("SUM", "4"), "`after I draw some cards`"),
        (SINGER + SINGS.replace("CHOSEN", "sing").replace("SUM", "4"), ""),
    ],
)  # fmt: skip
@pytest.mark.rotating
def test_strict_finds_rules_that_no_scenario_reaches(
    rules: str, told: str, shell: Shell, tmp_path: Path
) -> None:
    path = table(tmp_path, rules)

    assert "E1104" not in shell.run("check", tmp_path).stdout
    for named in (tmp_path, path):
        shown = shell.run("check", "--strict", named, exit_code=1 if told else 0).stdout
        assert shown.count("E1104") == bool(told)
        assert told in shown


@pytest.mark.rotating
def test_a_scenario_elsewhere_in_the_folder_reaches_rules(shell: Shell, tmp_path: Path) -> None:
    table(tmp_path, SINGER)
    scenario = SINGS.replace("CHOSEN", "sing").replace("SUM", "4")
    write(tmp_path / "all.scenarios.rules", scenario)

    shell.run("check", "--strict", tmp_path)


@pytest.mark.rotating
def test_untested_rules_can_be_allowed(shell: Shell, tmp_path: Path) -> None:
    table(tmp_path, SINGER.replace("Bard\n", "Bard  # allow E1104: a draft\n", 1))

    shell.run("check", "--strict", tmp_path)
    shell.run("check", tmp_path)
