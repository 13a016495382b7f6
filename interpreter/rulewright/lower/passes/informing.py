"""Not asking what is known: what was just set, what a condition has said, what was offered only because it holds.

So a power that was chosen is not asked once more whether it can be used, and whose turn it is stands in a local.
What all who carry out a procedure know is known in it.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.ir import terms as ir
from rulewright.ir.build import FALSE, TRUE
from rulewright.ir.dataflow.effects import Effects, callers_first, entered_unforeseen, local
from rulewright.ir.dataflow.uses import read_by_options
from rulewright.ir.module import Code, Module
from rulewright.ir.terms import Body, Const, Local, Node, Stmt
from rulewright.ir.walk import everything_in, mapped, substituted, with_bodies
from rulewright.lower.passes.available import Available, is_name
from rulewright.lower.passes.fold import fold_node, settled
from rulewright.records import evolve

MOST_TRIES = 2
"""What is known in a loop is looked for so often; after that only what nothing in it may change is known."""


def informed(module: Module) -> Module:
    """The module without questions whose answer is known."""
    return evolve(module, code=_Informer(module).code())


class _Informer:
    def __init__(self, module: Module) -> None:
        self.before, self.decisions = module.code, module.decisions
        self.effects = Effects(module)
        self.nothing = Available(self.effects)
        self.named: set[str] = set()
        self.setting: dict[str, Available] = {}
        self.entering = dict.fromkeys(
            [self.before.flow, *entered_unforeseen(self.before)], self.nothing
        )

    def code(self) -> Code:
        """The code, procedures after those that carry them out."""
        done = dict(self.before.procedures)
        for name in callers_first(self.before):
            if name in self.entering:
                done[name] = self._procedure(done[name], self.entering[name].copy())
        return evolve(self.before, procedures=done)

    def _procedure(self, procedure: ir.Procedure, available: Available) -> ir.Procedure:
        """A procedure that is entered with this known."""
        self.named.clear()
        body = settled(self.body(procedure.body, available))
        return evolve(procedure, body=_without(body, self._unread(body)))

    def _unread(self, body: Body) -> set[str]:
        """The locals that are other names of something, and for which it stands wherever they stood."""
        if not self.named:
            return self.named
        terms = list(everything_in(body))
        kept = (name for term in terms if isinstance(term, ir.Ask) for name in term.keeps)
        return self.named.difference((term.name for term in terms if isinstance(term, Local)), kept)

    # ------------------------------------------------------------------ statements

    def body(self, body: Body, available: Available) -> Body:
        """Statements, one after the other; what is known goes on with them."""
        return tuple(left for stmt in body for left in self._statement(stmt, available))

    def _statement(self, stmt: Stmt, available: Available) -> Body:
        match stmt:
            case ir.If():
                return self._if(stmt, available)
            case ir.For():
                return (self._for(stmt, available),)
            case ir.Loop():
                return (self._loop(stmt, available),)
            case ir.Ask():
                return (self._ask(stmt, available),)
            case ir.EndGame():
                available.over = True
                return (stmt,)
            case _:
                return (self._simple(stmt, available),)

    def _simple(self, stmt: ir.Simple, available: Available) -> Stmt:
        stmt = mapped(stmt, available.node)
        if isinstance(stmt, ir.Perform):
            self._enter(stmt, available)
        available.forget(self.effects.changes((stmt,)))
        match stmt:
            case ir.Perform(procedure=name, arguments=arguments):
                available.extend(self._done_by(name, arguments))
            case ir.Assign(name=name, value=value):
                available.define(name, value)
                if is_name(value):
                    self.named.add(name)
            case ir.Write(variable=name, index=index, value=value) if is_name(value):
                if index is None or name not in self.effects.looks(index):
                    available.learn(ir.Read(name, index), value)
            case ir.Fail():
                available.over = True
        return stmt

    def _enter(self, stmt: ir.Perform, available: Available) -> None:
        """What is known where a procedure is carried out, of what it is given, is known in it."""
        known = self.entering.get(stmt.procedure)
        if known is not None and not known.known:
            return
        parameters = self.before.procedures[stmt.procedure].parameters
        names: dict[str, Node] = {}
        same: list[tuple[Node, Node]] = []
        for (name, _), given in zip(parameters, stmt.arguments, strict=True):
            if isinstance(given, Local) and given.name not in names:
                names[given.name] = Local(name)
            elif is_name(given):
                same.append((Local(name), substituted(given, names)))
        found = available.renamed(names, self.effects.read_in(stmt.procedure))
        for node, value in same:
            found.learn(node, value)
        if known is not None:
            found.join([found, known])
        self.entering[stmt.procedure] = found

    def _done_by(self, name: str, arguments: tuple[Node, ...]) -> Available:
        """What is so after a procedure, as it surely sets it."""
        parameters = self.before.procedures[name].parameters
        names = {
            n: given for (n, _), given in zip(parameters, arguments, strict=True) if is_name(given)
        }
        return self._settled_by(name).renamed(names)

    def _settled_by(self, name: str) -> Available:
        """What a procedure sets in any case, of what it is given."""
        if name not in self.setting:
            available = self.nothing.copy()
            for stmt in self.before.procedures[name].body:
                available.forget(self.effects.changes((stmt,)))
                match stmt:
                    case ir.Write(variable=variable, index=index, value=value) if is_name(value):
                        if index is None or is_name(index):
                            available.learn(ir.Read(variable, index), value)
                    case ir.Perform(procedure=other, arguments=arguments):
                        available.extend(self._done_by(other, arguments))
            self.setting[name] = available
        return self.setting[name]

    def _if(self, stmt: ir.If, available: Available) -> Body:
        condition = available.node(stmt.condition)
        if isinstance(condition, Const):
            return self.body(stmt.body if condition.value else stmt.otherwise, available)
        yes, no = available.if_(condition), available.unless(condition)
        body, otherwise = self.body(stmt.body, yes), self.body(stmt.otherwise, no)
        available.join([yes, no])
        return (ir.If(condition, body, otherwise),)

    # ------------------------------------------------------------------ loops

    def _for(self, stmt: ir.For, available: Available) -> Stmt:
        source, changed = available.node(stmt.source), self.effects.changes((stmt,))

        def once(inner: Available) -> Stmt:
            inner.forget(frozenset((local(stmt.var),)))
            if isinstance(source, ir.Filtered):
                passed = substituted(source.condition, {source.var: Local(stmt.var)})
                if not self.effects.looks(source.condition) & changed:
                    inner.assume(passed)
            return evolve(stmt, source=source, body=self.body(stmt.body, inner))

        return self._again_and_again(available, once)

    def _loop(self, stmt: ir.Loop, available: Available) -> Stmt:
        def once(inner: Available) -> Stmt:
            until = inner.node(stmt.until)
            inner.deny(until)
            return ir.Loop(until, self.body(stmt.body, inner))

        loop = self._again_and_again(available, once)
        if isinstance(loop, ir.Loop):
            available.assume(loop.until)
        return loop

    def _again_and_again(self, available: Available, once: Callable[[Available], Stmt]) -> Stmt:
        """A loop, in which is known what was known before it and is so again after each turn."""
        for _ in range(MOST_TRIES):
            inner = available.copy()
            stmt = once(inner)
            before = len(available)
            available.join([available, inner])
            if len(available) == before:
                return stmt
        available.forget(self.effects.changes((stmt,)))
        return once(available.copy())

    # ------------------------------------------------------------------ questions

    def _ask(self, stmt: ir.Ask, available: Available) -> Stmt:
        ways: list[Available] = []
        labels = self.decisions[stmt.decision].options
        options = tuple(
            self._options(each, label.type or ir.NUMBER, available, ways)
            for each, label in zip(stmt.options, labels, strict=True)
        )
        decider, stop = (node and available.node(node) for node in (stmt.decider, stmt.stop))
        ended = available.copy() if stop is None else available.if_(stop)
        empty = available.copy()
        for each in options:
            empty.deny(_surely_offers(each))
        before, after = (
            frozenset().union(*map(read_by_options, lists)) for lists in (stmt.options, options)
        )
        ask = evolve(
            stmt,
            keeps=tuple(sorted(before - after)),
            decider=decider,
            options=options,
            stop=stop,
            ended=self.body(stmt.ended, ended),
            empty=self.body(stmt.empty, empty),
        )
        available.join([*ways, *([] if stop is None else [ended]), empty])
        return ask

    def _options(
        self, options: ir.OptionList, of: ir.Type, available: Available, ways: list[Available]
    ) -> ir.OptionList:
        """What is offered is so because its condition holds; what is known after it goes among the ways."""
        source = options.source and available.node(options.source)
        offered = available.copy()
        if options.var:
            offered.forget(frozenset((local(options.var),)))
        if isinstance(source, ir.Cond) and source.no == ir.Sequence((), ir.NUMBER):
            offered.assume(source.condition)
        condition = offered.node(options.condition)
        if condition == FALSE or (isinstance(source, ir.Sequence) and not source.items):
            return ir.OptionList(source and ir.Sequence((), of), options.var, FALSE, ())
        offered.assume(condition)
        shown = tuple(map(offered.node, options.shown))
        ways.append(offered)
        then = self.body(options.then, offered)
        return ir.OptionList(source, options.var, condition, then, shown)


def _surely_offers(options: ir.OptionList) -> Node:
    """When a list of options has one, as far as is known without a look at things: where it has none this fails."""
    match options.source:
        case None:
            return options.condition
        case ir.Sequence(items=items):
            passing = (substituted(options.condition, {options.var: Const(item)}) for item in items)
            return TRUE if any(fold_node(each) == TRUE for each in passing) else FALSE
        case ir.Cond(condition=condition, yes=yes, no=ir.Sequence(items=())):
            inner = _surely_offers(evolve(options, source=yes))
            return condition if inner == TRUE else FALSE
    return FALSE


def _without(body: Body, unread: set[str]) -> Body:
    """Statements without those that give some locals a name."""
    if not unread:
        return body
    left = (stmt for stmt in body if not (isinstance(stmt, ir.Assign) and stmt.name in unread))
    return tuple(with_bodies(stmt, lambda inner: _without(inner, unread)) for stmt in left)
