"""Encodes the body of one function as WebAssembly bytes.

Conditions become jumps instead of numbers that are tested, because wasmtime's compiler does not simplify the
latter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import is_selectable
from rulewright.native.encode import opcodes as op

Names = Mapping[str, int]


class CodeWriter:
    """An encoder of one function's body; names of functions, globals and locals become indices."""

    def __init__(self, function: wasm.Function, functions: Names, globals_: Names) -> None:
        self.functions, self.globals = functions, globals_
        self.function = function
        names = [*(name for name, _ in function.parameters), *function.locals]
        self.locals = {name: number for number, name in enumerate(names)}
        self.labels: list[str] = []
        self.out = bytearray()

    def to_bytes(self) -> bytes:
        """Return the function's locals and code in binary format, preceded by their length."""
        runs: list[list[int]] = []
        for type_ in self.function.locals.values():
            if runs and runs[-1][1] == op.TYPES[type_]:
                runs[-1][0] += 1
            else:
                runs.append([1, op.TYPES[type_]])
        self.out += op.unsigned(len(runs))
        for count, type_number in runs:
            self.out += op.unsigned(count) + bytes((type_number,))
        self._body(self.function.body)
        # Every path returns, but validation wants a result at the end: `unreachable` has any type.
        if self.function.result is not None:
            self.out.append(op.UNREACHABLE)
        self.out.append(op.END)
        return op.unsigned(len(self.out)) + self.out

    # ------------------------------------------------------------------ statements

    def _body(self, body: wasm.Body) -> None:
        """Encode a sequence of statements."""
        for stmt in body:
            self._statement(stmt)

    def _statement(self, stmt: wasm.Stmt) -> None:
        """Encode a statement and all that it contains."""
        match stmt:
            case wasm.Set(name=name, value=value):
                self._expression(value)
                self._emit_index(op.LOCAL_SET, self.locals[name])
            case wasm.SetGlobal(name=name, value=value):
                self._expression(value)
                self._emit_index(op.GLOBAL_SET, self.globals[name])
            case wasm.Store():
                self._store(stmt)
            case wasm.If():
                self._if(stmt)
            case wasm.Block(label=label, body=body):
                self._emit_labelled(op.BLOCK, label, body)
            case wasm.Loop(label=label, body=body):
                self._emit_labelled(op.LOOP, label, body)
            case wasm.Jump(label=label, condition=condition):
                self._jump(wasm.TRUE if condition is None else condition, label, True)
            case wasm.Switch(value=value, labels=labels):
                self._expression(value)
                self._emit_index(op.BR_TABLE, len(labels) - 1)
                for label in labels:
                    self.out += op.unsigned(self._depth(label))
            case wasm.Return(value=value):
                if value is not None:
                    self._expression(value)
                self.out.append(op.RETURN)
            case wasm.CallStmt(function=function, arguments=arguments):
                self._call(function, arguments)
            case wasm.Drop(value=value):
                self._expression(value)
                self.out.append(op.DROP)
            case wasm.CopyBytes(to=to, source=source, count=count):
                for each in (to, source, count):
                    self._expression(each)
                self.out += op.MEMORY_COPY
            case wasm.Trap():
                self.out.append(op.UNREACHABLE)
            case _:
                assert_never(stmt)

    def _emit_labelled(self, opcode: int, label: str, body: wasm.Body) -> None:
        """Encode a block or loop, whose label jumps can refer to."""
        self._begin(opcode, label)
        self._body(body)
        self._end()

    def _begin(self, opcode: int, label: str, result: int = op.NO_RESULT) -> None:
        """Encode the begin of a block or loop with a label, optionally with a result type."""
        self.out += bytes((opcode, result))
        self.labels.append(label)

    def _end(self) -> None:
        """Encode the end of the innermost block."""
        self.out.append(op.END)
        self.labels.pop()

    def _depth(self, label: str) -> int:
        """Return how many enclosing blocks a jump from here to `label` leaves, as jumps are encoded."""
        return self.labels[::-1].index(label)

    def _if(self, stmt: wasm.If) -> None:
        """Encode an if statement as jumps out of blocks."""
        outer, inner = f"if{len(self.labels)}", f"else{len(self.labels)}"
        # Branches out of blocks, not `if`: then conditions of several parts need no number of their own.
        if stmt.else_body:
            self._begin(op.BLOCK, outer)
        self._begin(op.BLOCK, inner)
        self._jump(stmt.condition, inner, False)
        self._body(stmt.body)
        if stmt.else_body:
            self._emit_index(op.BR, 1)
        self._end()
        if stmt.else_body:
            self._body(stmt.else_body)
            self._end()

    def _jump(self, condition: wasm.Expr, label: str, when: bool) -> None:
        """Encode a jump to `label` that is taken if the truth of `condition` equals `when`."""
        match condition:
            case wasm.Const(value=value):
                if bool(value) == when:
                    self._emit_index(op.BR, self._depth(label))
            case wasm.Conditional(condition=one, yes=other, no=wasm.Const(value=0)):
                self._jump_by_two(one, other, label, when, both=True)
            case wasm.Conditional(condition=one, yes=wasm.Const(value=1), no=other):
                self._jump_by_two(one, other, label, when, both=False)
            case wasm.Unary(name="i32.eqz", of=of):
                self._jump(of, label, not when)
            case wasm.Sequenced(body=body, value=value):
                self._body(body)
                self._jump(value, label, when)
            case _:
                self._expression(condition)
                if not when:
                    self.out.append(op.EQZ)
                self._emit_index(op.BR_IF, self._depth(label))

    def _jump_by_two(
        self, one: wasm.Expr, other: wasm.Expr, label: str, when: bool, *, both: bool
    ) -> None:
        """Encode a jump that is taken if the truth of "one and other" (`both`) or "one or other" is `when`."""
        # "Jump unless both" and "jump if either" are two jumps in a row (De Morgan). In the other two cases the
        # first condition may jump over the second.
        if when != both:
            self._jump(one, label, when)
            self._jump(other, label, when)
            return
        over = f"over{len(self.labels)}"
        self._begin(op.BLOCK, over)
        self._jump(one, over, not both)
        self._jump(other, label, both)
        self._end()

    def _store(self, stmt: wasm.Store) -> None:
        """Encode a write of a number to memory."""
        self._expression(stmt.address)
        self._expression(stmt.value)
        opcode, align = op.STORE[stmt.value.type, stmt.size]
        self.out += bytes((opcode, align)) + op.unsigned(stmt.offset)

    # ------------------------------------------------------------------ expressions

    def _expression(self, expr: wasm.Expr) -> None:
        """Encode an expression and all that it contains."""
        match expr:
            case wasm.Get():
                self._emit_index(op.LOCAL_GET, self.locals[expr.name])
            case wasm.Const():
                self.out.append(op.I32_CONST if expr.type == "i32" else op.I64_CONST)
                self.out += op.signed(expr.value)
            case wasm.Global(name=name):
                self._emit_index(op.GLOBAL_GET, self.globals[name])
            case wasm.Load():
                self._load(expr)
            case wasm.Binary(name=name, left=left, right=right):
                self._expression(left)
                self._expression(right)
                self.out.append(op.OPERATIONS[f"{left.type}.{name}"])
            case wasm.Unary(name=name, of=of):
                self._expression(of)
                self.out.append(op.OPERATIONS[name])
            case wasm.Call(function=function, arguments=arguments):
                self._call(function, arguments)
            case wasm.Conditional():
                self._either(expr)
            case wasm.Sequenced(body=body, value=value):
                self._body(body)
                self._expression(value)
            case _:
                assert_never(expr)

    def _either(self, expr: wasm.Conditional) -> None:
        """Encode an if-else expression: as a branch-free `select` if both values are cheap, else as an `if`."""
        if is_selectable(expr.yes) and is_selectable(expr.no):
            # Both values are computed: that costs less than a mispredicted branch.
            for each in (expr.yes, expr.no, expr.condition):
                self._expression(each)
            self.out.append(op.SELECT)
            return
        self._expression(expr.condition)
        self._begin(op.IF, "", op.TYPES[expr.type])
        self._expression(expr.yes)
        self.out.append(op.ELSE)
        self._expression(expr.no)
        self._end()

    def _load(self, expr: wasm.Load) -> None:
        """Encode a read of a number from memory."""
        self._expression(expr.address)
        opcode, align = op.LOAD[expr.type, expr.size, expr.signed]
        self.out += bytes((opcode, align)) + op.unsigned(expr.offset)

    def _call(self, function: str, arguments: tuple[wasm.Expr, ...]) -> None:
        """Encode a function call with its arguments."""
        for argument in arguments:
            self._expression(argument)
        self._emit_index(op.CALL, self.functions[function])

    def _emit_index(self, opcode: int, number: int) -> None:
        """Encode an instruction with an index, such as that of a function or local."""
        self.out.append(opcode)
        self.out += op.unsigned(number)
