"""How a text may go on: the words that can stand at a place, and how a line is closed."""

from __future__ import annotations

import pytest

from rulewright.language.syntax import parse_rules
from rulewright.language.syntax.recovery.continuations import classify_tokens, continuation
from rulewright.language.text import Complaints, Source

DEEDS = "power sing at main\n    "


def source(text: str) -> Source:
    return Source("mine.rules", text)


@pytest.mark.parametrize(
    ("text", "some", "never"),
    [
        ("", {"event", "kind", "scenario", "a"}, {"choose", "tell"}),
        (DEEDS, {"choose", "if", "tell"}, {"event", "kind"}),
        (f"{DEEDS}if the top ", {"of"}, {"the"}),
        ("character Bard\n    ", {"power", "after", "cite"}, {"choose"}),
    ],
)
def test_words_that_can_stand_there(text: str, some: set[str], never: set[str]) -> None:
    found = continuation(source(text), len(text))

    assert found is not None
    assert some <= set(found.words)
    assert not never & set(found.words)


def test_where_nothing_can_be_read_nothing_is_known() -> None:
    text = "power power power\n    "

    assert continuation(source(text), len(text)) is None


def test_only_the_declaration_itself_has_to_make_sense() -> None:
    text = f"what is this\n\n{DEEDS}"

    assert continuation(source(text), len(text)) is not None


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        (f"{DEEDS}", ""),
        (f"{DEEDS}if the ", "\n        do nothing"),
        (f"{DEEDS}set my ", " to x"),
        (f"{DEEDS}until the ", " ends\n        this is 1"),
        (f"{DEEDS}choose a ", " from x"),
        ("character Bard\n    my ", " is x"),
    ],
)
def test_a_line_is_closed_so_that_it_can_be_read(text: str, closed: str) -> None:
    found = continuation(source(text), len(text))
    complaints = Complaints()

    assert found is not None
    assert found.closed("NAME") == closed
    parse_rules(source(f"{text}x{closed}\n"), complaints)
    assert list(complaints) == []


def test_words_have_sorts() -> None:
    found = classify_tokens(
        source(
            'power sing at main  # a song, "quoted"\n    pay 2 gold, Bard\n    tell "so # it is"\n'
        )
    )

    assert [(word.span.text, word.sort) for word in found] == [
        ("power", "keyword"),
        ("sing", "name"),
        ("at", "keyword"),
        ("main", "name"),
        ('# a song, "quoted"', "remark"),
        ("pay", "name"),
        ("2", "number"),
        ("gold", "name"),
        (",", "sign"),
        ("Bard", "proper"),
        ("tell", "keyword"),
        ('"so # it is"', "string"),
    ]
