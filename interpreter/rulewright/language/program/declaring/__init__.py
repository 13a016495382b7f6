"""The first pass: enter name and type of every declaration, so that bodies may refer to later declarations."""

# ruff: noqa: F401 - each module registers its functions on import

from __future__ import annotations

from rulewright.language.program import program as p
from rulewright.language.program.context import Context
from rulewright.language.program.declaring import declare_cards, declare_events
from rulewright.language.program.declaring.declare_state import declare_use_marks
from rulewright.language.program.declaring.declarers import DECLARE, check_namespaces, declare_once
from rulewright.language.syntax import tree

__all__ = ["ORDER", "declare_all"]

#: Order of declaration by class: later classes use the types of earlier ones.
ORDER: tuple[type[tree.Node], ...] = (
    tree.GameDeclaration,
    tree.LabelsDeclaration,
    tree.KindDeclaration,
    tree.ZoneDeclaration,
    tree.VariableDeclaration,
    tree.Mark,
    tree.SettingDeclaration,
    tree.MomentDeclaration,
    tree.ValueDeclaration,
    tree.FactDeclaration,
    tree.EventDeclaration,
    tree.PhaseDeclaration,
    tree.TableDeclaration,
    tree.CardList,
    tree.CardDeclaration,
)


def declare_all(ctx: Context, trees: tuple[tree.Node, ...]) -> None:
    """Enter the names and types of all declarations into the program; their bodies follow in the second pass."""
    for node in trees:
        ctx.sources.setdefault(node.at.source.name, len(ctx.sources))
        if isinstance(node, tree.Unread):
            ctx.missing.note(node)
    for node in trees:
        if isinstance(node, tree.KindDeclaration):
            several = node.plural.text if node.plural is not None else ""
            kind = p.Kind(node.name.text, node.name.at, plural=several)
            declare_once(ctx, ctx.program.kinds, kind)
    for cls in ORDER:
        for node in trees:
            if type(node) is cls:
                DECLARE[cls](ctx, node)
    declare_use_marks(ctx, trees)
    check_namespaces(ctx)
