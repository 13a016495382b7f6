"""Other ways to meet an event's `first` deeds, so that what is offered and what is done are one declaration.

An event can happen if its first deeds can be done, or if a means to it is open. A means without `covers` stands in
for all of them. One that covers a part of the event's amount is open for an element if, after its own deeds with
that element (tried on a copy of the table), the event could still happen with what is left: so every step that is
offered leaves a way to the end, and nothing is ever taken back.

When the event happens, its doer chooses among the plain way and the open means, again for what a part leaves.
"""

from __future__ import annotations

from rulewright import ir
from rulewright.coverage import FIRES
from rulewright.ir import Ask, Assign, Body, Const, Local, Node, OptionList
from rulewright.ir.folding import FALSE, both, either, every, filtered, fold
from rulewright.ir.layout import STRIDE
from rulewright.lower import Env, Lowering, safe
from rulewright.lower.listeners import Instance, instances
from rulewright.lower.lower_expressions import lower
from rulewright.lower.lower_lists import source_of
from rulewright.lower.lower_statements import Frame, body
from rulewright.lower.lower_values import can, first_deeds
from rulewright.program import program as p
from rulewright.program import typed

ZERO, ONE = Const(0), Const(1)


def _means(work: Lowering, event: p.Event) -> list[_Way]:
    rules = [
        r for r in work.world.program.rules if isinstance(r, p.Means) and r.event == event.name
    ]
    return [_Way(work, event, i, code + 1) for code, i in enumerate(instances(work, rules))]


def any_open(work: Lowering, event: p.Event, arguments: tuple[Node, ...]) -> Node:
    """Whether there is a means to the event besides its own first deeds."""
    ways = _means(work, event)
    return either(*(way.open(arguments) for way in ways)) if ways else FALSE


def secured(work: Lowering, event: p.Event, frame: Frame, parameters: tuple[Local, ...]) -> Body:
    """What an event does: its first deeds, or what stands in for them, and then its own."""
    ways = _means(work, event)
    if not ways:
        return body(work, (*event.first, *event.body), frame)
    amount = _amount(event)
    arguments = list(parameters)
    before: Body = ()
    if amount is not None:
        left = work.temporary("left")
        before = (Assign(left, parameters[amount]),)
        arguments[amount] = Local(left)
        frame = frame.bind(event.parameters[amount].name, Local(left))
    settled = work.temporary("settled")
    ask = _ask(work, event, frame, tuple(arguments), ways, settled)
    loop = ir.Loop(both("==", Local(settled), ONE), (ask,))
    return (*before, Assign(settled, ZERO), loop, *body(work, event.body, frame))


def _amount(event: p.Event) -> int | None:
    """Which of the event's parameters is its amount."""
    for number, parameter in enumerate(event.parameters):
        if parameter.unit is not None:
            return number
    return None


def _ask(
    work: Lowering, event: p.Event, frame: Frame, arguments: tuple[Node, ...], ways: list[_Way],
    settled: str,
) -> Ask:  # fmt: skip
    from rulewright.lower.lower_choices import decision_place, dispatch, option_place

    answer = work.temporary("answer")
    said = event.notes.text
    shown = typed.Template(parts=(said,), text=said, at=event.at) if said else None
    plain = option_place(work, event.verb, None, None, shown, frame.env)
    places = (plain, *(way.place(frame, arguments) for way in ways))
    decision = decision_place(work, f"{event.name}.means", "menu", places, frame.site)
    done: Body = (Assign(settled, ONE),)
    options = [OptionList(0, None, "", first_deeds(work, event, frame.env))]
    branches: list[Body] = [(*body(work, event.first, frame), *done)]
    for way in ways:
        options.append(way.options(arguments))
        branches.append(way.deeds(answer, arguments, settled))
    doer = arguments[0]
    return Ask(decision, doer, answer, tuple(options), dispatch(answer, branches), done)


class _Way:
    """One means where its card is in the game."""

    def __init__(self, work: Lowering, event: p.Event, instance: Instance, code: int) -> None:
        self.work, self.event, self.instance, self.code = work, event, instance, code
        assert isinstance(instance.rule, p.Means)
        self.rule = instance.rule
        self.var = f"m{code}_{safe(self.rule.var or 'one')}"

    def _env(self, arguments: tuple[Node, ...]) -> Env:
        env = self.instance.bound(arguments)
        return env if self.rule.var is None else {**env, self.rule.var: Local(self.var)}

    def options(self, arguments: tuple[Node, ...]) -> OptionList:
        """Its options: itself, or one for each element that leaves a way to the end."""
        source, condition = self._open(arguments)
        if self.rule.source is None:
            return OptionList(self.code, None, "", condition)
        return OptionList(self.code, source, self.var, condition)

    def open(self, arguments: tuple[Node, ...]) -> Node:
        """Whether it is open at all.

        What a means leaves is tried with its first element only: trying all, one after the other and each with
        all that are left, would be more ways than can be counted.
        """
        env = self._env(arguments)
        source, condition = self._source(env, arguments)
        able = every(condition, self._able(env))
        if self.rule.covers is None:
            return fold("some", filtered(source, self.var, able))
        able = every(able, both(">", arguments[self._amount()], ZERO))
        leads_on = self._leads_on(env, arguments)
        return fold("first", filtered(source, self.var, able), self.var, leads_on)

    def _open(self, arguments: tuple[Node, ...]) -> tuple[Node, Node]:
        env = self._env(arguments)
        source, condition = self._source(env, arguments)
        able = every(condition, self._able(env))
        if self.rule.covers is None:
            return source, able
        some_left = both(">", arguments[self._amount()], ZERO)
        return source, every(able, some_left, self._leads_on(env, arguments))

    def _source(self, env: Env, arguments: tuple[Node, ...]) -> tuple[Node, Node]:
        """The things it can be done with (one stands for a means without any), and the condition on each."""
        applies = self.instance.applies(self.work, arguments)
        source: Node = ir.Sequence((0,))
        condition: Node = ir.Const(1)
        if self.rule.source is not None:
            source, condition = source_of(self.work, self.rule.source, env, self.var)
        return source, every(applies, condition)

    def _able(self, env: Env) -> Node:
        """Whether its first deed can be done."""
        first = self.rule.body[0] if self.rule.body else None
        if not isinstance(first, typed.Do):
            return ONE
        return can(self.work, first.event, tuple(lower(self.work, a, env) for a in first.arguments))

    def _amount(self) -> int:
        amount = _amount(self.event)
        assert amount is not None
        return amount

    def _leads_on(self, env: Env, arguments: tuple[Node, ...]) -> Node:
        """Whether what it leaves can be met."""
        assert self.rule.covers is not None
        left = list(arguments)
        amount = self._amount()
        left[amount] = both("-", arguments[amount], lower(self.work, self.rule.covers, env))
        tried = ir.Trial(
            self._procedure(), self._given(arguments), f"can_{safe(self.event.name)}", tuple(left)
        )
        enough = both("<=", left[amount], ZERO)
        return either(enough, tried)

    def _given(self, arguments: tuple[Node, ...]) -> tuple[Node, ...]:
        given = arguments
        if self.instance.me is not None:
            given = (*given, self.instance.me)
        return (*given, Local(self.var)) if self.rule.var is not None else given

    def _procedure(self) -> str:
        """Its deeds as a procedure of their own, that can be tried and done alike."""
        this = "" if self.instance.this is None else f"_{self.instance.this}"
        name = f"mn_{self.rule.number}{this}"
        if name in self.work.lowered.procedures:
            return name
        self.work.lowered.procedures[name] = ir.Procedure(name, ())
        arguments = tuple(Local(f"l_{safe(q.name)}") for q in self.event.parameters)
        env = self.instance.bound(arguments)
        names = [argument.name for argument in arguments]
        if self.instance.me is not None:
            names.append("l_user")
            env["me"] = Local("l_user")
        if self.rule.var is not None:
            names.append("l_element")
            env[self.rule.var] = Local("l_element")
        site = self.work.site(self.rule.name, self.rule.at, self.rule.notes)
        frame = Frame(env, Const(site), site, "", None, self.rule.name)
        count = self.work.count(self.rule.at, FIRES)
        deeds = (*count, *body(self.work, self.rule.body, frame))
        self.work.lowered.procedures[name] = ir.Procedure(name, tuple(names), deeds)
        return name

    def place(self, frame: Frame, arguments: tuple[Node, ...]):  # type: ignore[no-untyped-def]
        """How its options are labelled."""
        from rulewright.lower.lower_choices import option_place

        word = self.rule.name.split(".")[-1]
        var = self.var if self.rule.var is not None else None
        env = {**frame.env, **self._env(arguments)}
        return option_place(self.work, word, var, self.rule.source, self.rule.shown, env)

    def deeds(self, answer: str, arguments: tuple[Node, ...], settled: str) -> Body:
        """What choosing it does: its deeds; then all is met, or a part of the amount."""
        chosen: Body = ()
        if self.rule.var is not None:
            element = ir.Op("-", (ir.Op("%", (Local(answer), Const(STRIDE))), ONE))
            chosen = (Assign(self.var, element),)
        perform = ir.Perform(self._procedure(), self._given(arguments))
        if self.rule.covers is None:
            return (*chosen, perform, Assign(settled, ONE))
        left = arguments[self._amount()]
        assert isinstance(left, Local)
        less = both("-", left, lower(self.work, self.rule.covers, self._env(arguments)))
        none_left = ir.If(both("<=", left, ZERO), (Assign(settled, ONE),))
        return (*chosen, perform, Assign(left.name, less), none_left)
