"""A question whose options hang on what not all know is private, also where nobody but who is asked can tell."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from knowing.sights import sights
from properties.kit import state_of
from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.constructors import TRUE
from rulewright.runtime.ir.terms import Const, Local, Node
from rulewright.runtime.lower.passes.secret_inputs import add_secrets

RULES = """\
game oracle

kind card
    starts in the deck

there is a deck of cards, in order, seen by nobody
there is a fate, a number, seen by {sight}

list of card
    printed "ours"
    name
    Ace

flow
    set the fate to the fate + 1
    for each player in players
        play turn for the player

phase turn for a player
    I choose
        option ask, if the fate is 1
            do nothing
        option wait
            do nothing
"""

EDITION = """\
edition: oracle
name: Oracle
rules: [oracle.rules]
players: 2
"""


@pytest.mark.parametrize(("sight", "private"), [("everyone", False), ("nobody", True)])
def test_options_that_hang_on_a_number(tmp_path: Path, sight: str, private: bool) -> None:
    (tmp_path / "oracle.rules").write_text(RULES.format(sight=sight), encoding="utf-8")
    (tmp_path / "oracle.yaml").write_text(EDITION, encoding="utf-8")
    game = rulewright.load(tmp_path / "oracle.yaml").new_game(2, 1, engine="python")

    assert game.decision is not None
    assert game.decision.is_private is private


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Module:
    """A module with places and numbers of every sort of sight."""
    found = state_of(sights(tmp_path_factory.mktemp("sights"))).game.module
    functions = {each.name: each for each in FUNCTIONS}
    procedures = {each.name: each for each in PROCEDURES}
    return evolve(found, code=evolve(found.code, functions=functions, procedures=procedures))


FATE, BAG, HAND = ir.Read("fate"), ir.Pieces("bag"), ir.Pieces("hand", Const(0))
FUNCTIONS = (
    ir.Function("luck", (), ir.NUMBER, FATE),
    ir.Function("more", (), ir.NUMBER, ir.Binary("+", ir.Call("luck", ()), ir.Call("less", ()))),
    ir.Function("less", (), ir.NUMBER, ir.Binary("+", ir.Call("more", ()), ir.Read("plan"))),
    ir.Function("outer", (), ir.NUMBER, ir.Call("less", ())),
    ir.Function("open", (), ir.NUMBER, ir.Read("gold", Const(0))),
)
PROCEDURES = (
    ir.Procedure("gain", (), (ir.Write("fate", None, ir.Read("debt", Const(0))),)),
    ir.Procedure(
        "plans", (), (ir.Write("plan", None, Const(1)), ir.Write("gold", Const(0), Const(1)))
    ),
    ir.Procedure("owes", (), (ir.Write("debt", Const(0), Const(1)),)),
)


def one(condition: Node) -> ir.OptionList:
    """A single option, if something holds."""
    return ir.OptionList(None, "it", condition, ())


def each(source: Node, condition: Node = TRUE) -> ir.OptionList:
    """An option for each of a list."""
    return ir.OptionList(source, "it", condition, ())


def filtered(source: Node) -> Node:
    """Those cards of a list that are open marks' ones."""
    return ir.Filtered(source, "it", ir.Read("dusty", Local("it")))


#: What a question hangs on that not everybody sees.
HANGS: dict[str, tuple[list[ir.OptionList], set[str]]] = {
    "nothing": ([one(TRUE)], set()),
    "a number that all see": ([one(ir.Read("gold", Const(0)))], set()),
    "a number that nobody sees": ([one(FATE)], {"fate"}),
    "a hidden mark that never changes": ([one(ir.Read("cursed", Const(0)))], set()),
    "for what a phase is played": ([one(ir.Read("trial.subject"))], set()),
    "two options": ([one(TRUE), one(FATE), one(ir.Read("plan"))], {"fate", "plan"}),
    "how many lie hidden": ([one(ir.Reduce("count", BAG))], set()),
    "whether any lie in any hand": ([one(ir.Reduce("some", ir.AllPieces("hand")))], set()),
    "how many of some sort": ([one(ir.Reduce("count", filtered(BAG)))], {"bag"}),
    "the first that lies hidden": ([one(ir.Reduce("first", BAG))], {"bag"}),
    "the first that lies open": ([one(ir.Reduce("first", ir.Pieces("row")))], set()),
    "whether a card lies hidden": ([one(ir.InZone(ir.PlaceOf(Const(0)), "bag"))], {"bag"}),
    "all that lie in a hand": ([each(HAND)], set()),
    "all that lie in hands": ([each(ir.AllPieces("hand"))], set()),
    "those of a hand of which something holds": (
        [each(HAND, ir.Read("dusty", Local("it")))],
        {"hand"},
    ),
    "those of a hand of some sort": ([each(filtered(HAND))], {"hand"}),
    "those in the open of some sort": ([each(filtered(ir.Pieces("row")))], set()),
    "what a value comes to": ([one(ir.Call("luck", ()))], {"fate"}),
    "what an open value comes to": ([one(ir.Call("open", ()))], set()),
    "values that ask each other": ([one(ir.Call("less", ()))], {"fate", "plan"}),
    "a value that asks such values": ([one(ir.Call("outer", ()))], {"fate", "plan"}),
    "what is tried": ([one(ir.Trial("gain", (), "open", ()))], {"debt"}),
    "what is tried, by what comes of it": ([one(ir.Trial("plans", (), "luck", ()))], {"fate"}),
    "what two options ask": ([one(ir.Call("luck", ())), one(ir.Call("luck", ()))], {"fate"}),
}


def secrets(module: Module, ask: ir.Ask) -> set[str]:
    """What is found of a question."""
    asking = ir.Procedure("asking", (), (ask,), asks=True)
    procedures = {**module.code.procedures, "asking": asking}
    found = add_secrets(evolve(module, code=evolve(module.code, procedures=procedures)))
    assert found.decisions[1:] == module.decisions[1:]
    return {*found.decisions[0].secrets}


@pytest.mark.parametrize("what", HANGS)
def test_what_a_question_hangs_on(module: Module, what: str) -> None:
    options, wanted = HANGS[what]
    assert secrets(module, ir.Ask(0, Const(0), tuple(options))) == wanted


def test_when_a_row_may_end(module: Module) -> None:
    options = (each(HAND),)
    assert secrets(module, ir.Ask(0, Const(0), options, stop=FATE)) == {"fate"}
    assert secrets(module, ir.Ask(0, Const(0), options, stop=TRUE)) == set()
