"""Emits whole games as plain functions: procedures that may suspend draw their answers instead.

There are no frames. Options are counted and only the chosen one is located. Knowledge is tracked only if a rule
asks for it. That makes a game of which only the outcome is reported much faster. Choices and chance come from the
same random streams as in games that suspend, so the games are identical.
"""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, widened
from rulewright.native.emit.blocks.option_sets import OfferedOptions, OptionSetScope
from rulewright.native.emit.module_builder import MAX_OPTIONS, ModuleBuilder
from rulewright.native.emit.statements import StatementScope, bind_parameters, declare_function
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.engine_contract import END, LIST
from rulewright.runtime.ir.module import Code
from rulewright.runtime.ir.walk import called_procedures, walk_body

MAX_WEIGHT = 4
"""The largest weight of a list in the binary search for the chosen option; the end option has it too."""

MIN_LISTS_BRANCH_FREE = 3
"""From this number of lists on, whether a question has a single option is unpredictable, so a branch-free draw is
faster. Below it a predicted branch is: the draw need not wait for the number of options."""


def add_whole_games(builder: ModuleBuilder) -> None:
    """Add variants of the procedures that may suspend, which draw answers and never suspend."""
    _add_draw_choice(builder)
    if not builder.suspends:
        _add_choose_or_force(builder)
    ending = _procedures_that_end(builder.module.code)
    for procedure in builder.module.code.procedures.values():
        if procedure.asks:
            function = declare_function(f"d_{procedure.name}", procedure)
            scope = _PlayingScope(builder, function, procedure.name, ending)
            # One game runs at a time, at a constant address. Trials run on copies, but never in these functions.
            scope.writer.state = wasm.number(builder.state)
            scope.log_messages.silent = True
            bind_parameters(scope, procedure)
            function.body, _ = scope.writer.with_scratch(scope.procedure_body(procedure.body), None)
            builder.wasm.add(function)


def _add_draw_choice(builder: ModuleBuilder) -> None:
    """Add the function that draws an option's index from the stream of choices, counts it and records it."""
    function = wasm.Function("draw_choice", (("S", "i32"), ("total", "i32")), "i32")
    scope = StatementScope(builder, function, "draw_choice")
    index, note = function.local("index", low=0), wasm.Global("record_position", low=0)
    noted: wasm.Body = [
        wasm.If(note.at_least(wasm.Global("record_end")), [wasm.Trap()]),
        wasm.Store(note, 0, 2, index),
        wasm.SetGlobal("record_position", note + 2),
    ]
    function.body = [
        wasm.Set(
            index.name,
            wasm.Call("random_below", (wasm.number(builder.stream), wasm.Get("total", low=0))),
        ),
        *scope.set_own(scope.cells.made, scope.own(scope.cells.made) + 1),
        *([*scope.writer.refuel(), wasm.If(note, noted)] if builder.suspends else []),
        wasm.Return(index),
    ]
    builder.wasm.add(function)


def _add_choose_or_force(builder: ModuleBuilder) -> None:
    """Add the function that chooses an option's index: forced if it is the only one, else drawn.

    It has no branch, because whether there is a single option is hard to predict.
    """
    function = wasm.Function("choose_or_force", (("S", "i32"), ("total", "i32")), "i32")
    scope, total = StatementScope(builder, function, "choose_or_force"), wasm.Get("total", low=0)
    forced, decisions = builder.layout.own.forced, builder.layout.own.made
    assert decisions.offset == forced.offset + 4  # both counters are updated as one 64 bit number
    counts = wasm.Load(scope.state, forced.offset, 8, type="i64")
    one = [wasm.number(1 << shift, "i64") for shift in (0, 32)]
    function.body = [
        wasm.Store(scope.state, forced.offset, 8, counts + choose(total.equals(1), *one)),
        wasm.Return(wasm.Call("random_below_or_zero", (wasm.number(builder.stream), total), low=0)),
    ]
    builder.wasm.add(function)


def _procedures_that_end(code: Code) -> frozenset[str]:
    """Return the procedures that may end the game, directly or through calls."""
    ending = {
        name
        for name, procedure in code.procedures.items()
        if any(isinstance(term, ir.EndGame) for term in walk_body(procedure.body))
    }
    before = 0
    while before != len(ending):
        before = len(ending)
        ending |= {
            name for name, each in code.procedures.items() if called_procedures(each.body) & ending
        }
    return frozenset(ending)


class _PlayingScope(OptionSetScope):
    """An emitter of a procedure as a plain function that never suspends; the game's end leaves all functions."""

    def __init__(
        self,
        builder: ModuleBuilder,
        function: wasm.Function,
        procedure: str,
        ending: frozenset[str],
    ) -> None:
        super().__init__(builder, function, procedure)
        self.ending = ending
        self._out = self.label("over")

    def procedure_body(self, body: ir.Body) -> wasm.Body:
        """Emit the body of a procedure, with an exit for the end of the game if it may occur."""
        lines = self.body(body)
        return [wasm.Block(self._out, lines)] if self.writer.code in self.ending else lines

    def end_game(self) -> wasm.Body:
        """Emit the end of the game: set the global `is_over` and leave the function."""
        return [wasm.SetGlobal("is_over", wasm.number(1)), wasm.Jump(self._out)]

    def perform(self, stmt: ir.Perform) -> wasm.Body:
        """Emit the call of a procedure; leave the function if the game is over afterwards."""
        name = stmt.procedure
        asks = self.module.code.procedures[name].asks
        run = wasm.CallStmt(
            f"{'d' if asks else 'p'}_{name}",
            (self.state, *self.expressions.arguments_of(name, stmt.arguments)),
        )
        return [run, wasm.Jump(self._out, wasm.Global("is_over"))] if name in self.ending else [run]

    def body(self, body: ir.Body) -> wasm.Body:
        """Emit statements; a loop that contains questions also traps if a game has too many decisions."""
        lines = super().body(body)
        if self.builder.suspends and body and isinstance(body[0], ir.Spend) and self._asks(body):
            return [*self.writer.limit_decisions(), *lines]
        return lines

    def _asks(self, body: ir.Body) -> bool:
        """Return whether a body contains a question, directly or through calls."""
        procedures = self.module.code.procedures
        return any(
            isinstance(term, ir.Ask)
            or (isinstance(term, ir.Perform) and procedures[term.procedure].asks)
            for term in walk_body(body)
        )

    def ask(self, stmt: ir.Ask) -> wasm.Body:
        """Emit a question: draw an option and run the branch that follows from it."""
        lines: wasm.Body = []
        offers, total = self.offer_options(stmt, lines)
        index = self.function.local("index", low=0, high=MAX_OPTIONS)
        answered = [
            *self._draw_index(stmt, total, index),
            *self._branch_to_option(stmt, offers, index),
        ]
        if total.low > 0:
            return [*lines, *answered]
        return [*lines, wasm.If(total, answered, self.body(stmt.empty))]

    def _draw_index(self, stmt: ir.Ask, total: wasm.Expr, index: wasm.Get) -> wasm.Body:
        """Emit the choice of an option's index: 0 for a single option, else a random one.

        Chance decisions draw from the game's own stream.
        """
        if stmt.decider is None:
            stream = self.state + self.layout.own.random.offset
            return [wasm.Set(index.name, wasm.Call("random_below", (stream, total)))]
        if (
            not self.builder.suspends
            and not stmt.anyway
            and len(stmt.options) >= MIN_LISTS_BRANCH_FREE
        ):
            return [wasm.Set(index.name, wasm.Call("choose_or_force", (self.state, total)))]
        draw: wasm.Body = [wasm.Set(index.name, wasm.Call("draw_choice", (self.state, total)))]
        if self.builder.suspends:
            draw += self.set_own(self.cells.decider, self.number(stmt.decider))
        if stmt.anyway:
            return draw
        forced = self.layout.own.forced
        once: wasm.Body = [
            wasm.Set(index.name, wasm.number(0)),
            forced.store(self.state, forced.load(self.state) + 1),
        ]
        return [wasm.If(total.equals(1), once, draw)]

    def _branch_to_option(
        self, stmt: ir.Ask, offers: list[OfferedOptions], index: wasm.Get
    ) -> wasm.Body:
        """Emit the jump to the branch of the option at `index`; the end option comes after all lists."""
        out = self.label("chosen")
        nonempty = [(at, offer) for at, offer in enumerate(offers) if offer.count.high]
        branches = [self._list_branch(offer, at, index) for at, offer in nonempty]
        if stmt.stop is not None:
            branches.append(self._store_answer(wasm.number(END, "i64")))
        dispatch = self._search_branch(branches, [offer for _, offer in nonempty], index, out)
        return [wasm.Block(out, [*dispatch, *self.body(stmt.ended)])]

    def _search_branch(
        self, branches: list[wasm.Body], offers: list[OfferedOptions], index: wasm.Get, out: str
    ) -> wasm.Body:
        """Emit a binary search for the branch whose list of options contains an index."""
        if len(branches) <= 1:
            return [line for way in branches for line in way]
        weights = [min(offer.count.high, MAX_WEIGHT) for offer in offers]
        if len(branches) > len(offers):
            weights.append(MAX_WEIGHT)  # the end option, which is in no list
        at = balanced_split(weights)
        first = self._search_branch(branches[:at], offers[:at], index, out)
        rest = self._search_branch(branches[at:], offers[at:], index, out)
        return [wasm.If(index.less(offers[at - 1].end), [*first, wasm.Jump(out)]), *rest]

    def _store_answer(self, answer: wasm.Expr) -> wasm.Body:
        """Emit the write of the answer into the state; nothing where games never suspend."""
        return self.set_own(self.cells.answer, answer) if self.builder.suspends else []

    def _list_branch(self, offer: OfferedOptions, at: int, index: wasm.Get) -> wasm.Body:
        """Emit the branch for an option of list `at`, whose element is assigned to the list's local."""
        lines = self._assign_element(offer, at, index)
        held = self.names.get(offer.options.var)
        if (
            self.picked_word is not None
            and isinstance(held, wasm.Get)
            and not self._is_assigned(offer.options.var)
        ):
            self.writer.lowest_of[held.name] = self.picked_word
        lines += self.body(offer.options.then)
        self.writer.lowest_of.clear()
        return lines

    def _is_assigned(self, name: str) -> bool:
        """Return whether the local `name` is also assigned by statements, not only by options."""
        body = self.module.code.procedures[self.writer.code].body
        return any(isinstance(t, ir.Assign) and t.name == name for t in walk_body(body))

    def _assign_element(self, offer: OfferedOptions, at: int, index: wasm.Get) -> wasm.Body:
        """Emit the assignment of an option's element to its local."""
        if offer.options.source is None:
            return self._store_answer(wasm.number(at * LIST, "i64"))
        if not offer.options.var and not self.builder.suspends:
            return []
        lines: wasm.Body = []
        element = self.to_local(self.element_at(offer, index - offer.begin), lines, "element")
        lines += self._store_answer(widened(element) + at * LIST)
        if offer.options.var:
            held = self.declare(offer.options.var, offer.type)
            assert isinstance(held, wasm.Get)
            lines.append(wasm.Set(held.name, element))
        return lines


def balanced_split(weights: list[int]) -> int:
    """Return the index at which to split `weights` so that both parts have about the same sum."""
    # Splitting weights evenly gives nearly optimal search trees: Mehlhorn, Acta Informatica 5, 1975,
    # https://doi.org/10.1007/BF00264563.
    return min(range(1, len(weights)), key=lambda at: abs(sum(weights[:at]) - sum(weights[at:])))
