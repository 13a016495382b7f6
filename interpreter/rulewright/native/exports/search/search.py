"""Emits tree search (UCT over determinizations); it computes the same numbers as `players.search_tree`.

A tree is a head followed by choices. Each choice links to the first choice made after it and to the next sibling
made in its place. If a simulation traps, the tree stays valid; the simulation counts as void.

UCT: Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006. Its information set variant: Cowling,
Powley and Whitehouse, "Information set Monte Carlo tree search", 2012,
https://doi.org/10.1109/TCIAIG.2012.2200894.
"""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.f64_ops import real, root
from rulewright.native.ast.folding import both, either, floor_log2, is_zero, widened, zero_extended
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import LocalVar, call
from rulewright.native.builder.structs import I64, NumberArray, StructArray
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction, define
from rulewright.native.exports.search.leaf_values import add_leaf
from rulewright.native.exports.search.option_keys import each_option
from rulewright.native.exports.search.rewards import add_backup, add_game_values
from rulewright.native.layout.search_layout import (
    PathStep,
    Result,
    SearchMemory,
    SearchNode,
    Tree,
    Untried,
)
from rulewright.runtime.ir.engine_contract import (
    MAX_TREE_DEPTH,
    SEED_LIMIT,
    SHARES,
    UCB_EXPLORATION,
)

SELECTED_NODE = wasm.Global("selected_node", low=0)
"""The node of the selected option; 0 if the tree is full."""
IS_NEW_NODE = wasm.Global("is_new_node")
"""Whether the selected option was never tried."""


def add_search(builder: ModuleBuilder, memory: SearchMemory, record: int) -> None:
    """Add the functions of tree search; the ranks of a finished game are at the address `record`."""
    for each in (SELECTED_NODE, IS_NEW_NODE):
        builder.wasm.globals[each.name] = ("i32", 0)
    _add_plant(builder)
    _add_select(builder, memory)
    if memory.leaf:
        add_leaf(builder, memory)
    add_game_values(builder, memory, record)
    add_backup(builder, memory)
    _add_search(builder, memory)
    _add_results(builder, memory)


def _tree(code: ExportedFunction) -> Tree:
    """Return the tree at the address in the parameter `tree`."""
    return Tree(code, code.parameter("tree", low=0))


def _drawn_seed(tree: Tree) -> Expr:
    """Return the seed of a simulation, drawn from the tree's random stream."""
    return zero_extended(call("random_below", tree.start, SEED_LIMIT - 2**32))


def _add_plant(builder: ModuleBuilder) -> None:
    """Add the function that sets up an empty tree at an address, with room for `room` choices."""
    with define(builder, "plant", "tree", "room", seed="i64") as code:
        tree, room = _tree(code), code.parameter("room", low=0)
        tree.rng = call("seeded", code.parameter("seed"), type_="i64")
        tree.total_margin = tree.level = tree.cut_games = 0
        tree.own_sum = tree.own_squares = 0
        tree.spread = 1
        tree.games = tree.simulations = 0
        tree.root.first_child = tree.root.next_sibling = 0
        tree.free = tree.start + Tree.size
        tree.end = tree.start + Tree.size + room * SearchNode.size


# ------------------------------------------------------------------ selection


def _add_select(builder: ModuleBuilder, memory: SearchMemory) -> None:
    """Add the function that returns the option to try: at random one never tried, else the best by UCT."""
    with define(
        builder, "select_option", "S", "tree", "node", result="i32", exported=False
    ) as code:
        tree, parent = _tree(code), SearchNode(code, code.parameter("node"))
        untried = StructArray(code, Untried, memory.untried)
        fresh, best = code.var(0, "fresh", low=0), code.var(0, "best", low=0)
        best_index, most = code.var(hint="taken", low=0), code.var(hint="most", type_="f64")
        visits = code.var(hint="visits", low=0)
        with each_option(code, parent) as (index, key, child):
            node = SearchNode(code, child)
            visits.set(0)
            with code.when(child):
                node.available += 1
                visits.set(node.visits)
            with code.when(visits):
                bound = _upper_confidence(code, node, visits, tree.spread)
                with code.when(either(is_zero(best), bound > most)):
                    best.set(child)
                    most.set(bound)
                    best_index.set(index)
            with code.else_():
                option = untried[fresh]
                option.key, option.index, option.node = key, index, child
                fresh += 1
        code.set_global("is_new_node", fresh)
        with code.when(is_zero(fresh)):
            code.set_global("selected_node", best)
            code.give(best_index)
        drawn = untried[code.let(call("random_below", tree.start, fresh, low=0), "drawn")]
        child.set(drawn.node)
        with code.when(both(is_zero(child), tree.free < tree.end)):
            _add_child(tree, parent, child, drawn.key)
        code.set_global("selected_node", child)
        code.give(drawn.index)


def _upper_confidence(code: ExportedFunction, node: SearchNode, visits: Expr, spread: Expr) -> Expr:
    """Record computing an option's mean value plus its exploration bonus."""
    # UCB1 (Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002,
    # https://doi.org/10.1023/A:1013689704352), scaled by the spread of values. In an information set tree the
    # logarithm is of how often the choice was available. log2(n) is k + (n - 2^k) / 2^k with 2^k <= n:
    # Mitchell's approximation, 1962, https://doi.org/10.1109/TEC.1962.5219391. Python gets the same bits.
    available = code.let(node.available, "of")
    bits = code.let(floor_log2(available), "bits")
    power = code.let(1 << bits, "power")
    logarithm = real(bits) + real(available - power) / real(power)
    bonus = root(logarithm * UCB_EXPLORATION / real(visits * SHARES)) * spread
    return code.let(node.value / real(visits) + bonus, "bound")


def _add_child(tree: Tree, parent: SearchNode, child: LocalVar, key: Expr) -> None:
    """Record adding a node for an option, in front of its siblings."""
    node = SearchNode(tree.code, child)
    child.set(tree.free)
    tree.free = child + SearchNode.size
    node.key, node.value = key, 0
    node.visits, node.available, node.first_child = 0, 1, 0
    node.next_sibling = parent.first_child
    parent.first_child = child


# ------------------------------------------------------------------ simulations


def _add_search(builder: ModuleBuilder, memory: SearchMemory) -> None:
    """Add the function that runs simulations on `count` sampled games (determinizations) in turn.

    Every other game is cut where the phase with a number begins again; with -1 all are played to their ends.
    """
    phase = ("phase",) if memory.leaf else ()
    parameters = ("S", "count", "simulations", "tree", *phase)
    with define(builder, "search", *parameters, own_state=True) as code:
        tree, left, size = _tree(code), code.parameter("simulations"), code.layout.size
        depth, begun = code.var(hint="depth", low=0), code.var(hint="begun")
        with code.loop(left > 0):
            turn = wasm.Binary("rem_u", tree.simulations, wasm.Get("count"), low=0)
            code.copy(code.state, wasm.Get("S") + turn * size, size)
            tree.simulations += 1
            code.reset()
            code.game.random = call("seeded", _drawn_seed(tree), type_="i64")
            depth.set(0)
            if memory.leaf:
                begun.set(_phase_count(code))
            _descend(code, memory, tree, depth)
            if memory.leaf:
                _evaluate_cut(code, tree, begun)
            else:
                _evaluate(code, tree)
            code.run("back_up", tree.start, depth)
            left -= 1


def _descend(code: ExportedFunction, memory: SearchMemory, tree: Tree, depth: LocalVar) -> None:
    """Record choosing options down the tree to the first new one, noting each node and its seat."""
    path = StructArray(code, PathStep, memory.path)
    node = code.var(tree.root.start, "node", low=0)
    code.set_global("option_count", 0)
    with code.when(is_zero(code.is_over)):
        code.list_options()
    with code.loop(both(is_zero(code.is_over), depth < MAX_TREE_DEPTH)) as down:
        index = code.let(call("select_option", code.state, tree.start, node, low=0), "index")
        node.set(SELECTED_NODE)
        with code.when(node):
            visit = path[depth]
            visit.node, visit.seat = node, code.game.decider
            depth += 1
        code.drop(call("choose", code.state, code.options[index]))
        down.leave(either(IS_NEW_NODE, is_zero(node)))


def _evaluate(code: ExportedFunction, tree: Tree) -> None:
    """Record computing the value of the game to each seat, after a random playout."""
    code.run("judged", code.state, _drawn_seed(tree))
    code.run("game_values", tree.start)


def _evaluate_cut(code: ExportedFunction, tree: Tree, begun: Expr) -> None:
    """Record computing the value of the game, every other time where the phase begins again."""
    cuts = code.let(both(wasm.Get("phase") >= 0, is_zero(tree.simulations & 1)), "cuts")
    with code.when(cuts):
        stream = NumberArray(code, I64, code.builder.stream)
        stream[0] = call("seeded", _drawn_seed(tree), type_="i64")
        code.set_global("record_position", 0)
        with code.loop(both(is_zero(code.is_over), _phase_count(code) == begun)):
            code.play_randomly()
    with code.when(either(is_zero(cuts), code.is_over)):
        _evaluate(code, tree)
    with code.else_():
        code.run("leaf_values", code.state)
        tree.cut_games += 1


def _phase_count(code: ExportedFunction) -> Expr:
    """Return how often the phase has begun at whose next beginning games are cut."""
    return call("phase_count", code.state, wasm.Get("phase"))


def _add_results(builder: ModuleBuilder, memory: SearchMemory) -> None:
    """Add the function that writes the visits and the total value of each option."""
    with define(builder, "found", "S", "tree", result="i32") as code:
        results = StructArray(code, Result, memory.results)
        code.reset()
        code.list_options("list_options_at")
        with each_option(code, _tree(code).root) as (index, _, child):
            node, result = SearchNode(code, child), results[index]
            result.visits, result.value = 0, 0
            with code.when(child):
                result.visits, result.value = widened(node.visits), node.value
        code.give(code.option_count)
