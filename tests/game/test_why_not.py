"""Why something cannot be chosen: the condition of the rules that does not hold, and nothing that is secret."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import rulewright
from properties.kit import rules
from rulewright import Game
from rulewright.runtime.session.explain.why_not import WhyNot
from rulewright.runtime.session.rules.internals import inside
from tiers import LONG

RULES = """\
game pegs

kind peg
    starts in the bag
    weight: number

there is a bag of pegs, in order, seen by nobody
each player has a sack of pegs, seen by its owner
each player has coins, a number, seen by everyone
setting dear: number = 2

fact a player is poor, if the player's coins is 0

peg Red
    reading "Ours."
    weight 1
peg Green
    reading "Ours."
    weight 7

moment work "your turn"

power fetch at work
    reading "Ours."
    set my coins to my coins + 1

power swipe at work, repeatedly,
    for each victim from other players where there is a peg in its sack where its weight is 7
    reading "Ours."
    set the victim's coins to 0

power sell at work, for each good from pegs in my sack where its weight is at least dear, if I am not poor
    reading "Ours."
    move the good to the bag

flow
    for each player in players
        move the top of the bag to the player's sack
    for each player in players
        the player uses powers at work

value a player's score is the player's coins
outcome by score
"""
EDITION = "edition: pegs\nname: Pegs\nrules: [pegs.rules]\nplayers: 2\ncast: {peg: [Red, Green]}\n"


def seated(folder: Path) -> Game:
    """A's turn in a small game: A has a light peg, B a heavy one."""
    (folder / "pegs.rules").write_text(RULES, encoding="utf-8")
    (folder / "pegs.yaml").write_text(EDITION, encoding="utf-8")
    return rulewright.load(folder / "pegs.yaml").new_game(2, seed=1, ask_forced=True)


def chosen(game: Game, label: str) -> Game:
    assert game.decision is not None
    game.choose([option.label for option in game.decision.options].index(label))
    return game


def steps(why: WhyNot) -> list[str]:
    return [step.text for step in why.steps]


def test_both_sides_of_what_does_not_hold_are_told(tmp_path: Path) -> None:
    (why,) = chosen(seated(tmp_path), "fetch").why_not("sell Red")

    assert (why.option.split()[0], why.hidden) == ("sell", False)
    assert steps(why) == ["its weight is at least dear"]
    assert why.steps[0].sides == (("its weight", "1"), ("dear", "2"))
    assert "pegs.rules:32:" in why.steps[0].place


def test_what_is_used_up_and_what_stands_behind_a_fact(tmp_path: Path) -> None:
    game = chosen(seated(tmp_path), "fetch")
    chosen(game, "done")

    (again,) = game.why_not("sell green")
    assert steps(again) == ["I am not poor"]
    assert again.steps[0].sides == (("the player's coins", "0"),)
    (used,) = chosen(game, "fetch").why_not("fetch")
    assert steps(used) == ["`fetch` has not been used yet"]


def test_what_the_asker_does_not_see_is_not_told(tmp_path: Path) -> None:
    game = chosen(seated(tmp_path), "fetch")
    chosen(game, "done")

    (why,) = game.why_not("swipe A")  # A's peg is light, which B cannot know
    assert why.hidden
    assert steps(why) == [""]


def test_a_card_that_is_not_there(tmp_path: Path) -> None:
    (why,) = seated(tmp_path).why_not("sell Green")

    assert (why.option, steps(why)) == ("sell Green", ["Green is in my sack"])


FRENCH = """\
cards: {Red: Rouge, Green: Vert}
choices: {fetch: gagner, sell: vendre}
reasons:
  its weight is at least dear: elle est assez lourde
  its weight: son poids
  my sack: votre sac
"""


def test_it_is_told_in_the_words_of_the_game(tmp_path: Path) -> None:
    (tmp_path / "pegs.fr.yaml").write_text(FRENCH, encoding="utf-8")
    seated(tmp_path)
    game = rulewright.load(tmp_path / "pegs.yaml", lang="fr").new_game(2, seed=1, ask_forced=True)

    (why,) = chosen(game, "gagner").why_not("vendre rouge")
    assert steps(why) == ["elle est assez lourde"]
    assert why.steps[0].sides == (("son poids", "1"), ("dear", "2"))
    (gone,) = game.why_not("vendre vert")
    assert steps(gone) == ["Vert est dans : votre sac"]
    (used,) = game.why_not("gagner")
    assert steps(used) == ["« gagner » n'a pas encore servi"]


def test_what_can_be_chosen_and_what_nothing_is_called(tmp_path: Path) -> None:
    game = seated(tmp_path)

    assert game.why_not("fetch") == game.why_not("crown") == game.why_not("") == ()


EDITIONS = ("classic", "french", "modern", "expeditions") if LONG else ("classic",)


def _asked(edition: str, seed: int) -> Iterator[Game]:
    """A game by lot, at some of its decisions."""
    players = 2 if edition == "expeditions" else 4
    game, lot = rules(edition).new_game(players, seed), Random(seed)
    while game.decision is not None:
        if lot.random() < (0.03 if LONG else 0.015):
            yield game
        game.choose(lot.randrange(len(game.decision.options)))


def _all_missing(game: Game) -> list[WhyNot]:
    conditions = inside(game.rules).conditions(game.players, game.options)
    return sorted(conditions.all_missing(game._at, game.names), key=repr)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.rotating
def test_an_answer_does_not_hang_on_what_the_asker_cannot_know(edition: str) -> None:
    answers = 0
    for game in _asked(edition, 11):
        assert game.decision is not None
        found = _all_missing(game)
        other = game.determinize(game.decision.player, seed=7)
        assert _all_missing(other) == found
        answers += sum(not why.hidden for why in found)
        labels = {option.label for option in game.decision.options}
        assert not labels & {why.option for why in found if not why.hidden}

    assert answers > 5


def test_what_has_been_chosen_before_in_a_row_is_told_as_that() -> None:
    game = rules("hearts").new_game(4, 1)
    assert game.decision is not None
    card = game.decision.options[0].label
    game.choose(0)

    (why,) = game.why_not(card)

    assert steps(why) == ["it has not been chosen yet"]
    assert not why.hidden
