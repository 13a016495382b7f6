"""Emits whole games as plain functions: procedures that may suspend draw their answers instead.

There are no frames. Options are counted and only the chosen one is located. Knowledge is tracked only if a rule
asks for it. That makes a game of which only the outcome is reported much faster. Choices and chance come from the
same random streams as in games that suspend, so the games are identical.
"""

from __future__ import annotations

from typing import TypeAlias

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, widened
from rulewright.native.builder.code import JumpLabel, LocalVar, call
from rulewright.native.builder.structs import I64, NumberArray
from rulewright.native.emit.blocks.option_sets import OfferedOptions, OptionSetScope
from rulewright.native.emit.function_writer import FunctionWriter
from rulewright.native.emit.module_builder import MAX_OPTIONS, ModuleBuilder
from rulewright.native.emit.statements import bind_parameters, declare_function
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
            scope.whole_body(procedure.body)
            scope.writer.finish()


def _add_draw_choice(builder: ModuleBuilder) -> None:
    """Add the function that draws an option's index from the stream of choices, counts it and records it."""
    code = _drawing_function(builder, "draw_choice")
    note = wasm.Global("record_position", low=0)
    index = code.let(call("random_below", builder.stream, code.parameter("total", low=0), low=0))
    code.game.made += 1
    if builder.suspends:
        code.refuel()
        with code.when(note):
            code.trap_if(note >= wasm.Global("record_end"))
            code.store(note, 0, 2, index)
            code.set_global("record_position", note + 2)
    code.finish(index)


def _drawing_function(builder: ModuleBuilder, name: str) -> FunctionWriter:
    """Return a new function that draws one of `total` options."""
    function = wasm.Function(name, (("S", "i32"), ("total", "i32")), "i32")
    return FunctionWriter(builder, function, name)


def _add_choose_or_force(builder: ModuleBuilder) -> None:
    """Add the function that chooses an option's index: forced if it is the only one, else drawn.

    It has no branch, because whether there is a single option is hard to predict.
    """
    code = _drawing_function(builder, "choose_or_force")
    total = code.parameter("total", low=0)
    forced, decisions = builder.layout.own.forced, builder.layout.own.made
    assert decisions.offset == forced.offset + 4  # both counters are updated as one 64 bit number
    counts = NumberArray(code, I64, forced.offset, code.state)
    counts[0] += choose(total == 1, *(wasm.number(1 << shift, "i64") for shift in (0, 32)))
    code.finish(call("random_below_or_zero", builder.stream, total, low=0))


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


_Branch: TypeAlias = "tuple[int, OfferedOptions] | None"
"""A list of options with its number among a question's lists; None for the option that ends the choice."""


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
        self._over: JumpLabel | None = None

    def whole_body(self, body: ir.Body) -> None:
        """Record the body of a procedure, with an exit for the end of the game if it may occur."""
        if self.writer.ir_name not in self.ending:
            self.body(body)
            return
        with self.writer.block("over") as self._over:
            self.body(body)

    def end_game(self) -> None:
        """Record the end of the game: set the global `is_over` and leave the function."""
        assert self._over is not None
        self.writer.set_global("is_over", 1)
        self._over.leave()

    def perform(self, stmt: ir.Perform) -> None:
        """Record the call of a procedure; leave the function if the game is over afterwards."""
        name = stmt.procedure
        kind = "d" if self.module.code.procedures[name].asks else "p"
        arguments = self.expressions.arguments_of(name, stmt.arguments)
        self.writer.run(f"{kind}_{name}", self.state, *arguments)
        if name in self.ending:
            assert self._over is not None
            self._over.leave(wasm.Global("is_over"))

    def body(self, body: ir.Body) -> None:
        """Record statements; a loop that contains questions also traps if a game has too many decisions."""
        if self.builder.suspends and body and isinstance(body[0], ir.Spend) and self._asks(body):
            self.writer.limit_decisions()
        super().body(body)

    def _asks(self, body: ir.Body) -> bool:
        """Return whether a body contains a question, directly or through calls."""
        procedures = self.module.code.procedures
        return any(
            isinstance(term, ir.Ask)
            or (isinstance(term, ir.Perform) and procedures[term.procedure].asks)
            for term in walk_body(body)
        )

    def ask(self, stmt: ir.Ask) -> None:
        """Record a question: draw an option and run the branch that follows from it."""
        offers, total = self.offer_options(stmt)
        index = self.writer.var(hint="index", low=0, high=MAX_OPTIONS)
        with self.writer.when(1 if total.low > 0 else total):
            self._draw_index(stmt, total, index)
            self._branch_to_option(stmt, offers, index)
        with self.writer.else_():
            self.body(stmt.empty)

    def _draw_index(self, stmt: ir.Ask, total: wasm.Expr, index: LocalVar) -> None:
        """Record the choice of an option's index: 0 for a single option, else a random one.

        Chance decisions draw from the game's own stream.
        """
        if stmt.decider is None:
            stream = self.state + self.layout.own.random.offset
            index.set(call("random_below", stream, total))
            return
        if (
            not self.builder.suspends
            and not stmt.anyway
            and len(stmt.options) >= MIN_LISTS_BRANCH_FREE
        ):
            index.set(call("choose_or_force", self.state, total))
            return
        with self.writer.when(0 if stmt.anyway else total == 1):
            index.set(0)
            self.game.forced += 1
        with self.writer.else_():
            index.set(call("draw_choice", self.state, total))
            if self.builder.suspends:
                self.game.decider = self.number(stmt.decider)

    def _branch_to_option(
        self, stmt: ir.Ask, offers: list[OfferedOptions], index: LocalVar
    ) -> None:
        """Record the jump to the branch of the option at `index`; the end option comes after all lists."""
        branches: list[_Branch] = [
            (at, offer) for at, offer in enumerate(offers) if offer.count.high
        ]
        if stmt.stop is not None:
            branches.append(None)
        with self.writer.block("chosen") as out:
            self._search_branch(branches, index, out)
            self.body(stmt.ended)

    def _search_branch(self, branches: list[_Branch], index: LocalVar, out: JumpLabel) -> None:
        """Record a binary search for the branch whose list of options contains an index."""
        if len(branches) > 1:
            weights = [
                MAX_WEIGHT if b is None else min(b[1].count.high, MAX_WEIGHT) for b in branches
            ]
            at = balanced_split(weights)
            last = branches[at - 1]
            assert last is not None
            with self.writer.when(index < last[1].end):
                self._search_branch(branches[:at], index, out)
                out.leave()
            self._search_branch(branches[at:], index, out)
        for branch in branches if len(branches) == 1 else ():
            if branch is None:
                self._store_answer(wasm.number(END, "i64"))
            else:
                self._list_branch(*branch, index)

    def _store_answer(self, answer: wasm.Expr) -> None:
        """Record the write of the answer into the state; nothing where games never suspend."""
        if self.builder.suspends:
            self.game.answer = answer

    def _list_branch(self, at: int, offer: OfferedOptions, index: LocalVar) -> None:
        """Record the branch for an option of list `at`, whose element is assigned to the list's local."""
        self._assign_element(offer, at, index)
        held = self.names.get(offer.options.var)
        if (
            self.picked_word is not None
            and isinstance(held, wasm.Get)
            and not self._is_assigned(offer.options.var)
        ):
            self.writer.lowest_of[held.name] = self.picked_word
        self.body(offer.options.then)
        self.writer.lowest_of.clear()

    def _is_assigned(self, name: str) -> bool:
        """Return whether the local `name` is also assigned by statements, not only by options."""
        body = self.module.code.procedures[self.writer.ir_name].body
        return any(isinstance(t, ir.Assign) and t.name == name for t in walk_body(body))

    def _assign_element(self, offer: OfferedOptions, at: int, index: LocalVar) -> None:
        """Record the assignment of an option's element to its local."""
        if offer.options.source is None:
            self._store_answer(wasm.number(at * LIST, "i64"))
            return
        if not offer.options.var and not self.builder.suspends:
            return
        element = self.writer.let(self.element_at(offer, index.fixed - offer.begin), "element")
        self._store_answer(widened(element) + at * LIST)
        if offer.options.var:
            held = self.declare(offer.options.var, offer.type)
            assert isinstance(held, wasm.Get)
            self.writer.assign(held, element)


def balanced_split(weights: list[int]) -> int:
    """Return the index at which to split `weights` so that both parts have about the same sum."""
    # Splitting weights evenly gives nearly optimal search trees: Mehlhorn, Acta Informatica 5, 1975,
    # https://doi.org/10.1007/BF00264563.
    return min(range(1, len(weights)), key=lambda at: abs(sum(weights[:at]) - sum(weights[at:])))
