"""Emits the deciding seat's observation as a vector; the Python counterpart is `observation.observation_vector`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.base.records import evolve
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, choose, fold_comparison, widened
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import LocalVar
from rulewright.native.builder.structs import U8, NumberArray
from rulewright.native.emit.lists.swar import Lanes
from rulewright.native.emit.module_builder import ConstantArray, ModuleBuilder
from rulewright.native.exports.exported_function import recorded
from rulewright.native.exports.observe.card_hashes import piece_count
from rulewright.native.exports.observe.seat_visibility import (
    SeatFunction,
    VisibilitySets,
    is_owner_only,
)
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
    with recorded(SeatFunction(builder, visible, "look_up", result=None)) as code:
        code.state, places = code.own_state, VisiblePlaces(code)
        code.call_sight_rules()
        places.update()
    with recorded(_ObserveFunction(builder, visible, space, places)) as observe:
        observe.function.never_inlined = True
        observe.write()
    return places


class VisiblePlaces:
    """A table in memory of the places that the seat (global `seat`) sees into, one byte each.

    Entry 0 stands for no place; the entry of a place is at its number plus one.
    """

    def __init__(self, code: SeatFunction) -> None:
        self.code, module, builder = code, code.module, code.builder
        self.width = code.layout.last_place + 2
        self.rule_zones = [each for each in module.zones.values() if each.seen == "expression"]
        rows = b"".join(bytes(self._row(seat)) for seat in range(module.players))
        self.at = builder.wasm.put(rows)
        self.now = builder.wasm.reserve(self.width)

    def _row(self, seat: int) -> Iterator[int]:
        """Yield 1 for each place that `seat` always sees into, else 0; the first entry is for no place."""
        visible = [0] * self.width
        for zone in self.code.module.zones.values():
            for number, cell in enumerate(zone.run.cells):
                is_own = zone.owner == "player" and number // zone.run.each == seat
                visible[cell + 1] = zone.seen == "everyone" or (zone.seen == "owner" and is_own)
        yield from map(int, visible)

    def update(self) -> None:
        """Record the update of the table to a state, where rules decide who sees into a place."""
        code = self.code
        if self.rule_zones:
            code.copy(self.now, code.seat * self.width + self.at, self.width)
        for zone in self.rule_zones:
            with code.when(code.is_shown(zone)):
                for cell in zone.run.cells:
                    NumberArray(code, U8, 0, self.now)[cell + 1] = 1

    def load(self, index: Expr) -> Expr:
        """Return 1 if the seat sees into a place; `index` is the place's number plus one."""
        if self.rule_zones:
            return wasm.Load(index, self.now, 1, False, low=0, high=1)
        return wasm.Load(self.code.seat * self.width + index, self.at, 1, False, low=0, high=1)


class _ObserveFunction(SeatFunction):
    """Wasm function: write the observation vector of the seat (global `seat`)."""

    def __init__(
        self, builder: ModuleBuilder, visible: VisibilitySets, space: ObservationSpace, places: VisiblePlaces
    ) -> None:  # fmt: skip
        super().__init__(builder, visible, "observe", "to", result=None)
        self.state, self.to = self.own_state, self.parameter("to", low=0)
        self.space, self.places = space, places
        number = {name: at for at, name in enumerate(self.module.designs)}
        self.numbers = tuple(number[piece.name] for piece in self.module.pieces)
        self.designs = builder.constants((*self.numbers, -1))
        self.relative_seats = _relative_seats(builder)

    def write(self) -> None:
        """Record writing all columns."""
        size = len(self.space.names)
        self.copy(self.to, self.builder.wasm.reserve(size), size)
        after = range(self.module.players)
        self.seats = [self.let(self._seat_after(each), "who") for each in after]
        self._put(0, self.game.decision)
        for numbers in self.space.numbers:
            self._put_numbers(numbers)
        self._put_subjects()
        for marks in self.space.marks:
            self._put_marks(marks)
        self._put_cards()

    def _put(self, column: int, value: Expr) -> None:
        """Record the write of a value to a column; wide values also fill the next column, with multiples of 128."""
        if column not in self.space.wide:
            self.store(self.to, column, 1, value)
            return
        value = self.let(value, "all")
        # Write both columns in one store: v + (v & -128) is v % 128 in the low byte and v // 128 in the high one.
        if value.low >= 0:
            self.store(self.to, column, 2, value + (value & -128))
            return
        whole = self.let(value // 128, "whole")
        self.store(self.to, column, 1, value - (whole << 7))
        self.store(self.to, column + 1, 1, whole)

    # ------------------------------------------------------------------ numbers

    def _column(self, sort: Sort, value: Expr) -> Expr:
        """Return `value` as its column encodes it; `sort` says whether it is a number, player, card or label."""
        if sort == "number":
            return _clamp(value)
        if sort == "player":
            return self.relative_seats.load(self.seat * (self.module.players + 1) + value + 1)
        return self.designs.load(value) + 1 if sort == "card" else value + 1

    def _put_numbers(self, each: NumberColumns) -> None:
        """Record writing the columns of a variable that is not on cards."""
        variable = self.module.variables[each.variable]
        cells, step = self.layout.variables[each.variable], self.space.step(each.first)
        with self.when(variable.seen != "expression" or self.is_shown(variable)):
            for after in range(each.seats):
                first: Expr = wasm.number(0)
                if variable.owner == "player":
                    first = self.let(self.seats[after] * each.each, "own")
                for at in range(each.each):
                    value = self._column(each.sort, cells.load(self.state, first + at))
                    self._put(each.first + (after * each.each + at) * step, value)

    def _seat_after(self, after: int) -> Expr:
        """Return the seat that is `after` seats clockwise from the observing seat."""
        players = self.module.players
        if after == 0:
            return self.seat
        seat = self.seat + after
        return evolve(choose(seat >= players, seat - players, seat), low=0, high=players - 1)

    def _put_subjects(self) -> None:
        """Record writing the columns of the phases' subjects, which are the values of their parameters."""
        subjects = self.module.subjects()
        for column, subject in zip(self.space.subjects, subjects, strict=True):
            value = self.layout.variables[subject.variable.name].load(self.state)
            value = self.let(value, "for")
            shown = self._column(column.sort, value)
            if subject.is_card:
                card = evolve(value, low=0, high=self.top)
                known = choose(self.can_read(subject, card), shown, wasm.number(UNKNOWN))
                shown = choose(value >= 0, known, wasm.number(0))
            self._put(column.first, shown)

    def knows(self, piece: Expr) -> Expr:
        """Return the test whether the seat knows a card, by the visible places."""
        known = (self.layout.known.load(self.state, piece) >> self.seat) & 1
        return known | self.places.load(self.layout.place.load(self.state, piece) + 1)

    # ------------------------------------------------------------------ marks

    def _put_marks(self, each: MarkColumns) -> None:
        """Record writing the columns of a mark: per design, the largest mark among its cards."""
        variable = self.module.variables[each.variable]
        cells, run = self.layout.variables[each.variable], variable.run
        step = self.space.step(each.first)
        copies: dict[int, list[int]] = {}
        for at in range(run.count):
            card, which = divmod(at, run.each)
            design = self.numbers[run.first_owner + card] - each.low
            copies.setdefault(each.first + (design * each.each + which) * step, []).append(at)
        # Eight marks per comparison: the usual case, no mark at all, costs a few instructions.
        nothing = 0 if each.sort == "number" else -1
        there = Lanes(cells, 0, 0).any_other_than(self.state, nothing)
        with self.when(both(self.is_shown(variable), there)):
            for column, those in copies.items():
                values = [cells.load(self.state, at) for at in those]
                if each.sort == "number":  # clamping is monotonic: maximum first, then one encoding
                    most = self._column("number", self._largest(values))
                else:
                    most = self._largest([self._column(each.sort, one) for one in values])
                self._put(column, self._largest([most, wasm.number(0)]))

    def _largest(self, values: Sequence[Expr]) -> Expr:
        """Record computing the largest of some numbers."""
        most, *others = [self.let(each, "mark") for each in values]
        for each in others:
            if most.low < each.high:
                most = self.let(choose(most > each, most, each), "most")
        return most

    # ------------------------------------------------------------------ cards

    def _put_cards(self) -> None:
        """Record writing the columns of places: how many cards each has, and which cards the seat knows there."""
        known = [self.var(word, "known") for word in self.known_set()]
        for each in self.space.zones:
            zone = self.module.zones[each.zone]
            for after in range(each.seats):
                owner = self.seats[after] * each.each if each.seats > 1 else wasm.number(0)
                for at in range(each.each):
                    cell = self.let(owner + (zone.run.base + at), "cell")
                    self._put_place(each, zone, after * each.each + at, cell, known)
        self._put_known([*known])

    def _put_place(
        self, each: ZoneColumns, zone: ZoneEntry, at: int, cell: Expr, known: list[LocalVar]
    ) -> None:
        """Record writing the column of a place's number of cards; cards that the seat sees are added to `known`."""
        is_own = is_owner_only(zone) and at < each.each
        is_open = wasm.TRUE if is_own else self.is_shown(zone)
        column = each.first + at * self.space.step(each.first)
        if zone.ordered:
            self._put(column, self.order(cell, COUNT))
            with self.when(is_open), self.each_in_order(cell) as card:
                for number, word in enumerate(known):
                    word.set(word | (widened((card >> 6) == number) << widened(card)))
        else:
            lying = [self.let(word, "lying") for word in self.used_words(cell)]
            self._put(column, piece_count(lying))
            with self.when(is_open):
                for word, bits in zip(known, lying, strict=False):
                    word.set(word | bits)

    def _put_known(self, known: list[Expr]) -> None:
        """Record counting all known cards in the columns of their places and designs."""
        columns, width = self._columns_of_places(), self.places.width
        copies = max(map(self.numbers.count, self.numbers), default=0)
        with self.each_in_set(known, (0, self.top)) as card:
            place = self.let(self.layout.place.load(self.state, card) + 1, "place")
            first = self.let(columns.load(self.seat * width + place), "first")
            with self.when(first != NOWHERE):
                at = self.let(self.to + first + self.designs.load(card), "at")
                count = wasm.Load(at, 0, 1, False, low=0, high=MOST)
                more = count + (count != MOST if copies > MOST else 1)
                self.store(at, 0, 1, more)

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


def _clamp(value: Expr) -> Expr:
    """Return a number clamped to what a column can hold; a missing number becomes 0."""
    if value.low >= -FARTHEST and value.high <= FARTHEST:
        return value
    none = value == NO_NUMBER if value.low == NO_NUMBER else wasm.FALSE
    above, below = fold_comparison(value > FARTHEST), fold_comparison(value < -FARTHEST)
    shown = choose(above, wasm.number(FARTHEST), value)
    return choose(none, wasm.number(0), choose(below, wasm.number(-FARTHEST), shown))


def _relative_seats(builder: ModuleBuilder) -> ConstantArray:
    """Return a table by seat and player: 0 for nobody, else 1 plus the player's distance clockwise."""
    players = builder.module.players
    rows = [
        [0, *(1 + (other - seat) % players for other in range(players))] for seat in range(players)
    ]
    return builder.constants((*(each for row in rows for each in row), 0))
