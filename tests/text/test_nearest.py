"""Did you mean …? Only when it is likely."""

import pytest
from hypothesis import given, strategies as st

from rulewright.language.text import did_you_mean, nearest, one_of
from rulewright.language.text.words.nearest_names import distance, is_one_edit

words = st.text(alphabet="abcd", max_size=8)


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("rnk", ["rank", "rules"], "rank"),  # a letter left out
        ("nobel", ["noble", "label"], "noble"),  # neighbours swapped
        ("playres", ["player", "players"], "players"),
        ("Discard", ["hand", "discard"], "discard"),  # capitals do not count
        ("ZONES", ["zones_of", "Zones"], "Zones"),
        ("discrad pile", ["draw pile", "discard pile"], "discard pile"),
        ("pile", ["piles", "pale"], "piles"),  # equally near: the first known
        ("pile", ["pale", "piles"], "pale"),
        ("discard_pile", ["discard", "hand"], "discard"),  # a part of the word
        ("gathring", ["after gathering", "gathering"], "gathering"),
    ],
)
def test_the_nearest_name_is_found(word: str, known: list[str], meant: str | None) -> None:
    assert nearest(word, known) == meant


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("foo", ["ip", "decimal"]),
        ("name", ["age"]),
        ("bra", ["ord"]),
        ("x", ["y", "xy"]),
        ("a", ["as", "at"]),
        ("player", []),
        ("", ["a", "player"]),
        ("hand", ["", "n"]),
        ("turn", ["returned by the player"]),
    ],
)
def test_a_silly_guess_is_no_guess(word: str, known: list[str]) -> None:
    assert nearest(word, known) is None


def test_a_question_names_the_nearest_but_never_the_word_itself() -> None:
    assert did_you_mean("rnk", ["rules", "rank"]) == "did you mean `rank`?"
    assert did_you_mean("rnk", ["rank"], ("`{", "}`")) == "did you mean `{rank}`?"
    assert did_you_mean("rank", ["rank", "ranks"]) is None
    assert did_you_mean("rank", ["price"]) is None


@given(words, st.lists(words))
def test_a_guess_is_always_a_known_name(word: str, known: list[str]) -> None:
    assert nearest(word, known) in {*known, None}


@given(st.lists(words, min_size=1))
def test_a_known_name_is_its_own_nearest(known: list[str]) -> None:
    assert nearest(known[-1], known) == known[-1]


@pytest.mark.parametrize(
    ("first", "second", "edits"),
    [("", "", 0), ("ab", "", 2), ("ab", "ba", 1), ("abc", "abd", 1), ("ca", "abc", 3)],
)
def test_distance_counts_edits(first: str, second: str, edits: int) -> None:
    assert distance(first, second) == edits


@given(words, words)
def test_distance_is_the_same_both_ways(first: str, second: str) -> None:
    assert distance(first, second) == distance(second, first)
    assert abs(len(first) - len(second)) <= distance(first, second) <= max(len(first), len(second))


@given(words, words)
def test_distance_is_that_of_the_usual_table(first: str, second: str) -> None:
    table = {(i, 0): i for i in range(len(first) + 1)} | {(0, j): j for j in range(len(second) + 1)}
    for i, a in enumerate(first, 1):
        for j, b in enumerate(second, 1):
            best = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (a != b))
            if i > 1 and j > 1 and (a, first[i - 2]) == (second[j - 2], b):
                best = min(best, table[i - 2, j - 2] + 1)
            table[i, j] = best

    assert distance(first, second) == table[len(first), len(second)]


@given(st.text("abc", max_size=5), st.text("abc", max_size=5))
def test_one_edit_is_told_without_counting(first: str, second: str) -> None:
    assert is_one_edit(first, second) == (distance(first, second) <= 1)


@pytest.mark.parametrize(
    ("known", "words"),
    [([], "none"), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")],
)
def test_few_names_are_all_told(known: list[str], words: str) -> None:
    assert one_of(known) == words


def test_of_many_names_the_closest_are_told() -> None:
    known = ["hand", "deck", "city", "draw pile", "discard", "table", "stock", "board", "discards"]

    assert one_of(known, word="discrd") == "one of 9 names such as discard, discards or deck"
    assert one_of(known) == "one of 9 names such as hand, deck or city"
    assert one_of(known, limit=9).endswith("board or discards")
