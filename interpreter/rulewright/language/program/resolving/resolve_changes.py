"""Resolution of rules that change a computed value (`my reach is 3`) or grant a fact (`this is shielded`)."""

from __future__ import annotations

import re

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.context import Context, NameScope
from rulewright.language.program.program import Parameter
from rulewright.language.program.references import record_reference
from rulewright.language.program.resolving.expressions.resolve_lists import multiply_for_each
from rulewright.language.program.resolving.expressions.resolve_patterns import (
    MatchedPattern,
    bind_name,
    match_parts,
)
from rulewright.language.program.resolving.expressions.resolve_words import report_if_fixed
from rulewright.language.program.resolving.resolve_rules import common_fields, resolve_if
from rulewright.language.program.resolving.resolvers import (
    RULES,
    RuleOrigin,
    is_pronoun,
    resolve_expression,
    resolve_list,
    resolve_number,
)
from rulewright.language.program.typed import Expr
from rulewright.language.program.types import NUMBER, Type
from rulewright.language.syntax import tree
from rulewright.language.text.words.english import base_form


@RULES.of(tree.Change)
def _resolve_change(
    ctx: Context, origin: RuleOrigin, scope: NameScope, node: tree.Change
) -> p.Rule | None:
    """Resolve a rule that changes a value (`my reach is 3`) or grants an adjective (`this is shielded`)."""
    owner, name = _split_subject(node.subject)
    word = _adjective_word(node)
    is_fact = word is not None and word.text in ctx.program.facts
    if name is None or (is_fact and name.text not in ctx.program.values):
        return _resolve_adjective(ctx, origin, scope, node, word)
    value = ctx.program.values.get(name.text)
    if value is None or not _accepts_owner(ctx, scope, value, owner):
        value = _field_value(ctx, scope, owner, name) or value
    variable = ctx.program.variables.get(name.text)
    if value is None and variable is not None:
        ctx.add(say.names.not_changed_by_rules(name.at, variable.at, _help_with_assignment(node)))
        return None
    if value is None:
        if not report_if_fixed(ctx, name.text, name.at, node.how.amount.at.text):
            ctx.unknown_name("value", name.text, name.at, ctx.program.values)
        return None
    record_reference(name.at, value)
    matched = _match_value(ctx, scope, value, owner, node)
    if matched is None:
        return None
    matched, each = _resolve_for_each(ctx, matched, node.each)
    test = resolve_if(ctx, matched.scope, node.condition)
    amount = _resolve_amount(ctx, matched.scope, value, node.how)
    return p.Change(
        **common_fields(ctx, origin, value.name, node, matched, test),
        about=value.name,
        how=node.how.kind,
        amount=amount,
        shown=node.shown.text if node.shown is not None else "",
        each=each,
    )


def _resolve_amount(ctx: Context, scope: NameScope, value: p.Value, how: tree.How) -> Expr:
    """Resolve what a rule changes a value to or by; only numbers can become more or less."""
    is_number = value.type.name == NUMBER.name
    if how.kind == "to" and not is_number:
        expr = resolve_expression(ctx, scope, how.amount, value.type)
        return ctx.expect(value.type, expr, f"`{value.name}`")
    if not is_number:
        what = (
            f"the value that becomes `{how.kind}`"
            if how.kind in ("more", "less")
            else "the limited value"
        )
        ctx.add(say.types.wrong_type(how.at, what, str(NUMBER), str(value.type), None))
    amount = resolve_number(ctx, scope, how.amount, f"`{value.name}`")
    return multiply_for_each(ctx, scope, amount, how.per)


def _field_value(
    ctx: Context, scope: NameScope, owner: tree.Node | None, name: tree.Word
) -> p.Value | None:
    """Return the value that represents a field of cards, so that rules can change it; None if there is no field.

    It is created when the first rule changes the field.
    """
    kinds = [kind for kind in ctx.program.kinds.values() if name.text in kind.fields]
    if owner is None or not kinds:
        return None
    owner_kind = next(
        (kind for kind in kinds if kind.name == _kind_of(ctx, scope, owner)), kinds[0]
    )
    field = owner_kind.fields[name.text]
    card = Type(owner_kind.name)
    printed = typed.Printed(
        card=typed.Var(name=owner_kind.name, type=card, at=field.at),
        field=field.name, type=field.type, at=field.at,
    )  # fmt: skip
    value = p.Value(
        typed.field_value(owner_kind.name, field.name), field.at,
        parameters=(p.Parameter(owner_kind.name, card),), type=field.type, result=printed,
    )  # fmt: skip
    return ctx.program.values.setdefault(value.name, value)


def _accepts_owner(ctx: Context, scope: NameScope, value: p.Value, owner: tree.Node | None) -> bool:
    """Return whether `value` belongs to things like `owner`; a card's field may have the same name."""
    kind = _kind_of(ctx, scope, owner) if owner is not None else ""
    first = value.parameters[0].type if value.parameters else None
    return first is None or kind not in ctx.program.kinds or first.accepts(Type(kind))


def _kind_of(ctx: Context, scope: NameScope, owner: tree.Node) -> str:
    """Return the kind of the card that `owner` names, as far as syntax shows it; else an empty string."""
    match owner:
        case tree.Binder(type=word):
            return word.text
        case tree.Proper(name=name) if name.text in ctx.program.cards:
            return ctx.program.cards[name.text].kind
        case tree.Pronoun(word="this") if scope.this is not None:
            return scope.this.name
        case tree.The(name=name) if name.text in scope.names:
            return scope.names[name.text].name
    return ""


def _resolve_for_each(
    ctx: Context, matched: MatchedPattern, node: tree.EachOf | None
) -> tuple[MatchedPattern, tuple[str, str] | None]:
    """Resolve the `for each` over labels of a changed value; return the pattern with its name, and (name, list).

    Return the pattern with the new name in scope, and that name with the list; None for the latter after a
    complaint or without `for each`. Only labels are allowed, because they are known before the game.
    """
    if node is None:
        return matched, None
    list_ = resolve_list(ctx, matched.scope, node.source)
    scope = bind_name(ctx, matched.scope, node.name, list_.type.one())
    if isinstance(list_, typed.LabelAll):
        return evolve(matched, scope=scope), (node.name.text, list_.labels)
    if list_.type.name != "unknown":
        ctx.add(say.types.labels_not_constant(list_.at, str(list_.type), ctx.program.labels))
    return evolve(matched, scope=scope), None


def _help_with_assignment(node: tree.Change) -> str:
    """Return the help for a rule that tries to change a variable: the statement `set … to …` that does it."""
    what = re.sub("^an? ", "the ", node.subject.at.text)
    amount = node.how.amount.at.text
    if node.how.kind in ("more", "less"):
        amount = f"{what} {'+' if node.how.kind == 'more' else '-'} {amount}"
    return f"to change it when something happens: `set {what} to {amount}`"


def _split_subject(subject: tree.Node) -> tuple[tree.Node | None, tree.Word | None]:
    """Return owner and name of the changed value, as in `my reach`, `a player's points` or `the goal`."""
    if isinstance(subject, tree.My):
        return tree.Pronoun(subject.at, "me"), subject.name
    if isinstance(subject, tree.Get):
        return subject.of, subject.name
    if isinstance(subject, tree.Owned):
        return subject.binder, subject.name
    if isinstance(subject, tree.The):
        return None, subject.name
    return None, None


def _adjective_word(node: tree.Change) -> tree.Word | None:
    """Return the single word after `is`, which may be an adjective; None for other expressions."""
    amount = node.how.amount if node.how.kind == "to" else None
    return amount.word if isinstance(amount, tree.Name) else None


def _match_value(
    ctx: Context, scope: NameScope, value: p.Value, owner: tree.Node | None, node: tree.Change
) -> MatchedPattern | None:
    """Match the owner and second argument of a changed value; None after a complaint about their number."""
    parts: list[tree.Node | None] = [owner] if owner is not None else []
    if node.other is not None:
        parts.append(node.other)
    parameters = value.parameters
    if len(parts) > len(parameters) or (parameters and owner is None):
        what = f"the value `{value.name}`"
        wanted = [str(each.type) for each in parameters]
        example = _value_example(value.name, parameters)
        first_extra = parts[len(parameters)] if len(parts) > len(parameters) else None
        at = node.subject.at if first_extra is None else first_extra.at
        ctx.add(say.sentences.wrong_count(at, what, wanted, len(parts), example))
        return None
    if is_pronoun(owner, "me") and parameters[0].type.name not in ("player", "unknown"):
        what, type = f"the owner of `{value.name}`", str(parameters[0].type)
        help = f"write it like `{_value_example(value.name, parameters)}`"
        ctx.add(say.types.wrong_type(owner.at, what, type, "a player", help))
        return None
    parts += [None] * (len(parameters) - len(parts))
    return match_parts(ctx, scope, parameters, parts, node.at)


def _value_example(name: str, parameters: tuple[Parameter, ...]) -> str:
    """Return an example of a rule that changes the value `name`, for help texts."""
    if not parameters:
        return f"the {name} is …"
    other = f" for {parameters[1].type}" if len(parameters) > 1 else ""
    return f"{parameters[0].type}'s {name}{other} is …"


# ------------------------------------------------------------------ facts


def _resolve_adjective(
    ctx: Context, origin: RuleOrigin, scope: NameScope, node: tree.Change, word: tree.Word | None
) -> p.Rule | None:
    """Resolve a rule that grants a fact by its adjective: `this is shielded`."""
    if word is None:
        ctx.add(say.names.not_changed_by_rules(node.subject.at))
        return None
    grant = tree.Grant(node.at, "grant", node.subject, word, None, node.condition)
    return _resolve_grant(ctx, origin, scope, grant)


@RULES.of(tree.Grant)
def _resolve_grant(
    ctx: Context, origin: RuleOrigin, scope: NameScope, node: tree.Grant
) -> p.Rule | None:
    """Resolve a rule that grants or denies a fact: `this shows a colour`, `this does not show a colour`."""
    fact = _find_fact(ctx, node)
    if fact is None:
        return None
    record_reference(node.name.at, fact)
    parts: list[tree.Node | None] = [node.subject]
    if node.object is not None:
        parts.append(node.object)
    if len(parts) != len(fact.parameters):
        things = [str(parameter.type) for parameter in fact.parameters]
        example = (
            f" {fact.name} ".join(things) if len(things) > 1 else f"{things[0]} is {fact.name}"
        )
        what = f"the fact `{fact.name}`"
        ctx.add(say.sentences.wrong_count(node.at, what, things, len(parts), example))
        return None
    matched = match_parts(ctx, scope, fact.parameters, parts, node.at)
    test = resolve_if(ctx, matched.scope, node.condition)
    return p.Grant(
        **common_fields(ctx, origin, fact.name, node, matched, test),
        about=fact.name,
        granted=node.kind == "grant",
    )


def _find_fact(ctx: Context, node: tree.Grant) -> p.Fact | None:
    """Return the fact that a rule grants or denies, None after a complaint; check the form of its verb."""
    facts = ctx.program.facts
    name = node.name.text
    relation = node.object is not None
    for fact in facts.values():
        base = node.kind == "deny" or is_pronoun(node.subject, "I")
        right = base_form(fact.name) if base and not fact.adjective else fact.name
        if name == right:
            return fact
        if relation and not fact.adjective and name in (fact.name, base_form(fact.name)):
            ctx.add(say.sentences.wrong_verb_form(node.name.at, name, right))
            return fact
    variable = ctx.program.variables.get(name)
    if variable is not None and variable.is_mark and not relation:
        help = f"to put on a mark when something happens, write `… becomes {name}`"
        ctx.add(say.names.not_changed_by_rules(node.name.at, variable.at, help))
        return None
    known = [fact.name for fact in facts.values() if fact.adjective != relation]
    ctx.unknown_name("fact", name, node.name.at, known)
    return None
