"""Lowering of powers at a moment: a repeated question, and a procedure for each power."""

from __future__ import annotations

from rulewright.base.records import Record
from rulewright.language.program import program as p, typed
from rulewright.language.program.complaints.cycle_complaints import triggers_itself
from rulewright.language.program.types import Type
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.constructors import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    binary,
    conjunction,
    disjunction,
    filter_list,
    negation,
    reduce_list,
)
from rulewright.runtime.ir.terms import Assign, Body, Const, Local, Node
from rulewright.runtime.lower.dispatch import (
    LoweringScope,
    if_statement,
    lower,
    lower_condition,
    lower_power_procedure,
    statement,
)
from rulewright.runtime.lower.expressions.feasibility import first_statement_feasible
from rulewright.runtime.lower.expressions.labels import LabelledList, add_decision, label_options
from rulewright.runtime.lower.expressions.lower_lists import source_of
from rulewright.runtime.lower.lowering_context import MAX_POWERS, Env, Lowering, to_identifier
from rulewright.runtime.lower.statements.lower_statements import iteration_limit
from rulewright.runtime.lower.statements.rule_instances import RuleInstance, is_card, rule_instances

MAX_USES = 200
"""Maximal number of uses of powers at one moment; more stop the game as endless."""

BITS = 24
"""Number of powers whose use one local records as bits; all engines have numbers of at least this many bits."""


@statement(typed.UsePowers)
def _lower_use(work: Lowering, stmt: typed.UsePowers, scope: LoweringScope) -> Body:
    """Lower the offer of powers at these moments: a question repeated until the player ends it.

    The decision has the name and the prompt of the first moment.
    """
    opened, player = work.fresh_local("open"), Local(work.fresh_local("user"))
    used = [work.fresh_local("used")]
    usable = _usable_powers(work, stmt, player)
    work.check_limit(len(usable), MAX_POWERS, stmt.at)
    used += [work.fresh_local("used") for _ in usable[BITS::BITS]]
    powers = [
        _Power(work, instance, code, player, used[code // BITS])
        for code, instance in enumerate(usable)
    ]
    if not powers:
        return ()
    during, until = (
        lower_condition(work, stmt.during, scope.env),
        lower_condition(work, stmt.until, scope.env),
    )
    labels = tuple(power.label() for power in powers)
    decision = add_decision(work, stmt.moments[0], "powers", labels, scope.site)
    options = tuple(power.options(label) for power, label in zip(powers, labels, strict=True))
    closed: Body = (Assign(opened, ZERO, ir.TRUTH),)
    musts = [power.must_be_used(offer) for power, offer in zip(powers, options, strict=True)]
    stop = conjunction(until, *map(negation, musts))
    ask = ir.Ask(decision, player, options, closed, stop, closed, stop_alone=True)
    waiting = conjunction(during, disjunction(*(power.is_usable() for power in powers)))
    before, count = iteration_limit(work, "powers", MAX_USES)
    return (
        Assign(player.name, lower(work, stmt.player, scope.env), ir.PLAYER),
        *(Assign(each, ZERO) for each in used),
        Assign(opened, ONE, ir.TRUTH),
        *before,
        ir.Loop(negation(Local(opened)), (*count, *if_statement(waiting, (ask,), closed))),
    )


@statement(typed.UsePowerOf)
def _lower_use_of(work: Lowering, stmt: typed.UsePowerOf, scope: LoweringScope) -> Body:
    """Lower the use of a power of another card, which may be known only in play.

    It is a menu of all powers of cards of its kind, each guarded by a test of the card.
    """
    card, player = Local(work.fresh_local("card")), Local(work.fresh_local("user"))
    env = {**scope.env, "this": card}
    candidates = [
        RuleInstance(rule, is_card(work, stmt.of, rule.card or "", scope.env), None, None, env)
        for rule in work.program.rules
        if isinstance(rule, p.Power) and rule.card != stmt.but and _may_be_on(work, rule, stmt.of)
    ]
    work.check_limit(len(candidates), MAX_POWERS, stmt.at)
    powers = [_BorrowedPower(work, each, code, player, "") for code, each in enumerate(candidates)]
    if not powers:
        return ()
    labels = tuple(power.label() for power in powers)
    decision = add_decision(work, stmt.name, "menu", labels, scope.site)
    options = tuple(power.options(label) for power, label in zip(powers, labels, strict=True))
    return (
        Assign(player.name, lower(work, stmt.player, scope.env), ir.PLAYER),
        Assign(card.name, lower(work, stmt.of, scope.env), work.type_of(stmt.of.type)),
        ir.Ask(decision, player, options),
    )


def _may_be_on(work: Lowering, rule: p.Power, of: typed.Expr) -> bool:
    """Return whether a power is on a card in the game that the expression `of` may evaluate to."""
    if isinstance(of, typed.Design) and of.card != rule.card:
        return False
    pieces = work.world.of_card(rule.card) if rule.card is not None else []
    return bool(pieces) and pieces[0].kind == of.type.name


def _usable_powers(
    work: Lowering, stmt: typed.UsePowers, player: Local
) -> list[RuleInstance[p.Power]]:
    """Return the powers at these moments, except those with an `if` that is false in this world."""
    return [
        instance
        for instance in rule_instances(work, p.Power, *stmt.moments)
        if lower_condition(work, instance.rule.condition, {**instance.env, "me": player}) != FALSE
    ]


class _Power(Record):
    """A power offered to `player`: its condition, label and options.

    Its bit in the local `used` records that it was used at this moment; without `used` only one power is used.
    """

    work: Lowering
    instance: RuleInstance[p.Power]
    code: int
    player: Local
    used: str

    @property
    def rule(self) -> p.Power:
        """The program rule that declares this power."""
        return self.instance.rule

    @property
    def bit(self) -> Const:
        """Constant with the bit of this power in the local `used`."""
        return Const(1 << self.code % BITS)

    @property
    def var(self) -> str:
        """Name of the local for the element that the power is used on; empty if it is used on nothing."""
        return f"x{self.code}_{to_identifier(self.rule.var)}" if self.rule.var is not None else ""

    def env(self) -> Env:
        """Return the environment of the power: the rule's names, `me`, and the element it is used on."""
        env = {**self.instance.env, "me": self.player}
        return env if self.rule.var is None else {**env, self.rule.var: Local(self.var)}

    def is_usable(self) -> Node:
        """Return the test that the power's card acts for this player and that the power is not used up."""
        mine = TRUE if self.instance.me is None else binary("==", self.instance.me, self.player)
        live = conjunction(self.instance.live, mine)
        if self.rule.use_mark is not None:
            unused = negation(lower(self.work, self.rule.use_mark, self._env_of_condition()))
            live = conjunction(live, unused)
        if self.rule.repeatedly or not self.used:
            return live
        bit = ir.Binary("&", Local(self.used), self.bit)
        return conjunction(live, self.work.record_origin(binary("==", bit, ZERO), self.rule))

    def label(self) -> LabelledList:
        """Return the label of the power's options."""
        rule = self.rule
        return label_options(self.work, rule.word, rule.source, rule.shown, self.env())

    def options(self, label: LabelledList) -> ir.OptionList:
        """Return the option list of the power."""
        able = conjunction(
            self.is_usable(),
            lower_condition(self.work, self.rule.condition, self._env_of_condition()),
        )
        if self.rule.source is None:
            return label.options(
                None, "", conjunction(able, self._first_is_feasible()), self._use()
            )
        source, condition = source_of(self.work, self.rule.source, self.env(), self.var)
        able = conjunction(able, condition, self._first_is_feasible())
        return label.options(source, self.var, able, self._use())

    def _env_of_condition(self) -> Env:
        """Return the environment of the power's `if`, which excludes the element it is used on."""
        return {**self.instance.env, "me": self.player}

    def _first_is_feasible(self) -> Node:
        """Return the test that the power's first statement can be done; otherwise the power is not offered."""
        step = self.rule.body[0] if self.rule.body else None
        if not isinstance(step, typed.Choose):
            return first_statement_feasible(self.work, self.rule.body, self.env())
        var = self.work.fresh_local("first")
        source, condition = source_of(self.work, step.source, self.env(), var)
        return reduce_list("some", filter_list(source, var, condition))

    def must_be_used(self, offer: ir.OptionList) -> Node:
        """Return the test that the player must use the power before ending the question."""
        if not self.rule.must:
            return ZERO
        if offer.source is None:
            return offer.condition
        return reduce_list("some", filter_list(offer.source, offer.var, offer.condition))

    def _arguments(self) -> tuple[Node, ...]:
        """Return the arguments for the call of the power's procedure."""
        return (self.player,) if self.rule.var is None else (self.player, Local(self.var))

    def _use(self) -> Body:
        """Return the code that runs when the power is chosen: mark it as used, call its procedure."""
        used: Body = ()
        if self.used and not self.rule.repeatedly:
            marked = ir.Binary("|", Local(self.used), self.bit)
            used = (Assign(self.used, marked),)
        mark = self.rule.use_mark
        if isinstance(mark, typed.VariableOf) and mark.owner is not None:
            owner = lower(self.work, mark.owner, self._env_of_condition())
            used = (*used, ir.Write(mark.variable, owner, ONE))
        return (*used, ir.Perform(self._procedure(), self._arguments()))

    def _procedure(self) -> str:
        """Return the name of the power's procedure, created at first use."""
        this = f"_{self.instance.this}" if self.instance.this else ""
        name = f"pw_{self.rule.number}{this}"
        if name in self.work.code.procedures:
            return name
        env = {**self.instance.env, "me": Local("l_me")}
        return lower_power_procedure(self.work, name, self.rule, env, {"l_me": ir.PLAYER})


class _BorrowedPower(_Power):
    """A power of another card, used through a card known only in play; its procedure takes that card."""

    def _arguments(self) -> tuple[Node, ...]:
        """Return the arguments for the call of the power's procedure: the card used for it, then the others."""
        return (self.instance.env["this"], *super()._arguments())

    def _procedure(self) -> str:
        """Return the name of the power's procedure, which takes the card as a parameter; create it at first use."""
        name = f"pw_{self.rule.number}_of"
        if name in self.work.code.procedures:
            return name
        kind = self.work.program.cards[self.rule.card or ""].kind
        env: Env = {"me": Local("l_me"), "this": Local("l_this")}
        parameters = {"l_this": self.work.type_of(Type(kind)), "l_me": ir.PLAYER}
        if name in self.work.in_progress:
            subject = f"the power `{self.rule.name}`"
            self.work.complain(triggers_itself(self.rule.at, subject, self.work.cycle_from(name)))
            return name
        self.work.push_definition(name, self.rule.name)
        lower_power_procedure(self.work, name, self.rule, env, parameters)
        del self.work.in_progress[name]
        return name
