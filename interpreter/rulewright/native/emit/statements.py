"""Emits statements that never suspend, and the functions and procedures made of them."""

from __future__ import annotations

from typing import assert_never, cast

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import all_of, any_of
from rulewright.native.emit.accesses import AccessEmitter
from rulewright.native.emit.emit_context import EmitScope, Held, InMemory, Unsupported
from rulewright.native.emit.expressions import ExpressionEmitter
from rulewright.native.emit.lists.joins import JoinEmitter
from rulewright.native.emit.lists.lists import ListEmitter
from rulewright.native.emit.lists.loops import LoopEmitter
from rulewright.native.emit.lists.masks import MaskEmitter
from rulewright.native.emit.lists.memory_lists import MemoryListEmitter
from rulewright.native.emit.lists.reductions import ReductionEmitter
from rulewright.native.emit.lists.sets import SetEmitter
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.emit.moves.changes import ChangeEmitter
from rulewright.native.emit.moves.log_messages import LogMessageEmitter
from rulewright.native.emit.moves.moves import MoveEmitter
from rulewright.native.emit.must_may import MustMayEmitter
from rulewright.native.layout.memory_forms import LIST_START
from rulewright.runtime.ir import terms as ir


class StatementScope(EmitScope):
    """An emitter of the statements of one function or procedure, which holds all other emitters."""

    def __init__(self, builder: ModuleBuilder, function: wasm.Function, code: str) -> None:
        super().__init__(builder, function, code)
        self.access = AccessEmitter(self)
        self.lists = ListEmitter(self, self.access)
        self.sets = SetEmitter(self, self.access)
        self.masks = MaskEmitter(self, self.access, self.sets)
        self.joins = JoinEmitter(self, self.sets, self.masks)
        bounds = MustMayEmitter(self, self.masks)
        self.reductions = ReductionEmitter(self, self.access, self.lists, self.sets)
        self.expressions = ExpressionEmitter(self, self.access, self.reductions)
        self.moves = MoveEmitter(self, self.access)
        self.memory = MemoryListEmitter(self, self.lists, self.sets)
        self.changes = ChangeEmitter(self, self.moves, self.memory)
        self.loops = LoopEmitter(self, self.sets, self.masks, self.moves, self.memory)
        self.log_messages = LogMessageEmitter(self)
        self.number, self.each = self.expressions.number, self.lists.each
        self.filtered, self.new_list = self.sets.filtered, self.memory.new_list
        self.gather, self.mask = self.memory.gather, self.masks.mask
        self.bounds, self.join_mask = bounds.of, self.joins.join_mask

    def body(self, body: ir.Body) -> wasm.Body:
        """Emit a sequence of statements."""
        return [line for stmt in body for line in self.statement(stmt)]

    def statement(self, stmt: ir.Stmt) -> wasm.Body:
        """Emit one statement of any kind."""
        if not self.loops.has_effect(stmt):
            return []
        match stmt:
            case ir.If():
                condition = self.number(stmt.condition)
                return [wasm.If(condition, self.body(stmt.body), self.body(stmt.otherwise))]
            case ir.For():
                return self.loops.for_each(stmt)
            case ir.Loop():
                return self.loops.loop(stmt)
            case ir.Ask():
                return self.ask(stmt)
            case ir.EndGame():
                return self.end_game()
            case _:
                return self._simple(stmt)

    def ask(self, stmt: ir.Ask) -> wasm.Body:
        """Raise TypeError: subclasses emit questions, and only at the end of blocks or in whole games."""
        raise TypeError(stmt)

    def end_game(self) -> wasm.Body:
        """Raise TypeError: subclasses emit the end of the game, at the end of blocks or in whole games."""
        raise TypeError

    def _simple(self, stmt: ir.Simple) -> wasm.Body:
        """Emit a statement that contains no other statements."""
        match stmt:
            case ir.Assign():
                return self._assign(stmt)
            case ir.Write():
                return self.access.write(stmt)
            case ir.Reset():
                return self.access.reset(stmt)
            case ir.Effect():
                return self.changes.change(stmt)
            case ir.Perform():
                return self.perform(stmt)
            case ir.Tell():
                return self.log_messages.emit_message(stmt)
            case ir.Delay():
                return self._begin_delayed(stmt)
            case ir.Undelay():
                return self._end_delayed(stmt)
            case ir.Spend():
                return self.spend(stmt.steps)
            case ir.Fail():
                return [wasm.Trap()]
            case ir.Count():
                raise Unsupported("what is counted")
            case _:
                assert_never(stmt)

    def perform(self, stmt: ir.Perform) -> wasm.Body:
        """Emit the call of a procedure that never suspends."""
        return [
            wasm.CallStmt(
                f"p_{stmt.procedure}",
                (self.state, *self.expressions.arguments_of(stmt.procedure, stmt.arguments)),
            )
        ]

    # ------------------------------------------------------------------ locals

    def declare(self, name: str, type_: ir.Type) -> Held:
        """Return the local for `name`, created on first use: a number, or a list in scratch memory."""
        if name not in self.names:
            self.types[name] = type_
            low, high = self.spans.local(self.writer.code, name, type_.one())
            if type_.many:
                source = (
                    ir.Captured(int(type_.of))
                    if type_.kind is ir.Kind.CAPTURE
                    else ir.Sequence((), type_)
                )
                self.names[name] = self.memory.new_list(source)
            elif type_.kind is ir.Kind.CAPTURE:
                raise Unsupported(f"{name} keeps what was captured")
            else:
                self.names[name] = self.function.local(f"v.{name}", low=low, high=high)
        return self.names[name]

    def _assign(self, stmt: ir.Assign) -> wasm.Body:
        """Emit an assignment to a local."""
        if stmt.name in self.among or (
            stmt.name not in self.names and stmt.name in self.memory.membership_lists
        ):
            return self.memory.assign_set(stmt)
        held, out = self.declare(stmt.name, stmt.type), self.loops.exit_labels.get(stmt.name)
        if isinstance(held, InMemory):
            lines = self._assign_in_memory(held, stmt)
        else:
            assert isinstance(held, wasm.Get)
            span = self.spans.local(self.writer.code, stmt.name, stmt.type)
            lines = [wasm.Set(held.name, self.check_fits(self.number(stmt.value), span))]
        return lines if out is None else [*lines, wasm.Jump(out)]

    def _assign_in_memory(self, held: InMemory, stmt: ir.Assign) -> wasm.Body:
        """Emit an assignment to a local in memory: a number, captures or a list."""
        slot, value = held.slot, stmt.value
        if slot.kind == "number":
            fitting = self.check_fits(self.number(value), slot.span)
            return [wasm.Store(held.address, slot.offset, cast(wasm.Size, slot.item), fitting)]
        if slot.kind == "capture":
            address = self.number(value)
            return [
                wasm.CopyBytes(held.address + slot.offset, address, wasm.number(self.layout.entry))
            ]
        own = ir.Local(stmt.name)
        if isinstance(value, ir.Append) and value.source == own:
            return self.memory.append(held, value.item)
        if isinstance(value, ir.Rest) and value.source == own:
            start = held.start()
            step = wasm.Store(held.address, slot.offset + LIST_START, 2, start + 1)
            return [wasm.If(start.less(held.count()), [step])]
        return self.memory.gather(held, value)

    # ------------------------------------------------------------------ delayed rules

    def _begin_delayed(self, stmt: ir.Delay) -> wasm.Body:
        """Emit adding a delayed rule and its captures to the table; trap if the table is full."""
        lines: wasm.Body = []
        waiting = self.to_local(self.own(self.cells.delayed), lines, "waiting")
        lines.append(wasm.If(waiting.at_least(self.layout.capacity.delayed), [wasm.Trap()]))
        at = self.to_local(self.state + waiting * self.layout.entry, lines, "entry")
        table, size = self.layout.delayed_table, self.layout.captured
        lines.append(wasm.Store(at, table, size, wasm.number(stmt.rule)))
        for place, captured in enumerate(stmt.captured, 1):
            value = self.check_fits(self.number(captured), self.spans.captured(stmt.rule, place))
            lines.append(wasm.Store(at, table + size * place, size, value))
        return [*lines, *self.set_own(self.cells.delayed, waiting + 1)]

    def _end_delayed(self, stmt: ir.Undelay) -> wasm.Body:
        """Emit removing delayed rules from the table of waiting ones, which is compacted in place."""
        lines: wasm.Body = []
        entry, table, size = self.layout.entry, self.layout.delayed_table, self.layout.captured
        at, to = self.function.local("at", low=0), self.function.local("to", low=0)
        remaining = self.function.local("left", low=0)
        label, out = self.label("delayed"), self.label("out")
        ends = any_of([wasm.Load(at, table, size).equals(rule) for rule in stmt.rules])
        if stmt.whose is not None:
            owner = self.to_local(self.number(stmt.whose), lines, "whose")
            ends = all_of([ends, wasm.Load(at, table + size, size).equals(owner)])
        keep: wasm.Body = [
            wasm.CopyBytes(to + table, at + table, wasm.number(entry)),
            wasm.Set(to.name, to + entry),
        ]
        inside: wasm.Body = [
            wasm.Jump(out, wasm.compared("eq", remaining, 0)), wasm.If(ends, [], keep),
            wasm.Set(at.name, at + entry), wasm.Set(remaining.name, remaining - 1), wasm.Jump(label),
        ]  # fmt: skip
        count = wasm.Binary(
            "div_u", to - self.state, wasm.number(entry), low=0, high=self.layout.capacity.delayed
        )
        return [
            *lines,
            wasm.Set(remaining.name, self.own(self.cells.delayed)),
            wasm.Set(at.name, self.state),
            wasm.Set(to.name, self.state),
            wasm.Block(out, [wasm.Loop(label, inside)]),
            *self.set_own(self.cells.delayed, count),
        ]


def add_function(builder: ModuleBuilder, function: ir.Function) -> None:
    """Compile an IR function and add it to the module; functions that return lists are left out."""
    if function.type.many:
        return
    scope = StatementScope(
        builder, declare_function(f"f_{function.name}", function, "i32"), function.name
    )
    bind_parameters(scope, function)
    span = builder.spans.result(function.name)
    lines, value = scope.writer.with_scratch(
        [], scope.check_fits(scope.number(function.result), span)
    )
    assert value is not None
    scope.function.body = [*lines, wasm.Return(value)]
    builder.wasm.add(scope.function)


def add_procedure(builder: ModuleBuilder, procedure: ir.Procedure) -> None:
    """Compile an IR procedure that never suspends and add it to the module."""
    scope = StatementScope(
        builder, declare_function(f"p_{procedure.name}", procedure), procedure.name
    )
    bind_parameters(scope, procedure)
    scope.function.body, _ = scope.writer.with_scratch(scope.body(procedure.body), None)
    builder.wasm.add(scope.function)


def declare_function(
    name: str, code: ir.Function | ir.Procedure, result: wasm.Type | None = None
) -> wasm.Function:
    """Return a WebAssembly function with the parameters of `code`, still without a body."""
    names = ("S", *(f"v.{each}" for each, _ in code.parameters))
    return wasm.Function(name, tuple((f"{name}:{each}", "i32") for each in names), result)


def bind_parameters(scope: StatementScope, code: ir.Function | ir.Procedure) -> None:
    """Bind the parameters to locals, and the state to its constant address where copies are never used."""
    if code.name in scope.builder.never_on_copies:
        scope.writer.state = wasm.number(scope.builder.state)
    for name, type_ in code.parameters:
        if type_.many:
            raise Unsupported(f"{code.name} takes a list")
        low, high = scope.spans.local(code.name, name, type_)
        scope.types[name] = type_
        if type_.kind is ir.Kind.CAPTURE:
            scope.names[name] = wasm.Get(f"{scope.function.name}:v.{name}")
        else:
            scope.names[name] = wasm.Get(f"{scope.function.name}:v.{name}", low=low, high=high)
