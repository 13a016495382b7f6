"""Emits code that lists the options of a question in memory, encoded as `ir.engine_contract` says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, widened
from rulewright.native.builder.code import LocalVar
from rulewright.native.emit.blocks.frame_scope import FrameScope
from rulewright.native.emit.module_builder import MAX_OPTIONS, ModuleBuilder
from rulewright.native.emit.statements import StatementScope
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.control_flow import Suspend
from rulewright.runtime.ir.engine_contract import END, LIST
from rulewright.runtime.ir.nodes.ir_types import READING_STEPS


class OptionListScope(StatementScope):
    """An emitter that lists the options of a question in memory."""

    def list_options(self, ask: ir.Ask) -> wasm.Expr:
        """Record listing a question's options in memory; return their number."""
        code = self.writer
        end = code.var(0, "end", low=0, high=8 * MAX_OPTIONS)
        fits = 1 + sum(self._most_options(options.source) for options in ask.options) <= MAX_OPTIONS
        for at, options in enumerate(ask.options):
            for option in self._each_option(at * LIST, options):
                self._append_option(option, end, fits)
        if ask.stop is not None:
            others = wasm.number(1) if ask.stop_alone else end.fixed
            with code.when(both(others, self.number(ask.stop))):
                self._append_option(wasm.number(END, "i64"), end, fits)
        return code.let(end >> 3, "options")

    def _append_option(self, option: wasm.Expr, end: LocalVar, fits: bool) -> None:
        """Record the append of an option to the list that ends at `end`; trap if it is full, unless it `fits`."""
        if not fits:
            self.writer.trap_if(end >= 8 * MAX_OPTIONS)
        self.writer.store(end, self.builder.options, 8, option)
        end += 8

    def _each_option(self, first: int, options: ir.OptionList) -> Iterator[wasm.Expr]:
        """Yield one of a question's option lists, sorted if the rules give an order, numbered from `first` on."""
        if options.source is None:
            with self.writer.when(self.number(options.condition)):
                yield wasm.number(first, "i64")
            return
        source = ir.Filtered(options.source, options.var, options.condition)
        elements = self.each(source)
        if options.order:
            held = self.memory.new_list(options.source)
            self.memory.gather(held, source)
            self.memory.sort(held, options)
            elements = self.lists.each_in_memory(held)
        for element in elements:
            yield widened(element) + first

    def _most_options(self, source: ir.Node | None) -> int:
        """Return how many options a list can have at most; MAX_OPTIONS if unknown."""
        match source:
            case None:
                return 1
            case ir.Sequence():
                return len(source.items)
            case ir.Around():
                return self.module.players
            case ir.Pieces() | ir.AllPieces():
                return self.builder.pieces
            case ir.Filtered() | ir.Kept():
                return self._most_options(source.source)
            case ir.Cond():
                return max(self._most_options(source.yes), self._most_options(source.no))
        return MAX_OPTIONS


def add_shown(builder: ModuleBuilder) -> None:
    """Add a function for each value that the text of an option shows; `shown_name` names it."""
    graph, decisions = builder.module.code.graph, set[int]()
    assert graph is not None
    for block in graph.blocks:
        if isinstance(block.end, Suspend) and block.end.ask.decision not in decisions:
            decisions.add(block.end.ask.decision)
            for at, options in enumerate(block.end.ask.options):
                for value, node in enumerate(options.shown):
                    name = shown_name(block.end.ask.decision, at, value)
                    _ShownScope.of(builder, f"game.{name}", block.procedure).add_shown_function(
                        options, node
                    )


def shown_name(decision: int, option_list: int, value: int) -> str:
    """Return the name of the function for the value number `value` in the texts of an option list."""
    return f"shown_{decision}_{option_list}_{value}"


class _ShownScope(FrameScope):
    """An emitter of the functions that compute the values which texts of options show."""

    @classmethod
    def of(cls, builder: ModuleBuilder, name: str, procedure: str) -> Self:
        """Return the scope of a new function that gets a state and the element of an option."""
        function = wasm.Function(name, (("S", "i32"), ("element", "i32")), "i32", exported=True)
        return cls(builder, function, procedure)

    def add_shown_function(self, options: ir.OptionList, node: ir.Node) -> None:
        """Add this scope's function, which returns the value of `node` for an option."""
        code = self.writer
        code.set_global("scratch", self.builder.scratch)
        code.refuel(READING_STEPS)
        self.begin()
        if options.var:
            type_ = self.types.get(options.var, ir.NUMBER)
            span = self.spans.local(code.ir_name, options.var, type_)
            self.names[options.var] = code.let(self.within(wasm.Get("element"), *span))
        code.finish(code.let(self.number(node)))
