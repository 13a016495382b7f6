"""Matching of event patterns such as `a player draws some cards`: find the event, bind names, add conditions."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.base.records import Record
from rulewright.language.program import complaints as say, typed
from rulewright.language.program.context import Context, NameScope
from rulewright.language.program.program import Event, Parameter
from rulewright.language.program.references import record_reference, record_reference_to
from rulewright.language.program.resolving.expressions.resolve_names import resolve_me, resolve_this
from rulewright.language.program.resolving.resolvers import (
    places_by_name,
    resolve_expression,
    types_by_name,
)
from rulewright.language.program.resolving.statements.resolve_sentences import (
    find_event,
    match_arguments,
)
from rulewright.language.program.typed import Expr
from rulewright.language.program.types import PLAYER, Type
from rulewright.language.syntax import tree
from rulewright.language.text import Span


class MatchedPattern(Record):
    """A resolved event pattern: a name for each parameter, and the conditions that the pattern states.

    `scope` is the scope with these names.
    """

    names: tuple[str, ...]
    conditions: tuple[Expr, ...]
    scope: NameScope


def match_pattern(
    ctx: Context, scope: NameScope, pattern: tree.Pattern, third_person: bool
) -> tuple[Event, MatchedPattern] | None:
    """Return a pattern's event with its names and conditions; None after a complaint."""
    event = find_event(ctx, pattern, third_person)
    return None if event is None else (event, match_event(ctx, scope, pattern, event))


def match_event(
    ctx: Context, scope: NameScope, pattern: tree.Pattern, event: Event
) -> MatchedPattern:
    """Return the names and conditions of a pattern about the known `event`."""
    parts = [pattern.subject, *match_arguments(ctx, event, pattern)]
    return match_parts(ctx, scope, event.parameters, parts, pattern.at)


def match_parts(
    ctx: Context,
    scope: NameScope,
    parameters: tuple[Parameter, ...],
    parts: Sequence[tree.Node | None],
    at: Span,
) -> MatchedPattern:
    """Return the names and conditions that the parts of a pattern give to `parameters`.

    A part that introduces a name (`a player`) binds it; a part that refers to something (`the target`) is
    compared with the parameter. A part may be None.
    """
    own = scope
    names: list[str] = []
    conditions: list[Expr] = []
    for number, (parameter, part) in enumerate(zip(parameters, parts, strict=True)):
        name = f"${number}"
        if isinstance(part, tree.Binder):
            name = part.name.text
            _check_binder(ctx, parameter, part)
            if name in scope.names and name not in own.names:
                ctx.add(say.names.same_name_in_sentence(part.at, name))
            else:
                scope = bind_name(ctx, scope, part.name, parameter.type)
        names.append(name)
        here = typed.Var(name=name, type=parameter.type, at=part.at if part else at)
        if isinstance(part, tree.Binder):
            conditions += [_exclude_self(ctx, own, here, part)] if part.kind == "another" else []
        elif part is not None:
            conditions.append(_compare_with_part(ctx, own, here, part))
    return MatchedPattern(tuple(names), tuple(conditions), scope)


def _check_binder(ctx: Context, parameter: Parameter, part: tree.Binder) -> None:
    """Report a pattern's part such as `a player` whose type or unit differs from the parameter's."""
    wanted = f"some {parameter.unit}" if parameter.unit else str(parameter.type)
    word = part.type
    record_reference(word.at, ctx.program.kinds.get(word.text) or ctx.program.labels.get(word.text))
    if ctx.missing.may_declare(word.text, word.at) or parameter.type.name == "unknown":
        return
    if part.kind == "amount":
        if parameter.unit is None or not ctx.program.is_same_unit(parameter.unit, word.text):
            ctx.add(say.sentences.wrong_unit(part.at, "this", wanted, f"some {word.text}"))
    elif word.text != parameter.type.name:
        help = f"write `{wanted}`"
        ctx.add(say.types.wrong_type(word.at, "this", wanted, f"a {word.text}", help))


def _exclude_self(ctx: Context, scope: NameScope, here: Expr, part: tree.Binder) -> Expr:
    """Return the condition that the thing after `another` is not the speaking player or the card itself."""
    own = resolve_this if here.type.name in ctx.program.kinds else resolve_me
    same = typed.Compare(operator="==", left=here, right=own(ctx, scope, part.at), at=part.at)
    return typed.Not(what=same, at=part.at)


def _compare_with_part(ctx: Context, scope: NameScope, here: Expr, part: tree.Node) -> Expr:
    """Return the condition that the parameter variable `here` equals the expression `part` of a pattern."""
    expr = resolve_expression(ctx, scope, part, here.type)
    if isinstance(expr, typed.Design) and here.type.name == expr.type.name:
        return typed.IsDesign(piece=here, card=expr.card, at=part.at)
    expr = ctx.expect(here.type.maybe(), expr, f"`{part.at.text}`")
    return typed.Compare(operator="==", left=here, right=expr, at=part.at)


def bind_name(ctx: Context, scope: NameScope, name: tree.Word, type_: Type) -> NameScope:
    """Return `scope` with a new variable; report a name that is already visible."""
    meaning = None
    variables = ctx.program.variables
    if name.text in scope.names:
        meaning = scope.places.get(name.text)
        ctx.add(say.names.name_has_meaning(name.at, name.text, _with_article(type_), meaning))
    elif name.text in variables and variables[name.text].owner is None:
        ctx.add(
            say.names.name_has_meaning(
                name.at, name.text, _with_article(type_), variables[name.text].at
            )
        )
    record_reference_to(name.at, name.at)
    return scope.bind(name.text, type_, name.at)


def _with_article(type_: Type) -> str:
    """Return a type with its article, such as `a player`, for help texts."""
    return "a thing" if type_.name == "unknown" else str(type_.one()).split(" or ")[0]


def actor_scope(parameters: tuple[Parameter, ...]) -> NameScope:
    """Return the scope of an event's or phase's body: its parameters; `me` is the first one if a player."""
    me = parameters[0].type if parameters and parameters[0].type == PLAYER else None
    return NameScope(names=types_by_name(parameters), places=places_by_name(parameters), me=me)
