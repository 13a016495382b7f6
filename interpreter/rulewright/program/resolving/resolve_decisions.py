"""Decisions that stand alone: rows of choices, menus, questions, the use of powers."""

from __future__ import annotations

from rulewright.program import complaints as say
from rulewright.program import typed
from rulewright.program.context import Context, Scope
from rulewright.program.resolving.resolve_blocks import decider, element_scope, inner
from rulewright.program.resolving.resolve_sentences import sentence
from rulewright.program.resolving.resolve_templates import shown
from rulewright.program.resolving.resolvers import STATEMENTS, condition, list_of, number
from rulewright.program.typed import Stmt
from rulewright.program.witness import offer
from rulewright.syntax import tree


@STATEMENTS.of(tree.ChooseSome)
def _choose_some(ctx: Context, scope: Scope, node: tree.ChooseSome) -> Stmt:
    source = list_of(ctx, scope, node.source)
    following = element_scope(ctx, scope, source, node.name)
    limit = number(ctx, scope, node.limit.amount, "how many") if node.limit is not None else None
    return typed.ChooseSome(
        name=ctx.decision_name(f"{scope.owner}.{node.name.text}"),
        var=node.name.text,
        source=source,
        decider=decider(ctx, scope, node.subject, node.at),
        limit=limit,
        exact=node.limit is not None and node.limit.kind == "exactly",
        shown=shown(ctx, following, node.shown),
        body=inner(ctx, following, node.block),
        at=node.at,
    )


@STATEMENTS.of(tree.Menu)
def _menu(ctx: Context, scope: Scope, node: tree.Menu) -> Stmt:
    name = ctx.decision_name(f"{scope.owner}.choice")
    chooser = decider(ctx, scope, node.subject, node.at)
    seen: dict[str, tree.Word] = {}
    for option in node.options:
        if option.name.text in seen:
            first = seen[option.name.text].at
            ctx.add(say.names.said_twice(option.name.at, option.name.text, first))
        seen.setdefault(option.name.text, option.name)
    options = tuple(_option(ctx, scope, option) for option in node.options)
    return typed.Menu(name=name, decider=chooser, options=options, at=node.at)


def _option(ctx: Context, scope: Scope, node: tree.Option) -> typed.MenuOption:
    offer(node.name.at)
    source, var = None, None
    if node.each is not None:
        source = list_of(ctx, scope, node.each.source)
        scope = element_scope(ctx, scope, source, node.each.name)
        var = node.each.name.text
    test = condition(ctx, scope, node.condition) if node.condition is not None else None
    return typed.MenuOption(
        name=node.name.text,
        var=var,
        source=source,
        condition=test,
        shown=shown(ctx, scope, node.shown),
        body=inner(ctx, scope, node.block),
        at=node.at,
    )


@STATEMENTS.of(tree.May)
def _may(ctx: Context, scope: Scope, node: tree.May) -> Stmt | None:
    found = sentence(ctx, scope, node, third_person=False)
    if found is None:
        return None
    event, arguments = found
    return typed.May(
        name=ctx.decision_name(f"{scope.owner}.{node.verb.text}"),
        decider=decider(ctx, scope, node.subject, node.at),
        event=event.name,
        arguments=arguments,
        anyway=node.anyway is not None,
        shown=shown(ctx, scope, node.shown),
        body=inner(ctx, scope, node.block),
        otherwise=inner(ctx, scope, node.otherwise),
        at=node.at,
    )


@STATEMENTS.of(tree.MayChoose)
def _may_choose(ctx: Context, scope: Scope, node: tree.MayChoose) -> Stmt:
    source = list_of(ctx, scope, node.source)
    following = element_scope(ctx, scope, source, node.name)
    return typed.MayChoose(
        name=ctx.decision_name(f"{scope.owner}.{node.name.text}"),
        var=node.name.text,
        source=source,
        decider=decider(ctx, scope, node.subject, node.at),
        shown=shown(ctx, following, node.shown),
        body=inner(ctx, following, node.block),
        otherwise=inner(ctx, scope, node.otherwise),
        at=node.at,
    )


@STATEMENTS.of(tree.Use)
def _use(ctx: Context, scope: Scope, node: tree.Use) -> Stmt | None:
    moments = [ctx.find("moment", name, ctx.program.moments) for name in node.moments]
    if None in moments:
        return None
    player = decider(ctx, scope, node.subject, node.at)
    during = condition(ctx, scope, node.during) if node.during is not None else None
    until = condition(ctx, scope, node.until) if node.until is not None else None
    names = tuple(dict.fromkeys(name.text for name in node.moments))
    return typed.UsePowers(moments=names, player=player, during=during, until=until, at=node.at)
