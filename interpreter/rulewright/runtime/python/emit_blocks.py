"""Python source for basic blocks: a function for each entry, resumption point, merge point and question.

`f` is the frame: the number of the block to resume, the locals, the caller's frame. A block returns the number of
the next block (a trampoline calls it).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from rulewright.base.records import Draft, field
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow import control_flow as flow
from rulewright.runtime.ir.dataflow.uses import (
    LocalUses,
    free_locals,
    read_by_end,
    read_by_options,
    read_by_question,
)
from rulewright.runtime.ir.engine_contract import HALF, LIST
from rulewright.runtime.ir.layout import (
    ANSWER,
    ASKING,
    ASKS_CHANCE,
    ASKS_FORCED,
    DECIDER,
    DECISION,
    FORCED,
    FRAMES,
)
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.constructors import TRUE
from rulewright.runtime.ir.terms import Ask, Const, OptionList
from rulewright.runtime.python.emit_statements import FunctionSource, StatementWriter
from rulewright.runtime.python.runtime import END, STOP


class _Region(Draft):
    """The Python function being generated, with the locals that it must load from the frame."""

    slots: tuple[str, ...]
    fetched: dict[str, None] = field(factory=dict)

    def fetch(self, names: Iterable[str]) -> None:
        """Make the function load those of the locals `names` that are kept in the frame."""
        self.fetched.update((name, None) for name in self.slots if name in set(names))


class BlockWriter:
    """Generator of Python functions for basic blocks; a block with one predecessor is inlined into that one."""

    def __init__(self, module: Module, statements: StatementWriter) -> None:
        graph = module.code.graph
        assert graph is not None
        self.module, self.graph, self.statements = module, graph, statements
        self.emit = statements.emit
        self.with_function = flow.blocks_with_function(graph)

    def functions(self) -> Iterator[FunctionSource]:
        """Yield the name and source lines of each block function."""
        for block in self.graph.blocks:
            if block.number in self.with_function:
                yield f"b{block.number}", self._block_function(block)

    def _block_function(self, block: flow.BasicBlock) -> Iterator[str]:
        """Yield the source lines of a block's function."""
        region = _Region(self.graph.slots[block.procedure])
        body = list(self._block_lines(region, LocalUses(), block, 1))
        yield f"def b{block.number}(S, G):"
        yield f"    f = S[{FRAMES}]"
        for name in region.fetched:
            yield f"    {name} = f[{region.slots.index(name) + 1}]"
        yield from body

    def _block_lines(
        self, region: _Region, path: LocalUses, block: flow.BasicBlock, depth: int
    ) -> Iterator[str]:
        """Yield the source lines of a block, and of blocks inlined after it."""
        path.body(block.body)
        if not isinstance(
            block.end, flow.Resume | flow.Suspend
        ):  # the functions of options load their own locals
            path.reads(read_by_end(block.end))
        region.fetch(path.read)
        yield from self.statements.lines(block.body, depth)
        yield from self._terminator(region, path, block, depth)

    def _terminator(
        self, region: _Region, path: LocalUses, block: flow.BasicBlock, depth: int
    ) -> Iterator[str]:
        """Yield the source lines of a block's terminator."""
        pad, end = "    " * depth, block.end
        match end:
            case flow.Goto(block=target):
                yield from self._jump(region, path, target, depth)
            case flow.Branch(condition=Const(value=value), yes=yes, no=no):
                yield from self._jump(region, path, yes if value else no, depth)
            case flow.Branch(condition=condition, yes=yes, no=no):
                yield f"{pad}if {self.emit(condition)}:"
                yield from self._jump(region, path.fork(), yes, depth + 1)
                yield from self._jump(region, path, no, depth)
            case flow.CallThen():
                yield from self._call(region, path, end, depth)
            case flow.Suspend():
                yield from self._question(region, path, end, depth)
            case flow.Resume():
                yield from self._answer(region, path, end, depth)
            case flow.ReturnToCaller():
                yield f"{pad}S[{FRAMES}] = f[-1]"
                yield f"{pad}return f[-1][0]"
            case flow.EndOfGame():
                yield f"{pad}S[{FRAMES}] = ({END},)"
                yield f"{pad}return {END}"
            case _:
                assert_never(end)

    # ------------------------------------------------------------------ jumps and calls

    def _jump(self, region: _Region, path: LocalUses, target: int, depth: int) -> Iterator[str]:
        """Yield source lines that continue at block `target`: its inlined code, or a new frame and a return."""
        block = self.graph.blocks[target]
        if target not in self.with_function or flow.is_bare_return(block):
            yield from self._block_lines(region, path, block, depth)
            return
        pad = "    " * depth
        yield f"{pad}S[{FRAMES}] = {self._frame(region, path, block)}"
        yield f"{pad}return {target}"

    def _frame(self, region: _Region, path: LocalUses, block: flow.BasicBlock) -> str:
        """Return Python code for the frame that resumes at `block`; locals that are not live are None."""
        parts, live = [str(block.number)], block.live or frozenset()
        for place, name in enumerate(region.slots):
            if name not in live:
                parts.append("None")
            elif name in path.sure or name in region.fetched:
                parts.append(name)
            elif name in path.maybe:
                region.fetch((name,))
                parts.append(name)
            else:
                parts.append(f"f[{place + 1}]")
        return f"({', '.join([*parts, 'f[-1]'])})"

    def _call(
        self, region: _Region, path: LocalUses, end: flow.CallThen, depth: int
    ) -> Iterator[str]:
        """Yield source lines that call a procedure which may ask or end the game."""
        pad, then = "    " * depth, self.graph.blocks[end.then]
        entry, slots = self.graph.entries[end.procedure], self.graph.slots[end.procedure]
        empty = ["None"] * (len(slots) - len(end.arguments))
        up = "f[-1]" if flow.is_bare_return(then) else self._frame(region, path, then)
        frame = ", ".join([str(entry), *map(self.emit, end.arguments), *empty, up])
        yield f"{pad}S[{FRAMES}] = ({frame})"
        yield f"{pad}return {entry}"

    # ------------------------------------------------------------------ questions

    def _question(
        self, region: _Region, path: LocalUses, end: flow.Suspend, depth: int
    ) -> Iterator[str]:
        """Yield source lines that ask a question; a single option, or chance, is decided at once."""
        pad, ask = "    " * depth, end.ask
        if ask.decider is not None:
            path.reads(free_locals(ask.decider))
            region.fetch(path.read)
        yield f"{pad}S[{FRAMES}] = {self._frame(region, path, self.graph.blocks[end.answer])}"
        yield f"{pad}o = o{ask.decision}(S)"
        yield f"{pad}n = len(o)"
        if ask.decider is None:
            yield f"{pad}if n and not (S[{ASKING}] & {ASKS_CHANCE} and n > 1):"
            yield f"{pad}    S[{ANSWER}] = o[below(S, n)]"
            yield f"{pad}    return {end.answer}"
        elif not ask.anyway:
            yield f"{pad}if n == 1 and not S[{ASKING}] & {ASKS_FORCED}:"
            yield f"{pad}    S[{FORCED}] += 1"
            yield f"{pad}    S[{ANSWER}] = o[0]"
            yield f"{pad}    return {end.answer}"
        yield f"{pad}if n:"
        yield f"{pad}    S[{DECISION}] = {ask.decision}"
        yield f"{pad}    S[{DECIDER}] = {self.emit(ask.decider) if ask.decider is not None else -1}"
        yield f"{pad}    G.options = o"
        yield f"{pad}    return {STOP}"
        yield from self._jump(region, path, end.empty, depth)

    def _answer(
        self, region: _Region, path: LocalUses, end: flow.Resume, depth: int
    ) -> Iterator[str]:
        """Yield source lines that jump according to the option list of the answer."""
        pad = "    " * depth
        lists = list(zip(end.ask.options, end.then, strict=True))
        if len(lists) == 1 and end.ask.stop is None:
            yield from self._answer_from_list(region, path, lists[0], 0, f"S[{ANSWER}]", depth)
            return
        yield f"{pad}a = S[{ANSWER}]"
        if end.ask.stop is not None:
            yield f"{pad}if a < {-HALF}:"
            yield from self._jump(region, path.fork(), end.ended, depth + 1)
        for number, pair in enumerate(lists[:-1]):
            yield f"{pad}if a < {number * LIST + HALF}:"
            yield from self._answer_from_list(region, path.fork(), pair, number, "a", depth + 1)
        yield from self._answer_from_list(region, path, lists[-1], len(lists) - 1, "a", depth)

    def _answer_from_list(
        self,
        region: _Region,
        path: LocalUses,
        pair: tuple[OptionList, int],
        number: int,
        answer: str,
        depth: int,
    ) -> Iterator[str]:
        """Yield source lines for an answer from option list `number`: assign its element, then jump."""
        options, then = pair
        if options.var and options.var in (self.graph.blocks[then].live or ()):
            first = number * LIST
            element = f"{answer} - {first}" if first else answer
            yield f"{'    ' * depth}{options.var} = {element}"
            path.assigns(options.var)
        yield from self._jump(region, path, then, depth)

    # ------------------------------------------------------------------ options

    def options(self) -> Iterator[FunctionSource]:
        """Yield functions that compute the options of each question, and values for the options' texts."""
        written: set[int] = set()
        for block in self.graph.blocks:
            if isinstance(block.end, flow.Suspend) and block.end.ask.decision not in written:
                ask = block.end.ask
                written.add(ask.decision)
                slots = self.graph.slots[block.procedure]
                yield f"o{ask.decision}", self._options_function(ask, slots)
                for number, options in enumerate(ask.options):
                    if options.shown:
                        name = f"s{ask.decision}_{number}"
                        yield name, self._option_text_function(name, options, slots)

    def _options_function(self, ask: Ask, slots: tuple[str, ...]) -> Iterator[str]:
        """Yield the source lines of the function that computes the options of `ask`."""
        yield f"def o{ask.decision}(S):"
        yield from self._load_slots(slots, read_by_question(ask))
        yield from self._option_lines(ask)

    def _load_slots(self, slots: tuple[str, ...], names: Iterable[str]) -> Iterator[str]:
        """Yield source lines that load the locals `names` from the frame."""
        wanted = set(names)
        yield f"    f = S[{FRAMES}]"
        for place, name in enumerate(slots):
            if name in wanted:
                yield f"    {name} = f[{place + 1}]"

    def _option_lines(self, ask: Ask) -> Iterator[str]:
        """Yield source lines that collect the options of a question in the Python list `o` and return it."""
        yield "    o = []"
        for number, options in enumerate(ask.options):
            yield from self._list_lines(number, options)
        if ask.stop is not None:
            conditions = [] if ask.stop_alone else ["o"]
            conditions += [] if ask.stop == TRUE else [self.emit(ask.stop)]
            test = f"if {' and '.join(conditions)}: " if conditions else ""
            yield f"    {test}o.append({-LIST})"
        yield "    return o"

    def _list_lines(self, number: int, options: OptionList) -> Iterator[str]:
        """Yield source lines that append the options of option list `number` to `o`."""
        condition, first = options.condition, number * LIST
        test = "" if condition == TRUE else self.emit(condition)
        if options.source is None:
            if condition != Const(0):
                yield f"    {f'if {test}: ' if test else ''}o.append({first})"
            return
        source, pad = options.source, "    "
        if isinstance(source, ir.Cond) and isinstance(source.no, ir.Sequence):
            yield f"    if {self.emit(source.condition)}:"
            source, pad = source.yes, "        "
        element = f"{first} + {options.var}" if first else options.var
        test, elements = f" if {test}" if test else "", self.emit(source)
        if options.order:
            yield from self._sort_lines(options, elements, test, pad)
            elements, test = "l", ""
        if not first and not test:
            yield f"{pad}o += {elements}"
            return
        yield f"{pad}o += [{element} for {options.var} in {elements}{test}]"

    def _sort_lines(self, options: OptionList, elements: str, test: str, pad: str) -> Iterator[str]:
        """Yield source lines that collect the elements which pass `test` in the Python list `l`, sorted."""
        keys = ", ".join(map(self.emit, options.order))
        key = f"({keys})" if len(options.order) > 1 else keys
        yield f"{pad}l = [{options.var} for {options.var} in {elements}{test}]"
        yield f"{pad}if len(l) > 1: l.sort(key=lambda {options.var}: {key})"

    def _option_text_function(
        self, name: str, options: OptionList, slots: tuple[str, ...]
    ) -> Iterator[str]:
        """Yield the source lines of a function that computes the values in the text of an option."""
        yield f"def {name}(S, {options.var or '_'}):"
        yield from self._load_slots(slots, read_by_options(options))
        yield f"    return ({', '.join(map(self.emit, options.shown))},)"
