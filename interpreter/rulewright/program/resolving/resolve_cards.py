"""What cards say: their fields, and their rules in each stance."""

from __future__ import annotations

from rulewright.program import program as p
from rulewright.program.context import Context
from rulewright.program.resolving.resolve_rules import make_rule
from rulewright.program.resolving.resolvers import DECLARATIONS, Speaker, declared
from rulewright.syntax import tree


@DECLARATIONS.of(tree.Card)
def _card(ctx: Context, node: tree.Card) -> None:
    card = declared(ctx.program.cards, node.name)
    if card is None:
        return
    kind = ctx.program.kinds[card.kind]
    default = next(iter(kind.stances), None)
    for item in node.body:
        if isinstance(item, tree.RuleNode):
            make_rule(ctx, _speaker(card, kind, default), item)
        elif isinstance(item, tree.Section):
            _section(ctx, card, kind, item)


def _section(ctx: Context, card: p.Card, kind: p.Kind, node: tree.Section) -> None:
    if ctx.find(f"stance of a {kind.name}", node.stance, kind.stances) is None:
        return
    speaker = _speaker(card, kind, node.stance.text)
    for item in node.rules:
        make_rule(ctx, speaker, item)


def _speaker(card: p.Card, kind: p.Kind, stance: str | None) -> Speaker:
    """A card in a stance; some stances speak for nobody, so that there is no `me`."""
    found = kind.stances.get(stance or "")
    somebody = found is not None and found.player is not None
    return Speaker(card.name, kind.name, stance, card.notes, for_somebody=somebody)
