"""From where a course is played again, and what was decided since: kept, to be done again in games dealt anew."""

from __future__ import annotations

from rulewright.engines.native.entries.dealing.course_again import CHOSEN
from rulewright.engines.native.entries.dealing.looking_back import LookingBack, more, taken
from rulewright.engines.native.entries.dealing.other_choices import add_other_choices
from rulewright.engines.native.entries.dealing.putting_in_order import with_choice
from rulewright.engines.native.form.making import both, either, is_zero, narrowed, ones
from rulewright.engines.native.form.native_form import (
    Binary,
    Body,
    Called,
    CopyBytes,
    Drop,
    Expr,
    Get,
    If,
    Return,
    Run,
    Set,
    compared,
    number,
)
from rulewright.engines.native.layout.deal_layout import DealMemory
from rulewright.engines.native.write.tables import Tables
from rulewright.ir.deal_plan import MOST_STEPS


def add_planning(tables: Tables, memory: DealMemory) -> None:
    """Put `bases`, `next_base` and `plan` into the module."""
    add_other_choices(tables, memory)
    _Bases(tables, memory, "bases").add()
    _NextBase(tables, memory, "next_base", ("after",), "i32").add()
    _Plan(tables, memory, "plan", ("from", "begins")).add()


class _Bases(LookingBack):
    """Which pieces may change their names; and from where on what came to be unknown of each kind was unknown."""

    def add(self) -> None:
        kinds = len(self.memory.kinds)
        least = self.function.local("least", low=-MOST_STEPS)
        self.finish([
            *self.each_piece(lambda piece: [
                self.keep("is_loose", self.cell("unseen", piece), piece)
            ]),
            *self._holders(),
            self.keep("first", -1),
            *self.each_number(number(kinds), kinds, self._kind, "kind"),
            Set(least.name, self.cell("total") - MOST_STEPS),
            If(least.less(0), [Set(least.name, number(0))]),
            self.keep("least", least),
        ])  # fmt: skip

    def _holders(self) -> Body:
        """Pieces with something in places of their own stay where they are."""
        runs = [z.run for z in self.module.zones.values() if z.owner in self.memory.kinds]
        place = self.function.local("place", low=-1, high=self.module.layout.size - 1)
        lines: Body = []
        for run in runs:
            nth = Binary("div_u", place - run.base, number(run.each), low=0, high=run.count)
            inside = compared("lt_u", place - run.base, run.count)
            lines.append(If(inside, [self.keep("is_loose", 0, nth + run.first_owner)]))
        now = self.kept_state("now")
        if not runs:
            return []
        return self.each_piece(
            lambda piece: [Set(place.name, self.place_of_piece(piece, now)), *lines]
        )

    def _kind(self, kind: Expr) -> Body:
        """Where the first of a kind came to be unknown, or all came to be alike; and where the last did."""
        first, last = self.function.local("first", low=-1), self.function.local("last", low=-1)
        look, mixed = self.function.local("look", low=-1), self.cell("mixed", kind)

        def told(name: Expr) -> Body:
            counts = [ones(word) for word in self.set_at("could", name)]
            several = more(sum(counts[1:], counts[0]), 1)
            mine = both(self.kind_of.load(name).equals(kind), self.cell("is_loose", name))
            return [
                If(both(mine, several), [
                    Set(look.name, self.cell("exact", name) + 1),
                    If(either(first.less(0), look.less(first)), [Set(first.name, look)]),
                    If(more(look, last), [Set(last.name, look)]),
                ]),
            ]  # fmt: skip

        return [
            Set(first.name, number(-1)),
            Set(last.name, number(-1)),
            *self.each_piece(told, "name"),
            self.keep("later", last, kind),
            If(first.at_least(0), [
                If(more(mixed, first), [Set(first.name, mixed)]),
                If(more(first, self.cell("first")), [self.keep("first", first)]),
            ]),
        ]  # fmt: skip


class _NextBase(LookingBack):
    """After which decision to begin: the sooner, the more of what was asked and not answered is so again.

    The first that is worth trying, or the next after one that was tried; the present at last.
    """

    def add(self) -> None:
        after, best = Get("after"), self.function.local("best", low=0)
        kinds = len(self.memory.kinds)
        first, least, total = (self.cell(name) for name in ("first", "least", "total"))

        def kind(each: Expr) -> Body:
            later = self.cell("later", each)
            there = both(both(later.at_least(first), later.at_least(least)), more(later, after))
            return [If(both(there, later.less(best)), [Set(best.name, later)])]

        self.finish([
            If(first.less(0), [Return(total)]),
            If(both(after.less(0), first.at_least(least)), [Return(first)]),
            Set(best.name, total + 1),
            *self.each_number(number(kinds), kinds, kind, "kind"),
            If(more(best, total), [
                Set(best.name, total),
                If(after.less(0), [Set(best.name, least)]),
            ]),
            Return(best),
        ])  # fmt: skip


class _Plan(LookingBack):
    """The state from which to begin is kept as `base`, and all that was decided since."""

    def add(self) -> None:
        work, at = self.kept_state("work"), self.function.local("at", low=0)
        step = self.function.local("step", low=0, high=MOST_STEPS - 1)
        made = Called("next_made", (self.back, work))
        self.finish([
            Run("begin_course", (self.back, Get("from"))),
            *self.counted(at, Get("begins"), [Drop(made), *taken(work, CHOSEN)]),
            CopyBytes(self.kept_state("base"), work, number(self.layout.size)),
            self.keep("noted", 0),
            Run("trail", (self.back, work)),
            *self.counted(step, self.cell("total") - Get("begins"), [
                Drop(made),
                *self._step(step, work),
            ]),
            self.keep("steps", step),
            Run("follow_up", (self.back,)),
            Run("put_in_order", (self.back,)),
        ])  # fmt: skip

    def _step(self, step: Expr, work: Expr) -> Body:
        """A decision: who chose what; and what else it may have been, if the seat did not make it."""
        option = self.memory.cells["option"].load(self.back, step)
        card = narrowed(option, 0, self.top)
        given = (self.back, self.kept_state("before"), option)
        with self.looking_at(work):
            asked = [
                self.keep("decision", self.own(self.cells.decision), step),
                self.keep("decider", self.own(self.cells.decider), step),
            ]
            hidden = is_zero(self.sees(card))
        trail = self.cell("trail", card)
        others = both(
            is_zero(self.cell("held", step)), self.cell("decider", step).differs(self.cell("seat"))
        )
        return [
            self.keep("option", CHOSEN, step),
            *asked,
            CopyBytes(self.kept_state("before"), work, number(self.layout.size)),
            *taken(work, option),
            # Who chose a card that he knew chose that card, whatever it is; if the seat saw it, it was that one.
            self.keep("held", Called("holds", given, low=0, high=1), step),
            If(self.cell("held", step), [self.keep("held", hidden, step)]),
            If(self.cell("held", step), [self.keep("trail", with_choice(trail, step), card)]),
            self.keep("many", 0, step),
            If(others, [Run("others", (self.back, step))]),
        ]
