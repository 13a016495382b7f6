"""Whole games at once: procedures that may stop as plain functions, in which a question draws its answer.

There are no frames, options are counted and only the chosen one is found, and unless a rule asks for it nobody
keeps track of who knows what: so much quicker is a game of which only the end is told. Choices and chance come from
the streams that they come from in games that stop, so they are the same games.
"""

from __future__ import annotations

from attrs import define, field

from rulewright.engines.native.form.making import both, choose, ones, trailing_zeros
from rulewright.engines.native.form.native_form import (
    Block,
    Body,
    Called,
    Expr,
    Function,
    Get,
    Global,
    If,
    Jump,
    Loop,
    Return,
    Run,
    Set,
    SetGlobal,
    Trap,
    compared,
    number,
)
from rulewright.engines.native.translating.scope import InMemory
from rulewright.engines.native.translating.statements import (
    StatementScope,
    declared,
    take_parameters,
)
from rulewright.engines.native.translating.tables import MOST_DECISIONS, MOST_OPTIONS, Tables
from rulewright.ir import terms as ir
from rulewright.ir.module import Code
from rulewright.ir.verify import performed_by
from rulewright.ir.walk import everything_in


def add_whole_games(tables: Tables) -> None:
    """Put the procedures that may stop into the module, as functions that do not."""
    add_pick(tables)
    ending = _ending(tables.module.code)
    for procedure in tables.module.code.procedures.values():
        if procedure.asks:
            function = declared(f"d_{procedure.name}", procedure)
            scope = _PlayingScope(tables, function, procedure.name, ending)
            # There is one game at a time, and it lies where it lies: what is tried works on copies elsewhere.
            scope.state = number(tables.state)
            take_parameters(scope, procedure)
            function.body, _ = scope.with_room(scope.whole(procedure.body), None)
            tables.wasm.add(function)


def _ending(code: Code) -> frozenset[str]:
    """The procedures that may end the game, by themselves or by one that they carry out."""
    found = {
        name
        for name, procedure in code.procedures.items()
        if any(isinstance(term, ir.EndGame) for term in everything_in(procedure.body))
    }
    before = 0
    while before != len(found):
        before = len(found)
        found |= {name for name, each in code.procedures.items() if performed_by(each) & found}
    return frozenset(found)


@define
class _Offer:
    """One list of options: how many there are; the set or list they are from, or nothing for a single one."""

    options: ir.OptionList
    type: ir.Type
    count: Expr
    words: list[Expr] = field(factory=list)
    held: InMemory | None = None


class _PlayingScope(StatementScope):
    """A procedure as a function: when the game is over, it and all that called it are left at once."""

    def __init__(
        self, tables: Tables, function: Function, procedure: str, ending: frozenset[str]
    ) -> None:
        super().__init__(tables, function, procedure)
        self.ending = ending
        self._out = self.label("over")

    def whole(self, body: ir.Body) -> Body:
        """What a procedure does."""
        lines = self.body(body)
        return [Block(self._out, lines)] if self.code in self.ending else lines

    def end_game(self) -> Body:
        """The game is over."""
        return [SetGlobal("over", number(1)), Jump(self._out)]

    def perform(self, stmt: ir.Perform) -> Body:
        """A procedure is carried out, whether it may stop or not."""
        name = stmt.procedure
        asks = self.module.code.procedures[name].asks
        run = Run(f"{'d' if asks else 'p'}_{name}", (self.state, *self.given(name, stmt.arguments)))
        return [run, Jump(self._out, Global("over"))] if name in self.ending else [run]

    def ask(self, stmt: ir.Ask) -> Body:
        """An answer is drawn, and what follows from it is done."""
        lines: Body = []
        labels = self.module.decisions[stmt.decision].options
        offers = [
            self._offer(options, label.type or ir.NUMBER, lines)
            for options, label in zip(stmt.options, labels, strict=True)
        ]
        total: Expr = number(0)
        for offer in offers:
            total = total + offer.count
        ended: Expr = number(0)
        total = self.kept(total, lines, "total") if offers else total
        if stmt.stop is not None:
            others = number(1) if stmt.stop_alone else compared("gt_s", total, 0)
            ended = self.kept(both(others, self.number(stmt.stop)), lines, "end")
            total = self.kept(total + ended, lines, "total")
        index = self.function.local("index", low=0, high=MOST_OPTIONS)
        draw = self._draw(stmt, total, index)
        return [
            *lines,
            If(total, [*draw, *self._taken(stmt, offers, index)], self.body(stmt.empty)),
        ]

    def _draw(self, stmt: ir.Ask, total: Expr, index: Get) -> Body:
        """Which option is taken: the only one at once, else one by lot; chance draws from the game's own stream."""
        if stmt.decider is None:
            stream = self.state + self.layout.own["random"].offset
            return [Set(index.name, Called("below", (stream, total)))]
        made = self.layout.own["made"]
        by_lot: Body = [
            Set(index.name, Called("below", (number(self.tables.stream), total))),
            made.store(self.state, made.load(self.state) + 1),
            *self.new_steps(),
            If(compared("gt_s", made.load(self.state), MOST_DECISIONS), [Trap()]),
        ]
        if stmt.anyway:
            return by_lot
        forced = self.layout.own["forced"]
        once: Body = [
            Set(index.name, number(0)),
            forced.store(self.state, forced.load(self.state) + 1),
        ]
        return [If(total.equals(1), once, by_lot)]

    def _taken(self, stmt: ir.Ask, offers: list[_Offer], index: Get) -> Body:
        """What follows from the option with an index: each list has as many as it offers, the end comes last."""
        out = self.label("chosen")
        lines: Body = []
        for at, offer in enumerate(offers):
            last = at == len(offers) - 1 and stmt.stop is None
            chosen = [*self._element(offer, index), *self.body(offer.options.then)]
            if last:
                lines += chosen
            else:
                lines.append(If(index.less(offer.count), [*chosen, Jump(out)]))
                lines.append(Set(index.name, index - offer.count))
        return [Block(out, [*lines, *self.body(stmt.ended)])]

    # ------------------------------------------------------------------ what is offered

    def _offer(self, options: ir.OptionList, type_: ir.Type, lines: Body) -> _Offer:
        """How many options a list offers, and where they are."""
        if options.source is None:
            return _Offer(
                options, type_, self.kept(self.number(options.condition), lines, "offered")
            )
        source = ir.Filtered(options.source, options.var, options.condition)
        words = self.set_of(source, lines)
        if words is not None:
            words = [self.kept(word, lines, "offered") for word in words]
            counts = [ones(word) for word in words]
            return _Offer(
                options, type_, self.kept(sum(counts[1:], counts[0]), lines, "count"), words
            )
        held = self.new_list(options.source)
        lines += self.gather(held, source)
        return _Offer(options, type_, self.kept(self.list_count(held), lines, "count"), held=held)

    def _element(self, offer: _Offer, index: Get) -> Body:
        """The element of an option goes into its local."""
        options = offer.options
        if options.source is None or not options.var:
            return []
        held = self.declare(options.var, offer.type)
        assert isinstance(held, Get)
        if offer.held is not None:
            return [Set(held.name, self.list_item(offer.held, index))]
        return [Set(held.name, self._picked(offer, index))]

    def _picked(self, offer: _Offer, index: Get) -> Expr:
        """The element of a set with an index. In which word it is nobody can foretell, so there is no jump."""
        *others, word = offer.words
        counts = [ones(each) for each in others]
        left, first = (
            index - sum(counts[1:], counts[0]) if counts else index,
            number(64 * len(others)),
        )
        found: tuple[Expr, ...] = word, left, first
        for at in reversed(range(len(others))):
            before = sum(counts[1:at], counts[0]) if at else number(0)
            own = others[at], index - before, number(64 * at)
            here = index.less(before + counts[at])
            found = tuple(choose(here, *pair) for pair in zip(own, found, strict=True))
        return Called("pick", found[:2], low=0, high=63) + found[2]


def add_pick(tables: Tables) -> None:
    """The place of the bit with an index among those of a word that are set, the lowest first."""
    pick = Function("pick", (("word", "i64"), ("index", "i32")), "i32")
    word, index = Get("word", type="i64"), Get("index")
    pick.body = [
        Block("few", [
            Loop("next", [
                Jump("few", index.less(8)),
                *(Set("word", word & (word - 1)) for _ in range(8)),
                Set("index", index - 8),
                Jump("next"),
            ]),
        ]),
    ]  # fmt: skip
    held: list[Expr] = [word]
    for _ in range(7):
        less = pick.local("word", "i64")
        pick.body.append(Set(less.name, held[-1] & (held[-1] - 1)))
        held.append(less)
    for bit in range(3):
        pairs = zip(held[::2], held[1::2], strict=True)
        kept: list[Expr] = []
        for one, other in pairs:
            found = pick.local("word", "i64")
            pick.body.append(Set(found.name, choose(index & (1 << bit), other, one)))
            kept.append(found)
        held = kept
    pick.body.append(Return(trailing_zeros(held[0])))
    tables.wasm.add(pick)
