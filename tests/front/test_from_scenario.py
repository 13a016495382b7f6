"""`rulewright play --from`: a game goes on where a scenario ends."""

from pathlib import Path

import pytest

from checks.kit import our_table
from front.kit import Shell

pytestmark = pytest.mark.usefixtures("quick")

TWO = """\
scenario "Gold first"
    in classic, 4 players
    given
        set B's gold to 3
        move Tavern to B's hand
    when
        play turn for B as Merchant
        B chooses gather gold
    then
        B decides

scenario "All is over"
    in classic, 4 players
    given
        set B's gold to 3
    then
        B's gold is 3
"""


@pytest.fixture
def scenarios(tmp_path: Path) -> Path:
    path = tmp_path / "two.rules"
    path.write_text(TWO)
    return path


@pytest.mark.sampled(3)
@pytest.mark.usefixtures("scenarios")
@pytest.mark.parametrize("named", ["two.rules:1", "two.rules:gold", "two.rules:Gold first"])
def test_it_goes_on_with_who_decides_to_the_end_of_what_began(shell: Shell, named: str) -> None:
    shown = shell.run(
        "play", "--from", named, "--bot", "random", typed="why not build Keep\n1\n" * 20
    ).stdout

    assert "B Boris (you)" in shown
    assert "gold 6" in shown
    assert "Keep is in your hand" in shown
    assert shown.endswith("The prepared position has been played to its end.\n")


@pytest.mark.usefixtures("scenarios")
@pytest.mark.rotating
def test_it_is_not_kept(shell: Shell, tmp_path: Path) -> None:
    shown = shell.run("play", "--from", "two.rules:1", typed="h\nw\ns it\nx it\nq\n").stdout

    assert "A game that continues a scenario cannot be saved." in shown
    assert "the rule files of this game are unknown" in shown
    assert shown.count("This game was resumed, so the bots know only") == 2
    assert "rulewright play --from two.rules:1\n" in shown
    assert [path.name for path in tmp_path.iterdir()] == ["two.rules"]


@pytest.mark.usefixtures("scenarios")
@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("two.rules", "name one of the scenarios, as in two.rules:1\n  1  Gold first\n"),
        ("two.rules:3", "two.rules has scenarios 1 to 2, but no 3"),
        ("two.rules:silver", "none of the scenarios is called 'silver'"),
        ("two.rules:2", "after `All is over` there is no decision to make"),
        ("none.rules:2", "there is no rule file none.rules"),
        ("two", "there is no rule file two"),
    ],
)
def test_what_cannot_be_gone_on_from(shell: Shell, named: str, told: str) -> None:
    assert told in shell.run("play", "--from", named, exit_code=2).stderr


def test_nothing_goes_on_from_one_that_fails(shell: Shell, scenarios: Path) -> None:
    scenarios.write_text(TWO.replace("B's gold is 3", "B's gold is 4"))

    assert "B's gold is 3" in shell.run("play", "--from", "two.rules:2", exit_code=1).stderr


@pytest.mark.usefixtures("scenarios")
@pytest.mark.parametrize("more", ["classic", "--players=3", "--seed=3", "--save=x", "--resume=x"])
def test_it_goes_on_as_it_is(shell: Shell, more: str) -> None:
    shown = shell.run("play", "--from", "two.rules:1", more, exit_code=2).stderr

    assert "cannot be combined with --from" in shown


@pytest.mark.rotating
def test_rules_of_ones_own_go_on_too(shell: Shell, tmp_path: Path) -> None:
    our_table(tmp_path)
    text = (tmp_path / "bard.rules").read_text()
    (tmp_path / "song.rules").write_text(
        text[text.index("scenario ") :].replace("gather gold, sing", "gather gold")
        .replace("A's gold is 3", "A's gold is 2").replace("B's gold is 2", "B's gold is 3")
    )  # fmt: skip

    shown = shell.run(
        "play", "--from", "song.rules:1", "--lang", "fr", typed="? Bard\n1\nq\n"
    ).stdout

    assert "Bard" in shown
    assert "Votre choix" in shown
