"""Expressions of the intermediate form written down, for people to read."""

from __future__ import annotations

from typing import assert_never

from rulewright.ir.ir_expressions import (
    All,
    AllPieces,
    Any,
    Append,
    Around,
    Binary,
    Call,
    Captured,
    Cond,
    Const,
    End,
    Filtered,
    Head,
    InZone,
    Kept,
    Local,
    Lookup,
    Member,
    Node,
    Not,
    Numbers,
    OwnerOf,
    Part,
    Pieces,
    Place,
    PlaceOf,
    Read,
    Reduce,
    Rest,
    Sees,
    Sequence,
    Slot,
    Trial,
    Watched,
)


def shown(node: Node) -> str:
    """The expression in one line."""
    match node:
        case Const(value=value):
            return str(value)
        case Local(name=name):
            return name
        case Read(variable=name, index=index, guarded=guarded, default=default):
            return f"{name}{_at(index)}{f' or {shown(default)}' if guarded else ''}"
        case Slot(owner=owner, label=label):
            return f"{shown(owner)}, {shown(label)}"
        case Lookup(array=array, index=index):
            return f"{array}[{shown(index)}]"
        case PlaceOf(piece=piece):
            return f"place({shown(piece)})"
        case Place(zone=zone, index=index):
            return f"the {zone}{_at(index)}"
        case InZone(place=place, zone=zone, owner=owner):
            return f"({shown(place)} of {zone}{_at(owner)})"
        case OwnerOf(place=place):
            return f"owner({shown(place)})"
        case Binary(operator=operator, left=left, right=right):
            return f"({shown(left)} {operator} {shown(right)})"
        case Not(what=what):
            return f"not {shown(what)}"
        case All(parts=parts):
            return f"({' and '.join(map(shown, parts))})"
        case Any(parts=parts):
            return f"({' or '.join(map(shown, parts))})"
        case Cond(condition=condition, yes=yes, no=no):
            return f"({shown(yes)} if {shown(condition)} else {shown(no)})"
        case Call(function=function, arguments=arguments):
            return f"{function}({_all(arguments)})"
        case Reduce():
            return _reduced(node)
        case Member(item=item, source=source):
            return f"({shown(item)} in {shown(source)})"
        case End(pieces=pieces, last=last):
            return f"{'last' if last else 'first'}({shown(pieces)})"
        case Trial(procedure=procedure, arguments=arguments, function=function, asked=asked):
            return f"({function}({_all(asked)}) after {procedure}({_all(arguments)}))"
        case Watched(what=what, holds=holds, fails=fails):
            return f"watched({shown(what)}, {holds}, {fails})"
        case Part(of=of, index=number):
            return f"{shown(of)}.{number}"
        case Sees(piece=piece, player=player):
            return f"sees({shown(player)}, {shown(piece)})"
        case _:
            return _list(node)


def _list(
    node: Sequence | Around | Numbers | Pieces | AllPieces | Filtered | Kept | Append | Rest | Head | Captured,
) -> str:  # fmt: skip
    match node:
        case Sequence(items=items, of=of):
            return f"{of}s ({' '.join(map(str, items))})"
        case Around(start=start, others=others):
            return f"{'others' if others else 'players'} from {shown(start)}"
        case Numbers(low=low, high=high):
            return f"{shown(low)} to {shown(high)}"
        case Pieces(zone=zone, index=index):
            return f"{zone}{_at(index)}"
        case AllPieces(zone=zone, without=without):
            return f"{zone}[all{f' but {shown(without)}' if without is not None else ''}]"
        case Filtered(source=source, var=var, condition=condition):
            return f"{var} in {shown(source)} where {shown(condition)}"
        case Kept(source=source):
            return f"kept({shown(source)})"
        case Append(source=source, item=item):
            return f"{shown(source)} and {shown(item)}"
        case Rest(source=source):
            return f"rest({shown(source)})"
        case Head(source=source):
            return f"head({shown(source)})"
        case Captured(rule=rule):
            return f"delayed {rule}"
        case _:
            assert_never(node)


def _reduced(node: Reduce) -> str:
    of = f"{shown(node.of)} for " if node.of is not None else ""
    var = f"{node.var} in " if node.of is not None and not isinstance(node.source, Filtered) else ""
    default = "" if node.default == Const(0) else f", else {shown(node.default)}"
    return f"{node.how}({of}{var}{shown(node.source)}{default})"


def _at(index: Node | None) -> str:
    return "" if index is None else f"[{shown(index)}]"


def _all(nodes: tuple[Node, ...]) -> str:
    return ", ".join(map(shown, nodes))
