"""Every form of the language that may ask somebody is played natively, move for move as in Python.

The forms are those of the grammar: each statement, each sort of rule and each clause of a power or a means has an
example here, or the test of the table fails. Games of the examples are held against Python at every decision, and
the native engine gives up none.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from engines.kit import Lockstep
from game.kit import make_rules
from rulewright.base.library import find_library
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.walk import walk_body
from rulewright.runtime.session.rules.internals import inside
from tiers import LONG

pytest.importorskip("wasmtime")

BEFORE = """
flow
    play opening
    for each lap in 1 to 5
        play day
    play closing-time

phase opening
    shuffle the crate
    for each player in players
        move the top 3 fruits of the crate to the player's basket
        set the player's money to 2

phase day
    for each player in players
        play bout for the player

phase bout for a player
    the player acts

phase closing-time

event a player pays some money
    only if my money is at least the money
    set my money to my money - the money

event a player settles some money
    first pay the money money

event a player buys a fruit
    first settle the fruit's price money
    move the fruit to my stand

event a player drops a fruit
    move the fruit to the bottom of the crate

value a player's points is the player's money + (the number of fruits in the player's stand)
outcome by points

"""

STATEMENTS = {
    "choose": """\
choose a pick from fruits in my basket
move the pick to my stand""",
    "choose_several": """\
choose 2 picks from fruits in my basket
for each one in the picks
    drop the one""",
    "chance_chooses": """\
chance chooses a pick from fruits in my basket
move the pick to my stand
I may choose a rest from fruits in my basket
    drop the rest""",
    "choose_some": """\
repeatedly choose a pick from fruits in my basket, at most 2 times
    move the pick to my stand""",
    "menu": """\
choose
    option keep
        do nothing
    option lay "lay {pick}" for each pick from fruits in my basket
        move the pick to my stand
    option earn, if my money is less than 3
        set my money to my money + 1""",
    "may": """\
for each pick in fruits in my basket
    I may buy the pick
    otherwise
        set my money to my money + 1""",
    "may_choose": """\
I may choose a pick from fruits in my basket
    drop the pick
otherwise
    set my money to my money + 1
I may choose a cheap from fruits in my basket where its price is 1, asked anyway
    drop the cheap
otherwise
    set my money to my money + 2""",
    "use": "use powers at market",
    "use_of": "use a power of Fig",
}
"""Those that may ask by themselves."""

AROUND = {
    "sentence": "act-otherwise",
    "play": "play bazaar for me",
    "if": "if my money is at least 1\n    {}",
    "for_each": "for each n in 1 to 2\n    {}",
    "repeat": "repeat at most 2 times until my money is at least 9\n    {}",
    "let": "let the old be my money\n{}\nset my money to the old",
    "until": """\
until the day ends
    after I buy a fruit
        {}
for each pick in fruits in my basket
    I may buy the pick""",
    "until_next": """\
until my next bout
    after I buy a fruit
        {}
for each pick in fruits in my basket
    I may buy the pick""",
}
"""Those around something that asks."""

SILENT = {
    "set", "move", "move_all", "exchange", "shuffle", "reverse", "rotate", "show", "show_all",
    "becomes", "stops", "tell", "carry_on", "do_nothing",
}  # fmt: skip
"""Those that never ask; `carry_on` stands in the rule `would`."""

ASK = "I may choose a pick from fruits in my basket\n    drop the pick"
LOUD = """use powers at market
for each piece in fruits in my basket
    I may buy the piece
if there is a fruit in my basket
    choose a rest from fruits in my basket
    drop the rest"""
"""What a player does where a rule asks besides."""

RULES = {
    "hook": "after I buy a fruit\n    {}",
    "would": "when I would drop a fruit\n    {}\n    carry on",
    "edge": "at the end of the day\n    {}",
    "power": "power sell at market\n    {}",
    "means": "means swap to buy a fruit\n    {}",
}
"""Sorts of rules that may ask."""

SILENT_RULES = {"change", "grant", "deny", "restriction"}

CLAUSES = {
    "repeatedly": """\
power sell at market, repeatedly, if my money is less than 5
    set my money to my money + 1
    {}""",
    "must": "power sell at market, must\n    {}",
    "once": "power sell at market, once per day\n    {}",
    "power_if": """\
means swap to buy a fruit, if the number of fruits in my basket is at least 2
    {}""",
    "each_of": """\
means swap to buy a fruit, for each gone from fruits in my basket
    drop the gone
    {}""",
    "covering": """\
means barter to settle some money, covers 1, for each gone from fruits in my basket
    drop the gone""",
}
"""What may stand behind a power or a means. What `covers` is tried before it is offered, so it asks nothing."""


@cache
def alternatives(rule: str) -> set[str]:
    """What a rule of the grammar may be: the names of its alternatives."""
    grammar = (find_library().root / "grammar" / "rules.lark").read_text(encoding="utf-8")
    found = re.search(rf"^[?]?{rule}:(.*?)^(?=\S|$)", grammar, re.DOTALL | re.MULTILINE)
    assert found is not None, rule
    words = re.sub(r"\([^()]*\)", "", re.sub(r'"[^"]*"', "", found[1]))
    named = [
        re.search(r"-> *(\w+)", each) or re.search(r"(\w+)", each) for each in words.split("|")
    ]
    return {each[1] for each in named if each is not None}


def indented(lines: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in lines.split("\n"))


def put_into(form: str, what: str) -> str:
    """A form with other lines where its braces stand, as deep as these."""
    out = []
    for line in form.split("\n"):
        if line.strip() == "{}":
            out.append(indented(what, len(line) - len(line.lstrip())).rstrip("\n"))
        else:
            out.append(line)
    return "\n".join(out)


def module_of(folder: Path, acts: str, rules: str = "", more: str = "") -> Module:
    """A game in which players act so, with a card that has these rules."""
    card = (
        f'fruit Melon\n    price 2, sort sweet\n    reading "ours"\n\n{indented(rules, 4)}'
        if rules
        else ""
    )
    acting = f"event a player acts\n{indented(acts, 4)}\n"
    fruits = "Apple: 8, Lemon: 7, Cherry: 6" + (", Melon: 3" if rules else "")
    if "Fig" in acts + rules:
        fruits, more = fruits + ", Fig: 1", more + FIG
    return inside(make_rules(folder, BEFORE + more + acting + card, fruits)).module(3)


FIG = f"""\
fruit Fig
    price 2, sort sweet
    reading "ours"

    power peddle at market
{indented(ASK, 8)}
"""
"""A card with a power that others use."""


def held(module: Module) -> None:
    """The games of a module are the same natively, and none is given up."""
    both = Lockstep.of(module)
    both.play(1, 10)
    both.play_whole(range(10))
    assert both.decisions
    assert both.given_up == 0
    assert all(both.native._native_results([(seed, seed)]) for seed in range(60))


def asks(module: Module) -> bool:
    """Whether anything in a module asks."""
    procedures = module.code.procedures.values()
    return any(isinstance(t, ir.Ask) for each in procedures for t in walk_body(each.body))


def test_every_form_of_the_grammar_has_its_example() -> None:
    statements = (alternatives("_statement") | alternatives("_deed")) - {"_deed"}
    assert statements == {*STATEMENTS, *AROUND, *SILENT}
    assert alternatives("_rule") == {*RULES, *SILENT_RULES, "copying"}
    assert alternatives("power_clause") | {"covering"} == {*CLAUSES}
    assert alternatives("means_clause") - {"covering"} == {"power_clause"}


POWER = "power sell at market\n    set my money to my money + 1\n\n"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("form", STATEMENTS)
def test_a_statement_that_asks(form: str, tmp_path: Path) -> None:
    module = module_of(tmp_path, STATEMENTS[form], more=POWER)

    assert asks(module)
    held(module)


OTHERWISE = f"event a player acts-otherwise\n{indented(ASK, 4)}\n"
BAZAAR = f"phase bazaar for a player\n{indented(ASK, 4)}\n"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("form", AROUND)
def test_a_statement_around_one_that_asks(form: str, tmp_path: Path) -> None:
    module = module_of(tmp_path, put_into(AROUND[form], ASK), more=OTHERWISE + BAZAAR)

    assert asks(module)
    held(module)


def test_a_rule_that_asks_of_a_card_that_does_what_another_does(tmp_path: Path) -> None:
    module = module_of(tmp_path, LOUD, "this does what Fig does")

    assert asks(module)
    held(module)


FORMS = [*RULES, *CLAUSES]
PAIRS = [
    (form, asked)
    for at, form in enumerate(FORMS)
    for place, asked in enumerate(STATEMENTS)
    if LONG or (at + place) % 5 == 0
]
"""Every form and every statement with some of the others; with --long all with all."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("form", "asked"), PAIRS)
@pytest.mark.rotating
def test_a_rule_that_asks(form: str, asked: str, tmp_path: Path) -> None:
    """With each statement that asks, but to use powers inside of a power."""
    rule = {**RULES, **CLAUSES}[form]
    lines = ASK if asked == "use" else STATEMENTS[asked]
    if "buy a fruit" in rule or "I buy" in rule:  # what buying sets off buys nothing
        lines = lines.replace("may buy", "may drop")
    held(module_of(tmp_path, LOUD, put_into(rule, lines)))
