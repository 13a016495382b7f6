"""Emits the exports that run a game, list its options, play it to the end and call rule functions."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import is_zero
from rulewright.native.emit.blocks.block_functions import LIST_ONLY
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import CopyStateFunction, ExportedFunction
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.effects import depends_on_knowledge

_OPTION = wasm.Get("option", type="i64")


def add_moves(builder: ModuleBuilder) -> None:
    """Add the functions that play up to the next decision, choose an option, and list the options."""
    CopyStateFunction(builder, "copy_state", ("S",), "i32").add()
    _ListOptionsFunction(builder, "list_options", ("S",), "i32").add()
    _RunFunction(builder, "run", ("S",), "i32").add()
    _ChooseFunction(builder, "choose", ("S",), "i32", option=True).add()


def add_for_other_states(builder: ModuleBuilder) -> None:
    """Add variants of `list_options` and `choose` for states that are elsewhere in memory."""
    _OtherStateFunction(builder, "list_options_at", ("S",), "i32").add("list_options", ())
    _OtherStateFunction(builder, "choose_at", ("S",), "i32", option=True).add("choose", (_OPTION,))


def add_stepping_exports(builder: ModuleBuilder) -> None:
    """Add all exports of the module that plays decision by decision."""
    add_moves(builder)
    _OptionsFunction(builder, "options", ("S",), "i32").add()
    _PlayoutFunction(builder, "play_out", ("S", "record", "room"), seed=True).add()
    _add_playout(builder)
    add_for_other_states(builder)
    for function in builder.module.code.functions.values():
        if function.exported and not _has_lists(function):
            _add_call(builder, function)


class _OwnStateFunction(ExportedFunction):
    """A function that always works on the module's own state, whatever address it gets."""

    uses_own_state = True


class _ListOptionsFunction(_OwnStateFunction):
    """Wasm function: list the options of the awaited decision in memory and return their number."""

    def add(self) -> None:
        """Add the function to the module."""
        graph, asking = self.module.code.graph, self.function.local("asking")
        assert graph is not None
        self.put([
            wasm.Set(asking.name, self.own(self.cells.asking)),
            *self.set_own(self.cells.asking, asking | LIST_ONLY),
            wasm.CallStmt("go", (wasm.number(len(graph.blocks)),)),
            *self.set_own(self.cells.asking, asking),
            wasm.Return(wasm.Global("option_count")),
        ], exported=False)  # fmt: skip


class _RunFunction(_OwnStateFunction):
    """Wasm function: play until a decision is awaited or the game is over; return the number of options."""

    def add(self) -> None:
        """Add the function to the module."""
        self.carry_on([])

    def carry_on(self, first: wasm.Body) -> None:
        """Add the function to the module; it runs the statements `first` and then plays on."""
        self.put([
            *self.begin(),
            wasm.SetGlobal("option_count", wasm.number(0)),
            *first,
            wasm.CallStmt("go", (wasm.number(0),)),
            wasm.Return(wasm.Global("option_count")),
        ])  # fmt: skip


class _ChooseFunction(_RunFunction):
    """Wasm function: choose an option and play to the next decision; return its number of options."""

    def add(self) -> None:
        """Add the function to the module."""
        decisions = self.cells.made
        chosen = [
            *self.set_own(self.cells.answer, _OPTION),
            *self.set_own(decisions, self.own(decisions) + 1),
        ]
        self.carry_on(chosen)


class _OptionsFunction(_OwnStateFunction):
    """Wasm function: list the options of the awaited decision and return their number (exported)."""

    def add(self) -> None:
        """Add the function to the module."""
        self.put([*self.begin(), wasm.Return(wasm.Call("list_options", (self.state,)))])


class _PlayoutFunction(_OwnStateFunction):
    """Wasm function: play uniformly random choices to the end of the game, from a seed.

    The chosen indices are written to `record`, two bytes each. Without a record (0) only MAX_DECISIONS limits
    them. Unless chance or forced decisions are asked, all calls from here on use the functions of whole games.
    """

    def add(self) -> None:
        """Add the function to the module."""
        index = self.function.local("index", low=0)
        record = wasm.Get("record", low=0)
        waiting = self.own(self.cells.decision).at_least(0)
        count = wasm.Global("option_count", low=0, high=2**16)
        chosen = wasm.Load(index * 8, self.builder.options, 8, type="i64")
        seeded = wasm.Call("seeded", (wasm.Get("seed", type="i64"),), type="i64")
        self.put([
            wasm.Store(wasm.number(self.builder.stream), 0, 8, seeded),
            wasm.SetGlobal("record_position", record),
            wasm.SetGlobal("record_end", record + wasm.Get("room") * 2),
            wasm.If(waiting, [wasm.SetGlobal("option_count", wasm.Call("list_options", (self.state,)))]),
            wasm.SetGlobal("plays_randomly", is_zero(self.own(self.cells.asking))),
            wasm.SetGlobal("is_over", wasm.number(0)),
            wasm.Block("over", [wasm.Loop("next", [
                wasm.Jump("over", self.own(self.cells.decision).less(0)),
                wasm.Set(index.name, wasm.Call("draw_choice", (self.state, count))),
                *self.limit_decisions(),
                *self.set_own(self.cells.answer, chosen),
                wasm.CallStmt("go", (wasm.number(0),)),
                wasm.Jump("next"),
            ])]),
        ], exported=False)  # fmt: skip


class _OtherStateFunction(ExportedFunction):
    """Wasm function: call another function on a state elsewhere, copied to the module's own and back."""

    def add(self, name: str, arguments: tuple[wasm.Expr, ...]) -> None:
        """Add the function to the module."""
        own_state, size = wasm.number(self.builder.state), wasm.number(self.layout.size)
        spare = wasm.number(self.builder.wasm.reserve(self.layout.size, 16))
        result, inside = (
            self.function.local("found", low=0),
            wasm.Call(name, (own_state, *arguments)),
        )
        self.function.never_inlined = True
        self.put([
            wasm.If(self.state.equals(own_state), [wasm.Return(inside)]),
            wasm.CopyBytes(spare, own_state, size),
            wasm.CopyBytes(own_state, self.state, size),
            wasm.Set(result.name, inside),
            wasm.CopyBytes(self.state, own_state, size),
            wasm.CopyBytes(own_state, spare, size),
            wasm.Return(result),
        ], exported=False)  # fmt: skip


def _add_playout(builder: ModuleBuilder) -> None:
    """Add the export `playout`, which plays a game to its end and returns the number of choices."""
    entry = _OwnStateFunction(builder, "playout", ("S", "record", "room"), "i32", seed=True)
    before = entry.function.local("before")
    arguments = (entry.state, wasm.Get("record"), wasm.Get("room"), wasm.Get("seed", type="i64"))
    entry.put([
        *entry.begin(),
        wasm.Set(before.name, entry.own(entry.cells.made)),
        wasm.CallStmt("play_out", arguments),
        wasm.Return(entry.own(entry.cells.made) - before),
    ])  # fmt: skip


def add_judge(builder: ModuleBuilder, record: int) -> None:
    """Add the export that plays a game to its end and writes the ranks of all seats to `record`, four bytes each.

    The state is discarded afterwards, so knowledge is tracked only if rules ask for it.
    """
    judged = _OwnStateFunction(builder, "judged", ("S",), seed=True)
    arguments = (judged.state, wasm.number(0), wasm.number(0), wasm.Get("seed", type="i64"))
    store_ranks = [
        wasm.Store(wasm.number(record), 4 * place, 4, rank)
        for place, rank in enumerate(judged.ranks())
    ]
    blind = wasm.SetGlobal(
        "ignores_knowledge", wasm.number(int(not depends_on_knowledge(builder.module.code)))
    )
    judged.put([*judged.begin(), blind, wasm.CallStmt("play_out", arguments), *store_ranks])


def _has_lists(function: ir.Function) -> bool:
    """Return whether a function takes or returns a list or a delayed rule's captures."""
    types = [function.type, *(type_ for _, type_ in function.parameters)]
    return any(type_.many or type_.kind is ir.Kind.CAPTURE for type_ in types)


def _add_call(builder: ModuleBuilder, function: ir.Function) -> None:
    """Add the export `call_…` for a rule function."""
    names = tuple(f"v.{name}" for name, _ in function.parameters)
    entry = ExportedFunction(builder, f"call_{function.name}", ("S", *names), "i32")
    spans = (builder.spans.local(function.name, *each) for each in function.parameters)
    checked = (entry.within(wasm.Get(name), *span) for name, span in zip(names, spans, strict=True))
    arguments: tuple[wasm.Expr, ...] = (entry.state, *checked)
    entry.put([*entry.begin(), wasm.Return(entry.read_call(function.name, arguments))])
