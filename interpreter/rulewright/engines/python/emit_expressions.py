"""Lowered expressions as Python source."""

from __future__ import annotations

from rulewright import ir
from rulewright.ir import Const, Local, Node
from rulewright.ir.layout import DELAYED

_INFIX = {"+", "-", "*", "//", "%", "&", "|", "==", "!=", "<", "<=", ">", ">="}


def written(node: Node) -> str:
    """The Python expression of a node."""
    match node:
        case Const(value=value):
            return str(value)
        case Local(name=name):
            return name
        case ir.Cell():
            return _cell(node)
        case ir.Static(array=array, index=index):
            return f"A_{array}[{written(index)}]"
        case ir.Op():
            return _operation(node)
        case ir.Call(function=function, arguments=arguments):
            return f"{function}({', '.join(['S', *map(written, arguments)])})"
        case ir.Fold():
            return _fold(node)
        case ir.Member(item=item, source=source):
            return f"({written(item)} in {written(source)})"
        case ir.First(zone=zone, last=last):
            place = written(zone)
            return f"({place}[{-1 if last else 0}] if {place} else -1)"
        case ir.Part(of=of, index=index):
            return f"{written(of)}[{index}]"
        case ir.Trial(procedure=procedure, arguments=arguments, function=function, asked=asked):
            given = f"({', '.join(map(written, arguments))},)"
            return (
                f"trial(S, {procedure}, {given}, {function}, ({', '.join(map(written, asked))},))"
            )
        case ir.Watched(what=what, holds=holds, fails=fails):
            return f"watched({written(what)}, {holds}, {fails})"
        case ir.Captured(rule=rule):
            return f"[d for d in S[{DELAYED}] if d[0] == {rule}]"
    return _list(node)


def _list(node: Node) -> str:
    match node:
        case ir.Sequence(items=items):
            return f"({', '.join(map(str, items))}{',' * (len(items) == 1)})"
        case ir.Around(start=start, others=others):
            return f"A_{'others' if others else 'around'}[{written(start)}]"
        case ir.Numbers(low=first, high=last):
            return f"range({written(first)}, {written(last)} + 1)"
        case ir.ZoneCards():
            return _zone(node)
        case ir.Filtered(source=source, var=var, condition=condition):
            return f"[{var} for {var} in {written(source)} if {written(condition)}]"
        case ir.Listed(source=source):
            return f"tuple({written(source)})"
    raise TypeError(node)


def _cell(node: ir.Cell) -> str:
    if node.index is None:
        return f"S[{node.base}]"
    index = written(node.index)
    if not node.guarded:
        return f"S[{node.base} + {index}]"
    default = written(node.default)
    if isinstance(node.index, Local):
        return f"(S[{node.base} + {index}] if {index} >= 0 else {default})"
    return f"at(S, {node.base}, {index}, {default})"


def _zone(node: ir.ZoneCards) -> str:
    if node.count == 1:
        return (
            f"S[{node.base}]" if node.index is None else f"S[{node.base} + {written(node.index)}]"
        )
    if node.without is None:
        places = ", ".join(f"*S[{node.base + number}]" for number in range(node.count))
        return f"({places},)"
    return f"zones(S, {node.base}, {node.count}, {written(node.without)}, {node.each})"


def _operation(node: ir.Op) -> str:
    parts = [written(part) for part in node.parts]
    if node.name in _INFIX:
        return f"({parts[0]} {node.name} {parts[1]})"
    if node.name in ("and", "or"):
        return f"({f' {node.name} '.join(parts)})"
    if node.name == "not":
        return f"(not {parts[0]})"
    if node.name == "if":
        return f"({parts[1]} if {parts[0]} else {parts[2]})"
    if node.name == "append":
        return f"({parts[0]} + ({parts[1]},))"
    if node.name == "rest":
        return f"{parts[0]}[1:]"
    return f"{node.name}({', '.join(parts)})"


def _fold(node: ir.Fold) -> str:
    source = written(node.source)
    if node.how == "count":
        return f"len({source})"
    if node.how == "some":
        if isinstance(node.source, ir.Filtered):
            return f"bool([1{_tail(node.source)}])"
        return f"bool({source})"
    if isinstance(node.source, ir.Filtered):
        inner, var = node.source, node.source.var
        of = written(node.of or Local(var))
        loop = f"{of}{_tail(inner)}"
    else:
        loop = f"{written(node.of or Local(node.var))} for {node.var} in {source}"
    default = written(node.default)
    match node.how:
        case "total":
            return f"sum([{loop}])"
        case "most":
            return f"max([{loop}], default={default})"
        case "least":
            return f"min([{loop}], default={default})"
        case "first":
            return f"next(({loop}), {default})"
        case "last":
            return f"([{default}] + [{loop}])[-1]"
    raise ValueError(node.how)


def _tail(inner: ir.Filtered) -> str:
    condition = written(inner.condition)
    return f" for {inner.var} in {written(inner.source)} if {condition}"
