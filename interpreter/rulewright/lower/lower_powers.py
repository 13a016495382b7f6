"""Powers at a moment -> a question that is asked again and again, and what each power does."""

from __future__ import annotations

from rulewright import ir
from rulewright.coverage import FIRES
from rulewright.ir import (
    Ask,
    Assign,
    Body,
    Const,
    Local,
    Node,
    OptionList,
)
from rulewright.ir.folding import (
    FALSE,
    TRUE,
    both,
    either,
    every,
    filtered,
    fold,
    negated,
    without_and_with,
)
from rulewright.ir.layout import DONE
from rulewright.lower import Env, Lowering
from rulewright.lower.inlining import opened
from rulewright.lower.listeners import Instance, instances
from rulewright.lower.lower_choices import (
    ONE,
    ZERO,
    Labelled,
    decision_place,
    dispatch,
    element_in,
    option_place,
)
from rulewright.lower.lower_expressions import lower, truth
from rulewright.lower.lower_lists import source_of
from rulewright.lower.lower_statements import Frame, body, on, when
from rulewright.lower.lower_values import can
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.program.typed import Block

#: How often powers may be used at one opening of a moment before the game is stopped.
MOST_USES = 200


@on(typed.UsePowers)
def _use(work: Lowering, stmt: typed.UsePowers, frame: Frame) -> Body:
    """Offer the powers of these moments again and again, until the player is done or none is left.

    The decision is called like the first of the moments, and asked with its words.
    """
    rules = [
        r
        for r in work.world.program.rules
        if isinstance(r, p.Power) and r.moment in stmt.moments and not r.delayed
    ]
    opened, player = work.temporary("open"), work.temporary("user")
    possible = [i for i in instances(work, rules) if not _settled_against(work, i, Local(player))]
    powers = [_Power(work, instance, code) for code, instance in enumerate(possible)]
    if not powers:
        return ()
    answer, used = work.temporary("answer"), work.temporary("used")
    uses = work.temporary("uses")
    during, until = truth(work, stmt.during, frame.env), truth(work, stmt.until, frame.env)
    offers = [power.offer(Local(player), Local(used)) for power in powers]
    places = tuple(power.place(Local(player)) for power in powers)
    decision = decision_place(work, stmt.moments[0], "powers", places, frame.site)
    branches = [power.perform(answer, Local(player), Local(used), used) for power in powers]
    closed: Body = (Assign(opened, ZERO),)
    musts = [power.pressing(offer) for power, offer in zip(powers, offers, strict=True)]
    stop = every(until, *(negated(m) for m in musts))
    then = when(both("==", Local(answer), Const(DONE)), closed, dispatch(answer, branches))
    ask = Ask(decision, Local(player), answer, tuple(offers), then, closed, stop, True)
    waiting = either(*(power.waiting(Local(player), Local(used)) for power in powers))
    return (
        Assign(player, lower(work, stmt.player, frame.env)),
        Assign(used, ZERO),
        Assign(opened, ONE),
        Assign(uses, ZERO),
        ir.Loop(
            both("==", Local(opened), ZERO),
            (
                Assign(uses, ir.Op("+", (Local(uses), ONE))),
                ir.Effect("guard", (Local(uses), Const(MOST_USES))),
                *when(every(during, waiting), (ask,), closed),
            ),
        ),
    )


def _settled_against(work: Lowering, instance: Instance, player: Node) -> bool:
    """Whether a power's `if` cannot hold in this world, so that there is no need to ask."""
    env = {**instance.env, "me": player}
    return truth(work, instance.rule.condition, env) == FALSE


class _Power:
    """A power where it can be used: whether it is offered, how it is labelled, what it does."""

    def __init__(self, work: Lowering, instance: Instance, code: int) -> None:
        self.work, self.instance, self.code = work, instance, code
        assert isinstance(instance.rule, p.Power)
        self.rule = instance.rule
        self.bit = 1 << code

    def env(self, player: Node) -> Env:
        return {**self.instance.env, "me": player}

    def waiting(self, player: Node, used: Node) -> Node:
        """Whether its card speaks for this player and it can still be used."""
        mine = TRUE if self.instance.me is None else both("==", self.instance.me, player)
        live = every(self.instance.live, mine)
        if self.rule.repeatedly:
            return live
        return every(live, both("==", ir.Op("&", (used, Const(self.bit))), ZERO))

    def offer(self, player: Node, used: Node) -> OptionList:
        env = self.env(player)
        able = every(self.waiting(player, used), truth(self.work, self.rule.condition, env))
        if self.rule.source is None or self.rule.var is None:
            return OptionList(self.code, None, "", every(able, self._first(self.rule.body, env)))
        var = f"x{self.code}_{self.rule.var.replace('-', '_')}"
        source, condition = source_of(self.work, self.rule.source, env, var)
        inner = {**env, self.rule.var: Local(var)}
        first = self._first(self.rule.body, inner)
        once, each = without_and_with(var, opened(self.work, every(condition, first)))
        return OptionList(self.code, filtered_if(every(able, once), source), var, each)

    def _first(self, block: Block, env: Env) -> Node:
        """A power is offered if its first step can be taken."""
        if not block:
            return TRUE
        step = block[0]
        if isinstance(step, typed.Do):
            arguments = tuple(lower(self.work, a, env) for a in step.arguments)
            return can(self.work, step.event, arguments)
        if isinstance(step, typed.Choose):
            var = self.work.temporary("first")
            source, condition = source_of(self.work, step.source, env, var)
            return fold("some", filtered(source, var, opened(self.work, condition)))
        return TRUE

    def pressing(self, offer: OptionList) -> Node:
        """Whether the moment cannot be left before this power was used."""
        if not self.rule.must:
            return ZERO
        if offer.source is None:
            return offer.condition
        return fold("some", filtered(offer.source, offer.var, offer.condition))

    def place(self, player: Node) -> Labelled:
        env = self.env(player)
        var = None
        if self.rule.var is not None:
            var = f"x{self.code}_{self.rule.var.replace('-', '_')}"
            env = {**env, self.rule.var: Local(var)}
        name = self.rule.name.split(".")[-1]
        return option_place(self.work, name, var, self.rule.source, self.rule.shown, env)

    def perform(self, answer: str, player: Node, used: Node, used_name: str) -> Body:
        """Mark it as used and carry it out, in a procedure of its own."""
        done: list[ir.Stmt] = []
        if not self.rule.repeatedly:
            done.append(Assign(used_name, ir.Op("|", (used, Const(self.bit)))))
        arguments: tuple[Node, ...] = (player,)
        if self.rule.var is not None:
            arguments = (player, element_in(answer))
        done.append(ir.Perform(self._procedure(), arguments))
        return tuple(done)

    def _procedure(self) -> str:
        name = f"pw_{self.rule.number}" + (f"_{self.instance.this}" if self.instance.this else "")
        if name in self.work.lowered.procedures:
            return name
        site = self.work.site(self.rule.name, self.rule.at, self.rule.notes)
        env = self.env(Local("l_me"))
        parameters = ["l_me"]
        if self.rule.var is not None:
            env[self.rule.var] = Local("l_element")
            parameters.append("l_element")
        frame = Frame(env, Const(site), site, "", None, self.rule.name)
        count = self.work.count(self.rule.at, FIRES)
        deeds = (*count, *body(self.work, self.rule.body, frame))
        self.work.lowered.procedures[name] = ir.Procedure(name, tuple(parameters), deeds)
        return name


def filtered_if(condition: Node, source: Node) -> Node:
    """The list if the condition holds, else nothing of it."""
    if condition == TRUE:
        return source
    return ir.Op("if", (condition, source, ir.Sequence(())))
