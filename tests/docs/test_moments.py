"""The page about the moments of the shipped game is the one that its rules make."""

from docs.kit import DOCS, ROOT
from rulewright.front.documents import REMADE, moments_page

PAGE = DOCS / "moments.md"
EDITION = "classic"


def test_the_page_is_not_out_of_date() -> None:
    written = PAGE.read_text(encoding="utf-8")

    assert written == moments_page(EDITION, ROOT), f"make it anew: {REMADE.format(EDITION)}"


def test_a_delayed_rule_is_told_under_its_card() -> None:
    page = moments_page(EDITION, ROOT)

    assert (
        "Thief: `after another player called victim reveals the target, if the target is robbed`"
        in page
    )


def test_the_page_tells_phases_moments_and_stances() -> None:
    page = moments_page(EDITION, ROOT)

    assert "phase **calling**" in page
    assert "powers at **main**" in page
    assert "speaks built for this's owner" in page
