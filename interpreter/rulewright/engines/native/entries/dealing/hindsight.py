"""Looking back on a game for a seat: all that it can tell is found out, and kept for dealing."""

from __future__ import annotations

from rulewright.engines.native.entries.dealing.could_be import add_telling_apart
from rulewright.engines.native.entries.dealing.course_again import add_course
from rulewright.engines.native.entries.dealing.dealing import add_dealing
from rulewright.engines.native.entries.dealing.looking_back import LookingBack
from rulewright.engines.native.entries.dealing.planning import add_planning
from rulewright.engines.native.entries.dealing.putting_in_order import add_order
from rulewright.engines.native.form.making import is_zero
from rulewright.engines.native.form.native_form import (
    Binary,
    Block,
    Called,
    CopyBytes,
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
from rulewright.engines.native.layout.deal_layout import DealMemory
from rulewright.engines.native.write.tables import Tables
from rulewright.ir.deal_plan import ENOUGH_TRIES


def add_hindsight(tables: Tables) -> DealMemory:
    """Put `looked_back` and `dealt_by_it` into the module."""
    memory = DealMemory(tables.layout)
    add_dealing(tables, memory)
    add_telling_apart(tables, memory)
    add_order(tables, memory)
    add_course(tables, memory)
    add_planning(tables, memory)
    _Back(tables, memory, "looked_back", ("from", "choices", "count", "seat"), "i32").add()
    _DealtByIt(tables, memory, "dealt_by_it", ("to",), "i32", seed=True).add()
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


class _DealtByIt(LookingBack):
    """A game dealt anew; 0 where nothing fits: only chance to come is another."""

    def add(self) -> None:
        found, to, now = (
            self.function.local("found", low=0, high=1),
            Get("to"),
            self.kept_state("now"),
        )
        given = (self.back, Get("seed", type="i64"))
        size = number(self.layout.size)
        self.finish([
            Set(found.name, Called("dealt", given, low=0, high=1)),
            CopyBytes(to, self.kept_state("work"), size),
            If(is_zero(found), [CopyBytes(to, now, size)]),
            self.layout.own.random.store(to, self.chance_to_come()),
            Return(found),
        ])  # fmt: skip
