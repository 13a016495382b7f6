"""Nothing that is kept openly on a card names it to who may not know it, while somebody pays for it."""

from __future__ import annotations

import random

import pytest

from properties.kit import rules
from rulewright import Game


def districts_named(game: Game, seat: int | None) -> set[str]:
    """The districts that a view names by what is kept on them, and not where they lie."""
    view = game.view(seat)
    cast = {card["card"] for card in view["cast"]["district"]}
    return {entry["card"] for named in view["marked"].values() for entry in named} & cast


@pytest.mark.rotating
def test_what_is_being_paid_for_is_named_to_nobody() -> None:
    asked = 0
    for seed in range(40):
        game = rules("modern").with_cast(["Magistrate"]).new_game(6, seed)
        lot = random.Random(seed)
        while (decision := game.decision) is not None:
            if decision.kind == "spends.means":
                asked += 1
                for seat in {None, *range(game.players)}:
                    assert not districts_named(game, seat)
            game.choose(lot.randrange(len(decision.options)))

    assert asked


def test_the_wizard_is_asked_whatever_he_can_pay() -> None:
    alone = 0
    for seed in range(12):
        game = rules("modern").with_cast(["Wizard"]).new_game(5, seed)
        lot, taken = random.Random(seed), False
        while (decision := game.decision) is not None:
            assert not taken or decision.kind == "Wizard.snatch.build"
            taken = decision.kind == "Wizard.snatch.card"
            alone += decision.kind == "Wizard.snatch.build" and len(decision.options) == 1
            game.choose(lot.randrange(len(decision.options)))

    assert alone
