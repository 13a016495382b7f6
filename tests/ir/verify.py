"""Whether a module is sound: every expression well-typed, every local given a value before it is read, every call
known, no procedure that comes to call itself, every block within its procedure.

What a sound module needs in play follows from it: how large frames are, and how deep they lie (`frames_of`).
"""

from __future__ import annotations

from typing import assert_never

from ir.ir_typing import Locals, TypeChecker
from rulewright.base.records import Record
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.control_flow import (
    BasicBlock,
    ControlFlowGraph,
    Suspend,
    successors,
)
from rulewright.runtime.ir.dataflow.uses import LocalUses, free_locals, read_by_end
from rulewright.runtime.ir.module import Code, Module
from rulewright.runtime.ir.walk import Term, called_procedures, walk, walk_body
from rulewright.runtime.lower.passes.fuel import insert_fuel
from rulewright.runtime.lower.passes.overflow_bounds import insert_overflow_checks


class Unsound(Exception):
    """What is wrong with a module; a fault of whatever made it, not of the rules."""


def verify(module: Module) -> Module:
    """The module itself. Raises Unsound with all that is wrong with it."""
    # Each relies on what was looked at before it.
    wrong = _unknown_calls(module.code) or _circles(module.code) or _ill_typed(module)
    if not wrong and module.code.graph is not None:
        verifier = _Verifier(module)
        verifier.graph(module.code.graph)
        wrong = verifier.types.wrong or _without_bounds(module)
    if wrong:
        raise Unsound("\n".join(wrong))
    return module


def _ill_typed(module: Module) -> list[str]:
    verifier = _Verifier(module)
    for function in module.code.functions.values():
        verifier.function(function)
    for procedure in module.code.procedures.values():
        verifier.procedure(procedure)
    return verifier.types.wrong


def _without_bounds(module: Module) -> list[str]:
    """What could go on for ever, or come to numbers beyond all measure, when it is played."""
    procedures = module.code.procedures
    passes = {
        "make numbers beyond 64 bits": insert_overflow_checks,
        "go on without taking steps": insert_fuel,
    }
    wrong = []
    for what, change in passes.items():
        code = change(module).code
        names = [n for n, each in module.code.functions.items() if code.functions[n] != each]
        names += [n for n, each in procedures.items() if code.procedures[n] != each]
        wrong += [f"{name}: it can {what}" for name in names]
    return wrong


# ------------------------------------------------------------------ calls


def _terms(code: ir.Function | ir.Procedure) -> list[Term]:
    return list(walk(code.result) if isinstance(code, ir.Function) else walk_body(code.body))


def _unknown_calls(code: Code) -> list[str]:
    wrong = []
    everywhere: list[ir.Function | ir.Procedure] = [
        *code.functions.values(),
        *code.procedures.values(),
    ]
    for each in everywhere:
        for term in _terms(each):
            match term:
                case ir.Call(function=name) if name not in code.functions:
                    wrong.append(f"{each.name}: there is no function {name}")
                case ir.Perform(procedure=name) if name not in code.procedures:
                    wrong.append(f"{each.name}: there is no procedure {name}")
                case ir.Lookup(array=name) if name not in code.arrays:
                    wrong.append(f"{each.name}: there is no array {name}")
                case ir.Trial(procedure=name, function=asked):
                    if name not in code.procedures or asked not in code.functions:
                        wrong.append(f"{each.name}: there is no {name} or no {asked}")
    return wrong


def _circles(code: Code) -> list[str]:
    """Procedures that come to perform themselves."""
    performed = {
        name: called_procedures(procedure.body) for name, procedure in code.procedures.items()
    }
    settled: set[str] = set()
    while found := {n for n, inner in performed.items() if n not in settled and inner <= settled}:
        settled |= found
    left = sorted(set(performed) - settled)
    return [f"in a circle of procedures, or above one: {', '.join(left)}"] if left else []


class Frames(Record):
    """What the frames of a module hold: the most locals of one, and of all that lie on top of each other."""

    largest: int
    deepest: int


def frames_of(module: Module) -> Frames:
    """How large the frames of a module that is cut into blocks can become."""
    graph, code = module.code.graph, module.code
    assert graph is not None
    held = {name: len(slots) for name, slots in graph.slots.items()}
    known: dict[str, int] = {}

    def deepest(name: str) -> int:
        if name not in known:
            inner = called_procedures(code.procedures[name].body) & set(held)
            known[name] = held[name] + max(map(deepest, inner), default=0)
        return known[name]

    return Frames(max(held.values()), deepest(code.flow))


# ------------------------------------------------------------------ statements


class _Verifier:
    """Goes through the code of a module; what is wrong gathers in `types`."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.types = TypeChecker(module)

    def function(self, function: ir.Function) -> None:
        self.types.where = function.name
        self.types.want(function.result, function.type, dict(function.parameters))
        unknown = free_locals(function.result) - {name for name, _ in function.parameters}
        if unknown:
            self.types.complain(f"{sorted(unknown)} are no parameters")

    def procedure(self, procedure: ir.Procedure) -> None:
        self.types.where = procedure.name
        names = dict(procedure.parameters)
        self.body(procedure.body, {**names, **_assigned(procedure.body)})
        flow = LocalUses(sure=set(names))
        flow.body(procedure.body)
        if flow.read:
            self.types.complain(f"{sorted(flow.read)} may be read before they have a value")

    def body(self, body: ir.Body, names: Locals) -> None:
        for stmt in body:
            self.statement(stmt, names)

    def statement(self, stmt: ir.Stmt, names: Locals) -> None:
        types = self.types
        match stmt:
            case ir.Assign(type=type_):
                types.want(stmt.value, type_, names)
            case ir.Write():
                variable = self.module.variables[stmt.variable]
                types.index(variable, stmt.index, names)
                types.want(stmt.value, variable.type, names)
            case ir.Reset():
                assert stmt.variable in self.module.variables
            case ir.Effect():
                types.want_all(stmt.arguments, stmt.change.takes, names)
            case ir.Tell():
                types.want(stmt.why, ir.CAUSE, names)
                telling = self.module.tellings[stmt.telling]
                types.want_all(stmt.values, (*telling.types, *telling.turn), names)
                if stmt.to is not None:
                    types.want(stmt.to, ir.PLAYER, names)
                if stmt.when is not None:
                    types.want(stmt.when, ir.TRUTH, names)
            case ir.Delay():
                types.want_all(stmt.captured, self.module.code.captures.get(stmt.rule, ()), names)
            case ir.Undelay():
                if stmt.whose is not None:
                    types.want(stmt.whose, ir.PLAYER, names)
            case ir.Count() | ir.Spend() | ir.Fail() | ir.EndGame():
                pass
            case ir.If():
                types.want(stmt.condition, ir.TRUTH, names)
                self.body(stmt.body, names)
                self.body(stmt.otherwise, names)
            case ir.For(type=type_):
                if types.element_of(stmt.source, names) != type_:
                    types.complain(f"{stmt.var} is no {type_}: {stmt.source}")
                self.body(stmt.body, {**names, stmt.var: type_})
            case ir.Loop():
                types.want(stmt.until, ir.TRUTH, names)
                self.body(stmt.body, names)
            case ir.Perform():
                parameters = self.module.code.procedures[stmt.procedure].parameters
                types.want_all(stmt.arguments, tuple(type_ for _, type_ in parameters), names)
            case ir.Ask():
                self._ask(stmt, names)
            case _:
                assert_never(stmt)

    def _ask(self, ask: ir.Ask, names: Locals) -> None:
        decision = self.module.decisions[ask.decision]
        if ask.decider is not None:
            self.types.want(ask.decider, ir.PLAYER, names)
        if ask.stop is not None:
            self.types.want(ask.stop, ir.TRUTH, names)
        if len(ask.options) != len(decision.options):
            self.types.complain(f"{decision.name} has other options than labels")
        for options, label in zip(ask.options, decision.options, strict=False):
            self._options(options, label.type, label.shown_types, names)
        self.body(ask.empty, names)
        self.body(ask.ended, names)

    def _options(
        self,
        options: ir.OptionList,
        labelled: ir.Type | None,
        shown: tuple[ir.Type, ...],
        names: Locals,
    ) -> None:
        if options.source is not None:
            element = self.types.element_of(options.source, names)
            if element != labelled:
                self.types.complain(f"options are {element}, their labels {labelled}")
            names = {**names, options.var: element}
        self.types.want(options.condition, ir.TRUTH, names)
        self.types.want_all(options.shown, shown, names)
        for key in options.order:
            self.types.type_of(key, names)
        self.body(options.then, names)

    # -------------------------------------------------------------- blocks

    def graph(self, graph: ControlFlowGraph) -> None:
        """The blocks of all asking procedures."""
        for name, entry in graph.entries.items():
            self.types.where = name
            blocks = [block for block in graph.blocks if block.procedure == name]
            parameters = dict(self.module.code.procedures[name].parameters)
            names = {**parameters, **_assigned(tuple(s for block in blocks for s in block.body))}
            for block in blocks:
                if isinstance(block.end, Suspend):
                    names |= self._elements(block.end.ask)
            if not set(names) <= set(graph.slots[name]) | _looked_through(blocks):
                self.types.complain("its frame has no room for all its locals")
            if not (graph.blocks[entry].live or set()) <= set(parameters):
                self.types.complain("it begins with locals that have no value")
            for block in blocks:
                self._block(graph, block, names)

    def _elements(self, ask: ir.Ask) -> dict[str, ir.Type]:
        """The locals that answers give a value."""
        lists = [each for each in ask.options if each.source is not None]
        labels = self.module.decisions[ask.decision].options
        types = {each.var: label.type for each, label in zip(ask.options, labels, strict=True)}
        return {each.var: types[each.var] or ir.NUMBER for each in lists}

    def _block(self, graph: ControlFlowGraph, block: BasicBlock, names: Locals) -> None:
        self.types.where = f"{block.procedure}, block {block.number}"
        self.body(block.body, names)
        for target in successors(block.end):
            if graph.blocks[target].procedure != block.procedure:
                self.types.complain(f"it leads to {target} of another procedure")
        if block.live is None:
            return
        flow = LocalUses(sure=set(block.live))
        flow.body(block.body)
        flow.reads(read_by_end(block.end))
        if flow.read:
            self.types.complain(f"{sorted(flow.read)} have no value when it begins")


def _looked_through(blocks: list[BasicBlock]) -> set[str]:
    """The locals with which loops that never stop go through lists: they need no room in frames."""
    terms = (term for block in blocks for term in walk_body(block.body))
    return {term.var for term in terms if isinstance(term, ir.For)}


def _assigned(body: ir.Body) -> dict[str, ir.Type]:
    """The locals that statements give a value, with their types."""
    return {term.name: term.type for term in walk_body(body) if isinstance(term, ir.Assign)}
