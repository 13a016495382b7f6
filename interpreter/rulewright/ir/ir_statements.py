"""Statements and procedures of the lowered form."""

from __future__ import annotations

from attrs import define, field, frozen

from rulewright.ir.ir_expressions import Node


@frozen
class Stmt:
    """A statement of the lowered form."""


Body = tuple[Stmt, ...]


@frozen
class Assign(Stmt):
    """A local is given a value."""

    name: str
    value: Node


@frozen
class Store(Stmt):
    """A cell is given a value."""

    base: int
    index: Node | None
    value: Node


@frozen
class Fill(Stmt):
    """A run of cells goes back to one number."""

    base: int
    count: int
    value: int


@frozen
class Effect(Stmt):
    """A change of the table that the runtime makes: move, shuffle, exchange, show, learn."""

    function: str
    arguments: tuple[Node, ...]


@frozen
class Log(Stmt):
    """A line of the story: which telling, by which rule, with which values.

    `cards` says of each value whether it is a card (1), a list of cards (2) or neither (0).
    """

    telling: int
    why: Node
    values: tuple[Node, ...]
    cards: tuple[int, ...]
    to: Node | None


@frozen
class Delay(Stmt):
    """A delayed rule begins, with what it captured."""

    rule: int
    captured: tuple[Node, ...]


@frozen
class Undelay(Stmt):
    """Delayed rules end."""

    rules: tuple[int, ...]


@frozen
class Count(Stmt):
    """A clause has come to pass; there only in machines that count."""

    clause: int


@frozen
class If(Stmt):
    """One of two bodies."""

    condition: Node
    body: Body
    otherwise: Body = ()


@frozen
class For(Stmt):
    """A body for each element of a list, which is looked at once."""

    var: str
    source: Node
    body: Body


@frozen
class Loop(Stmt):
    """Again and again until the condition holds, which is looked at before each turn."""

    until: Node
    body: Body


@frozen
class Perform(Stmt):
    """A procedure is carried out."""

    procedure: str
    arguments: tuple[Node, ...]


@frozen
class OptionList:
    """Some options of a decision: a single one, or one for each element of a list that passes the condition.

    Without a code an option is the element itself, else it is code * STRIDE + element + 1 (element -1 for none).
    """

    code: int | None
    source: Node | None
    var: str
    condition: Node


@frozen
class Ask(Stmt):
    """A question to a player, or to chance (no decider). The answer is put into a local, and `then` carried out.

    `stop` is the condition under which the row can be ended (option DONE, at the end of the list). An end that
    would be the only option counts as one only if `stop_alone`; without any option `empty` is carried out.
    With `anyway` a single option is asked for too, so that the question tells nobody what can be answered.
    """

    decision: int
    decider: Node | None
    var: str
    options: tuple[OptionList, ...]
    then: Body
    empty: Body = ()
    stop: Node | None = None
    stop_alone: bool = False
    anyway: bool = False


@define
class Procedure:
    """Code with parameters. If it may stop for a choice its locals live in a frame, else it is a plain function."""

    name: str
    parameters: tuple[str, ...]
    body: Body = ()
    asks: bool = False


@frozen
class Function:
    """A pure expression with parameters."""

    name: str
    parameters: tuple[str, ...]
    result: Node


@define
class Lowered:
    """A whole world in lowered form."""

    procedures: dict[str, Procedure] = field(factory=dict)
    functions: dict[str, Function] = field(factory=dict)
    arrays: dict[str, tuple[int, ...]] = field(factory=dict)
    flow: str = "flow"
