"""The body of a function of the native form as the bytes of WebAssembly.

Conditions are written as jumps, not as numbers that are tested: what compiles them does not see through those.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from rulewright.engines.native.form.making import is_plain
from rulewright.engines.native.form.native_form import (
    TRUE,
    Binary,
    Block,
    Body,
    Called,
    Const,
    CopyBytes,
    Do,
    Drop,
    Either,
    Expr,
    Function,
    Get,
    Global,
    If,
    Jump,
    Load,
    Loop,
    Return,
    Run,
    Set,
    SetGlobal,
    Stmt,
    Store,
    Switch,
    Trap,
    Unary,
)
from rulewright.engines.native.form.opcodes import (
    BLOCK,
    BR,
    BR_IF,
    BR_TABLE,
    CALL,
    DROP,
    ELSE,
    END,
    EQZ,
    GLOBAL_GET,
    GLOBAL_SET,
    I32_CONST,
    I64_CONST,
    IF,
    LOAD,
    LOCAL_GET,
    LOCAL_SET,
    LOOP,
    MEMORY_COPY,
    NO_RESULT,
    OPERATIONS,
    RETURN,
    SELECT,
    STORE,
    TYPES,
    UNREACHABLE,
    signed,
    unsigned,
)

Names = Mapping[str, int]


class CodeWriter:
    """Writes one function; functions and globals are known by their numbers."""

    def __init__(self, function: Function, functions: Names, globals_: Names) -> None:
        self.functions, self.globals = functions, globals_
        self.function = function
        names = [*(name for name, _ in function.parameters), *function.locals]
        self.locals = {name: number for number, name in enumerate(names)}
        self.labels: list[str] = []
        self.out = bytearray()

    def written(self) -> bytes:
        """Its locals and code, with their length in front."""
        runs: list[list[int]] = []
        for type_ in self.function.locals.values():
            if runs and runs[-1][1] == TYPES[type_]:
                runs[-1][0] += 1
            else:
                runs.append([1, TYPES[type_]])
        self.out += unsigned(len(runs))
        for count, type_number in runs:
            self.out += unsigned(count) + bytes((type_number,))
        self._body(self.function.body)
        if self.function.result is not None:
            self.out.append(UNREACHABLE)
        self.out.append(END)
        return unsigned(len(self.out)) + self.out

    # ------------------------------------------------------------------ statements

    def _body(self, body: Body) -> None:
        for stmt in body:
            self._statement(stmt)

    def _statement(self, stmt: Stmt) -> None:
        match stmt:
            case Set(name=name, value=value):
                self._expression(value)
                self._with(LOCAL_SET, self.locals[name])
            case SetGlobal(name=name, value=value):
                self._expression(value)
                self._with(GLOBAL_SET, self.globals[name])
            case Store():
                self._store(stmt)
            case If():
                self._if(stmt)
            case Block(label=label, body=body):
                self._labelled(BLOCK, label, body)
            case Loop(label=label, body=body):
                self._labelled(LOOP, label, body)
            case Jump(label=label, condition=condition):
                self._jump(condition or TRUE, label, True)
            case Switch(value=value, labels=labels):
                self._expression(value)
                self._with(BR_TABLE, len(labels) - 1)
                for label in labels:
                    self.out += unsigned(self._depth(label))
            case Return(value=value):
                if value is not None:
                    self._expression(value)
                self.out.append(RETURN)
            case Run(function=function, arguments=arguments):
                self._call(function, arguments)
            case Drop(value=value):
                self._expression(value)
                self.out.append(DROP)
            case CopyBytes(to=to, source=source, count=count):
                for each in (to, source, count):
                    self._expression(each)
                self.out += MEMORY_COPY
            case Trap():
                self.out.append(UNREACHABLE)
            case _:
                assert_never(stmt)

    def _labelled(self, opcode: int, label: str, body: Body) -> None:
        self._begin(opcode, label)
        self._body(body)
        self._end()

    def _begin(self, opcode: int, label: str, result: int = NO_RESULT) -> None:
        self.out += bytes((opcode, result))
        self.labels.append(label)

    def _end(self) -> None:
        self.out.append(END)
        self.labels.pop()

    def _depth(self, label: str) -> int:
        return self.labels[::-1].index(label)

    def _if(self, stmt: If) -> None:
        outer, inner = f"if{len(self.labels)}", f"else{len(self.labels)}"
        if stmt.otherwise:
            self._begin(BLOCK, outer)
        self._begin(BLOCK, inner)
        self._jump(stmt.condition, inner, False)
        self._body(stmt.body)
        if stmt.otherwise:
            self._with(BR, 1)
        self._end()
        if stmt.otherwise:
            self._body(stmt.otherwise)
            self._end()

    def _jump(self, condition: Expr, label: str, when: bool) -> None:
        """Jump when the condition holds, or when it does not."""
        match condition:
            case Const(value=value):
                if bool(value) == when:
                    self._with(BR, self._depth(label))
            case Either(condition=one, yes=other, no=Const(value=0)):
                self._jump_if_both(one, other, label, when)
            case Either(condition=one, yes=Const(value=1), no=other):
                self._jump_if_one(one, other, label, when)
            case Unary(name="i32.eqz", of=of):
                self._jump(of, label, not when)
            case Do(body=body, value=value):
                self._body(body)
                self._jump(value, label, when)
            case _:
                self._expression(condition)
                if not when:
                    self.out.append(EQZ)
                self._with(BR_IF, self._depth(label))

    def _jump_if_both(self, one: Expr, other: Expr, label: str, when: bool) -> None:
        if not when:
            self._jump(one, label, False)
            self._jump(other, label, False)
            return
        over = f"over{len(self.labels)}"
        self._begin(BLOCK, over)
        self._jump(one, over, False)
        self._jump(other, label, True)
        self._end()

    def _jump_if_one(self, one: Expr, other: Expr, label: str, when: bool) -> None:
        if when:
            self._jump(one, label, True)
            self._jump(other, label, True)
            return
        over = f"over{len(self.labels)}"
        self._begin(BLOCK, over)
        self._jump(one, over, True)
        self._jump(other, label, False)
        self._end()

    def _store(self, stmt: Store) -> None:
        self._expression(stmt.address)
        self._expression(stmt.value)
        opcode, align = STORE[stmt.value.type, stmt.size]
        self.out += bytes((opcode, align)) + unsigned(stmt.offset)

    # ------------------------------------------------------------------ expressions

    def _expression(self, expr: Expr) -> None:
        match expr:
            case Get():
                self._with(LOCAL_GET, self.locals[expr.name])
            case Const():
                self.out.append(I32_CONST if expr.type == "i32" else I64_CONST)
                self.out += signed(expr.value)
            case Global(name=name):
                self._with(GLOBAL_GET, self.globals[name])
            case Load():
                self._load(expr)
            case Binary(name=name, left=left, right=right):
                self._expression(left)
                self._expression(right)
                self.out.append(OPERATIONS[f"{left.type}.{name}"])
            case Unary(name=name, of=of):
                self._expression(of)
                self.out.append(OPERATIONS[name])
            case Called(function=function, arguments=arguments):
                self._call(function, arguments)
            case Either():
                self._either(expr)
            case Do(body=body, value=value):
                self._body(body)
                self._expression(value)
            case _:
                assert_never(expr)

    def _either(self, expr: Either) -> None:
        """Only one of the two is worked out, unless both cost less than a jump that nobody can foretell."""
        if is_plain(expr.yes) and is_plain(expr.no):
            for each in (expr.yes, expr.no, expr.condition):
                self._expression(each)
            self.out.append(SELECT)
            return
        self._expression(expr.condition)
        self._begin(IF, "", TYPES[expr.type])
        self._expression(expr.yes)
        self.out.append(ELSE)
        self._expression(expr.no)
        self._end()

    def _load(self, expr: Load) -> None:
        self._expression(expr.address)
        opcode, align = LOAD[expr.type, expr.size, expr.signed]
        self.out += bytes((opcode, align)) + unsigned(expr.offset)

    def _call(self, function: str, arguments: tuple[Expr, ...]) -> None:
        for argument in arguments:
            self._expression(argument)
        self._with(CALL, self.functions[function])

    def _with(self, opcode: int, number: int) -> None:
        self.out.append(opcode)
        self.out += unsigned(number)
