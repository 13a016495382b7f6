"""What is made of rules grows no faster than their text: what would is a function or a complaint."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from hostile.makers import ACTS, EDITION, Files, acting, chained, doubled_values, game
from rulewright import RulesError
from rulewright.ir.module import Module
from rulewright.ir.walk import everything, everything_in
from rulewright.lower.lowering import MOST_IN_HAND, MOST_QUESTIONS


def module_of(folder: Path, files: Files) -> Module:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return rulewright.load(folder / "hostile.yaml").module(2)


def nodes_of(module: Module) -> int:
    code = module.code
    terms = [each for f in code.functions.values() for each in everything(f.result)]
    return len(terms) + len(
        [each for p in code.procedures.values() for each in everything_in(p.body)]
    )


def told(folder: Path, files: Files) -> str:
    with pytest.raises(RulesError) as error:
        module_of(folder, files)
    return str(error.value)


def facts_doubled(length: int) -> Files:
    facts = chained(
        lambda n: (
            f"value a player's v{n} is the player's v{n + 1}\n"
            f"a player's v{n} is 1 more, if the player's points is {n}"
        ),
    ],
)
def test_a_very_long_chain_is_a_complaint(declare: object, tmp_path: Path) -> None:
    assert callable(declare)
    values = chained(declare, 200, "value a player's v200 is the player's points")

    found = told(tmp_path, game(values, acting("set my points to my v0")))

    assert f"E0619]: {MOST_IN_HAND} values, facts or events need one another" in found
    assert "acts → v0 → v1 → …" in found


def test_more_than_a_game_can_hold_is_a_complaint(tmp_path: Path) -> None:
    rule = "    this's worth is 1 more, if this's owner's points is 1 and this's rank is 1\n"
    cards = "".join(
        f'card Joker{n}\n    rank 0\n    reading "made up"\n\n{rule * 40}\n' for n in range(3)
    )
    edition = EDITION.replace(
        "Ace: 2", ", ".join(["Ace: 2", *(f"Joker{n}: 999" for n in range(3))])
    )
    value = "value a card's worth is the card's rank\n"

    found = told(
        tmp_path,
        game(value + cards, acting("set my points to (the top of the deck)'s worth"), edition),
    )

    assert (
        "E0620]: these rules and the 3009 cards of the game come to more than a game can hold"
        in found
    )


def test_very_many_questions_are_a_complaint(tmp_path: Path) -> None:
    deeds = [
        line
        for n in range(MOST_QUESTIONS + 1)
        for line in (f"I may choose a pick{n} from cards in my hand", f"    set my points to {n}")
    ]

    found = told(tmp_path, game("", acting(*deeds)))

    assert "E0621]: in `acts` (" in found
    assert (
        f"{MOST_QUESTIONS + 1} questions, with those of the rules that hear it; {MOST_QUESTIONS} may be"
        in found
    )


def test_many_rules_that_change_a_value_are_played(tmp_path: Path) -> None:
    module_of(tmp_path, floors(300))
    game_ = rulewright.load(tmp_path / "hostile.yaml").new_game(2, 1)

    assert game_.decision is None


def test_what_is_usual_is_neither(tmp_path: Path) -> None:
    assert nodes_of(module_of(tmp_path, game("", ACTS))) < 100
