"""Marks that nobody declares: that a power which may be used once in a while was used."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.program import program as p
from rulewright.program.context import Context
from rulewright.program.types import YES_OR_NO
from rulewright.syntax import tree


def once_clause(node: tree.Power) -> tree.Once | None:
    """How often a power may be used, if that is said."""
    return next((each for each in node.clauses if isinstance(each, tree.Once)), None)


def mark_of_use(power: str, owner: str, phase: str | None, marks: dict[str, p.Variable]) -> str:
    """The name of the mark; a longer one where another power of the name has other cards or lasts otherwise."""
    name = f"{power}-used"
    found = marks.get(name)
    if found is None or (found.is_mark and (found.owner, found.until_phase) == (owner, phase)):
        return name
    return f"{name}-{owner}-{phase or 'game'}"


def declare_uses(ctx: Context, trees: tuple[tree.Node, ...]) -> None:
    """Declare the marks: of a power on a card the card bears it, of others each player. Everybody sees it."""
    for owner, power in _powers(trees):
        once = once_clause(power)
        if once is None or (owner != "player" and owner not in ctx.program.kinds):
            continue
        phase = once.phase.text if once.phase is not None else None
        marks = ctx.program.variables
        name = mark_of_use(power.name.text, owner, phase, marks)
        mark = p.Variable(
            name, power.name.at, type=YES_OR_NO, owner=owner,
            until_phase=phase, sight=p.Sight("everyone"), is_mark=True,
        )  # fmt: skip
        marks.setdefault(name, mark)


def _powers(trees: tuple[tree.Node, ...]) -> Iterator[tuple[str, tree.Power]]:
    for node in trees:
        if isinstance(node, tree.Power):
            yield "player", node
        elif isinstance(node, tree.Card):
            for item in node.body:
                rules = item.rules if isinstance(item, tree.Section) else (item,)
                yield from (
                    (node.kind.text, rule) for rule in rules if isinstance(rule, tree.Power)
                )
