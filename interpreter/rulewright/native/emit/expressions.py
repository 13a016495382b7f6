"""Emits IR expressions."""

from __future__ import annotations

from typing import assert_never, cast

from rulewright.base.records import evolve
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import (
    all_of,
    any_of,
    choose,
    fold_comparison,
    negated,
    sequenced,
)
from rulewright.native.builder.code import call
from rulewright.native.emit.accesses import AccessEmitter
from rulewright.native.emit.emit_context import EmitScope, Emitter, InMemory, Unsupported
from rulewright.native.emit.lists.reductions import ReductionEmitter
from rulewright.native.emit.traps import all_in_order, may_fail
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span
from rulewright.runtime.ir.walk import walk

_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_SUMS = {"+": "add", "-": "sub", "*": "mul"}


class ExpressionEmitter(Emitter):
    """An emitter of the expressions of the IR."""

    def __init__(
        self, scope: EmitScope, access: AccessEmitter, reductions: ReductionEmitter
    ) -> None:
        super().__init__(scope)
        self.access, self.reductions = access, reductions

    def number(self, node: ir.Node) -> wasm.Expr:
        """Emit the value of an expression; for a delayed rule's captures, their address."""
        match node:
            case ir.Const():
                return wasm.number(node.value)
            case ir.Local():
                return self._local(node.name)
            case ir.Read():
                return self.access.read(node)
            case ir.Slot():
                return self.access.slot(node)
            case ir.Lookup():
                return self.access.lookup(node)
            case ir.PlaceOf():
                return self.access.place_of(node)
            case ir.Place():
                return self.access.place(node)
            case ir.InZone():
                return self.access.in_zone(node)
            case ir.OwnerOf():
                return self.access.owner_of(node)
            case ir.Binary():
                return self._binary(node)
            case ir.Not():
                return negated(self.number(node.what))
            case ir.All():
                return self._conjunction(self._merge_owner_tests(node.parts))
            case ir.Any():
                return any_of([self.number(part) for part in node.parts])
            case ir.Cond():
                return choose(*map(self.number, (node.condition, node.yes, node.no)))
            case ir.Call():
                return self._call(node.function, node.arguments)
            case ir.Reduce():
                return self.reductions.reduce(node)
            case ir.Member():
                return self.reductions.member(node)
            case ir.End():
                return self.reductions.end(node)
            case ir.Part():
                return self._capture_part(node.of, node.index)
            case ir.Trial():
                return self._trial(node)
            case ir.Head():
                return self.reductions.head(node.source)
            case ir.Position():
                return self.access.position_of(node)
            case ir.Sees():
                return self._sees(node.piece, node.player)
            case ir.Metered():
                with self.writer.recording() as lines:
                    self.spend(node.steps)
                return sequenced(lines, self.number(node.what))
            case ir.Bounded():
                return self.number(node.what)  # beyond 32 bits the code has trapped
            case ir.Watched():
                raise Unsupported("what is counted")
            case _:
                return self._reject_list(node)

    def _reject_list(self, node: ir.ListNode) -> wasm.Expr:
        """Raise Unsupported for a list where a number is needed."""
        match node:
            case (
                ir.Sequence() | ir.Around() | ir.Numbers() | ir.Pieces() | ir.AllPieces()
                | ir.Filtered() | ir.Backwards() | ir.Taken() | ir.Kept() | ir.Append() | ir.Rest() | ir.Captured()
            ):  # fmt: skip
                raise Unsupported(f"a list where a number is wanted: {node}")
            case _:
                assert_never(node)

    def _local(self, name: str) -> wasm.Expr:
        """Emit the value of the local `name`."""
        held = self.scope.names[name]
        if not isinstance(held, InMemory):
            return held
        slot = held.slot
        if slot.kind == "capture":
            return held.address + slot.offset
        if slot.kind != "number":
            raise Unsupported(f"the list {name} where a number is wanted")
        low, high = slot.span
        size = cast(wasm.Size, slot.item)
        return wasm.Load(held.address, slot.offset, size, low=low, high=high)

    # ------------------------------------------------------------------ operations

    def _merge_owner_tests(self, parts: tuple[ir.Node, ...]) -> tuple[ir.Node, ...]:
        """Merge "in zone Z" and "owned by P" into one test for P's places in Z."""
        for at, part in enumerate(parts):
            if not isinstance(part, ir.InZone) or part.owner is not None:
                continue
            zone = self.module.zones[part.zone]
            if zone.owner != "player" or zone.run.first_owner != 0:
                continue
            for other in parts:
                owner = _implied_owner(other, part.place)
                if owner is not None:
                    one = evolve(part, owner=owner)
                    there = (
                        ()
                        if self.number(owner).low >= 0
                        else (ir.Binary(">=", owner, ir.Const(0)),)
                    )
                    rest = tuple(each for each in parts[at + 1 :] if each is not other)
                    before = tuple(each for each in parts[:at] if each is not other)
                    return self._merge_owner_tests((*before, *there, one, *rest))
        return parts

    def _conjunction(self, parts: tuple[ir.Node, ...]) -> wasm.Expr:
        """Emit a conjunction; if conditions spend fuel, their order is kept so that both engines spend the same."""
        conditions = [self.number(part) for part in parts]
        if any(isinstance(term, ir.Metered) for part in parts for term in walk(part)):
            return all_of(conditions)
        # Branch prediction: a given card is rarely in a given player's zone, so the branch that skips the other
        # conditions is nearly always predicted and costs less than computing them.
        rare = next((at for at, part in enumerate(parts) if _is_rare(part)), None)
        if rare is None or len(parts) == 1 or may_fail(conditions[rare]):
            return all_in_order(conditions)
        first = conditions.pop(rare)
        return wasm.Conditional(first, all_in_order(conditions), wasm.FALSE, low=0, high=1)

    def _binary(self, node: ir.Binary) -> wasm.Expr:
        """Emit an operation on two numbers, or the comparison of two lists."""
        if isinstance(node.left, ir.ListNode) and node.operator in ("==", "!="):
            equal = self.reductions.equal_lists(node.left, node.right)
            return equal if node.operator == "==" else negated(equal)
        left, right = self.number(node.left), self.number(node.right)
        match node.operator:
            case "+" | "-" | "*":
                return self.exact(_SUMS[node.operator], left, right)
            case "//":
                return self._floor_division(left, right)
            case "&":
                return wasm.bits("and", left, right)
            case "|":
                return wasm.bits("or", left, right)
            case "max" | "min":
                return self._larger_or_smaller(node.operator, left, right)
            case _:
                return fold_comparison(wasm.compared(_COMPARISONS[node.operator], left, right))

    def _larger_or_smaller(self, operator: str, left: wasm.Expr, right: wasm.Expr) -> wasm.Expr:
        """Emit the larger or the smaller of two numbers, as `operator` says."""
        with self.writer.recording() as lines:
            left, right = self.writer.let(left), self.writer.let(right)
        return sequenced(
            lines, choose(left > right if operator == "max" else left < right, left, right)
        )

    def _floor_division(self, left: wasm.Expr, right: wasm.Expr) -> wasm.Expr:
        """Emit a division that rounds down; division by 0 traps."""
        if isinstance(right, wasm.Const) and right.value > 0 and left.low >= 0:
            return wasm.Binary("div_u", left, right, low=0, high=left.high // right.value)
        # WebAssembly rounds towards 0: subtract 1 if there is a remainder and the signs differ ("xor" is negative).
        code, bound = self.writer, max(abs(left.low), abs(left.high))
        with code.recording() as lines:
            left, right = code.let(left), code.let(right)
            quotient = code.let(wasm.Binary("div_s", left, right, low=-bound, high=bound))
        uneven = wasm.Binary("mul", quotient, right) != left
        signs_differ = (left ^ right) < 0
        return sequenced(
            lines, choose(uneven, choose(signs_differ, quotient - 1, quotient), quotient)
        )

    # ------------------------------------------------------------------ calls

    def arguments_of(self, name: str, arguments: tuple[ir.Node, ...]) -> tuple[wasm.Expr, ...]:
        """Emit the arguments of a call; each traps if it is outside of its parameter's bounds."""
        code = self.module.code
        called: ir.Function | ir.Procedure = (
            code.functions[name] if name in code.functions else code.procedures[name]
        )
        for _, type_ in called.parameters:
            if type_.many:
                raise Unsupported(f"{name} takes a list")
        return tuple(
            self.check_fits(self.number(argument), self.spans.local(name, parameter, type_))
            if type_.kind is not ir.Kind.CAPTURE
            else self.number(argument)
            for (parameter, type_), argument in zip(called.parameters, arguments, strict=True)
        )

    def _call(self, function: str, arguments: tuple[ir.Node, ...]) -> wasm.Expr:
        """Emit the call of a rule function with checked arguments."""
        low, high = self.spans.result(function)
        call_arguments = (self.state, *self.arguments_of(function, arguments))
        return wasm.Call(f"f_{function}", call_arguments, low=low, high=high)

    def _capture_part(self, of: ir.Node, index: int) -> wasm.Expr:
        """Emit the read of value number `index` of a delayed rule's captures `of`."""
        rule = self.scope.captured_rule(of)
        span: Span = self.spans.captured(int(rule), index)
        size = self.layout.captured
        return wasm.Load(self.number(of), size * index, size, low=span[0], high=span[1])

    def _trial(self, node: ir.Trial) -> wasm.Expr:
        """Emit the test whether a condition holds after a procedure, tried on a copy of the state."""
        code = self.writer
        with code.recording() as lines:
            arguments = [*map(code.let, self.arguments_of(node.procedure, node.arguments))]
            asked = [*map(code.let, self.arguments_of(node.function, node.asked))]
            copy = code.let(call("copy_state", self.state), "trial")
            code.run(f"p_{node.procedure}", copy, *arguments)
            holds = code.let(call(f"f_{node.function}", copy, *asked, low=0, high=1), "holds")
            code.set_global("scratch", copy)
        return sequenced(lines, holds)

    def _sees(self, piece: ir.Node, player: ir.Node) -> wasm.Expr:
        """Emit the test whether a player knows a piece and its position; true for no piece."""
        if not self.builder.knowledge:
            raise Unsupported("who knows which piece is where")
        return wasm.Call(
            "sees", (self.state, self.number(piece), self.number(player)), low=0, high=1
        )


def _is_rare(condition: ir.Node) -> bool:
    """Return whether a condition is seldom true: that a given card is in a place of one given player."""
    match condition:
        case ir.InZone(place=ir.PlaceOf(piece=ir.Const()), owner=owner):
            return owner is not None
    return False


def _implied_owner(condition: ir.Node, place: ir.Node) -> ir.Node | None:
    """Return the owner of `place` that `condition` implies, if it is a simple expression."""
    if isinstance(condition, ir.Binary) and condition.operator == "==":
        for one, other in (
            (condition.left, condition.right),
            (condition.right, condition.left),
        ):
            if one == ir.OwnerOf(place) and isinstance(other, ir.Local | ir.Const):
                return other
            if one == ir.OwnerOf(place) and isinstance(other, ir.Read) and other.index is None:
                return other
    return None
