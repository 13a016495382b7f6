"""Checked statements -> lowered ones: the way in, events and phases, control."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve, frozen

from rulewright import ir
from rulewright.coverage import ELSE, TAKEN, THEN
from rulewright.ir import Body, Const, Local, Node
from rulewright.ir.folding import TRUE, both, every, filtered, is_atom
from rulewright.lower import Env, Lowering, safe
from rulewright.lower.lower_expressions import lower
from rulewright.lower.lower_lists import source_of
from rulewright.lower.lower_values import can
from rulewright.program import typed
from rulewright.program.typed import Block, Expr, Stmt

#: How often the flow of a game may repeat something before the game is stopped.
MOST_ROUNDS = 20_000


@frozen
class Frame:
    """Where statements stand: what names are, what is the cause, how locals are told apart, what `carry on` does.

    `replacing` are the (event, rule) pairs of the replacement that these statements belong to: begun again in
    here, the event does not ask the same rule a second time.
    """

    env: Env
    why: Node
    site: int
    prefix: str = ""
    carry_on: Callable[[Env], Body] | None = None
    event: str = ""
    scenario: bool = False
    replacing: tuple[tuple[str, int], ...] = ()

    def name(self, var: str) -> str:
        """The local that stands for a name of the rules."""
        return f"l{self.prefix}_{safe(var)}"

    def bind(self, var: str, node: Node) -> Frame:
        """The frame with one more name."""
        return self.with_env({**self.env, var: node})

    def with_env(self, env: Env) -> Frame:
        """The frame with other names."""
        return evolve(self, env=env)


LowerStmt = Callable[[Lowering, Any, Frame], Body]
LOWER: dict[type[Stmt], LowerStmt] = {}


def on(*classes: type[Stmt]) -> Callable[[LowerStmt], LowerStmt]:
    """Register the lowering of these statements."""

    def register(lower_stmt: LowerStmt) -> LowerStmt:
        for cls in classes:
            LOWER[cls] = lower_stmt
        return lower_stmt

    return register


def body(work: Lowering, block: Block, frame: Frame) -> Body:
    """The lowered statements of a block."""
    done: list[ir.Stmt] = []
    for stmt in block:
        if isinstance(stmt, typed.Let):
            name = frame.name(stmt.var)
            done.append(ir.Assign(name, lower(work, stmt.value, frame.env)))
            frame = frame.bind(stmt.var, Local(name))
        else:
            done += LOWER[type(stmt)](work, stmt, frame)
    return tuple(done)


def atoms(
    work: Lowering, arguments: tuple[Expr, ...], frame: Frame
) -> tuple[Body, tuple[Node, ...]]:
    """Arguments worked out once, before anything happens."""
    before: list[ir.Stmt] = []
    nodes_: list[Node] = []
    for argument in arguments:
        node = lower(work, argument, frame.env)
        if not is_atom(node) or isinstance(node, ir.Cell):
            name = work.temporary("argument")
            before.append(ir.Assign(name, node))
            node = Local(name)
        nodes_.append(node)
    return tuple(before), tuple(nodes_)


# ------------------------------------------------------------------ events and phases


@on(typed.Do)
def _do(work: Lowering, stmt: typed.Do, frame: Frame) -> Body:
    """An event that cannot happen does not happen; what stands after it goes on."""
    before, arguments = atoms(work, stmt.arguments, frame)
    perform = performed(work, stmt.event, arguments, frame)
    if not perform:
        return ()
    somebody = all_there(stmt.arguments, arguments)
    return (*before, *when(somebody, when(can(work, stmt.event, arguments), perform)))


def all_there(exprs: tuple[Expr, ...], given: tuple[Node, ...]) -> Node:
    """Whether what may be nobody or nothing is there: nothing happens by nobody or to nothing."""
    return every(
        *(
            both(">=", node, Const(0))
            for expr, node in zip(exprs, given, strict=True)
            if expr.type.optional
        )
    )


def _amounts_to_something(work: Lowering, event: str, arguments: tuple[Node, ...]) -> Node:
    """Nothing given is nothing done: an event of an amount of 0 is no event, though it is no failure either."""
    parameters = work.world.program.events[event].parameters
    amounts = [a for q, a in zip(parameters, arguments, strict=True) if q.unit is not None]
    return both("!=", amounts[0], Const(0)) if len(amounts) == 1 else TRUE


def performed(work: Lowering, event: str, arguments: tuple[Node, ...], frame: Frame) -> Body:
    """The event itself, with its hooks; nothing if nothing in this world comes of it."""
    from rulewright.lower.lower_events import event_procedure

    without = frozenset(rule for name, rule in frame.replacing if name == event)
    procedure = event_procedure(work, event, without)
    if procedure is None:
        return ()
    perform = ir.Perform(procedure, (frame.why, *arguments))
    return when(_amounts_to_something(work, event, arguments), (perform,))


def when(condition: Node, then: Body, otherwise: Body = ()) -> Body:
    """An `if` of which the branches that can't be reached are gone."""
    if isinstance(condition, Const):
        return then if condition.value else otherwise
    return (ir.If(condition, then, otherwise),) if then or otherwise else ()


@on(typed.Play)
def _play(work: Lowering, stmt: typed.Play, frame: Frame) -> Body:
    from rulewright.lower.lower_events import phase_procedure

    before, arguments = atoms(work, stmt.arguments, frame)
    return (*before, ir.Perform(phase_procedure(work, stmt.phase), arguments))


@on(typed.CarryOn)
def _carry_on(work: Lowering, stmt: typed.CarryOn, frame: Frame) -> Body:
    assert frame.carry_on is not None
    return frame.carry_on(frame.env)


# ------------------------------------------------------------------ control


@on(typed.If)
def _if(work: Lowering, stmt: typed.If, frame: Frame) -> Body:
    condition = lower(work, stmt.condition, frame.env)
    then, other = work.count(stmt.at, THEN), work.count(stmt.at, ELSE)
    if isinstance(condition, Const):
        if condition.value:
            return (*then, *body(work, stmt.body, frame))
        return (*other, *body(work, stmt.otherwise, frame))
    then, other = (
        (*then, *body(work, stmt.body, frame)),
        (*other, *body(work, stmt.otherwise, frame)),
    )
    return when(condition, then, other)


@on(typed.ForEach)
def _for_each(work: Lowering, stmt: typed.ForEach, frame: Frame) -> Body:
    name = frame.name(stmt.var)
    source, condition = source_of(work, stmt.source, frame.env, name)
    if source == ir.Sequence(()):
        return ()
    inner = work.count(stmt.at, TAKEN)
    inner = (*inner, *body(work, stmt.body, frame.bind(stmt.var, Local(name))))
    return (ir.For(name, filtered(source, name, condition), inner),) if inner else ()


@on(typed.Repeat)
def _repeat(work: Lowering, stmt: typed.Repeat, frame: Frame) -> Body:
    """What comes to no end by itself is stopped, also where nobody is asked anything."""
    until, rounds = lower(work, stmt.until, frame.env), work.temporary("rounds")
    count: Body = (
        ir.Assign(rounds, ir.Op("+", (Local(rounds), Const(1)))),
        ir.Effect("guard_rounds", (Local(rounds), Const(MOST_ROUNDS))),
    )
    return (
        ir.Assign(rounds, Const(0)),
        ir.Loop(until, (*count, *body(work, stmt.body, frame))),
    )


@on(typed.Until)
def _until(work: Lowering, stmt: typed.Until, frame: Frame) -> Body:
    rules = {rule.number: rule for rule in work.world.program.rules}
    return tuple(
        ir.Delay(number, tuple(frame.env[name] for name, _ in rules[number].captured))
        for number in stmt.rules
    )
