"""Amounts in the texts of cards, which the cards' rules should have."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.kit import our_table
from rulewright.testing.checks import check_edition

HEAD = 'character Bard\n    rank 3\n    reading "Ours."\n'


def amounts(folder: Path, text: str, rules: str, french: str = "") -> list[tuple[str, str]]:
    """The complained amounts of a card, with what is written there."""
    lines = "".join(f"    {line}\n" for line in rules.split("\n"))
    edition = our_table(folder, f'{HEAD}    text "{text}"\n{lines}')
    if french:
        (folder / "bard.fr.yaml").write_text(
            f'cards: {{Bard: Barde}}\ntexts:\n  "{text}": "{french}"\n', encoding="utf-8"
        )
    found = (each for each in check_edition(edition) if each.code == "E0938")
    return [(each.span.text, each.message) for each in found if each.span is not None]


IF = "at the start of my turn, if my gold is {}\n    draw 1 card"
TURN = "at the start of my turn\n    gain {} gold"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Gain 2 gold.", "2"),
        ("You gain two gold.", "two"),
        ("Twelve gold.", "Twelve"),
    ],
)
@pytest.mark.rotating
def test_an_amount_that_the_rules_contradict_is_reported(
    tmp_path: Path, text: str, said: str
) -> None:
    number = "12" if said == "Twelve" else "2"
    message = f"the text of Bard says {number}, but its rules have 3 and no {number}"
    assert amounts(tmp_path, text, TURN.format(3)) == [(said, message)]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Gain 3 gold.", TURN.format(3)),
        ("Gain three gold for the Seven Hills.", TURN.format(3)),
        ("Gain 3 gold, then feast on two cards.", TURN.format(3)),
        ("Gain gold.", TURN.format(3)),
        ("Gain one gold twice.", TURN.format(1)),
        ("Beside rank 3 you gain gold.", TURN.format(2)),
        ("With five gold or more, draw a card.", IF.format("more than 4")),
        ("With less than 4 gold, draw a card.", IF.format("at most 3")),
        ("You have two more gold.", TURN.format("starting-gold")),
    ],
)  # fmt: skip
@pytest.mark.rotating
def test_no_other_text_is_reported(tmp_path: Path, text: str, rules: str) -> None:
    assert amounts(tmp_path, text, rules) == []


@pytest.mark.rotating
def test_an_amount_in_a_translation_is_reported_there(tmp_path: Path) -> None:
    ((said, _),) = amounts(tmp_path, "Gain 3 gold.", TURN.format(3), "Prend deux pièces d'or.")
    assert said == "deux"
    assert amounts(tmp_path, "Gain 3 gold.", TURN.format(3), "Prend trois pièces d'or.") == []
