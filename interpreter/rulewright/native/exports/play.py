"""Emits the exports that run a game, list its options, play it to the end and call rule functions."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import is_zero
from rulewright.native.builder.code import call
from rulewright.native.builder.structs import I32, I64, NumberArray
from rulewright.native.emit.blocks.block_functions import LIST_ONLY
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction, add_copy_state, define
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.effects import depends_on_knowledge


def add_moves(builder: ModuleBuilder) -> None:
    """Add the functions that play up to the next decision, choose an option, and list the options.

    All work on the module's own state, whatever address they get, and return the number of options.
    """
    add_copy_state(builder)
    graph = builder.module.code.graph
    assert graph is not None
    with define(builder, "list_options", "S", result="i32", exported=False, own_state=True) as code:
        asking = code.let(code.game.asking, "asking")
        code.game.asking = asking | LIST_ONLY
        code.run_game(len(graph.blocks))
        code.game.asking = asking
        code.give(code.option_count)
    with define(builder, "run", "S", result="i32", own_state=True) as code:
        code.reset()
        _play_on(code)
    with define(builder, "choose", "S", result="i32", own_state=True, option="i64") as code:
        code.reset()
        code.game.answer = code.parameter("option")
        code.game.made += 1
        _play_on(code)


def _play_on(code: ExportedFunction) -> None:
    """Record playing to the next decision, and returning its number of options."""
    code.set_global("option_count", 0)
    code.run_game()
    code.give(code.option_count)


def add_for_other_states(builder: ModuleBuilder) -> None:
    """Add variants of `list_options` and `choose` for states that are elsewhere in memory."""
    with define(builder, "list_options_at", "S", result="i32", exported=False) as code:
        _call_on_copy(code, "list_options")
    with define(builder, "choose_at", "S", result="i32", exported=False, option="i64") as code:
        _call_on_copy(code, "choose", code.parameter("option"))


def _call_on_copy(code: ExportedFunction, name: str, *arguments: wasm.Expr) -> None:
    """Record calling a function on the state, copied to the module's own and back, and returning its result."""
    code.function.never_inlined = True
    size, spare = code.layout.size, code.builder.wasm.reserve(code.layout.size, 16)
    called = call(name, code.own_state, *arguments, low=0)
    code.give_if(code.state == code.own_state, called)
    code.copy(spare, code.own_state, size)
    code.copy(code.own_state, code.state, size)
    result = code.let(called, "result")
    code.copy(code.state, code.own_state, size)
    code.copy(code.own_state, spare, size)
    code.give(result)


def add_stepping_exports(builder: ModuleBuilder) -> None:
    """Add all exports of the module that plays decision by decision."""
    add_moves(builder)
    with define(builder, "options", "S", result="i32", own_state=True) as code:
        code.reset()
        code.give(call("list_options", code.state))
    _add_playout(builder)
    add_for_other_states(builder)
    for function in builder.module.code.functions.values():
        if function.exported and not _has_lists(function):
            _add_call(builder, function)


def _add_playout(builder: ModuleBuilder) -> None:
    """Add the export `playout`, which plays uniformly random choices to the end of the game, from a seed.

    It returns the number of choices. The chosen indices are written to `record`, two bytes each; without a record
    (0) only MAX_DECISIONS limits them. Unless chance or forced decisions are asked, all calls from `play_out` on
    use the functions of whole games.
    """
    names = ("S", "record", "room")
    with define(builder, "play_out", *names, exported=False, own_state=True, seed="i64") as code:
        record = code.parameter("record", low=0)
        NumberArray(code, I64, builder.stream)[0] = call(
            "seeded", code.parameter("seed"), type_="i64"
        )
        code.set_global("record_position", record)
        code.set_global("record_end", record + code.parameter("room") * 2)
        with code.when(code.game.decision >= 0):
            code.list_options()
        code.set_global("plays_randomly", is_zero(code.game.asking))
        code.set_global("is_over", 0)
        with code.loop(code.game.decision >= 0):
            code.play_randomly()
    with define(builder, "playout", *names, result="i32", own_state=True, seed="i64") as code:
        code.reset()
        before = code.let(code.game.made, "before")
        code.run("play_out", code.state, *map(code.parameter, ("record", "room", "seed")))
        code.give(code.game.made - before)


def add_judge(builder: ModuleBuilder, record: int) -> None:
    """Add the export that plays a game to its end and writes the ranks of all seats to `record`, four bytes each.

    The state is discarded afterwards, so knowledge is tracked only if rules ask for it.
    """
    with define(builder, "judged", "S", own_state=True, seed="i64") as code:
        code.reset()
        code.set_global("ignores_knowledge", int(not depends_on_knowledge(builder.module.code)))
        code.run("play_out", code.state, 0, 0, code.parameter("seed"))
        ranks = NumberArray(code, I32, record)
        for number, rank in enumerate(code.ranks()):
            ranks[number] = rank


def _has_lists(function: ir.Function) -> bool:
    """Return whether a function takes or returns a list or a delayed rule's captures."""
    types = [function.type, *(type_ for _, type_ in function.parameters)]
    return any(type_.many or type_.kind is ir.Kind.CAPTURE for type_ in types)


def _add_call(builder: ModuleBuilder, function: ir.Function) -> None:
    """Add the export `call_…` for a rule function."""
    names = tuple(f"v.{name}" for name, _ in function.parameters)
    spans = (builder.spans.local(function.name, *each) for each in function.parameters)
    with define(builder, f"call_{function.name}", "S", *names, result="i32") as code:
        code.reset()
        checked = (
            code.within(wasm.Get(name), *span) for name, span in zip(names, spans, strict=True)
        )
        code.give(code.read_call(function.name, (code.state, *checked)))
