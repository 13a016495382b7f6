"""Lists: never made where they are only gone through; each kind has its loop."""

from __future__ import annotations

from typing import cast

from rulewright.engines.native.analysis.reach import Span
from rulewright.engines.native.form.making import choose, is_zero, trailing_zeros
from rulewright.engines.native.form.native_form import (
    Binary,
    Block,
    Body,
    Expr,
    Get,
    If,
    Jump,
    Load,
    Loop,
    Set,
    Size,
    Trap,
    compared,
    number,
)
from rulewright.engines.native.layout.memory_forms import FIRST, LIST_COUNT, LIST_ITEMS, LIST_START
from rulewright.engines.native.translating.cell_scope import CellScope
from rulewright.engines.native.translating.scope import Each, InMemory, Unsupported
from rulewright.ir import terms as ir
from rulewright.ir.ir_types import MOST_NUMBERS


class ListScope(CellScope):
    """Goes through lists."""

    def each(self, source: ir.Node, do: Each) -> Body:
        """Something done with each element of a list, which stays as it is meanwhile."""
        match source:
            case ir.Sequence(items=items):
                return self._each_item(items, do)
            case ir.Around():
                return self._around(source, do)
            case ir.Numbers():
                return self._numbers(source, do)
            case ir.Pieces(zone=zone, index=index):
                body: Body = []
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
                return [If(self.number(condition), self.each(yes, do), self.each(no, do))]
            case ir.Local(name=name):
                return self.each_kept(self.list_local(name), do)
            case ir.Metered(what=what, steps=steps):
                return [*self.spend(steps), *self.each(what, do)]
            case ir.Call(function=name, arguments=arguments):
                return self._each_of_call(name, arguments, do)
            case _:
                raise Unsupported(f"a list {source}")

    # ------------------------------------------------------------------ what is known before

    def _each_item(self, items: tuple[int, ...], do: Each) -> Body:
        if len(items) <= 1:
            return [line for item in items for line in do(number(item))]
        last = items[-1]
        if items != tuple(range(items[0], last + 1)):
            return self._each_listed(items, do)
        item, label = self.function.local("item", low=items[0], high=last), self.label("items")
        body = [*do(item), Set(item.name, item + 1), Jump(label, compared("le_s", item, last))]
        return [Set(item.name, number(items[0])), Loop(label, body)]

    def _each_listed(self, items: tuple[int, ...], do: Each) -> Body:
        array = self.tables.constants((*items, 0))
        at, label = self.function.local("at", low=0, high=len(items) - 1), self.label("items")
        item = self.function.local("item", low=min(items), high=max(items))
        body = [
            Set(item.name, array.load(at)), *do(item),
            Set(at.name, at + 1), Jump(label, at.less(len(items))),
        ]  # fmt: skip
        return [Set(at.name, number(0)), Loop(label, body)]

    def _around(self, source: ir.Around, do: Each) -> Body:
        """Players clockwise from a seat; none from nobody's."""
        players = self.module.players
        body: Body = []
        start = self.kept(self.number(source.start), body, "start")
        if source.others and players < 2:
            return []
        step = self.function.local("step", low=0, high=players)
        seat = self.function.local("seat", low=0, high=players - 1)
        label = self.label("around")
        far = self.function.local("far", low=0, high=2 * players)
        loop = Loop(label, [
            Set(far.name, start + step),
            Set(seat.name, choose(far.less(players), far, far - players)),
            *do(seat),
            Set(step.name, step + 1),
            Jump(label, step.less(players)),
        ])  # fmt: skip
        first = number(1 if source.others else 0)
        return [*body, If(start.at_least(0), [Set(step.name, first), loop])]

    def _numbers(self, source: ir.Numbers, do: Each) -> Body:
        body: Body = []
        low = self.kept(self.number(source.low), body, "low")
        high = self.kept(self.number(source.high), body, "high")
        top = max(low.low, min(high.high, low.high + MOST_NUMBERS))
        at = self.function.local("number", low=low.low, high=top)
        if high.high - low.low > MOST_NUMBERS:
            body.append(If(compared("gt_s", self.exact("sub", high, low), MOST_NUMBERS), [Trap()]))
        label, out = self.label("numbers"), self.label("out")
        body.append(Set(at.name, low))
        inside = [Jump(out, compared("gt_s", at, high)), *do(at), Set(at.name, at + 1), Jump(label)]
        return [*body, Block(out, [Loop(label, inside)])]

    # ------------------------------------------------------------------ places

    def in_place(self, zone: str, place: Expr, do: Each) -> Body:
        """What lies in a place of a zone."""
        address, offset = self.tables.place(self.state, place)
        if self.module.zones[zone].ordered:
            return self.in_order(Load(address, offset + FIRST, 2, low=-1), do, place)
        return self.in_set(self.words_in(place), do, self.lying_in(place))

    def lying_in(self, place: Expr) -> Span:
        """Between which numbers the pieces in a place lie."""
        return self.spans.lying_in(place.low, place.high)

    def words_in(self, place: Expr) -> list[Expr]:
        """The set of pieces in a place without order: as many words of it as can have something in them."""
        address, offset = self.tables.place(self.state, place)
        used = min(self.tables.words, 1 + (self.lying_in(place)[1] >> 6))
        return [Load(address, offset + 8 * word, 8, type="i64") for word in range(used)]

    def in_order(self, first: Expr, do: Each, place: Expr) -> Body:
        """The pieces of a place with order, from its first on."""
        low, high = self.lying_in(place)
        piece = self.function.local("piece", low=low, high=high)
        label, out = self.label("pieces"), self.label("out")
        inside = [
            Jump(out, Get(piece.name).less(0)),
            *do(piece),
            Set(piece.name, self.layout.next.load(self.state, piece)),
            Jump(label),
        ]
        return [Set(piece.name, first), Block(out, [Loop(label, inside)])]

    def in_set(self, words: list[Expr], do: Each, span: Span | None = None) -> Body:
        """The pieces of a set, lowest first; between which they lie. The set is taken as it is now."""
        highest = max(self.tables.pieces - 1, 0) if len(words) > 1 else 63
        low, high = span or (0, highest)
        piece = self.function.local("piece", low=low, high=high)
        left = [self.function.local("left", "i64") for _ in words]
        label, out = self.label("set"), self.label("out")
        take: Body = []
        for number_ in reversed(range(len(words))):
            bits = left[number_]
            pick: Body = [
                Set(piece.name, trailing_zeros(bits) + 64 * number_),
                Set(bits.name, bits & (bits - 1)),
            ]
            empty = is_zero(bits)
            take = [Jump(out, empty), *pick] if not take else [If(empty, take, pick)]
        body: Body = [Set(bits.name, word) for bits, word in zip(left, words, strict=True)]
        return [*body, Block(out, [Loop(label, [*take, *do(piece), Jump(label)])])]

    def _all_places(self, source: ir.AllPieces, do: Each) -> Body:
        """What lies in all places of a zone, one after the other, perhaps without those of one owner."""
        run = self.module.zones[source.zone].run
        at = self.function.local("place", low=0, high=run.count - 1)
        body: Body = []
        inside = self.in_place(source.zone, at + run.base, do)
        if source.without is not None:
            without = self.kept(self.number(source.without), body, "without")
            owner = at if run.each == 1 else Binary("div_s", at, number(run.each))
            inside = [If(owner.differs(without), inside)]
        label = self.label("places")
        loop = Loop(label, [*inside, Set(at.name, at + 1), Jump(label, at.less(run.count))])
        return [*body, Set(at.name, number(0)), loop]

    # ------------------------------------------------------------------ lists of lists

    def filtered(self, source: ir.Filtered, do: Each) -> Body:
        """What of a list passes a condition."""

        lines: Body = []
        words = self.set_of(source, lines)
        if words is not None:
            return [*lines, *self.in_set(words, do, self.element_span(source))]

        def inside(element: Expr) -> Body:
            body: Body = []
            element = self.kept(element, body, source.var)
            with self.element(source.var, source.source, element):
                condition = self.number(source.condition)
            return [*body, If(condition, do(element))]

        return self.each(source.source, inside)

    def element_span(self, source: ir.Node) -> Span | None:
        """Between which numbers the pieces of a set lie, if that is known; see `set_scope`."""
        return None

    def _rest(self, source: ir.Node, do: Each) -> Body:
        """A list without its first."""
        first = self.function.local("first", low=0, high=1)

        def inside(element: Expr) -> Body:
            return [If(first, [Set(first.name, number(0))], do(element))]

        return [Set(first.name, number(1)), *self.each(source, inside)]

    def _first_so_many(self, source: ir.Node, count: ir.Node, do: Each) -> Body:
        """The first so many of a list."""
        body: Body = []
        most = self.kept(self.number(count), body, "most")
        left, out = self.function.local("left"), self.label("taken")

        def inside(element: Expr) -> Body:
            return [Jump(out, left.less(1)), Set(left.name, left - 1), *do(element)]

        return [*body, Set(left.name, most), Block(out, self.each(source, inside))]

    def _backwards(self, source: ir.Node, do: Each) -> Body:
        """A list from its last to its first: gathered in memory, and gone through from there."""
        held = self.new_list(source)
        at = self.function.local("at", low=-1, high=held.slot.capacity)
        label, out = self.label("back"), self.label("out")
        inside: Body = [
            Set(at.name, at - 1), Jump(out, at.less(0)), *do(self.list_item(held, at)), Jump(label),
        ]  # fmt: skip
        return [
            *self.gather(held, source),
            Set(at.name, self.list_count(held)),
            Block(out, [Loop(label, inside)]),
        ]

    def _each_of_call(self, name: str, arguments: tuple[ir.Node, ...], do: Each) -> Body:
        """The list that a function gives: gone through as the function says, with what it is given."""
        function = self.module.code.functions[name]
        lines: Body = []
        given = [self.kept(self.number(argument), lines) for argument in arguments]
        outside = self.names, self.code
        inside = dict(zip((name for name, _ in function.parameters), given, strict=True))

        def outer(element: Expr) -> Body:
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

    def list_item(self, held: InMemory, at: Expr) -> Expr:
        """A thing in a list in memory; of what was captured its address."""
        slot = held.slot
        address = held.address + at * slot.item
        if slot.kind == "captures":
            return address + (slot.offset + LIST_ITEMS)
        low, high = slot.span
        return Load(address, slot.offset + LIST_ITEMS, cast(Size, slot.item), low=low, high=high)

    def list_count(self, held: InMemory) -> Expr:
        """How many things a list in memory has, with those that are gone."""
        return Load(held.address, held.slot.offset + LIST_COUNT, 2, low=0, high=held.slot.capacity)

    def list_start(self, held: InMemory) -> Expr:
        """The first thing that is left in a list in memory."""
        return Load(held.address, held.slot.offset + LIST_START, 2, low=0, high=held.slot.capacity)

    def each_kept(self, held: InMemory, do: Each) -> Body:
        """Something done with what is left of a list in memory."""
        at = self.function.local("at", low=0, high=held.slot.capacity)
        label, out = self.label("list"), self.label("out")
        inside = [
            Jump(out, at.at_least(self.list_count(held))),
            *do(self.list_item(held, at)),
            Set(at.name, at + 1),
            Jump(label),
        ]
        return [Set(at.name, self.list_start(held)), Block(out, [Loop(label, inside)])]

    def _waiting(self, rule: int, do: Each) -> Body:
        """The delayed rules of one number that are waiting: the addresses of what they captured."""
        entry = self.layout.entry
        at, end = self.function.local("waiting"), self.function.local("end")
        label, out = self.label("delayed"), self.label("out")
        inside: Body = [
            Jump(out, compared("ge_u", at, end)),
            If(Load(at, 0, self.layout.captured).equals(rule), do(at)),
            Set(at.name, at + entry),
            Jump(label),
        ]
        return [
            Set(at.name, self.state + self.layout.delayed_table),
            Set(end.name, at + self.own("delayed") * entry),
            Block(out, [Loop(label, inside)]),
        ]
