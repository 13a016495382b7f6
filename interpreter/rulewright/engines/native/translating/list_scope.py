"""Lists: never made where they are only gone through; each kind has its loop."""

from __future__ import annotations

from typing import cast

from rulewright.engines.native.analysis.reach import Span
from rulewright.engines.native.form import native_form as wasm
from rulewright.engines.native.form.making import choose, is_zero, trailing_zeros
from rulewright.engines.native.layout.memory_forms import FIRST, LIST_COUNT, LIST_ITEMS, LIST_START
from rulewright.engines.native.translating.cell_scope import CellScope
from rulewright.engines.native.translating.scope import Each, InMemory, Unsupported
from rulewright.ir import terms as ir
from rulewright.ir.ir_types import MOST_NUMBERS


class ListScope(CellScope):
    """Goes through lists."""

    def each(self, source: ir.Node, do: Each) -> wasm.Body:
        """Something done with each element of a list, which stays as it is meanwhile."""
        match source:
            case ir.Sequence(items=items):
                return self._each_item(items, do)
            case ir.Around():
                return self._around(source, do)
            case ir.Numbers():
                return self._numbers(source, do)
            case ir.Pieces(zone=zone, index=index):
                body: wasm.Body = []
                place = self.kept(self.zone_place(zone, index), body)
                return [*body, *self.in_place(zone, place, do)]
            case ir.AllPieces():
                return self._all_places(source, do)
            case ir.Filtered():
                return self.filtered(source, do)
            case ir.Kept(source=inner):
                return self.each(inner, do)
            case ir.Append(source=inner, item=item):
                return [*self.each(inner, do), *do(self.number(item))]
            case ir.Backwards(source=inner):
                return self._backwards(inner, do)
            case ir.Taken(source=inner, count=count):
                return self._first_so_many(inner, count, do)
            case ir.Rest(source=inner):
                return self._rest(inner, do)
            case ir.Captured(rule=rule):
                return self._waiting(rule, do)
            case ir.Cond(condition=condition, yes=yes, no=no):
                return [wasm.If(self.number(condition), self.each(yes, do), self.each(no, do))]
            case ir.Local(name=name):
                return self.each_kept(self.list_local(name), do)
            case ir.Metered(what=what, steps=steps):
                return [*self.spend(steps), *self.each(what, do)]
            case ir.Call(function=name, arguments=arguments):
                return self._each_of_call(name, arguments, do)
            case _:
                raise Unsupported(f"a list {source}")

    # ------------------------------------------------------------------ what is known before

    def _each_item(self, items: tuple[int, ...], do: Each) -> wasm.Body:
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
        array = self.tables.constants((*items, 0))
        at, label = self.function.local("at", low=0, high=len(items) - 1), self.label("items")
        item = self.function.local("item", low=min(items), high=max(items))
        body = [
            wasm.Set(item.name, array.load(at)), *do(item),
            wasm.Set(at.name, at + 1), wasm.Jump(label, at.less(len(items))),
        ]  # fmt: skip
        return [wasm.Set(at.name, wasm.number(0)), wasm.Loop(label, body)]

    def _around(self, source: ir.Around, do: Each) -> wasm.Body:
        """Players clockwise from a seat; none from nobody's."""
        players = self.module.players
        body: wasm.Body = []
        start = self.kept(self.number(source.start), body, "start")
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

    def _numbers(self, source: ir.Numbers, do: Each) -> wasm.Body:
        body: wasm.Body = []
        low = self.kept(self.number(source.low), body, "low")
        high = self.kept(self.number(source.high), body, "high")
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

    # ------------------------------------------------------------------ places

    def in_place(self, zone: str, place: wasm.Expr, do: Each) -> wasm.Body:
        """What lies in a place of a zone."""
        address, offset = self.tables.place(self.state, place)
        if self.module.zones[zone].ordered:
            return self.in_order(wasm.Load(address, offset + FIRST, 2, low=-1), do, place)
        return self.in_set(self.words_in(place), do, self.lying_in(place))

    def lying_in(self, place: wasm.Expr) -> Span:
        """Between which numbers the pieces in a place lie."""
        return self.spans.lying_in(place.low, place.high)

    def words_in(self, place: wasm.Expr) -> list[wasm.Expr]:
        """The set of pieces in a place without order: as many words of it as can have something in them."""
        address, offset = self.tables.place(self.state, place)
        used = min(self.tables.words, 1 + (self.lying_in(place)[1] >> 6))
        return [wasm.Load(address, offset + 8 * word, 8, type="i64") for word in range(used)]

    def in_order(self, first: wasm.Expr, do: Each, place: wasm.Expr) -> wasm.Body:
        """The pieces of a place with order, from its first on."""
        low, high = self.lying_in(place)
        piece = self.function.local("piece", low=low, high=high)
        label, out = self.label("pieces"), self.label("out")
        inside = [
            wasm.Jump(out, wasm.Get(piece.name).less(0)),
            *do(piece),
            wasm.Set(piece.name, self.layout.next.load(self.state, piece)),
            wasm.Jump(label),
        ]
        return [wasm.Set(piece.name, first), wasm.Block(out, [wasm.Loop(label, inside)])]

    def in_set(self, words: list[wasm.Expr], do: Each, span: Span | None = None) -> wasm.Body:
        """The pieces of a set, lowest first; between which they lie. The set is taken as it is now."""
        highest = max(self.tables.pieces - 1, 0) if len(words) > 1 else 63
        low, high = span or (0, highest)
        piece = self.function.local("piece", low=low, high=high)
        left = [self.function.local("left", "i64") for _ in words]
        label, out = self.label("set"), self.label("out")
        take: wasm.Body = []
        for number_ in reversed(range(len(words))):
            bits = left[number_]
            pick: wasm.Body = [
                wasm.Set(piece.name, trailing_zeros(bits) + 64 * number_),
                wasm.Set(bits.name, bits & (bits - 1)),
            ]
            empty = is_zero(bits)
            take = [wasm.Jump(out, empty), *pick] if not take else [wasm.If(empty, take, pick)]
        body: wasm.Body = [
            wasm.Set(bits.name, word) for bits, word in zip(left, words, strict=True)
        ]
        return [*body, wasm.Block(out, [wasm.Loop(label, [*take, *do(piece), wasm.Jump(label)])])]

    def _all_places(self, source: ir.AllPieces, do: Each) -> wasm.Body:
        """What lies in all places of a zone, one after the other, perhaps without those of one owner."""
        run = self.module.zones[source.zone].run
        at = self.function.local("place", low=0, high=run.count - 1)
        body: wasm.Body = []
        inside = self.in_place(source.zone, at + run.base, do)
        if source.without is not None:
            without = self.kept(self.number(source.without), body, "without")
            owner = at if run.each == 1 else wasm.Binary("div_s", at, wasm.number(run.each))
            inside = [wasm.If(owner.differs(without), inside)]
        label = self.label("places")
        loop = wasm.Loop(
            label, [*inside, wasm.Set(at.name, at + 1), wasm.Jump(label, at.less(run.count))]
        )
        return [*body, wasm.Set(at.name, wasm.number(0)), loop]

    # ------------------------------------------------------------------ lists of lists

    def filtered(self, source: ir.Filtered, do: Each) -> wasm.Body:
        """What of a list passes a condition."""

        lines: wasm.Body = []
        words = self.set_of(source, lines)
        if words is not None:
            return [*lines, *self.in_set(words, do, self.element_span(source))]

        def inside(element: wasm.Expr) -> wasm.Body:
            body: wasm.Body = []
            element = self.kept(element, body, source.var)
            with self.element(source.var, source.source, element):
                condition = self.number(source.condition)
            return [*body, wasm.If(condition, do(element))]

        return self.each(source.source, inside)

    def element_span(self, source: ir.Node) -> Span | None:
        """Between which numbers the pieces of a set lie, if that is known; see `set_scope`."""
        return None

    def _rest(self, source: ir.Node, do: Each) -> wasm.Body:
        """A list without its first."""
        first = self.function.local("first", low=0, high=1)

        def inside(element: wasm.Expr) -> wasm.Body:
            return [wasm.If(first, [wasm.Set(first.name, wasm.number(0))], do(element))]

        return [wasm.Set(first.name, wasm.number(1)), *self.each(source, inside)]

    def _first_so_many(self, source: ir.Node, count: ir.Node, do: Each) -> wasm.Body:
        """The first so many of a list."""
        body: wasm.Body = []
        most = self.kept(self.number(count), body, "most")
        left, out = self.function.local("left"), self.label("taken")

        def inside(element: wasm.Expr) -> wasm.Body:
            return [wasm.Jump(out, left.less(1)), wasm.Set(left.name, left - 1), *do(element)]

        return [*body, wasm.Set(left.name, most), wasm.Block(out, self.each(source, inside))]

    def _backwards(self, source: ir.Node, do: Each) -> wasm.Body:
        """A list from its last to its first: gathered in memory, and gone through from there."""
        held = self.new_list(source)
        at = self.function.local("at", low=-1, high=held.slot.capacity)
        label, out = self.label("back"), self.label("out")
        inside: wasm.Body = [
            wasm.Set(at.name, at - 1), wasm.Jump(out, at.less(0)), *do(self.list_item(held, at)), wasm.Jump(label),
        ]  # fmt: skip
        return [
            *self.gather(held, source),
            wasm.Set(at.name, self.list_count(held)),
            wasm.Block(out, [wasm.Loop(label, inside)]),
        ]

    def _each_of_call(self, name: str, arguments: tuple[ir.Node, ...], do: Each) -> wasm.Body:
        """The list that a function gives: gone through as the function says, with what it is given."""
        function = self.module.code.functions[name]
        lines: wasm.Body = []
        given = [self.kept(self.number(argument), lines) for argument in arguments]
        outside = self.names, self.code
        inside = dict(zip((name for name, _ in function.parameters), given, strict=True))

        def outer(element: wasm.Expr) -> wasm.Body:
            here = self.names, self.code
            self.names, self.code = outside
            found = do(element)
            self.names, self.code = here
            return found

        self.names, self.code = dict(inside), name
        lines += self.each(function.result, outer)
        self.names, self.code = outside
        return lines

    # ------------------------------------------------------------------ lists in memory

    def list_local(self, name: str) -> InMemory:
        """A local that is a list."""
        held = self.names[name]
        assert isinstance(held, InMemory)
        return held

    def list_item(self, held: InMemory, at: wasm.Expr) -> wasm.Expr:
        """A thing in a list in memory; of what was captured its address."""
        slot = held.slot
        address = held.address + at * slot.item
        if slot.kind == "captures":
            return address + (slot.offset + LIST_ITEMS)
        low, high = slot.span
        return wasm.Load(
            address, slot.offset + LIST_ITEMS, cast(wasm.Size, slot.item), low=low, high=high
        )

    def list_count(self, held: InMemory) -> wasm.Expr:
        """How many things a list in memory has, with those that are gone."""
        return wasm.Load(
            held.address, held.slot.offset + LIST_COUNT, 2, low=0, high=held.slot.capacity
        )

    def list_start(self, held: InMemory) -> wasm.Expr:
        """The first thing that is left in a list in memory."""
        return wasm.Load(
            held.address, held.slot.offset + LIST_START, 2, low=0, high=held.slot.capacity
        )

    def each_kept(self, held: InMemory, do: Each) -> wasm.Body:
        """Something done with what is left of a list in memory."""
        at = self.function.local("at", low=0, high=held.slot.capacity)
        label, out = self.label("list"), self.label("out")
        inside = [
            wasm.Jump(out, at.at_least(self.list_count(held))),
            *do(self.list_item(held, at)),
            wasm.Set(at.name, at + 1),
            wasm.Jump(label),
        ]
        return [
            wasm.Set(at.name, self.list_start(held)),
            wasm.Block(out, [wasm.Loop(label, inside)]),
        ]

    def _waiting(self, rule: int, do: Each) -> wasm.Body:
        """The delayed rules of one number that are waiting: the addresses of what they captured."""
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
            wasm.Set(end.name, at + self.own("delayed") * entry),
            wasm.Block(out, [wasm.Loop(label, inside)]),
        ]
