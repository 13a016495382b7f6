"""Functions and statements that never stop, as Python source."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import ir
from rulewright.engines.python.emit_expressions import written
from rulewright.ir import Body, Lowered, Node, Op, Stmt
from rulewright.ir.layout import (
    DELAYED,
)

_TRUTHS = {"and", "or", "not", "==", "!=", "<", "<=", ">", ">="}


def functions_source(lowered: Lowered, done: set[str]) -> list[str]:
    """The plain functions of values and of procedures that never stop, leaving out those done before."""
    lines: list[str] = []
    for function in lowered.functions.values():
        if function.name not in done:
            done.add(function.name)
            head = ", ".join(["S", *function.parameters])
            lines += [f"def {function.name}({head}):", f"    return {written(function.result)}", ""]
    for procedure in lowered.procedures.values():
        if not procedure.asks and procedure.name not in done:
            done.add(procedure.name)
            head = ", ".join(["S", "G", *procedure.parameters])
            lines += [f"def {procedure.name}({head}):"]
            lines += [*statements(procedure.body, 1), "    return", ""]
    return lines


def statements(body: Body, depth: int) -> Iterator[str]:
    """The lines of statements at this depth of indentation."""
    for stmt in body:
        yield from _statement(stmt, depth)


def _statement(stmt: Stmt, depth: int) -> Iterator[str]:
    pad = "    " * depth
    match stmt:
        case ir.If(condition=condition, body=body, otherwise=otherwise):
            yield f"{pad}if {written(condition)}:"
            yield from _block(body, depth)
            if otherwise:
                yield f"{pad}else:"
                yield from _block(otherwise, depth)
        case ir.For(var=var, source=source, body=body):
            yield f"{pad}for {var} in {written(source)}:"
            yield from _block(body, depth)
        case ir.Loop(until=until, body=body):
            yield f"{pad}while not {written(until)}:"
            yield from _block(body, depth)
        case _:
            yield pad + _simple(stmt)


def _block(body: Body, depth: int) -> Iterator[str]:
    yield from statements(body, depth + 1) if body else iter(["    " * (depth + 1) + "pass"])


def _simple(stmt: Stmt) -> str:
    match stmt:
        case ir.Assign(name=name, value=value):
            return f"{name} = {written(value)}"
        case ir.Store(base=base, index=index, value=value):
            cell = f"S[{base}]" if index is None else f"S[{base} + {written(index)}]"
            return f"{cell} = {_number(value)}"
        case ir.Fill(base=base, count=count, value=value):
            return (
                f"S[{base}] = {value}"
                if count == 1
                else f"S[{base}:{base + count}] = {[value] * count}"
            )
        case ir.Effect(function=function, arguments=arguments):
            return f"{function}({', '.join(['S', *map(written, arguments)])})"
        case ir.Perform(procedure=procedure, arguments=arguments):
            return f"{procedure}({', '.join(['S', 'G', *map(written, arguments)])})"
        case ir.Count(clause=clause):
            return f"COUNTS[{clause}] += 1"
        case ir.Log():
            return _log(stmt)
        case ir.Delay(rule=rule, captured=captured):
            return f"S[{DELAYED}] = S[{DELAYED}] + (({', '.join([str(rule), *map(written, captured)])},),)"
        case ir.Undelay(rules=rules):
            wanted = f"({', '.join(map(str, rules))},)"
            return f"S[{DELAYED}] = tuple([d for d in S[{DELAYED}] if d[0] not in {wanted}])"
    raise TypeError(stmt)


def _number(value: Node) -> str:
    """What is stored is a number, also when it was a yes or no."""
    text = written(value)
    truth = isinstance(value, ir.Watched) or (isinstance(value, Op) and value.name in _TRUTHS)
    return f"int({text})" if truth else text


def _log(stmt: ir.Log) -> str:
    values = [_told(value, card) for value, card in zip(stmt.values, stmt.cards, strict=True)]
    told = f"({', '.join(values)}{',' * (len(values) == 1)})"
    to = written(stmt.to) if stmt.to is not None else "-1"
    entry = f"({stmt.telling}, {written(stmt.why)}, {told}, {to})"
    return f"if G.log is not None: G.log.append({entry})"


def _told(value: Node, cards: int) -> str:
    """A value of the story; of a card also who may know it."""
    text = written(value)
    return {0: text, 1: f"seen(S, {text})", 2: f"seen_all(S, {text})"}[cards]
