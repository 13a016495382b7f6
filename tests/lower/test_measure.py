"""What is made of rules grows no faster than their text: what would is a function or a complaint."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import rulewright
from hostile.growing import doubled_values
from hostile.kit import ACTS, EDITION, Files, acting, chained, game
from rulewright import RulesError
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.walk import walk, walk_body
from rulewright.runtime.lower.lowering_context import MAX_DEPTH, MAX_QUESTIONS
from rulewright.runtime.session.rules.internals import inside


def module_of(folder: Path, files: Files) -> Module:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return inside(rulewright.load(folder / "hostile.yaml")).module(2)


def nodes_of(module: Module) -> int:
    code = module.code
    terms = [each for f in code.functions.values() for each in walk(f.result)]
    return len(terms) + len([each for p in code.procedures.values() for each in walk_body(p.body)])


def told(folder: Path, files: Files) -> str:
    with pytest.raises(RulesError) as error:
        module_of(folder, files)
    return str(error.value)


def facts_doubled(length: int) -> Files:
    """Each fact asks twice for the next."""
    facts = chained(
        lambda n: (
            f"fact a player is f{n}, if the player is f{n + 1} or not (the player is f{n + 1})"
        ),
        length,
        f"fact a player is f{length}, if the player's points is more than 3",
    )
    return game(facts, acting("if I am f0", "    set my points to 2"))


def floors(copies: int) -> Files:
    """Every copy says the least that a value may be."""
    joker = 'card Joker\n    rank 0\n    reading "made up"\n\n'
    rule = "    this's owner's worth is at least 3, if this's owner's points is 2\n"
    value = "value a player's worth is the player's points\n"
    edition = EDITION.replace("Ace: 2", f"Ace: 2, Joker: {copies}")
    return game(value + joker + rule, acting("set my points to my worth"), edition)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("made", [doubled_values, facts_doubled, floors])
def test_twice_the_text_is_about_twice_the_code(
    made: Callable[[int], Files], tmp_path: Path
) -> None:
    base = nodes_of(module_of(tmp_path, made(4)))
    first = nodes_of(module_of(tmp_path, made(14))) - base
    second = nodes_of(module_of(tmp_path, made(24))) - base

    assert second < 3 * max(first, 60)


def value_of_the_next(n: int) -> str:
    return f"value a player's v{n} is the player's v{n + 1} + 1"


def changed_value_of_the_next(n: int) -> str:
    value = f"value a player's v{n} is the player's v{n + 1}"
    return f"{value}\na player's v{n} is 1 more, if the player's points is {n}"


@pytest.mark.parametrize("declare", [value_of_the_next, changed_value_of_the_next])
def test_a_very_long_chain_is_a_complaint(declare: Callable[[int], str], tmp_path: Path) -> None:
    values = chained(declare, 200, "value a player's v200 is the player's points")

    found = told(tmp_path, game(values, acting("set my points to my v0")))

    assert f"E0619]: {MAX_DEPTH} values, facts or events form one chain" in found
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

    assert "E0620]: these rules with 3009 cards are too large for one game" in found


def test_very_many_questions_are_a_complaint(tmp_path: Path) -> None:
    deeds = [
        line
        for n in range(MAX_QUESTIONS + 1)
        for line in (f"I may choose a pick{n} from cards in my hand", f"    set my points to {n}")
    ]

    found = told(tmp_path, game("", acting(*deeds)))

    assert "E0621]: `acts` (" in found
    assert (
        f"the rules that react to it have {MAX_QUESTIONS + 1} questions; at most {MAX_QUESTIONS} are"
        in found
    )


def test_many_rules_that_change_a_value_are_played(tmp_path: Path) -> None:
    module_of(tmp_path, floors(300))
    game_ = rulewright.load(tmp_path / "hostile.yaml").new_game(2, 1)

    assert game_.decision is None


def test_what_is_usual_is_neither(tmp_path: Path) -> None:
    assert nodes_of(module_of(tmp_path, game("", ACTS))) < 100
