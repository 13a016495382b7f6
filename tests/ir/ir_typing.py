"""The types of expressions: what each stands for, and where one stands that does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from rulewright.base.records import Draft, field
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module, VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.constructors import TRUTHS

Found = ir.Type | None
"""What an expression stands for; None of a constant, which fits everywhere but where a list is wanted."""

Locals = Mapping[str, ir.Type]


class TypeChecker(Draft):
    """Works out types in one module, and notes what is wrong under the name of what is looked at."""

    module: Module
    where: str = ""
    wrong: list[str] = field(factory=list)

    def complain(self, what: str) -> None:
        """Something is wrong here."""
        self.wrong.append(f"{self.where}: {what}")

    def want(self, node: ir.Node, wanted: ir.Type, names: Locals) -> None:
        """An expression stands where this type is wanted."""
        found = self.type_of(node, names)
        if not _fits(node, found, wanted):
            self.complain(f"{found or 'a number'} where {wanted} is wanted: {node}")

    def want_all(
        self, nodes: tuple[ir.Node, ...], wanted: tuple[ir.Type, ...], names: Locals
    ) -> None:
        """Expressions stand where these types are wanted."""
        if len(nodes) != len(wanted):
            self.complain(f"{len(nodes)} values where {len(wanted)} are wanted: {nodes}")
        for node, type_ in zip(nodes, wanted, strict=False):
            self.want(node, type_, names)

    def element_of(self, node: ir.Node, names: Locals) -> ir.Type:
        """The type of the things in a list."""
        found = self.type_of(node, names)
        if found is None or not found.many:
            self.complain(f"{found or 'a number'} where a list is wanted: {node}")
            return ir.NUMBER
        return found.one()

    # ------------------------------------------------------------------ numbers

    def type_of(self, node: ir.Node, names: Locals) -> Found:
        """What an expression stands for, with these locals."""
        match node:
            case ir.Const():
                return None
            case ir.Local():
                if node.name not in names:
                    self.complain(f"the local {node.name} is not known")
                return names.get(node.name)
            case ir.Read():
                variable = self.module.variables[node.variable]
                self.index(variable, node.index, names)
                self.want(node.default, variable.type, names)
                return variable.type
            case ir.Slot():
                self.type_of(node.owner, names)
                self._of_kind(node.label, (ir.Kind.LABEL,), names)
                return ir.NUMBER
            case ir.Lookup():
                found = self.module.code.arrays[node.array]
                self.want(node.index, found.of, names)
                return found.type
            case ir.PlaceOf():
                self.want(node.piece, ir.PIECE, names)
                return ir.PLACE
            case ir.Place():
                self.index(self.module.zones[node.zone], node.index, names)
                return ir.PLACE
            case ir.InZone():
                self.want(node.place, ir.PLACE, names)
                if node.owner is not None:
                    self.type_of(node.owner, names)
                return ir.TRUTH
            case ir.OwnerOf():
                self.want(node.place, ir.PLACE, names)
                return ir.PLAYER
            case ir.Binary():
                return self._binary(node, names)
            case ir.Not() | ir.Watched():
                self.want(node.what, ir.TRUTH, names)
                return ir.TRUTH
            case ir.Metered():
                return self.type_of(node.what, names)
            case ir.Bounded():
                self.want(node.what, ir.NUMBER, names)
                return ir.NUMBER
            case ir.All() | ir.Any():
                for part in node.parts:
                    self.want(part, ir.TRUTH, names)
                return ir.TRUTH
            case ir.Cond():
                self.want(node.condition, ir.TRUTH, names)
                return self._one_of(node.yes, node.no, names)
            case ir.Call():
                function = self.module.code.functions[node.function]
                self.want_all(node.arguments, tuple(t for _, t in function.parameters), names)
                return function.type
            case ir.Reduce():
                return self._reduce(node, names)
            case ir.Member():
                self.want(node.item, self.element_of(node.source, names), names)
                return ir.TRUTH
            case ir.End():
                return self.element_of(node.pieces, names)
            case ir.Trial():
                return self._trial(node, names)
            case ir.Part():
                return self._part(node.of, node.index, names)
            case ir.Position():
                self.want(node.piece, ir.PIECE, names)
                return ir.NUMBER
            case ir.Sees():
                self.want(node.piece, ir.PIECE, names)
                self.want(node.player, ir.PLAYER, names)
                return ir.TRUTH
            case ir.Head():
                return self.element_of(node.source, names)
            case _:
                return self._list(node, names).list()

    def index(self, kept: ZoneEntry | VariableEntry, index: ir.Node | None, names: Locals) -> None:
        """What an owner has is indexed by the owner, by a slot where there is one for each label."""
        if index is None:
            if kept.owner is not None or kept.each is not None:
                self.complain(f"{kept.name} without an owner")
            return
        kinds: tuple[ir.Kind, ...] = (ir.Kind.PIECE,)
        if kept.each is not None:
            kinds = (ir.Kind.NUMBER,) if kept.owner is not None else (ir.Kind.LABEL,)
        elif kept.owner == "player" or kept.owner in self.module.labels:
            kinds = (ir.Kind.PLAYER,) if kept.owner == "player" else (ir.Kind.LABEL,)
        self._of_kind(index, kinds, names)

    def _of_kind(self, node: ir.Node, kinds: tuple[ir.Kind, ...], names: Locals) -> None:
        found = self.type_of(node, names)
        if found is not None and (found.many or found.kind not in kinds):
            self.complain(
                f"{found} where one of {[kind.value for kind in kinds]} is wanted: {node}"
            )

    def _binary(self, node: ir.Binary, names: Locals) -> ir.Type:
        left, right = self.type_of(node.left, names), self.type_of(node.right, names)
        if node.operator not in TRUTHS:
            self.want(node.left, ir.NUMBER, names)
            self.want(node.right, ir.NUMBER, names)
            return ir.NUMBER
        if left is not None and right is not None and left != right:
            self.complain(f"{left} compared with {right}: {node}")
        return ir.TRUTH

    def _one_of(self, one: ir.Node, other: ir.Node, names: Locals) -> Found:
        first, second = self.type_of(one, names), self.type_of(other, names)
        if first is None or _is_empty(one):
            return second
        self.want(other, first, names)
        return first

    def _reduce(self, node: ir.Reduce, names: Locals) -> Found:
        element = self.element_of(node.source, names)
        if node.how == "count":
            return ir.NUMBER
        if node.how == "some":
            return ir.TRUTH
        of = ir.Local(node.var) if node.of is None else node.of
        inner = {**names, self._var(node): element}
        found = self.type_of(of, {**inner, node.var: element})
        if found is not None:
            self.want(node.default, found, names)
        return found

    def _var(self, node: ir.Reduce) -> str:
        """What is said `of` a filtered list is said with the local that it is filtered with."""
        return node.source.var if isinstance(node.source, ir.Filtered) else node.var

    def _trial(self, node: ir.Trial, names: Locals) -> ir.Type:
        code = self.module.code
        parameters = code.procedures[node.procedure].parameters
        self.want_all(node.arguments, tuple(type_ for _, type_ in parameters), names)
        parameters = code.functions[node.function].parameters
        self.want_all(node.asked, tuple(type_ for _, type_ in parameters), names)
        return ir.TRUTH

    def _part(self, of: ir.Node, number: int, names: Locals) -> Found:
        found = self.type_of(of, names)
        if found is None or found.kind is not ir.Kind.CAPTURE:
            self.complain(f"{found} where what was captured is wanted: {of}")
            return ir.NUMBER
        return self.module.code.captures[int(found.of)][number - 1]

    # ------------------------------------------------------------------ lists

    def _list(self, node: ir.ListNode, names: Locals) -> ir.Type:
        """What the things in a list stand for."""
        match node:
            case ir.Sequence():
                return node.of
            case ir.Around():
                self.want(node.start, ir.PLAYER, names)
                return ir.PLAYER
            case ir.Numbers():
                self.want(node.low, ir.NUMBER, names)
                self.want(node.high, ir.NUMBER, names)
                return ir.NUMBER
            case ir.Pieces():
                self.index(self.module.zones[node.zone], node.index, names)
                return ir.PIECE
            case ir.AllPieces():
                if node.without is not None:
                    self.type_of(node.without, names)
                return ir.PIECE
            case ir.Filtered():
                element = self.element_of(node.source, names)
                self.want(node.condition, ir.TRUTH, {**names, node.var: element})
                return element
            case ir.Taken():
                self.want(node.count, ir.NUMBER, names)
                return self.element_of(node.source, names)
            case ir.Backwards() | ir.Kept() | ir.Rest():
                return self.element_of(node.source, names)
            case ir.Append():
                element = self.element_of(node.source, names)
                self.want(node.item, element, names)
                return element
            case ir.Captured():
                return ir.Type(ir.Kind.CAPTURE, str(node.rule))
            case _:
                assert_never(node)


def _fits(node: ir.Node, found: Found, wanted: ir.Type) -> bool:
    if found is None:
        return not wanted.many
    return found == wanted or (wanted.many and _is_empty(node))


def _is_empty(node: ir.Node) -> bool:
    return isinstance(node, ir.Sequence) and not node.items
