"""The page about the moments of the shipped game is the one that its rules make."""

import rulewright
from docs.kit import DOCS, ROOT
from rulewright.front.moments_page import REMADE, moments_page

PAGE = DOCS / "moments.md"
EDITION = "classic"


def page() -> str:
    return moments_page(rulewright.load(EDITION), ROOT)


def test_the_page_is_not_out_of_date() -> None:
    written = PAGE.read_text(encoding="utf-8")

    assert written == page(), f"make it anew: {REMADE.format(EDITION)}"


def test_a_delayed_rule_is_told_under_its_card() -> None:
    assert (
        "Thief: `after another player called victim reveals the target, if the target is robbed`"
        in page()
    )


def test_the_page_tells_phases_moments_and_stances() -> None:
    told = page()

    assert "phase **calling**" in told
    assert "powers at **main**" in told
    assert "speaks built for this's owner" in told


def test_the_page_tells_the_powers_of_cards_that_may_be_asked_for() -> None:
    told = page()

    assert "Wizard: `power" in told
    assert "Framework: `means" in told
