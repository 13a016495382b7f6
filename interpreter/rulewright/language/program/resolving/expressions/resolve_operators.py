"""Resolution of arithmetic, comparisons, `and` and `or`, facts, and values with two arguments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.context import Context, NameScope, make_unknown
from rulewright.language.program.declaring.declarers import number_value
from rulewright.language.program.references import record_expected_type, record_reference
from rulewright.language.program.resolving.expressions.resolve_words import (
    missing_label_list,
    resolve_adjective,
)
from rulewright.language.program.resolving.resolvers import (
    EXPRESSIONS,
    is_pronoun,
    resolve_condition,
    resolve_expression,
    resolve_family,
    resolve_list,
    resolve_number,
)
from rulewright.language.program.typed import Expr
from rulewright.language.program.types import NOTHING, NUMBER, YES_OR_NO, Type
from rulewright.language.syntax import tree
from rulewright.language.syntax.recovery.known_mistakes.mistaken_words import INNER_WORDS
from rulewright.language.text import Span
from rulewright.language.text.words.english import base_form

ZoneOrVariable = typed.ZoneOf | typed.VariableOf


_OPERATORS: Final = {
    "more than": ">", "less than": "<", "at least": ">=", "at most": "<=",
    "plus": "+", "minus": "-", "times": "*", "smaller": "min", "larger": "max",
}  # fmt: skip
"""Operators by the words for them."""


@EXPRESSIONS.of(tree.Binary)
def _resolve_binary(ctx: Context, scope: NameScope, node: tree.Binary) -> Expr:
    """Resolve a binary operation with the function for its operator."""
    match node.operator:
        case "and" | "or":
            return _resolve_connective(ctx, scope, node, node.operator)
        case "is":
            return _resolve_equality(ctx, scope, node)
        case "is not":
            return _negate(_resolve_equality(ctx, scope, node), node.at)
        case "is in":
            return _resolve_is_in(ctx, scope, node)
        case "is not in":
            return _negate(_resolve_is_in(ctx, scope, node), node.at)
        case "more than" | "less than" | "at least" | "at most":
            return _resolve_order(ctx, scope, node, _OPERATORS[node.operator])
        case "plus" | "minus" | "times" | "smaller" | "larger":
            return _resolve_arithmetic(ctx, scope, node, _OPERATORS[node.operator])
        case "range":
            return _resolve_range(ctx, scope, node)
        case _:
            assert_never(node.operator)


@EXPRESSIONS.of(tree.Unary)
def _resolve_unary(ctx: Context, scope: NameScope, node: tree.Unary) -> Expr:
    """Resolve `not` before a condition, or a minus before a number."""
    match node.operator:
        case "not":
            return typed.Not(what=resolve_condition(ctx, scope, node.what), at=node.at)
        case "negate":
            what = resolve_number(ctx, scope, node.what, "the value after `-`")
            zero = typed.Number(value=0, at=node.at)
            return typed.Arithmetic(operator="-", left=zero, right=what, at=node.at)
        case _:
            assert_never(node.operator)


def _negate(condition: Expr, at: Span) -> Expr:
    """Return the negation of a condition; a condition with an error (`Unknown`) is returned unchanged."""
    return condition if isinstance(condition, typed.Unknown) else typed.Not(what=condition, at=at)


# ------------------------------------------------------------------ numbers and constants


@EXPRESSIONS.of(tree.Number)
def _resolve_numeral(ctx: Context, scope: NameScope, node: tree.Number) -> Expr:
    """Resolve an integer literal."""
    return typed.Number(value=number_value(ctx, node.word), at=node.at)


@EXPRESSIONS.of(tree.Constant)
def _resolve_constant(ctx: Context, scope: NameScope, node: tree.Constant) -> Expr:
    """Resolve the constant `yes`, `no` or `nothing`."""
    match node.word:
        case "yes" | "no":
            return typed.YesNo(value=node.word == "yes", at=node.at)
        case "nothing":
            return typed.Nothing(type=NOTHING, at=node.at)
        case _:
            assert_never(node.word)


@EXPRESSIONS.of(tree.Half)
def _resolve_half(ctx: Context, scope: NameScope, node: tree.Half) -> Expr:
    """Resolve half of a number: `half my stones, rounded up`."""
    what = resolve_number(ctx, scope, node.what, "the value after `half`")
    two = typed.Number(value=2, at=node.at)
    return typed.Quotient(left=what, right=two, up=_is_rounded_up(node.rounded), at=node.at)


@EXPRESSIONS.of(tree.Divided)
def _resolve_divided(ctx: Context, scope: NameScope, node: tree.Divided) -> Expr:
    """Resolve a rounded quotient, `my stones divided by 3, rounded down`; report a division by 0."""
    left = resolve_number(ctx, scope, node.left, "the divided value")
    right = resolve_number(ctx, scope, node.right, "the divisor")
    if isinstance(right, typed.Number) and right.value == 0:
        ctx.add(say.types.division_by_zero(right.at))
        return make_unknown(node.at)
    return typed.Quotient(left=left, right=right, up=_is_rounded_up(node.rounded), at=node.at)


def _is_rounded_up(rounded: tree.Word | None) -> bool:
    """Return whether the word after `rounded` is `up`; False without the word."""
    return rounded is not None and rounded.text == "up"


_OPERAND_WORDS = {"min": ("smaller of", "and"), "max": ("larger of", "and")}
"""For `min` and `max`: the words before the first and before the second operand."""


def _resolve_arithmetic(ctx: Context, scope: NameScope, node: tree.Binary, operator: str) -> Expr:
    """Resolve a sum, difference or product, or the smaller or larger of two numbers."""
    first, second = _OPERAND_WORDS.get(operator, (operator, operator))
    where = "after" if operator in _OPERAND_WORDS else "before"
    left = resolve_number(ctx, scope, node.left, f"the value {where} `{first}`")
    right = resolve_number(ctx, scope, node.right, f"the value after `{second}`")
    return typed.Arithmetic(operator=operator, left=left, right=right, at=node.at)


def _resolve_range(ctx: Context, scope: NameScope, node: tree.Binary) -> Expr:
    """Resolve a range of numbers: `1 to 6`."""
    low = resolve_number(ctx, scope, node.left, "the start of a range")
    high = resolve_number(ctx, scope, node.right, "the end of a range")
    return typed.Range(low=low, high=high, type=NUMBER.list(), at=node.at)


@EXPRESSIONS.of(tree.ValueFor)
def _resolve_value_for(ctx: Context, scope: NameScope, node: tree.ValueFor) -> Expr:
    """Resolve a value with a second argument, `the tower's price for me`, or the zone or number of a label."""
    value = resolve_family(ctx, scope, node.value)
    labels = missing_label_list(ctx, value)
    if isinstance(value, typed.ZoneOf | typed.VariableOf) and labels is not None:
        return _resolve_for_label(ctx, scope, node, value, Type(labels))
    other = resolve_expression(ctx, scope, node.other, _second_parameter_type(ctx, value))
    if not isinstance(value, typed.ValueOf):
        if value.type.name != "unknown":
            ctx.add(say.names.no_second_parameter(node.at, str(value.type), node.value.at.text))
        return make_unknown(node.at)
    declared = ctx.program.values[value.value]
    if len(declared.parameters) < 2:
        ctx.add(say.names.no_second_parameter(node.at, f"`{value.value}`", node.value.at.text))
        return make_unknown(node.at)
    wanted = declared.parameters[1]
    other = ctx.expect(wanted.type.maybe(), other, f"the thing that `{value.value}` is `for`")
    return evolve(value, arguments=(*value.arguments, other), at=node.at)


def _second_parameter_type(ctx: Context, value: Expr) -> Type | None:
    """Return the type of the second parameter of the value that an expression reads; None if it has none."""
    parameters = (
        ctx.program.values[value.value].parameters if isinstance(value, typed.ValueOf) else ()
    )
    return parameters[1].type if len(parameters) > 1 else None


def _resolve_for_label(
    ctx: Context, scope: NameScope, node: tree.ValueFor, family: ZoneOrVariable, labels: Type
) -> Expr:
    """Resolve `my row for the colour`: one zone or variable of a family that has one per label."""
    which = resolve_expression(ctx, scope, node.other, labels)
    which = ctx.expect(labels.maybe(), which, "the thing after `for`")
    if "unknown" in (which.type.name, labels.name):
        return make_unknown(node.at)
    whose = which.type if family.owner is None else family.owner.type
    type_ = whose.maybe() if which.type.optional else whose
    slot = typed.Slot(owner=family.owner, which=which, type=type_, at=node.at)
    return evolve(family, owner=slot, at=node.at)


# ------------------------------------------------------------------ comparisons


def _resolve_order(ctx: Context, scope: NameScope, node: tree.Binary, operator: str) -> Expr:
    """Resolve a comparison of numbers by size: `more than`, `at least` and so on."""
    left = resolve_number(ctx, scope, node.left, "the first value of the comparison")
    right = resolve_number(ctx, scope, node.right, "the second value of the comparison")
    return typed.Compare(operator=operator, left=left, right=right, at=node.at)


def _resolve_equality(ctx: Context, scope: NameScope, node: tree.Binary) -> Expr:
    """Resolve `X is Y`, where Y is a value or an adjective; report values that can never be equal."""
    left = resolve_expression(ctx, scope, node.left)
    if isinstance(node.right, tree.Name):
        word = node.right.word
        if (test := resolve_adjective(ctx, left, word.text, node.at)) is not None:
            return test
        record_expected_type(word.at, left.type)
        if _is_only_adjective(ctx, scope, left, word):
            known = ctx.names_in(f"{left.type.name} is")
            ctx.unknown_name(f"word for {left.type.one()}", word.text, word.at, known)
            return make_unknown(node.at)
        if left.type.name == "unknown":
            return make_unknown(node.at)
    right = resolve_expression(ctx, scope, node.right, left.type)
    if "unknown" in (left.type.name, right.type.name):
        return make_unknown(node.at)
    if not left.type.comparable(right.type) or _is_never_nothing(left, right):
        other = left.type.nothing if isinstance(right, typed.Nothing) else str(right.type)
        ctx.add(
            say.types.never_equal(node.at, str(left.type), other, _count_fixes(ctx, left, right))
        )
        return make_unknown(node.at)
    return _make_comparison(left, right, node)


def _count_fixes(ctx: Context, left: Expr, right: Expr) -> Iterator[tuple[Span, str]]:
    """Yield fixes for an impossible comparison that probably means a count.

    They replace `nothing` by 0, or a list by the number of its elements.
    """
    if left.type == NUMBER and isinstance(right, typed.Nothing):
        yield right.at, "0"
    elif left.type.many and right.type == NUMBER:
        yield left.at, f"the number of {ctx.program.plural(left.type.name)} in {left.at.text}"
        yield left.at, f"the number of {left.at.text}"


def _is_never_nothing(left: Expr, right: Expr) -> bool:
    """Return whether `right` is `nothing` while `left` is always present, so that they can never be equal."""
    return isinstance(right, typed.Nothing) and not left.type.optional


def _is_only_adjective(ctx: Context, scope: NameScope, left: Expr, word: tree.Word) -> bool:
    """Return whether an unknown word after `is` can only be an adjective of the player or card `left`."""
    program = ctx.program
    if left.type.many or left.type.name not in ("player", *program.kinds):
        return False
    if word.text in scope.names or word.text in ctx.names_in("the"):
        return False
    known = {label for labels in program.labels.values() for label in labels.items}
    small = {card.lower() for card in program.cards}
    return word.text not in known and word.text not in program.settings and word.text not in small


def _make_comparison(left: Expr, right: Expr, node: tree.Binary) -> Expr:
    """Return an equality test; between a card in the game and a card's name it compares by name."""
    if isinstance(left, typed.Design) and not isinstance(right, typed.Design | typed.Nothing):
        left, right = right, left
    if isinstance(right, typed.Design) and not isinstance(left, typed.Design):
        return typed.IsDesign(piece=left, card=right.card, at=node.at)
    return typed.Compare(operator="==", left=left, right=right, at=node.at)


def _resolve_is_in(ctx: Context, scope: NameScope, node: tree.Binary) -> Expr:
    """Resolve `X is in Y`; report a list that can never contain X."""
    what = resolve_expression(ctx, scope, node.left)
    source = resolve_list(ctx, scope, node.right)
    if "unknown" in (what.type.name, source.type.name):
        return make_unknown(node.at)
    if not source.type.one().comparable(what.type) or what.type.many:
        inside = f"in {source.type}"
        ctx.add(say.types.never_equal(node.at, str(what.type), inside))
        return make_unknown(node.at)
    return typed.Within(what=what, source=source, at=node.at)


# ------------------------------------------------------------------ and, or, facts


def _resolve_connective(ctx: Context, scope: NameScope, node: tree.Binary, operator: str) -> Expr:
    """Resolve `and` or `or`; nested operations with the same operator become one node."""
    parts: list[Expr] = []
    for side in (node.left, node.right):
        part = resolve_condition(ctx, scope, side)
        if isinstance(part, typed.Every) and part.operator == operator:
            parts += part.parts
        else:
            parts.append(part)
    return typed.Every(operator=operator, parts=tuple(parts), at=node.at)


def _find_relation(ctx: Context, node: tree.Related) -> p.Fact | None:
    """Return the fact that a verb such as `shows` states, None if there is none; after `I` it is `show`."""
    facts, name = ctx.program.facts, node.name.text
    if not is_pronoun(node.subject, "I"):
        return facts.get(name)
    fact = next((each for each in facts.values() if base_form(each.name) == name), None)
    if fact is None and (fact := facts.get(name)) is not None and not fact.adjective:
        ctx.add(say.sentences.wrong_verb_form(node.name.at, name, base_form(name)))
    return fact


@EXPRESSIONS.of(tree.Related)
def _resolve_related(ctx: Context, scope: NameScope, node: tree.Related) -> Expr:
    """Resolve a fact with subject and object: `the tower shows the colour`."""
    subject = resolve_expression(ctx, scope, node.subject)
    fact = _find_relation(ctx, node)
    if fact is None or fact.adjective:
        known = [f.name for f in ctx.program.facts.values() if not f.adjective]
        ctx.unknown_name(
            "fact", node.name.text, node.name.at, known, INNER_WORDS.get(node.name.text)
        )
        return make_unknown(node.at)
    record_reference(node.name.at, fact)
    first, second = fact.parameters
    subject = ctx.expect(first.type.maybe(), subject, f"the thing before `{fact.name}`")
    other = resolve_expression(ctx, scope, node.object, second.type)
    other = ctx.expect(second.type.maybe(), other, f"the thing after `{fact.name}`")
    return typed.FactOf(fact=fact.name, arguments=(subject, other), type=YES_OR_NO, at=node.at)
