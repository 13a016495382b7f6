"""What an event does: its first deeds or other ways to meet them, and then its own.

Its doer chooses among the plain way and the open means, again for what a part leaves. What is offered and what is
done are one declaration: see `possible`.
"""

from __future__ import annotations

from rulewright.ir import terms as ir
from rulewright.ir.build import ONE, ZERO, both
from rulewright.ir.terms import Assign, Body, Local
from rulewright.lower.dispatch import Scope, body
from rulewright.lower.labels import MEANS, Labelled, decision_of, labelled
from rulewright.lower.lower_values import Arguments
from rulewright.lower.lowering import Lowering
from rulewright.lower.possible import Way, amount_of, first_deeds, means_to
from rulewright.program import program as p


def secured(work: Lowering, event: p.Event, scope: Scope, parameters: tuple[Local, ...]) -> Body:
    """What an event does: its first deeds, or what stands in for them, and then its own."""
    ways = means_to(work, event)
    if not ways:
        return body(work, (*event.first, *event.body), scope)
    amount = amount_of(event)
    arguments: Arguments = parameters
    before: Body = ()
    if amount is not None:
        left = Local(work.temporary("left"))
        before = (Assign(left.name, parameters[amount]),)
        arguments = (*parameters[:amount], left, *parameters[amount + 1 :])
        scope = scope.bind(event.parameters[amount].name, left)
    settled = work.temporary("settled")
    ask = _ask(work, event, scope, arguments, ways, settled)
    loop = ir.Loop(both("==", Local(settled), ONE), (ask,))
    return (*before, Assign(settled, ZERO), loop, *body(work, event.body, scope))


def _ask(
    work: Lowering,
    event: p.Event,
    scope: Scope,
    arguments: Arguments,
    ways: list[Way],
    settled: str,
) -> ir.Ask:
    done = Assign(settled, ONE)
    plain = labelled(work, event.verb, None, event.plain, scope.env)
    labels = [plain, *(_label(way, scope, arguments) for way in ways)]
    decision = decision_of(work, f"{event.name}.{MEANS}", "menu", tuple(labels), scope.site)
    met = first_deeds(work, event, scope.env)
    first = plain.options(None, "", met, (*body(work, event.first, scope), done))
    options = [first]
    for way, label in zip(ways, labels[1:], strict=True):
        source, condition = way.elements(arguments)
        deeds = _deeds(way, arguments, settled)
        options.append(label.options(source, way.var if source else "", condition, deeds))
    return ir.Ask(decision, arguments[0], tuple(options), (done,))


def _label(way: Way, scope: Scope, arguments: Arguments) -> Labelled:
    """How the options of a means are labelled."""
    env = {**scope.env, **way.env(arguments)}
    return labelled(way.work, way.rule.word, way.rule.source, way.rule.shown, env)


def _deeds(way: Way, arguments: Arguments, settled: str) -> Body:
    """What choosing a means does: its deeds; then all is met, or a part of the amount."""
    perform = ir.Perform(way.procedure(), way.given(arguments))
    if way.rule.covers is None:
        return (perform, Assign(settled, ONE))
    left = arguments[way.amount]
    assert isinstance(left, Local)
    none_left = ir.If(both("<=", left, ZERO), (Assign(settled, ONE),))
    return (perform, Assign(left.name, way.left(arguments)), none_left)
