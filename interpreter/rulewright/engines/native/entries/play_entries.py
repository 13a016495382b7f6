"""What is called from outside: carrying a game on, its options, playing it to the end, copying it."""

from __future__ import annotations

from rulewright.engines.native.entries.entry import Entry, TryOut
from rulewright.engines.native.form.native_form import (
    Block,
    Body,
    Called,
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
    Store,
    Switch,
    Trap,
    compared,
    number,
)
from rulewright.engines.native.layout.memory_forms import BLOCK
from rulewright.engines.native.translating.tables import MOST_DECISIONS, Tables
from rulewright.ir import terms as ir


def add_entries(tables: Tables, blocks: frozenset[int], decisions: list[int]) -> None:
    """Put all that is called from outside into the module."""
    TryOut(tables, "try_out", ("S",), "i32").add()
    _Go(tables, "go", ("S",)).add(sorted(blocks))
    _Listed(tables, "listed", ("S",), "i32").add(decisions)
    _Run(tables, "run", ("S",), "i32").add()
    _Choose(tables, "choose", ("S",), "i32", option=True).add()
    _Options(tables, "options", ("S",), "i32").add()
    _Playout(tables, "playout", ("S", "record", "room"), "i32", seed=True).add()
    for function in tables.module.code.functions.values():
        if function.exported and not _has_lists(function):
            _add_call(tables, function)


class _Go(Entry):
    """Block after block, from that of the top frame, until somebody has to choose or the game is over."""

    def add(self, blocks: list[int]) -> None:
        at = self.function.local("block")
        top = self.state + self.own("frames")
        highest = max(blocks)
        labels = [f"b{n}" if n in set(blocks) else "none" for n in range(highest + 1)]
        body: Body = [Switch(at, (*labels, "none"))]
        for block in blocks:
            run: Body = [Set(at.name, Called(f"b{block}", (self.state,))), Jump("next")]
            body = [Block(f"b{block}", body), *run]
        self.put([
            *self.set_own("decision", number(-1)),
            *self.new_steps(),
            Set(at.name, Load(top, self.layout.frame_stack + BLOCK, 2)),
            Block("stop", [Loop("next", [
                Jump("stop", at.less(0)),
                SetGlobal("scratch", number(self.tables.scratch)),
                Block("none", body),
                Trap(),
            ])]),
        ], exported=False)  # fmt: skip


class _Listed(Entry):
    """Lists the options of the decision that is awaited, and gives how many there are."""

    def add(self, decisions: list[int]) -> None:
        lines: Body = []
        decision = self.kept(self.own("decision"), lines, "decision")
        for each in decisions:
            found = Return(Called(f"o{each}", (self.state,)))
            lines.append(If(decision.equals(each), [found]))
        self.put([*lines, Trap()], exported=False)


class _Run(Entry):
    """Carry on until a decision is awaited or the game is over; how many options there are."""

    def add(self) -> None:
        self.put([
            *self.begin(),
            SetGlobal("count", number(0)),
            Run("go", (self.state,)),
            Return(Global("count")),
        ])  # fmt: skip


class _Choose(Entry):
    """Choose one of the options, and carry on; how many there are then."""

    def add(self) -> None:
        self.put([
            *self.begin(),
            SetGlobal("count", number(0)),
            *self.set_own("answer", Get("option", type="i64")),
            *self.set_own("made", self.own("made") + 1),
            Run("go", (self.state,)),
            Return(Global("count")),
        ])  # fmt: skip


class _Options(Entry):
    """The same as `listed`, from outside."""

    def add(self) -> None:
        self.put([*self.begin(), Return(Called("listed", (self.state,)))])


class _Playout(Entry):
    """Play to the end, every option equally likely, drawn from a stream with this seed; how many were chosen.

    The indices go to the record, two bytes each; without a record (0) there is no limit to them but MOST_DECISIONS.
    """

    def add(self) -> None:
        made, index = self.function.local("made", low=0), self.function.local("index", low=0)
        stream, record, room = number(self.tables.stream), Get("record"), Get("room")
        waiting = self.own("decision").at_least(0)
        count = Global("count", low=0, high=2**16)
        note = If(record, [
            If(made.at_least(room), [Trap()]),
            Store(record + made * 2, 0, 2, index),
        ])  # fmt: skip
        chosen = Load(index * 8, self.tables.options, 8, type="i64")
        self.put([
            *self.begin(),
            Store(stream, 0, 8, Called("seeded", (Get("seed", type="i64"),), type="i64")),
            If(waiting, [SetGlobal("count", Called("listed", (self.state,)))]),
            Block("over", [Loop("next", [
                Jump("over", self.own("decision").less(0)),
                Set(index.name, Called("below", (stream, count))),
                note,
                *self.set_own("answer", chosen),
                Set(made.name, made + 1),
                If(compared("gt_s", made, MOST_DECISIONS), [Trap()]),
                Run("go", (self.state,)),
                Jump("next"),
            ])]),
            *self.set_own("made", self.own("made") + made),
            Return(made),
        ])  # fmt: skip


def add_judged(tables: Tables, record: int) -> None:
    """Playing to the end as `playout` does; the ranks of all seats go to the record, four bytes each."""
    judged = Entry(tables, "judged", ("S",), seed=True)
    made = Called("playout", (judged.state, number(0), number(0), Get("seed", type="i64")))
    told = [Store(number(record), 4 * place, 4, rank) for place, rank in enumerate(judged.ranks())]
    judged.put([*judged.begin(), Drop(made), *told])


def _has_lists(function: ir.Function) -> bool:
    types = [function.type, *(type_ for _, type_ in function.parameters)]
    return any(type_.many or type_.kind is ir.Kind.CAPTURE for type_ in types)


def _add_call(tables: Tables, function: ir.Function) -> None:
    """What an exported function of the module gives."""
    names = tuple(f"v.{name}" for name, _ in function.parameters)
    entry = Entry(tables, f"call_{function.name}", ("S", *names), "i32")
    spans = (tables.spans.local(function.name, *each) for each in function.parameters)
    asked = (entry.within(Get(name), *span) for name, span in zip(names, spans, strict=True))
    given: tuple[Expr, ...] = (entry.state, *asked)
    entry.put([*entry.begin(), Return(Called(f"f_{function.name}", given))])
