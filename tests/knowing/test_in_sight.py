"""Of which expressions a seat may be told what they come to: those that look at nothing but what it sees.

And `why not`, which asks that: what it says is no way to find out what lies hidden.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulewright
from knowing.errand import errand
from knowing.faults import IN_SIGHT
from knowing.planting import Fault, planted
from knowing.sights import CARDS, sights
from properties.kit import state_of
from rulewright import Game
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.terms import Const, Local, Node
from rulewright.runtime.observation.disclosure import DisclosureCheck
from rulewright.runtime.observation.visibility import SeatVisibility

ACE, BOW, CUP, DIE, ELM, FAN, GEM, HAT, INK, JUG, KIT, LOG, MUG = range(len(CARDS))
ALL, NOBODY, LOOKER = {0, 1, 2}, set[int](), {0}
#: A is who looks. His phase `trial` is played for Ace, which is in his hand.
A, B, C = Const(0), Const(1), Const(2)
DEBT = ir.Read("debt", B)
CARD = Local("card")
UNKNOWN = Local("unknown")


def luck(owner: Node, hue: int) -> Node:
    """What somebody has for a hue."""
    return ir.Read("luck", ir.Slot(owner, Const(hue), 0, 2))


def hand(owner: Node) -> Node:
    """All cards in somebody's hand."""
    return ir.Pieces("hand", owner)


def filtered(source: Node, condition: Node) -> Node:
    """Those cards of a list for which something holds."""
    return ir.Filtered(source, "unknown", condition)


#: Of each expression who may be told; where `card` stands in it, it is Cup, which B has in his hand.
TOLD: dict[str, tuple[Node, set[int]]] = {
    "a number": (Const(3), ALL),
    "a number that all see": (ir.Read("gold", B), ALL),
    "a number of an owner": (DEBT, {1}),
    "a number of an owner who is not known": (ir.Read("debt", UNKNOWN), NOBODY),
    "a number of an owner whom nobody sees": (ir.Read("gold", ir.Read("fate")), NOBODY),
    "a number of an owner whom one sees": (ir.Read("gold", ir.Read("plan")), LOOKER),
    "a number of an owner who is worked out from a list": (
        ir.Read("debt", ir.Reduce("count", ir.Pieces("row"))), NOBODY,
    ),
    "a number for one label": (luck(B, 0), {1}),
    "a number for another label": (luck(B, 1), {1}),
    "a number of the first owner for another label": (luck(A, 1), {0}),
    "a number of an owner for a label that is not known": (
        ir.Read("luck", ir.Slot(B, UNKNOWN, 0, 2)), NOBODY,
    ),
    "a number that the looker sees": (ir.Read("plan"), LOOKER),
    "a number that nobody sees": (ir.Read("fate"), NOBODY),
    "a sum with what one sees": (ir.Binary("+", DEBT, Const(1)), {1}),
    "a sum of what two see": (ir.Binary("+", DEBT, ir.Read("plan")), NOBODY),
    "a mark that all see": (ir.Read("dusty", CARD), ALL),
    "a mark that the looker sees": (ir.Read("sworn", CARD), LOOKER),
    "for whom a phase is played": (ir.Read("turn.player"), ALL),
    "for what card a phase is played": (ir.Read("trial.subject"), {0}),
    "an open place": (ir.Pieces("row"), ALL),
    "a hidden place": (ir.Pieces("bag"), NOBODY),
    "a place that the looker sees": (ir.Pieces("nook"), LOOKER),
    "a hand": (hand(B), {1}),
    "a hand of one of whom it is not known who he is": (hand(UNKNOWN), NOBODY),
    "a hand of one whom nobody sees": (hand(ir.Read("fate")), NOBODY),
    "what a card holds": (ir.Pieces("vault", Const(1)), NOBODY),
    "how many lie in a hidden place": (ir.Reduce("count", ir.Pieces("bag")), ALL),
    "whether any lie in a hand": (ir.Reduce("some", hand(B)), ALL),
    "how many lie in all hands": (ir.Reduce("count", ir.AllPieces("hand")), ALL),
    "how many lie in the hand of one whom nobody sees": (
        ir.Reduce("count", hand(ir.Read("fate"))), NOBODY,
    ),
    "how many of some sort lie in a hand": (
        ir.Reduce("count", filtered(hand(B), Const(1))), {1},
    ),
    "all hands": (ir.AllPieces("hand"), NOBODY),
    "all open places": (ir.AllPieces("row"), ALL),
    "all open places but those of one whom nobody sees": (
        ir.AllPieces("row", ir.Read("fate")), NOBODY,
    ),
    "all open places but those of somebody": (ir.AllPieces("row", B), ALL),
    "all hands but somebody's": (ir.AllPieces("hand", B), NOBODY),
    "the cards of a hand with an open mark": (
        filtered(hand(B), ir.Read("dusty", UNKNOWN)), {1},
    ),
    "the cards of a hand with a hidden mark": (
        filtered(hand(B), ir.Read("cursed", UNKNOWN)), NOBODY,
    ),
    "the cards of an open place with a mark that one sees": (
        filtered(ir.Pieces("row"), ir.Read("sworn", UNKNOWN)), LOOKER,
    ),
    "the first of a hand": (ir.Reduce("first", hand(B), "unknown", UNKNOWN), {1}),
    "the most of what nobody sees": (
        ir.Reduce("most", ir.Pieces("row"), "unknown", ir.Read("fate")), NOBODY,
    ),
    "the first, or else what nobody sees": (
        ir.Reduce("first", ir.Pieces("row"), "unknown", UNKNOWN, ir.Read("fate")), NOBODY,
    ),
    "a name that means another inside": (
        ir.Reduce("total", ir.Pieces("row"), "card", ir.Read("debt", CARD)), NOBODY,
    ),
    "a name that means another in a filter": (
        ir.Filtered(ir.Pieces("row"), "card", ir.Read("debt", CARD)), NOBODY,
    ),
    "where a card lies": (ir.OwnerOf(ir.PlaceOf(CARD)), {1}),
    "where a card lies that all see": (ir.OwnerOf(ir.PlaceOf(Const(INK))), ALL),
    "where a card lies that nobody knows": (ir.PlaceOf(Const(LOG)), NOBODY),
    "where a card lies that a phase is played for": (ir.PlaceOf(ir.Read("trial.subject")), {0}),
    "where the first card lies": (ir.PlaceOf(Const(ACE)), {0}),
    "where no card lies": (ir.PlaceOf(Const(-1)), ALL),
    "where some card lies": (ir.PlaceOf(UNKNOWN), NOBODY),
    "whether a hidden card lies in the open": (
        ir.InZone(ir.PlaceOf(Const(LOG)), "row"), ALL,
    ),
    "whether a hidden card lies in some hand": (
        ir.InZone(ir.PlaceOf(Const(LOG)), "hand"), NOBODY,
    ),
    "whether a hidden card lies in a hand": (
        ir.InZone(ir.PlaceOf(Const(LOG)), "hand", B), {1},
    ),
    "whether a card in a hand lies in another": (ir.InZone(ir.PlaceOf(CARD), "hand", A), {0, 1}),
    "whether a card lies in the hand of one whom nobody sees": (
        ir.InZone(ir.PlaceOf(CARD), "hand", ir.Read("fate")), NOBODY,
    ),
    "whether a hidden card lies at one place": (
        ir.Binary("==", ir.PlaceOf(Const(LOG)), ir.Place("hand", B)), {1},
    ),
    "whether a hidden card lies at a hidden place": (
        ir.Binary("==", ir.PlaceOf(Const(LOG)), ir.Place("bag")), NOBODY,
    ),
    "whether a card that nobody sees lies in the open": (
        ir.InZone(ir.PlaceOf(ir.Read("fate")), "row"), NOBODY,
    ),
    "what may be tried": (ir.Trial("gain", (), "rich", ()), NOBODY),
    "what somebody knows": (ir.Sees(CARD, B), NOBODY),
    "where a card lies in its place": (ir.Position(CARD), NOBODY),
    "what was captured": (ir.Captured(1), NOBODY),
    "what a value comes to": (ir.Call("own_debt", (B,)), {1}),
    "what a value comes to of one who is not known": (ir.Call("own_debt", (UNKNOWN,)), NOBODY),
    "what a value comes to of one whom nobody sees": (
        ir.Call("nothing", (ir.Read("fate"),)), NOBODY,
    ),
    "a value that calls itself": (ir.Call("endless", ()), NOBODY),
    "two values": (ir.All((ir.Call("own_debt", (B,)), ir.Call("own_debt", (B,)))), {1}),
    "what hangs on nothing hidden, as the first does not hold": (
        ir.All((Const(0), ir.Read("fate"))), ALL,
    ),
    "what hangs on something hidden, as the first holds": (
        ir.All((Const(1), ir.Read("fate"))), NOBODY,
    ),
    "what hangs on something hidden at first": (ir.All((ir.Read("fate"), Const(0))), NOBODY),
    "one of two, as the first holds": (ir.Any((Const(1), ir.Read("fate"))), ALL),
    "one of two, as the first does not hold": (ir.Any((Const(0), ir.Read("fate"))), NOBODY),
    "the open one of two": (ir.Cond(Const(1), Const(2), ir.Read("fate")), ALL),
    "the hidden one of two": (ir.Cond(Const(0), Const(2), ir.Read("fate")), NOBODY),
    "one of two, by what is hidden": (ir.Cond(ir.Read("fate"), Const(2), Const(2)), NOBODY),
}  # fmt: skip

FUNCTIONS = (
    ir.Function("own_debt", (("who", ir.PLAYER),), ir.NUMBER, ir.Read("debt", Local("who"))),
    ir.Function("nothing", (("who", ir.PLAYER),), ir.NUMBER, Const(0)),
    ir.Function("endless", (), ir.NUMBER, ir.Call("endless", ())),
)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The game on the small table, with some functions more."""
    found = sights(tmp_path_factory.mktemp("sights"))
    functions = state_of(found).game.module.code.functions
    functions.update((each.name, each) for each in FUNCTIONS)
    return found


def told(game: Game, node: Node) -> set[int]:
    """The seats that may be told what an expression comes to."""
    at = state_of(game)
    engine: Any = at.engine

    def evaluate(inner: Node, names: Any) -> Any:
        return engine.evaluate(at.state, inner, names)

    def known(seat: int) -> Any:
        return SeatVisibility(at.engine, seat).visible(at.state).known

    seats = range(game.players)
    sights_of = (DisclosureCheck(at.game.module, seat, evaluate, known(seat)) for seat in seats)
    return {seat for seat, sight in enumerate(sights_of) if sight.can_see(node, {"card": CUP})}


@pytest.mark.parametrize("what", TOLD)
def test_who_may_be_told(game: Game, what: str) -> None:
    node, wanted = TOLD[what]
    assert told(game, node) == wanted


def test_for_what_card_his_turn_is_played_who_plays_it_may_be_told(tmp_path: Path) -> None:
    """It lies hidden, so where is not told."""
    found = errand(tmp_path, 1)
    assert told(found, ir.Read("turn.errand")) == {0}
    assert told(found, ir.PlaceOf(ir.Read("turn.errand"))) == NOBODY


@pytest.mark.parametrize("fault", IN_SIGHT, ids=lambda fault: fault.name)
def test_a_planted_fault_is_found(game: Game, fault: Fault) -> None:
    with planted(fault), pytest.raises(AssertionError):
        assert {what: told(game, node) for what, (node, _) in TOLD.items()} == {
            what: wanted for what, (_, wanted) in TOLD.items()
        }


# ------------------------------------------------------------------ why not

PEGS = """\
game pegs

labels hue: red, green

kind peg
    starts in the bag
    weight: number

there is a bag of pegs, in order, seen by nobody
each player has a sack of pegs, seen by its owner
each player has coins, a number, seen by everyone
each player has debt for each hue, a number starting at 3, seen by its owner

peg Red
    reading "Ours."
    weight 1
peg Green
    reading "Ours."
    weight 7
peg Blue
    reading "Ours."
    weight 7

moment work "your turn"

power dig at work, if Blue is in the bag
    set my coins to my coins + 1

power claim at work, if Blue's owner is me
    set my coins to my coins + 1

power collect at work, if my left's debt for green is 1
    set my debt for green to my debt for red + 1

power rest at work
    set my coins to 2

power wait at work
    set my coins to 3

flow
    for each player in players
        move the top of the bag to the player's sack
    for each player in players
        the player uses powers at work

value a player's score is the player's coins
outcome by score
"""
EDITION = (
    "edition: pegs\nname: P\nrules: [pegs.rules]\nplayers: 2\ncast: {peg: [Red, Blue, Green]}\n"
)


@pytest.fixture
def pegs(tmp_path: Path) -> Game:
    """The turn of A, who has Red; B has Blue."""

    (tmp_path / "pegs.rules").write_text(PEGS, encoding="utf-8")
    (tmp_path / "pegs.yaml").write_text(EDITION, encoding="utf-8")
    return rulewright.load(tmp_path / "pegs.yaml").new_game(2, seed=1, ask_forced=True)


@pytest.mark.parametrize("power", ["dig", "claim", "collect"])
def test_why_not_tells_nothing_of_what_lies_hidden(pegs: Game, power: str) -> None:
    (why,) = pegs.why_not(power)
    assert why.hidden
    assert [step.text for step in why.steps] == [""]


def test_where_a_card_lies_is_told_to_who_knows_it(pegs: Game) -> None:
    labels = [option.label for option in pegs.decision.options] if pegs.decision else []
    pegs.choose(labels.index("done"))

    (why,) = pegs.why_not("dig")
    assert [step.text for step in why.steps] == ["Blue is in the bag"]
