"""Looking back on a game for a seat, and dealing it anew: names are drawn, what was decided is decided again."""

from __future__ import annotations

from rulewright.engines.native.entries.dealing.course import add_course, taken
from rulewright.engines.native.entries.dealing.looking_back import LookingBack
from rulewright.engines.native.entries.dealing.naming import add_naming
from rulewright.engines.native.entries.dealing.planning import add_planning
from rulewright.engines.native.entries.dealing.putting_in_order import add_order
from rulewright.engines.native.entries.dealing.seeming_alike import add_seeming
from rulewright.engines.native.entries.dealing.telling_apart import add_telling_apart
from rulewright.engines.native.form.making import both, either, is_zero, narrowed, widened
from rulewright.engines.native.form.native_form import (
    Binary,
    Block,
    Body,
    Called,
    CopyBytes,
    Expr,
    Get,
    If,
    Jump,
    Loop,
    Return,
    Run,
    Set,
    Trap,
    number,
)
from rulewright.engines.native.layout.deal_layout import (
    ENOUGH_TRIES,
    MOST_STEPS,
    MOST_TRIES,
    DealMemory,
)
from rulewright.engines.native.translating.tables import Tables


def add_dealing(tables: Tables) -> DealMemory:
    """Put `looked_back` and `dealt` into the module."""
    memory = DealMemory(tables.layout)
    add_seeming(tables, memory)
    add_telling_apart(tables, memory)
    add_order(tables, memory)
    add_course(tables, memory)
    add_planning(tables, memory)
    add_naming(tables, memory)
    _Again(tables, memory, "decided_again", ("steps",), "i32").add()
    _Tried(tables, memory, "tried", ("S", "steps", "tries"), "i32").add()
    _Back(tables, memory, "looked_back", ("from", "choices", "count", "seat"), "i32").add()
    _Dealt(tables, memory, "dealt", ("to",), "i32", seed=True).add()
    return memory


class _Back(LookingBack):
    """All that a seat can tell of a game that went on from a state by some choices is found out.

    Gives how many decisions are made again when it is dealt anew; -1 if one of the choices is none.
    """

    def add(self) -> None:
        seat, base = Get("seat"), self.function.local("base", low=0)
        total, stream = self.cell("total"), self.memory.cells["stream"]
        follow = Called("follow", (self.back, Get("from")))
        tried = Called(
            "tried", (self.back, self.kept_state("base"), self.cell("steps"), number(ENOUGH_TRIES))
        )
        again, out = self.label("sooner"), self.label("found")
        self.finish([
            If(Binary("ge_u", seat, number(self.module.players)), [Trap()]),
            *(self.keep(name, Get(name)) for name in ("seat", "choices", "count")),
            If(follow.less(0), [Return(number(-1))]),
            Run("bases", (self.back,)),
            Set(base.name, Called("next_base", (self.back, number(-1)))),
            Block(out, [Loop(again, [
                Run("plan", (self.back, Get("from"), base)),
                Jump(out, base.at_least(total)),
                stream.store(self.back, Called("seeded", (number(0, "i64"),), type="i64")),
                Jump(out, tried),
                Set(base.name, Called("next_base", (self.back, base))),
                Jump(again),
            ])]),
            Return(total - base),
        ])  # fmt: skip


class _Dealt(LookingBack):
    """A game that the seat cannot tell from its own; 0 where no draw has fitted: only chance to come is another."""

    def add(self) -> None:
        stream, own = self.memory.cells["stream"], self.layout.own["random"]
        seed = Called("seeded", (Get("seed", type="i64"),), type="i64")
        steps, found = self.cell("steps"), self.function.local("found", low=0, high=1)
        base, now, work = (self.kept_state(name) for name in ("base", "now", "work"))
        tried = Called("tried", (self.back, base, steps, number(MOST_TRIES)), low=0, high=1)
        as_it_lies = Called(
            "tried", (self.back, now, number(0), number(ENOUGH_TRIES)), low=0, high=1
        )
        chance = Called("seeded", (stream.load(self.back),), type="i64")
        size = number(self.layout.size)
        self.finish([
            stream.store(self.back, seed),
            Set(found.name, tried),
            If(both(is_zero(found), steps), [Set(found.name, as_it_lies)]),
            CopyBytes(Get("to"), work, size),
            If(is_zero(found), [CopyBytes(Get("to"), now, size)]),
            own.store(Get("to"), chance),
            Return(found),
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
        counts = [
            own[name].store(work, own[name].load(now)) for name in ("asking", "made", "forced")
        ]
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
            self.layout.own[name].load(work).differs(self.cell(name, step))
            for name in ("decision", "decider")
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
