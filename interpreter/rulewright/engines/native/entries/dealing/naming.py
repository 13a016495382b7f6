"""Names change places: they are given to the pieces of a state."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from attrs import evolve

from rulewright.engines.native.entries.dealing.looking_back import LookingBack
from rulewright.engines.native.form.making import choose, done, either
from rulewright.engines.native.form.native_form import (
    Body,
    Called,
    CopyBytes,
    Expr,
    Get,
    If,
    Return,
    Run,
    Set,
    Stmt,
    compared,
    number,
)
from rulewright.engines.native.layout.deal_layout import DealMemory
from rulewright.engines.native.layout.memory_forms import FIRST, LAST
from rulewright.engines.native.write.tables import Constants, Tables
from rulewright.ir.module import Variable

Change: TypeAlias = Callable[[Expr, Expr], Body]
"""What is done with a piece and its new name."""


def add_naming(tables: Tables, memory: DealMemory) -> None:
    """Put `renamed` into the module."""
    _LinksRenamed(tables, memory, "links_renamed", ("S", "to")).add()
    _Renamed(tables, memory, "renamed", ("S", "to"), "i32").add()


class _Renamed(LookingBack):
    """A state becomes another in which each piece has its new name; 0 if one cannot be where it would be.

    What others know, and marks that the seat does not see, go with the piece.
    """

    def add(self) -> None:
        self.to = Get("to", low=0)
        self.finish([
            CopyBytes(self.to, self.state, number(self.layout.size)),
            *self._each_changed(lambda piece, name: [
                If(self._cannot_be(name, self.place_of_piece(piece)), [Return(number(0))]),
            ]),
            *self._each_changed(self._leaves),
            *self._each_changed(self._comes),
            Run("links_renamed", (self.back, self.state, self.to)),
            *self._marks(),
            Return(number(1)),
        ])  # fmt: skip

    def _each_changed(self, do: Change) -> Body:
        name = self.function.local("name", low=0, high=self.top)

        def changed(piece: Expr) -> Body:
            return [
                Set(name.name, self.piece_in("names", piece)),
                If(name.differs(piece), do(piece, name)),
            ]

        return self.each_piece(changed)

    def _cannot_be(self, name: Expr, place: Expr) -> Expr:
        """What of a module is written for fewer pieces in a place, or places of a piece, holds in games only."""
        lying, places = self._spans()
        outside = [
            either(one.less(low.load(at)), compared("gt_s", one, high.load(at)))
            for one, at, (low, high) in ((name, place, lying), (place, name, places))
        ]
        return either(*outside)

    def _spans(self) -> list[tuple[Constants, ...]]:
        cells: dict[int, tuple[int, int]] = {}
        for zone in self.module.zones.values():
            span = self.spans.lying_in(zone.run.base, zone.run.base + zone.run.count - 1)
            cells.update(dict.fromkeys(zone.run.cells, span))
        every = (0, self.top)
        lying = [cells.get(cell, every) for cell in range(self.module.layout.size)]
        places = [self.spans.places_of(piece, piece) for piece in range(self.tables.pieces)]
        constants = self.tables.constants
        return [
            tuple(
                constants((*(span[side] for span in spans), end)) for side, end in ((0, 0), (1, 0))
            )
            for spans in (lying, places)
        ]

    def _leaves(self, piece: Expr, name: Expr) -> Body:
        place = self.place_of_piece(piece)
        with self.looking_at(self.to):
            gone = self.take_from_set(piece, place)
        there = compared("ge_s", place, self.layout.first_place)
        return [If(there, self.by_order(place, [], gone))]

    def _comes(self, piece: Expr, name: Expr) -> Body:
        place, layout = self.place_of_piece(piece), self.layout
        with self.looking_at(self.to):
            put = self.put_into_set(name, place)
        there = compared("ge_s", place, layout.first_place)
        return [
            layout.place.store(self.to, place, name),
            layout.known.store(self.to, layout.known.load(self.state, piece), name),
            If(there, self.by_order(place, [], put)),
        ]

    # ------------------------------------------------------------------ marks

    def _marks(self) -> Body:
        """Numbers and marks of pieces that the seat does not see."""
        lines: Body = []
        for variable in self.module.variables.values():
            if variable.owner in self.memory.kinds and variable.seen != "everyone":
                moved = self._each_changed(partial(self._mark, variable))
                lines += [If(self._is_unseen(variable), moved)]
        return lines

    def _is_unseen(self, variable: Variable) -> Expr:
        if variable.seen != "expression":
            return number(1)
        whose = Called(f"f_{variable.sight}", (self.state,))
        return whose.differs(self.cell("seat"))

    def _mark(self, variable: Variable, piece: Expr, name: Expr) -> Body:
        run, cells = variable.run, self.layout.variables[variable.name]
        owners, lines = run.count // run.each, list[Stmt]()
        mine = compared("lt_u", piece - run.first_owner, owners)
        one, two = (
            evolve(each - run.first_owner, low=0, high=owners - 1) * run.each
            for each in (piece, name)
        )
        for each in range(run.each):
            value = cells.load(self.state, one + each)
            lines.append(cells.store(self.to, value, two + each))
        return [If(mine, lines)]


class _LinksRenamed(LookingBack):
    """Places that keep an order keep it, with other names."""

    def add(self) -> None:
        self.to = Get("to", low=0)
        self.finish([*self.each_piece(self._links), *self.each_order(self._ends)])

    def _links(self, piece: Expr) -> Body:
        name, next_ = self.piece_in("names", piece), self.layout.next
        after = self._name_of(next_.load(self.state, piece))
        lines: Body = [next_.store(self.to, after, name)]
        return self.by_order(self.place_of_piece(piece), lines, [])

    def _ends(self, place: Expr) -> Body:
        lines: Body = []
        for end in (FIRST, LAST):
            name = self._name_of(self.order(place, end))
            with self.looking_at(self.to):
                lines += self.set_order(place, end, name)
        return lines

    def _name_of(self, piece: Expr) -> Expr:
        known = self.function.local("lies", low=-1, high=self.top)
        body: Body = [Set(known.name, piece)]
        name = self.piece_in("names", Get(known.name, low=0, high=self.top))
        return done(body, choose(known.at_least(0), name, number(-1)))
