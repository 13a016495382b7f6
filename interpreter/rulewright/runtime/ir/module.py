"""A module: all that an engine needs to play one edition with one number of players, and nothing outside it.

The tables say what there is and what it is called, the code what happens. Passes over the code (`lower.passes`)
take a module and give a module; `verify` says what is wrong with one, `ir_text` writes it down for people.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from rulewright.base.records import Record, field
from rulewright.runtime.ir.deciding import Outcome
from rulewright.runtime.ir.layout import Layout, Run
from rulewright.runtime.ir.nodes.ir_types import Kind, Type

if TYPE_CHECKING:
    from rulewright.runtime.ir.dataflow.control_flow import Graph
    from rulewright.runtime.ir.nodes.ir_statements import Array, Function, Procedure

Seen = Literal["everyone", "nobody", "owner", "expression"]
"""Who sees something; `expression` is the player that a function names."""

ENDED = "the end"
"""The variable that says whether a rule has ended the game. No name of the rules has a blank, as this one has."""

WINNER = "the winner"
"""The mark of players for whom a rule has ended it."""

LOST = "nobody has won"
"""The variable that says whether a rule has ended it for nobody."""

COUNTS = "counts "
"""What a line of the story is called that says which cards an event counts. No name of the rules has a blank."""

Parts = tuple["str | int", ...]
"""A text: words, or the number of one of its values."""


class Zone(Record):
    """Places of a name: one, or one for each owner (and `each` label), that hold pieces."""

    name: str
    owner: str | None
    run: Run
    ordered: bool
    seen: Seen
    sight: str = ""
    each: str | None = None


class Variable(Record):
    """A number, pointer or mark of the rules: one, or one for each owner (and `each` label).

    `start` is what it holds at first and goes back to: with its phase if it is `passing`, or for a piece that
    leaves the zone `while_in`.
    """

    name: str
    owner: str | None
    run: Run
    type: Type
    start: int
    seen: Seen
    sight: str = ""
    each: str | None = None
    is_mark: bool = False
    passing: bool = False
    while_in: str | None = None


class Phase(Record):
    """A phase: the variables that say what it is played for (with the parameters' names), and how often it was."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    played: str


class Subject(NamedTuple):
    """For whom or what a phase is played: the phase, the parameter's name, and the variable that holds it.

    `player` holds the player for whom this phase is played, if it is played for one.
    """

    phase: str
    parameter: str
    variable: Variable
    player: Variable | None

    @property
    def is_card(self) -> bool:
        """Whether it is a card."""
        return self.variable.type.kind is Kind.PIECE


class Card(Record):
    """A piece as people know it: its design, kind and printed fields, and where it lies at first."""

    name: str
    kind: str
    fields: dict[str, object]
    zone: str


class Site(Record):
    """A rule, phase or event that can be the cause of something: its name, its place, and where it comes from.

    `told` is the place as games tell it, which does not hang on where the files lie on a machine; `card` is the one
    on which it stands or, if it is delayed, begins.
    """

    name: str
    place: str
    cites: tuple[str, ...]
    told: str = ""
    card: str = ""


class Telling(Record):
    """A text of the story, and how the rules write it; its values are of these types."""

    event: str
    text: str
    parts: Parts
    types: tuple[Type, ...]

    @property
    def counts(self) -> bool:
        """Whether it has no words, and says which cards are counted for what is told next."""
        return self.event.startswith(COUNTS)


class OptionLabel(Record):
    """How options of one list are labelled: a word, the element's type, and perhaps a text of their own.

    `said` is the word in the language of the game; in it `{}` may mark where the element comes. The values in the
    text, which the rules write as `text`, are worked out by the list in the code. `of_all` are the cards of a kind,
    wherever they lie: to name one of these tells nothing of where it is.
    """

    word: str
    type: Type | None
    text: str = ""
    shown: Parts = ()
    shown_types: tuple[Type, ...] = ()
    said: str = ""
    of_all: bool = False


class Decision(Record):
    """A question of the rules: its stable name, its form, its lists of options, and its rule.

    `question` is what is asked in a few words, `card` the card that it is asked for, if it is for one. What can be
    chosen depends on the places and variables in `secrets`, which not everybody sees. Who has a single option is
    asked `anyway`, or else passed over.
    """

    name: str
    form: Form
    options: tuple[OptionLabel, ...]
    site: int
    question: str = ""
    card: str = ""
    secrets: tuple[str, ...] = ()
    anyway: bool = False


Form = Literal[
    "choose", "choose-together", "may-choose", "choose-some", "choose-exactly", "may", "menu", "powers"
]  # fmt: skip


class Code(Record):
    """What happens: procedures and functions by name, constant arrays, what delayed rules captured.

    `flow` is the procedure that a game is. `graph` holds the asking procedures cut into blocks.
    """

    procedures: dict[str, Procedure] = field(factory=dict)
    functions: dict[str, Function] = field(factory=dict)
    arrays: dict[str, Array] = field(factory=dict)
    captures: dict[int, tuple[Type, ...]] = field(factory=dict)
    flow: str = "flow"
    graph: Graph | None = None

    @property
    def digest(self) -> str:
        """A hash of all that can happen, as it is before it is cut into blocks."""
        entries = [array.values for array in self.arrays.values()]
        happens = (self.procedures, self.functions, self.arrays, entries, self.captures)
        return hashlib.sha256(repr(happens).encode()).hexdigest()


class Module(Record):
    """All that an engine and what shows a game need. It is made once for a world, and never changed by play.

    `digest` tells the code from that of others, also where the code itself is left out.
    """

    players: int
    layout: Layout
    zones: dict[str, Zone]
    variables: dict[str, Variable]
    phases: dict[str, Phase]
    pieces: tuple[Card, ...]
    designs: tuple[str, ...]
    labels: dict[str, tuple[str, ...]]
    sites: tuple[Site, ...]
    tellings: tuple[Telling, ...]
    decisions: tuple[Decision, ...]
    outcome: Outcome
    names: dict[str, dict[str, str]]
    code: Code = field(factory=Code, repr=False)
    digest: str = ""

    def subjects(self) -> Iterator[Subject]:
        """All that phases are played for."""
        for phase in self.phases.values():
            held = [(parameter, self.variables[name]) for parameter, name in phase.parameters]
            is_for_player = bool(held) and held[0][1].type.kind is Kind.PLAYER
            for parameter, variable in held:
                player = held[0][1] if is_for_player else None
                yield Subject(phase.name, parameter, variable, player)

    def owner_of(self, place: int) -> int | None:
        """The seat that a place belongs to; None if it is no seat's."""
        for zone in self.zones.values():
            if zone.owner == "player" and place in zone.run.cells:
                return (place - zone.run.base) // zone.run.each
        return None
