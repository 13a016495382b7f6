"""Expressions of the intermediate form written down, for people to read."""

from __future__ import annotations

from typing import assert_never

from rulewright.ir import terms as ir


def shown(node: ir.Node) -> str:
    """The expression in one line."""
    match node:
        case ir.Const(value=value):
            return str(value)
        case ir.Local(name=name):
            return name
        case ir.Read(variable=name, index=index, guarded=guarded, default=default):
            return f"{name}{_at(index)}{f' or {shown(default)}' if guarded else ''}"
        case ir.Slot(owner=owner, label=label):
            return f"{shown(owner)}, {shown(label)}"
        case ir.Lookup(array=array, index=index):
            return f"{array}[{shown(index)}]"
        case ir.PlaceOf(piece=piece):
            return f"place({shown(piece)})"
        case ir.Place(zone=zone, index=index):
            return f"the {zone}{_at(index)}"
        case ir.InZone(place=place, zone=zone, owner=owner):
            return f"({shown(place)} of {zone}{_at(owner)})"
        case ir.OwnerOf(place=place):
            return f"owner({shown(place)})"
        case ir.Binary(operator=operator, left=left, right=right):
            return f"({shown(left)} {operator} {shown(right)})"
        case ir.Not(what=what):
            return f"not {shown(what)}"
        case ir.All(parts=parts):
            return f"({' and '.join(map(shown, parts))})"
        case ir.Any(parts=parts):
            return f"({' or '.join(map(shown, parts))})"
        case ir.Cond(condition=condition, yes=yes, no=no):
            return f"({shown(yes)} if {shown(condition)} else {shown(no)})"
        case ir.Call(function=function, arguments=arguments):
            return f"{function}({_all(arguments)})"
        case ir.Reduce():
            return _reduced(node)
        case ir.Member(item=item, source=source):
            return f"({shown(item)} in {shown(source)})"
        case ir.End(pieces=pieces, last=last):
            return f"{'last' if last else 'first'}({shown(pieces)})"
        case ir.Trial(procedure=procedure, arguments=arguments, function=function, asked=asked):
            return f"({function}({_all(asked)}) after {procedure}({_all(arguments)}))"
        case ir.Watched(what=what, holds=holds, fails=fails):
            return f"watched({shown(what)}, {holds}, {fails})"
        case ir.Metered(what=what, steps=steps):
            return f"({shown(what)} in {steps} steps)"
        case ir.Bounded(what=what):
            return f"bounded({shown(what)})"
        case ir.Part(of=of, index=number):
            return f"{shown(of)}.{number}"
        case ir.Head(source=source):
            return f"head({shown(source)})"
        case ir.Sees(piece=piece, player=player):
            return f"sees({shown(player)}, {shown(piece)})"
        case _:
            return _list(node)


def _list(node: ir.ListNode) -> str:
    match node:
        case ir.Sequence(items=items, of=of):
            return f"{of}s ({' '.join(map(str, items))})"
        case ir.Around(start=start, others=others):
            return f"{'others' if others else 'players'} from {shown(start)}"
        case ir.Numbers(low=low, high=high):
            return f"{shown(low)} to {shown(high)}"
        case ir.Pieces(zone=zone, index=index):
            return f"{zone}{_at(index)}"
        case ir.AllPieces(zone=zone, without=without):
            return f"{zone}[all{f' but {shown(without)}' if without is not None else ''}]"
        case ir.Filtered(source=source, var=var, condition=condition):
            return f"{var} in {shown(source)} where {shown(condition)}"
        case ir.Backwards(source=source):
            return f"backwards({shown(source)})"
        case ir.Taken(source=source, count=count):
            return f"the first {shown(count)} of {shown(source)}"
        case ir.Kept(source=source):
            return f"kept({shown(source)})"
        case ir.Append(source=source, item=item):
            return f"{shown(source)} and {shown(item)}"
        case ir.Rest(source=source):
            return f"rest({shown(source)})"
        case ir.Captured(rule=rule):
            return f"delayed {rule}"
        case _:
            assert_never(node)


def _reduced(node: ir.Reduce) -> str:
    of = f"{shown(node.of)} for " if node.of is not None else ""
    var = (
        f"{node.var} in "
        if node.of is not None and not isinstance(node.source, ir.Filtered)
        else ""
    )
    default = "" if node.default == ir.Const(0) else f", else {shown(node.default)}"
    return f"{node.how}({of}{var}{shown(node.source)}{default})"


def _at(index: ir.Node | None) -> str:
    return "" if index is None else f"[{shown(index)}]"


def _all(nodes: tuple[ir.Node, ...]) -> str:
    return ", ".join(map(shown, nodes))
