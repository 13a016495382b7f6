"""The options of each question, gathered into one list that all share; see `ir.answers` for what they are."""

from __future__ import annotations

from typing import Self

from rulewright.engines.native.form.making import both, widened
from rulewright.engines.native.form.native_form import (
    Body,
    Expr,
    Function,
    Get,
    If,
    Return,
    Set,
    SetGlobal,
    Store,
    Trap,
    number,
)
from rulewright.engines.native.translating.frame_scope import FrameScope
from rulewright.engines.native.translating.tables import MOST_OPTIONS, Tables
from rulewright.ir import terms as ir
from rulewright.ir.answers import END, LIST
from rulewright.ir.control_flow import Question


def add_options(tables: Tables) -> list[int]:
    """Put a function for each question into the module: it gives how many options there are."""
    graph, done = tables.module.code.graph, list[int]()
    assert graph is not None
    for block in graph.blocks:
        if isinstance(block.end, Question) and block.end.ask.decision not in done:
            done.append(block.end.ask.decision)
            function = Function(f"o{done[-1]}", (("S", "i32"),), "i32", apart=True)
            _OptionScope(tables, function, block.procedure).put(block.end.ask)
    return done


class _OptionScope(FrameScope):
    def put(self, ask: ir.Ask) -> None:
        """Put the function of a question into the module."""
        self.found = self.function.local("count", low=0, high=MOST_OPTIONS)
        lines: Body = [Set(self.found.name, number(0))]
        for at, options in enumerate(ask.options):
            lines += self._list(at, options)
        if ask.stop is not None:
            others = number(1) if ask.stop_alone else self.found
            lines.append(If(both(others, self.number(ask.stop)), self._add(number(END, "i64"))))
        lines, value = self.with_room([*self.begin(), *lines], self.found)
        assert value is not None
        self.function.body = [*lines, SetGlobal("count", value), Return(value)]
        self.tables.wasm.add(self.function)

    def _list(self, at: int, options: ir.OptionList) -> Body:
        first = at * LIST
        if options.source is None:
            return [If(self.number(options.condition), self._add(number(first, "i64")))]
        source = ir.Filtered(options.source, options.var, options.condition)
        return self.each(source, lambda element: self._add(widened(element) + first))

    def _add(self, option: Expr) -> Body:
        return [
            If(self.found.at_least(MOST_OPTIONS), [Trap()]),
            Store(self.found * 8, self.tables.options, 8, option),
            Set(self.found.name, self.found + 1),
        ]


def add_shown(tables: Tables) -> None:
    """Put a function for each value in the text of an option into the module; see `shown_name`."""
    graph, done = tables.module.code.graph, set[int]()
    assert graph is not None
    for block in graph.blocks:
        if isinstance(block.end, Question) and block.end.ask.decision not in done:
            done.add(block.end.ask.decision)
            for at, options in enumerate(block.end.ask.options):
                for value, node in enumerate(options.shown):
                    name = shown_name(block.end.ask.decision, at, value)
                    _ShownScope.of(tables, f"game.{name}", block.procedure).put_shown(options, node)


def shown_name(decision: int, option_list: int, value: int) -> str:
    """What gives a value in the text of the options of a list, of an element, is called."""
    return f"shown_{decision}_{option_list}_{value}"


class _ShownScope(FrameScope):
    @classmethod
    def of(cls, tables: Tables, name: str, procedure: str) -> Self:
        """The scope of such a function."""
        function = Function(name, (("S", "i32"), ("element", "i32")), "i32", exported=True)
        return cls(tables, function, procedure)

    def put_shown(self, options: ir.OptionList, node: ir.Node) -> None:
        """Put the function of a value into the module."""
        lines: Body = [
            SetGlobal("scratch", number(self.tables.scratch)),
            *self.new_steps(),
            *self.begin(),
        ]
        if options.var:
            type_ = self.types.get(options.var, ir.NUMBER)
            span = self.spans.local(self.code, options.var, type_)
            self.names[options.var] = self.kept(self.within(Get("element"), *span), lines)
        value = self.kept(self.number(node), lines)
        lines, result = self.with_room(lines, value)
        assert result is not None
        self.function.body = [*lines, Return(result)]
        self.tables.wasm.add(self.function)
