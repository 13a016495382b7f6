"""What is called from outside: carrying a game on, its options, playing it to the end, copying it."""

from __future__ import annotations

from rulewright.engines.native.analysis.all_terms import asks_who_knows
from rulewright.engines.native.entries.entry import Entry, TryOut
from rulewright.engines.native.form.making import is_zero
from rulewright.engines.native.form.native_form import (
    Block,
    Called,
    CopyBytes,
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
    number,
)
from rulewright.engines.native.translating.block_functions import LISTING
from rulewright.engines.native.translating.tables import Tables
from rulewright.ir import terms as ir

_OPTION = Get("option", type="i64")


def add_entries(tables: Tables) -> None:
    """Put all that is called from outside into the module."""
    TryOut(tables, "try_out", ("S",), "i32").add()
    _Listed(tables, "listed", ("S",), "i32").add()
    _Run(tables, "run", ("S",), "i32").add()
    _Choose(tables, "choose", ("S",), "i32", option=True).add()
    _Options(tables, "options", ("S",), "i32").add()
    _PlayedOut(tables, "played_out", ("S", "record", "room"), seed=True).add()
    _add_playout(tables)
    _Away(tables, "listed_away", ("S",), "i32").add("listed", ())
    _Away(tables, "choose_away", ("S",), "i32", option=True).add("choose", (_OPTION,))
    for function in tables.module.code.functions.values():
        if function.exported and not _has_lists(function):
            _add_call(tables, function)


class _AtHome(Entry):
    """The game that goes on lies at home, whatever the address that is given."""

    def __init__(
        self,
        tables: Tables,
        name: str,
        parameters: tuple[str, ...],
        result: str | None = None,
        **wide: bool,
    ) -> None:
        super().__init__(tables, name, parameters, result, **wide)
        self.state = number(tables.state)


class _Listed(_AtHome):
    """Lists the options of the decision that is awaited, and gives how many there are."""

    def add(self) -> None:
        graph, asking = self.module.code.graph, self.function.local("asking")
        assert graph is not None
        self.put([
            Set(asking.name, self.own("asking")),
            *self.set_own("asking", asking | LISTING),
            Run("go", (number(len(graph.blocks)),)),
            *self.set_own("asking", asking),
            Return(Global("count")),
        ], exported=False)  # fmt: skip


class _Run(_AtHome):
    """Carry on until a decision is awaited or the game is over; how many options there are."""

    def add(self) -> None:
        self.put([
            *self.begin(),
            SetGlobal("count", number(0)),
            Run("go", (number(0),)),
            Return(Global("count")),
        ])  # fmt: skip


class _Choose(_AtHome):
    """Choose one of the options, and carry on; how many there are then."""

    def add(self) -> None:
        self.put([
            *self.begin(),
            SetGlobal("count", number(0)),
            *self.set_own("answer", _OPTION),
            *self.set_own("made", self.own("made") + 1),
            Run("go", (number(0),)),
            Return(Global("count")),
        ])  # fmt: skip


class _Options(_AtHome):
    """The same as `listed`, from outside."""

    def add(self) -> None:
        self.put([*self.begin(), Return(Called("listed", (self.state,)))])


class _PlayedOut(_AtHome):
    """Plays to the end, every option equally likely, drawn from a stream with this seed.

    The indices go to the record, two bytes each; without a record (0) there is no limit to them but MOST_DECISIONS.
    Where nobody is asked what else is taken at once, all that begins from now on is played as whole games are.
    """

    def add(self) -> None:
        index = self.function.local("index", low=0)
        record = Get("record", low=0)
        waiting = self.own("decision").at_least(0)
        chosen = Load(index * 8, self.tables.options, 8, type="i64")
        self.put([
            Store(number(self.tables.stream), 0, 8, Called("seeded", (Get("seed", type="i64"),), type="i64")),
            SetGlobal("note", record),
            SetGlobal("notes_end", record + Get("room") * 2),
            If(waiting, [SetGlobal("count", Called("listed", (self.state,)))]),
            SetGlobal("lot", is_zero(self.own("asking"))),
            SetGlobal("over", number(0)),
            Block("over", [Loop("next", [
                Jump("over", self.own("decision").less(0)),
                Set(index.name, Called("by_lot", (self.state, Global("count", low=0, high=2**16)))),
                *self.decided_often(),
                *self.set_own("answer", chosen),
                Run("go", (number(0),)),
                Jump("next"),
            ])]),
        ], exported=False)  # fmt: skip


class _Away(Entry):
    """The same as is done with the game at home, for one that lies elsewhere."""

    def add(self, name: str, given: tuple[Expr, ...]) -> None:
        home, size = number(self.tables.state), number(self.layout.size)
        spare = number(self.tables.wasm.reserve(self.layout.size, 16))
        found, inside = self.function.local("found", low=0), Called(name, (home, *given))
        self.function.apart = True
        self.put([
            If(self.state.equals(home), [Return(inside)]),
            CopyBytes(spare, home, size),
            CopyBytes(home, self.state, size),
            Set(found.name, inside),
            CopyBytes(self.state, home, size),
            CopyBytes(home, spare, size),
            Return(found),
        ], exported=False)  # fmt: skip


def _add_playout(tables: Tables) -> None:
    """Playing to the end; gives how many were chosen."""
    entry = _AtHome(tables, "playout", ("S", "record", "room"), "i32", seed=True)
    before = entry.function.local("before")
    given = (entry.state, Get("record"), Get("room"), Get("seed", type="i64"))
    entry.put([
        *entry.begin(),
        Set(before.name, entry.own("made")),
        Run("played_out", given),
        Return(entry.own("made") - before),
    ])  # fmt: skip


def add_judged(tables: Tables, record: int) -> None:
    """Playing to the end as `playout` does; the ranks of all seats go to the record, four bytes each.

    Nobody looks at the state afterwards: so who knows what counts only where rules ask for it.
    """
    judged = _AtHome(tables, "judged", ("S",), seed=True)
    given = (judged.state, number(0), number(0), Get("seed", type="i64"))
    told = [Store(number(record), 4 * place, 4, rank) for place, rank in enumerate(judged.ranks())]
    blind = SetGlobal("blind", number(int(not asks_who_knows(tables.module))))
    judged.put([*judged.begin(), blind, Run("played_out", given), *told])


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
