"""Statements, procedures and functions of the IR.

`at` of a statement is the author's statement it was lowered from, only in modules that are made to place a fault.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from rulewright.base.records import Record, field
from rulewright.language.text import Span
from rulewright.runtime.ir.engine_contract import ENDLESS, Reason
from rulewright.runtime.ir.nodes.ir_expressions import Node
from rulewright.runtime.ir.nodes.ir_types import NUMBER, PIECE, PLACE, PLAYER, TRUTH, Type

Body = tuple["Stmt", ...]


class Change(Enum):
    """A primitive operation on the table that every engine implements: its name and argument types."""

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
        """Return the operation with the name `verb`. Raises KeyError."""
        return cls[verb.upper()]


class Assign(Record):
    """Assignment of a value to a local."""

    name: str
    value: Node
    type: Type = NUMBER
    at: Span | None = field(default=None, eq=False, repr=False)


class Write(Record):
    """Assignment to a number, mark or pointer of the rules; `index` is as in `Read`."""

    variable: str
    index: Node | None
    value: Node
    at: Span | None = field(default=None, eq=False, repr=False)


class Reset(Record):
    """Reset of a variable to its initial value, for all owners."""

    variable: str


BEFORE: Final = "before"
"""Mark of a move of cards that belongs to the next line of the story for all players."""

AFTER: Final = "after"
"""Mark of a move of cards that belongs to the last line of the story for all players."""


class Effect(Record):
    """Change of the table: a primitive operation with its arguments.

    `logged` is `BEFORE` or `AFTER` for a move of cards that the story shows (`passes/logged_moves`), else empty.
    """

    change: Change
    arguments: tuple[Node, ...]
    logged: str = field(default="", eq=False, repr=False)
    at: Span | None = field(default=None, eq=False, repr=False)


class Tell(Record):
    """Line of the story, logged only if the game has readers; it has no effect on play.

    `telling` is the number of its text, `why` its cause, `to` the only player who reads it. Its condition `when`
    is a field here and not an `If` around the line, so that a game without readers never computes it.
    """

    telling: int
    why: Node
    values: tuple[Node, ...]
    to: Node | None
    when: Node | None = None
    at: Span | None = field(default=None, eq=False, repr=False)


class Delay(Record):
    """Start of a delayed rule: a pending instance with the values it captures."""

    rule: int
    captured: tuple[Node, ...]
    at: Span | None = field(default=None, eq=False, repr=False)


class Undelay(Record):
    """End of delayed rules: of all pending instances, or of those that captured the player `whose` first."""

    rules: tuple[int, ...]
    whose: Node | None = None


class Count(Record):
    """Increment of the coverage counter `clause`; only in modules compiled for coverage."""

    clause: int


class Spend(Record):
    """Consumption of `steps` units of the decision's fuel; the game stops with a fault when the fuel runs out."""

    steps: int


class Fail(Record):
    """Stop with a fault: the rules do not terminate or violate an invariant.

    The game returns to its state before the last choice. `what` is the repeated statement or the violated
    sentence.
    """

    what: str
    reason: Reason = ENDLESS
    at: Span | None = field(default=None, eq=False, repr=False)


class If(Record):
    """Conditional statement."""

    condition: Node
    body: Body
    otherwise: Body = ()
    at: Span | None = field(default=None, eq=False, repr=False)


class For(Record):
    """Loop over a list, which is evaluated once before the first iteration; `var` is the element."""

    var: str
    type: Type
    source: Node
    body: Body
    at: Span | None = field(default=None, eq=False, repr=False)


class Loop(Record):
    """Loop until a condition holds; it is tested before each iteration."""

    until: Node
    body: Body
    at: Span | None = field(default=None, eq=False, repr=False)


class Perform(Record):
    """Call of a procedure, as a statement."""

    procedure: str
    arguments: tuple[Node, ...]
    at: Span | None = field(default=None, eq=False, repr=False)


class OptionList(Record):
    """Options of a question: a single one, or one for each element of a list that satisfies a condition.

    `then` runs when one of them is chosen, with the element in the local `var`. `shown` are the values in the
    options' text, evaluated only for an element that somebody looks at. `order` are sort keys of an element,
    compared lexicographically in ascending order; the sort is stable. With `only_copies` they can only change the
    order of copies of one card in one place, which are neighbours.
    """

    source: Node | None
    var: str
    condition: Node
    then: Body
    shown: tuple[Node, ...] = ()
    order: tuple[Node, ...] = ()
    only_copies: bool = False


class Ask(Record):
    """Question: a choice by a player, or by chance if there is no `decider`.

    `stop` is the condition for an end option in a series of choices. It is the last option and runs `ended`. If
    it would be the only option, it counts as one only with `stop_alone`. Without any option `empty` runs. With
    `anyway` a single option is asked for too, so that the question does not reveal the options. `keeps` are
    locals kept alive for explanations of why an option is missing.
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
    at: Span | None = field(default=None, eq=False, repr=False)


class EndGame(Record):
    """End of the game; no caller continues.

    A procedure that contains it counts as one that asks.
    """


Simple = Assign | Write | Reset | Effect | Tell | Delay | Undelay | Count | Spend | Fail | Perform
"""Statements without nested statements."""

Stmt = Simple | If | For | Loop | Ask | EndGame
"""All statements."""


class Procedure(Record):
    """A procedure of the code: parameters and statements.

    If it may stop for a choice or end the game (`asks`), its locals are kept in a frame. `exported` ones are
    called from outside the code; `origin` names the part of the rules that it implements.
    """

    name: str
    parameters: tuple[tuple[str, Type], ...]
    body: Body = ()
    asks: bool = False
    exported: bool = False
    origin: str = field(default="", repr=False)


class Function(Record):
    """A pure function of the code: parameters, result type and result expression.

    `exported` ones are called from outside the code; `origin` names the part of the rules that it implements.
    """

    name: str
    parameters: tuple[tuple[str, Type], ...]
    type: Type
    result: Node
    exported: bool = False
    origin: str = field(default="", repr=False)


class Array(Record):
    """A constant array of the code: types of index and entries, and the entries, the last for index NOTHING."""

    of: Type
    type: Type
    values: tuple[int, ...] = field(repr=False)
