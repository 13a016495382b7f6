"""Statements: what is done, and in which order."""

from __future__ import annotations

from rulewright.program import complaints as say
from rulewright.program import typed
from rulewright.program.context import Context, Scope
from rulewright.program.resolving.resolve_blocks import element_scope, inner
from rulewright.program.resolving.resolve_sentences import done
from rulewright.program.resolving.resolvers import (
    STATEMENTS,
    condition,
    expression,
    is_pronoun,
    list_of,
    number,
    player,
)
from rulewright.program.typed import Stmt
from rulewright.syntax import tree

# ------------------------------------------------------------------ deeds


@STATEMENTS.of(tree.Sentence)
def _sentence(ctx: Context, scope: Scope, node: tree.Sentence) -> Stmt | None:
    if isinstance(node.object, tree.WholeGame):
        return _end_game(ctx, scope, node)
    return done(ctx, scope, node)


def _end_game(ctx: Context, scope: Scope, node: tree.Sentence) -> Stmt | None:
    """`end the game`, `the player wins the game`: what no event is needed for."""
    verb, subject = node.verb.text, node.subject
    first = subject is None or is_pronoun(subject, "I", "me")
    if scope.in_scenario or node.labelled:
        ctx.add(say.sentences.ends_by_rules(node.at))
        return None
    if verb == "end" and subject is None:
        return typed.EndGame(winner=None, at=node.at)
    if verb not in ("win", "wins"):
        ctx.add(say.sentences.not_of_the_game(node.verb.at, verb))
        return None
    if verb != (right := "win" if first else "wins"):
        ctx.add(say.sentences.wrong_form(node.verb.at, verb, right))
    winner = player(ctx, scope, subject or tree.Pronoun(node.verb.at, "me"), "who wins")
    ctx.program.has_winners = True
    return typed.EndGame(winner=winner, at=node.at)


@STATEMENTS.of(tree.Play)
def _play(ctx: Context, scope: Scope, node: tree.Play) -> Stmt | None:
    phase = ctx.find("phase", node.phase, ctx.program.phases)
    if phase is None:
        return None
    given = [part for part in (node.player, *node.others) if part is not None]
    if len(given) != len(phase.parameters):
        wanted = len(phase.parameters)
        words = ["for" if place == 0 else "as" for place in range(wanted)]
        parts = [f"{word} {p.type}" for word, p in zip(words, phase.parameters, strict=True)]
        example = " ".join([f"play {phase.name}", *parts])
        what = f"the phase {phase.name} is played of"
        ctx.add(say.sentences.wrong_count(node.at, what, wanted, len(given), example))
        return None
    arguments = tuple(
        ctx.expect(p.type.maybe(), expression(ctx, scope, part, p.type), f"the {p.name}")
        for p, part in zip(phase.parameters, given, strict=True)
    )
    return typed.Play(phase=phase.name, arguments=arguments, at=node.at)


# ------------------------------------------------------------------ control


@STATEMENTS.of(tree.If)
def _if(ctx: Context, scope: Scope, node: tree.If) -> Stmt:
    test = condition(ctx, scope, node.condition)
    body = inner(ctx, scope, node.block)
    branches = []
    with ctx.hangs_on(len(node.else_ifs), node.at) as fits:
        for else_if in node.else_ifs if fits else ():
            other = condition(ctx, scope, else_if.condition)
            branches.append((other, inner(ctx, scope, else_if.block), else_if.at))
        otherwise = inner(ctx, scope, node.otherwise)
    for other, then, at in reversed(branches):
        otherwise = (typed.If(condition=other, body=then, otherwise=otherwise, at=at),)
    return typed.If(condition=test, body=body, otherwise=otherwise, at=node.at)


@STATEMENTS.of(tree.ForEach)
def _for_each(ctx: Context, scope: Scope, node: tree.ForEach) -> Stmt:
    source = list_of(ctx, scope, node.source)
    body = inner(ctx, element_scope(ctx, scope, source, node.name), node.block)
    return typed.ForEach(var=node.name.text, source=source, body=body, at=node.at)


@STATEMENTS.of(tree.Repeat)
def _repeat(ctx: Context, scope: Scope, node: tree.Repeat) -> Stmt | None:
    if not scope.in_flow:
        ctx.add(say.speaking.no_repeat(node.at))
        return None
    until = condition(ctx, scope, node.condition)
    body = inner(ctx, scope, node.block)
    return typed.Repeat(until=until, body=body, at=node.at)


@STATEMENTS.of(tree.RepeatAtMost)
def _repeat_at_most(ctx: Context, scope: Scope, node: tree.RepeatAtMost) -> Stmt:
    most = number(ctx, scope, node.most, "how often something is repeated")
    if not isinstance(most, typed.Number | typed.SettingOf | typed.TableOf | typed.Unknown):
        ctx.add(say.types.known_before(most.at))
    until = condition(ctx, scope, node.condition) if node.condition is not None else None
    body = inner(ctx, scope, node.block)
    return typed.Repeat(until=until, body=body, most=most, at=node.at)


@STATEMENTS.of(tree.CarryOn)
def _carry_on(ctx: Context, scope: Scope, node: tree.CarryOn) -> Stmt | None:
    if not scope.in_would:
        ctx.add(say.speaking.no_carry_on(node.at))
        return None
    return typed.CarryOn(at=node.at)


@STATEMENTS.of(tree.DoNothing)
def _do_nothing(ctx: Context, scope: Scope, node: tree.DoNothing) -> None:
    """Nothing is left of it."""
