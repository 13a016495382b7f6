"""Forward propagation of facts: assigned values, conditions of branches, conditions of offered options.

So a power that was chosen is not tested again for feasibility. Facts about arguments that hold at every call of a
procedure hold in it. Facts that a loop may change are killed before it (decision 0025).
"""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.effects import (
    Effects,
    callers_first,
    external_entries,
    local_effect,
)
from rulewright.runtime.ir.dataflow.uses import read_by_options
from rulewright.runtime.ir.module import Code, Module
from rulewright.runtime.ir.nodes.constructors import FALSE
from rulewright.runtime.ir.terms import Body, Const, Local, Node, Stmt
from rulewright.runtime.ir.walk import map_children, substitute
from rulewright.runtime.lower.passes.available_expressions import (
    AvailableExpressions,
    is_constant_or_local,
)
from rulewright.runtime.lower.passes.constant_folding import remove_empty


def propagate_facts(module: Module) -> Module:
    """Return the module with expressions replaced by their values where these are known."""
    return evolve(module, code=_FactPropagator(module).code())


class _FactPropagator:
    """Propagation of known values of expressions through all procedures, callers first."""

    def __init__(self, module: Module) -> None:
        self.before, self.decisions = module.code, module.decisions
        self.effects = Effects(module)
        self.no_facts = AvailableExpressions(self.effects)
        self.entering = dict.fromkeys(
            [self.before.flow, *external_entries(self.before)], self.no_facts
        )

    def code(self) -> Code:
        """Return the code with known expressions replaced in every procedure that can be reached."""
        procedures = dict(self.before.procedures)
        for name in callers_first(self.before):
            if name in self.entering:
                body = remove_empty(self.body(procedures[name].body, self.entering[name].copy()))
                procedures[name] = evolve(procedures[name], body=body)
        return evolve(self.before, procedures=procedures)

    # ------------------------------------------------------------------ statements

    def body(self, body: Body, available: AvailableExpressions) -> Body:
        """Return statements with known expressions replaced; updates `available` to the facts after them."""
        return tuple(remaining for stmt in body for remaining in self._statement(stmt, available))

    def _statement(self, stmt: Stmt, available: AvailableExpressions) -> Body:
        """Return what replaces a statement under the facts `available`, and update these."""
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
                available.is_unreachable = True
                return (stmt,)
            case _:
                return (self._simple(stmt, available),)

    def _simple(self, stmt: ir.Simple, available: AvailableExpressions) -> Stmt:
        """Return a statement without nested statements, with known expressions replaced."""
        stmt = map_children(stmt, available.node)
        if isinstance(stmt, ir.Perform):
            self._merge_entry_facts(stmt, available)
        available.kill(self.effects.changes((stmt,)))
        match stmt:
            case ir.Assign(name=name, value=value) if is_constant_or_local(value):
                available.learn(Local(name), value)
            case ir.Write(variable=name, index=index, value=value) if is_constant_or_local(value):
                if index is None or name not in self.effects.dependencies(index):
                    available.learn(ir.Read(name, index), value)
            case ir.Fail():
                available.is_unreachable = True
        return stmt

    def _merge_entry_facts(self, stmt: ir.Perform, available: AvailableExpressions) -> None:
        """Intersect the facts at the start of the called procedure with the facts at this call."""
        known = self.entering.get(stmt.procedure)
        if known is not None and not known.known:
            return
        parameters = self.before.procedures[stmt.procedure].parameters
        names: dict[str, Node] = {}
        same: list[tuple[Node, Node]] = []
        for (name, _), argument in zip(parameters, stmt.arguments, strict=True):
            if isinstance(argument, Local) and argument.name not in names:
                names[argument.name] = Local(name)
            elif is_constant_or_local(argument):
                same.append((Local(name), substitute(argument, names)))
        # Interprocedural meet: only facts that hold at every call remain. Callers come first, so all are known.
        facts = available.translated(names)
        for node, value in same:
            facts.learn(node, value)
        if known is not None:
            facts.join([facts, known])
        self.entering[stmt.procedure] = facts

    def _if(self, stmt: ir.If, available: AvailableExpressions) -> Body:
        """Return a conditional under the facts `available`, or only the branch that runs."""
        condition = available.node(stmt.condition)
        if isinstance(condition, Const):
            return self.body(stmt.body if condition.value else stmt.otherwise, available)
        yes, no = available.assuming(condition), available.denying(condition)
        body, otherwise = self.body(stmt.body, yes), self.body(stmt.otherwise, no)
        available.join([yes, no])
        return (evolve(stmt, condition=condition, body=body, otherwise=otherwise),)

    # ------------------------------------------------------------------ loops

    def _for(self, stmt: ir.For, available: AvailableExpressions) -> Stmt:
        """Return a loop over a list, under the facts that its body cannot change."""
        source, changed = available.node(stmt.source), self.effects.changes((stmt,))
        available.kill(changed)
        inner = available.copy()
        if (
            isinstance(source, ir.Filtered)
            and not self.effects.dependencies(source.condition) & changed
        ):
            inner.assume(substitute(source.condition, {source.var: Local(stmt.var)}))
        return evolve(stmt, source=source, body=self.body(stmt.body, inner))

    def _loop(self, stmt: ir.Loop, available: AvailableExpressions) -> Stmt:
        """Return a conditional loop, under the facts that its body cannot change."""
        available.kill(self.effects.changes((stmt,)))
        until = available.node(stmt.until)
        loop = evolve(stmt, until=until, body=self.body(stmt.body, available.denying(until)))
        available.assume(until)
        return loop

    # ------------------------------------------------------------------ questions

    def _ask(self, stmt: ir.Ask, available: AvailableExpressions) -> Stmt:
        """Return a question, each outcome under the facts that hold when it is reached."""
        branches: list[AvailableExpressions] = []
        labels = self.decisions[stmt.decision].options
        options = tuple(
            self._options(each, label.type or ir.NUMBER, available, branches)
            for each, label in zip(stmt.options, labels, strict=True)
        )
        decider, stop = (node and available.node(node) for node in (stmt.decider, stmt.stop))
        ended = available.copy() if stop is None else available.assuming(stop)
        empty = available.copy()
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
        available.join([*branches, *([] if stop is None else [ended]), empty])
        return ask

    def _options(
        self,
        options: ir.OptionList,
        of: ir.Type,
        available: AvailableExpressions,
        branches: list[AvailableExpressions],
    ) -> ir.OptionList:
        """Return an option list under known facts; append the facts after its choice to `branches`."""
        source = options.source and available.node(options.source)
        offered = available.copy()
        if options.var:
            offered.kill(frozenset((local_effect(options.var),)))
        if isinstance(source, ir.Cond) and source.no == ir.Sequence((), ir.NUMBER):
            offered.assume(source.condition)
        condition = offered.node(options.condition)
        if condition == FALSE or (isinstance(source, ir.Sequence) and not source.items):
            return ir.OptionList(source and ir.Sequence((), of), options.var, FALSE, ())
        offered.assume(condition)
        shown, order = (tuple(map(offered.node, each)) for each in (options.shown, options.order))
        branches.append(offered)
        then = self.body(options.then, offered)
        return evolve(
            options, source=source, condition=condition, then=then, shown=shown, order=order
        )
