"""`rulewright simulate`."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from checks.kit import WALKS, walks
from front.conftest import loaded
from front.kit import Shell
from rulewright.base.records import evolve
from rulewright.cli import simulation
from rulewright.cli.common.seats import random_bot
from rulewright.cli.simulation import SimulationPlan, play_by_bots, play_randomly, run_plan
from rulewright.native import compile_module as from_module, host, loading
from rulewright.native.engine.native_engine import NativeEngine
from rulewright.runtime.session.native_backend import EngineName, may_be_native
from rulewright.runtime.session.playouts import WHOLE, Totals
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.rules.rulebook import Rulebook

KEYS = {
    "edition", "players", "games", "seconds", "cpu_seconds", "games_per_s", "games_per_cpu_s",
    "decisions_per_game", "forced_per_game", "rounds_per_game", "mean_score", "winner_score",
    "options", "bot", "seed", "engine", "given_up",
}  # fmt: skip

pytestmark = [pytest.mark.usefixtures("quick"), pytest.mark.portable]


def plan(players: int = 4, bot: str = "random", games: int = 5) -> SimulationPlan:
    return SimulationPlan(loaded("classic"), players, games, bot, 1, ("gather-first",))


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

    assert shown.startswith("3 games of Citadels (classic), 4 players, bots: random\n")
    note = inside(loaded("classic")).playout_note
    assert f"gather-first, idle-income {note} engine" in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("given", [["--no-playout-options"], ["--option", "shorter-game"]])
@pytest.mark.rotating
def test_the_advice_of_an_edition_is_told_only_where_it_is_taken(
    shell: Shell, given: list[str]
) -> None:
    shown = shell.run("simulate", "--games", 2, *given).stdout
    assert inside(loaded("classic")).playout_note not in " ".join(shown.split())


def test_the_same_seed_gives_the_same_games(shell: Shell) -> None:
    told = [shell.json("simulate", "--games", 3, "--seed", 5, "--json") for _ in range(2)]
    told.append(shell.json("simulate", "--games", 3, "--seed", 6, "--json"))

    scores = [each["mean_scores"] for each in told]
    assert scores[0] == scores[1] != scores[2]


@pytest.mark.sampled(4)
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

    expected = sum(map(Totals.of, play_by_bots(plan(players), seeds)), Totals())
    assert play_randomly(plan(players), seeds) == expected


def test_a_bot_does_not_draw_the_numbers_of_the_deal() -> None:
    from rulewright.runtime.ir.layout import RANDOM
    from rulewright.runtime.ir.random_stream import below, generator_state

    class Hundred:
        class decision:
            options = range(100)

    bot, row = random_bot(7), [0] * RANDOM + [generator_state(7)]

    assert [bot(Hundred()) for _ in range(9)] != [below(row, 100) for _ in range(9)]  # type: ignore[arg-type]


def test_another_bot_plays_other_games() -> None:
    assert run_plan(plan(bot="first")).totals.decisions > 0


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


@pytest.mark.rotating
def test_cards_besides_those_of_the_edition(shell: Shell) -> None:
    first = shell.json("simulate", "--games", 3, "--cast", "Witch, Spy", "--json")
    second = shell.json("simulate", "--games", 3, "--cast", "Witch", "--cast", "Spy", "--json")
    plain = shell.json("simulate", "--games", 3, "--json")

    assert first["cast"] == second["cast"] == ["Witch", "Spy"]
    assert first["mean_scores"] == second["mean_scores"] != plain["mean_scores"]
    assert plain["cast"] == []
    assert (
        "chosen cards      Witch" in shell.run("simulate", "--games", 1, "--cast", "Witch").stdout
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


# ------------------------------------------------------------------ many processes, and stopping


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ["python", "native"])
def test_what_comes_out_hangs_on_neither_jobs_nor_engine(
    engine: EngineName, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "SHARES", dict.fromkeys(simulation.SHARES, 3))
    monkeypatch.setattr(simulation, "LEAST_SHARES", 2)
    plans = [evolve(plan(games=20), engine=engine, jobs=jobs) for jobs in (1, 2, 3)]
    reports = [run_plan(each) for each in plans]

    assert reports[0].totals == run_plan(plan(games=20)).totals
    assert all(report.totals == reports[0].totals for report in reports)
    assert reports[0].is_whole
    assert sum(reports[0].wins) == pytest.approx(1)


def test_sums_are_those_of_the_records() -> None:
    rules = loaded("classic")
    options = ("gather-first", "shared-victory")
    records = list(rules.playouts(50, 4, seed=1, options=options))
    sums = run_plan(evolve(plan(games=50), engine="native", options=options)).totals

    assert sums == sum(map(Totals.of, records), Totals())
    assert sums.scores == tuple(map(sum, zip(*(each.scores for each in records), strict=True)))
    shared = [each for each in records if len(each.winners) > 1]
    assert shared
    for seat in range(4):
        won = sum(WHOLE // len(each.winners) for each in records if seat in each.winners)
        assert sums.wins[seat] == won


@pytest.mark.parametrize("as_json", [True, False])
def test_whoever_stops_it_gets_what_is_done(
    shell: Shell, as_json: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped(simulation._PlayShare):
        def __call__(self, seeds: range) -> tuple[Totals, float, int]:
            if seeds.start > 30:
                raise KeyboardInterrupt
            return super().__call__(seeds)

    monkeypatch.setattr(simulation, "_PlayShare", Stopped)
    monkeypatch.setattr(simulation, "SHARES", dict.fromkeys(simulation.SHARES, 10))
    given = ["--games", 5000, "--jobs", 1, *(["--json"] if as_json else [])]
    result = shell.run("simulate", *given, exit_code=130)

    assert result.stderr == "Stopped: these are the first 30 of 5,000 games.\n"
    if as_json:
        told = json.loads(result.stdout)
        assert (told["games"], told["planned"]) == (30, 5000)
    else:
        assert result.stdout.startswith("30 games of ")


def test_nothing_is_told_when_nothing_was_done(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(self: object, seeds: range) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation._PlayShare, "__call__", stopped)
    assert shell.run("simulate", "--jobs", 1, exit_code=130).output == ""


# ------------------------------------------------------------------ which engine played


fast = pytest.mark.skipif(not may_be_native(), reason="wasmtime is not installed")


@fast
def test_who_played_is_told(shell: Shell) -> None:
    told = shell.json("simulate", "--games", 3, "--json")
    assert (told["engine"], told["given_up"]) == ("native", 0)
    told = shell.json("simulate", "--games", 3, "--json", "--engine", "python")
    assert (told["engine"], told["given_up"]) == ("python", 0)
    told = shell.json("simulate", "--games", 1, "--json", "--bot", "first")
    assert told["engine"] == "python"

    assert "  engine            native\n" in shell.run("simulate", "--games", 3).stdout
    shown = shell.run("simulate", "--games", 3, "--engine", "python").stdout
    assert "  engine            Python\n" in shown
    assert "  moteur" in shell.run("simulate", "--games", 3, "--lang", "fr").stdout


def trapped_for(seeds: range) -> Callable[[NativeEngine, int, int], list[int] | None]:
    """What gives up in place of `_native_sums` where one of these seeds is among the games."""
    native_sums = NativeEngine._native_sums

    def given_up(self: NativeEngine, seed: int, games: int) -> list[int] | None:
        touched = set(range(seed, seed + games)) & set(seeds)
        return None if touched else native_sums(self, seed, games)

    return given_up


@fast
def test_games_that_another_engine_had_to_play_are_counted(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = shell.json("simulate", "--games", 30, "--json", "--jobs", 1)
    monkeypatch.setattr(NativeEngine, "_native_sums", trapped_for(range(9, 14)))
    after = shell.json("simulate", "--games", 30, "--json", "--jobs", 1)

    assert after["given_up"] == 5
    assert after["mean_scores"] == before["mean_scores"]
    assert after["wins"] == before["wins"]
    shown = shell.run("simulate", "--games", 30, "--jobs", 1).stdout
    assert "engine            native, except for 5 games on the Python engine\n" in shown


@fast
def test_records_of_games_that_were_given_up_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = inside(plan().rules).compiled(4, (), "native").engine
    assert isinstance(engine, NativeEngine)
    pairs = [(n, n) for n in range(12)]
    expected, played = list(engine.playouts(pairs)), NativeEngine._native_results
    monkeypatch.setattr(
        NativeEngine,
        "_native_results",
        lambda self, seeds: None if (5, 5) in seeds else played(self, seeds),
    )
    before = engine.fallback_games

    assert list(engine.playouts(pairs)) == expected
    assert engine.fallback_games == before + 1


def test_what_the_native_engine_would_bring_is_told(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "may_be_native", lambda: False)
    monkeypatch.setattr(Rulebook, "native", lambda self, *way: None)

    shown = shell.run("simulate", "--games", 2).stdout
    assert "engine            Python; more than 100 times as fast after" in shown
    told = shell.json("simulate", "--games", 2, "--json")
    assert (told["engine"], told["given_up"]) == ("python", 0)
    result = shell.run("simulate", "--engine", "native", exit_code=2)
    assert "needs wasmtime" in result.stderr


@fast
def test_what_cannot_be_translated_is_named(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(from_module, "MAX_TERMS", 1000)
    monkeypatch.setattr(Rulebook, "native", lambda self, *way: None)
    told = "the native engine cannot play these rules: more than 1,000 expressions and statements"

    result = shell.run("simulate", "--engine", "native", exit_code=2)
    assert told in result.stderr
    assert "wasmtime" not in result.stderr
    assert f"engine            Python; {told}\n" in shell.run("simulate", "--games", 2).stdout


@fast
def test_a_wasmtime_that_cannot_be_used_is_not_called_missing(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "VERSIONS", (1, 2))
    monkeypatch.setattr(Rulebook, "native", lambda self, *way: None)

    result = shell.run("simulate", "--engine", "native", exit_code=2)
    assert "the native engine cannot be used here: wasmtime" in result.stderr
    assert "pip install" not in result.stderr


@pytest.mark.parametrize("options", [(), ("--engine", "python"), ("--bot", "first")])
def test_a_game_that_breaks_off_is_told_with_the_command_that_plays_it(
    options: tuple[str, ...], shell: Shell, tmp_path: Path
) -> None:
    once = "1 divided by (1 - my steps), rounded down"
    edition = walks(tmp_path, WALKS.replace("my steps + 1", once))

    told = shell.run("simulate", edition, "--games", 5, "--seed", 3, *options, exit_code=1).output

    assert "error[E0703]" in told
    command = told.partition("run: rulewright ")[2].partition("; options chosen so far: ")[0]
    assert command.endswith("--seed 3")
    assert "E0703" in shell.run(*shlex.split(command), exit_code=1).output
