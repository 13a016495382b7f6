"""Emits procedures that may suspend, as functions that can resume at any block.

Each function contains the blocks of a group of procedures (see `layout.frame_layout`) and works on their frames.
Its result is RETURNED when the first procedure of the group has returned, and SUSPENDED when a decision is
awaited or the game is over. Then all active functions return at once, and the frames say where to resume. Other
groups are called. As in `runtime/python/emit_blocks.py`, a frame without further work is replaced by the frame of
the next call (a tail call). So the frames of a waiting game are the same in both engines.

The function of the main flow can resume at all blocks and calls the functions of the others. Instead of jumping
back it returns the next block to a trampoline. With a loop around the whole body, wasmtime would hoist all its
invariants and compute them on each resumption.

In random playouts nothing suspends, so calls go to the functions of whole games, without a frame.
"""

from __future__ import annotations

from typing import cast

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, is_zero, narrowed
from rulewright.native.builder.code import call
from rulewright.native.emit.blocks.block_groups import BlockGroup, ResumePoint
from rulewright.native.emit.blocks.frame_scope import FramesScope
from rulewright.native.emit.blocks.option_functions import OptionListScope
from rulewright.native.emit.emit_context import Unsupported
from rulewright.native.emit.function_writer import FunctionWriter
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.layout.memory_forms import BELOW, BLOCK, END, LOCALS
from rulewright.runtime.ir.dataflow import control_flow as flow
from rulewright.runtime.ir.engine_contract import HALF, LIST
from rulewright.runtime.ir.layout import ASKS_CHANCE, ASKS_FORCED
from rulewright.runtime.ir.terms import OptionList

RETURNED, SUSPENDED = 0, -1

LIST_ONLY = 4
"""Flag in the cell `asking` while options are only listed: suspend at the question in any case."""


def add_blocks(builder: ModuleBuilder) -> None:
    """Add the procedures that may suspend, and the function `go`, which runs the game until it suspends or ends."""
    root, groups = builder.module.code.flow, builder.layout.frames.groups
    firsts = dict.fromkeys(group.first for group in groups.values())
    begins: dict[ResumePoint, tuple[str, int]] = {}
    for first in firsts:
        if first != root:
            function = wasm.Function(
                f"b_{first}", (("frame", "i32"), ("at", "i32")), "i32", never_inlined=True
            )
            scope = _GroupScope(builder, function, first, wasm.Get("frame", low=0))
            scope.add_function({})
            together = scope.blocks
            begins |= {at: (function.name, together.frame_of(at)) for at in together.entries}
    function = wasm.Function(f"b_{root}", (("at", "i32"),), "i32", never_inlined=True)
    stack = builder.state + builder.layout.frame_stack
    _GroupScope(builder, function, root, wasm.number(stack + LOCALS)).add_function(begins)
    code = FunctionWriter(builder, wasm.Function("go", (("further", "i32"),)), "go")
    code.state = wasm.number(builder.state)
    begin = wasm.Load(code.game.frames, stack + BLOCK, 2)
    at = code.var(begin + code.parameter("further"), "at")
    with code.repeat() as again:
        at.set(call(function.name, at))
        again.jump(at >= 0)
    code.finish()


class _GroupScope(FramesScope, OptionListScope):
    """An emitter of one function with the blocks of a group of procedures, in an order of forward jumps."""

    def __init__(
        self, builder: ModuleBuilder, function: wasm.Function, first: str, frame: wasm.Expr
    ) -> None:
        super().__init__(builder, function, first, frame)
        self.writer.state = wasm.number(builder.state)
        self.root, self.is_flow = first, first == builder.module.code.flow
        graph = builder.module.code.graph
        assert graph is not None
        self.graph = graph
        self.blocks = BlockGroup(graph, self.layout.frames.groups, first)
        self.group, self.labels_of = self.blocks.group, self.blocks.labels
        self.result = function.local("result")
        self.at = wasm.Get("at")
        self.out, self.again = self.label("out"), self.label("again")
        self.ahead: frozenset[ResumePoint] = frozenset()
        self.current, self.repeats = -1, False

    def add_function(self, others: dict[ResumePoint, tuple[str, int]]) -> None:
        """Emit this group's blocks as one function and add it to the module.

        `others` maps blocks of other groups to their function and the offset of their frame from that function's
        first.
        """
        self.enter_procedure(self.root, 0)
        labels_of = {
            **{at: f"in {name} {frame_offset}" for at, (name, frame_offset) in others.items()},
            **self.labels_of,
        }
        # WebAssembly only has structured control flow. The dispatch (`br_table`) is in the innermost of nested
        # blocks, and the code of a basic block follows the end of its label, so that a forward jump is a `br`
        # out of enclosing blocks. Other jumps take another round through the dispatch. Compare Ramsey, "Beyond
        # Relooper: recursive translation of unstructured control flow to structured control flow", ICFP 2022,
        # https://doi.org/10.1145/3547621.
        known = range(min(labels_of), max(labels_of) + 1)
        labels = [labels_of.get(at, "none") for at in known]
        code, order = self.writer, self.blocks.order()
        self.ahead = frozenset(order)
        with code.recording() as body:
            code.emit(wasm.Block("none", [wasm.Switch(self.at - known[0], (*labels, "none"))]))
            with code.when(self.at == END):
                self._finish_game()
            code.trap()
        for name, frame_offset in dict.fromkeys(others.values()):
            with code.recording() as rest:
                self._call_group(name, frame_offset)
            body = [wasm.Block(f"in {name} {frame_offset}", body), *rest]
        for place, at in enumerate(order):
            self.ahead = frozenset(order[place + 1 :])
            self.current, self.repeats = at, False
            with code.recording() as lines:
                self._record_block(at)
            if self.repeats:
                lines = [wasm.Loop(f"{self.labels_of[at]} again", lines)]
            body = [wasm.Block(self.labels_of[at], body), *lines]
        code.emit(wasm.Block(self.out, body if self.is_flow else [wasm.Loop(self.again, body)]))
        code.finish(self.result)

    def _call_group(self, name: str, frame_offset: int) -> None:
        """Record a call of the function `name`, which owns the top frame, then resume the frame below."""
        code, stack = self.writer, self.builder.state + self.layout.frame_stack
        with code.when(call(name, self.game.frames + (stack - frame_offset), self.at)):
            self._exit_with(SUSPENDED)
        code.assign(self.at, wasm.Load(self.game.frames, stack + BLOCK, 2))
        for at in self.blocks.resume_points_after(name.removeprefix("b_")):
            with code.when(self.at == at):
                self._jump_to(at)
        # A procedure that the flow called last, as a tail call, has only the bottom frame below it.
        with code.when(self.at == END):
            self._finish_game()
        self._exit_with(self.at)

    # ------------------------------------------------------------------ control flow

    def _exit_with(self, result: wasm.Operand) -> None:
        """Record leaving the function with a result: RETURNED, SUSPENDED or the next block."""
        self.writer.assign(self.result, result)
        self.writer.jump(self.out)

    def _finish_game(self) -> None:
        """Record the end of the game: keep only the bottom frame, set no decision, and leave the function."""
        self.game.frames = 0
        self.game.decision = -1
        self._exit_with(SUSPENDED)

    def _record_block(self, at: ResumePoint) -> None:
        """Record the code of the block or question `at`."""
        block = self.blocks.block(at)
        self.enter_procedure(block.procedure, self.blocks.frame_of(at))
        if at >= self.blocks.question_base:
            assert isinstance(block.end, flow.Suspend)
            self._question(block.end)
        else:
            self.body(block.body)
            self._record_terminator(block)

    def _jump_to(self, target: ResumePoint) -> None:
        """Record a jump to the block `target`, or that block's code in place if it has no label."""
        label = self.labels_of.get(target)
        if label is None:
            here = self.writer.ir_name
            self._record_block(target)
            self.enter_procedure(here, self.group[here].offset)
        elif target in self.ahead:
            self.writer.jump(label)
        elif target == self.current:
            self.repeats = True
            self.writer.jump(f"{label} again")
        elif self.is_flow:
            self._exit_with(target)
        else:
            self.writer.assign(self.at, target)
            self.writer.jump(self.again)

    def _record_terminator(self, block: flow.BasicBlock) -> None:
        """Record what follows a basic block: a jump, branch, call, question, return or the game's end."""
        match block.end:
            case flow.Goto():
                self._jump_to(self.blocks.successor(block))
            case flow.Branch(condition=condition, yes=yes, no=no):
                with self.writer.when(self.number(condition)):
                    self._jump_to(yes)
                self._jump_to(no)
            case flow.CallThen():
                self._call_then(block.end)
            case flow.Suspend(answer=answer):
                self._jump_to(self.blocks.question_of(answer))
            case flow.Resume():
                self._answer(block.end)
            case flow.ReturnToCaller():
                self._record_return()
            case flow.EndOfGame():
                self._finish_game()

    def _record_return(self) -> None:
        """Record the return of a procedure: a jump to the block after its call, or leaving the function."""
        then = self.group[self.writer.ir_name].then
        if then is not None:
            self._jump_to(then)
        elif self.is_flow:
            self._finish_game()
        else:
            self.game.frames = wasm.Load(self.frame, BELOW, 2, False, low=0, high=2**16 - 1)
            self._exit_with(RETURNED)

    def _call_then(self, end: flow.CallThen) -> None:
        """Record a procedure call with a frame; in random playouts, of the variant that never suspends."""
        code = self.writer
        arguments = [
            code.let(each) for each in self.expressions.arguments_of(end.procedure, end.arguments)
        ]
        if not self.builder.replays:  # a replay never draws choices
            with code.when(wasm.Global("plays_randomly")):
                code.run(f"d_{end.procedure}", self.state, *arguments)
                with code.when(wasm.Global("is_over")):
                    self._finish_game()
                self._jump_to(end.then)
        self._push_frame(end, arguments)

    def _push_frame(self, end: flow.CallThen, arguments: list[wasm.Expr]) -> None:
        """Record a procedure call in a new frame on top, or in place of the current frame for a tail call."""
        code, frames, offset = self.writer, self.layout.frames, self.offset
        if not flow.is_bare_return(self.graph.blocks[end.then]):
            top = self.frame + (self.offset - self.builder.state - self.layout.frame_stack)
            offset += frames.sizes[code.ir_name]
            code.store(self.frame, self.offset + BLOCK, 2, end.then)
            code.store(self.frame, offset + BELOW, 2, top)
        slots = list(frames.slots[end.procedure].values())
        for slot, value in zip(slots, arguments, strict=False):
            if slot.kind != "number":
                raise Unsupported(f"{end.procedure} takes more than numbers")
            size = cast(wasm.Size, slot.item)
            code.store(self.frame, offset + slot.offset, size, value)
        begun = self.graph.entries[end.procedure]
        if end.procedure in self.group:
            self._jump_to(begun)
            return
        with code.when(call(f"b_{end.procedure}", self.frame + offset, begun)):
            self._exit_with(SUSPENDED)
        self._jump_to(end.then)

    # ------------------------------------------------------------------ questions

    def _question(self, end: flow.Suspend) -> None:
        """Record a question: take a single option or chance's draw at once, else suspend the game."""
        code, ask = self.writer, end.ask
        count = self.list_options(ask)
        with code.block("stop") as stop:
            if ask.decider is not None:
                stop.leave(count if ask.anyway else count > 1)
            stop.leave(self._has_flag(LIST_ONLY))
            with code.when(is_zero(count)):
                self._jump_to(end.empty)
            if ask.decider is None:
                stop.leave(both(count > 1, self._has_flag(ASKS_CHANCE)))
                stream = self.state + self.layout.own.random.offset
                self._answer_with(call("random_below", stream, count), end)
            elif not ask.anyway:
                stop.leave(self._has_flag(ASKS_FORCED))
                self.game.forced += 1
                self._answer_with(wasm.number(0), end)
        self._suspend(end, count)

    def _suspend(self, end: flow.Suspend, count: wasm.Expr) -> None:
        """Record the suspension at a question: store the block to resume at, the decision and the decider."""
        code, decider = self.writer, end.ask.decider
        code.store(self.frame, self.offset + BLOCK, 2, end.answer)
        code.set_global("option_count", count)
        stack = self.builder.state + self.layout.frame_stack
        self.game.frames = self.frame + (self.offset - stack)
        self.game.decision = end.ask.decision
        self.game.decider = -1 if decider is None else self.number(decider)
        self._exit_with(SUSPENDED)

    def _has_flag(self, what: int) -> wasm.Expr:
        """Emit the test whether the state's cell `asking` has the flag `what`."""
        return (self.game.asking & what) != 0

    def _answer_with(self, index: wasm.Expr, end: flow.Suspend) -> None:
        """Record the answer to a question by the listed option at `index`, and go on from there."""
        self.game.answer = wasm.Load(index * 8, self.builder.options, 8, type="i64")
        self._jump_to(end.answer)

    def _answer(self, end: flow.Resume) -> None:
        """Record the jump to the branch of the answered option: by its list, or the end of the choice."""
        code = self.writer
        answer = code.let(self.game.answer, "answer")
        if end.ask.stop is not None:
            with code.when(answer < -HALF):
                self._jump_to(end.ended)
        *others, last = enumerate(zip(end.ask.options, end.then, strict=True))
        for at, branch in others:
            with code.when(answer < at * LIST + HALF):
                self._list_branch(*branch, at, answer)
        self._list_branch(*last[1], last[0], answer)

    def _list_branch(self, options: OptionList, then: int, at: int, answer: wasm.Expr) -> None:
        """Record the jump for an answer from list `at`; its element is stored only if it is used later."""
        if options.var and options.var in (self.graph.blocks[then].live or ()):
            slot = self.slots[options.var]
            size, element = cast(wasm.Size, slot.item), narrowed(answer - at * LIST)
            self.writer.store(self.frame, slot.offset, size, element)
        self._jump_to(then)
