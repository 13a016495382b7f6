"""The page of wishes is the one that the table makes."""

from docs.complaint_pages import pages
from docs.kit import DOCS

PAGE = DOCS / "how-to-say.md"


def test_the_page_is_not_out_of_date() -> None:
    written = PAGE.read_text(encoding="utf-8")

    assert written == pages()["how-to-say.md"], "run: python tests/docs/complaint_pages.py"
