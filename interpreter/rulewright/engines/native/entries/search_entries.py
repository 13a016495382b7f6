"""Searching inside the module: the tree of `players.tree`, in memory, with the same numbers.

A tree lies at an address: its head, and choices behind it, each with what was chosen first after it and what else
was chosen instead of it. What a simulation leaves behind when the engine gives up is a tree to be searched on; it
counts as one that came to nothing.
"""

from __future__ import annotations

from rulewright.engines.native.entries.entry import Entry
from rulewright.engines.native.entries.option_keys import OverOptions
from rulewright.engines.native.entries.search_values import Reward
from rulewright.engines.native.form.making import either, is_zero, widened
from rulewright.engines.native.form.native_form import (
    Binary,
    Block,
    Body,
    Called,
    CopyBytes,
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
    Unary,
    number,
)
from rulewright.engines.native.form.reals import is_more, over, plus, real, root, times
from rulewright.engines.native.layout.search_layout import (
    AVAILABLE,
    CHOICE,
    DONE,
    END,
    FIRST_AFTER,
    FREE,
    GAMES,
    INSTEAD,
    KEY,
    ROOT,
    STREAM,
    TOTAL,
    TREE,
    VALUE,
    VISITS,
    SearchMemory,
)
from rulewright.engines.native.translating.tables import Tables
from rulewright.ir.search import CURIOSITY, DEEPEST, LOT, SHARES


def add_search(tables: Tables, memory: SearchMemory, record: int) -> None:
    """Put what searches into the module; the ranks of a game that was judged are at `record`."""
    tables.wasm.globals["chosen"] = ("i32", 0)
    tables.wasm.globals["is_new"] = ("i32", 0)
    _Plant(tables, "plant", ("tree", "room"), seed=True).add()
    _Picked(tables, "picked", memory).add()
    Reward(tables, memory, record).add()
    _Search(tables, memory).add()
    _Found(tables, "found", memory).add()


def _drawn(tree: Expr) -> Expr:
    """The seed of a simulation, drawn from a tree's stream."""
    drawn = Called("below", (tree + STREAM, number(LOT - 2**32)))
    return Unary("i64.extend_i32_u", drawn, type="i64")


class _Plant(Entry):
    """A tree in which nothing was chosen yet, at an address; it has room for so many choices."""

    def add(self) -> None:
        tree, nothing = Get("tree", low=0), number(0)
        seed = Called("seeded", (Get("seed", type="i64"),), type="i64")
        lines: Body = [Store(tree, STREAM, 8, seed), Store(tree, TOTAL, 8, number(0, "i64"))]
        lines += [
            Store(tree, at, 4, nothing) for at in (GAMES, DONE, ROOT + FIRST_AFTER, ROOT + INSTEAD)
        ]
        end = tree + TREE + Get("room", low=0) * CHOICE
        self.put([*lines, Store(tree, FREE, 4, tree + TREE), Store(tree, END, 4, end)])


class _Picked(OverOptions):
    """The index of the option to take: one that was never tried, drawn, or else the best.

    In `chosen` is the choice in the tree, 0 where there is no room for one; in `is_new` whether it is.
    """

    def add(self) -> None:
        """Put it into the module."""
        local = self.function.local
        self.fresh, self.drawn = local("fresh", low=0), local("drawn", low=0)
        self.most, self.now = local("most", "f64"), local("now", "f64")
        self.best, self.taken = local("best", low=0), local("taken", low=0)
        noted, number_of = self.drawn * 16, Called("below", (Get("tree") + STREAM, self.fresh))
        fresh = self.memory.fresh
        self.put([
            Set(self.fresh.name, number(0)),
            Set(self.best.name, number(0)),
            *self.over_options(self._judge()),
            SetGlobal("is_new", self.fresh),
            If(is_zero(self.fresh), [SetGlobal("chosen", self.best), Return(self.taken)]),
            Set(self.drawn.name, number_of),
            Set(self.child.name, Load(noted, fresh + 12, 4)),
            If(is_zero(self.child), self._grown(Load(noted, fresh, 8, type="i64"))),
            SetGlobal("chosen", self.child),
            Return(Load(noted, fresh + 8, 4)),
        ], exported=False)  # fmt: skip

    def _judge(self) -> Body:
        """What is to be done with each option."""
        child, fresh, at = self.child, self.memory.fresh, self.fresh * 16
        visits, tried = Load(child, VISITS, 4), self.function.local("tried", low=0)
        often = Load(child, AVAILABLE, 4, low=0)
        better = either(is_zero(self.best), is_more(self.now, self.most))
        return [
            Set(tried.name, number(0)),
            If(child, [Store(child, AVAILABLE, 4, often + 1), Set(tried.name, visits)]),
            If(tried, [
                *self._worth(tried, often),
                If(better, [
                    Set(self.best.name, child),
                    Set(self.most.name, self.now),
                    Set(self.taken.name, self.index),
                ]),
            ], [
                Store(at, fresh, 8, self.key),
                Store(at, fresh + 8, 4, self.index),
                Store(at, fresh + 12, 4, child),
                Set(self.fresh.name, self.fresh + 1),
            ]),
        ]  # fmt: skip

    def _worth(self, visits: Expr, often: Expr) -> Body:
        """What a choice brought on average, and gains by having been tried seldom."""
        bits, times_ = self.function.local("bits", low=0, high=31), self.function.local("of", low=0)
        power = self.function.local("power", low=0)
        rest = over(real(times_ - power), real(power))
        gain = times(plus(real(bits), rest), real(number(CURIOSITY)))
        value = Load(self.child, VALUE, 8, type="f64")
        return [
            Set(times_.name, often),
            Set(bits.name, number(31) - Unary("i32.clz", times_, low=0, high=32)),
            Set(power.name, number(1) << bits),
            Set(self.now.name, plus(
                over(value, real(visits)), root(over(gain, real(visits * SHARES))))),
        ]  # fmt: skip

    def _grown(self, key: Expr) -> Body:
        """A new choice after the node, if there is room."""
        tree, node, new = Get("tree", low=0), Get("node", low=0), self.child
        fields = ((VISITS, number(0)), (AVAILABLE, number(1)), (FIRST_AFTER, number(0)))
        grown: Body = [
            Set(new.name, Load(tree, FREE, 4)),
            Store(tree, FREE, 4, new + CHOICE),
            Store(new, KEY, 8, key),
            Store(new, VALUE, 8, real(number(0))),
            *(Store(new, at, 4, value) for at, value in fields),
            Store(new, INSTEAD, 4, Load(node, FIRST_AFTER, 4)),
            Store(node, FIRST_AFTER, 4, new),
        ]
        return [If(Load(tree, FREE, 4, low=0).less(Load(tree, END, 4, low=0)), grown)]


class _Search(Entry):
    """So many simulations, each through the next of some games, as players know them."""

    def __init__(self, tables: Tables, memory: SearchMemory) -> None:
        super().__init__(tables, "search", ("S", "count", "simulations", "tree"))
        self.memory, self.state, self.tree = memory, number(tables.state), Get("tree", low=0)

    def add(self) -> None:
        """Put it into the module."""
        left, size = Get("simulations"), self.layout.size
        done, way = Load(self.tree, DONE, 4, low=0), self.function.local("way", low=0)
        world = Get("S") + Binary("rem_u", done, Get("count"), low=0) * size
        ranks = Run("judged", (self.state, _drawn(self.tree)))
        self.put([
            *self.until(left.less(1), [
                CopyBytes(self.state, world, number(size)),
                Store(self.tree, DONE, 4, done + 1),
                *self.begin(),
                *self.set_own("random", Called("seeded", (_drawn(self.tree),), type="i64")),
                Set(way.name, number(0)),
                *self._descend(way),
                ranks,
                Run("reward", (self.tree, way)),
                Set(left.name, left - 1),
            ]),
        ])  # fmt: skip

    def _descend(self, way: Get) -> Body:
        """Down the tree, up to the first choice that is new; each is noted with its seat."""
        node, index = self.function.local("node", low=0), self.function.local("index", low=0)
        decider, memory = self.own("decider"), self.memory.way
        chosen = Load(index * 8, self.tables.options, 8, type="i64")
        waiting = self.own("decision").at_least(0)
        return [
            Set(node.name, self.tree + ROOT),
            SetGlobal("count", number(0)),
            If(waiting, [SetGlobal("count", Called("listed", (self.state,)))]),
            Block("new", [Loop("down", [
                Jump("new", self.own("decision").less(0)),
                Jump("new", way.at_least(DEEPEST)),
                Set(index.name, Called("picked", (self.state, self.tree, node))),
                Set(node.name, Global("chosen", low=0)),
                If(node, [
                    Store(way * 8, memory, 4, node),
                    Store(way * 8, memory + 4, 4, decider),
                    Set(way.name, way + 1),
                ]),
                Drop(Called("choose", (self.state, chosen))),
                Jump("new", either(Global("is_new"), is_zero(node))),
                Jump("down"),
            ])]),
        ]  # fmt: skip


class _Found(OverOptions):
    """Of each option how often it was tried, and what it brought in all: eight bytes each, in a list of results."""

    def add(self) -> None:
        """Put it into the module."""
        at, results, child = self.index * 16, self.memory.results, self.child
        none: Body = [
            Store(at, results, 8, number(0, "i64")),
            Store(at, results + 8, 8, real(number(0))),
        ]
        some: Body = [
            Store(at, results, 8, widened(Load(child, VISITS, 4))),
            Store(at, results + 8, 8, Load(child, VALUE, 8, type="f64")),
        ]
        self.put([
            *self.begin(),
            Set(self.node.name, Get("tree") + ROOT),
            SetGlobal("count", Called("listed_away", (self.state,))),
            *self.over_options([If(child, some, none)]),
            Return(Global("count")),
        ])  # fmt: skip
