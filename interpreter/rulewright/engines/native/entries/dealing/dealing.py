"""Dealing a game anew by what is kept of it: names are drawn, and what was decided is decided again."""

from __future__ import annotations

from rulewright.engines.native.entries.dealing.drawing_names import add_drawing
from rulewright.engines.native.entries.dealing.looking_back import LookingBack, taken
from rulewright.engines.native.entries.dealing.naming import add_naming
from rulewright.engines.native.entries.dealing.seeming_alike import add_seeming
from rulewright.engines.native.form.making import either, is_zero, narrowed, widened
from rulewright.engines.native.form.native_form import (
    Body,
    Called,
    Drop,
    Expr,
    Get,
    If,
    Load,
    Return,
    Set,
    Store,
    compared,
    number,
)
from rulewright.engines.native.layout.deal_layout import DealMemory
from rulewright.engines.native.write.tables import Tables
from rulewright.ir.deal_plan import MOST_STEPS, MOST_TRIES


def add_dealing(tables: Tables, memory: DealMemory) -> None:
    """Put `dealt` into the module: 1 if a draw has fitted, at `work`."""
    add_seeming(tables, memory)
    add_drawing(tables, memory)
    add_naming(tables, memory)
    _MadeAgain(tables, memory, "made_again", ("S",), option=True).add()
    _Listed(tables, memory, "is_listed", ("S",), "i32", option=True).add()
    _Again(tables, memory, "decided_again", ("steps",), "i32").add()
    _Tried(tables, memory, "tried", ("S", "steps", "tries"), "i32").add()
    _Dealt(tables, memory, "dealt", (), "i32", seed=True).add()


class _Dealt(LookingBack):
    """A game that the seat cannot tell from its own, by this seed; with another chance to come.

    Where no draw fits it is the first that fits for all seeds alike.
    """

    def add(self) -> None:
        work, found = self.kept_state("work"), self.function.local("found", low=0, high=1)
        to_come = self.function.local("to_come", "i64")
        given = (self.back, self.kept_state("base"), self.cell("steps"), number(MOST_TRIES))
        tried = Set(found.name, Called("tried", given, low=0, high=1))
        self.finish([
            self._seeded(Get("seed", type="i64")),
            tried,
            Set(to_come.name, self.chance_to_come()),
            If(is_zero(found), [self._seeded(number(0, "i64")), tried]),
            self.layout.own.random.store(work, to_come),
            Return(found),
        ])  # fmt: skip

    def _seeded(self, seed: Expr) -> Store:
        drawn = Called("seeded", (seed,), type="i64")
        return self.memory.cells["stream"].store(self.back, drawn)


class _MadeAgain(LookingBack):
    """An option is chosen; where it is chance that decides, it goes on as if it had drawn."""

    def add(self) -> None:
        stream = self.state + self.layout.own.random.offset
        drawn = Called("below", (stream, Called("listed_away", (self.state,))))
        self.finish([
            If(self.own(self.cells.decider).less(0), [Drop(drawn)]),
            Drop(Called("choose_away", (self.state, Get("option", type="i64")))),
        ])  # fmt: skip


class _Listed(LookingBack):
    """1 if an option is one of those of the decision that is awaited."""

    def add(self) -> None:
        at = self.function.local("at", low=0)
        option = Load(at * 8, self.tables.options, 8, type="i64")
        same = compared("eq", option, Get("option", type="i64"))
        count = self.function.local("count", low=0)
        self.finish([
            Set(count.name, Called("listed_away", (self.state,))),
            *self.counted(at, count, [If(same, [Return(number(1))])]),
            Return(number(0)),
        ])  # fmt: skip


class _Tried(LookingBack):
    """Draws names, and plays on from a state, as often as it may: 1 if it came to what the seat sees, at `work`."""

    def add(self) -> None:
        left, work = Get("tries"), self.kept_state("work")
        named = Called("renamed", (self.back, self.state, work), low=0, high=1)
        again = Called("decided_again", (self.back, Get("steps")), low=0, high=1)
        self.finish([
            *self.until(left.less(1), [
                Set("tries", left - 1),
                If(Called("drawn", (self.back,), low=0, high=1), [
                    If(named, [If(again, [Return(number(1))])]),
                ]),
            ]),
            Return(number(0)),
        ])  # fmt: skip


class _Again(LookingBack):
    """Makes so many decisions again, at `work`: 1 if the seat then sees what it sees."""

    def add(self) -> None:
        work, now = self.kept_state("work"), self.kept_state("now")
        own = self.layout.own
        alike = Called("seem_alike", (self.back, now, work), low=0, high=1)
        step = self.function.local("step", low=0, high=MOST_STEPS - 1)
        counts = [each.store(work, each.load(now)) for each in (own.asking, own.made, own.forced)]
        self.finish([
            *self.counted(step, Get("steps"), self._step(step, work)),
            *counts,
            Return(alike),
        ])  # fmt: skip

    def _step(self, step: Expr, work: Expr) -> Body:
        """The same seat is asked the same, and what it chose can be chosen."""
        option = self.function.local("option", "i64")
        stop: Body = [Return(number(0))]
        asked = [
            self.cells.decision.load(work).differs(self.cell("decision", step)),
            self.cells.decider.load(work).differs(self.cell("decider", step)),
        ]
        listed = Called("is_listed", (self.back, work, option), low=0, high=1)
        return [
            If(either(*asked), stop),
            Set(option.name, self.cell("option", step)),
            If(self.cell("held", step), [Set(option.name, self._renamed(option))]),
            If(self.cell("many", step), [Set(option.name, self._drawn(step))]),
            If(is_zero(listed), stop),
            *taken(work, option),
        ]

    def _renamed(self, option: Expr) -> Expr:
        """Who chose a card that he knew chose that card, under whatever name it has now."""
        card = narrowed(option, 0, self.top)
        return option + widened(self.piece_in("names", card) - card)

    def _drawn(self, step: Expr) -> Expr:
        """Any of those that may have been chosen."""
        stream = self.back + self.memory.cells["stream"].offset
        drawn = Called("below", (stream, self.cell("many", step)), low=0)
        return self.cell("others", self.cell("from", step) + drawn)
