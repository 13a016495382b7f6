"""Who may look into a place because of what the rules work out still knows what lay there when he no longer may."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulewright
from knowing.sights import sights
from properties.kit import state_of
from rulewright import Game
from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.constructors import TRUE
from rulewright.runtime.ir.nodes.ir_statements import Change
from rulewright.runtime.lower.passes.visibility import add_learning
from rulewright.runtime.session.native_backend import EngineName

RULES = """\
game lookers

kind card
    starts in the deck

there is a deck of cards, in order, seen by nobody
there is a vault of cards, seen by {sight}
there is a guide, a player, seen by everyone
each player has friend, a player, seen by everyone
each player has gold, a number, seen by everyone

list of card
    printed "ours"
    name
    Ace
    Bow

flow
    move the top of the deck to the vault
    for each player in players
        set the player's friend to the player
        set the player's gold to (the most gold of players) + 1
        set the guide to the player
        play turn for the player

phase turn for a player
    I choose
        option earn
            set my gold to my gold + 1
        option pass
            do nothing
"""

EDITION = """\
edition: lookers
name: Lookers
rules: [lookers.rules]
players: 3
cast:
  card: [Ace, Bow]
"""


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize(
    "sight", ["the guide", "the guide's friend", "(the first of players with the most gold)"]
)
def test_each_who_looked_knows_the_card(tmp_path: Path, sight: str, engine: EngineName) -> None:
    (tmp_path / "lookers.rules").write_text(RULES.format(sight=sight), encoding="utf-8")
    (tmp_path / "lookers.yaml").write_text(EDITION, encoding="utf-8")
    game = rulewright.load(tmp_path / "lookers.yaml").new_game(3, 1, engine=engine)

    known = []
    for _ in range(3):
        known.append([_vault(game, seat) != [None] for seat in range(3)])
        game.choose(0)

    assert known == [[True, False, False], [True, True, False], [True, True, True]]


def _vault(game: Game, seat: int) -> list[Any]:
    cards: list[Any] = game.view(seat)["table"]["zones"]["vault"]["cards"]
    return cards


def test_players_learn_before_each_question_and_at_no_other_time(tmp_path: Path) -> None:
    module = state_of(sights(tmp_path)).game.module
    nook = module.zones["nook"]
    ask = ir.Ask(0, ir.Const(0), ())
    write = ir.Write("fate", None, ir.Const(1))
    asking = ir.Procedure("asking", (), (write, ir.If(TRUE, (write, ask)), ask), asks=True)
    procedures = {"asking": asking, "other": ir.Procedure("other", (), (write,))}

    def taught(result: ir.Node) -> Module:
        looking = evolve(module.code.functions[nook.sight], result=result)
        functions = {**module.code.functions, nook.sight: looking}
        code = evolve(module.code, functions=functions, procedures=procedures)
        return add_learning(evolve(module, code=code))

    learn = ir.Effect(Change.LEARN, (ir.Const(nook.run.base),))
    lesson = (write, ir.If(TRUE, (write, learn, ask)), learn, ask)
    found = taught(ir.Binary("-", ir.Read("looker"), ir.Const(0))).code.procedures
    assert found == {**procedures, "asking": evolve(asking, body=lesson)}
    assert taught(ir.Read("looker")).code.procedures == procedures
    assert taught(ir.Read("gold", ir.Const(0))).code.procedures["asking"].body == lesson
