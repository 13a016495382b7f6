"""The page about the moments of the shipped game is the one that its rules make."""

from pathlib import Path

import pytest

import rulewright
from docs.kit import DOCS, ROOT
from rulewright.cli.pages.moments_page import REMADE, moments_page

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


def rows_of(edition: str) -> list[str]:
    return moments_page(rulewright.load(edition), ROOT).splitlines()


def test_the_page_of_an_edition_has_its_values() -> None:
    rows = rows_of("modern")

    assert any(row.startswith("| `most-bonus: number = 2`") and "| `8` |" in row for row in rows)
    assert any(
        row.startswith("| `city-size by the number of players` | `2-3: 8; 4-8: 7` |")
        for row in rows
    )
    assert "| Factory | `cost 6` | `cost 5` |" in rows


@pytest.mark.rotating
def test_a_value_that_hangs_on_the_number_of_players_is_told_for_each(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(
        "edition: ours\nextends: classic\nname: Ours\nplayers: 3-6\nsettings: {starting-gold: 5}\n"
        "by-players:\n  4-5: {settings: {starting-gold: 7}, fields: {Tavern: {cost: 2}}}\n"
    )

    rows = rows_of(str(tmp_path / "ours.yaml"))

    told = "| `5 for 3, 6 players; 7 for 4-5 players` |"
    assert any(row.startswith("| `starting-gold: number = 2`") and told in row for row in rows)
    assert "| Tavern | `cost 1` | `cost 2 for 4-5 players` |" in rows


def test_the_page_tells_the_powers_of_cards_that_may_be_asked_for() -> None:
    told = page()

    assert "Wizard: `power" in told
    assert "Framework: `means" in told
