"""Whether a seat can tell two states apart, by all that it sees; see `game.seen_state`."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.engines.native.entries.dealing.looking_back import LookingBack
from rulewright.engines.native.entries.entry import Entry
from rulewright.engines.native.form.making import both, is_zero, ones
from rulewright.engines.native.form.native_form import (
    Binary,
    Body,
    Called,
    Expr,
    Get,
    If,
    Load,
    Return,
    Set,
    compared,
    number,
)
from rulewright.engines.native.layout.deal_layout import DealMemory
from rulewright.engines.native.layout.memory_forms import COUNT, FIRST
from rulewright.engines.native.layout.state_layout import Cells
from rulewright.engines.native.write.tables import Tables
from rulewright.ir.ir_types import Kind

PRIME = 0x100000001B3


def add_seeming(tables: Tables, memory: DealMemory) -> None:
    """Put what compares two states into the module."""
    _add_same_bytes(tables)
    _Asked(tables, "asked", ("S",), "i32").add()
    _Seeming(tables, memory, "seem_alike", ("S", "other"), "i32").add()


def _add_same_bytes(tables: Tables) -> None:
    entry = Entry(tables, "same_bytes", ("one", "two", "count"), "i32")
    at = entry.function.local("at", low=0)
    one, two = (Load(Get(name, low=0) + at, 0, 1, False) for name in ("one", "two"))
    differ = If(one.differs(two), [Return(number(0))])
    entry.function.apart = True
    entry.put([*entry.counted(at, Get("count"), [differ]), Return(number(1))], exported=False)


class _Asked(Entry):
    """A number that hangs on all options of the decision that is awaited, and on their order."""

    def add(self) -> None:
        found, at = self.function.local("found", "i64"), self.function.local("at", low=0)
        self.function.result, self.function.apart = "i64", True
        option = Load(at * 8, self.tables.options, 8, type="i64")
        mixed = Binary(
            "rotl", (found ^ option) * number(PRIME, "i64"), number(23, "i64"), type="i64"
        )
        self.put([
            Set(found.name, number(PRIME, "i64")),
            *self.counted(at, Called("listed_away", (self.state,)), [Set(found.name, mixed)]),
            Return(found),
        ], exported=False)  # fmt: skip


class _Seeming(LookingBack):
    """1 if the two states look the same to the seat."""

    def add(self) -> None:
        self.two = Get("other", low=0)
        asked = [Called("asked", (each,), type="i64") for each in (self.state, self.two)]
        is_asked = both(
            self.own(self.cells.decision).at_least(0),
            self.own(self.cells.decider).equals(self.cell("seat")),
        )
        self.finish([
            *map(self._alike, (self.cells.decision, self.cells.decider)),
            *self._seen_numbers(),
            *self.each_piece(self._piece),
            *self._places(),
            *self._acting(),
            If(is_asked, [_equal(*asked)]),
            Return(number(1)),
        ])  # fmt: skip

    def _alike(self, cells: Cells) -> If:
        return _equal(cells.load(self.state), cells.load(self.two))

    def _piece(self, piece: Expr) -> Body:
        """Known in both or in neither; what is known lies where it lies."""
        known = self.function.local("known", low=0, high=1)
        lies = [self.place_of_piece(piece, state) for state in (self.state, self.two)]
        return [
            Set(known.name, self.sees(piece)),
            _equal(known, self.sees(piece, self.two)),
            If(known, [_equal(*lies)]),
        ]

    def _places(self) -> Body:
        """As many pieces in each, and those that are known at the same place of an order."""
        lines: Body = []
        for zone in self.module.zones.values():
            if not zone.ordered:
                for cell in zone.run.cells:
                    lines.append(_equal(*(self._count(cell, s) for s in (self.state, self.two))))
        return [*lines, *self.each_order(self._order)]

    def _count(self, cell: int, state: Expr) -> Expr:
        with self.looking_at(state):
            counts = [ones(word) for word in self.words(number(cell))]
        return sum(counts[1:], counts[0])

    def _order(self, place: Expr) -> Body:
        other = self.function.local("lies", low=-1, high=self.top)
        with self.looking_at(self.two):
            count, first = self.order(place, COUNT), self.order(place, FIRST)
            after = self.layout.next.load(self.two, Get(other.name, low=0, high=self.top))

        def inside(piece: Expr) -> Body:
            differ = If(self.sees(piece), [_equal(piece, other)])
            return [differ, Set(other.name, after)]

        return [
            _equal(self.order(place, COUNT), count),
            Set(other.name, first),
            *self.in_order(self.order(place, FIRST), inside, place),
        ]

    # ------------------------------------------------------------------ numbers, pointers and marks

    def _seen_numbers(self) -> Body:
        """Those that all see, run by run; those of its own; those that somebody is said to see."""
        lines: Body = [self._same(number(at), size) for at, size in _runs(self._public())]
        for name, variable in self.module.variables.items():
            cells, seat = self.layout.variables[name], self.cell("seat")
            if variable.seen == "owner" and variable.owner == "player":
                own = variable.run.each * cells.size
                lines.append(self._same(seat * own + cells.offset, own))
            elif variable.seen == "expression":
                whose = [
                    Called(f"f_{variable.sight}", (s,)).equals(seat) for s in (self.state, self.two)
                ]
                whole = self._same(number(cells.offset), cells.size * cells.count)
                lines += [_equal(*whose), If(whose[0], [whole])]
        return lines

    def _public(self) -> Iterator[Cells]:
        acting, phases = self._parameters(), self.module.phases.values()
        played = {phase.played for phase in phases}
        for name, variable in self.module.variables.items():
            if name not in acting and (name in played or variable.seen == "everyone"):
                yield self.layout.variables[name]

    def _parameters(self) -> list[str]:
        return [name for phase in self.module.phases.values() for _, name in phase.parameters]

    def _same(self, offset: Expr, size: int) -> If:
        given = (self.state + offset, self.two + offset, number(size))
        return If(is_zero(Called("same_bytes", given)), [Return(number(0))])

    def _acting(self) -> Body:
        """For what phases are played; a piece that the seat does not know is none in particular."""
        lines: Body = []
        for name in self._parameters():
            cells, shown = self.layout.variables[name], list[Get]()
            for state in (self.state, self.two):
                value = self.function.local("for", low=-2, high=2**31 - 1)
                shown.append(value)
                lines.append(Set(value.name, cells.load(state)))
                if self.module.variables[name].type.kind is Kind.PIECE:
                    piece = Get(value.name, low=0, high=self.top)
                    unknown = both(value.at_least(0), is_zero(self.sees(piece, state)))
                    lines.append(If(unknown, [Set(value.name, number(-2))]))
            lines.append(_equal(*shown))
        return lines


def _equal(one: Expr, other: Expr) -> If:
    return If(compared("ne", one, other), [Return(number(0))])


def _runs(cells: Iterator[Cells]) -> list[tuple[int, int]]:
    """Where bytes begin that lie side by side, and how many there are."""
    found: list[tuple[int, int]] = []
    for at, size in sorted((each.offset, each.size * each.count) for each in cells):
        if found and sum(found[-1]) == at:
            at, size = found[-1][0], found.pop()[1] + size
        found.append((at, size))
    return found
