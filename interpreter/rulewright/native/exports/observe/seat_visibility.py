"""Emits what a seat sees of a native state; the Python counterpart is `observation.observer`.

The seat is in the global `seat`. `update_visibility` computes the sets that depend on the whole state; other
functions read them from memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.base.records import Record
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import either, widened
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import call
from rulewright.native.builder.structs import I32, I64, U8, NumberArray
from rulewright.native.emit.lists.swar import Lanes
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction, recorded
from rulewright.runtime.ir.module import Subject, VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import Kind

Words = list[Expr]
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
        self, builder: ModuleBuilder, visible: VisibilitySets, name: str, *parameters: str,
        result: wasm.Type | None = "i64", **typed: wasm.Type,
    ) -> None:  # fmt: skip
        super().__init__(builder, name, ("S", *parameters), result, **typed)
        self.state, self.seen = self.parameter("S", low=0), visible
        self.seat = wasm.Global("seat", low=0, high=self.module.players - 1)
        self.top = max(builder.pieces - 1, 0)

    # ------------------------------------------------------------------ visibility of zones and variables

    def is_open(self, zone: ZoneEntry, cell: Expr) -> Expr:
        """Return the test whether the seat sees into a place of a zone."""
        if not is_owner_only(zone):
            return self.is_shown(zone)
        first = self.seat * zone.run.each + zone.run.base
        if zone.run.each == 1:
            return cell == first
        return wasm.compared("lt_u", cell - first, zone.run.each)

    def is_shown(self, holder: ZoneEntry | VariableEntry) -> Expr:
        """Return the test whether the seat sees a zone or variable that is not its owner's alone."""
        if holder.seen == "expression":
            return wasm.Load(wasm.number(self.seen.sights[holder.sight]), 0, 4, low=0, high=1)
        return wasm.number(int(holder.seen == "everyone"))

    def call_sight_rules(self) -> None:
        """Record calling each rule that names a viewer, and storing whether that is the seat."""
        for name, address in self.seen.sights.items():
            NumberArray(self, I32, 0, address)[0] = call(f"f_{name}", self.state) == self.seat

    # ------------------------------------------------------------------ cards and places

    def set_at(self, address: int) -> Words:
        """Return the words of the visibility set at an address."""
        words = NumberArray(self, I64, 0, address)
        return [words[word] for word in range(self.builder.words)]

    def store_set(self, address: int, words: Words) -> None:
        """Record the store of a set at an address."""
        for word, bits in enumerate(words):
            NumberArray(self, I64, 0, address)[word] = bits

    def is_in(self, address: int, piece: Expr) -> Expr:
        """Return the test whether a card is in the visibility set at an address."""
        return (NumberArray(self, U8, address)[piece >> 3] >> (piece & 7)) & 1

    def toggle(self, address: int, piece: Expr) -> None:
        """Record toggling whether a card is in the visibility set at an address."""
        NumberArray(self, U8, address)[piece >> 3] ^= 1 << (piece & 7)

    def known_set(self) -> Words:
        """Return the set of cards that the seat knows, as the state records it."""
        seat, known = widened(self.seat), Lanes(self.layout.known, 0, self.builder.words)
        return known.set_of(self.state, lambda chunk: (chunk >> seat) & known.replicate(1))

    def is_visible(self, piece: Expr) -> Expr:
        """Return the test whether a card is in a place that the seat sees into."""
        place = self.layout.place.load(self.state, piece)
        who = call("viewers", self.state, place, low=0, high=self.builder.everybody)
        return (who >> self.seat) & 1

    def knows(self, piece: Expr) -> Expr:
        """Return the test whether the seat knows a card, be it visible or remembered."""
        return either(self.is_in(self.seen.known, piece), self.is_visible(piece))

    def can_read(self, subject: Subject, card: Expr) -> Expr:
        """Return the test whether the seat may read the card that is the subject of a phase."""
        if subject.player is None:
            return self.knows(card)
        player = self.layout.variables[subject.player.name].load(self.state)
        return either(self.knows(card), player == self.seat)

    def carriers_of(self, variable: VariableEntry, cards: Iterable[int]) -> Words:
        """Return the set of the given `cards` that may have a value of `variable`."""
        its = self.builder.words_of(sum(1 << card for card in cards))
        cells, run = self.layout.variables[variable.name], variable.run
        nothing = 0 if variable.type.kind in (Kind.NUMBER, Kind.TRUTH) else -1
        if run.each > 1 or not cells.low <= nothing <= cells.high:
            return its
        lanes = Lanes(cells, run.first_owner, self.builder.words)
        carrying = lanes.set_of(self.state, lambda chunk: lanes.other_than(chunk, nothing))
        return [word & each for word, each in zip(carrying, its, strict=True)]

    def each_cell(self, zone: ZoneEntry, unrolled: int = 1) -> Iterator[Expr]:
        """Yield the places of a zone; of more than `unrolled` only the variable of a loop."""
        first = zone.run.base
        return self.unrolled(first + zone.run.count, first, unrolled, "cell")


def is_owner_only(holder: ZoneEntry | VariableEntry) -> bool:
    """Return whether each player sees only their own place of a zone, or value of a variable."""
    return holder.seen == "owner" and holder.owner == "player"


def add_update_visibility(builder: ModuleBuilder, visible: VisibilitySets) -> None:
    """Add the function that computes what the seat sees and knows in a state, as visibility sets."""
    with recorded(SeatFunction(builder, visible, "update_visibility", result=None)) as code:
        code.function.never_inlined = True
        code.call_sight_rules()
        code.store_set(visible.visiting, builder.words_of(0))
        code.store_set(visible.known, code.known_set())
        code.store_set(visible.open, _united(code, _open_cells(code)))
        if any(zone.ordered and zone.seen != "everyone" for zone in builder.module.zones.values()):
            _store_orders(code)


def _united(code: SeatFunction, cells: Iterable[Expr]) -> Words:
    """Record uniting the pieces of unordered places, and return the resulting set."""
    union = [code.var(wasm.number(0, "i64"), "together") for _ in range(code.builder.words)]
    for cell in cells:
        for each, word in zip(union, code.used_words(cell), strict=False):
            each.set(each | word)
    return list(union)


def _unordered(code: SeatFunction) -> list[ZoneEntry]:
    """Return the zones without order."""
    return [zone for zone in code.module.zones.values() if not zone.ordered]


def _open_cells(code: SeatFunction) -> Iterator[Expr]:
    """Yield the unordered places that the seat sees into, as `each_cell` does."""
    for zone in _unordered(code):
        if is_owner_only(zone):
            first = code.seat * zone.run.each + zone.run.base
            yield from (first + at for at in range(zone.run.each))
        else:
            with code.when(code.is_shown(zone)):
                yield from code.each_cell(zone, MAX_UNROLLED_PLACES)


def _store_orders(code: SeatFunction) -> None:
    """Record computing the mask of ordered places that may contain known cards."""
    zones = _unordered(code)
    others = _united(code, (c for zone in zones for c in code.each_cell(zone, MAX_UNROLLED_PLACES)))
    known = zip(code.set_at(code.seen.known), others, strict=True)
    orders = code.var(wasm.number(0, "i64"), "orders")
    with code.each_in_set([word & (other ^ -1) for word, other in known], (0, code.top)) as piece:
        # A 64 bit shift only uses the lowest 6 bits of the place. Places that collide are visited in vain.
        place = widened(code.layout.place.load(code.state, piece))
        orders |= wasm.number(1, "i64") << place
    code.store_set(code.seen.orders, [orders])
