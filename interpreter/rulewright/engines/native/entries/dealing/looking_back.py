"""A function that works on a look back: what such functions have in common."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import evolve

from rulewright.engines.native.entries.entry import Entry
from rulewright.engines.native.form.native_form import (
    Body,
    Called,
    Expr,
    Get,
    Load,
    Run,
    Set,
    Store,
    compared,
    number,
)
from rulewright.engines.native.layout.deal_layout import DealMemory
from rulewright.engines.native.layout.memory_forms import FIRST
from rulewright.engines.native.write.tables import Tables
from rulewright.engines.native.write.writer import Each


class LookingBack(Entry):
    """Its first parameter is the address of a look back, where all that it needs and finds out lies."""

    def __init__(
        self,
        tables: Tables,
        memory: DealMemory,
        name: str,
        parameters: tuple[str, ...] = (),
        result: str | None = None,
        **wide: bool,
    ) -> None:
        super().__init__(tables, name, ("back", *parameters), result, **wide)
        self.memory, self.back = memory, Get("back", low=0)
        self.home = number(tables.state)
        self.top = memory.pieces - 1
        if "S" in parameters:
            self.state = Get("S", low=0)
        self.kind_of = tables.constants(
            (*(memory.kinds.index(piece.kind) for piece in self.module.pieces), 0)
        )

    def finish(self, body: Body) -> None:
        """Put it into the module, for itself alone."""
        self.function.apart = True
        self.put(body, exported=False)

    # ------------------------------------------------------------------ what is kept

    def cell(self, name: str, index: Expr | int = 0) -> Expr:
        """A number that is kept."""
        return self.memory.cells[name].load(self.back, index)

    def keep(self, name: str, value: Expr | int, index: Expr | int = 0) -> Store:
        """A number is kept."""
        cells = self.memory.cells[name]
        given = (
            number(value, "i64" if cells.size == 8 else "i32") if isinstance(value, int) else value
        )
        return cells.store(self.back, given, index)

    def piece_in(self, name: str, index: Expr) -> Expr:
        """A piece that is kept."""
        return evolve(self.cell(name, index), low=0, high=self.top)

    def kept_state(self, name: str) -> Expr:
        """The address of a state that is kept; `work` is the game at home, which can go on."""
        return self.home if name == "work" else self.back + self.memory.states[name]

    @contextmanager
    def looking_at(self, state: Expr) -> Iterator[None]:
        """What is written inside is about another state."""
        before, self.state = self.state, state
        yield
        self.state = before

    # ------------------------------------------------------------------ sets of pieces that are kept

    def set_at(self, name: str, row: Expr | int = 0) -> list[Expr]:
        """A set, word by word."""
        return [
            self.cell(name, row * self.tables.words + word) for word in range(self.tables.words)
        ]

    def keep_set(self, name: str, words: list[Expr], row: Expr | int = 0) -> Body:
        """A set is kept."""
        return [
            self.keep(name, each, row * self.tables.words + word) for word, each in enumerate(words)
        ]

    def nothing(self) -> list[Expr]:
        """The set with nothing in it."""
        return [number(0, "i64") for _ in range(self.tables.words)]

    def _byte_of(self, name: str, row: Expr | int, piece: Expr) -> tuple[Expr, int]:
        address = self.back + (piece >> 3)
        step = 8 * self.tables.words
        if not isinstance(row, int):
            address, row = address + row * step, 0
        return address, self.memory.cells[name].offset + row * step

    def has(self, name: str, row: Expr | int, piece: Expr) -> Expr:
        """Whether a piece is in a set."""
        byte = Load(*self._byte_of(name, row, piece), 1, False, low=0, high=255)
        return (byte >> (piece & 7)) & 1

    def include(self, name: str, row: Expr | int, piece: Expr) -> Body:
        """A piece comes into a set."""
        where = self._byte_of(name, row, piece)
        byte = Load(*where, 1, False, low=0, high=255)
        return [Store(*where, 1, byte | (number(1) << (piece & 7)))]

    def exclude(self, name: str, row: Expr | int, piece: Expr) -> Body:
        """A piece leaves a set."""
        where = self._byte_of(name, row, piece)
        byte = Load(*where, 1, False, low=0, high=255)
        return [Store(*where, 1, byte & ((number(1) << (piece & 7)) ^ 255))]

    # ------------------------------------------------------------------ pieces and places

    def each_piece(self, do: Each, hint: str = "piece") -> Body:
        """Something done with each piece."""
        piece = self.function.local(hint, low=0, high=self.top)
        return self.counted(piece, number(self.tables.pieces), do(piece))

    def each_number(self, count: Expr, high: int, do: Each, hint: str = "at") -> Body:
        """Something done with each number below a count."""
        at = self.function.local(hint, low=0, high=high)
        return self.counted(at, count, do(at))

    def each_order(self, do: Each) -> Body:
        """Something done with each place that keeps an order."""
        lines: Body = []
        for zone in self.module.zones.values():
            if zone.ordered:
                run = zone.run
                at = self.function.local("place", low=run.base, high=run.base + run.count - 1)
                loop = self.until(
                    at.at_least(run.base + run.count), [*do(at), Set(at.name, at + 1)]
                )
                lines += [Set(at.name, number(run.base)), *loop]
        return lines

    def sees(self, piece: Expr, state: Expr | None = None) -> Expr:
        """Whether the seat knows which piece this is, and where it lies."""
        given = (state or self.state, piece, self.cell("seat"))
        return Called("sees", given, low=0, high=1)

    def place_of_piece(self, piece: Expr, state: Expr | None = None) -> Expr:
        """Where a piece lies."""
        return self.layout.place.load(state or self.state, piece)

    def numbered(self) -> Body:
        """For each piece in a place that keeps an order the how manieth it is: kept as `where`."""
        count = self.function.local("nth", low=0, high=self.top)

        def place(at: Expr) -> Body:
            def piece(each: Expr) -> Body:
                return [self.keep("where", count, each), Set(count.name, count + 1)]

            return [Set(count.name, number(0)), *self.in_order(self.order(at, FIRST), piece, at)]

        return self.each_order(place)

    def chance_to_come(self) -> Expr:
        """The stream of chance of a game that was dealt."""
        drawn = self.memory.cells["stream"].load(self.back)
        return Called("seeded", (drawn,), type="i64")


def taken(state: Expr, option: Expr) -> Body:
    """An option is chosen, and the game goes on; see `game.course.make`."""
    return [Run("made_again", (Get("back", low=0), state, option))]


def more(one: Expr, other: Expr | int) -> Expr:
    """1 if the one is more, with signs."""
    return compared("gt_s", one, other)
