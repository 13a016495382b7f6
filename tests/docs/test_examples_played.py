"""Every rule example of the documents is played to the end in both engines, and all of the game is read."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from docs.played import Example, examples, is_scenario, place, rule_blocks
from engines.whole_games import play_alike
from tiers import LONG

pytest.importorskip("wasmtime")

EXAMPLES = examples()
EVERY = 32 if LONG else 64
"""Of so many decisions the game is read at one, besides its first and its end."""


def play(example: Example, folder: Path) -> None:
    """Write the files of an example and play a game of it."""
    for name, text in example.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    try:
        rules = rulewright.load(folder / example.edition)
    except rulewright.RulesError:
        if example.may_be_wrong:
            return  # the tests of the tour read its complaints
        raise
    players = min(max(rules.players[0], 4), rules.players[1])

    played = play_alike(rules, players, 1, example.cast, EVERY)

    assert not played.given_up


def test_every_block_of_rules_is_played() -> None:
    """Scenarios are run by the tests of their pages."""
    played = {each for example in EXAMPLES for each in example.places}
    rules = {place(block) for block in rule_blocks() if not is_scenario(block)}

    assert rules == played


@pytest.mark.sampled(48)
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
@pytest.mark.rotating
def test_an_example_is_played_to_the_end_alike_in_both_engines(
    example: Example, tmp_path: Path
) -> None:
    play(example, tmp_path)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.is_risky], ids=str)
@pytest.mark.rotating
def test_an_example_with_a_delayed_rule_is_played_to_the_end(
    example: Example, tmp_path: Path
) -> None:
    play(example, tmp_path)
