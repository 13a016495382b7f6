"""What a seat hears comes natively to the digest of what Python tells it, step for step and for every seat."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dealing.kit import GAMES as SMALL
from engines.kit import GAMES, module_of, players_of
from game.kit import make_rules
from ir.kit import CARD, EXPRESSIONS, IN_LOOP, WHO, N, module_with
from ir.verify import verify
from knowing.drawn_tables import CASTS, EDITION, Drawing, Place
from perft.games import Way
from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.uses import free_locals
from rulewright.runtime.ir.module import Module, Telling
from rulewright.runtime.lower.passes import run_passes
from rulewright.runtime.session.rules.rulebook import load_rulebook

pytest.importorskip("wasmtime")

from engines.hearing import heard_in
from rulewright.runtime.session.rules.internals import inside

TABLE = """
flow
    play opening
    for each lap in 1 to 4
        for each player in players
            play turn for the player

phase opening
    shuffle the crate
    for each player in players
        move the top 2 fruits of the crate to the player's basket
        move the top of the crate to the player's stand
        set the player's money to 3

phase turn for a player
TURN

event a player pays some money
    only if my money is at least the money
    tell "{me} pays {money}, {my money} before"
    set my money to my money - the money

event a player settles some money
    first pay the money money
    tell "{me} settled {money}"

event a player buys a fruit
    first settle the fruit's price money
    tell "{me} buys {fruit} from {my basket} to {my stand}"
    move the fruit to my stand
    tell "{me} bought {fruit} to {my stand}"

event a player drops a fruit
    tell "{me} drops {fruit}"
    move the fruit to the bottom of the crate
    tell "{fruit} is gone" to me

fruit Melon
    price 2, sort sweet
    reading "ours"
    means barter to settle some money, covers 1, for each gone from fruits in my basket where its price is 1
        drop the gone
        tell "{me} barters {gone}"

value a player's points is the player's money
value a player's worth is (the total price of fruits in the player's basket) - 5
outcome by points
"""

CASES = {
    "a piece that few know, is nothing, or is any of its copies": """\
tell "{the top of the crate} {the bottom of the crate} {Blood Orange} {the first of fruits in my stand}"
show the top of the crate to my left
tell "{the top of the crate} {the first of fruits in the sack}"
""",
    "pieces that are seen, that are not, and none": """\
tell "{my basket} {my stand} {the crate} {the sack}"
let the herd be fruits
tell "{my left's basket} {the herd}"
show all fruits in my basket to everyone
tell "{my basket}"
for each piece in fruits in my basket
    move the piece to the sack
    tell "{the piece} {the sack} {my basket}"
tell "{me} {my basket}"
""",
    "lists of what is no piece": """\
let the group be players
choose 2 bids from 1 to 4
choose 2 tastes from sorts
I may choose a rest from other players
    do nothing
tell "{the group} {the bids} {the tastes}"
choose 2 picks from fruits in my basket
tell "{the picks}"
""",
    "numbers and what is none": """\
tell "{0 - 7} {my money * 1000000} {my money is 3} {nobody} {guest} {nothing} {Blood Orange's sort}"
tell "{the top of the crate} {the number of fruits in the crate} {the most price of fruits in any stand}"
set my money to my money + 1
tell "{my money} {my savings} {the median price of fruits in my basket}"
set the guest to my left
tell "{the guest} {the guest's money}"
""",
    "to one alone, and to nobody": """\
tell "{my basket} {me}" to me
tell "{my basket} {me}" to my left
if the guest is not nobody
    tell "you are guest" to the guest
set the guest to my left
tell "you are guest now: {my basket}" to the guest
for each other-one in players
    tell "{my basket}" to the other-one
""",
    "where else nothing is done": """\
for each piece in fruits in my basket
    if the piece's price is 1
        tell "one {piece}"
for each piece in fruits in my basket
    if the piece's price is 1
        tell "one {piece}"
    otherwise
        show the piece to my left
for each piece in fruits in my basket
    tell "is it {piece}?"
    if the piece's price is more than 1
        show the piece to my left
        tell "it is {piece}"
for each piece in fruits in any basket where its price is more than 1
    tell "two {piece}"
for each other-one in players
    if the other-one's money is more than 2
        tell "{the other-one} is rich"
repeat at most 2 times until my money is at least 9
    tell "{me}"
""",
    "what is tried is not told": """\
set my money to 1
for each piece in fruits in the crate where its sort is sweet and its price is 2
    move the piece to my stand
for each piece in fruits in my basket
    I may buy the piece
tell "{my money}"
""",
    "what waits": """\
until the turn ends
    after I drop a fruit
        tell "{me} dropped {fruit} of {the player's basket}"
    when I would pay some money
        tell "{me} would pay {money}"
        carry on
for each piece in fruits in my basket
    drop the piece
for each piece in fruits in my basket
    I may buy the piece
""",
    "values that are worked out": """\
let the herd be my basket
for each piece in the herd
    tell "{my worth} {my left's worth} {my points} {the herd} {my basket} {the first of sorts}"
    drop the piece
tell "{the herd} {the crate}"
""",
}
"""Deeds of a turn, in which all is told that can be hard to hear."""

FEW, MANY = "Apple: 4, Lemon: 3, Cherry: 4, Melon: 3", "Apple: 40, Lemon: 30, Cherry: 20, Melon: 9"
"""The last need more than the 64 bits of one word."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("fruits", [FEW, MANY], ids=["few", "many"])
@pytest.mark.parametrize("case", CASES)
def test_what_is_hard_to_hear(case: str, fruits: str, tmp_path: Path) -> None:
    turn = "".join(f"    {line}\n" for line in CASES[case].splitlines())
    rules = make_rules(tmp_path, TABLE.replace("TURN\n", turn), fruits)
    hearing = heard_in(inside(rules).module(3), 1, 2, 3)

    assert hearing.told >= hearing.lines > 10


def telling(body: ir.Body, *types: ir.Type) -> Module:
    """A module whose flow carries this out; what it tells has values of these types."""
    dealt = tuple(
        ir.Effect(
            ir.Change.MOVE, (ir.Const(piece), ir.Place("hand", WHO), ir.Const(1), ir.Const(0))
        )
        for piece in (0, 2)
    )
    module = module_with((*dealt, *body))
    told = Telling("do", "", tuple(range(len(types))), types)
    return run_passes(verify(evolve(module, tellings=(told,))))


TRIED, _ = EXPRESSIONS[ir.Trial]
TOLD = [
    (node, type_)
    for node, type_ in EXPRESSIONS.values()
    if type_.kind is not ir.Kind.CAPTURE and not isinstance(node, ir.Watched)
]


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("node", "type_"), TOLD, ids=lambda each: type(each).__name__)
def test_every_expression_is_heard(node: ir.Node, type_: ir.Type) -> None:
    body: ir.Body = (ir.Tell(0, ir.Const(0), (node, N), None),)
    if free_locals(node) & set(IN_LOOP):
        waiting = ir.Delay(7, (ir.Const(1), ir.Const(2)))
        body = (waiting, ir.For("kept", IN_LOOP["kept"], ir.Captured(7), body))
    hearing = heard_in(telling(body, type_, ir.NUMBER), 1)

    assert hearing.lines == 1


def test_what_is_tried_is_not_heard() -> None:
    tell = ir.Tell(0, ir.Const(0), (WHO,), None)
    module = module_with((ir.Perform("gain", (WHO,)), ir.Assign("holds", TRIED, ir.TRUTH), tell))
    gain = module.code.procedures["gain"]
    module.code.procedures["gain"] = evolve(gain, body=(*gain.body, tell))
    told = Telling("do", "", (0,), (ir.PLAYER,))
    hearing = heard_in(run_passes(verify(evolve(module, tellings=(told,)))), 1)

    assert hearing.lines == 2


def test_of_a_loop_that_skips_nothing_is_missed() -> None:
    """A loop over a set leaves out for which nothing is done: to tell something is something."""
    each = ir.Local("each")
    first = ir.Binary("==", ir.PlaceOf(each), ir.Place("hand", WHO))
    tell, show = ir.Tell(0, ir.Const(0), (each,), None), ir.Effect(ir.Change.SHOW, (CARD, WHO))
    inner = ir.If(ir.Binary("==", each, CARD), (show,))
    bodies: list[ir.Body] = [
        (tell, inner), (inner, tell), (ir.If(first, (tell,), (inner,)),), (ir.If(first, (tell,)),),
    ]  # fmt: skip
    for body in bodies:
        loop = ir.For("each", ir.PIECE, ir.Pieces("hand", WHO), body)
        assert heard_in(telling((loop,), ir.PIECE), 1).lines == 2


STILL = ("language/payment/payment.yaml", "language/numbers/numbers.yaml")
"""Games that are played by scenarios only: nothing comes of them by lot, or more than numbers can say."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "game", [*sorted(set(GAMES) - set(STILL)), *sorted(path.name for path in SMALL.glob("*.yaml"))]
)
@pytest.mark.rotating
def test_small_games_are_heard(game: str) -> None:
    if game in GAMES:
        module = module_of(Way(game, next(players_of(game))))
    else:
        book = load_rulebook(SMALL / game)
        module = book.module(min(book.edition.players.value))
    hearing = heard_in(module, 1, 2)
    if not hearing.lines:  # some tell only of what seldom happens
        hearing = heard_in(module, *range(3, 20))

    assert hearing.lines or not module.tellings


def with_tellings(drawing: Drawing, lot: Random) -> str:
    """The rules of a drawn table, in which each deed tells of places before it and after."""

    def place(place: Place) -> str:
        if place.owner == "each card has":
            return f"{{Cup's {place.name}}}"
        if place.owner == "each player has":
            return f"{{my {place.name}}}"
        return f"{{the {place.name}{' for red' if place.owner else ''}}}"

    lines = list[str]()
    for line in drawing.draw().splitlines():
        lines.append(line)
        if line.startswith("        option deed-"):
            told = " ".join(map(place, lot.sample(drawing.places, 2)))
            lines.append(f'            tell "{told}"')
    return "\n".join(lines) + "\n"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(6))
def test_drawn_tables_are_heard(seed: int, tmp_path: Path) -> None:
    drawing = Drawing(Random(seed), Random(~seed))
    (tmp_path / "drawn.rules").write_text(with_tellings(drawing, Random(seed)), encoding="utf-8")
    cast = CASTS[seed % 3]
    (tmp_path / "drawn.yaml").write_text(EDITION.replace("CAST", cast), encoding="utf-8")
    hearing = heard_in(load_rulebook(tmp_path / "drawn.yaml").module(2 + seed % 3), seed)

    assert hearing.lines > 10
