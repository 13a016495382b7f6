"""Whole games, many in one go: what is told of each, who has won, and sums over all."""

from __future__ import annotations

from rulewright.engines.native.entries.entry import Entry, TryOut
from rulewright.engines.native.form.making import both, choose, either, widened
from rulewright.engines.native.form.native_form import (
    Binary,
    Block,
    Body,
    Called,
    CopyBytes,
    Expr,
    Get,
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
    compared,
    number,
)
from rulewright.engines.native.layout.native_code import BATCH
from rulewright.engines.native.table.drawing import seed_of_choices
from rulewright.engines.native.translating.tables import Tables
from rulewright.ir.played import WHOLE


def add_playouts(tables: Tables) -> None:
    """Put whole games into the module, to be called from outside."""
    TryOut(tables, "try_out", ("S",), "i32").add()
    _Playouts(tables, "playouts", ("S", "games")).add()
    _Dealt(tables, "dealt", ("S", "games"), seed=True).add()
    add_won(tables)
    _AddUp(tables, "add_up", ("games",)).add()
    _Sums(tables, "sums", ("S", "games"), seed=True).add()


def add_won(tables: Tables) -> None:
    """Put who has won into the module."""
    if tables.module.outcome.values:
        _Won(tables, "won", ("ranks",), "i32").add()


class _Playouts(Entry):
    """Whole games from pairs of seeds, of the deal and of the choices; of each so many numbers are told."""

    def add(self) -> None:
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
        self.put([
            *self.begin(),
            CopyBytes(first, Get("S"), size),
            Block("over", [Loop("next", [
                Jump("over", game.at_least(Get("games"))),
                CopyBytes(self.state, first, size),
                *self.set_own("random", dealt),
                Store(number(tables.stream), 0, 8, Called("seeded", (seeds[1],), type="i64")),
                *self.new_steps(),
                SetGlobal("over", number(0)),
                Run(f"d_{tables.module.code.flow}", (self.state,)),
                Set(at.name, game * 4 * tables.wide + tables.played),
                *self._told(at),
                Set(game.name, game + 1),
                Jump("next"),
            ])]),
        ])  # fmt: skip

    def _told(self, at: Expr) -> Body:
        """What is told of a game: see `ir.played`."""
        numbers = [self.own("made"), self.own("forced")]
        for phase in self.module.phases.values():
            numbers.append(self.layout.variables[phase.played].load(self.state))
        numbers += self.ranks()
        assert len(numbers) == self.tables.wide
        return [Store(at, 4 * place, 4, each) for place, each in enumerate(numbers)]


class _Dealt(Entry):
    """As many games as go at a time, from one seed after the other."""

    def add(self) -> None:
        """Put it into the module."""
        at, seeds = self.function.local("at", low=0, high=BATCH), self.tables.seeds
        deal, games = Get("seed", type="i64") + widened(at), Get("games", low=0, high=BATCH)
        self.put([
            *self.counted(at, games, [
                Store(at * 16, seeds, 8, deal),
                Store(at * 16, seeds + 8, 8, seed_of_choices(deal)),
            ]),
            Run("playouts", (self.state, games)),
        ])  # fmt: skip


class _Won(Entry):
    """The seats with the highest of the ranks at an address, as bits."""

    def add(self) -> None:
        values = len(self.module.outcome.values)
        ranks, best = Get("ranks"), self.function.local("best", low=0)
        at, seat = self.function.local("at", low=0), self.function.local("seat", low=0, high=7)
        found = self.function.local("found", low=0)
        higher: Expr = number(0)
        equal: Expr = number(1)
        pairs = [(Load(at, 4 * each, 4), Load(best, 4 * each, 4)) for each in range(values)]
        for one, other in reversed(pairs):
            higher = either(compared("gt_s", one, other), both(one.equals(other), higher))
            equal = both(one.equals(other), equal)
        bit = number(1) << seat
        self.put([
            Set(best.name, ranks),
            Set(found.name, number(0)),
            *self.counted(seat, number(self.module.players), [
                Set(at.name, seat * (4 * values) + ranks),
                If(higher, [Set(best.name, at), Set(found.name, number(0))]),
                If(equal, [Set(found.name, found | bit)]),
            ]),
            Return(found),
        ])  # fmt: skip


class _AddUp(Entry):
    """What was told of games last is added to the sums: all that is told, the best scores, victories by seat."""

    def add(self) -> None:
        tables, told = self.tables, self.function.local("told", low=0)
        game, at = self.function.local("game", low=0), self.function.local("at", low=0)
        one = Load(told + at * 4, 0, 4)
        self.put(self.counted(game, Get("games"), [
            Set(told.name, game * (4 * tables.wide) + tables.played),
            *self.counted(at, number(tables.wide), [self._add(at, widened(one))]),
            *(self._decided(told) if self.module.outcome.values else []),
        ]))  # fmt: skip

    def _add(self, at: Expr, value: Expr) -> Store:
        sums = self.tables.sums
        return Store(at * 8, sums, 8, Load(at * 8, sums, 8, type="i64") + value)

    def _decided(self, told: Expr) -> Body:
        """A victory is shared evenly by those who have won."""
        outcome, wide = self.module.outcome, self.tables.wide
        values, players = len(outcome.values), self.module.players
        first = 4 * (wide - values * players)
        won, seat = self.function.local("won", low=0), self.function.local("seat", low=0, high=7)
        winners = Unary("i32.popcnt", won, low=0, high=32)
        share = Binary("div_u", number(WHOLE), winners, low=0, high=WHOLE)
        winner = Unary("i32.ctz", won, low=0, high=32)
        score = Load(told + winner * (4 * values), first + 4 * outcome.scored, 4)
        wins = If((won >> seat) & 1, [self._add(seat + (wide + 1), widened(share))])
        return [
            Set(won.name, Called("won", (told + first,))),
            self._add(number(wide), widened(score)),
            *self.counted(seat, number(players), [wins]),
        ]


class _Sums(Entry):
    """Any number of games from one seed after the other, added up."""

    def add(self) -> None:
        """Put it into the module."""
        tables, first = self.tables, number(self.tables.first)
        done, batch = self.function.local("done", low=0), self.function.local("batch", low=0)
        left, seed = Get("games", low=0) - done, Get("seed", type="i64")
        gone = Store(done * 8, tables.sums, 8, number(0, "i64"))
        self.put([
            *self.counted(done, number(tables.summed), [gone]),
            Set(done.name, number(0)),
            # The games are played where they may have been given.
            CopyBytes(first, self.state, number(self.layout.size)),
            *self.until(left.less(1), [
                Set(batch.name, choose(left.less(BATCH), left, number(BATCH))),
                Run("dealt", (first, batch, seed + widened(done))),
                Run("add_up", (batch,)),
                Set(done.name, done + batch),
            ]),
        ])  # fmt: skip
