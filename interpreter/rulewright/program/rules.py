"""Tree -> rules: hooks, replacements, changes of values and facts, restrictions, powers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve, frozen

from rulewright.program import nodes, program
from rulewright.program.context import Context, Scope
from rulewright.program.expressions import condition, expression, list_of, number
from rulewright.program.nodes import Expr
from rulewright.program.notes import notes_of
from rulewright.program.program import Notes, Parameter
from rulewright.program.sentences import Matched, bind, match_parts, match_pattern
from rulewright.program.statements import block, template
from rulewright.program.types import PLAYER, Type
from rulewright.syntax import tree
from rulewright.text import Span


@frozen
class Speaker:
    """On which card and in which stance a rule stands, and what it inherits from there."""

    card: str | None = None
    kind: str | None = None
    stance: str | None = None
    notes: Notes = Notes()
    delayed: bool = False
    until: str | None = None
    for_somebody: bool = False

    def scope(self, name: str) -> Scope:
        me = PLAYER if self.for_somebody else None
        this = Type(self.kind) if self.kind is not None else None
        owner = f"{self.card}.{name}" if self.card else name
        return Scope(me=me, this=this, owner=owner)


Maker = Callable[[Context, Speaker, Scope, Any], "program.Rule | None"]
_MAKE: dict[type[tree.Node], Maker] = {}


def _on(*classes: type[tree.Node]) -> Callable[[Maker], Maker]:
    def register(maker: Maker) -> Maker:
        for cls in classes:
            _MAKE[cls] = maker
        return maker

    return register


def make_rule(ctx: Context, speaker: Speaker, node: tree.Node) -> None:
    """Check one rule and add it to the program."""
    rule = _MAKE[type(node)](ctx, speaker, speaker.scope(""), node)
    if rule is not None:
        ctx.program.rules.append(rule)


def delayed_rules(ctx: Context, scope: Scope, node: tree.Until) -> tuple[int, ...]:
    """The rules under `until …`, which speak with the names that were bound when they were made."""
    speaker = Speaker(delayed=True, until=node.phase.text)
    numbers: list[int] = []
    for item in node.rules:
        inner = evolve(scope, in_would=False, in_flow=False)
        if isinstance(item, tree.Power | tree.Means):
            ctx.complain("E0407", "powers and means stand on cards or in the frame, not under `until`",
                         item.at)  # fmt: skip
            continue
        rule = _MAKE[type(item)](ctx, speaker, inner, item)
        if rule is not None:
            rule = evolve(rule, captured=scope.bound())
            ctx.program.rules.append(rule)
            numbers.append(rule.number)
    return tuple(numbers)


def _common(
    ctx: Context, speaker: Speaker, scope: Scope, name: str, node: tree.Node, inner: Any = None
) -> dict[str, Any]:
    """What all rules have: a number, a place, a speaker, and notes (their own, else the card's)."""
    own = notes_of(ctx, inner.items if inner is not None else ())
    return {
        "number": ctx.rule_number(),
        "card": speaker.card,
        "stance": speaker.stance,
        "name": ".".join(part for part in (speaker.card, name) if part) or scope.owner,
        "at": node.at,
        "notes": own if own else speaker.notes,
        "delayed": speaker.delayed,
        "until": speaker.until,
        "has_me": scope.me is not None,
    }


def _all(parts: Sequence[Expr], at: Span) -> Expr | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return nodes.Every(operator="and", parts=tuple(parts), at=at)


def _conditions(ctx: Context, matched: Matched, test: tree.Node | None, at: Span) -> Expr | None:
    parts = list(matched.conditions)
    if test is not None:
        parts.append(condition(ctx, matched.scope, test))
    return _all(parts, at)


# ------------------------------------------------------------------ hooks


@_on(tree.Hook, tree.Would)
def _hook(ctx: Context, speaker: Speaker, scope: Scope, node: Any) -> program.Rule | None:
    when = "would" if isinstance(node, tree.Would) else node.moment.text
    third = None if when == "would" else not isinstance(node.pattern.subject, tree.I)
    if when == "would":
        third = False
    found = match_pattern(ctx, scope, node.pattern, third)
    if found is None:
        return None
    event, matched = found
    ctx.mark_used("heard", event.name)
    name = f"{when} {node.pattern.verb.text}"
    inner = evolve(matched.scope, in_would=when == "would", owner=_owner(speaker, scope, name))
    test = _conditions(ctx, matched, node.condition, node.at)
    return program.Hook(
        **_common(ctx, speaker, scope, name, node, node.block),
        names=matched.names, condition=test, when=when, event=event.name,
        body=block(ctx, inner, node.block.items),
    )  # fmt: skip


def _owner(speaker: Speaker, scope: Scope, name: str) -> str:
    return f"{speaker.card}.{name}" if speaker.card else f"{scope.owner}.{name}".strip(".")


@_on(tree.Edge)
def _edge(ctx: Context, speaker: Speaker, scope: Scope, node: tree.Edge) -> program.Rule | None:
    phase = ctx.program.phases.get(node.phase.text)
    if phase is None:
        ctx.unknown_name("phase", node.phase.text, node.phase.at, ctx.program.phases)
        return None
    ctx.mark_used("phase", phase.name)
    names = tuple(f"${number}" for number, _ in enumerate(phase.parameters))
    parts: list[Expr] = []
    if node.whose.text == "my" and (not phase.parameters or phase.parameters[0].type != PLAYER):
        ctx.complain("E0408", f"the phase {phase.name} is played for nobody, so there is no `my`",
                     node.whose.at, help="write `the`")  # fmt: skip
        return None
    if node.whose.text == "my":
        me = expression(ctx, scope, tree.Me(node.whose.at))
        here = nodes.Var(name=names[0] if names else "$0", type=PLAYER, at=node.at)
        parts.append(nodes.Compare(operator="==", left=here, right=me, at=node.whose.at))
    if node.condition is not None:
        parts.append(condition(ctx, scope, node.condition))
    name = f"{node.edge.text} of {phase.name}"
    inner = evolve(scope, owner=_owner(speaker, scope, name))
    return program.Hook(
        **_common(ctx, speaker, scope, name, node, node.block),
        names=names, condition=_all(parts, node.at), when=node.edge.text, event=phase.name,
        body=block(ctx, inner, node.block.items),
    )  # fmt: skip


@_on(tree.Restriction)
def _restriction(
    ctx: Context, speaker: Speaker, scope: Scope, node: tree.Restriction
) -> program.Rule | None:
    found = match_pattern(ctx, scope, node.pattern, third_person=False)
    if found is None:
        return None
    event, matched = found
    ctx.mark_used("heard", event.name)
    test = _conditions(ctx, matched, node.condition, node.at)
    common = _common(ctx, speaker, scope, f"cannot {node.pattern.verb.text}", node)
    return program.Restriction(**common, names=matched.names, condition=test, event=event.name)


# ------------------------------------------------------------------ values and facts

_HOW = {
    tree.To: "to",
    tree.More: "more",
    tree.Less: "less",
    tree.Floor: "floor",
    tree.Ceiling: "ceiling",
}


@_on(tree.Change)
def _change(ctx: Context, speaker: Speaker, scope: Scope, node: tree.Change) -> program.Rule | None:
    owner, name = _changed(node.subject)
    if name is None or (name.text not in ctx.program.values and _is_adjective(ctx, node)):
        return _adjective(ctx, speaker, scope, node)
    value = ctx.program.values.get(name.text)
    if value is None:
        ctx.unknown_name("value", name.text, name.at, ctx.program.values)
        return None
    ctx.mark_used("changed", value.name)
    matched = _matched_value(ctx, scope, value.parameters, owner, node)
    if matched is None:
        return None
    test = _conditions(ctx, matched, node.condition, node.at)
    how: Any = node.how
    amount = number(ctx, matched.scope, how.amount, f"`{value.name}`")
    return program.Change(
        **_common(ctx, speaker, scope, value.name, node),
        names=matched.names, condition=test, value=value.name, how=_HOW[type(how)], amount=amount,
        shown=node.shown.text.text if isinstance(node.shown, tree.Shown) else "",
    )  # fmt: skip


def _changed(subject: tree.Node) -> tuple[tree.Node | None, tree.Word | None]:
    """Of whom, and which value: `my build-limit`, `a player's points`, `the goal`."""
    if isinstance(subject, tree.My):
        return tree.Me(subject.at), subject.name
    if isinstance(subject, tree.Get):
        return subject.of, subject.name
    if isinstance(subject, tree.Owned):
        return subject.binder, subject.name
    if isinstance(subject, tree.The):
        return None, subject.name
    return None, None


def _is_adjective(ctx: Context, node: tree.Change) -> bool:
    how = node.how
    return (
        isinstance(how, tree.To)
        and isinstance(how.amount, tree.Name)
        and how.amount.word.text in ctx.program.facts
    )


def _matched_value(
    ctx: Context,
    scope: Scope,
    parameters: tuple[Parameter, ...],
    owner: tree.Node | None,
    node: tree.Change,
) -> Matched | None:
    parts: list[tree.Node | None] = [owner] if owner is not None else []
    if node.other is not None:
        parts.append(node.other)
    if len(parts) > len(parameters) or (parameters and not parts):
        ctx.complain("E0206", "this value is not asked for so much", node.subject.at)
        return None
    parts += [None] * (len(parameters) - len(parts))
    return match_parts(ctx, scope, parameters, parts, node.at)


def _adjective(
    ctx: Context, speaker: Speaker, scope: Scope, node: tree.Change
) -> program.Rule | None:
    amount = node.how.amount if isinstance(node.how, tree.To) else None
    if not isinstance(amount, tree.Name):
        ctx.complain("E0212", "only values and facts are changed by a rule", node.subject.at)
        return None
    grant = tree.Grant(node.at, node.subject, amount.word, None, node.condition)
    return _grant(ctx, speaker, scope, grant)


@_on(tree.Grant)
def _grant(ctx: Context, speaker: Speaker, scope: Scope, node: tree.Grant) -> program.Rule | None:
    fact = ctx.program.facts.get(node.name.text) or _fact_of_verb(ctx, node.name.text)
    if fact is None:
        ctx.unknown_name("fact", node.name.text, node.name.at, ctx.program.facts)
        return None
    ctx.mark_used("changed", fact.name)
    parts: list[tree.Node | None] = [node.subject]
    if node.object is not None:
        parts.append(node.object)
    if len(parts) != len(fact.parameters):
        ctx.complain("E0206", f"`{fact.name}` is said of {len(fact.parameters)} things", node.at)
        return None
    matched = match_parts(ctx, scope, fact.parameters, parts, node.at)
    test = _conditions(ctx, matched, node.condition, node.at)
    common = _common(ctx, speaker, scope, fact.name, node)
    return program.Grant(
        **common, names=matched.names, condition=test, fact=fact.name, granted=node.granted
    )


def _fact_of_verb(ctx: Context, verb: str) -> program.Fact | None:
    from rulewright.program.forms import base_form

    for fact in ctx.program.facts.values():
        if not fact.adjective and base_form(fact.name) == verb:
            return fact
    return None


# ------------------------------------------------------------------ powers


@_on(tree.Power)
def _power(ctx: Context, speaker: Speaker, scope: Scope, node: tree.Power) -> program.Rule | None:
    moment = node.moment.text if node.moment else next(iter(ctx.program.moments), "")
    if moment not in ctx.program.moments:
        at = node.moment.at if node.moment else node.at
        ctx.unknown_name("moment", moment, at, ctx.program.moments)
        return None
    ctx.mark_used("heard moment", moment)
    outer = evolve(scope, me=PLAYER, owner=_owner(speaker, scope, node.name.text))
    scope, var, source = _each(ctx, outer, node.clauses)
    tests = [condition(ctx, outer, c.condition) for c in node.clauses if isinstance(c, tree.PowerIf)]
    return program.Power(
        **_common(ctx, speaker, scope, node.name.text, node, node.block),
        condition=_all(tests, node.at), moment=moment, source=source, var=var,
        shown=template(ctx, scope, node.shown) if node.shown else None,
        repeatedly=any(isinstance(c, tree.Repeatedly) for c in node.clauses),
        must=any(isinstance(c, tree.Must) for c in node.clauses),
        body=block(ctx, scope, node.block.items),
    )  # fmt: skip


def _each(
    ctx: Context, scope: Scope, clauses: tuple[tree.Node, ...]
) -> tuple[Scope, str | None, Expr | None]:
    """The scope, name and list of a `for each` clause, if there is one."""
    for clause in clauses:
        if isinstance(clause, tree.EachOf):
            source = list_of(ctx, scope, clause.source)
            inner = bind(ctx, scope, clause.name, source.type.one())
            return inner, clause.name.text, source
    return scope, None, None


@_on(tree.Means)
def _means(ctx: Context, speaker: Speaker, scope: Scope, node: tree.Means) -> program.Rule | None:
    doer = tree.I(node.verb.at)
    pattern = tree.Pattern(node.verb.at, doer, node.verb, node.object, node.labelled)
    found = match_pattern(ctx, scope, pattern, third_person=False)
    if found is None:
        return None
    event, matched = found
    ctx.mark_used("heard", event.name)
    outer = evolve(matched.scope, owner=_owner(speaker, scope, node.name.text))
    inner, var, source = _each(ctx, outer, node.clauses)
    tests = [condition(ctx, outer, c.condition) for c in node.clauses if isinstance(c, tree.PowerIf)]
    covers = [number(ctx, inner, c.amount, "what it covers")
              for c in node.clauses if isinstance(c, tree.Covering)]  # fmt: skip
    _check_means(ctx, event, node, bool(covers))
    return program.Means(
        **_common(ctx, speaker, scope, node.name.text, node, node.block),
        names=matched.names, condition=_all([*matched.conditions, *tests], node.at),
        event=event.name, var=var, source=source, covers=covers[0] if covers else None,
        shown=template(ctx, inner, node.shown) if node.shown else None,
        body=block(ctx, inner, node.block.items),
    )  # fmt: skip


def _check_means(ctx: Context, event: program.Event, node: tree.Means, covers: bool) -> None:
    """A means stands in for something, and a part can be covered only of an amount."""
    if not event.first:
        ctx.complain("E0219", f"`{event.verb}` has no `first` deeds that this could stand in for",
                     node.verb.at)  # fmt: skip
    amounts = [parameter for parameter in event.parameters if parameter.unit is not None]
    if covers and len(amounts) != 1:
        ctx.complain("E0219", f"`{event.verb}` has no amount of which a part could be covered",
                     node.at)  # fmt: skip
    for clause in node.clauses:
        if isinstance(clause, tree.Repeatedly | tree.Must):
            ctx.complain("E0219", "a means is never `must` or `repeatedly`", clause.at)
