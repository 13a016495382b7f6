"""Functions recorded by the builder do what the same statements do in a model: programs made by hypothesis."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings, strategies as some

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, narrowed, widened
from rulewright.native.builder.code import Code, LocalVar, call
from rulewright.native.builder.structs import (
    F64,
    I32,
    Inner,
    NumberArray,
    Struct,
    StructArray,
    f64,
    i32,
    i64,
    u32,
)
from rulewright.native.encode.inlining import inline
from rulewright.native.encode.wasm_module import WasmModule
from rulewright.native.host import Host, Trapped

pytest.importorskip("wasmtime")

Term = tuple[Any, ...]
VARS, CELLS = 3, 4


class Point(Struct):
    x = i32()
    y = i64()


class Line(Struct):
    begin, end = Inner(Point), Inner(Point)
    count = u32()
    length = f64()


class Recorded:
    """A module with the function `main`, which gives a number, and memory that it can use."""

    def __init__(self) -> None:
        self.wasm = WasmModule()
        self.cells = self.wasm.reserve(4 * CELLS)
        self.points = self.wasm.reserve(Point.size * CELLS)

    @contextmanager
    def function(self, name: str, *names: str, result: wasm.Type | None = "i32") -> Any:
        code = Code(wasm.Function(name, tuple((each, "i32") for each in names), result))
        yield code
        self.wasm.add(code.function).exported = name == "main"

    def main(self, *given: int) -> int:
        inline(self.wasm)
        return Host(self.wasm.to_bytes()).call("main", *given)


def wrapped(number: int) -> int:
    return (number + 2**31) % 2**32 - 2**31


# ------------------------------------------------------------------ programs

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "&": lambda one, other: one & other,
    "|": lambda one, other: one | other,
    "^": lambda one, other: one ^ other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
    "==": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
}
"""Operators that Python's numbers and expressions both have."""

NUMBERS = some.integers(-9, 9) | some.sampled_from([-(2**31), 2**31 - 1, 1 << 16])
ATOMS = some.one_of(
    some.tuples(some.just("number"), NUMBERS),
    some.tuples(some.just("var"), some.integers(0, VARS - 1)),
)


def larger_terms(terms: Any) -> Any:
    return some.one_of(
        some.tuples(some.just("operator"), some.sampled_from(sorted(OPERATORS)), terms, terms),
        some.tuples(
            some.just("shift"), some.sampled_from(["<<", ">>"]), terms, some.integers(0, 31)
        ),
        some.tuples(some.just("choose"), terms, terms, terms),
        some.tuples(some.just("cell"), terms),
        some.tuples(some.just("wide"), terms, terms),
    )


TERMS = some.recursive(ATOMS, larger_terms, max_leaves=6)
WRITES = some.one_of(
    some.tuples(some.sampled_from(["set", "add", "subtract", "or", "xor", "multiply", "let"]),
                some.integers(0, VARS - 1), TERMS),
    some.tuples(some.just("store"), TERMS, TERMS),
    some.tuples(some.just("point"), TERMS, TERMS),
    some.tuples(some.just("leave"), TERMS),
    some.tuples(some.just("give"), TERMS, TERMS),
)  # fmt: skip


def larger_bodies(bodies: Any) -> Any:
    count = some.integers(0, 3)
    statements = some.one_of(
        WRITES,
        some.tuples(some.just("when"), TERMS, bodies, some.none() | bodies),
        some.tuples(
            some.just("range"),
            count,
            count,
            some.integers(1, 2),
            some.integers(0, VARS - 1),
            bodies,
        ),
        some.tuples(some.just("loop"), count, TERMS, bodies),
        some.tuples(some.just("block"), bodies),
    )
    return some.lists(statements, max_size=4)


PROGRAMS = some.recursive(some.lists(WRITES, max_size=3), larger_bodies, max_leaves=8)


class Recorder:
    """Records a program with the builder."""

    def __init__(self, code: Code, module: Recorded) -> None:
        self.code = code
        self.vars = [code.parameter(f"v{number}") for number in range(VARS)]
        self.cells = NumberArray(code, I32, module.cells)
        self.points = StructArray(code, Point, module.points)
        self.labels: list[Any] = []

    def term(self, term: Term) -> Any:
        match term:
            case "number", number:
                return number
            case "var", number:
                return self.vars[number]
            case "operator", sign, one, other:
                left, right = self.term(one), self.term(other)
                both = OPERATORS[sign](left, right)
                return wrapped(int(both)) if isinstance(both, int) else both
            case "shift", sign, one, by:
                value = wasm.operand(self.term(one))
                return value << by if sign == "<<" else value >> by
            case "choose", one, yes, no:
                return choose(*(wasm.operand(self.term(each)) for each in (one, yes, no)))
            case "cell", at:
                return self.cells[wasm.operand(self.term(at)) & (CELLS - 1)]
            case "wide", one, other:
                left, right = (widened(wasm.operand(self.term(each))) for each in (one, other))
                return narrowed((left * right) >> 3)
        raise AssertionError(term)

    def body(self, body: list[Term]) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, statement: Term) -> None:
        code = self.code
        match statement:
            case ("set" | "let") as how, to, value:
                term = self.term(value)
                self.vars[to].set(code.let(term) if how == "let" else term)
            case ("add" | "subtract" | "or" | "xor" | "multiply") as how, to, value:
                self.change(how, self.vars[to], self.term(value))
            case "store", at, value:
                index = wasm.operand(self.term(at)) & (CELLS - 1)
                self.cells[index] += self.term(value)
            case "point", at, value:
                point = self.points[code.let(wasm.operand(self.term(at)) & (CELLS - 1))]
                point.x = self.term(value)
                point.y += widened(point.x)
                self.vars[0].set(narrowed(point.y))
            case "leave", condition:
                if self.labels:
                    self.labels[-1].leave(self.term(condition))
            case "give", condition, value:
                code.give_if(self.term(condition), self.term(value))
            case "when", condition, yes, no:
                with code.when(self.term(condition)):
                    self.body(yes)
                if no is not None:
                    with code.else_():
                        self.body(no)
            case "range", start, stop, step, to, body:
                with code.block() as label, code.range(stop, start, step) as at:
                    self.vars[to].set(at)
                    self.inside(label, body)
            case "loop", count, condition, body:
                left = code.var(count, low=0, high=3)
                with code.loop(left > 0) as label:
                    left -= 1
                    label.leave(self.term(condition))
                    self.inside(label, body)
            case "block", body:
                with code.block() as label:
                    self.inside(label, body)

    def inside(self, label: Any, body: list[Term]) -> None:
        self.labels.append(label)
        self.body(body)
        self.labels.pop()

    def change(self, how: str, var: LocalVar, value: Any) -> None:
        match how:
            case "add":
                var += value
            case "subtract":
                var -= value
            case "or":
                var |= value
            case "xor":
                var ^= value
            case _:
                var *= value


class Leave(Exception):
    """A block was left."""


class Give(Exception):
    """The function has returned."""


class Model:
    """Carries a program out in Python."""

    CHANGES: ClassVar = {"add": "+", "subtract": "-", "or": "|", "xor": "^", "multiply": "*"}

    def __init__(self, given: list[int]) -> None:
        self.vars, self.cells, self.sums = list(given), [0] * CELLS, [0] * CELLS
        self.depth = 0

    def term(self, term: Term) -> int:
        match term:
            case "number", number:
                return int(number)
            case "var", number:
                return self.vars[number]
            case "operator", sign, one, other:
                return wrapped(int(OPERATORS[sign](self.term(one), self.term(other))))
            case "shift", sign, one, by:
                value = self.term(one)
                return wrapped(value << by if sign == "<<" else value % 2**32 >> by)
            case "choose", one, yes, no:
                return self.term(yes) if self.term(one) else self.term(no)
            case "cell", at:
                return self.cells[self.term(at) & (CELLS - 1)]
            case "wide", one, other:
                return wrapped((self.term(one) * self.term(other)) % 2**64 >> 3)
        raise AssertionError(term)

    def body(self, body: list[Term]) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, statement: Term) -> None:
        match statement:
            case "set" | "let", to, value:
                self.vars[to] = self.term(value)
            case ("add" | "subtract" | "or" | "xor" | "multiply") as how, to, value:
                both = OPERATORS[self.CHANGES[how]](self.vars[to], self.term(value))
                self.vars[to] = wrapped(both)
            case "store", at, value:
                index = self.term(at) & (CELLS - 1)
                self.cells[index] = wrapped(self.cells[index] + self.term(value))
            case "point", at, value:
                index, x = self.term(at) & (CELLS - 1), self.term(value)
                self.sums[index] += x
                self.vars[0] = wrapped(self.sums[index])
            case "leave", condition:
                if self.depth and self.term(condition):
                    raise Leave
            case "give", condition, value:
                if self.term(condition):
                    raise Give(self.term(value))
            case "when", condition, yes, no:
                self.body(yes if self.term(condition) else no or [])
            case "range", start, stop, step, to, body:
                self.inside(
                    [
                        each
                        for at in range(start, stop, step)
                        for each in [("set", to, ("number", at)), *body]
                    ]
                )
            case "loop", count, condition, body:
                self.inside([each for _ in range(count) for each in [("leave", condition), *body]])
            case "block", body:
                self.inside(body)

    def inside(self, body: list[Term]) -> None:
        self.depth += 1
        try:
            self.body(body)
        except Leave:
            pass
        finally:
            self.depth -= 1

    def main(self, program: list[Term]) -> int:
        try:
            self.body(program)
        except Give as given:
            return int(given.args[0])
        return self.result()

    def result(self) -> int:
        result = 0
        for number in (*self.vars, *self.cells):
            result = wrapped(result * 31 + number)
        return result


@settings(deadline=None)
@given(PROGRAMS, some.lists(NUMBERS, min_size=VARS, max_size=VARS))
@pytest.mark.rotating
def test_recorded_statements_do_what_the_model_does(program: list[Term], given: list[int]) -> None:
    module = Recorded()
    with module.function("main", *(f"v{number}" for number in range(VARS))) as code:
        recorder = Recorder(code, module)
        recorder.body(program)
        result = code.var(0)
        for number in (*recorder.vars, *(recorder.cells[at] for at in range(CELLS))):
            result.set(result * 31 + number)
        code.give(result)

    assert module.main(*given) == Model(given).main(program)


# ------------------------------------------------------------------ by hand


def test_fields_lie_aligned_in_the_order_of_their_declaration() -> None:
    assert (Point.x.offset, Point.y.offset, Point.size) == (0, 8, 16)
    assert (Line.begin.offset, Line.end.offset, Line.count.offset) == (0, 16, 32)
    assert (Line.length.offset, Line.size) == (40, 48)


def test_structs_within_structs_are_read_and_written() -> None:
    module = Recorded()
    at = module.wasm.reserve(Line.size)
    with module.function("main", "n") as code:
        line, n = Line(code, at), code.parameter("n")
        line.begin.x, line.end.x = n, n + 5
        line.count = line.end.x - line.begin.x
        line.length = 3
        line.length *= wasm.real(line.count)
        with code.when(line.length == 15):
            code.give(line.end.start - line.start)
        code.give(-1)

    assert module.main(4) == 16


def test_floats_are_counted_as_in_python() -> None:
    module = Recorded()
    at = module.wasm.reserve(8 * 4)
    with module.function("main", "n") as code:
        row = NumberArray(code, F64, at)
        n = code.parameter("n", low=0, high=9)
        row[0] = wasm.real(n)
        row[1] = row[0] / 3 + 1
        code.give(row[1] * 3 == row[0] + 3)

    assert [module.main(n) for n in range(9)] == [(n / 3 + 1) * 3 == n + 3 for n in range(9)]


def test_what_is_decided_while_code_is_built_takes_no_instruction() -> None:
    function = wasm.Function("f", (("n", "i32"),), "i32")
    code = Code(function)
    n = code.parameter("n", low=0, high=3)
    with code.when(n < 4):
        code.give(1)
    with code.else_():
        code.give(2)
    with code.when(n > 7):
        code.give(3)

    assert [type(each) for each in function.body] == [wasm.Return]
    assert function.body[0].value.value == 1  # type: ignore[union-attr]


def test_an_expression_is_evaluated_again_at_each_use_and_a_let_once() -> None:
    module = Recorded()
    with module.function("main", "n") as code:
        n = code.parameter("n")
        again, once = n + 1, code.let(n + 1)
        n.set(10)
        code.give(again * 100 + once)

    assert module.main(1) == 1102


def test_functions_call_each_other() -> None:
    module = Recorded()
    with module.function("double", "n") as code:
        code.give(code.parameter("n") * 2)
    with module.function("keep", "n", result=None) as code:
        NumberArray(code, I32, module.cells)[1] = code.parameter("n")
    with module.function("main", "n") as code:
        n = code.parameter("n")
        code.run("keep", call("double", n))
        code.drop(call("double", 3))
        code.copy(module.cells + 8, module.cells + 4, 4)
        code.give(NumberArray(code, I32, module.cells)[2])

    assert module.main(21) == 42


def test_traps_are_for_what_must_not_be() -> None:
    module = Recorded()
    with module.function("main", "n") as code:
        code.trap_if(code.parameter("n") > 2)
        code.give(7)

    assert module.main(2) == 7
    with pytest.raises(Trapped):
        module.main(3)


def test_an_expression_has_no_truth_value_while_code_is_built() -> None:
    with pytest.raises(TypeError, match="when"):
        assert wasm.Get("n") < 3


def test_else_follows_its_when() -> None:
    code = Code(wasm.Function("f", (("n", "i32"),)))
    with pytest.raises(AssertionError), code.else_():
        pass
    with code.when(code.parameter("n")):
        code.give()
    code.give()
    with pytest.raises(AssertionError, match="right after"), code.else_():
        pass
