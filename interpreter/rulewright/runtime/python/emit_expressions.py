"""Python source for expressions. `S` is the row of the state."""

from __future__ import annotations

from typing import assert_never

from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.uses import free_locals
from rulewright.runtime.ir.layout import DELAYED, CellLayout
from rulewright.runtime.ir.terms import Const, Local, Node
from rulewright.runtime.ir.walk import child_nodes

MAX_NESTING = 40
"""Maximal nesting of an expression; Python's parser allows 200 parentheses."""

_TRUTHS = {"==", "!=", "<", "<=", ">", ">="}


class ExpressionWriter:
    """Translator of IR expressions to Python source, for one layout of the state."""

    def __init__(self, layout: CellLayout) -> None:
        self.layout = layout
        self.helpers: list[str] = []
        """The lines of functions for deeply nested subexpressions."""
        self._depth = self._helped = 0

    def emit(self, node: Node) -> str:
        """Return Python source for a node; deeply nested parts become helper functions."""
        if self._depth == MAX_NESTING and child_nodes(node):
            return self._helper(node)
        self._depth += 1
        text = self._emit(node)
        self._depth -= 1
        return text

    def _helper(self, node: Node) -> str:
        """Move a node into a helper function, as Python limits nesting; return the call of it."""
        depth, self._depth = self._depth, 0
        parameters = ", ".join(["S", *sorted(free_locals(node))])
        self._helped += 1
        name = f"deep{self._helped}"
        self.helpers += [f"def {name}({parameters}):", f"    return {self.emit(node)}"]
        self._depth = depth
        return f"{name}({parameters})"

    def _emit(self, node: Node) -> str:
        """Return Python source for a node, whatever its depth."""
        match node:
            case Const():
                return str(node.value)
            case Local():
                return node.name
            case ir.Read():
                return self._read(node)
            case ir.Slot():
                owner = f"({self.emit(node.owner)} - {node.first}) * {node.each}"
                return f"({owner} + {self.emit(node.label)} + {node.first})"
            case ir.Lookup():
                return f"A_{node.array}[{self.emit(node.index)}]"
            case ir.PlaceOf():
                return self._guarded_cell(self.layout.place, node.piece, node.guarded, "-1")
            case ir.Place():
                return self._place(node)
            case ir.InZone():
                return self._in_zone(node)
            case ir.OwnerOf():
                return f"A_place_owner[{self.emit(node.place)}]"
            case ir.Binary():
                if node.operator in ("max", "min"):
                    return f"{node.operator}({self.emit(node.left)}, {self.emit(node.right)})"
                return f"({self.emit(node.left)} {node.operator} {self.emit(node.right)})"
            case ir.Not():
                return f"(not {self.emit(node.what)})"
            case ir.All() | ir.Any():
                joint = " and " if isinstance(node, ir.All) else " or "
                return f"({joint.join(map(self.emit, node.parts))})"
            case ir.Cond():
                return f"({self.emit(node.yes)} if {self.emit(node.condition)} else {self.emit(node.no)})"
            case ir.Call():
                return f"{node.function}({self.given(node.arguments)})"
            case ir.Reduce():
                return self._reduce(node)
            case ir.Member():
                return f"({self.emit(node.item)} in {self.emit(node.source)})"
            case ir.End():
                pieces = self.emit(node.pieces)
                return f"({pieces}[{-1 if node.last else 0}] if {pieces} else -1)"
            case ir.Part():
                return f"{self.emit(node.of)}[{node.index}]"
            case ir.Trial():
                return self._trial(node)
            case ir.Watched():
                return f"watched({self.emit(node.what)}, {node.holds}, {node.fails})"
            case ir.Metered():
                return f"(spend({node.steps}) and {self.emit(node.what)})"
            case ir.Bounded():
                return f"bounded({self.emit(node.what)})"
            case ir.Head():
                return f"{self.emit(node.source)}[0]"
            case ir.Position():
                return f"position(S, {self.emit(node.piece)})"
            case ir.Sees():
                return f"sees(S, {self.emit(node.piece)}, {self.emit(node.player)})"
            case _:
                return self._list(node)

    def _list(self, node: ir.ListNode) -> str:
        """Return Python source for a list expression."""
        match node:
            case ir.Sequence():
                return f"({', '.join(map(str, node.items))}{',' * (len(node.items) == 1)})"
            case ir.Around():
                return f"A_{'others' if node.others else 'around'}[{self.emit(node.start)}]"
            case ir.Numbers():
                return f"numbers({self.emit(node.low)}, {self.emit(node.high)})"
            case ir.Pieces():
                return self._guarded_cell(self.layout.zones[node.zone].start, node.index, False, "")
            case ir.AllPieces():
                return self._all_pieces(node)
            case ir.Filtered():
                return f"[{node.var} for {node.var} in {self.emit(node.source)} if {self.emit(node.condition)}]"
            case ir.Backwards():
                return f"{self.emit(node.source)}[::-1]"
            case ir.Taken():
                return f"{self.emit(node.source)}[:max(0, {self.emit(node.count)})]"
            case ir.Kept():
                return f"tuple({self.emit(node.source)})"
            case ir.Append():
                return f"({self.emit(node.source)} + ({self.emit(node.item)},))"
            case ir.Rest():
                return f"{self.emit(node.source)}[1:]"
            case ir.Captured():
                return f"[d for d in S[{DELAYED}] if d[0] == {node.rule}]"
            case _:
                assert_never(node)

    def given(self, arguments: tuple[Node, ...], first: str = "S") -> str:
        """Return Python source for call arguments: `first`, then the nodes `arguments`."""
        return ", ".join([first, *map(self.emit, arguments)])

    # ------------------------------------------------------------------ cells

    def cell(self, start: int, index: Node | None) -> str:
        """Return Python source for the state cell `start` + `index`."""
        if index is None:
            return f"S[{start}]"
        if isinstance(index, Const):
            return f"S[{start + index.value}]"
        return f"S[{start} + {self.emit(index)}]"

    def _guarded_cell(self, start: int, index: Node | None, guarded: bool, default: str) -> str:
        """Return Python code that reads state cell `start` + `index`; if `guarded`, NOTHING reads `default`."""
        if not guarded or index is None:
            return self.cell(start, index)
        text = self.emit(index)
        if isinstance(index, Local):
            return f"(S[{start} + {text}] if {text} >= 0 else {default})"
        return f"at(S, {start}, {text}, {default})"

    def _read(self, node: ir.Read) -> str:
        """Return Python source that reads a variable."""
        run = self.layout.variables[node.variable]
        start = run.base if node.index is None else run.start
        return self._guarded_cell(start, node.index, node.guarded, self.emit(node.default))

    def _place(self, node: ir.Place) -> str:
        """Return Python source for the cell of a zone's place."""
        run = self.layout.zones[node.zone]
        if node.index is None:
            return str(run.base)
        if isinstance(node.index, Const):
            return str(run.start + node.index.value)
        index = self.emit(node.index)
        place = f"({run.start} + {index})"
        return f"({place} if {index} >= 0 else -1)" if node.guarded else place

    def _in_zone(self, node: ir.InZone) -> str:
        """Return Python source for the test that a place is in a zone."""
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
        """Return Python source for the list of pieces in all places of a zone."""
        run = self.layout.zones[node.zone]
        if node.without is not None:
            return f"zones(S, {run.base}, {run.count}, {self.emit(node.without)}, {run.each})"
        if run.count == 1:
            return f"S[{run.base}]"
        return f"({', '.join(f'*S[{cell}]' for cell in run.cells)},)"

    # ------------------------------------------------------------------ reductions

    def _reduce(self, node: ir.Reduce) -> str:
        """Return Python source for a reduction of a list."""
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
        """Return the `for … if …` part of a Python comprehension over a filtered list."""
        source, condition = self.emit(inner.source), self.emit(inner.condition)
        return f" for {inner.var} in {source} if {condition}"

    def _trial(self, node: ir.Trial) -> str:
        """Return Python source for the value of a function after a procedure has run on a copy of the state."""
        arguments = f"({', '.join(map(self.emit, node.arguments))},)"
        function_arguments = f"({', '.join(map(self.emit, node.asked))},)"
        return f"trial(S, {node.procedure}, {arguments}, {node.function}, {function_arguments})"


def is_truth(node: Node) -> bool:
    """Return whether the Python value of a node is a bool, which must be converted before it is stored."""
    match node:
        case ir.Binary():
            return node.operator in _TRUTHS
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
        case ir.Metered():
            return is_truth(node.what)
        case ir.Reduce():
            return node.how == "some"
    return False
