"""The lowered form: what is left of a world when all names have become numbers.

Expressions read the row `S` and locals; statements write to them; procedures that may stop for a choice are cut
into blocks that end in a jump, a call, a return or a question. Nothing here knows cards or events by name, so
that a back end in another language needs only this page and the layout.
"""

from __future__ import annotations

from attrs import define, field, frozen


@frozen
class Node:
    """An expression of the lowered form."""


@frozen
class Const(Node):
    """A number."""

    value: int


@frozen
class Local(Node):
    """A local of a function, or of a frame."""

    name: str


@frozen
class Cell(Node):
    """`S[base]`, or `S[base + index]`; of a negative index (nothing) it reads `default` when `guarded`."""

    base: int
    index: Node | None = None
    guarded: bool = False
    default: Node = Const(0)


@frozen
class Static(Node):
    """An entry of a constant array, by piece, label or place; of nothing it is -1 (the arrays end in it)."""

    array: str
    index: Node


@frozen
class Op(Node):
    """An operation on numbers and truths: + - * // == != < <= > >= and or not max min if."""

    name: str
    parts: tuple[Node, ...]


@frozen
class Call(Node):
    """A pure function of the row: a value, a fact or a question that has its own code."""

    function: str
    arguments: tuple[Node, ...]


@frozen
class Sequence(Node):
    """A fixed list of numbers."""

    items: tuple[int, ...]


@frozen
class Around(Node):
    """The players clockwise from a seat, perhaps without that seat itself."""

    start: Node
    others: bool


@frozen
class Numbers(Node):
    """All numbers from one to another."""

    low: Node
    high: Node


@frozen
class ZoneCards(Node):
    """The cards of a place, or of a run of places one after the other, perhaps without those of one owner.

    Every owner has `each` of them.
    """

    base: int
    index: Node | None
    count: int = 1
    without: Node | None = None
    each: int = 1


@frozen
class Filtered(Node):
    """What of a list passes a condition."""

    source: Node
    var: str
    condition: Node


@frozen
class Listed(Node):
    """A list made to stay as it is while a loop goes over it."""

    source: Node


@frozen
class Fold(Node):
    """`count`, `some`, `total`, `most`, `least`, `first` or `last` over a list; `default` of an empty one."""

    how: str
    source: Node
    var: str = "_"
    of: Node | None = None
    default: Node = Const(0)


@frozen
class Member(Node):
    """Whether a thing is in a list."""

    item: Node
    source: Node


@frozen
class First(Node):
    """The first (or last) card of a place, nothing when it is empty."""

    zone: Node
    last: bool = False


@frozen
class Trial(Node):
    """Whether a function would be true after a procedure (that asks nothing) had been carried out.

    The procedure works on a copy of the row, and nothing of it is told.
    """

    procedure: str
    arguments: tuple[Node, ...]
    function: str
    asked: tuple[Node, ...]


@frozen
class Watched(Node):
    """A condition that is counted when it is looked at, where it holds and where it fails (-1: not counted)."""

    what: Node
    holds: int
    fails: int


@frozen
class Captured(Node):
    """The delayed rules of one number that are waiting, each a tuple of what it captured."""

    rule: int


@frozen
class Part(Node):
    """One number of a tuple."""

    of: Node
    index: int


# ------------------------------------------------------------------ statements


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
