"""Tree -> scenarios: what is given, who chooses what, and what has to hold."""

from __future__ import annotations

from attrs import evolve

from rulewright.program import program as p
from rulewright.program.context import Context, Scope
from rulewright.program.expressions import condition
from rulewright.program.notes import notes_of
from rulewright.program.statements import block
from rulewright.syntax import tree

SEATS = "ABCDEFGH"


def make_scenario(ctx: Context, node: tree.Scenario) -> None:
    """Check one scenario and add it to the program."""
    place = node.place
    if place.unit.text not in ("player", "players"):
        ctx.complain("E0501", "a scenario says for how many `players` it is", place.unit.at)
    scope = Scope(in_scenario=True, owner=f"scenario {node.title.text}")
    steps: list[p.Steps | p.Answer | p.Check] = []
    for section in node.sections:
        match section:
            case tree.Given():
                inner = evolve(scope, owner=f"{scope.owner}, given")
                steps.append(p.Steps(body=block(ctx, inner, section.block.items), given=True))
            case tree.When():
                steps += _when(ctx, scope, section)
            case tree.Then():
                steps += [_check(ctx, scope, check) for check in section.checks]
    if not any(isinstance(step, p.Check) for step in steps):
        ctx.complain("E0502", "this scenario has no `then`, so it can't fail", node.title.at)
    ctx.program.scenarios.append(_scenario(ctx, node, tuple(steps)))


def _scenario(
    ctx: Context, node: tree.Scenario, steps: tuple[p.Steps | p.Answer | p.Check, ...]
) -> p.Scenario:
    place = node.place
    cards, options, seed = [], [], None
    for clause in place.clauses:
        match clause:
            case tree.WithCards():
                cards += [(word.text, word.at) for word in clause.names]
            case tree.WithOption():
                options.append((clause.name.text, clause.name.at))
            case tree.WithSeed():
                seed = int(clause.seed.text)
    return p.Scenario(
        title=node.title.text, at=node.title.at, notes=notes_of(ctx, node.notes),
        covers=tuple(word.text for word in node.covers), edition=place.edition.text,
        edition_at=place.edition.at, players=int(place.players.text), cards=tuple(cards),
        options=tuple(options), seed=seed, steps=steps,
    )  # fmt: skip


def _when(ctx: Context, scope: Scope, node: tree.When) -> list[p.Steps | p.Answer | p.Check]:
    steps: list[p.Steps | p.Answer | p.Check] = []
    for step in node.steps:
        if isinstance(step, tree.Answer):
            player = _seat(ctx, step.who)
            steps += [p.Answer(player=player, pick=_pick(pick), at=pick.at) for pick in step.picks]
        else:
            inner = evolve(scope, owner=f"{scope.owner}, when")
            steps.append(p.Steps(body=block(ctx, inner, [step]), given=False))
    return steps


def _seat(ctx: Context, node: tree.Node) -> int | None:
    """The seat of a letter; None is chance, or nobody."""
    if isinstance(node, tree.Word):
        if node.text in tuple(SEATS):
            return SEATS.index(node.text)
        ctx.complain("E0503", f"`{node.text}` is no seat; seats are A, B, C …", node.at)
    return None


def _pick(node: tree.Pick) -> p.Pick:
    words: list[object] = []
    for word in node.words:
        match word:
            case tree.Number():
                words.append(int(word.word.text))
            case tree.Name():
                words.append(word.word.text)
            case tree.Proper():
                words.append(word.name.text)
            case tree.Yes() | tree.No():
                words.append("yes" if isinstance(word, tree.Yes) else "no")
            case _:
                words.append("nothing")
    return p.Pick(words=tuple(words), at=node.at)


def _check(ctx: Context, scope: Scope, node: tree.Node) -> p.Check:
    match node:
        case tree.Holds():
            test = condition(ctx, scope, node.condition)
            return p.Check(kind="holds", at=node.at, condition=test)
        case tree.Offered():
            return p.Check(
                kind="offered", at=node.at, negated=node.negated is not None,
                player=_seat(ctx, node.who), pick=_pick(node.pick),
            )  # fmt: skip
        case tree.Told():
            player = _seat(ctx, node.to) if node.to is not None else None
            negated = node.negated is not None
            return p.Check(kind="told", at=node.at, negated=negated, player=player,
                           text=node.text.text)  # fmt: skip
        case tree.Decides():
            pick = _pick(node.pick) if node.pick is not None else None
            return p.Check(kind="decides", at=node.at, player=_seat(ctx, node.who), pick=pick)
    raise TypeError(node)
