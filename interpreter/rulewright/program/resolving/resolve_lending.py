"""What another card does: all that it does, and one of its powers."""

from __future__ import annotations

from rulewright.program import complaints as say, program as p, typed
from rulewright.program.context import Context, Scope
from rulewright.program.resolving.resolve_blocks import decider
from rulewright.program.resolving.resolve_names import this
from rulewright.program.resolving.resolve_rules import asked
from rulewright.program.resolving.resolve_uses import is_card
from rulewright.program.resolving.resolvers import (
    RULES,
    STATEMENTS,
    Speaker,
    expression,
    is_pronoun,
)
from rulewright.program.typed import Expr, Stmt
from rulewright.program.types import Type
from rulewright.syntax import tree


@RULES.of(tree.Copying)
def _copying(ctx: Context, speaker: Speaker, scope: Scope, node: tree.Copying) -> None:
    """It is kept beside the rules, as nothing hears it."""
    own = this(ctx, scope, node.at)
    if not is_pronoun(node.subject, "this"):
        what = "what does the same as another card"
        ctx.add(say.types.wrong_type(node.subject.at, what, "`this`", "another thing", None))
        return
    if speaker.card is None or speaker.kind is None:
        return
    of = _card(ctx, scope, node.of, own.type)
    test = asked(ctx, scope, node.condition)
    ctx.program.copies.append(
        p.Copy(
            card=speaker.card, kind=speaker.kind, stance=speaker.stance, of=of,
            condition=test[0] if test else None, at=node.at,
        )
    )  # fmt: skip


def _card(ctx: Context, scope: Scope, node: tree.Node, kind: Type) -> Expr:
    found = expression(ctx, scope, node, kind)
    return ctx.expect(kind.maybe(), found, "whose rules are meant")


@STATEMENTS.of(tree.UseOf)
def _use_of(ctx: Context, scope: Scope, node: tree.UseOf) -> Stmt | None:
    player = decider(ctx, scope, node.subject, node.at)
    of = expression(ctx, scope, node.of)
    if not is_card(ctx, of):
        return None
    name = ctx.decision_name(f"{scope.owner}.power")
    return typed.UsePowerOf(name=name, player=player, of=of, but=scope.card, at=node.at)
