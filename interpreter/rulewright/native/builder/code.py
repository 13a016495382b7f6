"""Records a WebAssembly function as its statements are carried out.

Python's `if` and `for` decide while code is built; `when` and `loop` decide in play. An expression is evaluated
where it is used, and again at each use; `let` evaluates it at once. Compare `llvmlite.ir.IRBuilder`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from rulewright.base.records import evolve, field
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import fold_comparison, negated
from rulewright.native.ast.wasm_ast import HIGHEST, LOWEST, Expr, Operand, operand

Condition: TypeAlias = "Expr | int"


class LocalVar(wasm.Get):
    """A local or parameter that statements assign to; its interval must hold for all that is assigned."""

    code: Any = field(default=None, kw_only=True)

    @property
    def fixed(self) -> wasm.Get:
        """The local as a value, for code that runs before the next assignment."""
        return wasm.Get(self.name, type=self.type, low=self.low, high=self.high)

    def set(self, value: Operand) -> None:
        """Record an assignment."""
        self.code.emit(wasm.Set(self.name, operand(value, self.type)))

    def __iadd__(self, other: Operand) -> LocalVar:
        self.set(self + other)
        return self

    def __isub__(self, other: Operand) -> LocalVar:
        self.set(self - other)
        return self

    def __iand__(self, other: Operand) -> LocalVar:
        self.set(self & other)
        return self

    def __ior__(self, other: Operand) -> LocalVar:
        self.set(self | other)
        return self

    def __ixor__(self, other: Operand) -> LocalVar:
        self.set(self ^ other)
        return self

    def __imul__(self, other: Operand) -> LocalVar:
        self.set(self * other)
        return self


class JumpLabel:
    """A block that statements inside of it can leave, or begin again."""

    def __init__(self, code: Code, name: str) -> None:
        self._code, self._name = code, name

    def leave(self, condition: Condition = 1) -> None:
        """Record leaving the block if a condition holds."""
        self.jump(condition)

    def jump(self, condition: Condition = 1) -> None:
        """Record the jump to the block's end, or to its begin if it is a `repeat`, if a condition holds."""
        condition = fold_comparison(operand(condition))
        if not isinstance(condition, wasm.Const):
            self._code.emit(wasm.Jump(self._name, condition))
        elif condition.value:
            self._code.emit(wasm.Jump(self._name))


class SwitchBuilder:
    """The cases of a jump table."""

    def __init__(self, code: Code) -> None:
        self._code, self.cases = code, dict[int, wasm.Body]()

    @contextmanager
    def case(self, number: int) -> Iterator[None]:
        """Carry out the statements inside if the value is this number."""
        assert number not in self.cases
        with self._code.recording() as self.cases[number]:
            yield


class Code:
    """A function under construction; the methods record statements at its end or in the open block."""

    def __init__(self, function: wasm.Function) -> None:
        self.function = function
        self.labels = 0
        self._bodies: list[wasm.Body] = [function.body]
        self._else: tuple[wasm.Body, int, wasm.Body | None] | None = None

    # ------------------------------------------------------------------ locals

    def label(self, hint: str) -> str:
        """Return a label that is unique in the function, made from `hint`."""
        self.labels += 1
        return f"{self.function.name}:{hint}.{self.labels}"

    def parameter(self, name: str, low: int = LOWEST, high: int = HIGHEST) -> LocalVar:
        """Return the parameter `name`, whose values are from `low` to `high`."""
        type_ = dict(self.function.parameters)[name]
        return LocalVar(name, type=type_, low=low, high=high, code=self)

    def let(self, value: Operand, hint: str = "t") -> Expr:
        """Record the evaluation of a value, and return the local that keeps it.

        A constant needs none, nor does a local that is no `LocalVar`: no statement assigns to it.
        """
        value = _any(value)
        if type(value) in (wasm.Const, wasm.Get):
            return value
        local = self.function.local(hint, value.type, value.low, value.high)
        self.emit(wasm.Set(local.name, value))
        return local

    def var(
        self, value: Operand | None = None, hint: str = "v", type_: wasm.Type | None = None,
        low: int = LOWEST, high: int = HIGHEST,
    ) -> LocalVar:  # fmt: skip
        """Return a local to assign to, undefined without `value`; `low` and `high` bound all its values."""
        if type_ is None:
            type_ = "i32" if value is None or isinstance(value, int) else value.type
        local = self.function.local(hint, type_)
        var = LocalVar(local.name, type=type_, low=low, high=high, code=self)
        if value is not None:
            var.set(value)
        return var

    # ------------------------------------------------------------------ statements

    def emit(self, *statements: wasm.Stmt) -> None:
        """Record statements."""
        self._bodies[-1] += statements

    def assign(self, local: wasm.Get, value: Operand) -> None:
        """Record an assignment to a local that is no `LocalVar`, such as the element of a loop."""
        self.emit(wasm.Set(local.name, operand(value, local.type)))

    def run(self, function: str, *arguments: Operand) -> None:
        """Record the call of a function without a result."""
        self.emit(wasm.CallStmt(function, tuple(map(_any, arguments))))

    def drop(self, value: Expr) -> None:
        """Record the evaluation of an expression for its effects only."""
        self.emit(wasm.Drop(value))

    def clear(self, *locals_: wasm.Get) -> None:
        """Record setting locals to 0."""
        for local in locals_:
            self.assign(local, 0)

    def set_global(self, name: str, value: Operand) -> None:
        """Record an assignment to a global of the module."""
        self.emit(wasm.SetGlobal(name, _any(value)))

    def copy(self, to: Operand, source: Operand, count: Operand) -> None:
        """Record copying `count` bytes between two addresses."""
        self.emit(wasm.CopyBytes(operand(to), operand(source), operand(count)))

    def store(self, address: Operand, offset: int, size: wasm.Size, value: Operand) -> None:
        """Record the write of the low `size` bytes of a value to memory, at `address + offset`."""
        self.emit(wasm.Store(operand(address), offset, size, _any(value)))

    def trap(self) -> None:
        """Record a trap."""
        self.emit(wasm.Trap())

    def trap_if(self, condition: Condition) -> None:
        """Record a trap if a condition holds."""
        with self.when(condition):
            self.trap()

    def jump(self, label: str, condition: Condition = 1) -> None:
        """Record the jump to the end of the block, or the begin of the loop, of this name, if a condition holds."""
        JumpLabel(self, label).jump(condition)

    def give(self, value: Operand | None = None) -> None:
        """Record the return from the function."""
        self.emit(
            wasm.Return(None if value is None else operand(value, self.function.result or "i32"))
        )

    def give_if(self, condition: Condition, value: Operand | None = None) -> None:
        """Record the return from the function if a condition holds."""
        with self.when(condition):
            self.give(value)

    # ------------------------------------------------------------------ branches and loops

    @contextmanager
    def recording(self) -> Iterator[wasm.Body]:
        """Collect the statements recorded inside in a body of their own, which the caller places."""
        yield self._open()
        self._bodies.pop()

    def _open(self) -> wasm.Body:
        """Return a body that collects statements from now on, until it is taken off the stack."""
        body: wasm.Body = []
        self._bodies.append(body)
        return body

    @contextmanager
    def when(self, condition: Condition) -> Iterator[None]:
        """Carry out the statements inside if a condition holds; a constant one is decided here."""
        condition = fold_comparison(operand(condition))
        body = self._open()
        yield
        self._bodies.pop()
        else_body: wasm.Body | None = []
        if not isinstance(condition, wasm.Const):
            self.emit(wasm.If(condition, body, else_body or []))
            else_body = self._bodies[-1][-1].else_body  # type: ignore[union-attr]  # the If just added
        elif condition.value:
            self.emit(*body)
        else:
            else_body = None  # the other branch always runs
        self._else = self._bodies[-1], len(self._bodies[-1]), else_body

    @contextmanager
    def else_(self) -> Iterator[None]:
        """Carry out the statements inside if the condition of the `when` just before does not hold."""
        assert self._else is not None, "else_() without when()"
        body, length, else_body = self._else
        assert body is self._bodies[-1], "else_() in another block than when()"
        assert length == len(body), "else_() not right after when()"
        inside = self._open()
        yield
        self._bodies.pop()
        (body if else_body is None else else_body).extend(inside)
        self._else = None

    @contextmanager
    def block(self, hint: str = "out") -> Iterator[JumpLabel]:
        """Open a block that statements inside can leave."""
        name = self.label(hint)
        body = self._open()
        yield JumpLabel(self, name)
        self._bodies.pop()
        self.emit(wasm.Block(name, body))

    @contextmanager
    def repeat(self, hint: str = "again") -> Iterator[JumpLabel]:
        """Open a block that a jump inside begins again; without a jump it ends."""
        name = self.label(hint)
        body = self._open()
        yield JumpLabel(self, name)
        self._bodies.pop()
        self.emit(wasm.Loop(name, body))

    @contextmanager
    def switch(self, value: Expr) -> Iterator[SwitchBuilder]:
        """Jump to the case of a value; none of them is carried out for other values."""
        switch = SwitchBuilder(self)
        yield switch
        out, name = self.label("switch"), self.label("case")
        labels = [
            f"{name}.{at}" if at in switch.cases else out
            for at in range(max(switch.cases, default=-1) + 1)
        ]
        body: wasm.Body = [wasm.Switch(value, (*labels, out))]
        for number, case in switch.cases.items():
            body = [wasm.Block(f"{name}.{number}", body), *case, wasm.Jump(out)]
        self.emit(wasm.Block(out, body))

    @contextmanager
    def loop(self, condition: Condition = 1) -> Iterator[JumpLabel]:
        """Repeat the statements inside while a condition holds; they can leave the loop."""
        out, again = self.label("out"), self.label("again")
        body = self._open()
        self._leave_unless(condition, out)
        yield JumpLabel(self, out)
        self.emit(wasm.Jump(again))
        self._bodies.pop()
        self.emit(wasm.Block(out, [wasm.Loop(again, body)]))

    def _leave_unless(self, condition: Condition, out: str) -> None:
        """Record leaving a loop unless a condition holds."""
        if not isinstance(condition, int):
            self.emit(wasm.Jump(out, negated(condition)))
        elif not condition:
            self.emit(wasm.Jump(out))

    @contextmanager
    def range(
        self, stop: Operand, start: Operand = 0, step: int = 1, hint: str = "at"
    ) -> Iterator[wasm.Get]:
        """Repeat the statements inside for each number from `start` to before `stop`, evaluated each time."""
        stop, start = operand(stop), operand(start)
        at = self.var(start, hint, low=start.low)
        with self.loop(at < stop):
            yield evolve(at, high=max(stop.high - 1, start.low))
            at += step

    def unrolled(
        self, stop: int, start: int = 0, most: int = 1, hint: str = "at"
    ) -> Iterator[Expr]:
        """Yield the numbers from `start` to before `stop`; of more than `most` only the variable of a loop.

        Use it in a `for`, whose body is recorded for each number or once inside of the loop.
        """
        if stop - start <= most:
            yield from map(wasm.number, range(start, stop))
        else:
            with self.range(stop, start, hint=hint) as at:
                yield at


def call(
    name: str, *arguments: Operand, type_: wasm.Type = "i32", low: int = LOWEST, high: int = HIGHEST
) -> Expr:
    """Return the result of a function; it is called at each use of the expression."""
    return wasm.Call(name, tuple(map(_any, arguments)), type=type_, low=low, high=high)


def _any(value: Operand) -> Expr:
    """Return an expression of any type; an int becomes a number of 32 bits."""
    return wasm.number(value) if isinstance(value, int) else value
