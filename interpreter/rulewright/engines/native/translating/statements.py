"""Statements that never stop; and the functions and procedures made of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never, cast

from rulewright.engines.native.form.making import (
    all_of,
    any_of,
)
from rulewright.engines.native.form.native_form import (
    Binary,
    Block,
    Body,
    CopyBytes,
    Function,
    Get,
    If,
    Jump,
    Load,
    Loop,
    Return,
    Run,
    Set,
    Size,
    Store,
    Trap,
    Type,
    compared,
    number,
)
from rulewright.engines.native.layout.memory_forms import LIST_START
from rulewright.engines.native.translating.loops import LoopScope
from rulewright.engines.native.translating.scope import Held, InMemory, Unsupported
from rulewright.engines.native.translating.tables import Tables
from rulewright.ir import terms as ir
from rulewright.ir.walk import bodies, statements_in


class StatementScope(LoopScope):
    """Writes statements."""

    def __init__(self, tables: Tables, function: Function, code: str) -> None:
        super().__init__(tables, function, code)
        self.leaving: dict[str, str] = {}  # by a local that ends a loop where that is left to

    def body(self, body: ir.Body) -> Body:
        """Statements, one after the other."""
        return [line for stmt in body for line in self.statement(stmt)]

    def statement(self, stmt: ir.Stmt) -> Body:
        """One statement."""
        match stmt:
            case ir.If(condition=condition, body=body, otherwise=otherwise):
                return [If(self.number(condition), self.body(body), self.body(otherwise))]
            case ir.For():
                return self.go_through(stmt)
            case ir.Loop():
                return self._loop(stmt)
            case ir.Ask():
                return self.ask(stmt)
            case ir.EndGame():
                return self.end_game()
            case _:
                return self._simple(stmt)

    def ask(self, stmt: ir.Ask) -> Body:
        """A question; where code is cut into blocks it stands at the end of one."""
        raise TypeError(stmt)

    def end_game(self) -> Body:
        """The game is over; where code is cut into blocks this stands at the end of one."""
        raise TypeError

    def _simple(self, stmt: ir.Simple) -> Body:
        match stmt:
            case ir.Assign():
                return self._assign(stmt)
            case ir.Write():
                return self.write(stmt)
            case ir.Reset():
                return self.reset(stmt)
            case ir.Effect():
                return self.change(stmt)
            case ir.Perform():
                return self.perform(stmt)
            case ir.Tell():
                return []
            case ir.Delay():
                return self._delay(stmt)
            case ir.Undelay():
                return self._undelay(stmt)
            case ir.Spend(steps=steps):
                return self.spend(steps)
            case ir.Fail():
                return [Trap()]
            case ir.Count():
                raise Unsupported("what is counted")
            case _:
                assert_never(stmt)

    def perform(self, stmt: ir.Perform) -> Body:
        """A procedure that never stops is carried out."""
        return [
            Run(f"p_{stmt.procedure}", (self.state, *self.given(stmt.procedure, stmt.arguments)))
        ]

    # ------------------------------------------------------------------ locals

    def declare(self, name: str, type_: ir.Type) -> Held:
        """A local of this function: a number, or a list in its own room."""
        if name not in self.names:
            self.types[name] = type_
            low, high = self.spans.local(self.code, name, type_.one())
            if type_.many:
                source = (
                    ir.Captured(int(type_.of))
                    if type_.kind is ir.Kind.CAPTURE
                    else ir.Sequence((), type_)
                )
                self.names[name] = self.new_list(source)
            elif type_.kind is ir.Kind.CAPTURE:
                raise Unsupported(f"{name} keeps what was captured")
            else:
                self.names[name] = self.function.local(f"v.{name}", low=low, high=high)
        return self.names[name]

    def _assign(self, stmt: ir.Assign) -> Body:
        if stmt.name in self.among or (
            stmt.name not in self.names and stmt.name in self.only_asked
        ):
            return self.assign_set(stmt)
        held, out = self.declare(stmt.name, stmt.type), self.leaving.get(stmt.name)
        if isinstance(held, InMemory):
            lines = self._assign_in_memory(held, stmt)
        else:
            assert isinstance(held, Get)
            span = self.spans.local(self.code, stmt.name, stmt.type)
            lines = [Set(held.name, self.fitting(self.number(stmt.value), span))]
        return lines if out is None else [*lines, Jump(out)]

    def _assign_in_memory(self, held: InMemory, stmt: ir.Assign) -> Body:
        slot, value = held.slot, stmt.value
        if slot.kind == "number":
            fitting = self.fitting(self.number(value), slot.span)
            return [Store(held.address, slot.offset, cast(Size, slot.item), fitting)]
        if slot.kind == "capture":
            address = self.number(value)
            return [CopyBytes(held.address + slot.offset, address, number(self.layout.entry))]
        own = ir.Local(stmt.name)
        if isinstance(value, ir.Append) and value.source == own:
            return self.append(held, value.item)
        if isinstance(value, ir.Rest) and value.source == own:
            start = self.list_start(held)
            step = Store(held.address, slot.offset + LIST_START, 2, start + 1)
            return [If(start.less(self.list_count(held)), [step])]
        return self.gather(held, value)

    def _loop(self, stmt: ir.Loop) -> Body:
        """Again and again; what says at the end of a turn that it was the last leaves at once."""
        label, out, last = self.label("loop"), self.label("out"), _left_by(stmt)
        begin = Jump(out, self.number(stmt.until))
        if last is None:
            return [Block(out, [Loop(label, [begin, *self.body(stmt.body), Jump(label)])])]
        self.leaving[last] = out
        body = self.body(stmt.body)
        del self.leaving[last]
        return [Block(out, [begin, Loop(label, [*body, Jump(label)])])]

    # ------------------------------------------------------------------ delayed rules

    def _delay(self, stmt: ir.Delay) -> Body:
        """A delayed rule begins, if there is room for it."""
        lines: Body = []
        waiting = self.kept(self.own("delayed"), lines, "waiting")
        lines.append(If(waiting.at_least(self.layout.capacity.delayed), [Trap()]))
        at = self.kept(self.state + waiting * self.layout.entry, lines, "entry")
        table, size = self.layout.delayed_table, self.layout.captured
        lines.append(Store(at, table, size, number(stmt.rule)))
        for place, captured in enumerate(stmt.captured, 1):
            value = self.fitting(self.number(captured), self.spans.captured(stmt.rule, place))
            lines.append(Store(at, table + size * place, size, value))
        return [*lines, *self.set_own("delayed", waiting + 1)]

    def _undelay(self, stmt: ir.Undelay) -> Body:
        """Delayed rules end: the others move up."""
        lines: Body = []
        entry, table, size = self.layout.entry, self.layout.delayed_table, self.layout.captured
        at, to = self.function.local("at", low=0), self.function.local("to", low=0)
        left = self.function.local("left", low=0)
        label, out = self.label("delayed"), self.label("out")
        ends = any_of([Load(at, table, size).equals(rule) for rule in stmt.rules])
        if stmt.whose is not None:
            whose = self.kept(self.number(stmt.whose), lines, "whose")
            ends = all_of([ends, Load(at, table + size, size).equals(whose)])
        stays: Body = [
            CopyBytes(to + table, at + table, number(entry)),
            Set(to.name, to + entry),
        ]
        inside: Body = [
            Jump(out, compared("eq", left, 0)), If(ends, [], stays),
            Set(at.name, at + entry), Set(left.name, left - 1), Jump(label),
        ]  # fmt: skip
        gone = Binary(
            "div_u", to - self.state, number(entry), low=0, high=self.layout.capacity.delayed
        )
        return [
            *lines,
            Set(left.name, self.own("delayed")), Set(at.name, self.state), Set(to.name, self.state),
            Block(out, [Loop(label, inside)]), *self.set_own("delayed", gone),
        ]  # fmt: skip


def _left_by(loop: ir.Loop) -> str | None:
    """The local that ends a loop, if it is never set in it but at the end of a turn that is the last."""
    match loop.until:
        case ir.Not(what=ir.Local(name=name)):
            set_ = [
                s for s in statements_in(loop.body) if isinstance(s, ir.Assign) and s.name == name
            ]
            ends = {id(stmt) for stmt in _last_of(loop.body)}
            if all(id(stmt) in ends and stmt.value == ir.Const(0) for stmt in set_):
                return name
    return None


def _last_of(body: ir.Body) -> Iterator[ir.Stmt]:
    """The statements after which nothing of some others is carried out."""
    if body:
        yield body[-1]
        if isinstance(body[-1], ir.If | ir.Ask):
            for inner in bodies(body[-1]):
                yield from _last_of(inner)


def add_function(tables: Tables, function: ir.Function) -> None:
    """Put a function of the module into the native one."""
    if function.type.many:
        return
    scope = StatementScope(tables, declared(f"f_{function.name}", function, "i32"), function.name)
    take_parameters(scope, function)
    span = tables.spans.result(function.name)
    lines, value = scope.with_room([], scope.fitting(scope.number(function.result), span))
    assert value is not None
    scope.function.body = [*lines, Return(value)]
    tables.wasm.add(scope.function)


def add_procedure(tables: Tables, procedure: ir.Procedure) -> None:
    """Put a procedure that never stops into the native module."""
    scope = StatementScope(tables, declared(f"p_{procedure.name}", procedure), procedure.name)
    take_parameters(scope, procedure)
    scope.function.body, _ = scope.with_room(scope.body(procedure.body), None)
    tables.wasm.add(scope.function)


def declared(name: str, code: ir.Function | ir.Procedure, result: Type | None = None) -> Function:
    """A function for code of the module, without its body."""
    names = ("S", *(f"v.{each}" for each, _ in code.parameters))
    return Function(name, tuple((f"{name}:{each}", "i32") for each in names), result)


def take_parameters(scope: StatementScope, code: ir.Function | ir.Procedure) -> None:
    """What a function is given has the names of its parameters; the game that it plays may lie in a known place."""
    if code.name in scope.tables.at_home:
        scope.state = number(scope.tables.state)
    for name, type_ in code.parameters:
        if type_.many:
            raise Unsupported(f"{code.name} takes a list")
        low, high = scope.spans.local(code.name, name, type_)
        scope.types[name] = type_
        if type_.kind is ir.Kind.CAPTURE:
            scope.names[name] = Get(f"{scope.function.name}:v.{name}")
        else:
            scope.names[name] = Get(f"{scope.function.name}:v.{name}", low=low, high=high)
