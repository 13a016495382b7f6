"""What is kept for a card that is not in a game is not shown in it, though its file is read."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright

RULES = {
    "banker": """
each player has debt, a number, seen by everyone

character Banker
    rank 6
    reading "A house rule."

    power lend at main
        set my debt to my debt + 1
""",
}
EDITION = """
edition: banking
extends: classic
name: Banking
cards: [cards]
options:
  banks:
    about: The Banker stands in for the Merchant.
    cast: {character: {add: [Banker]}}
"""


@pytest.mark.rotating
def test_a_number_of_a_card_that_is_not_in_the_game_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    for name, text in RULES.items():
        (tmp_path / "cards" / f"{name}.rules").write_text(text, encoding="utf-8")
    path = tmp_path / "banking.yaml"
    path.write_text(EDITION, encoding="utf-8")
    rules = rulewright.load(path)

    def tracks(*options: str) -> dict[str, object]:
        found: dict[str, object] = rules.new_game(4, options=options).view(0)["seats"][0]["tracks"]
        return found

    assert "debt" not in tracks()
    assert tracks("banks")["debt"] == 0
    assert "gold" in tracks()
