"""Statements and procedures of the intermediate form."""

from __future__ import annotations

from enum import Enum

from rulewright.base.records import Record, field
from rulewright.runtime.ir.engine_contract import ENDLESS, Reason
from rulewright.runtime.ir.nodes.ir_expressions import Node
from rulewright.runtime.ir.nodes.ir_types import NUMBER, PIECE, PLACE, PLAYER, TRUTH, Type

Body = tuple["Stmt", ...]


class Change(Enum):
    """A change of the table that every engine can make: what it takes."""

    MOVE = ("move", PIECE, PLACE, TRUTH, NUMBER)
    MOVE_ALL = ("move_all", PIECE.list(), PLACE, TRUTH, NUMBER)
    EXCHANGE_PLACES = ("exchange_places", PLACE, PLACE)
    EXCHANGE_PIECES = ("exchange_pieces", PIECE, PIECE)
    SHUFFLE = ("shuffle", PLACE)
    REVERSE = ("reverse", PLACE)
    ROTATE = ("rotate", PLACE, NUMBER, TRUTH)
    SHOW = ("show", PIECE, PLAYER)
    SHOW_ALL = ("show_all", PIECE.list(), PLAYER)
    LEARN = ("learn", PLACE)

    def __init__(self, name: str, *takes: Type) -> None:
        self.verb = name
        self.takes = takes

    @classmethod
    def of(cls, verb: str) -> Change:
        """The change that is called so. Raises KeyError."""
        return cls[verb.upper()]


class Assign(Record):
    """A local is given a value."""

    name: str
    value: Node
    type: Type = NUMBER


class Write(Record):
    """A number, mark or pointer is given a value; the index is that of `Read`."""

    variable: str
    index: Node | None
    value: Node


class Reset(Record):
    """A number, mark or pointer goes back to its start, with all owners."""

    variable: str


class Effect(Record):
    """A change of the table."""

    change: Change
    arguments: tuple[Node, ...]


class Tell(Record):
    """A line of the story, logged only while somebody reads it: nothing in it has an effect on play.

    `telling` is the number of its text, `why` its cause, `to` the only player who reads it. Its condition `when`
    stands here and not in an `If` around the line, so that a game without readers never computes it.
    """

    telling: int
    why: Node
    values: tuple[Node, ...]
    to: Node | None
    when: Node | None = None


class Delay(Record):
    """A delayed rule begins, with what it captured."""

    rule: int
    captured: tuple[Node, ...]


class Undelay(Record):
    """Delayed rules end; perhaps only those whose first captured thing is this player."""

    rules: tuple[int, ...]
    whose: Node | None = None


class Count(Record):
    """A clause has come to pass; there only in modules that count."""

    clause: int


class Spend(Record):
    """Steps are taken of those that a decision has; the game stops when none are left."""

    steps: int


class Fail(Record):
    """The rules do not come to an end, or break what always holds: the game stops, as before the last choice.

    `what` they do so often, or the sentence that they break.
    """

    what: str
    reason: Reason = ENDLESS


class If(Record):
    """One of two bodies."""

    condition: Node
    body: Body
    otherwise: Body = ()


class For(Record):
    """A body for each element of a list, which is looked at once; the elements are of this type."""

    var: str
    type: Type
    source: Node
    body: Body


class Loop(Record):
    """Again and again until the condition holds, which is looked at before each turn."""

    until: Node
    body: Body


class Perform(Record):
    """A procedure is carried out."""

    procedure: str
    arguments: tuple[Node, ...]


class OptionList(Record):
    """Some options of a decision: a single one, or one for each element of a list that passes the condition.

    `then` is carried out when one of them is chosen, with the element in the local `var`. `shown` are the values in
    the options' text, worked out for an element where somebody looks at it. By the numbers in `order`, worked out
    for each element, the list is sorted, the first number first; what has equal ones stays as in the source.
    """

    source: Node | None
    var: str
    condition: Node
    then: Body
    shown: tuple[Node, ...] = ()
    order: tuple[Node, ...] = ()


class Ask(Record):
    """A question to a player, or to chance (no decider).

    `stop` is the condition under which a row of choices can be ended; the end is the last option, and leads to
    `ended`. An end that would be the only option counts as one only if `stop_alone`; without any option `empty` is
    carried out. With `anyway` a single option is asked for too, so that the question tells nobody what can be
    answered. It `keeps` locals that it no longer reads, for who wants to know why something is not offered.
    """

    decision: int
    decider: Node | None
    options: tuple[OptionList, ...]
    empty: Body = ()
    stop: Node | None = None
    ended: Body = ()
    stop_alone: bool = False
    anyway: bool = False
    keeps: tuple[str, ...] = ()


class EndGame(Record):
    """The game is over: nothing of what is begun is carried on. What has it in it is code that may stop."""


Simple = Assign | Write | Reset | Effect | Tell | Delay | Undelay | Count | Spend | Fail | Perform
"""A statement without others in it."""

Stmt = Simple | If | For | Loop | Ask | EndGame
"""A statement."""


class Procedure(Record):
    """Code with parameters. If it may stop for a choice, or end the game (`asks`), its locals live in a frame.

    What is `exported` is called from outside of the code; `origin` says what of the rules it is.
    """

    name: str
    parameters: tuple[tuple[str, Type], ...]
    body: Body = ()
    asks: bool = False
    exported: bool = False
    origin: str = field(default="", repr=False)


class Function(Record):
    """A pure expression with parameters, and the type of what it gives; `exported` ones are called from outside."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    type: Type
    result: Node
    exported: bool = False
    origin: str = field(default="", repr=False)


class Array(Record):
    """A constant array: what its index and its entries stand for. The last entry is that of nothing."""

    of: Type
    type: Type
    values: tuple[int, ...] = field(repr=False)
