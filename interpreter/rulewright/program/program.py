"""The checked program: every declaration with its names resolved. Nothing in it knows an edition."""

from __future__ import annotations

from attrs import define, field, frozen

from rulewright.program.nodes import Block, Expr, Template
from rulewright.program.types import Type
from rulewright.text import Span


@frozen
class Notes:
    """Where a declaration comes from: citations as (source, place), our readings, prints, and loans."""

    cites: tuple[tuple[str, str], ...] = ()
    readings: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    borrowed: tuple[tuple[str, str], ...] = ()
    text: str = ""
    because: Template | None = None

    def __bool__(self) -> bool:
        return bool(self.cites or self.readings or self.printed or self.borrowed)


@frozen
class Declared:
    """Anything declared: its name and place, and its notes."""

    name: str
    at: Span = field(eq=False, repr=False)
    notes: Notes = Notes()


@frozen
class Labels(Declared):
    items: tuple[str, ...] = ()


@frozen
class Stance(Declared):
    """In this situation a card of the kind speaks for this player. `this` is bound in both expressions."""

    player: Expr | None = None
    condition: Expr | None = None


@frozen
class Field(Declared):
    type: Type = Type("number")
    default: object = None
    required: bool = True


@frozen
class Kind(Declared):
    order: str | None = None
    fields: dict[str, Field] = field(factory=dict)
    starts: str | None = None
    stances: dict[str, Stance] = field(factory=dict)


@frozen
class Sight:
    """Who sees: `everyone`, `nobody`, `owner`, or the player that an expression names."""

    who: str
    player: Expr | None = None


@frozen
class Zone(Declared):
    owner: str | None = None
    kind: str = ""
    ordered: bool = False
    sight: Sight = Sight("everyone")


@frozen
class Track(Declared):
    """State that is no card: numbers, pointers, marks. `lasts` names a phase or a zone."""

    owner: str | None = None
    type: Type = Type("number")
    start: Expr | None = None
    until_phase: str | None = None
    while_in: str | None = None
    sight: Sight = Sight("everyone")
    is_mark: bool = False


@frozen
class Parameter:
    name: str
    type: Type
    preposition: str | None = None
    unit: str | None = None


@frozen
class Value(Declared):
    parameters: tuple[Parameter, ...] = ()
    type: Type = Type("number")
    result: Expr | None = None


@frozen
class Fact(Declared):
    parameters: tuple[Parameter, ...] = ()
    condition: Expr | None = None
    adjective: bool = False


@frozen
class Setting(Declared):
    type: Type = Type("number")
    words: tuple[str, ...] = ()
    default: object = None


@frozen
class Table(Declared):
    """A table of numbers or words, read by the number its row key (and column key) comes to."""

    row_key: Expr | None = None
    column_key: Expr | None = None
    cells: dict[tuple[int, int | None], object] = field(factory=dict)


@frozen
class Event(Declared):
    """A verb of the game. The first parameter is the doer."""

    verb: str = ""
    fixed: str | None = None
    parameters: tuple[Parameter, ...] = ()
    conditions: tuple[Expr, ...] = ()
    first: Block = ()
    body: Block = ()


@frozen
class Phase(Declared):
    parameters: tuple[Parameter, ...] = ()
    body: Block = ()


@frozen
class Moment(Declared):
    """When powers may be used; `shown` is what a player is told then."""

    shown: str = ""


@frozen
class Card(Declared):
    kind: str = ""
    values: dict[str, object] = field(factory=dict)
    field_places: dict[str, Span] = field(factory=dict, eq=False, repr=False)


@frozen
class Refusal(Declared):
    condition: Expr | None = None


@frozen
class Outcome(Declared):
    values: tuple[str, ...] = ()


# ------------------------------------------------------------------ rules


@frozen(kw_only=True)
class Rule:
    """What a card or the frame says about events, values and moments.

    `card` is the card it stands on (none: it stands in the frame), `stance` the situation in which it speaks.
    `names` are what the rule calls the parameters of its event or value, in their order.
    `captured` (delayed rules only) are the names that it carries with it, `me` and `this` among them.
    """

    number: int
    card: str | None
    stance: str | None
    name: str
    at: Span = field(eq=False, repr=False)
    notes: Notes = Notes()
    names: tuple[str, ...] = ()
    condition: Expr | None = None
    delayed: bool = False
    captured: tuple[tuple[str, Type], ...] = ()
    has_me: bool = False
    until: str | None = None


@frozen(kw_only=True)
class Hook(Rule):
    """`when` is before, after, would (events), start or end (phases)."""

    when: str
    event: str
    body: Block


@frozen(kw_only=True)
class Change(Rule):
    """`how` is to, more, less, floor or ceiling; `shown` is what a line of a score sheet is called."""

    value: str
    how: str
    amount: Expr
    shown: str = ""


@frozen(kw_only=True)
class Grant(Rule):
    fact: str
    granted: bool


@frozen(kw_only=True)
class Restriction(Rule):
    event: str


@frozen(kw_only=True)
class Power(Rule):
    moment: str
    shown: Template | None
    repeatedly: bool
    must: bool
    var: str | None
    source: Expr | None
    body: Block


@frozen(kw_only=True)
class Means(Rule):
    """Another way to meet the `first` deeds of an event; with `covers`, so much of its amount only."""

    event: str
    shown: Template | None
    var: str | None
    source: Expr | None
    covers: Expr | None
    body: Block


# ------------------------------------------------------------------ scenarios


@frozen(kw_only=True)
class Pick:
    """What a player chooses in a scenario: the words of an option."""

    words: tuple[object, ...]
    at: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Answer:
    player: int | None
    pick: Pick
    at: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Steps:
    """Statements to be carried out, with a number that names their block."""

    body: Block
    given: bool


@frozen(kw_only=True)
class Check:
    """`kind` is holds, offered, told or decides."""

    kind: str
    at: Span = field(eq=False, repr=False)
    negated: bool = False
    condition: Expr | None = None
    player: int | None = None
    pick: Pick | None = None
    text: str = ""


@frozen(kw_only=True)
class Scenario:
    title: str
    at: Span = field(eq=False, repr=False)
    notes: Notes = Notes()
    covers: tuple[str, ...] = ()
    edition: str
    edition_at: Span = field(eq=False, repr=False)
    players: int
    cards: tuple[tuple[str, Span], ...] = ()
    options: tuple[tuple[str, Span], ...] = ()
    seed: int | None = None
    steps: tuple[Steps | Answer | Check, ...] = ()


@define
class Program:
    """All that the rule files of one game say, ready to be combined with an edition."""

    game: str = ""
    labels: dict[str, Labels] = field(factory=dict)
    kinds: dict[str, Kind] = field(factory=dict)
    zones: dict[str, Zone] = field(factory=dict)
    tracks: dict[str, Track] = field(factory=dict)
    values: dict[str, Value] = field(factory=dict)
    facts: dict[str, Fact] = field(factory=dict)
    settings: dict[str, Setting] = field(factory=dict)
    tables: dict[str, Table] = field(factory=dict)
    events: dict[str, Event] = field(factory=dict)
    phases: dict[str, Phase] = field(factory=dict)
    moments: dict[str, Moment] = field(factory=dict)
    cards: dict[str, Card] = field(factory=dict)
    rules: list[Rule] = field(factory=list)
    flow: Block = ()
    outcome: Outcome | None = None
    refusals: list[Refusal] = field(factory=list)
    scenarios: list[Scenario] = field(factory=list)
