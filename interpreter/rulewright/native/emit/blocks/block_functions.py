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
from rulewright.native.emit.blocks.block_groups import BlockGroup, ResumePoint
from rulewright.native.emit.blocks.frame_scope import FramesScope
from rulewright.native.emit.blocks.option_functions import OptionListScope
from rulewright.native.emit.emit_context import Unsupported
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
    go = wasm.Function("go", (("further", "i32"),))
    at = go.local("at")
    begin = wasm.Load(
        wasm.Load(wasm.number(builder.state), builder.layout.own.frames.offset, 4),
        stack + BLOCK,
        2,
    )
    again = wasm.Jump("again", at.at_least(0))
    go.body = [
        wasm.Set(at.name, begin + wasm.Get("further")),
        wasm.Loop("again", [wasm.Set(at.name, wasm.Call(function.name, (at,))), again]),
    ]
    builder.wasm.add(go)


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
        body: wasm.Body = [wasm.Block("none", [wasm.Switch(self.at - known[0], (*labels, "none"))])]
        body += [wasm.If(self.at.equals(END), self._finish_game()), wasm.Trap()]
        order = self.blocks.order()
        self.ahead = frozenset(order)
        for name, frame_offset in dict.fromkeys(others.values()):
            body = [
                wasm.Block(f"in {name} {frame_offset}", body),
                *self._call_group(name, frame_offset),
            ]
        for place, at in enumerate(order):
            self.ahead = frozenset(order[place + 1 :])
            self.current, self.repeats = at, False
            lines = self._emit_block(at)
            if self.repeats:
                lines = [wasm.Loop(f"{self.labels_of[at]} again", lines)]
            body = [wasm.Block(self.labels_of[at], body), *lines]
        whole: wasm.Body = [
            wasm.Block(self.out, body if self.is_flow else [wasm.Loop(self.again, body)])
        ]
        lines, value = self.writer.with_scratch(whole, self.result)
        assert value is not None
        self.function.body = [*lines, wasm.Return(value)]
        self.builder.wasm.add(self.function)

    def _call_group(self, name: str, frame_offset: int) -> wasm.Body:
        """Emit a call of the function `name`, which owns the top frame, then resume the frame below."""
        stack = self.builder.state + self.layout.frame_stack
        suspends = wasm.Call(name, (self.own(self.cells.frames) + (stack - frame_offset), self.at))
        lines: wasm.Body = [
            wasm.If(suspends, self._exit_with(SUSPENDED)),
            wasm.Set(self.at.name, wasm.Load(self.own(self.cells.frames), stack + BLOCK, 2)),
        ]
        for at in self.blocks.resume_points_after(name.removeprefix("b_")):
            lines.append(wasm.If(self.at.equals(at), self._jump_to(at)))
        # A procedure that the flow called last, as a tail call, has only the bottom frame below it.
        lines.append(wasm.If(self.at.equals(END), self._finish_game()))
        return [*lines, wasm.Set(self.result.name, self.at), wasm.Jump(self.out)]

    # ------------------------------------------------------------------ control flow

    def _exit_with(self, result: int) -> wasm.Body:
        """Emit leaving the function with a result: RETURNED, SUSPENDED or the next block."""
        return [wasm.Set(self.result.name, wasm.number(result)), wasm.Jump(self.out)]

    def _finish_game(self) -> wasm.Body:
        """Emit the end of the game: keep only the bottom frame, set no decision, and leave the function."""
        return [
            *self.set_own(self.cells.frames, wasm.number(0)),
            *self.set_own(self.cells.decision, wasm.number(-1)),
            *self._exit_with(SUSPENDED),
        ]

    def _emit_block(self, at: ResumePoint) -> wasm.Body:
        """Emit the code of the block or question `at`."""
        block = self.blocks.block(at)
        self.enter_procedure(block.procedure, self.blocks.frame_of(at))
        if at >= self.blocks.question_base:
            assert isinstance(block.end, flow.Suspend)
            return self._question(block.end)
        return [*self.body(block.body), *self._emit_terminator(block)]

    def _jump_to(self, target: ResumePoint) -> wasm.Body:
        """Emit a jump to the block `target`, or that block's code in place if it has no label."""
        label = self.labels_of.get(target)
        if label is None:
            here = self.writer.code
            lines = self._emit_block(target)
            self.enter_procedure(here, self.group[here].offset)
            return lines
        if target in self.ahead:
            return [wasm.Jump(label)]
        if target == self.current:
            self.repeats = True
            return [wasm.Jump(f"{label} again")]
        if self.is_flow:
            return self._exit_with(target)
        return [wasm.Set(self.at.name, wasm.number(target)), wasm.Jump(self.again)]

    def _emit_terminator(self, block: flow.BasicBlock) -> wasm.Body:
        """Emit what follows a basic block: a jump, branch, call, question, return or the game's end."""
        match block.end:
            case flow.Goto():
                return self._jump_to(self.blocks.successor(block))
            case flow.Branch(condition=condition, yes=yes, no=no):
                return [wasm.If(self.number(condition), self._jump_to(yes)), *self._jump_to(no)]
            case flow.CallThen():
                return self._call_then(block.end)
            case flow.Suspend(answer=answer):
                return self._jump_to(self.blocks.question_of(answer))
            case flow.Resume():
                return self._answer(block.end)
            case flow.ReturnToCaller():
                return self._emit_return()
            case flow.EndOfGame():
                return self._finish_game()

    def _emit_return(self) -> wasm.Body:
        """Emit the return of a procedure: a jump to the block after its call, or leaving the function."""
        then = self.group[self.writer.code].then
        if then is not None:
            return self._jump_to(then)
        if self.is_flow:
            return self._finish_game()
        below = wasm.Load(self.frame, BELOW, 2, False, low=0, high=2**16 - 1)
        return [*self.set_own(self.cells.frames, below), *self._exit_with(RETURNED)]

    def _call_then(self, end: flow.CallThen) -> wasm.Body:
        """Emit a procedure call with a frame; in random playouts, of the variant that never suspends."""
        lines: wasm.Body = []
        arguments = [
            self.to_local(each, lines)
            for each in self.expressions.arguments_of(end.procedure, end.arguments)
        ]
        if self.builder.replays:  # a replay never draws choices
            return [*lines, *self._push_frame(end, arguments)]
        random_play: wasm.Body = [
            wasm.CallStmt(f"d_{end.procedure}", (self.state, *arguments)),
            wasm.If(wasm.Global("is_over"), self._finish_game()),
            *self._jump_to(end.then),
        ]
        return [
            *lines,
            wasm.If(wasm.Global("plays_randomly"), random_play),
            *self._push_frame(end, arguments),
        ]

    def _push_frame(self, end: flow.CallThen, arguments: list[wasm.Expr]) -> wasm.Body:
        """Emit a procedure call in a new frame on top, or in place of the current frame for a tail call."""
        lines: wasm.Body = []
        frames, offset = self.layout.frames, self.offset
        stays = not flow.is_bare_return(self.graph.blocks[end.then])
        if stays:
            top = self.frame + (self.offset - self.builder.state - self.layout.frame_stack)
            offset += frames.sizes[self.writer.code]
            lines.append(wasm.Store(self.frame, self.offset + BLOCK, 2, wasm.number(end.then)))
            lines.append(wasm.Store(self.frame, offset + BELOW, 2, top))
        slots = list(frames.slots[end.procedure].values())
        for slot, value in zip(slots, arguments, strict=False):
            if slot.kind != "number":
                raise Unsupported(f"{end.procedure} takes more than numbers")
            lines.append(
                wasm.Store(self.frame, offset + slot.offset, cast(wasm.Size, slot.item), value)
            )
        begun = self.graph.entries[end.procedure]
        if end.procedure in self.group:
            return [*lines, *self._jump_to(begun)]
        suspends = wasm.Call(f"b_{end.procedure}", (self.frame + offset, wasm.number(begun)))
        return [*lines, wasm.If(suspends, self._exit_with(SUSPENDED)), *self._jump_to(end.then)]

    # ------------------------------------------------------------------ questions

    def _question(self, end: flow.Suspend) -> wasm.Body:
        """Emit a question: take a single option or chance's draw at once, else suspend the game."""
        lines: wasm.Body = []
        ask = end.ask
        count = self.list_options(ask, lines)
        stop = self.label("stop")
        here: wasm.Body = [
            wasm.Jump(stop, self._has_flag(LIST_ONLY)),
            wasm.If(is_zero(count), self._jump_to(end.empty)),
        ]
        if ask.decider is None:
            stream = self.state + self.layout.own.random.offset
            waits = both(wasm.compared("gt_s", count, 1), self._has_flag(ASKS_CHANCE))
            here += [
                wasm.Jump(stop, waits),
                *self._answer_with(wasm.Call("random_below", (stream, count)), end),
            ]
        elif ask.anyway:
            here = [wasm.Jump(stop, count), *here]
        else:
            count_forced = self.set_own(self.cells.forced, self.own(self.cells.forced) + 1)
            here = [
                wasm.Jump(stop, wasm.compared("gt_s", count, 1)), *here,
                wasm.Jump(stop, self._has_flag(ASKS_FORCED)), *count_forced,
                *self._answer_with(wasm.number(0), end),
            ]  # fmt: skip
        return [*lines, wasm.Block(stop, here), *self._suspend(end, count)]

    def _suspend(self, end: flow.Suspend, count: wasm.Expr) -> wasm.Body:
        """Emit the suspension at a question: store the block to resume at, the decision and the decider."""
        decider = end.ask.decider
        top = self.frame + (self.offset - self.builder.state - self.layout.frame_stack)
        return [
            wasm.Store(self.frame, self.offset + BLOCK, 2, wasm.number(end.answer)),
            wasm.SetGlobal("option_count", count),
            *self.set_own(self.cells.frames, top),
            *self.set_own(self.cells.decision, wasm.number(end.ask.decision)),
            *self.set_own(
                self.cells.decider, wasm.number(-1) if decider is None else self.number(decider)
            ),
            *self._exit_with(SUSPENDED),
        ]

    def _has_flag(self, what: int) -> wasm.Expr:
        """Emit the test whether the state's cell `asking` has the flag `what`."""
        return wasm.compared("ne", self.own(self.cells.asking) & what, 0)

    def _answer_with(self, index: wasm.Expr, end: flow.Suspend) -> wasm.Body:
        """Emit the answer to a question by the listed option at `index`, and go on from there."""
        option = wasm.Load(index * 8, self.builder.options, 8, type="i64")
        return [*self.set_own(self.cells.answer, option), *self._jump_to(end.answer)]

    def _answer(self, end: flow.Resume) -> wasm.Body:
        """Emit the jump to the branch of the answered option: by its list, or the end of the choice."""
        answer = self.function.local("answer", "i64")
        lines: wasm.Body = [wasm.Set(answer.name, self.own(self.cells.answer))]
        branches = list(zip(end.ask.options, end.then, strict=True))
        if end.ask.stop is not None:
            lines.append(wasm.If(wasm.compared("lt_s", answer, -HALF), self._jump_to(end.ended)))
        for at, branch in enumerate(branches[:-1]):
            ours = wasm.compared("lt_s", answer, at * LIST + HALF)
            lines.append(wasm.If(ours, self._list_branch(branch, at, answer)))
        return [*lines, *self._list_branch(branches[-1], len(branches) - 1, answer)]

    def _list_branch(self, branch: tuple[OptionList, int], at: int, answer: wasm.Expr) -> wasm.Body:
        """Emit the jump for an answer from list `at`; its element is stored only if it is used later."""
        options, then = branch
        lines: wasm.Body = []
        if options.var and options.var in (self.graph.blocks[then].live or ()):
            slot = self.slots[options.var]
            element = narrowed(answer - at * LIST)
            lines.append(wasm.Store(self.frame, slot.offset, cast(wasm.Size, slot.item), element))
        return [*lines, *self._jump_to(then)]
