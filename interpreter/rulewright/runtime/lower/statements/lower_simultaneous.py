"""Lowering of simultaneous choices: all players choose in secret, and only then their choices take effect.

A first loop asks every player and keeps the answers in queues, one entry or sublist for each player. A second
loop takes them from the queues again and runs what follows from them.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.base.records import Draft, Record, evolve, field
from rulewright.language.program import typed
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Telling
from rulewright.runtime.ir.nodes.constructors import ONE, ZERO, binary, conjunction
from rulewright.runtime.ir.terms import Assign, Body, Const, Local, Node
from rulewright.runtime.lower.coverage_counters import TAKEN
from rulewright.runtime.lower.dispatch import (
    LoweringScope,
    if_statement,
    lower_arguments,
    lower_block,
)
from rulewright.runtime.lower.lowering_context import Lowering
from rulewright.runtime.lower.statements import lower_choices
from rulewright.runtime.lower.statements.lower_events import call_event

ALL_CHOSE = "all have chosen"
"""Story line that precedes the disclosure of simultaneous choices."""


class _Queue(Record):
    """A queue of the values that a local has for one player after the other.

    For a local that is a list, `counts` is the queue of the lengths, and `all` has the elements of all lists.
    """

    local: Local
    of: ir.Type
    all: Local
    counts: Local | None

    def start(self) -> Body:
        """Return the code that empties the queue."""
        empty = (Assign(self.all.name, ir.Sequence((), self.of), self.of.list()),)
        if self.counts is None:
            return empty
        return (*empty, Assign(self.counts.name, ir.Sequence((), ir.NUMBER), ir.NUMBER.list()))

    def push(self, work: Lowering) -> Body:
        """Return the code that puts the local's value into the queue."""
        if self.counts is None:
            return (Assign(self.all.name, ir.Append(self.all, self.local), self.of.list()),)
        one = Local(work.fresh_local("one"))
        count = ir.Append(self.counts, ir.Reduce("count", self.local))
        append = Assign(self.all.name, ir.Append(self.all, one), self.of.list())
        return (
            Assign(self.counts.name, count, ir.NUMBER.list()),
            ir.For(one.name, self.of, self.local, (append,)),
        )

    def pop(self, work: Lowering) -> Body:
        """Return the code that takes the local's value from the queue."""
        rest = Assign(self.all.name, ir.Rest(self.all), self.of.list())
        if self.counts is None:
            return (Assign(self.local.name, ir.Head(self.all), self.of), rest)
        append = Assign(self.local.name, ir.Append(self.local, ir.Head(self.all)), self.of.list())
        count = Local(work.fresh_local("count"))
        turns = ir.Numbers(ONE, count)
        return (
            Assign(count.name, ir.Head(self.counts)),
            Assign(self.counts.name, ir.Rest(self.counts), ir.NUMBER.list()),
            Assign(self.local.name, ir.Sequence((), self.of), self.of.list()),
            ir.For(work.fresh_local("turn"), ir.NUMBER, turns, (append, rest)),
        )


def lower_simultaneous(
    work: Lowering, stmt: typed.ForEach, scope: LoweringScope, players: Node
) -> Body:
    """Lower a simultaneous choice: collect every player's hidden choices, then run the body for each player."""
    choices, rest = stmt.choices
    person = Local(scope.name(stmt.var))
    collector = _Collector(work)
    chosen = collector.keep(stmt.var, person, ir.PLAYER).all
    work.tellings.append(Telling(scope.event, ALL_CHOSE, (ALL_CHOSE,), (ir.PLAYER.list(),)))
    line = ir.Tell(len(work.tellings) - 1, scope.why, (chosen,), None)
    ask = collector.ask_in_turn(choices, scope.bind(stmt.var, person))
    assert collector.scope is not None
    pops = [pop for queue in collector.queues for pop in queue.pop(work)]
    return (
        *(start for queue in collector.queues for start in queue.start()),
        ir.For(person.name, ir.PLAYER, players, ask),
        *if_statement(ir.Reduce("some", chosen), (line,)),
        ir.For(work.fresh_local("turn"), ir.PLAYER, ir.Kept(chosen), (
            *pops, *work.count(stmt.at, TAKEN), *collector.settle(choices),
            *lower_block(work, rest, collector.scope),
        )),
    )  # fmt: skip


class _Collector(Draft):
    """The questions of a simultaneous choice, the queues of the answers, and what follows from the answers.

    `answers` has the local that keeps each answer: a number (1 for yes, the place of an option) or a list.
    `scope` is that of the statements after all questions.
    """

    work: Lowering
    queues: list[_Queue] = field(factory=list)
    answers: dict[str, Local] = field(factory=dict)
    scope: LoweringScope | None = None

    def keep(self, name: str, local: Local, of: ir.Type, *, many: bool = False) -> _Queue:
        """Return a new queue for the values of `local`, which the rules call `name`."""
        counts = Local(self.work.fresh_local("counts")) if many else None
        queue = _Queue(local, of, Local(self.work.fresh_local(f"all_{name}")), counts)
        self.queues.append(queue)
        return queue

    def ask_in_turn(self, choices: Sequence[typed.Chooses], at: LoweringScope) -> Body:
        """Return the questions for `choices`, one after the other, then the code that keeps the answers."""
        if not choices:
            self.scope = at
            return tuple(push for queue in self.queues for push in queue.push(self.work))
        choice, others = choices[0], choices[1:]
        match choice:
            case typed.Choose():
                of = self.work.type_of(choice.source.type.one())
                self.keep(choice.var, Local(at.name(choice.var)), of)
                return lower_choices.choose_one(
                    self.work, choice, at, "choose-together",
                    lambda inner: self.ask_in_turn(others, inner),
                )  # fmt: skip
            case typed.ChooseSome():
                question, at = self._ask_some(choice, at)
            case typed.MayChoose():
                question = self._ask_may_choose(choice, at)
            case typed.May():
                question = self._ask_may(choice, at)
            case typed.Menu():
                question = self._ask_menu(choice, at)
        return (*question, *self.ask_in_turn(others, at))

    # ------------------------------------------------------------------ questions

    def _answer(self, choice: typed.Chooses) -> Local:
        """Return the local for the number that answers `choice`."""
        answer = Local(self.work.fresh_local("answer"))
        self.answers[choice.name] = answer
        self.keep("answers", answer, ir.NUMBER)
        return answer

    def _list(self, name: str, of: typed.Expr, local: Local | None = None) -> Local:
        """Return the local for the list of elements of `of` that are chosen by `name`."""
        type_ = self.work.type_of(of.type.one())
        self.answers[name] = local = local or Local(self.work.fresh_local("chosen"))
        self.keep("chosen", local, type_, many=True)
        return local

    def _ask_some(self, choice: typed.ChooseSome, at: LoweringScope) -> tuple[Body, LoweringScope]:
        """Return the question for several elements, and the scope with their list."""
        several = choice.several or self.work.fresh_local("several")
        chosen = self._list(choice.name, choice.source, Local(at.name(several)))
        asked = evolve(choice, body=(), several=several)
        return lower_choices.lower_choose_some(self.work, asked, at), at.bind(several, chosen)

    def _ask_may_choose(self, choice: typed.MayChoose, at: LoweringScope) -> Body:
        """Return the question for an element or none."""
        of, chosen = (
            self.work.type_of(choice.source.type.one()),
            self._list(choice.name, choice.source),
        )
        question = lower_choices.ask_may_choose(
            self.work, choice, at,
            lambda inner: (Assign(chosen.name, ir.Append(chosen, inner.env[choice.var]), of.list()),),
            (),
        )  # fmt: skip
        return (Assign(chosen.name, ir.Sequence((), of), of.list()), *question)

    def _ask_may(self, choice: typed.May, at: LoweringScope) -> Body:
        """Return the question for yes or no."""
        answer = self._answer(choice)
        question = lower_choices.ask_may(
            self.work, choice, at, lambda arguments: (Assign(answer.name, ONE),), ()
        )
        return (Assign(answer.name, ZERO), *question)

    def _ask_menu(self, choice: typed.Menu, at: LoweringScope) -> Body:
        """Return the question for an option, and for an element of its list."""
        answer = self._answer(choice)
        lists: dict[str, tuple[Local, ir.Type]] = {}
        for option in choice.options:
            if option.source is not None:
                of = self.work.type_of(option.source.type.one())
                lists[option.name] = self._list(f"{choice.name} {option.name}", option.source), of

        def take(option: typed.MenuOption, inner: LoweringScope) -> Body:
            """Return the code that keeps an option and its element."""
            chosen = Assign(answer.name, Const(1 + choice.options.index(option)))
            if option.var is None or option.name not in lists:
                return (chosen,)
            local, of = lists[option.name]
            append = Assign(local.name, ir.Append(local, inner.env[option.var]), of.list())
            return (chosen, append)

        return (
            Assign(answer.name, ZERO),
            *(Assign(local.name, ir.Sequence((), of), of.list()) for local, of in lists.values()),
            *lower_choices.ask_menu(self.work, choice, at, take),
        )

    # ------------------------------------------------------------------ consequences

    def settle(self, choices: Sequence[typed.Chooses]) -> Body:
        """Return the code that does what follows from the answers, in the order of the questions."""
        assert self.scope is not None
        done: list[ir.Stmt] = []
        for choice in choices:
            match choice:
                case typed.ChooseSome() if choice.body:
                    one, of = choice.var, self.work.type_of(choice.source.type.one())
                    inner = self.scope.bind(one, Local(self.scope.name(one)))
                    body = lower_block(self.work, choice.body, inner)
                    kept = ir.Kept(self.answers[choice.name])
                    done.append(ir.For(self.scope.name(one), of, kept, body))
                case typed.MayChoose():
                    done += self._settle_element(
                        self.answers[choice.name],
                        choice.var,
                        choice.source,
                        choice.body,
                        choice.otherwise,
                    )
                case typed.May():
                    done += self._settle_event(choice, self.scope)
                case typed.Menu():
                    for number, option in enumerate(choice.options, 1):
                        is_chosen = binary("==", self.answers[choice.name], Const(number))
                        done += if_statement(is_chosen, self._settle_option(choice, option))
        return tuple(done)

    def _settle_element(
        self, chosen: Local, var: str, source: typed.Expr, body: typed.Block, otherwise: typed.Block
    ) -> Body:
        """Return `body` for the element in the list `chosen`, `otherwise` if there is none."""
        assert self.scope is not None
        element = Local(self.scope.name(var))
        head = Assign(element.name, ir.Head(chosen), self.work.type_of(source.type.one()))
        then = lower_block(self.work, body, self.scope.bind(var, element))
        other = lower_block(self.work, otherwise, self.scope)
        return if_statement(ir.Reduce("some", chosen), (head, *then), other)

    def _settle_event(self, choice: typed.May, at: LoweringScope) -> Body:
        """Return the event for a yes if it is still possible, else `otherwise`."""
        before, arguments = lower_arguments(self.work, choice.arguments, at)
        is_yes = binary("==", self.answers[choice.name], ONE)
        able = conjunction(is_yes, lower_choices.feasible(self.work, choice, arguments))
        then = (
            *call_event(self.work, choice, arguments, at),
            *lower_block(self.work, choice.body, at),
        )
        return (*before, *if_statement(able, then, lower_block(self.work, choice.otherwise, at)))

    def _settle_option(self, menu: typed.Menu, option: typed.MenuOption) -> Body:
        """Return what an option of a menu does."""
        assert self.scope is not None
        if option.var is None or option.source is None:
            return lower_block(self.work, option.body, self.scope)
        chosen = self.answers[f"{menu.name} {option.name}"]
        return self._settle_element(chosen, option.var, option.source, option.body, ())
