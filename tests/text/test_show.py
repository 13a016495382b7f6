"""Complaints as people see them."""

import re
from textwrap import dedent

import pytest
from hypothesis import given, strategies as st

from rulewright.language.text import (
    Complaint,
    Severity,
    Source,
    Span,
    SpanNote,
    count_complaints,
    show_complaint,
    show_complaints,
)

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def span_of(source: Source, words: str, after: str = "") -> Span:
    start = source.text.index(words, source.text.index(after))
    return Span(source, start, start + len(words))


def page(text: str) -> str:
    return dedent(text).strip("\n")


RULES = Source(
    "house/piper.rules",
    page("""
    character Piper
        rank 2
        after gathering
            gain 2 crads

    character Piper
        rank 3
    """),
)


def test_the_word_at_fault_is_marked_in_its_line() -> None:
    complaint = Complaint(
        "E0102", "unknown word 'crads'", span_of(RULES, "crads"), help="did you mean 'cards'?"
    )

    assert show_complaint(complaint) == page("""
        error[E0102]: unknown word 'crads'
         --> house/piper.rules:4:16
          |
        4 |         gain 2 crads
          |                ^^^^^
        help: did you mean 'cards'?
        """)


def test_further_places_have_their_own_words() -> None:
    again = span_of(RULES, "Piper", after="crads")
    first = SpanNote(span_of(RULES, "Piper"), "first given here")

    assert show_complaint(Complaint("E0103", "'Piper' is given twice", again, (first,))) == page("""
        error[E0103]: 'Piper' is given twice
         --> house/piper.rules:6:11
          |
        6 | character Piper
          |           ^^^^^
          |
         ::: house/piper.rules:1:11
          |
        1 | character Piper
          |           ----- first given here
        """)


def test_a_further_place_in_the_same_line_shares_it() -> None:
    note = SpanNote(span_of(RULES, "gain"), "gaining is done with numbers or cards")

    shown = show_complaint(Complaint("E1", "wrong", span_of(RULES, "crads"), (note,)))

    assert shown.endswith(
        page("""
        4 |         gain 2 crads
          |                ^^^^^
          |         ---- gaining is done with numbers or cards
        """)
    )
    assert shown.count("gain 2 crads") == 1


def test_the_same_line_of_another_file_is_not_shared() -> None:
    other = Source("other.rules", RULES.text)
    note = SpanNote(span_of(other, "gain"), "see here")

    shown = show_complaint(Complaint("E1", "wrong", span_of(RULES, "crads"), (note,)))

    assert "::: other.rules:4:9" in shown


def test_a_longer_span_shows_its_first_line_and_where_it_ends() -> None:
    span = span_of(RULES, "after gathering\n        gain 2 crads\n\n")

    assert show_complaint(Complaint("W1", "never happens", span, severity="warning")) == page("""
        warning[W1]: never happens
         --> house/piper.rules:3:5
          |
        3 |     after gathering
          |     ^^^^^^^^^^^^^^^... to line 4
        """)


def test_a_complaint_without_a_place_has_only_its_message() -> None:
    assert show_complaint(Complaint("E1", "no edition is called 'x'", None)) == (
        "error[E1]: no edition is called 'x'"
    )


def test_gutters_are_as_wide_as_the_longest_line_number() -> None:
    source = Source("long.rules", "\n" * 99 + "here")
    note = SpanNote(Span(source, 0, 0), "and there")

    shown = show_complaint(Complaint("E1", "wrong", span_of(source, "here"), (note,)))

    assert shown == "\n".join(
        [
            "error[E1]: wrong",
            "   --> long.rules:100:1",
            "    |",
            "100 | here",
            "    | ^^^^",
            "    |",
            "   ::: long.rules:1:1",
            "    |",
            "  1 |",
            "    | - and there",
        ]
    )


@pytest.mark.parametrize("offset", [4, 5, 99])
def test_a_mark_after_the_last_character_can_be_seen(offset: int) -> None:
    source = Source("short.rules", "four")

    shown = show_complaint(Complaint("E1", "more was expected", Span(source, offset, offset)))

    assert shown.splitlines()[-2:] == ["1 | four", "  |     ^"]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("\tx\there", "    x   here"),  # tabs go to the next multiple of four
        ("日本 here", "日本 here"),  # wide characters take two cells
        ("e\N{COMBINING ACUTE ACCENT} here", "e\N{COMBINING ACUTE ACCENT} here"),
        ("\x1b[31m here", r"\x1b[31m here"),  # no escape reaches the terminal
        ("\N{RIGHT-TO-LEFT OVERRIDE} here", r"\u202e here"),
    ],
    ids=["tab", "wide", "combining", "escape", "direction"],
)
def test_marks_stand_under_their_words_in_any_line(line: str, shown: str) -> None:
    source = Source("odd.rules", line)
    cells = {"日本 here": 5, "e\N{COMBINING ACUTE ACCENT} here": 2}.get(line, shown.index("here"))

    rows = show_complaint(Complaint("E1", "wrong", span_of(source, "here"))).splitlines()

    assert rows[-2:] == [f"1 | {shown}", f"  | {' ' * cells}^^^^"]


def test_messages_cannot_upset_the_terminal() -> None:
    shown = show_complaint(Complaint("E1", "no '\x1b[2J'\nat all", None, help="\x07\nor\n ::set"))

    assert shown == "error[E1]: no '\\x1b[2J'\\nat all\nhelp: \\x07\nor\n \\x3a:set"


def test_long_lines_are_cropped_around_the_span() -> None:
    source = Source("long.rules", "a" * 200 + " here " + "b" * 200)

    rows = show_complaint(Complaint("E1", "wrong", span_of(source, "here")), width=40).splitlines()

    line, marks = rows[-2:]
    assert line == "1 | …" + "a" * 14 + " here " + "b" * 14 + "…"
    assert marks == "  | " + " " * 16 + "^^^^"
    assert len(line) == 40


def test_a_long_span_is_cropped_to_how_it_begins() -> None:
    source = Source("long.rules", "x " + "y" * 300)

    rows = show_complaint(Complaint("E1", "wrong", span_of(source, "y" * 300)), width=30)

    assert rows.splitlines()[-2:] == ["1 | …" + "y" * 24 + "…", "  |  " + "^" * 24]


def test_a_further_place_in_a_cropped_line_is_shown_by_itself() -> None:
    source = Source("long.rules", "first" + " " * 200 + "last")
    note = SpanNote(span_of(source, "first"), "because of this")

    shown = show_complaint(Complaint("E1", "wrong", span_of(source, "last"), (note,)), width=40)

    assert "----- because of this" in shown
    assert "::: long.rules:1:1" in shown


@given(
    st.text(alphabet="ab \t\n日\x1b\N{COMBINING ACUTE ACCENT}", max_size=80),
    st.integers(-2, 90),
    st.integers(-2, 90),
    st.integers(0, 60),
)
def test_any_span_can_be_shown_in_any_width(text: str, start: int, end: int, width: int) -> None:
    complaint = Complaint("E1", "wrong", Span(Source("any", text), start, end))

    rows = show_complaint(complaint, width=width).splitlines()

    assert len(rows) == 5
    assert re.search(r"\^", rows[-1])
    assert "\x1b" not in "".join(rows)


def test_colour_changes_nothing_but_colour() -> None:
    note = SpanNote(span_of(RULES, "Piper"), "see here")
    complaint = Complaint("E1", "wrong", span_of(RULES, "crads"), (note,), help="do better")

    coloured = show_complaint(complaint, colour=True)

    assert ANSI.search(coloured)
    assert ANSI.sub("", coloured) == show_complaint(complaint)


def test_all_complaints_are_shown_and_counted() -> None:
    wrong, odd = Complaint("E1", "wrong", None), Complaint("W1", "odd", None, severity="warning")

    assert show_complaints([wrong, odd]) == (
        "error[E1]: wrong\n\nwarning[W1]: odd\n\n1 error, 1 warning"
    )
    assert show_complaints([]) == ""


@pytest.mark.parametrize(
    ("severities", "words"),
    [
        ([], "no complaints"),
        (["error"], "1 error"),
        (["warning", "error", "error"], "2 errors, 1 warning"),
        (["note", "note", "warning", "warning"], "2 warnings, 2 notes"),
    ],
)
def test_the_count_tells_the_worst_first(severities: list[Severity], words: str) -> None:
    complaints = [Complaint("X1", "so", None, severity=severity) for severity in severities]

    assert count_complaints(complaints) == words
