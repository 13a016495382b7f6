"""Checked declarations: the counterparts of the syntax nodes, with names resolved and types known."""

from __future__ import annotations

from rulewright.base.records import Record, field
from rulewright.language.program.typed import Block, Expr, Template
from rulewright.language.program.types import NUMBER, Type
from rulewright.language.text import Span


class DeclarationNotes(Record):
    """The notes of a declaration: its sources, rulings, printed texts, card text and reason.

    Citations and loans are pairs of source and place.
    """

    cites: tuple[tuple[str, str], ...] = ()
    readings: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    borrowed: tuple[tuple[str, str], ...] = ()
    text: str = ""
    because: Template | None = None

    def __bool__(self) -> bool:
        """Return whether any citation, reading, print or loan is given."""
        return bool(self.cites or self.readings or self.printed or self.borrowed)


NO_NOTES = DeclarationNotes()


class Declared(Record):
    """The base class of all declarations: a name, its position and its notes."""

    name: str
    at: Span = field(eq=False, repr=False)
    notes: DeclarationNotes = NO_NOTES


TableKey = int | str
"""The key of a row or column of a table: a number or a label."""

CellPlace = tuple[TableKey, "TableKey | None"]
"""The row and the column of a cell; a table with one column has no keys of columns."""


class Labels(Declared):
    """A closed list of words, such as colours; `plural` is "" if it is regular."""

    items: tuple[str, ...] = ()
    plural: str = ""


class Stance(Declared):
    """A situation, such as a card being in a certain zone, where the rules of cards of a kind apply.

    `player` is who is `me` in these rules. `player` and `condition` may use `this`.
    """

    player: Expr | None = None
    condition: Expr | None = None


class Field(Declared):
    """A field that every card of a kind has, with its type and default."""

    type: Type = NUMBER
    default: object = None
    required: bool = True


class Kind(Declared):
    """A kind of card with its fields and stances; `plural` is "" if it is regular."""

    plural: str = ""
    order: str | None = None
    fields: dict[str, Field] = field(factory=dict)
    starts: str | None = None
    stances: dict[str, Stance] = field(factory=dict)


class Sight(Record):
    """The players who see a zone or variable: `everyone`, `nobody`, `owner`, or the player of an expression."""

    who: str
    player: Expr | None = None


class Zone(Declared):
    """A place for cards, shared or one per owner, and perhaps one per label of the list `each`."""

    owner: str | None = None
    kind: str = ""
    ordered: bool = False
    sight: Sight = Sight("everyone")
    each: str | None = None


class Variable(Declared):
    """A number, pointer or mark, shared or one per owner, and perhaps one per label of the list `each`.

    It lasts the whole game, or until the phase `until_phase` ends, or while its card stays in the zone
    `while_in`.
    """

    owner: str | None = None
    type: Type = NUMBER
    start: Expr | None = None
    until_phase: str | None = None
    while_in: str | None = None
    sight: Sight = Sight("everyone")
    is_mark: bool = False
    each: str | None = None


class Parameter(Record):
    """A parameter of an event, phase, value or fact; `unit` is the unit of an amount."""

    name: str
    type: Type
    preposition: str | None = None
    unit: str | None = None
    at: Span | None = field(default=None, eq=False, repr=False)


class Value(Declared):
    """A number that is computed from an expression, and that rules may change."""

    parameters: tuple[Parameter, ...] = ()
    type: Type = NUMBER
    result: Expr | None = None


class Fact(Declared):
    """A truth value that is computed from a condition, and that rules may grant or deny."""

    parameters: tuple[Parameter, ...] = ()
    condition: Expr | None = None
    adjective: bool = False


class Setting(Declared):
    """A setting that an edition may choose; `words` are its choices if it is an enumeration."""

    type: Type = NUMBER
    words: tuple[str, ...] = ()
    default: object = None


class Table(Declared):
    """A table of numbers; a row key and perhaps a column key, numbers or labels, select the cell."""

    row_key: Expr | None = None
    column_key: Expr | None = None
    cells: dict[CellPlace, object] = field(factory=dict)
    places: dict[CellPlace, Span] = field(factory=dict, eq=False, repr=False)


class Event(Declared):
    """An event, named by its verb; the first parameter is the actor.

    `has_first` is set before bodies are resolved, because a means in an earlier file needs to know it.
    """

    verb: str = ""
    fixed: str | None = None
    parameters: tuple[Parameter, ...] = ()
    has_first: bool = False
    conditions: tuple[Expr, ...] = ()
    first: Block = ()
    body: Block = ()
    plain: Template | None = None
    """Label of the event's own `first` statements in the menu of means."""


WINS = "wins the game"
"""Name of the built-in event of winning, which rules can forbid and test. Declared names have no blanks."""


class Phase(Declared):
    """A phase of the game with its parameters and body."""

    parameters: tuple[Parameter, ...] = ()
    body: Block = ()


class Moment(Declared):
    """A moment at which powers may be used; `shown` is the text that the player sees then."""

    shown: str = ""


class Card(Declared):
    """A card as printed (its design): its kind and the values of its fields."""

    kind: str = ""
    values: dict[str, object] = field(factory=dict)
    listed: bool = False
    """Whether the card is a row of a list, whose cards share rules written elsewhere."""


class Series(Declared):
    """Cards made from one row of a list with a range of numbers; editions may use its name for all of them."""

    kind: str = ""
    cards: tuple[str, ...] = ()


class Refusal(Declared):
    """A condition under which a game cannot be set up; its name is the message."""

    condition: Expr | None = None


class Always(Declared):
    """An invariant that has to hold after every event; its name is the sentence as written."""

    condition: Expr | None = None


class Outcome(Declared):
    """The values that decide who wins, compared in this order.

    Without `team` and `together` they belong to players. `team` names the value of a player that says which team
    he is on; `together` means that all players share one result. `replaced` are the values of the outcome that
    this one replaces.
    """

    values: tuple[str, ...] = ()
    team: str | None = None
    together: bool = False
    replaced: tuple[str, ...] = ()
