"""Bots that think: at the table, as a hint, and in many games."""

import re
from pathlib import Path

import pytest

from front.kit import Shell
from game.kit import make_rules
from rulewright import load
from rulewright.base.library import find_library
from rulewright.base.records import evolve
from rulewright.cli.common import seats as bots
from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.seats import (
    BOTS,
    LEVELS,
    NAMES,
    WORDS,
    default_bot,
    make_bot,
    quick_player,
)  # fmt: skip
from rulewright.cli.simulation import SimulationPlan, run_plan
from rulewright.runtime.session.games import Rules
from rulewright.runtime.session.rules.internals import inside

pytestmark = pytest.mark.usefixtures("quick", "quick_thoughts")

PICK = """
flow
    play picking
phase picking
    for each player in players
        the player chooses a wish from 1 to 3
        set the player's money to the wish
value a player's points is the player's money
outcome by points
"""


@pytest.fixture
def quick_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "LEVELS", {name: (30, 60.0) for name in LEVELS})


@pytest.fixture
def pick(tmp_path: Path) -> Rules:
    return make_rules(tmp_path, PICK)


def test_every_bot_has_a_name_and_words() -> None:
    assert set(NAMES) == {*BOTS, *LEVELS} == WORDS.keys()


@pytest.mark.parametrize("name", list(LEVELS))
def test_who_thinks_takes_the_best(pick: Rules, name: str) -> None:
    game = pick.new_game(2, 1)
    while game.decision is not None:
        game.choose(make_bot(name, 1)(game))
    assert game.decisions == [2, 2]


def test_the_table_is_seated_with_who_thinks(
    shell: Shell, pick: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RULEWRIGHT_BOT")
    assert default_bot() == "search"
    shown = shell.run("play", inside(pick).source, "--players", 3, typed="1\n").stdout
    assert "Bots: normal." in shown
    assert "Boris and Clara share the victory." in shown


def test_a_variable_names_another_usual_bot(
    shell: Shell, pick: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEWRIGHT_BOT", "first")
    shown = shell.run("play", inside(pick).source, "--players", 3, typed="2\n").stdout
    assert "Bots: always the first option." in shown
    assert "Ada wins." in shown


def test_a_hint_tells_how_much_was_thought_of_each_option(shell: Shell, pick: Rules) -> None:
    shown = shell.run("play", inside(pick).source, "--players", 2, typed="hint\nh\n1\n").stdout
    hints = re.findall(r"^([> ]) +(\d+)%  (\d)  (\d)$", shown, re.MULTILINE)
    assert [(number, label) for _, _, number, label in hints] == [
        ("1", "1"),
        ("2", "2"),
        ("3", "3"),
    ] * 2
    assert [mark for mark, *_ in hints] == [" ", " ", ">"] * 2
    assert 99 <= sum(int(share) for _, share, *_ in hints[:3]) <= 101
    assert hints[:3] == hints[3:]


def test_a_saved_game_goes_on_with_the_same_bot(shell: Shell, pick: Rules) -> None:
    shell.run(
        "play", inside(pick).source, "--bot", "search-easy", "--save", "game.json", typed="q\n"
    )
    shown = shell.run("play", "--resume", "game.json", typed="q\n").stdout
    assert "Bots: weak." in " ".join(shown.split())


def test_many_games_of_who_thinks_hang_on_nothing_but_the_seed(pick: Rules) -> None:
    plan = SimulationPlan(pick, 3, 4, "search-easy", 4, (), "python", 1)
    totals = run_plan(plan).totals
    assert totals == run_plan(evolve(plan, engine="native", jobs=2)).totals
    assert totals.scores == (12, 12, 12)


def test_on_a_terminal_it_is_shown_that_somebody_thinks(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.console import Console

    from rulewright.cli.terminal.screen import TerminalPage

    page = TerminalPage(Console(force_terminal=True, width=60), False)
    with page.spinner("Boris is thinking"):
        pass
    assert "Boris is thinking" in capsys.readouterr().out
    with TerminalPage(Console(force_terminal=False), True).spinner("Boris is thinking"):
        pass
    assert "Boris" not in capsys.readouterr().out


def test_how_many_threads_think(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_THREADS", "1")
    assert bots.search_threads() == 1
    monkeypatch.setenv("RULEWRIGHT_THREADS", "many")
    with pytest.raises(NotPossible, match="many"):
        bots.search_threads()
    monkeypatch.delenv("RULEWRIGHT_THREADS")
    assert bots.search_threads() in (1, 2)


@pytest.mark.long
def test_the_same_seed_is_the_same_game_with_bots_and_all(shell: Shell) -> None:
    arguments = ("play", "caravan", "--watch", "--players", 3, "--seed", 1, "--bot", "search")
    first, second = (shell.run(*arguments).stdout for _ in range(2))

    assert "wins" in first
    assert first == second


def test_a_clock_that_cuts_says_so_once(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "LEVELS", {name: (10**6, 0.02) for name in LEVELS})
    told = "A bot ran out of time to think"

    shown = shell.run("play", "caravan", "--watch", "--players", 2, "--seed", 1, "--bot", "search")

    assert shown.stdout.count(told) == 1


def test_the_quick_bot_plays_where_one_was_trained(shell: Shell) -> None:
    """It gives hints too; in other games, and for other numbers of players, it is refused."""
    pytest.importorskip("numpy")
    played = shell.run(
        "play", "expeditions", "--watch", "--bot", "quick", "--delay", 0, "--seed", 1
    )
    assert "quick" in played.stdout
    again = shell.run("play", "expeditions", "--watch", "--bot", "quick", "--delay", 0, "--seed", 1)
    assert again.stdout == played.stdout
    hints = shell.run("play", "expeditions", "--bot", "quick", "--seed", 1, typed="h\nq\n").stdout
    assert re.search(r"(?m)^> +\d+% ", hints)
    assert (
        "classic has no trained bot"
        in shell.run("play", "classic", "--bot", "quick", exit_code=2).stderr
    )


@pytest.mark.parametrize(
    "file", sorted(find_library().folder("editions").glob("*.quick.npz")), ids=str
)
def test_shipped_trained_players_fit_and_win(file: Path) -> None:
    """A change of the rules that alters what is seen needs a new training."""
    np = pytest.importorskip("numpy")
    from rulewright.lab.players.batch_matches import share_among

    rules = load(file.name.removesuffix(".quick.npz"))
    player = quick_player(rules, rules.players[0], ())
    assert player is not None
    options = ("single-game",) if "single-game" in rules.options else ()
    batch = rules.batch(64, rules.players[0], seed=1, options=options)
    assert share_among(batch, player.network, "random", np.random.default_rng(1)) > 0.95
    assert file.stat().st_size <= 100_000
