"""Python source for functions and for statements that never stop. `G` is the tape: the story goes to `G.log`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.layout import DELAYED
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_types import LARGEST
from rulewright.runtime.ir.terms import Body, Function, Kind, Node, Procedure, Stmt
from rulewright.runtime.python.emit_expressions import ExpressionWriter, is_truth
from rulewright.runtime.python.logged_moves import logged_name

FunctionSource = tuple[str, Iterator[str]]
"""The name of a Python function and its lines, which are generated lazily."""

_GROWING = {"+", "-", "*"}


class StatementWriter:
    """Translator of IR functions, and of procedures that never stop, to Python source."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.expressions = ExpressionWriter(module.layout)
        self.emit = self.expressions.emit

    def functions(self) -> Iterator[FunctionSource]:
        """Yield the name and source lines of each IR function, and of each procedure that never stops."""
        for function in self.module.code.functions.values():
            yield function.name, self._function(function)
        for procedure in self.module.code.procedures.values():
            if not procedure.asks:
                yield procedure.name, self._procedure(procedure)

    def _function(self, function: Function) -> Iterator[str]:
        """Yield the source lines of an IR function."""
        head = ", ".join(["S", *(name for name, _ in function.parameters)])
        yield f"def {function.name}({head}):"
        yield f"    return {self.emit(function.result)}"

    def _procedure(self, procedure: Procedure) -> Iterator[str]:
        """Yield the source lines of a procedure that never stops."""
        head = ", ".join(["S", "G", *(name for name, _ in procedure.parameters)])
        yield f"def {procedure.name}({head}):"
        yield from self._inner(procedure.body, 0)

    def lines(self, body: Body, depth: int) -> Iterator[str]:
        """Yield the source lines of statements, indented by `depth` levels."""
        for stmt in body:
            yield from self._statement(stmt, depth)

    def _inner(self, body: Body, depth: int) -> Iterator[str]:
        """Yield the source lines of a body one level deeper than `depth`; `pass` for an empty one."""
        yield from self.lines(body, depth + 1) if body else iter(["    " * (depth + 1) + "pass"])

    def _statement(self, stmt: Stmt, depth: int) -> Iterator[str]:
        """Yield the source lines of one statement, indented by `depth` levels."""
        pad = "    " * depth
        match stmt:
            case ir.If():
                yield f"{pad}if {self.emit(stmt.condition)}:"
                yield from self._inner(stmt.body, depth)
                if stmt.otherwise:
                    yield f"{pad}else:"
                    yield from self._inner(stmt.otherwise, depth)
            case ir.For():
                yield f"{pad}for {stmt.var} in {self.emit(stmt.source)}:"
                yield from self._inner(stmt.body, depth)
            case ir.Loop():
                yield f"{pad}while not {self.emit(stmt.until)}:"
                yield from self._inner(stmt.body, depth)
            case ir.Ask() | ir.EndGame():
                raise TypeError(stmt)  # only in terminators of blocks
            case _:
                yield from (pad + line for line in self._simple(stmt))

    def _simple(self, stmt: ir.Simple) -> list[str]:
        """Return the source lines, not indented, of a statement without nested statements."""
        match stmt:
            case ir.Assign():
                line = f"{stmt.name} = {self.emit(stmt.value)}"
                return [line, _overflow_check(stmt.name)] if self._may_grow(stmt.value) else [line]
            case ir.Write():
                return self._write(stmt)
            case ir.Reset():
                variable = self.module.variables[stmt.variable]
                run, start = variable.run, variable.start
                if run.count == 1:
                    return [f"S[{run.base}] = {start}"]
                return [f"S[{run.base}:{run.base + run.count}] = {[start] * run.count}"]
            case ir.Effect():
                name = logged_name(stmt.change.verb, stmt.logged)
                return [f"{name}({self.expressions.given(stmt.arguments)})"]
            case ir.Perform():
                return [f"{stmt.procedure}({self.expressions.given(stmt.arguments, 'S, G')})"]
            case ir.Count():
                return [f"COUNTS[{stmt.clause}] += 1"]
            case ir.Spend():
                return [f"fuel[0] -= {stmt.steps}", "if fuel[0] < 0: spend(0)"]
            case ir.Fail():
                return [f"fail({stmt.reason!r}, {stmt.what!r})"]
            case ir.Tell():
                return [self._story_line(stmt)]
            case ir.Delay():
                entry = ", ".join([str(stmt.rule), *map(self.emit, stmt.captured)])
                return [f"delay(S, ({entry},))"]
            case ir.Undelay():
                stays = f"d[0] not in ({', '.join(map(str, stmt.rules))},)"
                stays += f" or d[1] != {self.emit(stmt.whose)}" if stmt.whose is not None else ""
                return [f"S[{DELAYED}] = tuple([d for d in S[{DELAYED}] if {stays}])"]
            case _:
                assert_never(stmt)

    def _write(self, stmt: ir.Write) -> list[str]:
        """Return source lines that assign to a variable's cell, with an overflow check where needed."""
        run = self.module.variables[stmt.variable].run
        start = run.base if stmt.index is None else run.start
        cell, text = self.expressions.cell(start, stmt.index), self.emit(stmt.value)
        if is_truth(stmt.value):
            return [f"{cell} = int({text})"]
        if self._may_grow(stmt.value):
            return [f"{cell} = v = {text}", _overflow_check("v")]
        return [f"{cell} = {text}"]

    def _may_grow(self, value: Node) -> bool:
        """Return whether the result of an expression may be outside the range of a game's numbers."""
        match value:
            case ir.Binary(operator=operator, left=left, right=right):
                return operator in _GROWING or self._may_grow(left) or self._may_grow(right)
            case ir.Cond():
                return self._may_grow(value.yes) or self._may_grow(value.no)
            case ir.Reduce():
                return value.how == "total" or (value.of is not None and self._may_grow(value.of))
            case ir.Metered():
                return self._may_grow(value.what)
            case ir.Call():
                return self.module.code.functions[value.function].type.kind is Kind.NUMBER
        return False

    def _story_line(self, stmt: ir.Tell) -> str:
        """Return the source line that logs a line of the story if the game has readers."""
        types = self.module.tellings[stmt.telling].all_types
        values = [
            self._story_value(value, type_) for value, type_ in zip(stmt.values, types, strict=True)
        ]
        fields = f"({', '.join(values)}{',' * (len(values) == 1)})"
        to = self.emit(stmt.to) if stmt.to is not None else "-1"
        entry = f"({stmt.telling}, {self.emit(stmt.why)}, {fields}, {to})"
        when = f" and {self.emit(stmt.when)}" if stmt.when is not None else ""
        return f"if G.log is not None{when}: G.log.append({entry})"

    def _story_value(self, value: Node, type_: ir.Type) -> str:
        """Return Python source for a value in the story; pieces come with the mask of seats that know them."""
        text = self.emit(value)
        if type_.kind is not Kind.PIECE:
            return f"tuple([(v,) for v in {text}])" if type_.many else text
        return f"seen_all(S, {text})" if type_.many else f"seen(S, {text})"


def _overflow_check(name: str) -> str:
    """Return a source line that raises a fault if the Python variable `name` is out of range."""
    return f"if not -{LARGEST + 1} < {name} < {LARGEST + 1}: beyond({name})"
