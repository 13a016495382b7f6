"""Emits what a seat sees of a native state; the Python counterpart is `observation.observer`.

The seat is in the global `seat`. `update_visibility` computes the sets that depend on the whole state; other
functions read them from memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.base.records import Record
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import either, widened
from rulewright.native.emit.function_writer import Each
from rulewright.native.emit.lists.swar import Lanes
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction
from rulewright.runtime.ir.module import VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import Kind

Words = list[wasm.Expr]
"""A set of pieces, word by word."""

MAX_UNROLLED_PLACES = 16
"""Loops over the places of a zone with short bodies are unrolled up to this many places."""


class VisibilitySets(Record):
    """Addresses of the sets of cards and places that `update_visibility` computes for a seat.

    - `sights`: by function, 1 if the player it names is the seat, else 0.
    - `known`: cards that the seat knows without being allowed to look at them.
    - `open`: cards in places without order that the seat sees into.
    - `orders`: a mask of ordered places, by cell modulo 64, that may contain `known` cards.
    - `visiting`: cards at work in a recursive digest; a second visit stops at their design.
    """

    sights: dict[str, int]
    known: int
    open: int
    orders: int
    visiting: int

    @classmethod
    def of(cls, builder: ModuleBuilder) -> VisibilitySets:
        """Reserve memory for the visibility sets and return their addresses."""
        holders: list[ZoneEntry | VariableEntry] = [*builder.module.zones.values()]
        holders += builder.module.variables.values()
        sights = sorted({each.sight for each in holders if each.seen == "expression"})
        reserve, words = builder.wasm.reserve, 8 * builder.words
        sets = (reserve(words), reserve(words), reserve(8), reserve(words))
        return cls({name: reserve(4) for name in sights}, *sets)


class SeatFunction(ExportedFunction):
    """A function on what the seat in the global `seat` sees of a state."""

    def __init__(
        self,
        builder: ModuleBuilder,
        visible: VisibilitySets,
        name: str,
        parameters: tuple[str, ...] = ("S",),
        result: str | None = "i64",
        **wide: bool,
    ) -> None:
        super().__init__(builder, name, parameters, result, **wide)
        self.state, self.seen = wasm.Get("S", low=0), visible
        self.seat = wasm.Global("seat", low=0, high=self.module.players - 1)
        self.top = max(builder.pieces - 1, 0)
        zones = self.module.zones.values()
        self.unordered = [zone for zone in zones if not zone.ordered]
        self.hides_orders = any(zone.ordered and zone.seen != "everyone" for zone in zones)

    def finish(self, body: wasm.Body, never_inlined: bool = False) -> None:
        """Add the function to the module, for internal calls."""
        self.function.never_inlined = never_inlined
        self.put(body, exported=False)

    # ------------------------------------------------------------------ visibility of zones and variables

    def is_open(self, zone: ZoneEntry, cell: wasm.Expr) -> wasm.Expr:
        """Emit the test whether the seat sees into a place of a zone."""
        if not is_owner_only(zone):
            return self.is_shown(zone)
        first = self.seat * zone.run.each + zone.run.base
        if zone.run.each == 1:
            return cell.equals(first)
        return wasm.compared("lt_u", cell - first, zone.run.each)

    def is_shown(self, holder: ZoneEntry | VariableEntry) -> wasm.Expr:
        """Emit the test whether the seat sees a zone or variable that is not its owner's alone."""
        if holder.seen == "expression":
            return wasm.Load(wasm.number(self.seen.sights[holder.sight]), 0, 4, low=0, high=1)
        return wasm.number(int(holder.seen == "everyone"))

    def if_(
        self, condition: wasm.Expr, body: wasm.Body, else_body: wasm.Body | None = None
    ) -> wasm.Body:
        """Emit an if statement, folded if the condition is constant."""
        if isinstance(condition, wasm.Const):
            return body if condition.value else else_body or []
        return [wasm.If(condition, body, else_body or [])]

    def call_sight_rules(self) -> wasm.Body:
        """Emit calling each rule that names a viewer, and storing whether that is the seat."""
        return [
            wasm.Store(wasm.number(at), 0, 4, wasm.Call(f"f_{name}", (self.state,)).equals(self.seat))
            for name, at in self.seen.sights.items()
        ]  # fmt: skip

    # ------------------------------------------------------------------ cards and places

    def set_at(self, address: int) -> Words:
        """Emit the words of the visibility set at an address."""
        at = wasm.number(address)
        return [wasm.Load(at, 8 * word, 8, type="i64") for word in range(self.builder.words)]

    def is_in(self, address: int, piece: wasm.Expr) -> wasm.Expr:
        """Emit the test whether a card is in the visibility set at an address."""
        return (_byte(address, piece) >> (piece & 7)) & 1

    def put_in(self, address: int, piece: wasm.Expr) -> wasm.Store:
        """Emit toggling whether a card is in the visibility set at an address."""
        bit = wasm.number(1) << (piece & 7)
        return wasm.Store(piece >> 3, address, 1, _byte(address, piece) ^ bit)

    def is_visible(self, piece: wasm.Expr) -> wasm.Expr:
        """Emit the test whether a card is in a place that the seat sees into."""
        place = self.layout.place.load(self.state, piece)
        who = wasm.Call("viewers", (self.state, place), low=0, high=self.builder.everybody)
        return (who >> self.seat) & 1

    def knows(self, piece: wasm.Expr) -> wasm.Expr:
        """Emit the test whether the seat knows a card, be it visible or remembered."""
        return either(self.is_in(self.seen.known, piece), self.is_visible(piece))

    def carriers_of(self, variable: VariableEntry, cards: Iterable[int]) -> Words:
        """Emit the set of the given `cards` that may have a value of `variable`."""
        its = self.builder.words_of(sum(1 << card for card in cards))
        cells, run = self.layout.variables[variable.name], variable.run
        nothing = 0 if variable.type.kind in (Kind.NUMBER, Kind.TRUTH) else -1
        if run.each > 1 or not cells.low <= nothing <= cells.high:
            return its
        lanes = Lanes(cells, run.first_owner, self.builder.words)
        carrying = lanes.set_of(self.state, lambda chunk: lanes.other_than(chunk, nothing))
        return [word & each for word, each in zip(carrying, its, strict=True)]

    def each_cell(self, zone: ZoneEntry, do: Each, unrolled: int = 1) -> wasm.Body:
        """Emit a loop over the places of a zone; up to `unrolled` places need no loop."""
        run = zone.run
        if run.count <= unrolled:
            return [line for cell in run.cells for line in do(wasm.number(cell))]
        cell = self.function.local("cell", low=run.base, high=run.base + run.count - 1)
        turn = [*do(cell), wasm.Set(cell.name, cell + 1)]
        end = wasm.Get(cell.name).at_least(run.base + run.count)
        return [wasm.Set(cell.name, wasm.number(run.base)), *self.until(end, turn)]


def _byte(address: int, piece: wasm.Expr) -> wasm.Expr:
    """Emit the byte of a visibility set that holds a card's bit."""
    return wasm.Load(piece >> 3, address, 1, False, low=0, high=255)


def is_owner_only(holder: ZoneEntry | VariableEntry) -> bool:
    """Return whether each player sees only their own place of a zone, or value of a variable."""
    return holder.seen == "owner" and holder.owner == "player"


class UpdateVisibilityFunction(SeatFunction):
    """Wasm function: compute what the seat sees and knows in a state, as visibility sets."""

    def add(self) -> None:
        """Add the function to the module."""
        lines, open_words = self._union(self._each_open)
        orders = self._orders() if self.hides_orders else []
        known = self._known_cards()
        begun: Words = [wasm.number(0, "i64") for _ in known]
        self.finish([
            *self.call_sight_rules(),
            *self._keep(self.seen.visiting, begun),
            *self._keep(self.seen.known, known),
            *lines,
            *self._keep(self.seen.open, open_words),
            *orders,
        ], never_inlined=True)  # fmt: skip

    def _keep(self, address: int, words: Words) -> wasm.Body:
        """Emit the store of a set at an address."""
        at = wasm.number(address)
        return [wasm.Store(at, 8 * word, 8, bits) for word, bits in enumerate(words)]

    def _known_cards(self) -> Words:
        """Emit the set of cards that the seat knows, as the state records it."""
        seat, known = widened(self.seat), Lanes(self.layout.known, 0, self.builder.words)
        return known.set_of(self.state, lambda chunk: (chunk >> seat) & known.replicate(1))

    def _union(self, places: Callable[[Each], wasm.Body]) -> tuple[wasm.Body, Words]:
        """Return statements that unite the pieces of unordered places, and the resulting set."""
        union = [self.function.local("together", "i64") for _ in range(self.builder.words)]

        def take(cell: wasm.Expr) -> wasm.Body:
            """Emit adding the pieces of one place to the union."""
            words = zip(union, self.used_words(cell), strict=False)
            return [wasm.Set(each.name, each | word) for each, word in words]

        none = wasm.number(0, "i64")
        return [*(wasm.Set(each.name, none) for each in union), *places(take)], list(union)

    def _each_open(self, take: Each) -> wasm.Body:
        """Emit a loop over the unordered places that the seat sees into."""
        lines: wasm.Body = []
        for zone in self.unordered:
            if is_owner_only(zone):
                first = self.seat * zone.run.each + zone.run.base
                lines += [line for at in range(zone.run.each) for line in take(first + at)]
            else:
                lines += self.if_(
                    self.is_shown(zone), self.each_cell(zone, take, MAX_UNROLLED_PLACES)
                )
        return lines

    def _each_unordered(self, take: Each) -> wasm.Body:
        """Emit a loop over all unordered places."""
        return [
            line
            for zone in self.unordered
            for line in self.each_cell(zone, take, MAX_UNROLLED_PLACES)
        ]

    def _orders(self) -> wasm.Body:
        """Emit the mask of ordered places that may contain known cards."""
        lines, others = self._union(self._each_unordered)
        orders = self.function.local("orders", "i64")
        known = self.set_at(self.seen.known)
        in_orders = [word & (other ^ -1) for word, other in zip(known, others, strict=True)]

        def note(piece: wasm.Expr) -> wasm.Body:
            # A 64 bit shift only uses the lowest 6 bits of the place. Places that collide are visited in vain.
            """Emit setting the bit of the place where a card is."""
            place = widened(self.layout.place.load(self.state, piece))
            return [wasm.Set(orders.name, orders | (wasm.number(1, "i64") << place))]

        return [
            *lines,
            wasm.Set(orders.name, wasm.number(0, "i64")),
            *self.in_set(in_orders, note, (0, self.top)),
            wasm.Store(wasm.number(self.seen.orders), 0, 8, orders),
        ]
