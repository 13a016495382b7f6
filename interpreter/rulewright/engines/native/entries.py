"""What is called from outside: carrying a game on, its options, playing it to the end, copying it."""

from __future__ import annotations

from rulewright.engines.native.form import (
    Block,
    Body,
    Called,
    CopyBytes,
    Expr,
    Function,
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
from rulewright.engines.native.frame_layout import BLOCK
from rulewright.engines.native.scope import Scope
from rulewright.engines.native.tables import MOST_DECISIONS, Tables
from rulewright.ir import terms as ir


def add_playouts(tables: Tables) -> None:
    """Put whole games into the module, to be called from outside."""
    _TryOut(tables, "try_out", ("S",), "i32").write()
    _Playouts(tables, "playouts", ("S", "games")).write()


def add_entries(tables: Tables, blocks: frozenset[int], decisions: list[int]) -> None:
    """Put all that is called from outside into the module."""
    _TryOut(tables, "try_out", ("S",), "i32").write()
    _Go(tables, "go", ("S",)).write(sorted(blocks))
    _Listed(tables, "listed", ("S",), "i32").write(decisions)
    _Run(tables, "run", ("S",), "i32").write()
    _Choose(tables, "choose", ("S",), "i32", option=True).write()
    _Options(tables, "options", ("S",), "i32").write()
    _Playout(tables, "playout", ("S", "record", "room"), "i32", seed=True).write()
    for function in tables.module.code.functions.values():
        if function.exported and not _has_lists(function):
            _add_call(tables, function)


class _Entry(Scope):
    def __init__(
        self,
        tables: Tables,
        name: str,
        parameters: tuple[str, ...],
        result: str | None = None,
        **wide: bool,
    ) -> None:
        given = [*((each, "i32") for each in parameters), *((each, "i64") for each in wide)]
        function = Function(name, tuple(given), result)  # type: ignore[arg-type]
        super().__init__(tables, function, name)

    def _put(self, body: Body, exported: bool = True) -> None:
        self.function.body, self.function.exported = body, exported
        self.tables.wasm.add(self.function)

    def begin(self) -> Body:
        """Nothing is kept in scratch memory: what was there when the engine gave up is gone."""
        return [SetGlobal("scratch", number(self.tables.scratch)), *self.new_steps()]


class _TryOut(_Entry):
    """The address of a copy of the state, in scratch memory; who asked for it gives it back."""

    def write(self) -> None:
        copy, size = self.function.local("copy", low=0), self.layout.size
        limit = self.tables.scratch_end - size
        self._put([
            Set(copy.name, Global("scratch", low=0)),
            If(compared("gt_s", copy, limit), [Trap()]),
            SetGlobal("scratch", copy + size),
            CopyBytes(copy, self.state, number(size)),
            Return(copy),
        ], exported=False)  # fmt: skip


class _Go(_Entry):
    """Block after block, from that of the top frame, until somebody has to choose or the game is over."""

    def write(self, blocks: list[int]) -> None:
        at = self.function.local("block")
        top = self.state + self.own("frames")
        highest = max(blocks)
        labels = [f"b{n}" if n in set(blocks) else "none" for n in range(highest + 1)]
        body: Body = [Switch(at, (*labels, "none"))]
        for block in blocks:
            run: Body = [Set(at.name, Called(f"b{block}", (self.state,))), Jump("next")]
            body = [Block(f"b{block}", body), *run]
        self._put([
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


class _Listed(_Entry):
    """Lists the options of the decision that is awaited, and gives how many there are."""

    def write(self, decisions: list[int]) -> None:
        lines: Body = []
        decision = self.kept(self.own("decision"), lines, "decision")
        for each in decisions:
            found = Return(Called(f"o{each}", (self.state,)))
            lines.append(If(decision.equals(each), [found]))
        self._put([*lines, Trap()], exported=False)


class _Run(_Entry):
    """Carry on until a decision is awaited or the game is over; how many options there are."""

    def write(self) -> None:
        self._put([
            *self.begin(),
            SetGlobal("count", number(0)),
            Run("go", (self.state,)),
            Return(Global("count")),
        ])  # fmt: skip


class _Choose(_Entry):
    """Choose one of the options, and carry on; how many there are then."""

    def write(self) -> None:
        self._put([
            *self.begin(),
            SetGlobal("count", number(0)),
            *self.set_own("answer", Get("option", type="i64")),
            *self.set_own("made", self.own("made") + 1),
            Run("go", (self.state,)),
            Return(Global("count")),
        ])  # fmt: skip


class _Options(_Entry):
    """The same as `listed`, from outside."""

    def write(self) -> None:
        self._put([*self.begin(), Return(Called("listed", (self.state,)))])


class _Playout(_Entry):
    """Play to the end, every option equally likely, drawn from a stream with this seed; how many were chosen.

    The indices go to the record, two bytes each; without a record (0) there is no limit to them but MOST_DECISIONS.
    """

    def write(self) -> None:
        made, index = self.function.local("made", low=0), self.function.local("index", low=0)
        stream, record, room = number(self.tables.stream), Get("record"), Get("room")
        waiting = self.own("decision").at_least(0)
        count = Global("count", low=0, high=2**16)
        note = If(record, [
            If(made.at_least(room), [Trap()]),
            Store(record + made * 2, 0, 2, index),
        ])  # fmt: skip
        chosen = Load(index * 8, self.tables.options, 8, type="i64")
        self._put([
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


class _Playouts(_Entry):
    """Whole games from pairs of seeds, of the deal and of the choices; of each so many numbers are told."""

    def write(self) -> None:
        tables, game, at = (
            self.tables,
            self.function.local("game", low=0),
            self.function.local("at", low=0),
        )
        self.state = number(tables.state)
        seeds = [Load(game * 16, tables.seeds + 8 * which, 8, type="i64") for which in (0, 1)]
        first = number(tables.first)
        size = number(self.layout.size)
        dealt = Called("seeded", (seeds[0],), type="i64")
        self._put([
            *self.begin(),
            CopyBytes(first, Get("S"), size),
            Block("over", [Loop("next", [
                Jump("over", game.at_least(Get("games"))),
                CopyBytes(self.state, first, size),
                *self.set_own("random", dealt),
                Store(number(tables.stream), 0, 8, Called("seeded", (seeds[1],), type="i64")),
                *self.new_steps(),
                Run(f"d_{tables.module.code.flow}", (self.state,)),
                Set(at.name, game * 4 * tables.wide + tables.played),
                *self._told(at),
                Set(game.name, game + 1),
                Jump("next"),
            ])]),
        ])  # fmt: skip

    def _told(self, at: Expr) -> Body:
        """What is told of a game: see `ir.played`."""
        module = self.module
        numbers = [self.own("made"), self.own("forced")]
        for phase in module.phases.values():
            numbers.append(self.layout.variables[phase.played].load(self.state))
        for seat in range(module.players):
            for function in module.outcome.values:
                low, high = self.spans.result(function)
                given = (self.state, number(seat))
                numbers.append(Called(f"f_{function}", given, low=low, high=high))
        assert len(numbers) == self.tables.wide
        return [Store(at, 4 * place, 4, each) for place, each in enumerate(numbers)]


def _has_lists(function: ir.Function) -> bool:
    types = [function.type, *(type_ for _, type_ in function.parameters)]
    return any(type_.many or type_.kind is ir.Kind.CAPTURE for type_ in types)


def _add_call(tables: Tables, function: ir.Function) -> None:
    """What an exported function of the module gives."""
    names = tuple(f"v.{name}" for name, _ in function.parameters)
    entry = _Entry(tables, f"call_{function.name}", ("S", *names), "i32")
    given: tuple[Expr, ...] = (entry.state, *map(Get, names))
    entry._put([*entry.begin(), Return(Called(f"f_{function.name}", given))])
