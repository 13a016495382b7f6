"""The page of wishes is the one that the table makes."""

from docs.kit import DOCS
from rulewright.checks.wish_page import wish_page

PAGE = DOCS / "how-to-say.md"


def test_the_page_is_not_out_of_date() -> None:
    written = PAGE.read_text(encoding="utf-8")

    assert written == wish_page(), "run: python -m rulewright.checks.wish_page > docs/how-to-say.md"
