"""A complaint's code is declared where it is worded, once."""

from collections.abc import Iterator

import pytest

from rulewright.language.text import Complaint, Complaints, Source, Span, SpanNote, Wording, code
from rulewright.language.text.complaints.complaint import DECLARED

AT = Span(Source("own.rules", "two words"), 0, 3)


@pytest.fixture(autouse=True)
def _own_codes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        for declared in list(DECLARED):
            patch.delitem(DECLARED, declared)
        yield
        DECLARED.clear()


def test_a_wording_becomes_a_complaint_with_its_code_and_severity() -> None:
    @code("E9901", "warning")
    def odd(at: Span, what: str) -> Wording:
        """Something odd."""
        return Wording(f"{what} is odd", at, (SpanNote(at, "here"),), "leave it out")

    expected = Complaint(
        "E9901", "this is odd", AT, (SpanNote(AT, "here"),), "leave it out", "warning"
    )
    assert odd(AT, what="this") == expected
    assert odd.__doc__ == DECLARED["E9901"].__doc__ == "Something odd."


def test_a_code_is_declared_once() -> None:
    @code("E9902")
    def first(at: Span) -> Wording:
        return Wording("first", at)

    assert first(AT).severity == "error"
    with pytest.raises(ValueError, match="E9902 is declared already, by first"):

        @code("E9902")
        def second(at: Span) -> Wording:
            return Wording("second", at)


def test_wrong_use_is_found_by_the_type_checker() -> None:
    @code("E9903")
    def right(at: Span) -> Wording:
        return Wording("right", at)

    @code("E9904")  # type: ignore[arg-type]  # a wording, not a complaint of its own
    def complaint(at: Span) -> Complaint:
        return right(at)

    @code("E9905", "wrong")  # type: ignore[arg-type]  # no severity
    def severity(at: Span) -> Wording:
        return Wording("wrong", at)

    Complaints().add(Wording("no code", AT))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        right("no place", "too much")  # type: ignore[call-arg, arg-type]
