"""The control-flow graph of the procedures compiled into one function: entries, labels and block order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from rulewright.native.layout.frame_layout import GroupMember
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow import control_flow as flow

ResumePoint: TypeAlias = int
"""A resume point: a block number; plus the number of blocks, the question whose answer block that is."""


class BlockGroup:
    """The basic blocks of the procedure `first` and of those compiled into its function."""

    def __init__(
        self, graph: flow.ControlFlowGraph, groups: Mapping[str, GroupMember], first: str
    ) -> None:
        self.graph, self.question_base = graph, len(graph.blocks)
        self.group = {name: each for name, each in groups.items() if each.first == first}
        self.blocks = [block for block in graph.blocks if block.procedure in self.group]
        self.question_blocks = {
            block.end.answer: block for block in self.blocks if isinstance(block.end, flow.Suspend)
        }
        self.entries = {
            graph.entries[first],
            *self.question_blocks,
            *map(self.question_of, self.question_blocks),
        }
        self.entries |= {at for block in self.blocks for at in self._resume_points(block)}
        self.labels = self._labels()

    def block(self, at: ResumePoint) -> flow.BasicBlock:
        """Return the basic block at a resume point; for a question, the block that ends with it."""
        return (
            self.question_blocks[at - self.question_base]
            if at >= self.question_base
            else self.graph.blocks[at]
        )

    def question_of(self, answer: int) -> ResumePoint:
        """Return the resume point of the question whose answer resumes at the block `answer`."""
        return self.question_base + answer

    def _resume_points(self, block: flow.BasicBlock) -> tuple[ResumePoint, ...]:
        """Return the block after a call of another function; an empty tuple without such a call."""
        if isinstance(block.end, flow.CallThen) and block.end.procedure not in self.group:
            return (self._skip_returns(block.end.then),)
        return ()

    def resume_points_after(self, first: str) -> set[ResumePoint]:
        """Return the blocks at which this group goes on after calls of the procedure `first`."""
        ends = (block.end for block in self.blocks)
        calls = (end for end in ends if isinstance(end, flow.CallThen) and end.procedure == first)
        return {self._skip_returns(end.then) for end in calls}

    def successor(self, block: flow.BasicBlock) -> int:
        """Return the only successor of a block, past a branch whose outcome is known there."""
        assert isinstance(block.end, flow.Goto)
        target = self.graph.blocks[block.end.block]
        if isinstance(target.end, flow.Branch) and not target.body:
            holds = _known_value(target.end.condition, block.body)
            if holds is not None:
                return target.end.yes if holds else target.end.no
        return target.number

    def _successors(self, at: ResumePoint) -> tuple[ResumePoint, ...]:
        """Return the blocks that may follow `at` without suspension; a return leads to the block after the call."""
        if at >= self.question_base:
            end = self.question_blocks[at - self.question_base].end
            assert isinstance(end, flow.Suspend)
            return (self._skip_returns(end.empty),)
        block = self.graph.blocks[at]
        match block.end:
            case flow.Suspend(answer=answer):
                return (self.question_of(answer),)
            case flow.CallThen(procedure=name, then=then) if name in self.group:
                return (self.graph.entries[name], self._skip_returns(then))
            case flow.ReturnToCaller():
                after = self.group[block.procedure].then
                return () if after is None else (self._skip_returns(after),)
            case flow.Goto():
                return (self._skip_returns(self.successor(block)),)
        return tuple(map(self._skip_returns, flow.successors(block.end)))

    def _skip_returns(self, at: int) -> int:
        """Return the block where execution continues from `at`, past blocks that only return."""
        block = self.graph.blocks[at]
        then = self.group[block.procedure].then
        return at if then is None or not flow.is_bare_return(block) else self._skip_returns(then)

    def _labels(self) -> dict[ResumePoint, str]:
        """Return the labels of the blocks that need one: resume points and targets of several jumps."""
        everywhere = [
            *(block.number for block in self.blocks),
            *map(self.question_of, self.question_blocks),
        ]
        counts = Counter(target for at in everywhere for target in self._successors(at))
        several = {at for at, count in counts.items() if count > 1 and not self._is_bare(at)}
        return {at: f"block {at}" for at in sorted(self.entries | several)}

    def _is_bare(self, at: ResumePoint) -> bool:
        """Return whether the block `at` only returns."""
        return at < self.question_base and flow.is_bare_return(self.graph.blocks[at])

    def order(self) -> list[ResumePoint]:
        """Return the labelled blocks in reverse postorder: each before its successors, except in cycles."""
        postorder: list[ResumePoint] = []
        visited: set[ResumePoint] = set()
        # Depth-first search from the answer blocks: games resume there, so that loops which suspend begin with them
        # and need few backward jumps. Starting with the last answers gave the fewest.
        for first in [*sorted(self.question_blocks, reverse=True), *self.labels]:
            stack: list[tuple[ResumePoint, Iterator[ResumePoint]]] = []
            if first not in visited:
                visited.add(first)
                stack.append((first, iter(self._successors(first))))
            while stack:
                at, following = stack[-1]
                for target in following:
                    if target not in visited:
                        visited.add(target)
                        stack.append((target, iter(self._successors(target))))
                        break
                else:
                    postorder.append(at)
                    stack.pop()
        return [at for at in reversed(postorder) if at in self.labels]

    def frame_of(self, at: ResumePoint) -> int:
        """Return the offset of the frame of block `at` from the first frame of the group."""
        return self.group[self.block(at).procedure].offset


def _known_value(condition: ir.Node, body: ir.Body) -> bool | None:
    """Return the value of `condition` after `body` if its last assignments are constants; None if unknown."""
    match condition:
        case ir.Not():
            holds = _known_value(condition.what, body)
            return None if holds is None else not holds
        case ir.Local():
            for stmt in reversed(body):
                if not isinstance(stmt, ir.Assign):
                    return None
                if stmt.name == condition.name:
                    return bool(stmt.value.value) if isinstance(stmt.value, ir.Const) else None
    return None
