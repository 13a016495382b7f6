"""The course of a game from a state of the past on, played again as it was; see `game.course`.

Decisions with a single option, and those of chance, are made by themselves, and count as others do: nobody sees who
was passed over.
"""

from __future__ import annotations

from functools import partial

from rulewright.engines.native.entries.dealing.looking_back import LookingBack, taken
from rulewright.engines.native.form.making import all_of, is_zero, negated, widened
from rulewright.engines.native.form.native_form import (
    Binary,
    Block,
    Body,
    Called,
    CopyBytes,
    Drop,
    Expr,
    Get,
    Global,
    If,
    Jump,
    Load,
    Loop,
    Return,
    Run,
    Set,
    SetGlobal,
    compared,
    number,
)
from rulewright.engines.native.layout.deal_layout import DealMemory
from rulewright.engines.native.write.tables import Constants, Tables
from rulewright.ir.control_flow import Question
from rulewright.ir.deal_plan import SHUFFLES
from rulewright.ir.layout import ASKS_CHANCE, ASKS_FORCED


def add_course(tables: Tables, memory: DealMemory) -> None:
    """Put what plays a course again into the module."""
    tables.wasm.globals["chosen_option"] = ("i64", 0)
    _Begin(tables, memory, "begin_course", ("from",)).add()
    _Next(tables, memory, "next_made", ("S",), "i32").add()
    _Stirs(tables, memory, "stirs", ("S",)).add()
    _Follow(tables, memory, "follow", ("from",), "i32").add()


CHOSEN = Global("chosen_option", type="i64")
"""The option that was chosen in the decision that `next_made` has found."""


class _Begin(LookingBack):
    """The state to work on is the first of the course, with single options asked, and chance."""

    def add(self) -> None:
        work = self.kept_state("work")
        with self.looking_at(work):
            asks = self.set_own(
                self.cells.asking, self.own(self.cells.asking) | (ASKS_FORCED | ASKS_CHANCE)
            )
        self.finish([
            CopyBytes(work, Get("from"), number(self.layout.size)),
            *asks,
            self.keep("used", 0),
            self.keep("single", 0),
            self.keep("by_chance", 0),
        ])  # fmt: skip


class _Next(LookingBack):
    """What was chosen next in the course: 1 if something was, 0 at its end, -1 if what is given is no option.

    The first decision was asked in any case: a game that was dealt may wait where there is a single option.
    """

    def add(self) -> None:
        used, count = self.cell("used"), self.function.local("listed", low=0)
        index, left = self.function.local("index"), self.cell("used").less(self.cell("count"))
        first = Load(number(0), self.tables.options, 8, type="i64")
        chosen = Load(index * 8, self.tables.options, 8, type="i64")
        begun = (used | self.cell("single")).differs(0)
        alone = all_of(
            (count.equals(1), begun, is_zero(self._anyway().load(self.own(self.cells.decision))))
        )
        self.finish([
            If(self.own(self.cells.decision).less(0), [Return(number(0) - left)]),
            Set(count.name, Called("listed_away", (self.state,))),
            If(self.own(self.cells.decider).less(0), self._by_chance(count)),
            If(alone, [
                SetGlobal(CHOSEN.name, first),
                self.keep("single", self.cell("single") + 1),
                Return(number(1)),
            ]),
            If(negated(left), [Return(number(0))]),
            Set(index.name, Load(self.cell("choices") + used * 4, 0, 4)),
            If(Binary("ge_u", index, count), [Return(number(-1))]),
            SetGlobal(CHOSEN.name, chosen),
            self.keep("used", used + 1),
            Return(number(1)),
        ])  # fmt: skip

    def _by_chance(self, count: Expr) -> Body:
        """What chance draws; where it stands then is kept with the last look, by which shuffling is told."""
        before, drawn = self.function.local("chance", "i64"), self.function.local("drawn", low=0)
        own, stream = self.layout.own.random, self.state + self.layout.own.random.offset
        return [
            Set(before.name, own.load(self.state)),
            Set(drawn.name, Called("below", (stream, count), low=0)),
            own.store(self.kept_state("before"), own.load(self.state)),
            own.store(self.state, before),
            SetGlobal(CHOSEN.name, Load(drawn * 8, self.tables.options, 8, type="i64")),
            self.keep("by_chance", self.cell("by_chance") + 1),
            Return(number(1)),
        ]

    def _anyway(self) -> Constants:
        """For each decision whether it is asked also where there is a single option."""
        graph, found = self.module.code.graph, [0] * (len(self.module.decisions) + 1)
        assert graph is not None
        for block in graph.blocks:
            if isinstance(block.end, Question):
                found[block.end.ask.decision] |= block.end.ask.anyway
        return self.tables.constants(tuple(found))


class _Stirs(LookingBack):
    """In which places others would lie than in a state, had what was shuffled come to lie otherwise.

    The last look is that before the decision that led there. For each place, from -1 on, it is kept as `stir`.
    """

    def add(self) -> None:
        own, before = self.layout.own.random, self.kept_state("before")
        other, size = self.kept_state("other"), self.module.layout.size
        seed = self.function.local("seed", low=0, high=SHUFFLES - 1)
        seeded = Called("seeded", (widened(seed),), type="i64")
        every = number(size + 1)
        self.finish([
            *self.each_number(every, size, lambda place: [self.keep("stir", 0, place)], "place"),
            If(compared("ne", own.load(before), own.load(self.state)), [
                *self.counted(seed, number(SHUFFLES), [
                    CopyBytes(other, before, number(self.layout.size)),
                    own.store(other, seeded),
                    Drop(Called("choose_away", (other, CHOSEN))),
                    *self.each_piece(partial(self._compare, other)),
                ]),
            ]),
        ])  # fmt: skip

    def _compare(self, other: Expr, piece: Expr) -> Body:
        """A piece that lies elsewhere there, or above another one in an order."""
        lies = [self.place_of_piece(piece, state) for state in (self.state, other)]
        after = [self.layout.next.load(state, piece) for state in (self.state, other)]
        here, there = (self.keep("stir", 1, place + 1) for place in lies)
        return [
            If(lies[0].differs(lies[1]), [here, there], [
                *self.by_order(lies[0], [If(after[0].differs(after[1]), [here])], []),
            ]),
        ]  # fmt: skip


class _Follow(LookingBack):
    """The whole course, with what the seat sees at each decision: how many there are, -1 if one cannot be.

    What it came to is kept as `now`, as it is where single options are not asked.
    """

    def add(self) -> None:
        work, more = self.kept_state("work"), self.function.local("more", low=-1, high=1)
        total = self.function.local("total", low=0)
        self.finish([
            Run("begin_course", (self.back, Get("from"))),
            Run("knows_nothing", (self.back,)),
            Set(total.name, number(0)),
            Block("end", [Loop("on", [
                Run("saw", (self.back, work)),
                Set(more.name, Called("next_made", (self.back, work))),
                Jump("end", more.less(1)),
                *taken(work, CHOSEN),
                Run("stirs", (self.back, work)),
                Set(total.name, total + 1),
                Jump("on"),
            ])]),
            If(more.less(0), [Return(number(-1))]),
            self.keep("total", total),
            *self._now(work),
            Return(total),
        ])  # fmt: skip

    def _now(self, work: Expr) -> Body:
        now, single = self.kept_state("now"), self.cell("single")
        own = self.layout.own
        return [
            CopyBytes(now, work, number(self.layout.size)),
            own.asking.store(now, own.asking.load(Get("from"))),
            own.made.store(now, own.made.load(now) - single - self.cell("by_chance")),
            own.forced.store(now, own.forced.load(now) + single),
        ]
