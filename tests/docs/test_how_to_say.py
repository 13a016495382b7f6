"""The page of wishes is the one that the table makes."""

from docs.kit import DOCS
from rulewright.checks.docs_pages import pages

PAGE = DOCS / "how-to-say.md"


def test_the_page_is_not_out_of_date() -> None:
    written = PAGE.read_text(encoding="utf-8")

    assert written == pages()["how-to-say.md"], "run: python -m rulewright.checks.docs_pages docs"
