"""Construction of the control-flow graph: procedures that may stop for a choice are split into basic blocks.

Liveness analysis then finds the locals that a frame must keep at the start of each block.
"""

from __future__ import annotations

from rulewright.base.records import Draft, evolve, field
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow import control_flow as flow
from rulewright.runtime.ir.dataflow.uses import LocalUses, read_by_end
from rulewright.runtime.ir.module import Code, DecisionEntry, Module
from rulewright.runtime.ir.nodes.constructors import negation
from rulewright.runtime.ir.terms import Ask, Body, Local, Stmt
from rulewright.runtime.ir.walk import bodies, statements_in


def split_blocks(module: Module) -> Module:
    """Return the module with a control-flow graph of the procedures that may ask or end the game."""
    code = _mark_suspending(module.code)
    work = _GraphBuilder(code, module.decisions)
    for procedure in code.procedures.values():
        if procedure.asks:
            _BlockSplitter(work, procedure).run()
    slots = {name: tuple(types) for name, types in work.slots.items()}
    graph = flow.ControlFlowGraph(tuple(work.blocks), work.entries, slots)
    types = {name: tuple(types.values()) for name, types in work.slots.items()}
    frames = tuple(types[block.procedure] for block in work.blocks)
    return evolve(module, code=evolve(code, graph=graph), frames=frames)


def _mark_suspending(code: Code) -> Code:
    """Return the code with `asks` set on the flow and on the procedures that may ask or end the game."""
    asking = {code.flow} | stopping_procedures(code)
    procedures = {n: evolve(p, asks=n in asking) for n, p in code.procedures.items()}
    return evolve(code, procedures=procedures)


def stopping_procedures(code: Code) -> set[str]:
    """Return the procedures that may ask a question or end the game, directly or in a callee."""
    callers: dict[str, list[str]] = {}
    waiting: list[str] = []
    for name, procedure in code.procedures.items():
        for stmt in statements_in(procedure.body):
            if isinstance(stmt, ir.Perform):
                callers.setdefault(stmt.procedure, []).append(name)
            elif isinstance(stmt, Ask | ir.EndGame):
                waiting.append(name)
    stopping: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in stopping:
            stopping.add(name)
            waiting += callers.get(name, ())
    return stopping


def _may_stop(stmt: Stmt, asking: set[str]) -> bool:
    """Return whether a statement, or one nested in it, asks, ends the game or calls a procedure in `asking`."""
    if isinstance(stmt, ir.Perform):
        return stmt.procedure in asking
    return isinstance(stmt, Ask | ir.EndGame) or any(
        _may_stop(inner, asking) for body in bodies(stmt) for inner in body
    )


class _GraphBuilder(Draft):
    """The control-flow graph under construction; `slots` are the types of each procedure's locals in frames."""

    code: Code
    decisions: tuple[DecisionEntry, ...]
    blocks: list[flow.BasicBlock] = field(factory=list)
    entries: dict[str, int] = field(factory=dict)
    slots: dict[str, dict[str, ir.Type]] = field(factory=dict)

    @property
    def asking(self) -> set[str]:
        """Names of the procedures that may ask or end the game."""
        return {name for name, procedure in self.code.procedures.items() if procedure.asks}


class _BlockSplitter:
    """Splitter of one procedure into basic blocks; works from its last statement to its first."""

    def __init__(self, work: _GraphBuilder, procedure: ir.Procedure) -> None:
        self.work, self.procedure, self.asking = work, procedure, work.asking
        self.slots = dict(procedure.parameters)

    def run(self) -> None:
        """Split the procedure; add its blocks, entry block and frame slots to the graph."""
        end = self._add_block((), flow.ReturnToCaller())
        self.work.entries[self.procedure.name] = self._split(self.procedure.body, end)
        self.work.slots[self.procedure.name] = self.slots

    def _add_block(self, body: Body, end: flow.Terminator) -> int:
        """Add a basic block to the graph and return its number."""
        for stmt in body:
            self._add_slots(stmt)
        self.work.blocks.append(
            flow.BasicBlock(len(self.work.blocks), self.procedure.name, body, end)
        )
        return len(self.work.blocks) - 1

    def _add_slots(self, stmt: Stmt) -> None:
        """Give each local that `stmt` assigns, or a statement nested in it, a slot in the frame."""
        if isinstance(stmt, ir.Assign):
            self.slots.setdefault(stmt.name, stmt.type)
        for body in bodies(stmt):
            for inner in body:
                self._add_slots(inner)

    def _split(self, body: Body, after: int) -> int:
        """Return the number of a block that runs `body` and continues at the block `after`."""
        stops = [place for place, stmt in enumerate(body) if _may_stop(stmt, self.asking)]
        last = stops[-1] + 1 if stops else 0
        if body[last:]:
            after = self._add_block(body[last:], flow.Goto(after))
        for before, place in reversed(list(zip([-1, *stops], stops, strict=False))):
            after = self._split_at(body[before + 1 : place], body[place], after)
        return after

    def _split_at(self, head: Body, stmt: Stmt, after: int) -> int:
        """Return the block that runs `head`, then `stmt`, which may stop, and continues at the block `after`."""
        match stmt:
            case ir.Perform():
                return self._add_block(
                    head, flow.CallThen(stmt.procedure, stmt.arguments, after, stmt.at)
                )
            case Ask():
                return self._split_question(head, stmt, after)
            case ir.EndGame():
                return self._add_block(head, flow.EndOfGame())
            case ir.If():
                yes, no = self._split(stmt.body, after), self._split(stmt.otherwise, after)
                return self._add_block(head, flow.Branch(stmt.condition, yes, no, stmt.at))
            case ir.Loop():
                return self._split_loop(head, stmt, after)
            case ir.For():
                return self._split_list_loop(head, stmt, after)
        raise TypeError(stmt)

    def _split_question(self, head: Body, ask: Ask, after: int) -> int:
        """Split a question into a block that suspends, a block for the answer, and blocks for each outcome."""
        labels = self.work.decisions[ask.decision].options
        for each, label in zip(ask.options, labels, strict=True):
            if each.var:
                self.slots.setdefault(each.var, label.type or ir.NUMBER)
        then = tuple(self._split(each.then, after) for each in ask.options)
        answer = self._add_block((), flow.Resume(ask, then, self._split(ask.ended, after)))
        return self._add_block(head, flow.Suspend(ask, answer, self._split(ask.empty, after)))

    def _split_loop(self, head: Body, loop: ir.Loop, after: int) -> int:
        """Split a loop into blocks for `head`, test and body; return the number of the block of `head`."""
        test = self._add_block((), flow.ReturnToCaller())
        body = self._split(loop.body, test)
        self.work.blocks[test].end = flow.Branch(loop.until, after, body, loop.at)
        return self._add_block(head, flow.Goto(test))

    def _split_list_loop(self, head: Body, loop: ir.For, after: int) -> int:
        """Split a loop over a list; a local holds the elements that remain."""
        rest = Local(f"c{len(self.work.blocks)}_{loop.var}")
        self.slots.setdefault(loop.var, loop.type)
        test = self._add_block((), flow.ReturnToCaller())
        of = loop.type.list()
        step = (
            ir.Assign(loop.var, ir.Head(rest), loop.type, loop.at),
            ir.Assign(rest.name, ir.Rest(rest), of, loop.at),
        )
        body = self._split((*step, *loop.body), test)
        self.work.blocks[test].end = flow.Branch(
            negation(ir.Reduce("some", rest)), after, body, loop.at
        )
        return self._add_block(
            (*head, ir.Assign(rest.name, ir.Kept(loop.source), of, loop.at)), flow.Goto(test)
        )


def add_liveness(module: Module) -> Module:
    """Return the module with the live locals at the entry of every block."""
    graph = module.code.graph
    assert graph is not None
    blocks = list(graph.blocks)
    paths = list(map(_uses_of_block, blocks))
    # live_in = use + (live_out - def); see Aho, Lam, Sethi and Ullman, Compilers, 9.2.5. Any order of visits
    # reaches the same fixpoint.
    live = [frozenset(path.read) for path in paths]
    changed = True
    while changed:
        changed = False
        for block, path in zip(reversed(blocks), reversed(paths), strict=True):
            live_in = live[block.number] | (_live_out(block, live) - path.sure)
            if live_in != live[block.number]:
                live[block.number], changed = live_in, True
    new_blocks = tuple(evolve(block, live=live[block.number]) for block in blocks)
    return evolve(module, code=evolve(module.code, graph=evolve(graph, blocks=new_blocks)))


def _uses_of_block(block: flow.BasicBlock) -> LocalUses:
    """Return the locals that a block reads and assigns, its terminator included."""
    flow = LocalUses()
    flow.body(block.body)
    flow.reads(read_by_end(block.end))
    return flow


def _live_out(block: flow.BasicBlock, live: list[frozenset[str]]) -> frozenset[str]:
    """Return the locals live at the end of a block, given those live at the start of each block."""
    if isinstance(block.end, flow.Resume):
        lists = zip(block.end.ask.options, block.end.then, strict=True)
        chosen = [live[then] - {options.var} for options, then in lists]
        return frozenset(live[block.end.ended]).union(*chosen)
    return frozenset().union(*(live[target] for target in flow.successors(block.end)))
