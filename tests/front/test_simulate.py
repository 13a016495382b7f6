"""`rulewright simulate`."""

import json

import pytest

from front.conftest import loaded
from front.kit import Shell
from rulewright.front.bots import random_bot
from rulewright.front.playouts import Plan, play_by_bots, play_randomly, run_plan

KEYS = {
    "edition", "players", "games", "seconds", "cpu_seconds", "games_per_s", "games_per_cpu_s",
    "decisions_per_game", "forced_per_game", "rounds_per_game", "mean_score", "winner_score",
    "options", "bot", "seed",
}  # fmt: skip

pytestmark = pytest.mark.usefixtures("quick")


def plan(players: int = 4, bot: str = "random", games: int = 5) -> Plan:
    return Plan(loaded("classic"), players, games, bot, 1, ("gather-first",))


def test_the_line_for_programs(shell: Shell) -> None:
    result = shell.run("simulate", "classic", "--players", 3, "--games", 4, "--seed", 9, "--json")

    assert result.stdout.count("\n") == 1
    told = json.loads(result.stdout)
    assert told.keys() >= KEYS
    assert (told["edition"], told["players"], told["games"]) == ("classic", 3, 4)
    assert (told["seed"], told["bot"], told["options"]) == (
        9,
        "random",
        ["gather-first", "idle-income"],
    )
    assert told["decisions_per_game"] > told["rounds_per_game"] > 1
    assert told["winner_score"] > told["mean_score"] > 0
    assert sum(told["wins"]) == pytest.approx(1)


def test_the_table_for_people(shell: Shell) -> None:
    shown = shell.run("simulate", "--games", 3).stdout

    assert shown.startswith("3 games of Citadels (classic), 4 players, all random\n")
    assert f"gather-first, idle-income\n{' ' * 20}{loaded('classic').playout_note}\n" in shown


@pytest.mark.parametrize("given", [["--no-playout-options"], ["--option", "shorter-game"]])
def test_the_advice_of_an_edition_is_told_only_where_it_is_taken(
    shell: Shell, given: list[str]
) -> None:
    assert loaded("classic").playout_note not in shell.run("simulate", "--games", 2, *given).stdout


def test_the_same_seed_gives_the_same_games(shell: Shell) -> None:
    told = [shell.json("simulate", "--games", 3, "--seed", 5, "--json") for _ in range(2)]
    told.append(shell.json("simulate", "--games", 3, "--seed", 6, "--json"))

    scores = [each["mean_scores"] for each in told]
    assert scores[0] == scores[1] != scores[2]


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ([], ["gather-first", "idle-income"]),
        (["--no-playout-options"], []),
        (["--option", "shorter-game"], ["shorter-game"]),
        (["--option", "shorter-game", "--option", "shorter-game"], ["shorter-game"]),
    ],
)
def test_which_options_are_used(shell: Shell, given: list[str], used: list[str]) -> None:
    assert shell.json("simulate", "--games", 1, "--json", *given)["options"] == used


@pytest.mark.parametrize("players", [2, 4, 7])
def test_the_quick_loop_plays_the_games_of_the_random_bot(players: int) -> None:
    seeds = range(3)

    assert list(play_randomly(plan(players), seeds)) == list(play_by_bots(plan(players), seeds))


def test_a_bot_does_not_draw_the_numbers_of_the_deal() -> None:
    from rulewright.ir.chance import below, seeded
    from rulewright.ir.layout import RANDOM

    class Hundred:
        options = range(100)

    bot, row = random_bot(7), [0] * RANDOM + [seeded(7)]

    assert [bot(Hundred()) for _ in range(9)] != [below(row, 100) for _ in range(9)]  # type: ignore[arg-type]


def test_another_bot_plays_other_games() -> None:
    assert run_plan(plan(bot="first")).decisions > 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--players", 8), "classic is for 2 to 7 players, not for 8"),
        (("--option", "gather-frist"), "did you mean gather-first?"),
        (("--bot", "randon"), "did you mean random?"),
        (("--games", 0), "--games"),
        (("classik",), "did you mean `classic`?"),
        (("classic", "--edition", "modern"), "two editions are named"),
    ],
)
def test_wrong_use(shell: Shell, arguments: tuple[object, ...], told: str) -> None:
    assert told in shell.run("simulate", *arguments, exit_code=2).stderr


def test_cards_besides_those_of_the_edition(shell: Shell) -> None:
    first = shell.json("simulate", "--games", 3, "--cast", "Witch, Spy", "--json")
    second = shell.json("simulate", "--games", 3, "--cast", "Witch", "--cast", "Spy", "--json")
    plain = shell.json("simulate", "--games", 3, "--json")

    assert first["cast"] == second["cast"] == ["Witch", "Spy"]
    assert first["mean_scores"] == second["mean_scores"] != plain["mean_scores"]
    assert plain["cast"] == []
    assert (
        "cast              Witch" in shell.run("simulate", "--games", 1, "--cast", "Witch").stdout
    )


def test_all_cards_and_options_that_nobody_knows_are_told_at_once(shell: Shell) -> None:
    cards = shell.run("simulate", "--cast", "Wicth,Kepe", "--cast", "Witch,", exit_code=2).stderr
    assert "there is no card Wicth for classic; did you mean Witch?" in cards
    assert "there is no card Kepe for classic; did you mean Keep?" in cards
    assert cards.count("there is no") == 2

    options = shell.run("simulate", "--option", "x", "--option", "dark-cty", exit_code=2).stderr
    assert "there is no option x in classic" in options
    assert "there is no option dark-cty in classic; did you mean dark-city?" in options


def test_a_card_that_nobody_knows(shell: Shell) -> None:
    result = shell.run("simulate", "--cast", "Wicth", exit_code=2)

    assert "there is no card Wicth for classic; did you mean Witch?" in result.stderr
