"""Compiles a module of the IR to WebAssembly modules, with the converters between their states and rows.

One module plays a game move by move, with full states. A second plays whole games in batches, a third replays
trajectories, and a fourth advances many games side by side. The last two are compiled on first use.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from rulewright.native.analysis.spans import Spans
from rulewright.native.emit.blocks.block_functions import add_blocks
from rulewright.native.emit.blocks.option_sets import add_bit_clearing
from rulewright.native.emit.direct_playouts import add_whole_games
from rulewright.native.emit.emit_context import Unsupported
from rulewright.native.emit.module_builder import MAX_OPTIONS, ModuleBuilder
from rulewright.native.emit.moves.changes import exchange_of, exchanged_zones
from rulewright.native.emit.statements import add_function, add_procedure
from rulewright.native.encode.inlining import inline
from rulewright.native.encode.wasm_module import FIRST_ADDRESS
from rulewright.native.exports.batch import add_batch
from rulewright.native.exports.play import add_judge, add_moves, add_stepping_exports
from rulewright.native.exports.playout_batch import add_playouts
from rulewright.native.exports.replay import add_replay_functions
from rulewright.native.exports.search.search import add_search
from rulewright.native.exports.search.winners import add_winner_functions
from rulewright.native.layout.batch_layout import BatchLayout
from rulewright.native.layout.frame_layout import Capacity
from rulewright.native.layout.native_code import (
    MAX_RECORDED_CHOICES,
    BatchCode,
    NativeCode,
    PlayoutCode,
    ReplayCode,
    SearchAddresses,
)
from rulewright.native.layout.rows import RowConverter
from rulewright.native.layout.search_layout import SearchMemory, SearchNode, Tree
from rulewright.native.layout.state_layout import StateLayout
from rulewright.native.runtime import exchanges as exchanging
from rulewright.native.runtime.moves import (
    ConfuseCopiesFunction,
    ForgetFunction,
    ResetFunction,
    ViewersFunction,
)
from rulewright.native.runtime.random_draws import add_random_functions
from rulewright.native.runtime.runtime_function import ROUTINES, RefuelFunction
from rulewright.native.runtime.shuffles import (
    AppendMovesFunction,
    AppendStoryFunction,
    KnowersFunction,
    LearnFunction,
    NotePlacesFunction,
    PieceDigestFunction,
    SeesFunction,
    ShowFunction,
)
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.effects import depends_on_knowledge, terms_of
from rulewright.runtime.ir.engine_contract import DETERMINIZATIONS, MAX_TREE_NODES
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.walk import Term, walk, walk_body
from rulewright.runtime.spaces.action_space import ActionSpace
from rulewright.runtime.spaces.leaf_values import LeafSpace
from rulewright.runtime.spaces.observation_space import ObservationSpace

MAX_TERMS: Final = 30_000
"""Modules with more expressions and statements are not compiled, as that would take too long. Shipped rules have
about 4,000."""


def native_module(module: Module, capacity: Capacity | None = None) -> NativeCode:
    """Return the native code that plays `module` decision by decision. Raises Unsupported.

    The module must be cut into blocks. Unsupported is also raised for a module that is too large.
    """
    layout = lay_out(module, capacity or Capacity())
    builder = build_stepping_module(layout)
    record = builder.wasm.reserve(2 * MAX_RECORDED_CHOICES)
    add_judge(builder, record)
    search = add_search_functions(builder, record)
    calls = frozenset(
        name.removeprefix("call_") for name in builder.wasm.functions if name.startswith("call_")
    )
    rows = RowConverter.of(builder.layout)
    inline(builder.wasm)
    code = builder.wasm.to_bytes()
    whole = build_playout_module(layout)
    addresses = whole.results, whole.numbers_per_game, whole.sums, whole.sum_count
    games = PlayoutCode(whole.wasm.to_bytes(), whole.state, whole.seeds, *addresses)
    return NativeCode(code, rows, builder.state, builder.options, record, calls, games, search)


def tracing_module(module: Module, capacity: Capacity | None = None) -> ReplayCode:
    """Return the code that replays trajectories of `module`, which must be cut into blocks. Raises Unsupported."""
    builder = build_module(lay_out(module, capacity or Capacity()), True, replays=True)
    add_blocks(builder)
    add_moves(builder)
    add_replay_functions(builder)
    assert builder.trace is not None
    inline(builder.wasm)
    rows, code = RowConverter.of(builder.layout), builder.wasm.to_bytes()
    return ReplayCode(code, rows, builder.state, builder.options, builder.trace)


def batch_module(module: Module, capacity: Capacity | None = None) -> BatchCode:
    """Return the code that advances many games of `module` in parallel; raise Unsupported.

    The module must be cut into blocks.
    """
    state = lay_out(module, capacity or Capacity())
    builder = build_module(state, True)
    add_whole_games(builder)
    add_blocks(builder)
    add_moves(builder)
    space = ActionSpace.of(module, state.spans), ObservationSpace.of(module, state.spans)
    layout = add_batch(builder, BatchLayout.of(*space, state.size, module.players))
    builder.wasm.grows = True
    inline(builder.wasm)
    return BatchCode(builder.wasm.to_bytes(), RowConverter.of(state), builder.first, layout)


def add_search_functions(builder: ModuleBuilder, record: int) -> SearchAddresses | None:
    """Add tree search and reserve its memory; return its addresses, None if no seat can win."""
    if not builder.module.outcome.values:
        return None
    reserve = builder.wasm.reserve
    module = builder.module
    learned = LeafSpace.of(module).width(module)
    memory = SearchMemory.of(reserve, MAX_OPTIONS, module.players, learned)
    add_winner_functions(builder)
    add_search(builder, memory, record)
    determinizations = reserve(builder.layout.size * DETERMINIZATIONS, 16)
    tree = reserve(Tree.size + SearchNode.size * MAX_TREE_NODES, 16)
    return SearchAddresses(determinizations, memory.results, tree, memory.leaf)


def build_stepping_module(
    layout: StateLayout, after: int = FIRST_ADDRESS, records_story: bool = False
) -> ModuleBuilder:
    """Build the module that plays decision by decision, in memory from `after` on. Raises Unsupported."""
    builder = build_module(layout, True, after, records_story=records_story)
    add_whole_games(builder)
    add_blocks(builder)
    add_stepping_exports(builder)
    return builder


def build_playout_module(layout: StateLayout) -> ModuleBuilder:
    """Build the module that plays whole games. Raises Unsupported."""
    builder = build_module(layout, depends_on_knowledge(layout.module.code), whole=True)
    add_whole_games(builder)
    add_playouts(builder)
    inline(builder.wasm)
    return builder


def lay_out(module: Module, capacity: Capacity) -> StateLayout:
    """Return the memory layout of the states of `module`. Raises Unsupported if the module is too large."""
    if sum(1 for _ in islice(terms_of(module.code), MAX_TERMS + 1)) > MAX_TERMS:
        raise Unsupported(f"more than {MAX_TERMS:,} expressions and statements")
    return StateLayout(module, Spans(module), capacity)


def build_module(
    layout: StateLayout,
    knowledge: bool,
    after: int = FIRST_ADDRESS,
    whole: bool = False,
    replays: bool = False,
    records_story: bool = False,
) -> ModuleBuilder:
    """Build a native module with the runtime and all code that never suspends; its memory begins at `after`.

    Raises Unsupported.
    """
    module, builder = (
        layout.module,
        ModuleBuilder(layout, knowledge, after, not whole, replays, records_story),
    )
    never_tried = _code_without_trials(module)
    # Move by move, rule functions may be called on any state, so only procedures have a constant state address.
    builder.never_on_copies = never_tried if whole else never_tried & module.code.procedures.keys()
    _add_runtime(builder)
    add_random_functions(builder)
    add_bit_clearing(builder)
    for function in module.code.functions.values():
        add_function(builder, function)
    for procedure in module.code.procedures.values():
        if not procedure.asks:
            add_procedure(builder, procedure)
    return builder


def _add_runtime(builder: ModuleBuilder) -> None:
    """Add the runtime functions, which move and show pieces and update what players know."""
    ViewersFunction(builder, "viewers", ("S", "place"), "i32").put()
    if not builder.suspends:
        RefuelFunction(builder, "refuel", ("S",)).put()
    ConfuseCopiesFunction(builder, "confuse_copies", ("S", "piece", "who"), None, sets=1).put()
    ForgetFunction(builder, "forget", ("S", "seen"), None, sets=1).put()
    ResetFunction(builder, "reset", ("S", "piece", "left", "place")).put()
    for change, (routine, takes) in ROUTINES.items():
        routine(builder, change.verb, ("S", *takes)).put()
    for term in terms_of(builder.module.code):
        if isinstance(term, ir.Effect) and (zones := exchanged_zones(term)):
            name, (one, other) = exchange_of(*zones), zones
            if name not in builder.wasm.functions:
                takes = ("S", "one", "other")
                exchanging.ExchangePlacesFunction(builder, name, takes, one=one, other=other).put()
    if builder.knowledge:
        ShowFunction(builder, "show", ("S", "piece", "player"), None, sets=1).put()
        LearnFunction(builder, "learn", ("S", "place")).put()
        SeesFunction(builder, "sees", ("S", "piece", "player"), "i32").put()
    if builder.records_story:
        AppendStoryFunction(builder, "append_story", ("value",)).put()
        KnowersFunction(builder, "knowers", ("S", "piece"), "i32").put()
        NotePlacesFunction(builder, "note_places", ("S",)).put()
        AppendMovesFunction(builder, "append_moves", ("S", "kind")).put()
    if builder.replays:
        PieceDigestFunction(builder, "piece_digest", ("S", "piece"), "i64").put()


def _code_without_trials(module: Module) -> frozenset[str]:
    """Return the functions and procedures that never run on a trial copy of the game."""
    code = module.code
    parts: dict[str, list[Term]] = {n: list(walk(f.result)) for n, f in code.functions.items()}
    parts |= {n: list(walk_body(p.body)) for n, p in code.procedures.items()}
    trials = [t for terms in parts.values() for t in terms if isinstance(t, ir.Trial)]
    pending = [name for trial in trials for name in (trial.procedure, trial.function)]
    reachable: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in reachable:
            reachable.add(name)
            for term in parts[name]:
                match term:
                    case ir.Call(function=called) | ir.Perform(procedure=called):
                        pending.append(called)
                    case ir.Trial(procedure=called, function=asked):
                        pending += [called, asked]
    return frozenset(parts) - reachable
