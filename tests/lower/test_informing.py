"""What is known along the way is not asked again, and what may have changed is."""

from __future__ import annotations

import pytest

from ir.kit import CARD, HAND, WHO, YES, N, ask, module_with
from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.constructors import FALSE, binary, conjunction, negation
from rulewright.runtime.ir.terms import (
    NUMBER,
    PIECE,
    PLAYER,
    Body,
    Change,
    Const,
    Function,
    Local,
    Procedure,
)
from rulewright.runtime.lower.passes.known_facts import propagate_facts

TURN, GOLD = ir.Read("turn"), ir.Read("gold", WHO)
MINE, RICH = binary("==", TURN, WHO), binary(">=", GOLD, Const(3))
IN_HAND = ir.InZone(ir.PlaceOf(CARD), "hand", WHO)
BEGIN, EARN = ir.Write("turn", None, WHO), ir.Write("gold", WHO, binary("+", GOLD, N))
DRAW = ir.Effect(Change.MOVE, (CARD, ir.Place("hand", WHO), Const(0), Const(0)))
OWNER = ir.OwnerOf(ir.PlaceOf(CARD))
TELL = ir.Tell(0, Const(0), (WHO, N), None)


def left_of(*body: ir.Stmt) -> Body:
    """What is left of statements."""
    return propagate_facts(module_with(body)).code.procedures["do"].body


def inside(body: Body) -> Body:
    """What is in the condition that statements are."""
    (found,) = body
    assert isinstance(found, ir.If)
    return found.body


def if_(condition: ir.Node, *body: ir.Stmt) -> ir.If:
    return ir.If(condition, body or (TELL,))


def test_what_was_just_set_is_known() -> None:
    assert left_of(BEGIN, if_(MINE)) == (BEGIN, TELL)
    assert left_of(BEGIN, ir.Write("gold", TURN, N)) == (BEGIN, ir.Write("gold", WHO, N))


def test_what_a_condition_says_is_known_where_it_holds_and_where_it_does_not() -> None:
    both_ways = ir.If(RICH, (if_(RICH),), (if_(RICH), EARN))

    assert left_of(both_ways) == (ir.If(RICH, (TELL,), (EARN,)),)
    assert left_of(if_(conjunction(RICH, IN_HAND), if_(IN_HAND))) == (
        if_(conjunction(RICH, IN_HAND)),
    )
    assert left_of(if_(ir.Not(YES), if_(YES), EARN)) == (if_(ir.Not(YES), EARN),)


def test_a_number_that_is_known_to_be_another_stands_for_it() -> None:
    five = binary("==", GOLD, Const(5))

    assert left_of(if_(five, if_(RICH))) == (if_(five),)


@pytest.mark.parametrize(
    ("condition", "change"),
    [
        (RICH, EARN),
        (RICH, ir.Reset("gold")),
        (RICH, ir.Perform("gain", (WHO,))),
        (MINE, ir.Write("turn", None, OWNER)),
        (IN_HAND, DRAW),
        (binary(">", N, Const(3)), ir.Assign("n", binary("+", N, N), NUMBER)),
        (IN_HAND, ir.Loop(YES, (DRAW,))),
        (RICH, ir.If(YES, (EARN,))),
        (RICH, ir.For("each", PIECE, HAND, (EARN,))),
        (RICH, ask((EARN,))),
    ],
)
def test_what_may_have_changed_is_asked_again(condition: ir.Node, change: ir.Stmt) -> None:
    again = if_(condition, TELL, TELL)

    assert inside(left_of(if_(condition, change, again)))[-1] == again


def test_what_changes_in_a_loop_is_not_known_in_it() -> None:
    loop = ir.Loop(YES, (if_(RICH), EARN))

    assert left_of(if_(RICH, loop)) == (if_(RICH, loop),)
    assert left_of(if_(IN_HAND, ir.Loop(YES, (if_(IN_HAND), EARN)))) == (
        if_(IN_HAND, ir.Loop(YES, (TELL, EARN))),
    )


def test_what_is_chosen_was_offered() -> None:
    seen = ir.Sees(Local("pick"), WHO)
    show = ir.Effect(Change.SHOW, (Local("pick"), Const(-1)))

    assert left_of(ask((if_(seen, show),))) == (ask((show,)),)
    assert left_of(ask((DRAW, if_(seen, show)))) == (ask((DRAW, if_(seen, show))),)


def test_for_a_list_that_is_offered_only_if_its_condition_holds() -> None:
    source = ir.Cond(RICH, HAND, ir.Sequence((), NUMBER))
    options = ir.OptionList(source, "pick", YES, (if_(RICH),))

    assert left_of(ir.Ask(0, WHO, (options,))) == (
        ir.Ask(0, WHO, (evolve(options, then=(TELL,)),)),
    )


def test_what_all_know_who_carry_it_out_is_known() -> None:
    def done(*callers: ir.Stmt) -> Body:
        module = with_procedure("pay", (if_(RICH, EARN),), callers)
        return propagate_facts(module).code.procedures["pay"].body

    pay = ir.Perform("pay", (WHO, N))
    assert done(if_(RICH, pay)) == (EARN,)
    assert done(if_(RICH, pay), if_(conjunction(YES, RICH), pay)) == (EARN,)
    assert done(if_(RICH, pay), pay) == (if_(RICH, EARN),)
    assert done(if_(RICH, EARN, pay)) == (if_(RICH, EARN),)
    assert done(if_(binary(">=", ir.Read("gold", Const(1)), Const(3)), pay)) == (if_(RICH, EARN),)


def test_a_list_that_offers_nothing_is_empty() -> None:
    nothing = ir.OptionList(ir.Sequence((), PIECE), "pick", FALSE, ())

    assert left_of(if_(RICH, ask((EARN,)))) == (if_(RICH, ask((EARN,))),)
    (found,) = left_of(ir.If(ir.Not(YES), (evolve(ask((EARN,)), options=(offered_if(YES),)),)))
    assert isinstance(found, ir.If)
    assert found.body == (evolve(ask(), options=(nothing,), keeps=("who", "yes")),)


@pytest.mark.parametrize("outside", [True, False])
def test_who_is_carried_out_from_outside_or_tried_knows_nothing(outside: bool) -> None:
    tried = ir.Trial("pay", (WHO, N), "rich", (WHO,))
    module = with_procedure(
        "pay", (if_(RICH, EARN),), (if_(RICH, ir.Perform("pay", (WHO, N))),), exported=outside
    )
    if not outside:
        trying = Function(
            "trying", (("who", PLAYER), ("n", NUMBER)), ir.TRUTH, tried, exported=True
        )
        functions = {**module.code.functions, "trying": trying}
        module = evolve(module, code=evolve(module.code, functions=functions))

    assert propagate_facts(module).code.procedures["pay"].body == (if_(RICH, EARN),)


def test_a_question_keeps_what_its_conditions_hung_on() -> None:
    """Who wants to know why something is not offered looks at the conditions as the rules have them."""
    named = ir.Assign("me", WHO, PLAYER)
    options = ir.OptionList(ir.Pieces("hand", Local("me")), "pick", YES, ())
    known = evolve(options, source=ir.Pieces("hand", WHO))

    assert left_of(named, ir.Ask(0, WHO, (options,))) == (
        named,
        ir.Ask(0, WHO, (known,), keeps=("me",)),
    )


def test_after_what_fails_nothing_is_gone_on_with() -> None:
    fails = if_(RICH, ir.Fail("too rich"))

    assert left_of(fails, if_(negation(RICH))) == (fails, TELL)


def test_somebody_who_has_nothing_is_not_nobody() -> None:
    """A default is read of nobody; that says nothing about another default."""
    poor = [ir.Read("gold", WHO, True, Const(default)) for default in (0, 1)]
    asked = if_(binary("==", poor[1], Const(0)))

    assert inside(left_of(if_(binary("==", poor[0], Const(0)), asked))) == (asked,)


def replace(name: str) -> ir.Stmt:
    return ir.Assign(name, ir.Read("turn"), PLAYER)


def offered_if(condition: ir.Node) -> ir.OptionList:
    """The cards of a hand, if a condition holds that does not depend on them."""
    return ir.OptionList(HAND, "pick", condition, (EARN,))


def with_procedure(name: str, body: Body, callers: Body, exported: bool = False) -> Module:
    """The module with a procedure of a player and a number, carried out by these."""
    module = module_with(callers)
    made = Procedure(name, (("who", PLAYER), ("n", NUMBER)), body, exported=exported)
    procedures = {**module.code.procedures, name: made}
    return evolve(module, code=evolve(module.code, procedures=procedures))
