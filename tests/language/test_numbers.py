"""Numbers of every size and sign as options, and numbers that no game can hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import rulewright
from properties.kit import few
from rulewright import Game, RulesError
from rulewright.runtime.ir.engine_contract import END, element_of, list_of, option_of
from rulewright.testing.scenarios import ScenarioRef, find_scenarios, run_scenario

FOLDER = Path(__file__).parent / "numbers"
LARGEST = 2**31 - 1
NUMBERS = st.integers(-LARGEST - 1, LARGEST)

RULES = """
game marks

labels hue: red, green, blue

kind token
    starts in the box

there is a box of tokens, seen by everyone
there is a mark, a number, seen by everyone
there is a side, a number, seen by everyone
there is a friend, a player or nobody, seen by everyone
there is a shade, a hue or nothing, seen by everyone
there is a prize, a token or nothing, seen by everyone

token Coin
    printed "Coin"

token Shell
    printed "Shell"

flow
    play choosing

phase choosing
    for each player in players
        the player chooses
            option friend for each partner from players
                set the friend to the partner
            option low for each n from {low} to {high}
                set the mark to the n
                set the side to 1
            option shade for each hue from hues
                set the shade to the hue
            option high for each n from {second} to {last}
                set the mark to the n
                set the side to 2
            option prize for each token from tokens in the box
                set the prize to the token
        the player may choose an amount from {low} to {high}
            set the mark to the amount
{more}

value a player's score is 0
outcome by score
"""
EDITION = """
edition: marks
name: Marks
rules: [marks.rules]
players: 2
cast: {token: [Coin, Shell]}
"""


def game_of(folder: Path, low: int, high: int, second: int, last: int, more: str = "") -> Game:
    text = RULES.format(low=low, high=high, second=second, last=last, more=more)
    (folder / "marks.rules").write_text(text, encoding="utf-8")
    (folder / "marks.yaml").write_text(EDITION, encoding="utf-8")
    return rulewright.load(folder / "marks.yaml").new_game(2)


@pytest.mark.parametrize("ref", find_scenarios(FOLDER), ids=lambda ref: ref.title)
def test_scenarios_of_numbers_hold(ref: ScenarioRef) -> None:
    """What the rule file beside this test promises."""
    result = run_scenario(ref)
    assert result.passed, f"{result.place}: {result.message} {result.actual}"


@given(st.integers(0, 1000), NUMBERS)
def test_an_option_is_a_list_and_an_element(number: int, element: int) -> None:
    option = option_of(number, element)

    assert (list_of(option), element_of(option)) == (number, element)
    assert option != END
    assert list_of(END) == -1


@few(15)
@given(
    st.integers(-5, 5), st.integers(0, 12), st.integers(-LARGEST, LARGEST - 12), st.integers(0, 9)
)
def test_every_option_that_is_offered_comes_back_as_itself(
    tmp_path_factory: pytest.TempPathFactory, low: int, more: int, second: int, further: int
) -> None:
    game = game_of(tmp_path_factory.mktemp("marks"), low, low + more, second, second + further)
    assert game.decision is not None
    first = [("low", n, 1) for n in range(low, low + more + 1)]
    then = [("high", n, 2) for n in range(second, second + further + 1)]
    found = []
    for index, option in enumerate(game.decision.options):
        other = game.copy()
        other.choose(index)
        tracks, data = other.view()["table"]["tracks"], option.data
        if data["option"] in ("low", "high"):
            found.append((data["option"], tracks["mark"], tracks["side"]))
            assert data["number"] == tracks["mark"]
        elif data["option"] == "friend":
            assert tracks["friend"] == {"player": data["player"]}
        elif data["option"] == "shade":
            assert tracks["shade"] == data["hue"]
        else:
            assert tracks["prize"]["card"] == data["card"]
    assert found == [*first, *then]


@few(10)
@given(st.integers(-4, 2), st.integers(0, 4))
def test_every_number_of_a_may_comes_back_as_itself_and_no_is_none_of_them(
    tmp_path_factory: pytest.TempPathFactory, low: int, more: int
) -> None:
    game = game_of(tmp_path_factory.mktemp("marks"), low, low + more, 50, 51)
    game.choose(0)
    assert game.decision is not None
    *numbers, no = list(game.decision.options)
    assert [option.data["number"] for option in numbers] == list(range(low, low + more + 1))
    assert (no.label, no.data) == ("no", {"kind": "done"})
    for index, option in enumerate(numbers):
        other = game.copy()
        other.choose(index)
        assert other.view()["table"]["tracks"]["mark"] == option.data["number"]
    game.choose(len(numbers))
    assert game.view()["table"]["tracks"]["mark"] == 0


# ------------------------------------------------------------------ numbers that no game can hold

SQUARING = """
        for each lap in 1 to 60
            set the mark to the mark * the mark
"""


def test_a_number_that_grows_too_large_stops_the_game_and_leaves_it_as_it_was(
    tmp_path: Path,
) -> None:
    game = game_of(tmp_path, 2, 3, 50, 51, SQUARING)
    game.choose(2)
    before = game.copy()

    with pytest.raises(RulesError) as caught:
        game.choose(0)

    (complaint,) = caught.value.complaints
    assert complaint.code == "E0702"
    assert "too large" in complaint.message
    assert game == before


@pytest.mark.parametrize(
    ("start", "deed", "expected"),
    [
        (LARGEST - 1, "the mark + 1", LARGEST),
        (LARGEST, "the mark + 1", None),
        (-LARGEST + 1, "the mark - 1", -LARGEST),
        (-LARGEST, "the mark - 1", None),
        (46340, "the mark * the mark", 46340**2),
        (46341, "the mark * the mark", None),
    ],
)
def test_the_range_of_numbers_is_exact(
    tmp_path: Path, start: int, deed: str, expected: int | None
) -> None:
    more = f"        set the mark to {start}\n        set the mark to {deed}\n"
    game = game_of(tmp_path, 0, 1, 50, 51, more)
    game.choose(0)

    if expected is None:
        with pytest.raises(RulesError, match="too large"):
            game.choose(0)
    else:
        game.choose(0)
        assert game.view()["table"]["tracks"]["mark"] == expected


def test_a_list_of_far_too_many_numbers_stops_the_game(tmp_path: Path) -> None:
    """It would fill the memory with options."""
    with pytest.raises(RulesError, match="too large"):
        game_of(tmp_path, -LARGEST, LARGEST, 50, 51)
