"""Emits statements that never suspend, and the functions and procedures made of them."""

from __future__ import annotations

from typing import assert_never, cast

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import all_of, any_of, negated
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

    def body(self, body: ir.Body) -> None:
        """Record a sequence of statements."""
        for stmt in body:
            if self.loops.has_effect(stmt):
                self.statement(stmt)

    def statement(self, stmt: ir.Stmt) -> None:
        """Record one statement of any kind."""
        match stmt:
            case ir.If():
                with self.writer.when(self.number(stmt.condition)):
                    self.body(stmt.body)
                with self.writer.else_():
                    self.body(stmt.otherwise)
            case ir.For():
                self.loops.for_each(stmt)
            case ir.Loop():
                self.loops.loop(stmt)
            case ir.Ask():
                self.ask(stmt)
            case ir.EndGame():
                self.end_game()
            case _:
                self._simple(stmt)

    def ask(self, stmt: ir.Ask) -> None:
        """Raise TypeError: subclasses record questions, and only at the end of blocks or in whole games."""
        raise TypeError(stmt)

    def end_game(self) -> None:
        """Raise TypeError: subclasses record the end of the game, at the end of blocks or in whole games."""
        raise TypeError

    def _simple(self, stmt: ir.Simple) -> None:
        """Record a statement that contains no other statements."""
        match stmt:
            case ir.Assign():
                self._assign(stmt)
            case ir.Write():
                self.access.write(stmt)
            case ir.Reset():
                self.access.reset(stmt)
            case ir.Effect():
                with self.log_messages.with_moves(stmt):
                    self.changes.change(stmt)
            case ir.Perform():
                self.perform(stmt)
            case ir.Tell():
                self.log_messages.record_message(stmt)
            case ir.Delay():
                self._begin_delayed(stmt)
            case ir.Undelay():
                self._end_delayed(stmt)
            case ir.Spend():
                self.spend(stmt.steps)
            case ir.Fail():
                self.writer.trap()
            case ir.Count():
                raise Unsupported("what is counted")
            case _:
                assert_never(stmt)

    def perform(self, stmt: ir.Perform) -> None:
        """Record the call of a procedure that never suspends."""
        arguments = self.expressions.arguments_of(stmt.procedure, stmt.arguments)
        self.writer.run(f"p_{stmt.procedure}", self.state, *arguments)

    # ------------------------------------------------------------------ locals

    def declare(self, name: str, type_: ir.Type) -> Held:
        """Return the local for `name`, created on first use: a number, or a list in scratch memory."""
        if name not in self.names:
            self.types[name] = type_
            low, high = self.spans.local(self.writer.ir_name, name, type_.one())
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

    def _assign(self, stmt: ir.Assign) -> None:
        """Record an assignment to a local."""
        if stmt.name in self.among or (
            stmt.name not in self.names and stmt.name in self.memory.membership_lists
        ):
            self.memory.assign_set(stmt)
            return
        held = self.declare(stmt.name, stmt.type)
        if isinstance(held, InMemory):
            self._assign_in_memory(held, stmt)
        else:
            assert isinstance(held, wasm.Get)
            span = self.spans.local(self.writer.ir_name, stmt.name, stmt.type)
            self.writer.assign(held, self.check_fits(self.number(stmt.value), span))
        if stmt.name in self.loops.exits:
            self.loops.exits[stmt.name].leave()

    def _assign_in_memory(self, held: InMemory, stmt: ir.Assign) -> None:
        """Record an assignment to a local in memory: a number, captures or a list."""
        slot, value, code = held.slot, stmt.value, self.writer
        own = ir.Local(stmt.name)
        if slot.kind == "number":
            fitting = self.check_fits(self.number(value), slot.span)
            code.store(held.address, slot.offset, cast(wasm.Size, slot.item), fitting)
        elif slot.kind == "capture":
            code.copy(held.address + slot.offset, self.number(value), self.layout.entry)
        elif isinstance(value, ir.Append) and value.source == own:
            self.memory.append(held, value.item)
        elif isinstance(value, ir.Rest) and value.source == own:
            start = held.start()
            with code.when(start < held.count()):
                code.store(held.address, slot.offset + LIST_START, 2, start + 1)
        else:
            self.memory.gather(held, value)

    # ------------------------------------------------------------------ delayed rules

    def _begin_delayed(self, stmt: ir.Delay) -> None:
        """Record adding a delayed rule and its captures to the table; trap if the table is full."""
        code = self.writer
        waiting = code.let(self.game.delayed, "waiting")
        code.trap_if(waiting >= self.layout.capacity.delayed)
        at = code.let(self.state + waiting * self.layout.entry, "entry")
        table, size = self.layout.delayed_table, self.layout.captured
        code.store(at, table, size, stmt.rule)
        for place, captured in enumerate(stmt.captured, 1):
            value = self.check_fits(self.number(captured), self.spans.captured(stmt.rule, place))
            code.store(at, table + size * place, size, value)
        self.game.delayed = waiting + 1

    def _end_delayed(self, stmt: ir.Undelay) -> None:
        """Record removing delayed rules from the table of waiting ones, which is compacted in place."""
        code, entry = self.writer, self.layout.entry
        table, size = self.layout.delayed_table, self.layout.captured
        owner = None if stmt.whose is None else code.let(self.number(stmt.whose), "whose")
        remaining = code.var(self.game.delayed, "left", low=0)
        at, to = code.var(self.state, "at", low=0), code.var(self.state, "to", low=0)
        ends = any_of([wasm.Load(at, table, size).equals(rule) for rule in stmt.rules])
        if owner is not None:
            ends = all_of([ends, wasm.Load(at, table + size, size) == owner])
        with code.loop() as loop:
            loop.leave(remaining == 0)
            with code.when(negated(ends)):
                code.copy(to + table, at + table, entry)
                to += entry
            at += entry
            remaining -= 1
        most = self.layout.capacity.delayed
        number = wasm.Binary("div_u", to - self.state, wasm.number(entry), low=0, high=most)
        self.game.delayed = number


def add_function(builder: ModuleBuilder, function: ir.Function) -> None:
    """Compile an IR function and add it to the module; functions that return lists are left out."""
    if function.type.many:
        return
    scope = StatementScope(
        builder, declare_function(f"f_{function.name}", function, "i32"), function.name
    )
    bind_parameters(scope, function)
    span = builder.spans.result(function.name)
    scope.writer.finish(scope.check_fits(scope.number(function.result), span))


def add_procedure(builder: ModuleBuilder, procedure: ir.Procedure) -> None:
    """Compile an IR procedure that never suspends and add it to the module."""
    scope = StatementScope(
        builder, declare_function(f"p_{procedure.name}", procedure), procedure.name
    )
    bind_parameters(scope, procedure)
    scope.body(procedure.body)
    scope.writer.finish()


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
