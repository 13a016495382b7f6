"""Instances of rules: one for every piece of a rule's card, none for cards that are not in the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from rulewright.base.records import Record, evolve
from rulewright.language.program.program import Hook, Means, Power, Rule
from rulewright.language.program.typed import Design, Expr, IsDesign
from rulewright.runtime.ir.nodes.constructors import FALSE, TRUE, conjunction
from rulewright.runtime.ir.terms import Captured, Const, Local, Node, Part
from rulewright.runtime.lower.dispatch import lower, lower_condition
from rulewright.runtime.lower.lowering_context import Env, Lowering

R = TypeVar("R", bound=Rule)


class RuleInstance(Record, Generic[R]):
    """A rule on one piece, on the frame, or (if delayed) with the values it captured.

    `live` is the condition that it is in force, `me` the player it acts for. `source` is the list of captured
    tuples of a delayed rule, and `var` the loop variable for it.
    """

    rule: R
    live: Node
    me: Node | None
    this: int | None
    env: Env
    source: Node | None = None
    var: str = ""
    label: tuple[str, str] | None = None

    def applies(self, work: Lowering, arguments: tuple[Node, ...]) -> Node:
        """Return the test that the rule is in force and that its condition holds for `arguments`."""
        applies = conjunction(
            self.live, lower_condition(work, self.rule.condition, self.bind_names(arguments))
        )
        if work.counters is None or isinstance(self.rule, Hook | Power | Means):
            return applies  # rules with statements are counted where these run
        return work.counters.rule(self.rule.at, applies)

    def bind_names(self, arguments: tuple[Node, ...]) -> Env:
        """Return the rule's environment, with its parameter names bound to `arguments`."""
        return {**self.env, **dict(zip(self.rule.names, arguments, strict=False))}


def rule_instances(work: Lowering, sort: type[R], *about: str) -> list[RuleInstance[R]]:
    """Return the instances of all rules of class `sort` about the events, values or moments `about`.

    Rules of the frame come first, then those of cards by piece, delayed rules last.
    """
    work.reached.update([(subject, sort) for subject in about])
    unsorted = [
        each
        for subject in about
        for rule in work.rules_about.get(subject, ())
        if isinstance(rule, sort)
        for instance in _instances_of(work, rule)
        for each in _for_each_label(work, instance)
    ]
    return sorted(unsorted, key=_order)


def _for_each_label(work: Lowering, instance: RuleInstance[R]) -> Iterator[RuleInstance[R]]:
    """Yield one instance for each label that the rule is repeated for; else `instance` itself."""
    each = getattr(instance.rule, "each", None)
    if each is None:
        yield instance
        return
    name, labels = each
    for number, label in enumerate(work.program.labels[labels].items):
        env = {**instance.env, name: Const(number)}
        yield evolve(instance, env=env, label=(name, label))


def _order(instance: RuleInstance[R]) -> tuple[int, int, int]:
    """Return the sort key of an instance: rules of the frame, then of cards by piece, then delayed rules."""
    rule = instance.rule
    if rule.delayed:
        return (2, 0, rule.number)
    return (0, 0, rule.number) if instance.this is None else (1, instance.this, rule.number)


def _instances_of(work: Lowering, rule: R) -> Iterator[RuleInstance[R]]:
    """Yield the instances of one rule: on the frame, on each piece of its card, or delayed."""
    if rule.delayed:
        # A delayed rule of a card that is not in the game never begins.
        if rule.begun_on is None or work.world.of_card(rule.begun_on):
            yield _delayed_instance(work, rule)
    elif rule.card is None:
        yield RuleInstance(rule, TRUE, None, None, {})
    else:
        pieces = work.world.of_card(rule.card)
        for piece in pieces:
            yield _piece_instance(work, rule, piece.kind, piece.number)
        if pieces:
            yield from _copied_instances(work, rule, pieces[0].kind)


def _copied_instances(work: Lowering, rule: R, kind: str) -> Iterator[RuleInstance[R]]:
    """Yield instances of a rule on pieces of other cards that copy the rule's card."""
    for copy in work.program.copies:
        if (copy.kind, copy.stance) != (kind, rule.stance) or copy.card == rule.card:
            continue
        for piece in work.world.of_card(copy.card):
            instance = _piece_instance(work, rule, kind, piece.number)
            condition = lower_condition(work, copy.condition, instance.env)
            live = conjunction(
                instance.live, condition, is_card(work, copy.of, rule.card or "", instance.env)
            )
            if live != FALSE:
                yield evolve(instance, live=live)


def is_card(work: Lowering, of: Expr, card: str, env: Env) -> Node:
    """Return the test that the expression `of` denotes a piece of `card`."""
    if isinstance(of, Design):
        return TRUE if of.card == card else FALSE
    return lower(work, IsDesign(piece=of, card=card, at=of.at), env)


def _piece_instance(work: Lowering, rule: R, kind: str, piece: int) -> RuleInstance[R]:
    """Return the instance of a rule on the piece numbered `piece`, in force as the rule's stance says."""
    env: Env = {"this": Const(piece)}
    stance = work.program.kinds[kind].stances.get(rule.stance or "")
    if stance is None or stance.player is None:
        live = lower_condition(work, stance.condition, env) if stance is not None else TRUE
        return RuleInstance(rule, live, None, piece, env)
    me = lower(work, stance.player, env)
    return RuleInstance(
        rule, lower_condition(work, stance.condition, env), me, piece, {**env, "me": me}
    )


def _delayed_instance(work: Lowering, rule: R) -> RuleInstance[R]:
    """Return the instance of a delayed rule; it applies to each pending tuple of captured values."""
    var = work.fresh_local("captured")
    work.record_captures(rule)
    env: Env = {name: Part(Local(var), index + 1) for index, (name, _) in enumerate(rule.captured)}
    return RuleInstance(rule, TRUE, env.get("me"), None, env, Captured(rule.number), var)
