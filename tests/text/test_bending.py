"""Words that bend to a number, or to whom they are told."""

from __future__ import annotations

import pytest

from rulewright.language.text import TextValue, fill_template

ANN = TextValue("Ann", person=True)
ME = TextValue("Ann", person=True, reader=True)
BO = TextValue("Bo", person=True)


def number(n: int) -> TextValue:
    return TextValue(str(n), number=n)


@pytest.mark.parametrize(
    ("count", "language", "told"),
    [
        (0, "en", "0 cards are left"),
        (1, "en", "1 card is left"),
        (2, "en", "2 cards are left"),
        (-1, "en", "-1 card is left"),
        (0, "fr", "0 card is left"),
        (1, "fr", "1 card is left"),
        (2, "fr", "2 cards are left"),
        (2, "xx", "2 cards are left"),
    ],
)
def test_words_go_with_a_number(count: int, language: str, told: str) -> None:
    assert fill_template((0, " card(s) (is|are) left"), [number(count)], language) == told


def test_endings_that_are_no_s() -> None:
    parts = ("there (is|are) ", 0, " cit(y|ies) and ", 1, " box(es)")
    assert fill_template(parts, [number(1), number(3)]) == "there is 1 city and 3 boxes"
    assert fill_template(parts, [number(2), number(1)]) == "there are 2 cities and 1 box"


def test_the_nearest_value_before_rules_the_words() -> None:
    parts = (0, " draw(s) ", 1, " card(s) from ", 2, "'s city")
    values = [ANN, number(1), BO]
    assert fill_template(parts, values) == "Ann draws 1 card from Bo's city"
    assert fill_template(parts, [ME, number(2), BO]) == "You draw 2 cards from Bo's city"
    you = TextValue("Bo", person=True, reader=True)
    assert fill_template(parts, [ANN, number(2), you]) == "Ann draws 2 cards from your city"


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ((0, " (is|are) here"), "You are here"),
        ((0, "'s turn"), "Your turn"),
        (("it is up to ", 0), "it is up to you"),
        (("asks ", 0, ", politely"), "asks you, politely"),
        # Nothing says how the verb bends, so the name stays, and right.
        ((0, " draws"), "Ann (you) draws"),
        (("once ", 0, " sings"), "once Ann (you) sings"),
        ((0,), "Ann (you)"),
    ],
)
def test_who_reads_is_spoken_to_where_the_words_allow_it(
    parts: tuple[str | int, ...], told: str
) -> None:
    assert fill_template(parts, [ME]) == told
    assert "you" not in fill_template(parts, [ANN])


def test_french() -> None:
    parts = (0, " (pioche|piochez) ", 1, " carte(s) chez ", 2)
    assert fill_template(parts, [ME, number(1), BO], "fr") == "Vous piochez 1 carte chez Bo"
    assert fill_template(parts, [ANN, number(3), ME], "fr") == "Ann pioche 3 cartes chez vous"
    assert (
        fill_template(("on cherche chez ", 0, " pour 2"), [ME], "fr")
        == "on cherche chez vous pour 2"
    )
    assert fill_template((0, "'s"), [ME], "fr") == "Ann (vous)'s"


def test_in_french_you_ends_a_sentence_after_some_words_only() -> None:
    """What is done to somebody stands before the verb in French, so elsewhere the name stays."""
    assert fill_template(("Bo donne 1 carte à ", 0), [ME], "fr") == "Bo donne 1 carte à Ann (vous)"
    assert fill_template(("Bo soudoie ", 0), [ME], "fr") == "Bo soudoie Ann (vous)"
    assert fill_template(("Bo joue avec ", 0), [ME], "fr") == "Bo joue avec vous"
    assert fill_template((1, 0), [ME, BO], "fr") == "BoAnn (vous)"


def test_other_parentheses_and_other_values_stay_as_they_are() -> None:
    card = TextValue("Box(es)")
    assert fill_template((0, " (for now) goes"), [card]) == "Box(es) (for now) goes"
    assert fill_template((0, " (for now) go(es)"), [ANN]) == "Ann (for now) goes"
    assert fill_template((0, " is", 1), [card, number(1)]) == "Box(es) is1"
