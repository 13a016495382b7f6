"""Each row of the table of wishes is true: the help for the wish says the sentence, and the sentence is right."""

import re

import pytest

from program.wish_contexts import CONTEXTS, Example, complaints_of, example
from rulewright.program.advising.patterns import FORMS
from rulewright.program.advising.wish_table import Wish, wishes
from rulewright.text import Complaint, Fix, show_complaints

WISHES = wishes()


def test_there_are_many_over_all_forms() -> None:
    assert len(WISHES) >= 150
    assert {wish.context for wish in WISHES} == set(CONTEXTS)


def test_none_is_there_twice() -> None:
    said = [(wish.context, wish.example) for wish in WISHES]

    assert [each for each in said if said.count(each) > 1] == []


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: f"{wish.context}: {wish.example}")
def test_the_help_says_the_sentence(wish: Wish) -> None:
    wished = example(wish, [wish.example])

    found = complaints_of(wish, wished.text)
    here = [c for c in found if c.span is not None and c.span.line == wished.line]

    assert here, f"nothing is said of it\n{show_complaints(found)}"
    assert {c.span.line for c in found if c.span} == {wished.line}, show_complaints(found)
    assert len(here) == 1, show_complaints(found)
    assert tells(wish, wished, here[0]), show_complaints(found)


def tells(wish: Wish, wished: Example, complaint: Complaint) -> bool:
    """Whether the help says the answer, or its form, or is followed by writing the answer."""
    help = complaint.help or ""
    forms = [way.template[0][1] for way in wish.rewritings if way.sort in FORMS]
    if any(fits(form, help) for form in forms):
        return True
    if all(line.strip() in help for line in wish.answer):
        return True
    return any(
        followed(wished.text, fix) == example(wish, wish.answer).text for fix in complaint.fixes
    )


def followed(text: str, fix: Fix) -> str:
    """The text after what is advised was done."""
    return text[: fix.span.start] + fix.text + text[fix.span.end :]


def fits(template: str, help: str) -> bool:
    """Whether a form, whatever is in its holes, is in the help."""
    parts = re.split(r"\{[^}]*\}", template)
    return re.search(".*?".join(map(re.escape, parts)), help) is not None


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: f"{wish.context}: {wish.example}")
def test_the_sentence_is_right(wish: Wish) -> None:
    said = example(wish, wish.answer, wish.extra)

    assert complaints_of(wish, said.text) == ()
