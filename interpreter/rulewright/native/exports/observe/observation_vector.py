"""Emits the deciding seat's observation as a vector; the Python counterpart is `observation.observation_vector`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, choose, either, fold_comparison, popcount, widened
from rulewright.native.emit.lists.swar import Lanes
from rulewright.native.emit.module_builder import ConstantArray, ModuleBuilder
from rulewright.native.exports.observe.seat_visibility import SeatFunction, VisibilitySets
from rulewright.native.layout.memory_forms import COUNT
from rulewright.runtime.ir.module import ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import NO_NUMBER
from rulewright.runtime.spaces.observation_space import (
    FARTHEST,
    MOST,
    UNKNOWN,
    MarkColumns,
    NumberColumns,
    ObservationSpace,
    Sort,
    ZoneColumns,
)

NOWHERE = -(2**15)
"""Marks a place without columns; less than any column offset."""


def add_observation_vector(
    builder: ModuleBuilder, space: ObservationSpace, visible: VisibilitySets
) -> VisiblePlaces:
    """Add `observe`, which writes the deciding seat's observation vector; return its visible places.

    `look_up` must be called once for a state before `observe` and before the places are read.
    """
    look_up = _LookUpFunction(builder, visible, "look_up", result=None)
    places = VisiblePlaces(look_up)
    look_up.add(places)
    _ObserveFunction(builder, visible, "observe", ("S", "to"), result=None).add(space, places)
    return places


class VisiblePlaces:
    """A table in memory of the places that the seat (global `seat`) sees into, one byte each.

    Entry 0 stands for no place; the entry of a place is at its number plus one.
    """

    def __init__(self, eyes: SeatFunction) -> None:
        self.eyes, module, builder = eyes, eyes.module, eyes.builder
        self.width = eyes.layout.last_place + 2
        self.rule_zones = [each for each in module.zones.values() if each.seen == "expression"]
        rows = b"".join(bytes(self._row(seat)) for seat in range(module.players))
        self.at = builder.wasm.put(rows)
        self.now = builder.wasm.reserve(self.width)

    def _row(self, seat: int) -> Iterator[int]:
        """Yield 1 for each place that `seat` always sees into, else 0; the first entry is for no place."""
        visible = [0] * self.width
        for zone in self.eyes.module.zones.values():
            for number, cell in enumerate(zone.run.cells):
                is_own = zone.owner == "player" and number // zone.run.each == seat
                visible[cell + 1] = zone.seen == "everyone" or (zone.seen == "owner" and is_own)
        yield from map(int, visible)

    def update(self) -> wasm.Body:
        """Emit the update of the table to a state, where rules decide who sees into a place."""
        if not self.rule_zones:
            return []
        eyes, now = self.eyes, wasm.number(self.now)
        lines: wasm.Body = [
            wasm.CopyBytes(now, eyes.seat * self.width + self.at, wasm.number(self.width))
        ]
        for zone in self.rule_zones:
            cells = zone.run.cells
            opened: wasm.Body = [wasm.Store(now, cell + 1, 1, wasm.number(1)) for cell in cells]
            lines.append(wasm.If(eyes.is_shown(zone), opened))
        return lines

    def load(self, index: wasm.Expr) -> wasm.Expr:
        """Emit 1 if the seat sees into a place; `index` is the place's number plus one."""
        if self.rule_zones:
            return wasm.Load(index, self.now, 1, False, low=0, high=1)
        return wasm.Load(self.eyes.seat * self.width + index, self.at, 1, False, low=0, high=1)


class _LookUpFunction(SeatFunction):
    """Wasm function: compute which places the seat (global `seat`) sees into."""

    def add(self, places: VisiblePlaces) -> None:
        """Add the function to the module."""
        self.state = wasm.number(self.builder.state)
        self.finish([*self.call_sight_rules(), *places.update()])


class _ObserveFunction(SeatFunction):
    """Wasm function: write the observation vector of the seat (global `seat`)."""

    def add(self, space: ObservationSpace, places: VisiblePlaces) -> None:
        """Add the function to the module."""
        self.state = wasm.number(self.builder.state)
        self.to, self.space = wasm.Get("to", low=0), space
        number = {name: at for at, name in enumerate(self.module.designs)}
        self.numbers = tuple(number[piece.name] for piece in self.module.pieces)
        self.designs = self.builder.constants((*self.numbers, -1))
        self.relative_seats = _relative_seats(self.builder)
        self.places = places
        seats: wasm.Body = []
        after = map(self._seat_after, range(self.module.players))
        self.seats = [self.to_local(each, seats, "who") for each in after]
        size = len(space.names)
        zeros = wasm.number(self.builder.wasm.reserve(size))
        self.finish([
            wasm.CopyBytes(self.to, zeros, wasm.number(size)),
            *seats,
            *self._put(0, self.own(self.cells.decision)),
            *(line for each in space.numbers for line in self._number(each)),
            *self._subjects(),
            *(line for each in space.marks for line in self._marks(each)),
            *self._cards(),
        ], never_inlined=True)  # fmt: skip

    def _put(self, column: int, value: wasm.Expr) -> wasm.Body:
        """Emit the write of a value to a column; wide values also fill the next column, with multiples of 128."""
        if column not in self.space.wide:
            return [wasm.Store(self.to, column, 1, value)]
        lines: wasm.Body = []
        value = self.to_local(value, lines, "all")
        # Write both columns in one store: v + (v & -128) is v % 128 in the low byte and v // 128 in the high one.
        if value.low >= 0:
            return [*lines, wasm.Store(self.to, column, 2, value + (value & -128))]
        whole = self.to_local(wasm.Binary("div_s", value, wasm.number(128)), lines, "whole")
        lines.append(wasm.Store(self.to, column, 1, value - (whole << 7)))
        return [*lines, wasm.Store(self.to, column + 1, 1, whole)]

    # ------------------------------------------------------------------ numbers

    def _column(self, sort: Sort, value: wasm.Expr) -> wasm.Expr:
        """Emit `value` as its column encodes it; `sort` says whether it is a number, player, card or label."""
        if sort == "number":
            return _clamp(value)
        if sort == "player":
            return self.relative_seats.load(self.seat * (self.module.players + 1) + value + 1)
        return self.designs.load(value) + 1 if sort == "card" else value + 1

    def _number(self, each: NumberColumns) -> wasm.Body:
        """Emit the columns of a variable that is not on cards."""
        variable = self.module.variables[each.variable]
        cells, step = self.layout.variables[each.variable], self.space.step(each.first)
        lines: wasm.Body = []
        for after in range(each.seats):
            first: wasm.Expr = wasm.number(0)
            if variable.owner == "player":
                first = self.to_local(self.seats[after] * each.each, lines, "own")
            for at in range(each.each):
                value = self._column(each.sort, cells.load(self.state, first + at))
                lines += self._put(each.first + (after * each.each + at) * step, value)
        if variable.seen == "expression":
            return [wasm.If(self.is_shown(variable), lines)]
        return lines

    def _seat_after(self, after: int) -> wasm.Expr:
        """Emit the seat that is `after` seats clockwise from the observing seat."""
        players = self.module.players
        if after == 0:
            return self.seat
        seat = self.seat + after
        wrapped = choose(seat.at_least(players), seat - players, seat)
        return wasm.Binary("add", wrapped, wasm.number(0), low=0, high=players - 1)

    def _subjects(self) -> wasm.Body:
        """Emit the columns of the phases' subjects, which are the values of their parameters."""
        lines: wasm.Body = []
        subjects = list(self.module.subjects())
        for column, subject in zip(self.space.subjects, subjects, strict=True):
            held = self.layout.variables[subject.variable.name].load(self.state)
            value = self.to_local(held, lines, "for")
            shown = self._column(column.sort, value)
            if subject.is_card:
                card = wasm.Get(value.name, low=0, high=self.top)  # type: ignore[union-attr]
                reads = self._knows(card)
                if subject.player is not None:
                    player = self.layout.variables[subject.player.name].load(self.state)
                    reads = either(reads, player.equals(self.seat))
                known = choose(reads, shown, wasm.number(UNKNOWN))
                shown = choose(value.at_least(0), known, wasm.number(0))
            lines += self._put(column.first, shown)
        return lines

    def _knows(self, card: wasm.Expr) -> wasm.Expr:
        """Emit the test whether the seat knows a card."""
        return self._knows_at(card, self.layout.place.load(self.state, card) + 1)

    def _knows_at(self, card: wasm.Expr, index: wasm.Expr) -> wasm.Expr:
        """Emit the test whether the seat knows a card, given its place's number plus one as `index`."""
        known = (self.layout.known.load(self.state, card) >> self.seat) & 1
        return known | self.places.load(index)

    # ------------------------------------------------------------------ marks

    def _marks(self, each: MarkColumns) -> wasm.Body:
        """Emit the columns of a mark: per design, the largest mark among its cards."""
        variable = self.module.variables[each.variable]
        cells, run = self.layout.variables[each.variable], variable.run
        step = self.space.step(each.first)
        copies: dict[int, list[int]] = {}
        for at in range(run.count):
            card, which = divmod(at, run.each)
            design = self.numbers[run.first_owner + card] - each.low
            copies.setdefault(each.first + (design * each.each + which) * step, []).append(at)
        lines: wasm.Body = []
        for column, those in copies.items():
            values = [cells.load(self.state, at) for at in those]
            if each.sort == "number":  # clamping is monotonic: maximum first, then one encoding
                most = self._column("number", self._largest(values, lines))
            else:
                most = self._largest([self._column(each.sort, one) for one in values], lines)
            lines += self._put(column, self._largest([most, wasm.number(0)], lines))
        # Eight marks per comparison: the usual case, no mark at all, costs a few instructions.
        nothing = 0 if each.sort == "number" else -1
        there = Lanes(cells, 0, 0).any_other_than(self.state, nothing)
        return self.if_(both(self.is_shown(variable), there), lines)

    def _largest(self, values: Sequence[wasm.Expr], lines: wasm.Body) -> wasm.Expr:
        """Emit the largest of some numbers."""
        most, *others = [self.to_local(each, lines, "mark") for each in values]
        for each in others:
            if most.low < each.high:
                larger = choose(wasm.compared("gt_s", most, each), most, each)
                most = self.to_local(larger, lines, "most")
        return most

    # ------------------------------------------------------------------ cards

    def _cards(self) -> wasm.Body:
        """Emit the columns of places: how many cards each has, and which cards the seat knows there."""
        seat, lanes = widened(self.seat), Lanes(self.layout.known, 0, self.builder.words)
        known = lanes.set_of(self.state, lambda chunk: (chunk >> seat) & lanes.replicate(1))
        self.known = [self.function.local("known", "i64") for _ in known]
        pairs = zip(self.known, known, strict=True)
        lines: wasm.Body = [wasm.Set(each.name, word) for each, word in pairs]
        for each in self.space.zones:
            zone = self.module.zones[each.zone]
            for after in range(each.seats):
                owner = self.seats[after] * each.each if each.seats > 1 else wasm.number(0)
                for at in range(each.each):
                    cell = self.to_local(owner + (zone.run.base + at), lines, "cell")
                    lines += self._place(each, zone, after * each.each + at, cell)
        return [*lines, *self._known()]

    def _place(self, each: ZoneColumns, zone: ZoneEntry, at: int, cell: wasm.Expr) -> wasm.Body:
        """Emit the column of a place's number of cards; its cards become known if the seat sees them."""
        lines: wasm.Body = []
        if zone.ordered:
            count, shown = self.order(cell, COUNT), self.each_in(cell, self._add_known)
        else:
            words = [self.to_local(word, lines, "lying") for word in self.used_words(cell)]
            count = reduce(lambda one, other: one + other, map(popcount, words))
            pairs = zip(self.known, words, strict=False)
            shown = [wasm.Set(known.name, known | word) for known, word in pairs]
        is_own = zone.seen == "owner" and zone.owner == "player" and at < each.each
        is_open = wasm.TRUE if is_own else self.is_shown(zone)
        column = each.first + at * self.space.step(each.first)
        return [*lines, *self._put(column, count), *self.if_(is_open, shown)]

    def _add_known(self, card: wasm.Expr) -> wasm.Body:
        """Emit adding a card to the set of cards that the seat knows."""
        return [
            wasm.Set(word.name, word | (widened((card >> 6).equals(at)) << widened(card)))
            for at, word in enumerate(self.known)
        ]

    def _known(self) -> wasm.Body:
        """Emit counting all known cards in the columns of their places and designs."""
        columns, width = self._columns_of_places(), self.places.width
        copies = max(map(self.numbers.count, self.numbers), default=0)
        local = self.function.local
        place, first, at = local("place", low=0, high=width - 1), local("first"), local("at")
        count = wasm.Load(at, 0, 1, False, low=0, high=MOST)
        more = count + (count.differs(MOST) if copies > MOST else 1)

        def take(card: wasm.Expr) -> wasm.Body:
            """Emit counting one known card in the column of its place and design."""
            return [
                wasm.Set(place.name, self.layout.place.load(self.state, card) + 1),
                wasm.Set(first.name, columns.load(self.seat * width + place)),
                wasm.If(first.differs(NOWHERE), [
                    wasm.Set(at.name, self.to + first + self.designs.load(card)),
                    wasm.Store(at, 0, 1, more),
                ]),
            ]  # fmt: skip

        return self.in_set([*self.known], take, (0, self.top))

    def _columns_of_places(self) -> ConstantArray:
        """Return a table of each place's first card column, by seat and place; NOWHERE without one."""
        cards = list[int]()
        players, width = self.module.players, self.places.width
        for seat in range(players):
            where = dict.fromkeys(range(width), NOWHERE)
            for each in self.space.zones:
                for number, cell in enumerate(self.module.zones[each.zone].run.cells):
                    owner, at = divmod(number, each.each)
                    place = (owner - seat) % each.seats * each.each + at
                    where[cell + 1] = each.cards + place * each.designs - each.low
            cards += [where[cell] for cell in range(width)]
        return self.builder.constants((*cards, NOWHERE))


def _clamp(value: wasm.Expr) -> wasm.Expr:
    """Emit a number clamped to what a column can hold; a missing number becomes 0."""
    if value.low >= -FARTHEST and value.high <= FARTHEST:
        return value
    none = value.equals(NO_NUMBER) if value.low == NO_NUMBER else wasm.FALSE
    above, below = wasm.compared("gt_s", value, FARTHEST), value.less(-FARTHEST)
    shown = choose(fold_comparison(above), wasm.number(FARTHEST), value)
    return choose(
        none, wasm.number(0), choose(fold_comparison(below), wasm.number(-FARTHEST), shown)
    )


def _relative_seats(builder: ModuleBuilder) -> ConstantArray:
    """Return a table by seat and player: 0 for nobody, else 1 plus the player's distance clockwise."""
    players = builder.module.players
    rows = [
        [0, *(1 + (other - seat) % players for other in range(players))] for seat in range(players)
    ]
    return builder.constants((*(each for row in rows for each in row), 0))
