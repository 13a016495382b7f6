"""`check` finds scenarios that cannot run: `test` and pytest fail them at the same place with the same help."""

from pathlib import Path

import pytest

from checks.kit import write
from rulewright.language.text import Complaint
from rulewright.testing.checks import check_edition, check_scenarios
from rulewright.testing.scenarios import find_scenarios, run_scenario

PLAIN = "in classic, 4 players"
TABLE = "edition: our-table\nextends: classic\nname: Our table\nabout: Ours.\nrules: [own.rules]\n"
ABSENT = "Emperor is not in this game", "end the line `in …` with `, with Emperor`"

REFUSED = {
    "a number of players": (
        "Y0311", (2, 17), "in classic, 8 players", "play turn for A as Bishop", "",
        "the edition is for 2-7 players, not for 8", None,
    ),
    "an option": (
        "Y0308", (2, 35), f"{PLAIN}, option dark-cty", "play turn for A as Bishop", "",
        "there is no option `dark-cty`; expected one of 10 names such as dark-city, shared-victory or idle-income",
        "did you mean `dark-city`?",
    ),
    "an unknown card": (
        "E0601", (2, 33), f"{PLAIN}, with Emperorr", "play turn for A as Bishop", "",
        "there is no card called `Emperorr`", "did you mean `Emperor`?",
    ),
    "two cards for one place": (
        "E0615", (2, 33), f"{PLAIN}, with Emperor and King", "play turn for A as King", "",
        "Emperor and King cannot both be in the game: only one card of each rank is allowed",
        "ask for only one of these two cards",
    ),
    "a card that is played": ("E0513", (4, 28), PLAIN, "play turn for A as Emperor", "", *ABSENT),
    "a card that is chosen": (
        "E0513", (5, 19), PLAIN, "play turn for A as Bishop", "A chooses build Factory",
        "Factory is not in this game", "end the line `in …` with `, with Factory`",
    ),
    "a card that another replaces": (
        "E0513", (4, 28), f"{PLAIN}, with Emperor", "play turn for A as King", "",
        "King is not in this game", "leave out Emperor: only one card of each rank is in a game",
    ),
    "a card that another one used replaces": (
        "E0513", (4, 28), PLAIN, "play turn for A as Emperor", "play turn for B as King",
        "Emperor is not in this game",
        "use King or Emperor in this scenario: only one card of each rank is in a game",
    ),
    "a card that another one used and asked for replaces": (
        "E0513", (5, 28), f"{PLAIN}, with Emperor", "play turn for A as Emperor", "play turn for B as King",
        "King is not in this game",
        "use Emperor or King in this scenario: only one card of each rank is in a game",
    ),
    "several cards": (
        "E0513", (4, 28), PLAIN, "play turn for A as Emperor", "A chooses build Factory",
        "Emperor and Factory are not in this game", "end the line `in …` with `, with Emperor and Factory`",
    ),
}  # fmt: skip


def scenario(place: str, *when: str, then: str = "A's gold is 0") -> str:
    """A scenario with these lines."""
    lines = "".join(f"        {line}\n" for line in when if line)
    return f'scenario "x"\n    {place}\n    when\n{lines}    then\n        {then}\n'


def outcome(path: Path) -> tuple[str, str]:
    """The message and the place with which the only scenario fails when it is run."""
    (ref,) = find_scenarios(path)
    result = run_scenario(ref)
    assert not result.passed
    return result.message, result.place


def errors(complaints: tuple[Complaint, ...]) -> list[tuple[object, ...]]:
    """The errors with their places, messages and helps."""
    return [
        (each.code, each.span and (each.span.line, each.span.column), each.message, each.help)
        for each in complaints
        if each.severity == "error"
    ]


@pytest.mark.parametrize("what", REFUSED)
def test_check_says_what_a_run_says(what: str, tmp_path: Path) -> None:
    code, (line, column), place, played, chosen, message, help = REFUSED[what]
    path = write(tmp_path / "a.scenarios.rules", scenario(place, played, chosen))

    assert errors(check_scenarios([path])) == [(code, (line, column), message, help)]
    said = message if help is None else f"{message}; {help}"
    assert outcome(path) == (said, f"{path}:{line}:{column}")


@pytest.mark.parametrize(
    "check",
    [
        "A may not choose build Factory",
        "Factory is not in A's city",
        "A can see Factory",
        "A can see B's Factory",
        "B cannot see A's Factory",
    ],
)
def test_a_check_of_a_card_that_is_not_there_shows_nothing(check: str, tmp_path: Path) -> None:
    text = scenario(PLAIN, "play turn for A as Bishop", then=check)
    path = write(tmp_path / "a.scenarios.rules", text)

    (error,) = errors(check_scenarios([path]))

    assert error[2] == "Factory is not in this game"
    assert (
        outcome(path)[0] == "Factory is not in this game; end the line `in …` with `, with Factory`"
    )


def test_what_the_game_has_is_counted_freely(tmp_path: Path) -> None:
    then = "there is no district in districts where it is Factory"
    text = scenario(PLAIN, "play turn for A as Bishop", then=then)
    path = write(tmp_path / "a.scenarios.rules", text)

    assert check_scenarios([path]) == ()
    (ref,) = find_scenarios(path)
    assert run_scenario(ref).passed


@pytest.mark.rotating
def test_scenarios_of_an_edition_of_ones_own_are_checked_with_it(tmp_path: Path) -> None:
    table = write(tmp_path / "our-table.yaml", TABLE)
    place = 'in "our-table.yaml", 4 players'
    card = 'character Bard\n    rank 3\n    reading "Ours."\n\n    power rest at main\n        gain 1 gold\n\n'
    text = card + scenario(place, "play turn for A as Bard", "A chooses gather gold")
    path = write(tmp_path / "own.rules", text)

    message, help = "Bard is not in this game", "end the line `in …` with `, with Bard`"
    assert errors(check_edition(table)) == [("E0513", (11, 28), message, help)]
    assert outcome(path) == (f"{message}; {help}", f"{path}:11:28")

    write(table, TABLE + "cast: {character: {add: [Bard]}}\n")
    assert errors(check_edition(table)) == []


def test_each_scenario_of_a_refused_setup_is_reported(tmp_path: Path) -> None:
    text = scenario("in classic, 8 players", "play turn for A as Bishop")
    path = write(tmp_path / "a.scenarios.rules", text + "\n" + text.replace('"x"', '"y"'))

    assert [error[1] for error in errors(check_scenarios([path]))] == [(2, 17), (9, 17)]
