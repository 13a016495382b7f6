"""What else others may have chosen: all of which a seat would have seen the same; see `game.recorded`.

A module tells nobody a story, so what was told and stands nowhere on the table tells no choices apart here.
"""

from __future__ import annotations

from rulewright.engines.native.entries.dealing.looking_back import LookingBack, more, taken
from rulewright.engines.native.entries.option_keys import card_lists, list_number
from rulewright.engines.native.form.making import done, either, is_zero, narrowed
from rulewright.engines.native.form.native_form import (
    Body,
    Called,
    CopyBytes,
    Expr,
    Get,
    If,
    Load,
    Return,
    Set,
    compared,
    number,
)
from rulewright.engines.native.layout.deal_layout import ROOM_FOR_OTHERS, DealMemory
from rulewright.engines.native.write.tables import MOST_OPTIONS, Tables
from rulewright.ir.deal_plan import MOST_OTHERS, MOST_STEPS


def add_other_choices(tables: Tables, memory: DealMemory) -> None:
    """Put what finds out other choices into the module."""
    _Holds(tables, memory, "holds", ("S",), "i32", option=True).add()
    _Others(tables, memory, "others", ("step",)).add()
    _GoesOn(tables, memory, "goes_on", ("step",), "i32", option=True).add()
    _FollowUp(tables, memory, "follow_up").add()


class _Holds(LookingBack):
    """1 if an option stands for a card that who decides knows; chance takes hold of any."""

    def add(self) -> None:
        starts, are_cards = card_lists(self.tables)
        option, decider = Get("option", type="i64"), self.own(self.cells.decider)
        at = starts.load(self.own(self.cells.decision)) + list_number(option) + 1
        card = narrowed(option, 0, self.top)
        known = Called("sees", (self.state, card, decider), low=0, high=1)
        self.finish([
            If(is_zero(are_cards.load(at)), [Return(number(0))]),
            If(decider.less(0), [Return(number(1))]),
            Return(known),
        ])  # fmt: skip


class _Others(LookingBack):
    """The options of a decision, `before`, that may have been chosen: the seat would see what it sees at `work`."""

    def add(self) -> None:
        step = Get("step", low=0, high=MOST_STEPS - 1)
        before, count = self.kept_state("before"), self.function.local("count", low=0)
        at, noted = self.function.local("at", low=0), self.cell("noted")
        held = self.tables.wasm.reserve(8 * MOST_OPTIONS)
        self.option = Load(at * 8, held, 8, type="i64")
        note: Body = [self.keep("others", self.option, noted), self.keep("noted", noted + 1)]
        full = more(noted + count, ROOM_FOR_OTHERS)
        many = noted - self.cell("from", step)
        self.finish([
            Set(count.name, Called("listed_away", (before,))),
            If(full, [Return()]),
            CopyBytes(number(held), number(self.tables.options), count * 8),
            self.keep("from", noted, step),
            *self.counted(at, count, [If(self._may_be(step), note)]),
            If(more(many, 1), [self.keep("many", many, step)]),
        ])  # fmt: skip

    def _may_be(self, step: Expr) -> Expr:
        """Whether it was chosen, or is no card that who chose knew, and the seat could not tell."""
        other, before = self.kept_state("other"), self.kept_state("before")
        lines: Body = []
        found = self.function.local("found", low=0, high=1)
        given = (self.back, self.kept_state("work"), other)
        held = Called("holds", (self.back, before, self.option), low=0, high=1)
        lines = [
            Set(found.name, compared("eq", self.option, self.cell("option", step))),
            If(is_zero(found), [
                If(is_zero(held), [
                    CopyBytes(other, before, number(self.layout.size)),
                    *taken(other, self.option),
                    Set(found.name, Called("seem_alike", given, low=0, high=1)),
                ]),
            ]),
        ]  # fmt: skip
        return done(lines, found)


class _GoesOn(LookingBack):
    """1 if a seat would have seen the same to the end, had this been chosen in a step."""

    def add(self) -> None:
        step = Get("step", low=0, high=MOST_STEPS - 1)
        work, other = self.kept_state("work"), self.kept_state("other")
        at = self.function.local("at", low=0, high=MOST_STEPS - 1)
        made, size = self.cell("option", at), number(self.layout.size)
        differ = is_zero(Called("seem_alike", (self.back, work, other)))
        listed = Called("is_listed", (self.back, other, made))
        stop: Body = [Return(number(0))]
        self.finish([
            CopyBytes(work, self.kept_state("base"), size),
            *self.counted(at, step, taken(work, made)),
            CopyBytes(other, work, size),
            *taken(work, made),
            *taken(other, Get("option", type="i64")),
            If(differ, stop),
            Set(at.name, at + 1),
            *self.until(at.at_least(self.cell("steps")), [
                If(is_zero(listed), stop),
                *taken(work, made),
                *taken(other, made),
                If(differ, stop),
                Set(at.name, at + 1),
            ]),
            Return(number(1)),
        ])  # fmt: skip


class _FollowUp(LookingBack):
    """Of what may have been chosen only that is left which the seat could not have told later, either."""

    def add(self) -> None:
        left, step = (
            self.function.local("left"),
            self.function.local("step", low=-1, high=MOST_STEPS - 1),
        )
        known = Get(step.name, low=0, high=MOST_STEPS - 1)
        self.finish([
            Set(left.name, number(MOST_OTHERS)),
            Set(step.name, self.cell("steps") - 1),
            *self.until(step.less(0), [
                Set(left.name, left - self.cell("many", known)),
                If(left.less(0), [self.keep("many", 0, known)]),
                If(self.cell("many", known), self._step(known)),
                Set(step.name, step - 1),
            ]),
        ])  # fmt: skip

    def _step(self, step: Expr) -> Body:
        at, kept = self.function.local("at", low=0), self.function.local("kept", low=0)
        begin = self.cell("from", step)
        option = self.cell("others", begin + at)
        chosen = compared("eq", option, self.cell("option", step))
        goes_on = Called("goes_on", (self.back, step, option), low=0, high=1)
        return [
            Set(kept.name, number(0)),
            *self.counted(at, self.cell("many", step), [
                If(either(chosen, goes_on), [
                    self.keep("others", option, begin + kept),
                    Set(kept.name, kept + 1),
                ]),
            ]),
            self.keep("many", kept, step),
        ]  # fmt: skip
