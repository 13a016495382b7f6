"""Side effects: the variables, locals and parts of the state that code may change or that expressions read.

Effects are sets of names: of variables, of locals (`local x`), and of the parts of the state named below.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Code, Module
from rulewright.runtime.ir.terms import Change
from rulewright.runtime.ir.walk import Term, statements_in, walk

PLACES, DELAYED, KNOWN = "where pieces lie", "delayed rules", "who knows what"
ANYTHING = "anything"
"""Dependency of trials and of expressions that count or consume fuel; these are never evaluated in advance."""

_OF_KNOWING = (Change.SHOW, Change.SHOW_ALL, Change.LEARN)


def local_effect(name: str) -> str:
    """Return the name that denotes the local `name` in a set of effects; no variable has such a name."""
    return f"local {name}"


def is_local_effect(name: str) -> bool:
    """Return whether a name in a set of effects denotes a local."""
    return name.startswith("local ")


class Effects:
    """Analysis of a module: the state its code may change, and the state its expressions read; memoized."""

    def __init__(self, module: Module) -> None:
        self.code = module.code
        # A piece that leaves a zone resets its variables that last while it is there.
        self._passing = {each.name for each in module.variables.values() if each.while_in}
        self._effects_memo: dict[str, frozenset[str]] = {}
        self._reads_memo: dict[str, frozenset[str]] = {}
        self._memo: dict[int, tuple[ir.Node, frozenset[str]]] = {}

    def may_change_list(self, body: ir.Body, source: ir.Node) -> bool:
        """Return whether running `body` may change the elements of the list `source`."""
        changes, reads = self.changes(body), self.dependencies(source)
        return bool(changes & reads) or (bool(changes) and ANYTHING in reads)

    def changes(self, body: ir.Body) -> frozenset[str]:
        """Return the names of all state and locals that `body` may change, callees included."""
        effects: set[str] = set()
        for stmt in statements_in(body):
            match stmt:
                case ir.Assign(name=name) | ir.For(var=name):
                    effects.add(local_effect(name))
                case ir.Ask(options=options):
                    effects.update(local_effect(each.var) for each in options)
                case ir.Write(variable=name) | ir.Reset(variable=name):
                    effects.add(name)
                case ir.Effect(change=change):
                    effects |= {KNOWN} if change in _OF_KNOWING else {PLACES, KNOWN, *self._passing}
                case ir.Delay() | ir.Undelay():
                    effects.add(DELAYED)
                case ir.Perform(procedure=name):
                    effects |= self._call_effects(name)
        return frozenset(effects)

    def _call_effects(self, name: str) -> frozenset[str]:
        """Return the names of the state that a call of procedure `name` may change."""
        if name not in self._effects_memo:
            effects = self.changes(self.code.procedures[name].body)
            self._effects_memo[name] = frozenset(
                each for each in effects if not is_local_effect(each)
            )
        return self._effects_memo[name]

    def dependencies(self, node: ir.Node) -> frozenset[str]:
        """Return the names of all state and locals that the value of `node` may depend on."""
        entry = self._memo.get(id(node))
        if entry is None:
            names = frozenset(name for term in walk(node) for name in self._own_dependencies(term))
            self._memo[id(node)] = entry = (
                node,
                names,
            )  # keeps `node` alive, so that its id stays unique
        return entry[1]

    def _own_dependencies(self, node: Term) -> tuple[str, ...] | frozenset[str]:
        """Return the names that a term depends on itself, without its children."""
        match node:
            case ir.Local():
                return (local_effect(node.name),)
            case ir.Read():
                return (node.variable,)
            case ir.Pieces() | ir.AllPieces() | ir.PlaceOf() | ir.Position():
                return (PLACES,)
            case ir.Sees():
                return (PLACES, KNOWN)
            case ir.Captured():
                return (DELAYED,)
            case ir.Call():
                return self._function_dependencies(node.function)
            case ir.Trial() | ir.Watched() | ir.Metered():
                return (ANYTHING,)
        return ()

    def _function_dependencies(self, name: str) -> frozenset[str]:
        """Return the names of the state that function `name` reads, callees included.

        Uses a work list, callees first, because call chains may be very long.
        """
        stack = [name]
        while stack:
            result = self.code.functions[stack[-1]].result
            calls = (term.function for term in walk(result) if isinstance(term, ir.Call))
            pending = (
                []
                if stack[-1] in self._reads_memo
                else [n for n in calls if n not in self._reads_memo]
            )
            if pending:
                stack += pending
                continue
            reads = (each for each in self.dependencies(result) if not is_local_effect(each))
            self._reads_memo[stack.pop()] = frozenset(reads)
        return self._reads_memo[name]


def terms_of(code: Code, passing_by: type[Term] | None = None) -> Iterator[Term]:
    """Yield all terms of `code`, except those of class `passing_by` and their descendants."""
    for function in code.functions.values():
        yield from walk(function.result)
    for procedure in code.procedures.values():
        for stmt in procedure.body:
            yield from walk(stmt, passing_by)


def all_statements(code: Code) -> Iterator[ir.Stmt]:
    """Yield the statements of all procedures, nested ones included."""
    for procedure in code.procedures.values():
        yield from statements_in(procedure.body)


def written_variables(code: Code) -> set[str]:
    """Return the names of the variables that a `Write` assigns; resets do not count."""
    return {stmt.variable for stmt in all_statements(code) if isinstance(stmt, ir.Write)}


def depends_on_knowledge(code: Code) -> bool:
    """Return whether play depends on what players know about pieces. Story lines do not count."""
    terms = terms_of(code, passing_by=ir.Tell)
    return any(isinstance(term, ir.Sees) for term in terms)


def consumes_fuel(code: Code, function: str) -> bool:
    """Return whether a call of `function` may consume fuel, itself or in a callee."""
    stack, reached = [function], {function}
    while stack:
        for term in walk(code.functions[stack.pop()].result):
            match term:
                case ir.Metered():
                    return True
                case ir.Trial():
                    return True  # it performs procedures, which may consume fuel
                case ir.Call(function=called) if called not in reached:
                    reached.add(called)
                    stack.append(called)
    return False


def external_entries(code: Code) -> list[str]:
    """Return the procedures that are exported, and those that run as trials."""
    exported = [name for name, each in code.procedures.items() if each.exported]
    return exported + [term.procedure for term in terms_of(code) if isinstance(term, ir.Trial)]


def callers_first(code: Code) -> list[str]:
    """Return the names of all procedures, each after all of its callers; procedures are never recursive."""
    postorder: dict[str, None] = {}

    def visit(name: str) -> None:
        """Append the callees of procedure `name`, then `name` itself, to the postorder."""
        if name not in postorder:
            for stmt in statements_in(code.procedures[name].body):
                if isinstance(stmt, ir.Perform):
                    visit(stmt.procedure)
            postorder[name] = None

    for name in code.procedures:
        visit(name)
    return list(postorder)[::-1]
