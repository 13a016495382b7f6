"""Emits conditions on the elements of a set as bit masks, computed for all elements at once."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose
from rulewright.native.emit.accesses import AccessEmitter
from rulewright.native.emit.emit_context import EmitScope, Emitter, Words
from rulewright.native.emit.lists.sets import ALL, SetEmitter
from rulewright.native.emit.lists.swar import Lanes
from rulewright.native.emit.traps import may_fail
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.uses import free_locals
from rulewright.runtime.ir.walk import child_nodes, map_children

_TESTS: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_TURNED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
MAX_MASK_VALUES = 64
"""The most values for which a table of masks is made."""
MAX_MARKS = 16
"""Marks of more owners are tested one by one: a word holds the marks of eight."""


class MaskEmitter(Emitter):
    """An emitter of conditions as bit masks of the elements that satisfy them."""

    def __init__(self, scope: EmitScope, access: AccessEmitter, sets: SetEmitter) -> None:
        super().__init__(scope)
        self.access, self.sets = access, sets

    def mask(self, condition: ir.Node, var: str, words: int) -> Words | None:
        """Return the bit mask of the elements `var` that satisfy a condition; None if it has no mask."""
        if var not in free_locals(condition):
            return self._uniform_mask(condition, words)
        match condition:
            case ir.Not():
                inner = self.mask(condition.what, var, words)
                return None if inner is None else [word ^ wasm.number(ALL, "i64") for word in inner]
            case ir.All():
                return self._combined_mask(condition.parts, var, words, True)
            case ir.Any():
                return self._combined_mask(condition.parts, var, words, False)
            case ir.Cond():
                return self._conditional_mask(condition, var, words)
            case ir.Binary():
                mask = self._compared_mask(condition, var, words)
                return mask or self._mask_by_cases(condition, var, words)
            case ir.InZone(place=ir.PlaceOf(piece=ir.Local(name=name))):
                if name == var:
                    return self._zone_mask(condition.zone, condition.owner, words)
            case ir.Read(index=ir.Local(name=name)) if name == var:
                return self._mark_mask(condition.variable, var, words)
            case ir.Member(item=ir.Local(name=name), source=ir.Local(name=list_)) if name == var:
                return self._list_mask(list_, words)
            case ir.Reduce(how="some", source=ir.Filtered() as source):
                return self.scope.join_mask(source, var, words)
        return None

    def _uniform_mask(self, condition: ir.Node, words: int) -> Words | None:
        """Return the mask (all or none) of a condition that does not depend on the element."""
        if is_expensive(condition):
            return None
        holds = self.number(condition)
        mask = self.writer.let(
            choose(holds, wasm.number(ALL, "i64"), wasm.number(0, "i64")), "mask"
        )
        return [mask] * words

    def _combined_mask(
        self, parts: tuple[ir.Node, ...], var: str, words: int, both: bool
    ) -> Words | None:
        """Return the mask of a conjunction (`both`) or disjunction; None if some part has no mask."""
        joined: Words | None = None
        for part in parts:
            with self.writer.recording() as lines:
                mask = self.mask(part, var, words)
            # Earlier conditions may exclude every element, and then this one must not be evaluated.
            if mask is None or (joined is not None and may_fail(lines)):
                return None
            self.writer.emit(*lines)
            if joined is None:
                joined = mask
            else:
                pairs = zip(joined, mask, strict=True)
                joined = [one & other if both else one | other for one, other in pairs]
        return joined

    def _conditional_mask(self, condition: ir.Cond, var: str, words: int) -> Words | None:
        """Return the mask of an if-else expression whose test does not depend on the element."""
        if var in free_locals(condition.condition) or is_expensive(condition.condition):
            return None
        code, branches = self.writer, list[wasm.Body]()
        chosen = [self.function.local("mask", "i64") for _ in range(words)]
        for part in (condition.yes, condition.no):
            with code.recording() as lines:
                mask = self.mask(part, var, words)
                for each, word in zip(chosen, mask or (), strict=mask is not None):
                    code.assign(each, word)
            if mask is None:
                return None
            branches.append(lines)
        code.emit(wasm.If(self.number(condition.condition), *branches))
        return list(chosen)

    def _compared_mask(self, condition: ir.Binary, var: str, words: int) -> Words | None:
        """Return the mask of comparing each element, or its printed field, with one common value."""
        if condition.operator not in _TESTS:
            return None
        operator, left, right = condition.operator, condition.left, condition.right
        values = self.values(left, var, words)
        if values is None:
            left, right = right, left
            operator, values = _TURNED[operator], self.values(left, var, words)  # type: ignore[assignment]
        if values is None or var in free_locals(right) or is_expensive(right):
            return None
        test = _TESTS[operator]
        if isinstance(right, ir.Const):
            bits = sum(1 << at for at, value in enumerate(values) if test(value, right.value))
            return self._constant(bits, words)
        return self.table_mask(values, operator, self.number(right), words)

    def _mask_by_cases(self, condition: ir.Binary, var: str, words: int) -> Words | None:
        """Return the mask of a comparison that contains an if-else, blended from those of its cases."""
        case = _first_conditional(condition)
        if (
            condition.operator not in _TESTS
            or case is None
            or var not in free_locals(case.condition)
        ):
            return None
        masks: list[Words] = []
        for part in (
            case.condition,
            *(_with_branch(condition, case, way) for way in (case.yes, case.no)),
        ):
            with self.writer.recording() as lines:
                mask = self.mask(part, var, words)
            if mask is None or (masks and may_fail(lines)):
                return None
            self.writer.emit(*lines)
            masks.append([self.writer.let(word, "case") for word in mask])
        # Blend by the mask of the condition: the "yes" case where it holds, the "no" case elsewhere.
        return [
            (y & c) | (n & (c ^ wasm.number(ALL, "i64"))) for c, y, n in zip(*masks, strict=True)
        ]

    def _constant(self, bits: int, words: int) -> Words:
        """Return the constant bit set `bits` as 64 bit words."""
        return [wasm.number(bits >> 64 * word & ALL, "i64") for word in range(words)]

    def table_mask(
        self, values: list[int], operator: str, value: wasm.Expr, words: int
    ) -> Words | None:
        """Return the mask of elements whose `values` pass a test with `value`, from a table of all masks."""
        known = [each for each in values if abs(each) < MAX_MASK_VALUES] or [0]
        if len(known) < len(values):
            return None
        # One more row at either end stands for all values beyond; the value is clamped to them.
        low, high = min(known) - 1, max(known) + 1
        if high - low > MAX_MASK_VALUES:
            return None
        # A bitmap index: for each value the set of elements that pass the test with it.
        test = _TESTS[operator]
        sets = [
            sum(1 << at for at, each in enumerate(values) if test(each, wanted))
            for wanted in range(low, high + 1)
        ]
        address = self.builder.masks(sets, words)
        at = self.writer.let(self._clamped(value, low, high) - low, "row")
        return [
            wasm.Load(at * (8 * words), address + 8 * word, 8, type="i64") for word in range(words)
        ]

    def _clamped(self, value: wasm.Expr, low: int, high: int) -> wasm.Expr:
        """Emit `value` clamped to the range `low` to `high`."""
        if value.low >= low and value.high <= high:
            return value
        value = self.writer.let(value, "value")
        if value.low < low:
            bottom = wasm.number(low)
            value = self.writer.let(choose(value.less(low), bottom, value), "value")
        return choose(wasm.compared("gt_s", value, high), wasm.number(high), value)

    def _zone_mask(self, zone: str, owner: ir.Node | None, words: int) -> Words | None:
        """Return the mask of the pieces in an unordered zone, or in one owner's place of it."""
        zone_ = self.module.zones[zone]
        if zone_.ordered or words > self.builder.words or zone_.run.each > 1:
            return None
        if owner is not None:
            place = self.writer.let(self.access.zone_place(zone, owner))
            return self._resized(self.writer.used_words(place), words)
        together: Words | None = None
        for cell in zone_.run.cells:
            held = self._resized(self.writer.used_words(wasm.number(cell)), words)
            together = (
                held if together is None else [a | b for a, b in zip(together, held, strict=True)]
            )
        return None if together is None else [self.writer.let(each, "zone") for each in together]

    def _mark_mask(self, name: str, var: str, words: int) -> Words | None:
        """Return the mask of the elements with a true or false mark set; None if marks have another format."""
        run, marks = self.module.variables[name].run, self.layout.variables[name]
        low, high = self.scope.element_spans.get(var, (-1, -1))
        if marks.low == marks.high:
            return self._uniform_mask(ir.Const(marks.low), words)
        inside = run.first_owner <= low and high < run.first_owner + run.count
        if not inside or (marks.size, marks.low, marks.high) != (1, 0, 1) or run.count > MAX_MARKS:
            return None
        lanes = Lanes(marks, run.first_owner, words)
        bits = lanes.set_of(self.state, lambda chunk: lanes.other_than(chunk, 0))
        return [self.writer.let(word, "marked") for word in bits]

    def _resized(self, words: Words, count: int) -> Words:
        """Return a set with `count` words; words that are cut off must not matter to the caller."""
        return [*words, *(wasm.number(0, "i64") for _ in range(count - len(words)))][:count]

    def _list_mask(self, name: str, words: int) -> Words:
        """Return the mask of the elements of the list in the local `name`."""
        if name in self.scope.among:
            return self._resized(list(self.scope.among[name]), words)
        members = [self.function.local("among", "i64") for _ in range(words)]
        code = self.writer
        code.clear(*members)
        for each in self.each(ir.Local(name)):
            item = code.let(self.within(each, 0, 64 * words - 1))
            for member, bit in zip(members, self.sets.bits_of(item, words), strict=True):
                code.assign(member, member | bit)
        return list(members)

    # ------------------------------------------------------------------ values known at compile time

    def values(self, node: ir.Node, var: str, words: int) -> list[int] | None:
        """Return the value of `node` for each element `var`; None if not known at compile time."""
        count = min(64 * words, max(self.builder.pieces, 1)) if words > 1 else 64
        match node:
            case ir.Local() if node.name == var:
                return list(range(count))
            case ir.Lookup(index=ir.Local(name=name)) if name == var:
                return list(self.module.code.arrays[node.array].values[:-1])[:count]
            case ir.Binary(operator="+" | "-" as operator, right=ir.Const(value=by)):
                inner = self.values(node.left, var, words)
                step = by if operator == "+" else -by
                return None if inner is None else [value + step for value in inner]
        return None


def _first_conditional(node: ir.Node) -> ir.Cond | None:
    """Return the first if-else in an arithmetic expression or comparison; None if there is none."""
    match node:
        case ir.Cond():
            return node
        case ir.Binary():
            return _first_conditional(node.left) or _first_conditional(node.right)
    return None


def _with_branch(node: ir.Node, case: ir.Cond, way: ir.Node) -> ir.Node:
    """Return `node` with its if-else `case` replaced by `way`, one of its branches."""
    if node is case:
        return way
    return (
        map_children(node, lambda child: _with_branch(child, case, way))
        if isinstance(node, ir.Binary)
        else node
    )


def is_expensive(node: ir.Node) -> bool:
    """Return whether an expression needs loops or calls, so that it is not evaluated before it is needed."""
    match node:
        case ir.Reduce(how="count" | "some", source=ir.Pieces(index=index)):
            return index is not None and is_expensive(index)
    dear = (ir.Call, ir.Reduce, ir.Filtered, ir.Trial, ir.Member, ir.Sees, ir.Metered)
    return isinstance(node, dear) or any(is_expensive(child) for child in child_nodes(node))
