"""Whatever the parser can make, a function takes in or resolves: one that was forgotten is named here."""

from typing import get_args, get_type_hints

import pytest

from rulewright.language.program import resolving  # noqa: F401 - its modules enter their functions
from rulewright.language.program.declaring import ORDER
from rulewright.language.program.declaring.declarers import DECLARE
from rulewright.language.program.resolving.resolvers import (
    DECLARATIONS,
    EXPRESSIONS,
    RULES,
    STATEMENTS,
)
from rulewright.language.syntax import tree
from rulewright.language.syntax.parsing.node_building import BUILDERS, NODES, PASS_THROUGH
from rulewright.language.syntax.parsing.parser import grammar

EXPRESSION_RULES = ("cond", "source_set", "place_of", "whole_places", "within", "subject", "index")
#: Resolved by the block in which they stand, as they speak of all that follows.
OF_BLOCKS = {
    tree.ChanceChooses,
    tree.Choose,
    tree.ChooseSeveral,
    tree.Let,
    *tree.Note.__subclasses__(),
}


def made_by(*rules: str) -> set[type]:
    """The classes of nodes for which these rules of the grammar can stand."""
    found: set[type] = set()
    seen, left = set(rules), list(rules)
    while left:
        wanted = left.pop()
        for rule in grammar().rules:
            if rule.origin != wanted:
                continue
            name = rule.alias or wanted
            if name[0] != "_" and name not in PASS_THROUGH and (rule.alias or not rule.expands_one):
                found.add(class_of(name))
                continue
            inside = {symbol.name for symbol in rule.symbols if not symbol.is_terminal} - seen
            seen |= inside
            left += inside
    return found


def class_of(rule: str) -> type:
    """The class that a rule of the grammar makes."""
    if rule in BUILDERS:
        made: type = get_type_hints(BUILDERS[rule])["return"]
        return made
    return tree.KINDS[rule][0] if rule in tree.KINDS else NODES[rule]


def test_every_declaration_is_taken_in_or_resolved() -> None:
    assert made_by("_declaration") - {*DECLARE, *DECLARATIONS, *RULES} == {tree.Scenario}


def test_every_declaration_that_is_taken_in_has_its_turn() -> None:
    assert set(ORDER) == set(DECLARE)


def test_every_rule_is_resolved() -> None:
    assert made_by("_rule") == set(RULES)
    assert all(issubclass(cls, tree.RuleNode) for cls in RULES)


def test_every_statement_is_resolved() -> None:
    assert made_by("_statement", "note") == {*STATEMENTS, *OF_BLOCKS}


def test_every_expression_is_resolved() -> None:
    assert made_by(*EXPRESSION_RULES) | {tree.OwnedCard} == set(EXPRESSIONS)


def test_every_part_of_a_scenario_is_resolved() -> None:
    """Those who resolve them are told by mypy which of these classes they forget."""
    assert made_by("_check") == set(get_args(tree.Check))
    assert made_by("pick_word") == set(get_args(tree.PickWord))


@pytest.mark.parametrize("rule", ["pattern_object", "object", "kept", "atom", "sum", "simple_set"])
def test_what_stands_in_sentences_is_an_expression_or_part_of_a_sentence(rule: str) -> None:
    parts = {tree.AllOf, tree.Binder, tree.Unit, tree.WholeGame}

    assert made_by(rule) - {*EXPRESSIONS} <= parts
