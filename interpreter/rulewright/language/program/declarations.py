"""Checked declarations, each with its name, its place and where it comes from."""

from __future__ import annotations

from rulewright.base.records import Record, field
from rulewright.language.program.typed import Block, Expr, Template
from rulewright.language.program.types import NUMBER, Type
from rulewright.language.text import Span


class Notes(Record):
    """Where a declaration comes from: citations as (source, place), our readings, prints, and loans."""

    cites: tuple[tuple[str, str], ...] = ()
    readings: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    borrowed: tuple[tuple[str, str], ...] = ()
    text: str = ""
    because: Template | None = None

    def __bool__(self) -> bool:
        return bool(self.cites or self.readings or self.printed or self.borrowed)


NO_NOTES = Notes()


class Declared(Record):
    """Anything declared: its name and place, and its notes."""

    name: str
    at: Span = field(eq=False, repr=False)
    notes: Notes = NO_NOTES


class Labels(Declared):
    """A closed list of words."""

    items: tuple[str, ...] = ()


class Stance(Declared):
    """In this situation a card of the kind speaks for this player. `this` is bound in both expressions."""

    player: Expr | None = None
    condition: Expr | None = None


class Field(Declared):
    """What every card of a kind says."""

    type: Type = NUMBER
    default: object = None
    required: bool = True


class Kind(Declared):
    """A kind of card."""

    order: str | None = None
    fields: dict[str, Field] = field(factory=dict)
    starts: str | None = None
    stances: dict[str, Stance] = field(factory=dict)


class Sight(Record):
    """Who sees: `everyone`, `nobody`, `owner`, or the player that an expression names."""

    who: str
    player: Expr | None = None


class Zone(Declared):
    """A place for cards, common or one for each of its owners, perhaps for `each` label of a list."""

    owner: str | None = None
    kind: str = ""
    ordered: bool = False
    sight: Sight = Sight("everyone")
    each: str | None = None


class Variable(Declared):
    """State that is no card: numbers, pointers, marks. `lasts` names a phase or a zone; `each` as of places."""

    owner: str | None = None
    type: Type = NUMBER
    start: Expr | None = None
    until_phase: str | None = None
    while_in: str | None = None
    sight: Sight = Sight("everyone")
    is_mark: bool = False
    each: str | None = None


class Parameter(Record):
    """A thing that an event, phase, value or fact speaks of; `unit` is what an amount is counted in."""

    name: str
    type: Type
    preposition: str | None = None
    unit: str | None = None
    at: Span | None = field(default=None, eq=False, repr=False)


class Value(Declared):
    """A number that is worked out; rules may change it."""

    parameters: tuple[Parameter, ...] = ()
    type: Type = NUMBER
    result: Expr | None = None


class Fact(Declared):
    """A yes or no that is worked out; rules may change it."""

    parameters: tuple[Parameter, ...] = ()
    condition: Expr | None = None
    adjective: bool = False


class Setting(Declared):
    """What an edition may choose; `words` if it is one of some words."""

    type: Type = NUMBER
    words: tuple[str, ...] = ()
    default: object = None


class Table(Declared):
    """A table of numbers or words, read by the number its row key (and column key) comes to."""

    row_key: Expr | None = None
    column_key: Expr | None = None
    cells: dict[tuple[int, int | None], object] = field(factory=dict)
    places: dict[tuple[int, int | None], Span] = field(factory=dict, eq=False, repr=False)


class Event(Declared):
    """A verb of the game. The first parameter is the doer.

    Whether it has `first` deeds is known before they are read, for means that stand in an earlier file.
    """

    verb: str = ""
    fixed: str | None = None
    parameters: tuple[Parameter, ...] = ()
    has_first: bool = False
    conditions: tuple[Expr, ...] = ()
    first: Block = ()
    body: Block = ()
    plain: Template | None = None
    """What its plain way is called beside others."""


WINS = "wins the game"
"""The event that no rules declare: it can be forbidden, and asked about. No name of theirs has a blank."""


class Phase(Declared):
    """A part of the game that is played."""

    parameters: tuple[Parameter, ...] = ()
    body: Block = ()


class Moment(Declared):
    """When powers may be used; `shown` is what a player is told then."""

    shown: str = ""


class Card(Declared):
    """A card by its name, with what is printed on it."""

    kind: str = ""
    values: dict[str, object] = field(factory=dict)
    listed: bool = False
    """Whether it is a row of a list: what it does is said by rules for all such cards."""


class Series(Declared):
    """Cards of one row of a list that differ in a number; its name stands for all of them in editions."""

    kind: str = ""
    cards: tuple[str, ...] = ()


class Refusal(Declared):
    """A way to set up the game that is refused; its name is what is said then."""

    condition: Expr | None = None


class Always(Declared):
    """What has to hold after every event; its name is the sentence."""

    condition: Expr | None = None


class Outcome(Declared):
    """What is compared at the end, in this order.

    The values are those of players; of teams, then `team` is what each player has that says on which he is; or all
    have them `together`. What another outcome would compare that this one stands for is `replaced`.
    """

    values: tuple[str, ...] = ()
    team: str | None = None
    together: bool = False
    replaced: tuple[str, ...] = ()
