"""Emits the digest of a seat's observation and of an option, as `observation.observation_digest` computes them.

The seat is in the global `seat`. `observation_digest` and `option_digest` take any state;
`listed_observation_digest` needs a state whose options were just listed.
"""

from __future__ import annotations

from functools import partial

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, choose, either, narrowed
from rulewright.native.ast.hashing import Fold, count_term
from rulewright.native.emit.module_builder import ConstantArray, ModuleBuilder
from rulewright.native.exports.observe.card_hashes import (
    AnyCardDigestFunction,
    CardDigestFunction,
    CardTables,
    DigestFunction,
    count_shown,
)
from rulewright.native.exports.observe.mark_hashes import MarksDigestFunction
from rulewright.native.exports.observe.seat_visibility import (
    SeatFunction,
    UpdateVisibilityFunction,
    VisibilitySets,
    is_owner_only,
)
from rulewright.native.exports.search.option_keys import list_number
from rulewright.native.layout.memory_forms import FIRST
from rulewright.runtime.ir import hashing as digests
from rulewright.runtime.ir.module import VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import PIECE

_OPTION = wasm.Get("option", type="i64")
MAX_UNROLLED_NUMBERS = 8
"""Up to this many adjacent numbers are folded in by unrolled code; more by a loop."""


def add_observation_digest(builder: ModuleBuilder) -> VisibilitySets:
    """Add `observation_digest` with all functions that it needs; return the addresses of visibility sets."""
    builder.wasm.globals.setdefault("seat", ("i32", 0))
    visible, cards = VisibilitySets.of(builder), CardTables.of(builder)
    UpdateVisibilityFunction(builder, visible, "update_visibility", result=None).add()
    for number, kind in enumerate(cards.kinds):
        CardDigestFunction(builder, visible, cards, f"card_digest_{number}", ("S", "card")).add(
            kind
        )
    AnyCardDigestFunction(builder, visible, cards, "card_digest", ("S", "card")).add()
    MarksDigestFunction(builder, visible, cards, "marks_digest").add()
    _SeatOptionDigest(builder, visible, cards, "shown_digest", option=True).add()
    _OptionDigest(builder, visible, "option_digest", option=True).add()
    _OptionsDigest(builder, visible, "options_digest", ("S", "count")).add()
    _ListedObservationDigest(builder, visible, cards, "listed_observation_digest").add()
    _ObservationDigest(builder, visible, "observation_digest").add()
    return visible


class _SeatOptionDigest(DigestFunction):
    """Wasm function: return the digest of an option as the seat sees it; call `update_visibility` first."""

    def add(self) -> None:
        """Add the function to the module."""
        local = self.function.local
        element, place = local("element"), local("place", low=-1, high=self.layout.last_place)
        what, at, from_list = local("what", "i64"), local("at", low=-1), local("list", low=-1)
        starts, sorts = _card_lists(self.builder)
        sort = sorts.load(starts.load(self.own(self.cells.decision)) + from_list + 1)
        alone, option = Fold(self.function), Fold(self.function)
        card = wasm.Get(element.name, low=0, high=self.top)
        hidden = choose(
            sort.equals(_OF_ALL),
            self.design_digest(card),
            wasm.number(digests.digest_of(()), "i64"),
        )
        self.finish([
            wasm.Set(element.name, narrowed(_OPTION)),
            wasm.Set(from_list.name, list_number(_OPTION)),
            *(wasm.Set(each.name, wasm.number(-1)) for each in (place, at)),
            wasm.If(sort, [
                wasm.If(self.knows(card), self._known_card(card, what, place, at), [wasm.Set(what.name, hidden)]),
            ], [alone.begin(), alone.take(element), wasm.Set(what.name, alone.finish())]),
            option.begin(),
            *map(option.take, (from_list, what, place, at)),
            wasm.Return(option.finish()),
        ])  # fmt: skip

    def _known_card(
        self, card: wasm.Expr, what: wasm.Get, place: wasm.Get, at: wasm.Get
    ) -> wasm.Body:
        """Emit setting digest, place and position of a card that the seat knows."""
        shown = choose(self.is_visible(card), self.certain_digest(card), self.known_digest(card))
        there = wasm.Get(place.name, low=self.layout.first_place, high=self.layout.last_place)
        piece = self.function.local("piece", low=0, high=self.top)
        find = [
            wasm.Set(at.name, wasm.number(0)),
            wasm.Set(piece.name, self.order(there, FIRST)),
            *self.until(piece.equals(card), [
                wasm.Set(at.name, at + 1),
                wasm.Set(piece.name, self.layout.next.load(self.state, piece)),
            ]),
        ]  # fmt: skip
        return [
            wasm.Set(what.name, shown),
            wasm.Set(place.name, self.layout.place.load(self.state, card)),
            *self.if_ordered_else(there, find, []),
            *self._place_number(place, there),
        ]

    def _place_number(self, place: wasm.Get, there: wasm.Expr) -> wasm.Body:
        """Emit the number of a place for digests; places on cards of one kind count as one."""
        numbers = list(range(self.layout.last_place + 1))
        kinds = {piece.kind for piece in self.module.pieces}
        on_cards = [zone for zone in self.module.zones.values() if zone.owner in kinds]
        for zone in on_cards:
            for number, cell in enumerate(zone.run.cells):
                numbers[cell] = zone.run.base + number % zone.run.each
        if not on_cards:
            return []
        return [wasm.Set(place.name, self.builder.constants((*numbers, -1)).load(there))]


_OF_ALL = 2
"""The sort of a list of all cards of a kind in any place; other lists of cards have 1, the rest 0."""


def _card_lists(builder: ModuleBuilder) -> tuple[ConstantArray, ConstantArray]:
    """Return tables of where each decision's lists begin, and of each list's kind: other, cards, all cards."""
    starts, sorts = list[int](), list[int]()
    for decision in builder.module.decisions:
        starts.append(len(sorts))
        cards = [1 + each.of_all if each.type == PIECE else 0 for each in decision.options]
        sorts += [0, *cards]
    return builder.constants((*starts, 0)), builder.constants((*sorts, 0))


class _OptionDigest(SeatFunction):
    """Wasm function: return the digest of an option as the seat sees it, in any state."""

    def add(self) -> None:
        """Add the function to the module."""
        shown = wasm.Call("shown_digest", (self.state, _OPTION), type="i64")
        self.finish(
            [wasm.CallStmt("update_visibility", (self.state,)), wasm.Return(shown)],
            never_inlined=True,
        )


class _OptionsDigest(SeatFunction):
    """Wasm function: return the digest of the first `count` listed options, whatever their order."""

    def add(self) -> None:
        """Add the function to the module."""
        bag, at = self.function.local("bag", "i64"), self.function.local("at", low=0)
        option = wasm.Load(at * 8, self.builder.options, 8, type="i64")
        shown = wasm.Call("shown_digest", (self.state, option), type="i64")
        count = wasm.Get("count", low=0)
        take = wasm.Set(bag.name, bag + shown)
        self.finish([
            wasm.Set(bag.name, count_term(count)), *self.for_range(at, count, [take]), wasm.Return(bag)
        ])  # fmt: skip


class _ObservationDigest(SeatFunction):
    """Wasm function: return the digest of what the seat observes in any state, with its options."""

    def add(self) -> None:
        """Add the function to the module."""
        listed = wasm.Drop(wasm.Call("list_options_at", (self.state,)))
        digest = wasm.Call("listed_observation_digest", (self.state,), type="i64")
        self.finish(
            [wasm.If(_seat_decides(self), [listed]), wasm.Return(digest)], never_inlined=True
        )


def _seat_decides(entry: SeatFunction) -> wasm.Expr:
    """Emit the test whether the seat (global `seat`) makes the awaited decision."""
    its_own = entry.own(entry.cells.decider).equals(entry.seat)
    return both(entry.own(entry.cells.decision).at_least(0), its_own)


class _ListedObservationDigest(DigestFunction):
    """Wasm function: return the digest of an observation whose options, if any, were just listed."""

    def add(self) -> None:
        """Add the function to the module."""
        look, options = Fold(self.function), self.function.local("options", "i64")
        listed = wasm.Call("options_digest", (self.state, wasm.Global("option_count")), type="i64")
        marks = wasm.Call("marks_digest", (self.state,), type="i64")
        self.finish([
            wasm.CallStmt("update_visibility", (self.state,)),
            wasm.Set(options.name, wasm.number(0, "i64")),
            wasm.If(_seat_decides(self), [wasm.Set(options.name, listed)]),
            look.begin(),
            look.take(self.own(self.cells.decision)),
            look.take(self._decider()),
            look.take(options),
            *self._places(look),
            *self._numbers(look),
            look.take(marks),
            *self._subjects(look),
            wasm.Return(look.finish()),
        ], never_inlined=True)  # fmt: skip

    def _decider(self) -> wasm.Expr:
        """Emit the deciding seat; -1 when the game is over."""
        goes_on = self.own(self.cells.decision).at_least(0)
        return wasm.Conditional(goes_on, self.own(self.cells.decider), wasm.number(-1))

    def _places(self, look: Fold) -> wasm.Body:
        """Emit hashing all places on the table; places on cards are part of the cards' digests."""
        kinds = {piece.kind for piece in self.module.pieces}
        zones = [zone for zone in self.module.zones.values() if zone.owner not in kinds]

        def fold(zone: ZoneEntry, cell: wasm.Expr) -> wasm.Body:
            """Emit hashing one place."""
            body, bag = self.place(zone, cell)
            return [*body, look.take(bag)]

        return [line for zone in zones for line in self.each_cell(zone, partial(fold, zone))]

    def _numbers(self, look: Fold) -> wasm.Body:
        """Emit hashing the values of variables that the seat sees, except those on cards."""
        kinds = {piece.kind for piece in self.module.pieces}
        shown = [
            (each, *self._seen_of(each))
            for each in self.module.variables.values()
            if each.owner not in kinds
        ]
        lines: wasm.Body = [look.take(count_shown(shown))]
        for variable, is_shown, count in shown:
            lines += self.if_(is_shown, self._run(look, variable, count))
        return lines

    def _seen_of(self, variable: VariableEntry) -> tuple[wasm.Expr, int]:
        """Return the test whether the seat sees a variable, and how many of its numbers."""
        if is_owner_only(variable):
            return wasm.TRUE, variable.run.each
        return self.is_shown(variable), variable.run.count

    def _run(self, look: Fold, variable: VariableEntry, count: int) -> wasm.Body:
        """Emit hashing the numbers of a variable: all of them, or the seat's own."""
        cells = self.layout.variables[variable.name]
        first = self.seat * count if is_owner_only(variable) else wasm.number(0)

        def take(at: wasm.Expr) -> wasm.Body:
            """Emit hashing one number."""
            return [look.take(self.value(variable, cells.load(self.state, at)))]

        if count <= MAX_UNROLLED_NUMBERS:
            return [line for at in range(count) for line in take(first + at)]
        at = self.function.local("at", low=0, high=count - 1)
        return self.for_range(at, wasm.number(count), take(first + at))

    def _subjects(self, look: Fold) -> wasm.Body:
        """Emit hashing the phases' subjects; a card that the seat cannot read is "some card"."""
        lines: wasm.Body = []
        for subject in self.module.subjects():
            value = self.layout.variables[subject.variable.name].load(self.state)
            if subject.is_card:
                value = self.to_local(value, lines, "for")
                card = wasm.Get(value.name, low=0, high=self.top)  # type: ignore[union-attr]
                reads = self.knows(card)
                if subject.player is not None:
                    player = self.layout.variables[subject.player.name].load(self.state)
                    reads = either(reads, player.equals(self.seat))
                known = choose(reads, self.cards.designs.load(card), wasm.number(-2))
                value = choose(value.at_least(0), known, value)
            lines.append(look.take(value))
        return lines
