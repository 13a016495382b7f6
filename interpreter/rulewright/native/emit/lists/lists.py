"""Emits loops over lists; a list that is only iterated over is never materialized."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.records import evolve
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose
from rulewright.native.emit.accesses import AccessEmitter
from rulewright.native.emit.emit_context import EmitScope, Emitter, InMemory, Unsupported
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.ir_types import MOST_NUMBERS


class ListEmitter(Emitter):
    """An emitter of loops over lists of any kind."""

    def __init__(self, scope: EmitScope, access: AccessEmitter) -> None:
        super().__init__(scope)
        self.access = access

    def each(self, source: ir.Node) -> Iterator[wasm.Expr]:
        """Yield each element of the list `source`, which must not change during the loop.

        Use it in a `for`, whose body is recorded inside of a loop. For a list in parts it is recorded in each.
        """
        code = self.writer
        match source:
            case ir.Sequence():
                yield from self._each_item(source.items)
            case ir.Around():
                yield from self._each_player_from(source)
            case ir.Numbers():
                yield from self._each_number(source)
            case ir.Pieces():
                place = code.let(self.access.zone_place(source.zone, source.index))
                with code.each_in_place(source.zone, place) as piece:
                    yield piece
            case ir.AllPieces():
                yield from self._each_in_zone(source)
            case ir.Filtered():
                yield from self.scope.filtered(source)
            case ir.Kept():
                yield from self.each(source.source)
            case ir.Append():
                yield from self.each(source.source)
                yield self.number(source.item)
            case ir.Backwards():
                yield from self._each_backwards(source.source)
            case ir.Taken():
                yield from self._each_of_first(source.source, source.count)
            case ir.Rest():
                yield from self._each_but_first(source.source)
            case ir.Captured():
                yield from self._each_delayed_rule(source.rule)
            case ir.Cond():
                with code.when(self.number(source.condition)):
                    yield from self.each(source.yes)
                with code.else_():
                    yield from self.each(source.no)
            case ir.Local():
                yield from self.each_in_memory(self.list_local(source.name))
            case ir.Metered():
                self.spend(source.steps)
                yield from self.each(source.what)
            case ir.Call():
                yield from self._each_of_call(source.function, source.arguments)
            case _:
                raise Unsupported(f"a list {source}")

    # ------------------------------------------------------------------ constants and ranges

    def _each_item(self, items: tuple[int, ...]) -> Iterator[wasm.Expr]:
        """Yield each of the constants `items`; consecutive numbers are counted."""
        if len(items) <= 1:
            yield from map(wasm.number, items)
            return
        code, first, last = self.writer, items[0], items[-1]
        if items != tuple(range(first, last + 1)):
            yield from self._each_listed(items)
            return
        item = code.var(first, "item", low=first, high=last + 1)
        with code.repeat("items") as again:
            yield evolve(item.fixed, high=last)
            item += 1
            again.jump(item <= last)

    def _each_listed(self, items: tuple[int, ...]) -> Iterator[wasm.Expr]:
        """Yield each of the constants `items`, read from a table in memory."""
        code, array = self.writer, self.builder.constants((*items, 0))
        at = code.var(0, "at", low=0, high=len(items))
        with code.repeat("items") as again:
            item = evolve(array.load(at), low=min(items), high=max(items))
            yield code.let(item, "item")
            at += 1
            again.jump(at < len(items))

    def _each_player_from(self, source: ir.Around) -> Iterator[wasm.Expr]:
        """Yield the players clockwise from a seat; no player for seat -1."""
        code, players = self.writer, self.module.players
        start = code.let(self.number(source.start), "start")
        if source.others and players < 2:
            return
        step = code.var(hint="step", low=0, high=players)
        seat = code.var(hint="seat", low=0, high=players - 1)
        far = code.var(hint="far", low=0, high=2 * players)
        with code.when(start >= 0):
            step.set(1 if source.others else 0)
            with code.repeat("around") as again:
                far.set(start + step)
                seat.set(choose(far < players, far, far - players))
                yield seat.fixed
                step += 1
                again.jump(step < players)

    def _each_number(self, source: ir.Numbers) -> Iterator[wasm.Expr]:
        """Yield the numbers from `source.low` to `source.high`."""
        code = self.writer
        low = code.let(self.number(source.low), "low")
        high = code.let(self.number(source.high), "high")
        top = max(low.low, min(high.high, low.high + MOST_NUMBERS))
        at = code.var(hint="number", low=low.low, high=top + 1)
        if high.high - low.low > MOST_NUMBERS:
            code.trap_if(self.exact("sub", high, low) > MOST_NUMBERS)
        at.set(low)
        with code.loop() as loop:
            loop.leave(at > high)
            yield evolve(at.fixed, high=top)
            at += 1

    def _each_in_zone(self, source: ir.AllPieces) -> Iterator[wasm.Expr]:
        """Yield the pieces in all places of a zone, optionally without one player's places."""
        code, run = self.writer, self.module.zones[source.zone].run
        without = (
            None if source.without is None else code.let(self.number(source.without), "without")
        )
        at = code.var(0, "place", low=0, high=run.count)
        with code.repeat("places") as again:
            place = evolve(at.fixed, high=run.count - 1)
            owner = place if run.each == 1 else wasm.Binary("div_s", place, wasm.number(run.each))
            with (
                code.when(1 if without is None else owner != without),
                code.each_in_place(source.zone, place + run.base) as piece,
            ):
                yield piece
            at += 1
            again.jump(at < run.count)

    # ------------------------------------------------------------------ lists made of others

    def _each_but_first(self, source: ir.Node) -> Iterator[wasm.Expr]:
        """Yield the elements of a list without its first one."""
        code = self.writer
        first = code.var(1, "first", low=0, high=1)
        for element in self.each(source):
            with code.when(first):
                first.set(0)
            with code.else_():
                yield element

    def _each_of_first(self, source: ir.Node, count: ir.Node) -> Iterator[wasm.Expr]:
        """Yield the first `count` elements of a list."""
        code = self.writer
        most = code.let(self.number(count), "most")
        remaining = code.var(most, "left")
        with code.block("taken") as taken:
            for element in self.each(source):
                taken.leave(remaining < 1)
                remaining -= 1
                yield element

    def _each_backwards(self, source: ir.Node) -> Iterator[wasm.Expr]:
        """Yield the elements of a list in reverse order, from a copy of the list in memory."""
        code, held = self.writer, self.scope.new_list(source)
        at = code.var(hint="at", low=-1, high=held.slot.capacity)
        self.scope.gather(held, source)
        at.set(held.count())
        with code.loop() as loop:
            at -= 1
            loop.leave(at < 0)
            yield held.item(at)

    def _each_of_call(self, name: str, arguments: tuple[ir.Node, ...]) -> Iterator[wasm.Expr]:
        """Yield the elements of the list that a function returns, with the function inlined."""
        function, code = self.module.code.functions[name], self.writer
        values = [code.let(self.number(argument)) for argument in arguments]
        # The function is inlined. Its body sees its parameters, but the loop body sees the caller's locals. So the
        # two scopes are swapped around each iteration.
        outside = self.scope.names, code.ir_name
        parameters = (name for name, _ in function.parameters)
        self.scope.names, code.ir_name = dict(zip(parameters, values, strict=True)), name
        for element in self.each(function.result):
            inside = self.scope.names, code.ir_name
            self.scope.names, code.ir_name = outside
            yield element
            self.scope.names, code.ir_name = inside
        self.scope.names, code.ir_name = outside

    # ------------------------------------------------------------------ lists in memory

    def list_local(self, name: str) -> InMemory:
        """Return the list in memory that the local `name` holds."""
        held = self.scope.names[name]
        assert isinstance(held, InMemory)
        return held

    def each_in_memory(self, held: InMemory) -> Iterator[wasm.Expr]:
        """Yield the remaining items of a list in memory."""
        code = self.writer
        at = code.var(held.start(), "at", low=0, high=held.slot.capacity)
        with code.loop() as loop:
            loop.leave(at >= held.count())
            yield held.item(at)
            at += 1

    def _each_delayed_rule(self, rule: int) -> Iterator[wasm.Expr]:
        """Yield the waiting delayed rules of number `rule`, as addresses of their captures."""
        code, entry = self.writer, self.layout.entry
        at = code.var(self.state + self.layout.delayed_table, "waiting")
        end = code.let(at + self.game.delayed * entry, "end")
        with code.loop() as loop:
            loop.leave(wasm.compared("ge_u", at, end))
            with code.when(wasm.Load(at, 0, self.layout.captured).equals(rule)):
                yield at.fixed
            at += entry
