"""Shipped rules with a few mistakes in them: complaints, or a game that can be played."""

import random
from pathlib import Path

import pytest
from hypothesis import event, given, strategies as st

from fuzz.kit import Change, Watch, assert_sound, changes, few, spoilt
from fuzz.targets import TINY, Target, passages_of, shipped, text_of, words_of
from rulewright.language.edition.loading.merge import changes_for
from rulewright.language.link.from_program import make_world
from rulewright.language.program.program import Program
from rulewright.language.text import Complaints, RulesError
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.state import GameState
from rulewright.runtime.lower.from_world import lower_world, module_of
from rulewright.runtime.lower.setup_validation import SetupValidator
from rulewright.runtime.python.python_engine import PythonEngine

BIG = shipped()
MOST_DECISIONS = 40


def mistakes(target: Target) -> st.SearchStrategy[list[Change]]:
    """Changes with the words and passages of a game."""
    return changes(words_of(target), passages_of(target))


def game_of(target: Target, program: Program, players: int) -> CompiledGame | None:
    """The game of a program; None, after sound complaints, if it does not fit its edition."""
    edition = target.loaded()
    complaints = Complaints()
    world = make_world(program, edition, changes_for(edition, players), players, complaints)
    work = None if complaints.has_errors else lower_world(world, complaints, SetupValidator())
    assert_sound(complaints)
    if work is None or complaints.has_errors:
        return None
    module = module_of(work)
    return CompiledGame(module, PythonEngine(module))


def play(game: CompiledGame, seed: int) -> None:
    """Some random decisions; rules that ask for the impossible say so, and nothing else goes wrong."""
    chance = random.Random(seed)
    try:
        state = GameState.start(game, seed)
        for _ in range(MOST_DECISIONS):
            if not state.waiting:
                return
            state.choose(chance.randrange(len(state.option_values())))
    except RulesError as error:
        assert_sound(error.complaints)


def check_and_play(target: Target, path: Path, text: str, players: int, seed: int) -> None:
    """Check a game with another text for one file; if that draws no error, play it."""
    complaints = Complaints()
    with Watch():
        program = target.program(path, text, complaints)
        assert_sound(complaints)
        event(f"errors: {complaints.has_errors}")
        if not complaints.has_errors:
            game = game_of(target, program, players)
            if game is not None:
                play(game, seed)


@few(14)
@given(mistakes(TINY), st.integers(2, 4), st.integers(0, 1000))
@pytest.mark.rotating
def test_a_small_game(made: list[Change], players: int, seed: int) -> None:
    (path,) = TINY.files

    check_and_play(TINY, path, spoilt(text_of(path), made), players, seed)


@few(5)
@given(st.sampled_from(BIG.files), mistakes(BIG), st.integers(2, 7), st.integers(0, 1000))
def test_a_file_of_a_shipped_game(path: Path, made: list[Change], players: int, seed: int) -> None:
    check_and_play(BIG, path, spoilt(text_of(path), made), players, seed)


@few(5)
@given(st.sampled_from(BIG.files), st.sampled_from(BIG.files), st.data())
def test_two_files_spliced(one: Path, other: Path, data: st.DataObject) -> None:
    above, below = text_of(one).split("\n"), text_of(other).split("\n")
    cut = data.draw(st.integers(0, len(above)))
    begin = data.draw(st.integers(0, len(below)))

    check_and_play(BIG, one, "\n".join([*above[:cut], *below[begin:]]), 4, cut)


@few(5)
@given(st.sampled_from(BIG.scenarios), mistakes(BIG))
def test_scenarios(path: Path, made: list[Change]) -> None:
    complaints = Complaints()

    with Watch():
        BIG.program(path, spoilt(text_of(path), made), complaints)
    assert_sound(complaints)


@pytest.mark.parametrize("target", [TINY, BIG], ids=str)
def test_the_games_themselves_are_right(target: Target) -> None:
    complaints = Complaints()
    path = target.files[0]

    program = target.program(path, text_of(path), complaints)

    assert not complaints.has_errors
    game = game_of(target, program, 3)
    assert game is not None
    assert GameState.start(game, 1).waiting
