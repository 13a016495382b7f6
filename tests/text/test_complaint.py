"""Complaints as values, and their collector."""

import pickle

import pytest

from rulewright.language.text import (
    Complaint,
    Complaints,
    RulesError,
    Source,
    Span,
    sort_complaints,
)

FIRST = Source("a.rules", "alpha beta\ngamma\n")
SECOND = Source("b.rules", "delta\n")


def error(span: Span | None, message: str = "wrong", code: str = "E0100") -> Complaint:
    return Complaint(code, message, span)


def warning(span: Span | None) -> Complaint:
    return Complaint("W0100", "odd", span, severity="warning")


def test_a_complaint_is_an_error_unless_it_says_otherwise() -> None:
    assert error(None).severity == "error"


def test_complaints_are_ordered_by_file_then_place() -> None:
    nowhere, early = error(None), error(Span(FIRST, 0, 5))
    late, other = error(Span(FIRST, 11, 16)), error(Span(SECOND, 0, 5))

    assert sort_complaints([other, late, early, nowhere]) == (nowhere, early, late, other)


def test_at_the_same_place_the_worst_comes_first() -> None:
    at = Span(FIRST, 0, 5)

    assert sort_complaints([warning(at), error(at)]) == (error(at), warning(at))


def test_exact_duplicates_are_dropped() -> None:
    kept = Complaints([error(Span(FIRST, 0, 5))])

    kept.add(error(Span(Source("a.rules", FIRST.text), 0, 5)))
    kept.extend([error(Span(FIRST, 0, 5)), error(Span(FIRST, 0, 5), "otherwise")])

    assert [complaint.message for complaint in kept] == ["wrong", "otherwise"]
    assert len(kept) == 2


def test_nothing_is_raised_without_errors() -> None:
    kept = Complaints([warning(None)])

    assert not kept.has_errors
    kept.raise_if_errors()


def test_all_complaints_are_raised_with_an_error_in_order() -> None:
    odd, wrong = warning(Span(FIRST, 11, 16)), error(Span(FIRST, 0, 5))
    kept = Complaints([odd, wrong])

    assert kept.has_errors
    with pytest.raises(RulesError) as caught:
        kept.raise_if_errors()
    assert caught.value.complaints == (wrong, odd) == kept.in_order()


def test_a_rules_error_reads_as_it_is_shown() -> None:
    text = str(RulesError([error(Span(FIRST, 0, 5))]))

    assert text.startswith("error[E0100]: wrong\n --> a.rules:1:1")
    assert text.endswith("\n\n1 error")


def test_a_rules_error_can_be_sent_to_another_process() -> None:
    thrown = RulesError([error(Span(FIRST, 0, 5)), warning(None)])

    assert pickle.loads(pickle.dumps(thrown)).complaints == thrown.complaints


def test_where_no_more_warnings_are_kept_the_first_error_is() -> None:
    odd = (Complaint("W0100", str(number), None, severity="warning") for number in range(1000))
    kept = Complaints(odd)

    assert not kept.is_full
    kept.add(warning(None))
    assert len(kept) == 1000
    kept.add(error(Span(FIRST, 0, 2)))
    assert kept.has_errors
    assert kept.is_full
