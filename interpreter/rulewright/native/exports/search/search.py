"""Emits tree search (UCT over determinizations); it computes the same numbers as `players.search_tree`.

A tree is a head followed by choices. Each choice links to the first choice made after it and to the next sibling
made in its place. If a simulation traps, the tree stays valid; the simulation counts as void.

UCT: Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006. Its information set variant: Cowling,
Powley and Whitehouse, "Information set Monte Carlo tree search", 2012,
https://doi.org/10.1109/TCIAIG.2012.2200894.
"""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.f64_ops import is_more, over, plus, real, root, times
from rulewright.native.ast.folding import both, either, is_zero, widened
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction
from rulewright.native.exports.search.leaf_values import add_leaf
from rulewright.native.exports.search.option_keys import OptionLoopFunction
from rulewright.native.exports.search.rewards import BackupFunction, GameValuesFunction
from rulewright.native.layout.search_layout import (
    AVAILABLE,
    CHOICE,
    CUT,
    DONE,
    END,
    FIRST_CHILD,
    FREE,
    GAMES,
    KEY,
    LEVEL,
    NEXT_SIBLING,
    OWN,
    ROOT,
    SPREAD,
    SQUARES,
    STREAM,
    TOTAL,
    TREE,
    VALUE,
    VISITS,
    SearchMemory,
)
from rulewright.runtime.ir.engine_contract import (
    MAX_TREE_DEPTH,
    SEED_LIMIT,
    SHARES,
    UCB_EXPLORATION,
)


def add_search(builder: ModuleBuilder, memory: SearchMemory, record: int) -> None:
    """Add the functions of tree search; the ranks of a finished game are at the address `record`."""
    builder.wasm.globals["selected_node"] = ("i32", 0)
    builder.wasm.globals["is_new_node"] = ("i32", 0)
    _NewTreeFunction(builder, "plant", ("tree", "room"), seed=True).add()
    _SelectFunction(builder, "select_option", memory).add()
    if memory.leaf:
        add_leaf(builder, memory)
    GameValuesFunction(builder, memory, record).add()
    BackupFunction(builder, memory).add()
    _SearchFunction(builder, memory).add()
    _ResultsFunction(builder, "found", memory).add()


def _drawn_seed(tree: wasm.Expr) -> wasm.Expr:
    """Emit the seed of a simulation, drawn from the tree's random stream."""
    drawn = wasm.Call("random_below", (tree + STREAM, wasm.number(SEED_LIMIT - 2**32)))
    return wasm.Unary("i64.extend_i32_u", drawn, type="i64")


class _NewTreeFunction(ExportedFunction):
    """Wasm function: set up an empty tree at an address, with room for `room` choices."""

    def add(self) -> None:
        """Add the function to the module."""
        tree, nothing = wasm.Get("tree", low=0), wasm.number(0)
        seed = wasm.Call("seeded", (wasm.Get("seed", type="i64"),), type="i64")
        lines: wasm.Body = [
            wasm.Store(tree, STREAM, 8, seed),
            wasm.Store(tree, TOTAL, 8, wasm.number(0, "i64")),
            wasm.Store(tree, LEVEL, 8, wasm.number(0, "i64")),
            wasm.Store(tree, CUT, 8, wasm.number(0, "i64")),
            wasm.Store(tree, SPREAD, 8, real(wasm.number(1))),
            *(wasm.Store(tree, at, 8, real(wasm.number(0))) for at in (OWN, SQUARES)),
        ]
        lines += [
            wasm.Store(tree, at, 4, nothing)
            for at in (GAMES, DONE, ROOT + FIRST_CHILD, ROOT + NEXT_SIBLING)
        ]
        end = tree + TREE + wasm.Get("room", low=0) * CHOICE
        self.put([*lines, wasm.Store(tree, FREE, 4, tree + TREE), wasm.Store(tree, END, 4, end)])


class _SelectFunction(OptionLoopFunction):
    """Wasm function: return the option to try: at random one never tried, else the best by UCT.

    The global `selected_node` gets its node, 0 if the tree is full; `is_new_node` gets whether it was never
    tried.
    """

    def add(self) -> None:
        """Add the function to the module."""
        local = self.function.local
        self.untried_count, self.drawn = local("fresh", low=0), local("drawn", low=0)
        self.most, self.now = local("most", "f64"), local("now", "f64")
        self.best, self.taken = local("best", low=0), local("taken", low=0)
        number_of = wasm.Call("random_below", (wasm.Get("tree") + STREAM, self.untried_count))
        noted, fresh = self.drawn * 16, self.memory.untried
        self.put([
            wasm.Set(self.untried_count.name, wasm.number(0)),
            wasm.Set(self.best.name, wasm.number(0)),
            *self.over_options(self._consider()),
            wasm.SetGlobal("is_new_node", self.untried_count),
            wasm.If(is_zero(self.untried_count), [
                wasm.SetGlobal("selected_node", self.best), wasm.Return(self.taken),
            ]),
            wasm.Set(self.drawn.name, number_of),
            wasm.Set(self.child.name, wasm.Load(noted, fresh + 12, 4)),
            wasm.If(is_zero(self.child), self._add_child(wasm.Load(noted, fresh, 8, type="i64"))),
            wasm.SetGlobal("selected_node", self.child),
            wasm.Return(wasm.Load(noted, fresh + 8, 4)),
        ], exported=False)  # fmt: skip

    def _consider(self) -> wasm.Body:
        """Emit comparing an option with the best so far, or listing it as never tried."""
        child, fresh, at = self.child, self.memory.untried, self.untried_count * 16
        visits, tried = wasm.Load(child, VISITS, 4), self.function.local("tried", low=0)
        available = wasm.Load(child, AVAILABLE, 4, low=0)
        better = either(is_zero(self.best), is_more(self.now, self.most))
        return [
            wasm.Set(tried.name, wasm.number(0)),
            wasm.If(child, [wasm.Store(child, AVAILABLE, 4, available + 1), wasm.Set(tried.name, visits)]),
            wasm.If(tried, [
                *self._upper_confidence(tried, available),
                wasm.If(better, [
                    wasm.Set(self.best.name, child),
                    wasm.Set(self.most.name, self.now),
                    wasm.Set(self.taken.name, self.index),
                ]),
            ], [
                wasm.Store(at, fresh, 8, self.key),
                wasm.Store(at, fresh + 8, 4, self.index),
                wasm.Store(at, fresh + 12, 4, child),
                wasm.Set(self.untried_count.name, self.untried_count + 1),
            ]),
        ]  # fmt: skip

    def _upper_confidence(self, visits: wasm.Expr, available: wasm.Expr) -> wasm.Body:
        """Emit computing an option's mean value plus its exploration bonus."""
        # UCB1 (Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002,
        # https://doi.org/10.1023/A:1013689704352), scaled by the spread of values. In an information set tree the
        # logarithm is of how often the choice was available. log2(n) is k + (n - 2^k) / 2^k with 2^k <= n:
        # Mitchell's approximation, 1962, https://doi.org/10.1109/TEC.1962.5219391. Python gets the same bits.
        bits, times_ = self.function.local("bits", low=0, high=31), self.function.local("of", low=0)
        power = self.function.local("power", low=0)
        rest = over(real(times_ - power), real(power))
        gain = times(plus(real(bits), rest), real(wasm.number(UCB_EXPLORATION)))
        value = wasm.Load(self.child, VALUE, 8, type="f64")
        spread = wasm.Load(wasm.Get("tree"), SPREAD, 8, type="f64")
        seldom = times(root(over(gain, real(visits * SHARES))), spread)
        return [
            wasm.Set(times_.name, available),
            wasm.Set(bits.name, wasm.number(31) - wasm.Unary("i32.clz", times_, low=0, high=32)),
            wasm.Set(power.name, wasm.number(1) << bits),
            wasm.Set(self.now.name, plus(over(value, real(visits)), seldom)),
        ]  # fmt: skip

    def _add_child(self, key: wasm.Expr) -> wasm.Body:
        """Emit adding a node for the option `key` below the current node, if there is room."""
        tree, node, new = wasm.Get("tree", low=0), wasm.Get("node", low=0), self.child
        fields = (
            (VISITS, wasm.number(0)),
            (AVAILABLE, wasm.number(1)),
            (FIRST_CHILD, wasm.number(0)),
        )
        grown: wasm.Body = [
            wasm.Set(new.name, wasm.Load(tree, FREE, 4)),
            wasm.Store(tree, FREE, 4, new + CHOICE),
            wasm.Store(new, KEY, 8, key),
            wasm.Store(new, VALUE, 8, real(wasm.number(0))),
            *(wasm.Store(new, at, 4, value) for at, value in fields),
            wasm.Store(new, NEXT_SIBLING, 4, wasm.Load(node, FIRST_CHILD, 4)),
            wasm.Store(node, FIRST_CHILD, 4, new),
        ]
        return [
            wasm.If(wasm.Load(tree, FREE, 4, low=0).less(wasm.Load(tree, END, 4, low=0)), grown)
        ]


class _SearchFunction(ExportedFunction):
    """Wasm function: run simulations on sampled games (determinizations) in turn.

    Every other game is cut where the phase with a number begins again; with -1 all are played to their ends.
    """

    def __init__(self, builder: ModuleBuilder, memory: SearchMemory) -> None:
        parameters = ("S", "count", "simulations", "tree", *(["phase"] if memory.leaf else []))
        super().__init__(builder, "search", parameters)
        self.memory, self.state = memory, wasm.number(builder.state)
        self.tree = wasm.Get("tree", low=0)
        self.phase, self.begun = wasm.Get("phase"), self.function.local("begun")
        self.cuts = self.function.local("cuts", low=0, high=1)

    def add(self) -> None:
        """Add the function to the module."""
        remaining, size = wasm.Get("simulations"), self.layout.size
        done, depth = wasm.Load(self.tree, DONE, 4, low=0), self.function.local("way", low=0)
        world = wasm.Get("S") + wasm.Binary("rem_u", done, wasm.Get("count"), low=0) * size
        begun = wasm.Set(self.begun.name, self._phase_count())
        self.put([
            *self.until(remaining.less(1), [
                wasm.CopyBytes(self.state, world, wasm.number(size)),
                wasm.Store(self.tree, DONE, 4, done + 1),
                *self.begin(),
                *self.set_own(self.cells.random, wasm.Call("seeded", (_drawn_seed(self.tree),), type="i64")),
                wasm.Set(depth.name, wasm.number(0)),
                *([begun] if self.memory.leaf else []),
                *self._descend(depth),
                *self._evaluate_game(),
                wasm.CallStmt("back_up", (self.tree, depth)),
                wasm.Set(remaining.name, remaining - 1),
            ]),
        ])  # fmt: skip

    def _descend(self, depth: wasm.Get) -> wasm.Body:
        """Emit choosing options down the tree to the first new one, recording each node and its seat."""
        node, index = self.function.local("node", low=0), self.function.local("index", low=0)
        decider, memory = self.own(self.cells.decider), self.memory.path
        chosen = wasm.Load(index * 8, self.builder.options, 8, type="i64")
        waiting = self.own(self.cells.decision).at_least(0)
        return [
            wasm.Set(node.name, self.tree + ROOT),
            wasm.SetGlobal("option_count", wasm.number(0)),
            wasm.If(waiting, [wasm.SetGlobal("option_count", wasm.Call("list_options", (self.state,)))]),
            wasm.Block("new", [wasm.Loop("down", [
                wasm.Jump("new", self.own(self.cells.decision).less(0)),
                wasm.Jump("new", depth.at_least(MAX_TREE_DEPTH)),
                wasm.Set(index.name, wasm.Call("select_option", (self.state, self.tree, node))),
                wasm.Set(node.name, wasm.Global("selected_node", low=0)),
                wasm.If(node, [
                    wasm.Store(depth * 8, memory, 4, node),
                    wasm.Store(depth * 8, memory + 4, 4, decider),
                    wasm.Set(depth.name, depth + 1),
                ]),
                wasm.Drop(wasm.Call("choose", (self.state, chosen))),
                wasm.Jump("new", either(wasm.Global("is_new_node"), is_zero(node))),
                wasm.Jump("down"),
            ])]),
        ]  # fmt: skip

    def _evaluate_game(self) -> wasm.Body:
        """Emit computing the value of the game to each seat, after a random playout."""
        over, cut = self.own(self.cells.decision).less(0), wasm.Load(self.tree, CUT, 8, type="i64")
        simulations = wasm.Load(self.tree, DONE, 4, low=0)
        to_its_end: wasm.Body = [
            wasm.CallStmt("judged", (self.state, _drawn_seed(self.tree))),
            wasm.CallStmt("game_values", (self.tree,)),
        ]
        if not self.memory.leaf:
            return to_its_end
        return [
            wasm.Set(self.cuts.name, both(self.phase.at_least(0), is_zero(simulations & 1))),
            wasm.If(self.cuts, self._random_rollout()),
            wasm.If(either(is_zero(self.cuts), over), to_its_end, [
                wasm.CallStmt("leaf_values", (self.state,)),
                wasm.Store(self.tree, CUT, 8, cut + 1),
            ]),
        ]  # fmt: skip

    def _phase_count(self) -> wasm.Expr:
        """Emit how often the phase has begun at whose next beginning games are cut."""
        return wasm.Call("phase_count", (self.state, self.phase))

    def _random_rollout(self) -> wasm.Body:
        """Emit playing random choices up to where the game is cut."""
        stream, index = wasm.number(self.builder.stream), self.function.local("index", low=0)
        seeded = wasm.Call("seeded", (_drawn_seed(self.tree),), type="i64")
        count = wasm.Global("option_count", low=0, high=2**16)
        chosen = wasm.Load(index * 8, self.builder.options, 8, type="i64")
        return [
            wasm.Store(stream, 0, 8, seeded),
            wasm.SetGlobal("record_position", wasm.number(0)),
            wasm.Block("cut", [wasm.Loop("more", [
                wasm.Jump("cut", self.own(self.cells.decision).less(0)),
                wasm.Jump("cut", self._phase_count().differs(self.begun)),
                wasm.Set(index.name, wasm.Call("draw_choice", (self.state, count))),
                *self.limit_decisions(),
                *self.set_own(self.cells.answer, chosen),
                wasm.CallStmt("go", (wasm.number(0),)),
                wasm.Jump("more"),
            ])]),
        ]  # fmt: skip


class _ResultsFunction(OptionLoopFunction):
    """Wasm function: write the visits and the total value of each option, eight bytes each."""

    def add(self) -> None:
        """Add the function to the module."""
        at, results, child = self.index * 16, self.memory.results, self.child
        none: wasm.Body = [
            wasm.Store(at, results, 8, wasm.number(0, "i64")),
            wasm.Store(at, results + 8, 8, real(wasm.number(0))),
        ]
        some: wasm.Body = [
            wasm.Store(at, results, 8, widened(wasm.Load(child, VISITS, 4))),
            wasm.Store(at, results + 8, 8, wasm.Load(child, VALUE, 8, type="f64")),
        ]
        self.put([
            *self.begin(),
            wasm.Set(self.node.name, wasm.Get("tree") + ROOT),
            wasm.SetGlobal("option_count", wasm.Call("list_options_at", (self.state,))),
            *self.over_options([wasm.If(child, some, none)]),
            wasm.Return(wasm.Global("option_count")),
        ])  # fmt: skip
