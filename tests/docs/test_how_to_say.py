"""docs/how-to-say.md is a page that one reads, made from the table of worked examples."""

from docs.complaint_pages import pages
from docs.kit import DOCS
from rulewright.assist.example_table import worked_examples

PAGE = DOCS / "how-to-say.md"
MOST_FORMS = 150


def test_the_page_is_not_out_of_date() -> None:
    written = PAGE.read_text(encoding="utf-8")

    assert written == pages()["how-to-say.md"], "run: python tests/docs/complaint_pages.py"


def test_the_page_can_be_read() -> None:
    shown = [row for row in worked_examples() if row.is_on_the_page]

    assert 100 <= len(shown) <= MOST_FORMS
    assert len({tuple(row.lines) for row in shown}) == len(shown)
    assert {row.topic for row in shown} == {row.topic for row in worked_examples()}
