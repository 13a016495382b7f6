"""Not asking what is known: what was just set, what a condition has said, what was offered only because it holds.

So a power that was chosen is not asked once more whether it can be used, and whose turn it is stands in a local.
What all who carry out a procedure know is known in it.
"""

from __future__ import annotations

from attrs import evolve

from rulewright.ir import terms as ir
from rulewright.ir.dataflow import read_by_options
from rulewright.ir.effects import Effects, local
from rulewright.ir.module import Code, Module
from rulewright.ir.terms import Body, Const, Local, Node, Stmt
from rulewright.ir.walk import (
    everything,
    everything_in,
    mapped,
    statements_in,
    substituted,
    with_bodies,
)
from rulewright.lower.passes.facts import Facts, is_name
from rulewright.lower.passes.fold import settled


def informed(module: Module) -> Module:
    """The module without questions whose answer is known."""
    return evolve(module, code=_Informer(module).code())


class _Informer:
    def __init__(self, module: Module) -> None:
        self.before, self.effects = module.code, Effects(module)
        self.nothing = Facts(self.effects)
        self.named: set[str] = set()
        self.entering = dict.fromkeys(_entered(self.before), self.nothing)

    def code(self) -> Code:
        """The code, procedures after those that carry them out."""
        done = dict(self.before.procedures)
        for name in _callers_first(self.before, list(self.entering)):
            if name in self.entering:
                done[name] = self._procedure(done[name], self.entering[name].copy())
        return evolve(self.before, procedures=done)

    def _procedure(self, procedure: ir.Procedure, facts: Facts) -> ir.Procedure:
        """A procedure that is entered with this known."""
        self.named.clear()
        body = settled(self.body(procedure.body, facts))
        return evolve(procedure, body=_without(body, self._unread(body)))

    def _unread(self, body: Body) -> set[str]:
        """The locals that are other names of something, and for which it stands wherever they stood."""
        if not self.named:
            return self.named
        terms = list(everything_in(body))
        kept = (name for term in terms if isinstance(term, ir.Ask) for name in term.keeps)
        return self.named.difference((term.name for term in terms if isinstance(term, Local)), kept)

    # ------------------------------------------------------------------ statements

    def body(self, body: Body, facts: Facts) -> Body:
        """Statements, one after the other; what is known goes on with them."""
        return tuple(left for stmt in body for left in self._statement(stmt, facts))

    def _statement(self, stmt: Stmt, facts: Facts) -> Body:
        match stmt:
            case ir.If():
                return self._if(stmt, facts)
            case ir.For():
                return (self._for(stmt, facts),)
            case ir.Loop():
                return (self._loop(stmt, facts),)
            case ir.Ask():
                return (self._ask(stmt, facts),)
            case ir.EndGame():
                facts.over = True
                return (stmt,)
            case _:
                return (self._simple(stmt, facts),)

    def _simple(self, stmt: ir.Simple, facts: Facts) -> Stmt:
        stmt = mapped(stmt, facts.node)
        if isinstance(stmt, ir.Perform):
            self._enter(stmt, facts)
        facts.forget(self.effects.changes((stmt,)))
        match stmt:
            case ir.Assign(name=name, value=value):
                facts.define(name, value)
                if is_name(value):
                    self.named.add(name)
            case ir.Write(variable=name, index=index, value=value) if is_name(value):
                if index is None or name not in self.effects.looks(index):
                    facts.learn(ir.Read(name, index), value)
            case ir.Fail():
                facts.over = True
        return stmt

    def _enter(self, stmt: ir.Perform, facts: Facts) -> None:
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
        found = facts.renamed(names, self.effects.read_in(stmt.procedure))
        for node, value in same:
            found.learn(node, value)
        if known is not None:
            found.join([found, known])
        self.entering[stmt.procedure] = found

    def _if(self, stmt: ir.If, facts: Facts) -> Body:
        condition = facts.node(stmt.condition)
        if isinstance(condition, Const):
            return self.body(stmt.body if condition.value else stmt.otherwise, facts)
        yes, no = facts.if_(condition), facts.unless(condition)
        body, otherwise = self.body(stmt.body, yes), self.body(stmt.otherwise, no)
        facts.join([yes, no])
        return (ir.If(condition, body, otherwise),)

    # ------------------------------------------------------------------ loops

    def _for(self, stmt: ir.For, facts: Facts) -> Stmt:
        source, changed = facts.node(stmt.source), self.effects.changes((stmt,))
        facts.forget(changed)
        inner = facts.copy()
        if isinstance(source, ir.Filtered):
            passed = substituted(source.condition, {source.var: Local(stmt.var)})
            if not self.effects.looks(source.condition) & changed:
                inner.assume(passed)
        return evolve(stmt, source=source, body=self.body(stmt.body, inner))

    def _loop(self, stmt: ir.Loop, facts: Facts) -> Stmt:
        facts.forget(self.effects.changes((stmt,)))
        until = facts.node(stmt.until)
        body = self.body(stmt.body, facts.unless(until))
        facts.assume(until)
        return ir.Loop(until, body)

    # ------------------------------------------------------------------ questions

    def _ask(self, stmt: ir.Ask, facts: Facts) -> Stmt:
        ways: list[Facts] = []
        options = tuple(self._options(each, facts, ways) for each in stmt.options)
        decider, stop = (node and facts.node(node) for node in (stmt.decider, stmt.stop))
        ended, empty = facts.if_(stop) if stop is not None else facts.copy(), facts.copy()
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
        facts.join([*ways, ended, empty])
        return ask

    def _options(self, options: ir.OptionList, facts: Facts, ways: list[Facts]) -> ir.OptionList:
        """What is offered is so because its condition holds; what is known after it goes among the ways."""
        source = options.source and facts.node(options.source)
        offered = facts.copy()
        if options.var:
            offered.forget(frozenset((local(options.var),)))
        if isinstance(source, ir.Cond) and source.no == ir.Sequence((), ir.NUMBER):
            offered.assume(source.condition)
        condition = offered.node(options.condition)
        offered.assume(condition)
        shown = tuple(map(offered.node, options.shown))
        ways.append(offered)
        return ir.OptionList(
            source, options.var, condition, self.body(options.then, offered), shown
        )


def _entered(code: Code) -> list[str]:
    """The procedures that are not only carried out by others, about which others know something."""
    outside = [code.flow, *(name for name, each in code.procedures.items() if each.exported)]
    parts = [everything(each.result) for each in code.functions.values()]
    parts += [everything_in(each.body) for each in code.procedures.values()]
    return outside + [t.procedure for terms in parts for t in terms if isinstance(t, ir.Trial)]


def _callers_first(code: Code, entered: list[str]) -> list[str]:
    """The names of the procedures that are reached, each after those that carry it out; none carries out itself."""
    done: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in done:
            for stmt in statements_in(code.procedures[name].body):
                if isinstance(stmt, ir.Perform):
                    visit(stmt.procedure)
            done[name] = None

    for name in entered:
        visit(name)
    return list(done)[::-1]


def _without(body: Body, unread: set[str]) -> Body:
    """Statements without those that give some locals a name."""
    if not unread:
        return body
    left = (stmt for stmt in body if not (isinstance(stmt, ir.Assign) and stmt.name in unread))
    return tuple(with_bodies(stmt, lambda inner: _without(inner, unread)) for stmt in left)
