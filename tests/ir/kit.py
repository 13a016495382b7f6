"""A small module made by hand, and a sample of every expression and statement in it."""

from __future__ import annotations

from typing import Any

from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.layout import CellLayout, CellRange
from rulewright.runtime.ir.module import (
    CardEntry,
    Code,
    DecisionEntry,
    Module,
    OptionLabel,
    Site,
    Telling,
    VariableEntry,
    ZoneEntry,
)
from rulewright.runtime.ir.outcome_rules import OutcomeRules
from rulewright.runtime.ir.terms import (
    NUMBER,
    PIECE,
    PLAYER,
    TRUTH,
    Body,
    Change,
    Const,
    Function,
    Kind,
    Local,
    Node,
    Procedure,
    Sequence,
    Stmt,
    Type,
)

HUE = Type(Kind.LABEL, "hue")
CAPTURE = Type(Kind.CAPTURE, "7")
DECK, HANDS, GOLD, TURN = CellRange(9, 1), CellRange(10, 2), CellRange(18, 2), CellRange(20, 1)
PARAMETERS = (("who", PLAYER), ("card", PIECE), ("n", NUMBER), ("hue", HUE), ("yes", TRUTH))
NAMES = dict(PARAMETERS)
WHO, CARD, N, LABEL, YES = (Local(name) for name, _ in PARAMETERS)
HAND = ir.Pieces("hand", WHO)


def module_with(body: Body = (), result: Node = N, type_: Type = NUMBER) -> Module:
    """The module whose flow carries this out, with a function that gives this."""
    code = Code(
        procedures={
            "flow": Procedure("flow", (), (ir.Perform("do", _given()),), asks=True),
            "do": Procedure("do", PARAMETERS, body, exported=True),
            "gain": Procedure("gain", (("who", PLAYER),), (_gain(),)),
        },
        functions={
            "asked": Function("asked", PARAMETERS, type_, result, exported=True),
            "rich": Function("rich", (("who", PLAYER),), TRUTH, ir.Binary(">", _gold(), Const(3))),
        },
        arrays={"worth": ir.Array(PIECE, NUMBER, (1, 2, 3, 0))},
        captures={7: (PLAYER, PIECE)},
    )
    return Module(
        players=2,
        layout=CellLayout({"deck": DECK, "hand": HANDS}, {"gold": GOLD, "turn": TURN}, 12, 15, 21),
        zones={
            "deck": ZoneEntry("deck", None, DECK, True, "nobody"),
            "hand": ZoneEntry("hand", "player", HANDS, False, "owner"),
        },
        variables={
            "gold": VariableEntry("gold", "player", GOLD, NUMBER, 2, "everyone"),
            "turn": VariableEntry("turn", None, TURN, PLAYER, -1, "everyone"),
        },
        phases={},
        pieces=tuple(CardEntry(name, "card", {}, "deck") for name in ("One", "Two", "Three")),
        designs=("One", "Two", "Three"),
        labels={"hue": ("red", "green")},
        sites=(Site("flow", "here", ()),),
        tellings=(Telling("gain", "{} has {}", (0, " has ", 1), (PLAYER, PIECE)),),
        decisions=(DecisionEntry("pick", "choose", (OptionLabel("", PIECE),), 0),),
        outcome=OutcomeRules(),
        names={},
        code=code,
    )


def _given() -> tuple[Node, ...]:
    return (Const(0), Const(1), Const(5), Const(1), Const(1))


def _gold() -> Node:
    return ir.Read("gold", WHO)


def _gain() -> Stmt:
    return ir.Write("gold", WHO, ir.Binary("+", _gold(), Const(1)))


def ask(then: Body = (), **more: Any) -> ir.Ask:
    """A choice of a card of a hand."""
    options = ir.OptionList(HAND, "pick", ir.Sees(Local("pick"), WHO), then)
    return evolve(ir.Ask(0, WHO, (options,)), **more)


#: Class -> an expression of it, and what it stands for.
EXPRESSIONS: dict[type, tuple[Node, Type]] = {
    type(node): (node, found)
    for node, found in (
        (Const(4), NUMBER),
        (N, NUMBER),
        (ir.Read("gold", WHO, True, Const(0)), NUMBER),
        (ir.Slot(WHO, LABEL, 0, 2), NUMBER),
        (ir.Lookup("worth", CARD), NUMBER),
        (ir.PlaceOf(CARD, True), ir.PLACE),
        (ir.Place("hand", WHO, True), ir.PLACE),
        (ir.InZone(ir.PlaceOf(CARD), "hand", WHO), TRUTH),
        (ir.OwnerOf(ir.PlaceOf(CARD)), PLAYER),
        (ir.Metered(N, 12), NUMBER),
        (ir.Bounded(N), NUMBER),
        (ir.Binary("+", N, Const(1)), NUMBER),
        (ir.Not(YES), TRUTH),
        (ir.All((YES, ir.Not(YES))), TRUTH),
        (ir.Any((YES, ir.Not(YES))), TRUTH),
        (ir.Cond(YES, N, Const(0)), NUMBER),
        (ir.Call("rich", (WHO,)), TRUTH),
        (ir.Reduce("total", HAND, "each", ir.Lookup("worth", Local("each"))), NUMBER),
        (ir.Member(CARD, HAND), TRUTH),
        (ir.End(HAND, True), PIECE),
        (ir.Trial("gain", (WHO,), "rich", (WHO,)), TRUTH),
        (ir.Watched(YES, 1, 2), TRUTH),
        (ir.Part(Local("kept"), 1), PLAYER),
        (ir.Sees(CARD, WHO), TRUTH),
        (ir.Position(CARD), NUMBER),
        (Sequence((0, 1), PLAYER), PLAYER.list()),
        (ir.Around(WHO, True), PLAYER.list()),
        (ir.Numbers(Const(1), N), NUMBER.list()),
        (HAND, PIECE.list()),
        (ir.AllPieces("hand", WHO), PIECE.list()),
        (ir.Filtered(HAND, "each", ir.Sees(Local("each"), WHO)), PIECE.list()),
        (ir.Backwards(HAND), PIECE.list()),
        (ir.Taken(HAND, N), PIECE.list()),
        (ir.Kept(HAND), PIECE.list()),
        (ir.Append(ir.Kept(HAND), CARD), PIECE.list()),
        (ir.Rest(ir.Kept(HAND)), PIECE.list()),
        (ir.Head(ir.Kept(HAND)), PIECE),
        (ir.Captured(7), CAPTURE.list()),
    )
}

#: Class -> a statement of it.
STATEMENTS: dict[type, Stmt] = {
    type(stmt): stmt
    for stmt in (
        ir.Assign("left", ir.Binary("-", N, Const(1)), NUMBER),
        _gain(),
        ir.Reset("gold"),
        ir.Effect(Change.SHUFFLE, (ir.Place("deck"),)),
        ir.Tell(0, Const(0), (WHO, CARD), WHO),
        ir.Tell(0, Const(0), (WHO, CARD), None, YES),
        ir.Delay(7, (WHO, CARD)),
        ir.Undelay((7,), WHO),
        ir.Count(0),
        ir.Spend(3),
        ir.Fail("for ever"),
        ir.If(YES, (_gain(),), (ir.Reset("gold"),)),
        ir.For("each", PIECE, HAND, (ir.Effect(Change.SHOW, (Local("each"), WHO)),)),
        ir.Loop(ir.Call("rich", (WHO,)), (_gain(),)),
        ir.Perform("gain", (WHO,)),
        ask((ir.Effect(Change.SHOW, (Local("pick"), Const(-1))),)),
        ir.EndGame(),
    )
}

#: What expressions need in sight that are only found in a loop.
IN_LOOP = {"kept": CAPTURE}
