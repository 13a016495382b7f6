"""Emits loops over lists; a list that is only iterated over is never materialized."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose
from rulewright.native.emit.accesses import AccessEmitter
from rulewright.native.emit.emit_context import EmitScope, Emitter, InMemory, Unsupported
from rulewright.native.emit.function_writer import Each
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.ir_types import MOST_NUMBERS


class ListEmitter(Emitter):
    """An emitter of loops over lists of any kind."""

    def __init__(self, scope: EmitScope, access: AccessEmitter) -> None:
        super().__init__(scope)
        self.access = access

    def each(self, source: ir.Node, do: Each) -> wasm.Body:
        """Emit a loop over the list `source`, which must not change during the loop."""
        match source:
            case ir.Sequence():
                return self._each_item(source.items, do)
            case ir.Around():
                return self._each_player_from(source, do)
            case ir.Numbers():
                return self._each_number(source, do)
            case ir.Pieces():
                body: wasm.Body = []
                place = self.to_local(self.access.zone_place(source.zone, source.index), body)
                return [*body, *self.writer.in_place(source.zone, place, do)]
            case ir.AllPieces():
                return self._each_in_zone(source, do)
            case ir.Filtered():
                return self.scope.filtered(source, do)
            case ir.Kept():
                return self.each(source.source, do)
            case ir.Append():
                return [*self.each(source.source, do), *do(self.number(source.item))]
            case ir.Backwards():
                return self._each_backwards(source.source, do)
            case ir.Taken():
                return self._each_of_first(source.source, source.count, do)
            case ir.Rest():
                return self._each_but_first(source.source, do)
            case ir.Captured():
                return self._each_delayed_rule(source.rule, do)
            case ir.Cond():
                condition = self.number(source.condition)
                return [wasm.If(condition, self.each(source.yes, do), self.each(source.no, do))]
            case ir.Local():
                return self.each_in_memory(self.list_local(source.name), do)
            case ir.Metered():
                return [*self.spend(source.steps), *self.each(source.what, do)]
            case ir.Call():
                return self._each_of_call(source.function, source.arguments, do)
            case _:
                raise Unsupported(f"a list {source}")

    # ------------------------------------------------------------------ constants and ranges

    def _each_item(self, items: tuple[int, ...], do: Each) -> wasm.Body:
        """Emit a loop over the constants `items`; consecutive numbers are counted."""
        if len(items) <= 1:
            return [line for item in items for line in do(wasm.number(item))]
        last = items[-1]
        if items != tuple(range(items[0], last + 1)):
            return self._each_listed(items, do)
        item, label = self.function.local("item", low=items[0], high=last), self.label("items")
        body = [
            *do(item),
            wasm.Set(item.name, item + 1),
            wasm.Jump(label, wasm.compared("le_s", item, last)),
        ]
        return [wasm.Set(item.name, wasm.number(items[0])), wasm.Loop(label, body)]

    def _each_listed(self, items: tuple[int, ...], do: Each) -> wasm.Body:
        """Emit a loop over the constants `items`, read from a table in memory."""
        array = self.builder.constants((*items, 0))
        at, label = self.function.local("at", low=0, high=len(items) - 1), self.label("items")
        item = self.function.local("item", low=min(items), high=max(items))
        body = [
            wasm.Set(item.name, array.load(at)), *do(item),
            wasm.Set(at.name, at + 1), wasm.Jump(label, at.less(len(items))),
        ]  # fmt: skip
        return [wasm.Set(at.name, wasm.number(0)), wasm.Loop(label, body)]

    def _each_player_from(self, source: ir.Around, do: Each) -> wasm.Body:
        """Emit a loop over the players clockwise from a seat; no player for seat -1."""
        players = self.module.players
        body: wasm.Body = []
        start = self.to_local(self.number(source.start), body, "start")
        if source.others and players < 2:
            return []
        step = self.function.local("step", low=0, high=players)
        seat = self.function.local("seat", low=0, high=players - 1)
        label = self.label("around")
        far = self.function.local("far", low=0, high=2 * players)
        loop = wasm.Loop(label, [
            wasm.Set(far.name, start + step),
            wasm.Set(seat.name, choose(far.less(players), far, far - players)),
            *do(seat),
            wasm.Set(step.name, step + 1),
            wasm.Jump(label, step.less(players)),
        ])  # fmt: skip
        first = wasm.number(1 if source.others else 0)
        return [*body, wasm.If(start.at_least(0), [wasm.Set(step.name, first), loop])]

    def _each_number(self, source: ir.Numbers, do: Each) -> wasm.Body:
        """Emit a loop over the numbers from `source.low` to `source.high`."""
        body: wasm.Body = []
        low = self.to_local(self.number(source.low), body, "low")
        high = self.to_local(self.number(source.high), body, "high")
        top = max(low.low, min(high.high, low.high + MOST_NUMBERS))
        at = self.function.local("number", low=low.low, high=top)
        if high.high - low.low > MOST_NUMBERS:
            body.append(
                wasm.If(
                    wasm.compared("gt_s", self.exact("sub", high, low), MOST_NUMBERS), [wasm.Trap()]
                )
            )
        label, out = self.label("numbers"), self.label("out")
        body.append(wasm.Set(at.name, low))
        inside = [
            wasm.Jump(out, wasm.compared("gt_s", at, high)),
            *do(at),
            wasm.Set(at.name, at + 1),
            wasm.Jump(label),
        ]
        return [*body, wasm.Block(out, [wasm.Loop(label, inside)])]

    def _each_in_zone(self, source: ir.AllPieces, do: Each) -> wasm.Body:
        """Emit a loop over the pieces in all places of a zone, optionally without one player's places."""
        run = self.module.zones[source.zone].run
        at = self.function.local("place", low=0, high=run.count - 1)
        body: wasm.Body = []
        inside = self.writer.in_place(source.zone, at + run.base, do)
        if source.without is not None:
            without = self.to_local(self.number(source.without), body, "without")
            owner = at if run.each == 1 else wasm.Binary("div_s", at, wasm.number(run.each))
            inside = [wasm.If(owner.differs(without), inside)]
        label = self.label("places")
        loop = wasm.Loop(
            label, [*inside, wasm.Set(at.name, at + 1), wasm.Jump(label, at.less(run.count))]
        )
        return [*body, wasm.Set(at.name, wasm.number(0)), loop]

    def _each_but_first(self, source: ir.Node, do: Each) -> wasm.Body:
        """Emit a loop over a list without its first element."""
        first = self.function.local("first", low=0, high=1)

        def inside(element: wasm.Expr) -> wasm.Body:
            """Emit one iteration; the first one only clears the flag `first`."""
            return [wasm.If(first, [wasm.Set(first.name, wasm.number(0))], do(element))]

        return [wasm.Set(first.name, wasm.number(1)), *self.each(source, inside)]

    def _each_of_first(self, source: ir.Node, count: ir.Node, do: Each) -> wasm.Body:
        """Emit a loop over the first `count` elements of a list."""
        body: wasm.Body = []
        most = self.to_local(self.number(count), body, "most")
        remaining, out = self.function.local("left"), self.label("taken")

        def inside(element: wasm.Expr) -> wasm.Body:
            """Emit one iteration, which leaves the loop when `count` elements are done."""
            return [
                wasm.Jump(out, remaining.less(1)),
                wasm.Set(remaining.name, remaining - 1),
                *do(element),
            ]

        return [*body, wasm.Set(remaining.name, most), wasm.Block(out, self.each(source, inside))]

    def _each_backwards(self, source: ir.Node, do: Each) -> wasm.Body:
        """Emit a loop over a list in reverse order, from a copy of the list in memory."""
        held = self.scope.new_list(source)
        at = self.function.local("at", low=-1, high=held.slot.capacity)
        label, out = self.label("back"), self.label("out")
        inside: wasm.Body = [
            wasm.Set(at.name, at - 1), wasm.Jump(out, at.less(0)), *do(held.item(at)), wasm.Jump(label),
        ]  # fmt: skip
        return [
            *self.scope.gather(held, source),
            wasm.Set(at.name, held.count()),
            wasm.Block(out, [wasm.Loop(label, inside)]),
        ]

    def _each_of_call(self, name: str, arguments: tuple[ir.Node, ...], do: Each) -> wasm.Body:
        """Emit a loop over the list that a function returns, with the function inlined."""
        function = self.module.code.functions[name]
        lines: wasm.Body = []
        values = [self.to_local(self.number(argument), lines) for argument in arguments]
        # The function is inlined. Its body sees its parameters, but the loop body sees the caller's locals. So the
        # two scopes are swapped around each iteration.
        is_outside = self.scope.names, self.writer.code
        inside = dict(zip((name for name, _ in function.parameters), values, strict=True))

        def in_caller_scope(element: wasm.Expr) -> wasm.Body:
            """Emit one iteration with the locals of the caller in scope."""
            here = self.scope.names, self.writer.code
            self.scope.names, self.writer.code = is_outside
            body = do(element)
            self.scope.names, self.writer.code = here
            return body

        self.scope.names, self.writer.code = dict(inside), name
        lines += self.each(function.result, in_caller_scope)
        self.scope.names, self.writer.code = is_outside
        return lines

    # ------------------------------------------------------------------ lists in memory

    def list_local(self, name: str) -> InMemory:
        """Return the list in memory that the local `name` holds."""
        held = self.scope.names[name]
        assert isinstance(held, InMemory)
        return held

    def each_in_memory(self, held: InMemory, do: Each) -> wasm.Body:
        """Emit a loop over the remaining items of a list in memory."""
        at = self.function.local("at", low=0, high=held.slot.capacity)
        label, out = self.label("list"), self.label("out")
        inside = [
            wasm.Jump(out, at.at_least(held.count())),
            *do(held.item(at)),
            wasm.Set(at.name, at + 1),
            wasm.Jump(label),
        ]
        return [
            wasm.Set(at.name, held.start()),
            wasm.Block(out, [wasm.Loop(label, inside)]),
        ]

    def _each_delayed_rule(self, rule: int, do: Each) -> wasm.Body:
        """Emit a loop over the waiting delayed rules of number `rule`; elements are addresses of captures."""
        entry = self.layout.entry
        at, end = self.function.local("waiting"), self.function.local("end")
        label, out = self.label("delayed"), self.label("out")
        inside: wasm.Body = [
            wasm.Jump(out, wasm.compared("ge_u", at, end)),
            wasm.If(wasm.Load(at, 0, self.layout.captured).equals(rule), do(at)),
            wasm.Set(at.name, at + entry),
            wasm.Jump(label),
        ]
        return [
            wasm.Set(at.name, self.state + self.layout.delayed_table),
            wasm.Set(end.name, at + self.own(self.cells.delayed) * entry),
            wasm.Block(out, [wasm.Loop(label, inside)]),
        ]
