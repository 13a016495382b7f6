"""Sources and spans: where things are."""

import pickle

import pytest
from hypothesis import given, strategies as st

from rulewright.language.text import Source, Span

POEM = Source("rules/poem.rules", "one\ntwo three\n\nfour\n")
texts = st.text(alphabet="ab \t\né", max_size=60)


def test_lines_are_numbered_from_one_and_have_no_line_end() -> None:
    assert [POEM.line(number) for number in range(1, 6)] == ["one", "two three", "", "four", ""]
    assert POEM.line_count == 5


@pytest.mark.parametrize("number", [0, -1, 6])
def test_a_line_that_does_not_exist_is_an_index_error(number: int) -> None:
    with pytest.raises(IndexError, match=r"has lines 1 to 5"):
        POEM.line(number)


def test_the_empty_text_has_one_empty_line() -> None:
    empty = Source("empty", "")

    assert empty.line(1) == ""
    assert str(Span.whole(empty)) == "empty:1:1"


@pytest.mark.parametrize(
    ("offset", "position"),
    [(0, (1, 1)), (3, (1, 4)), (4, (2, 1)), (8, (2, 5)), (14, (3, 1)), (15, (4, 1)), (20, (5, 1))],
)
def test_a_position_counts_lines_and_columns_from_one(
    offset: int, position: tuple[int, int]
) -> None:
    assert POEM.position(offset) == position


@pytest.mark.parametrize(("offset", "position"), [(-5, (1, 1)), (999, (5, 1))])
def test_an_offset_outside_the_text_is_taken_as_its_nearest_end(
    offset: int, position: tuple[int, int]
) -> None:
    assert POEM.position(offset) == position


def test_only_the_line_feed_ends_a_line() -> None:
    odd = Source("odd", "a\x0bb\x0cc\u2028d\x85e\nf")

    assert odd.line_count == 2


@given(texts, st.data())
def test_offset_undoes_position(text: str, data: st.DataObject) -> None:
    source = Source("any", text)
    offset = data.draw(st.integers(0, len(text)))

    assert source.offset(*source.position(offset)) == offset


@given(texts)
def test_the_lines_joined_are_the_text(text: str) -> None:
    source = Source("any", text)

    lines = [source.line(number) for number in range(1, source.line_count + 1)]

    assert "\n".join(lines) == text


def test_an_offset_is_kept_within_its_line() -> None:
    assert POEM.offset(1, 99) == 3
    assert POEM.offset(2, -3) == 4


def test_a_span_knows_its_text_and_both_ends() -> None:
    span = Span(POEM, 8, 19)

    assert span.text == "three\n\nfour"
    assert (span.line, span.column, span.end_line, span.end_column) == (2, 5, 4, 5)


def test_a_span_is_shown_as_file_line_and_column() -> None:
    assert str(Span(POEM, 8, 13)) == "rules/poem.rules:2:5"


def test_the_whole_source_is_a_span() -> None:
    assert Span.whole(POEM).text == POEM.text


def test_joined_spans_hold_both_in_either_order() -> None:
    one, three = Span(POEM, 0, 3), Span(POEM, 8, 13)

    assert one.to(three) == three.to(one) == Span(POEM, 0, 13)
    assert one.to(one) == one


def test_spans_of_two_sources_cannot_be_joined() -> None:
    with pytest.raises(ValueError, match="two sources"):
        Span(POEM, 0, 1).to(Span(Source("other", "text"), 0, 1))


def test_spans_can_be_pickled_hashed_and_compared() -> None:
    span = Span(POEM, 4, 7)
    assert span.line == 2  # so that the line starts have been worked out

    copy = pickle.loads(pickle.dumps(span))

    assert copy == span
    assert hash(copy) == hash(span)
    assert copy.line == 2


def test_the_first_line_goes_without_its_comment() -> None:
    source = Source("a.rules", 'tell "#1"  # so they say\n    gain 1 gold\n# alone\n')
    told = source.text.index("# alone")
    alone = Span(source, told, len(source.text))

    assert Span(source, 0, told).first_line() == 'tell "#1"'
    assert Span(source, 0, told).first_line(6) == "tell …"
    assert alone.first_line() == "# alone"
