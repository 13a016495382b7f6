"""Expressions as Python source. `S` is the row of the state."""

from __future__ import annotations

from typing import assert_never

from rulewright.ir import terms as ir
from rulewright.ir.dataflow.uses import free
from rulewright.ir.layout import DELAYED, Layout
from rulewright.ir.terms import Const, Local, Node
from rulewright.ir.walk import children

DEEPEST = 40
"""Expressions stand in one another so deep; Python reads 200 parentheses."""

_TRUTHS = {"==", "!=", "<", "<=", ">", ">="}


class ExpressionWriter:
    """Writes expressions for one layout of the state."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.helpers: list[str] = []
        """The lines of functions for what lies so deep that Python would not read it."""
        self._depth = self._helped = 0

    def emit(self, node: Node) -> str:
        """The Python expression of a node."""
        if self._depth == DEEPEST and children(node):
            return self._helper(node)
        self._depth += 1
        text = self._emit(node)
        self._depth -= 1
        return text

    def _helper(self, node: Node) -> str:
        """A call of a function of its own that works out a node."""
        depth, self._depth = self._depth, 0
        given = ", ".join(["S", *sorted(free(node))])
        self._helped += 1
        name = f"deep{self._helped}"
        self.helpers += [f"def {name}({given}):", f"    return {self.emit(node)}"]
        self._depth = depth
        return f"{name}({given})"

    def _emit(self, node: Node) -> str:
        match node:
            case Const(value=value):
                return str(value)
            case Local(name=name):
                return name
            case ir.Read():
                return self._read(node)
            case ir.Slot(owner=owner, label=label, first=first, each=each):
                return f"(({self.emit(owner)} - {first}) * {each} + {self.emit(label)} + {first})"
            case ir.Lookup(array=array, index=index):
                return f"A_{array}[{self.emit(index)}]"
            case ir.PlaceOf(piece=piece, guarded=guarded):
                return self._cell(self.layout.place, piece, guarded, "-1")
            case ir.Place():
                return self._place(node)
            case ir.InZone():
                return self._in_zone(node)
            case ir.OwnerOf(place=place):
                return f"A_place_owner[{self.emit(place)}]"
            case ir.Binary(operator=operator, left=left, right=right):
                if operator in ("max", "min"):
                    return f"{operator}({self.emit(left)}, {self.emit(right)})"
                return f"({self.emit(left)} {operator} {self.emit(right)})"
            case ir.Not(what=what):
                return f"(not {self.emit(what)})"
            case ir.All(parts=parts):
                return f"({' and '.join(map(self.emit, parts))})"
            case ir.Any(parts=parts):
                return f"({' or '.join(map(self.emit, parts))})"
            case ir.Cond(condition=condition, yes=yes, no=no):
                return f"({self.emit(yes)} if {self.emit(condition)} else {self.emit(no)})"
            case ir.Call(function=function, arguments=arguments):
                return f"{function}({self.given(arguments)})"
            case ir.Reduce():
                return self._reduce(node)
            case ir.Member(item=item, source=source):
                return f"({self.emit(item)} in {self.emit(source)})"
            case ir.End(pieces=pieces, last=last):
                lying = self.emit(pieces)
                return f"({lying}[{-1 if last else 0}] if {lying} else -1)"
            case ir.Part(of=of, index=index):
                return f"{self.emit(of)}[{index}]"
            case ir.Trial():
                return self._trial(node)
            case ir.Watched(what=what, holds=holds, fails=fails):
                return f"watched({self.emit(what)}, {holds}, {fails})"
            case ir.Metered(what=what, steps=steps):
                return f"(spend({steps}) and {self.emit(what)})"
            case ir.Bounded(what=what):
                return f"bounded({self.emit(what)})"
            case ir.Head(source=source):
                return f"{self.emit(source)}[0]"
            case ir.Sees(piece=piece, player=player):
                return f"sees(S, {self.emit(piece)}, {self.emit(player)})"
            case _:
                return self._list(node)

    def _list(self, node: ir.ListNode) -> str:
        match node:
            case ir.Sequence(items=items):
                return f"({', '.join(map(str, items))}{',' * (len(items) == 1)})"
            case ir.Around(start=start, others=others):
                return f"A_{'others' if others else 'around'}[{self.emit(start)}]"
            case ir.Numbers(low=low, high=high):
                return f"numbers({self.emit(low)}, {self.emit(high)})"
            case ir.Pieces(zone=zone, index=index):
                return self._cell(self.layout.zones[zone].start, index, False, "")
            case ir.AllPieces():
                return self._all_pieces(node)
            case ir.Filtered(source=source, var=var, condition=condition):
                return f"[{var} for {var} in {self.emit(source)} if {self.emit(condition)}]"
            case ir.Backwards(source=source):
                return f"{self.emit(source)}[::-1]"
            case ir.Taken(source=source, count=count):
                return f"{self.emit(source)}[:max(0, {self.emit(count)})]"
            case ir.Kept(source=source):
                return f"tuple({self.emit(source)})"
            case ir.Append(source=source, item=item):
                return f"({self.emit(source)} + ({self.emit(item)},))"
            case ir.Rest(source=source):
                return f"{self.emit(source)}[1:]"
            case ir.Captured(rule=rule):
                return f"[d for d in S[{DELAYED}] if d[0] == {rule}]"
            case _:
                assert_never(node)

    def given(self, arguments: tuple[Node, ...], first: str = "S") -> str:
        """The arguments of a call, after the state."""
        return ", ".join([first, *map(self.emit, arguments)])

    # ------------------------------------------------------------------ cells

    def cell(self, start: int, index: Node | None) -> str:
        """A cell of a run, which an index that is known picks out."""
        if index is None:
            return f"S[{start}]"
        if isinstance(index, Const):
            return f"S[{start + index.value}]"
        return f"S[{start} + {self.emit(index)}]"

    def _cell(self, start: int, index: Node | None, guarded: bool, default: str) -> str:
        """A cell of a run; of nobody it reads the default."""
        if not guarded or index is None:
            return self.cell(start, index)
        text = self.emit(index)
        if isinstance(index, Local):
            return f"(S[{start} + {text}] if {text} >= 0 else {default})"
        return f"at(S, {start}, {text}, {default})"

    def _read(self, node: ir.Read) -> str:
        run = self.layout.variables[node.variable]
        start = run.base if node.index is None else run.start
        return self._cell(start, node.index, node.guarded, self.emit(node.default))

    def _place(self, node: ir.Place) -> str:
        run = self.layout.zones[node.zone]
        if node.index is None:
            return str(run.base)
        if isinstance(node.index, Const):
            return str(run.start + node.index.value)
        index = self.emit(node.index)
        place = f"({run.start} + {index})"
        return f"({place} if {index} >= 0 else -1)" if node.guarded else place

    def _in_zone(self, node: ir.InZone) -> str:
        run, place = self.layout.zones[node.zone], self.emit(node.place)
        if node.owner is not None:
            owner = self.emit(node.owner)
            if run.each == 1:
                return f"({place} == {run.base} + {owner})"
            first = f"{run.base} + {owner} * {run.each}"
            return f"({first} <= {place} < {first} + {run.each})"
        if run.count == 1:
            return f"({place} == {run.base})"
        return f"({run.base} <= {place} < {run.base + run.count})"

    def _all_pieces(self, node: ir.AllPieces) -> str:
        run = self.layout.zones[node.zone]
        if node.without is not None:
            return f"zones(S, {run.base}, {run.count}, {self.emit(node.without)}, {run.each})"
        if run.count == 1:
            return f"S[{run.base}]"
        return f"({', '.join(f'*S[{cell}]' for cell in run.cells)},)"

    # ------------------------------------------------------------------ what lists come to

    def _reduce(self, node: ir.Reduce) -> str:
        source = self.emit(node.source)
        if node.how == "count":
            return f"len({source})"
        if node.how == "some":
            if isinstance(node.source, ir.Filtered):
                return f"bool([1{self._tail(node.source)}])"
            return f"bool({source})"
        if isinstance(node.source, ir.Filtered):
            of = self.emit(node.of or Local(node.source.var))
            loop = f"{of}{self._tail(node.source)}"
        else:
            loop = f"{self.emit(node.of or Local(node.var))} for {node.var} in {source}"
        default = self.emit(node.default)
        match node.how:
            case "total":
                return f"sum([{loop}])"
            case "most":
                return f"max([{loop}], default={default})"
            case "least":
                return f"min([{loop}], default={default})"
            case "median":
                middle = "(lambda s: s[(len(s) - 1) // 2])"
                return f"{middle}(sorted([{loop}]) or [{default}])"
            case "first":
                return f"next(({loop}), {default})"
            case "last":
                return f"([{default}] + [{loop}])[-1]"
            case _:
                assert_never(node.how)

    def _tail(self, inner: ir.Filtered) -> str:
        source, condition = self.emit(inner.source), self.emit(inner.condition)
        return f" for {inner.var} in {source} if {condition}"

    def _trial(self, node: ir.Trial) -> str:
        given = f"({', '.join(map(self.emit, node.arguments))},)"
        asked = f"({', '.join(map(self.emit, node.asked))},)"
        return f"trial(S, {node.procedure}, {given}, {node.function}, {asked})"


def is_truth(node: Node) -> bool:
    """Whether Python works it out as True or False, where the state holds numbers."""
    match node:
        case ir.Binary(operator=operator):
            return operator in _TRUTHS
        case (
            ir.Not()
            | ir.All()
            | ir.Any()
            | ir.InZone()
            | ir.Member()
            | ir.Watched()
            | ir.Trial()
            | ir.Call()
        ):
            return not isinstance(node, ir.Call)
        case ir.Metered(what=what):
            return is_truth(what)
        case ir.Reduce(how=how):
            return how == "some"
    return False
