"""Each row of the table of wishes is true: the help for the wish says the sentence, and the sentence is right."""

from functools import cache

import pytest

from program.wish_contexts import CONTEXTS, Example, complaints_of, example
from rulewright.library import find_library
from rulewright.program.advising.search import Searcher
from rulewright.program.advising.wish_table import FRAME, Wish, wishes
from rulewright.program.from_syntax import ResolvedBase
from rulewright.text import Complaint, Fix, read_source, show_complaints
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


KNOWN = [wish for wish in WISHES if wish.rewritings]
FOUND = [wish for wish in WISHES if not wish.rewritings]


@pytest.mark.parametrize("wish", KNOWN[::EVERY], ids=lambda wish: f"{wish.context}: {wish.example}")
def test_the_help_says_the_sentence(wish: Wish) -> None:
    wished = example(wish, [wish.example])

    found = complaints_of(wish, wished.text)
    here = [c for c in found if c.span is not None and c.span.line == wished.line]

    assert here, f"nothing is said of it\n{show_complaints(found)}"
    assert {c.span.line for c in found if c.span} == {wished.line}, show_complaints(found)
    assert len(here) == 1, show_complaints(found)
    assert tells(wish, wished, here[0]), show_complaints(found)


def tells(wish: Wish, wished: Example, complaint: Complaint) -> bool:
    """Whether the help says the answer, or is followed by writing the answer."""
    help = complaint.help or ""
    if all(line.strip() in help for line in wish.answer):
        return True
    return any(
        followed(wished.text, fix) == example(wish, wish.answer).text for fix in complaint.fixes
    )


def followed(text: str, fix: Fix) -> str:
    """The text after what is advised was done."""
    return text[: fix.span.start] + fix.text + text[fix.span.end :]


@pytest.mark.parametrize("wish", FOUND[::EVERY], ids=lambda wish: f"{wish.context}: {wish.example}")
def test_what_has_no_pattern_is_found_however_it_is_asked_for(wish: Wish) -> None:
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
