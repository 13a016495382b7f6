"""Each row of the table of wishes is true: the help for the wish says the sentence, and the sentence is right."""

from functools import cache

import pytest

from program.wish_contexts import CONTEXTS, complaints_of, example
from rulewright.library import find_library
from rulewright.program.advising.search import Searcher
from rulewright.program.advising.wish_table import FRAME, Wish, wishes
from rulewright.program.from_syntax import ResolvedBase
from rulewright.text import read_source
from tiers import LONG

WISHES = wishes()
EVERY = 1 if LONG else 6
"""One of this many rows is tried; all in the long tier."""


def test_there_are_many_over_all_forms() -> None:
    assert len(WISHES) >= 150
    assert {wish.context for wish in WISHES} == set(CONTEXTS)


def test_none_is_there_twice() -> None:
    said = [(wish.context, wish.example) for wish in WISHES]

    assert [each for each in said if said.count(each) > 1] == []


@pytest.mark.parametrize(
    "wish", WISHES[::EVERY], ids=lambda wish: f"{wish.context}: {wish.example}"
)
def test_a_row_is_found_by_each_of_its_sentences(wish: Wish) -> None:
    searcher = little_game()
    in_scenario = wish.context in ("place", "given", "when", "then")

    for said in (wish.example, *wish.ways):
        found = searcher.documents(said, 3, in_scenario)
        assert tuple(wish.answer) in {each.lines for each in found}, said


@cache
def little_game() -> Searcher:
    """What looks for sentences of the little game."""
    frame = find_library().folder("grammar") / "wishes" / FRAME
    below = ResolvedBase.of([read_source(frame)])
    assert below is not None
    return Searcher(below.ctx.program, (), lambda found: below.ctx.copied(found, None))


@pytest.mark.parametrize(
    "wish", WISHES[::EVERY], ids=lambda wish: f"{wish.context}: {wish.example}"
)
def test_the_sentence_is_right(wish: Wish) -> None:
    said = example(wish, wish.answer, wish.extra)

    assert complaints_of(wish, said.text) == ()
