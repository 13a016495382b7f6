"""The IR module: everything an engine needs to play one edition with one number of players.

Tables describe the zones, variables, pieces, texts and decisions; code describes the rules. Passes
(`lower.passes`) map modules to modules, `printing` writes a module as text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from rulewright.base.records import Record, field
from rulewright.language.text import Span
from rulewright.runtime.ir.layout import CellLayout, CellRange
from rulewright.runtime.ir.nodes.ir_types import Kind, Type
from rulewright.runtime.ir.outcome_rules import OutcomeRules

if TYPE_CHECKING:
    from rulewright.runtime.ir.dataflow.control_flow import ControlFlowGraph
    from rulewright.runtime.ir.nodes.ir_statements import Array, Function, Procedure

Viewers = Literal["everyone", "nobody", "owner", "expression"]
"""The players who see a zone or variable; `expression` is the player that a function returns."""

ENDED = "the end"
"""Variable: 1 after a rule has ended the game. Names in rules have no blank, so it cannot clash with one."""

WINNER = "the winner"
"""Mark of the players whom a rule has declared winners."""

LOST = "nobody has won"
"""Variable: 1 after a rule has ended the game without a winner."""

COUNTS = "counts "
"""Prefix of the event of a story line that marks the cards an event counts; has a blank, so it cannot clash."""

Parts = tuple["str | int", ...]
"""A text as words and indices of its values."""


class ZoneEntry(Record):
    """Table entry of a zone: one place for pieces, or one for each owner (and each label of `each`)."""

    name: str
    owner: str | None
    run: CellRange
    ordered: bool
    seen: Viewers
    sight: str = ""
    each: str | None = None


class VariableEntry(Record):
    """Table entry of a number, pointer or mark: one value, or one for each owner (and each label of `each`).

    `start` is its initial value. It is reset to it with its phase if it is `passing`, and for a piece that leaves
    the zone `while_in`.
    """

    name: str
    owner: str | None
    run: CellRange
    type: Type
    start: int
    seen: Viewers
    sight: str = ""
    each: str | None = None
    is_mark: bool = False
    passing: bool = False
    while_in: str | None = None


class PhaseEntry(Record):
    """Table entry of a phase: the variables that hold its parameters, and the one that counts its plays."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    played: str


class Subject(NamedTuple):
    """A parameter of a phase: a player or card that the phase is played for.

    `variable` holds it. `player` is the variable for the player of the phase, if the phase is played for one.
    """

    phase: str
    parameter: str
    variable: VariableEntry
    player: VariableEntry | None

    @property
    def is_card(self) -> bool:
        """Whether the parameter is a card, not a player or another value."""
        return self.variable.type.kind is Kind.PIECE


class CardEntry(Record):
    """Table entry of a piece: its design, kind, printed fields, and the zone it starts in."""

    name: str
    kind: str
    fields: dict[str, object]
    zone: str


class Site(Record):
    """A rule, phase or event that can cause something: its name, source position and citations.

    `display_place` is the position as games show it, independent of where the files are on a machine. `card` is
    the card that the rule is printed on or, for a delayed rule, that created it.
    """

    name: str
    place: str
    cites: tuple[str, ...]
    display_place: str = ""
    card: str = ""


class Telling(Record):
    """A text that the story may contain: its words, and the types of the values in it.

    A line of the story has these values, and after them those of `turn`: the round, the player of the turn and its
    card.
    """

    event: str
    text: str
    parts: Parts
    types: tuple[Type, ...]
    turn: tuple[Type, ...] = ()

    @property
    def all_types(self) -> tuple[Type, ...]:
        """The types of all values of a line: those of the text, and those of the turn."""
        return (*self.types, *self.turn)

    @property
    def counts(self) -> bool:
        """Whether the text is empty and only marks the cards that the event in the next line counts."""
        return self.event.startswith(COUNTS)


class OptionLabel(Record):
    """Label of a decision's option list: a word, the type of its elements, and perhaps a text of its own.

    `translated_word` is the word in the language of the game; `{}` in it marks the place of the element. `text`
    is the text as the rules write it; the option list in the code computes its values. `of_all`: the list is all
    cards of a kind, wherever they are, so naming one reveals nothing about its place. `kind` is that of its cards.
    """

    word: str
    type: Type | None
    text: str = ""
    shown: Parts = ()
    shown_types: tuple[Type, ...] = ()
    translated_word: str = ""
    of_all: bool = False
    kind: str = ""


class DecisionEntry(Record):
    """Table entry of a choice in the rules: its stable name, form, option lists and rule.

    `question` is a short prompt, `card` the card that the choice is for, if any. `secrets` are the hidden places
    and variables that the options depend on. A single option is chosen automatically, unless `anyway`.
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
    """Code of a module: procedures and functions by name, constant arrays, and types captured by delayed rules.

    `flow` is the main procedure. `graph` is the control-flow graph of the asking procedures.
    """

    procedures: dict[str, Procedure] = field(factory=dict)
    functions: dict[str, Function] = field(factory=dict)
    arrays: dict[str, Array] = field(factory=dict)
    captures: dict[int, tuple[Type, ...]] = field(factory=dict)
    flow: str = "flow"
    graph: ControlFlowGraph | None = None

    @property
    def digest(self) -> str:
        """SHA-256 hash of procedures, functions, arrays and captured types, without the control-flow graph."""
        entries = [array.values for array in self.arrays.values()]
        happens = (self.procedures, self.functions, self.arrays, entries, self.captures)
        return hashlib.sha256(repr(happens).encode()).hexdigest()


class Module(Record):
    """An edition compiled for one number of players: tables and code for engines and views; immutable.

    `digest` identifies the states of its games (`state_digest`), also in a module without its code. `play`
    identifies the game that is played, with whatever texts (`play_digest`). `frames` has for each block the
    types of the locals in its frame.
    """

    players: int
    layout: CellLayout
    zones: dict[str, ZoneEntry]
    variables: dict[str, VariableEntry]
    phases: dict[str, PhaseEntry]
    pieces: tuple[CardEntry, ...]
    designs: tuple[str, ...]
    labels: dict[str, tuple[str, ...]]
    sites: tuple[Site, ...]
    tellings: tuple[Telling, ...]
    decisions: tuple[DecisionEntry, ...]
    outcome: OutcomeRules
    names: dict[str, dict[str, str]]
    code: Code = field(factory=Code, repr=False)
    digest: str = ""
    play: str = ""
    frames: tuple[tuple[Type, ...], ...] = ()

    def state_digest(self, code: str) -> str:
        """Return the hash of what gives a saved state its meaning: numbers, and the code, whose hash is `code`."""
        cards = [(each.name, each.kind) for each in self.pieces]
        decisions = [each.name for each in self.decisions]
        numbered = (code, self.layout, self.labels, cards, decisions, self.frames)
        return hashlib.sha256(repr(numbered).encode()).hexdigest()

    def subjects(self) -> Iterator[Subject]:
        """Yield the parameters of all phases, with the variables that hold them."""
        for phase in self.phases.values():
            held = [(parameter, self.variables[name]) for parameter, name in phase.parameters]
            is_for_player = bool(held) and held[0][1].type.kind is Kind.PLAYER
            for parameter, variable in held:
                player = held[0][1] if is_for_player else None
                yield Subject(phase.name, parameter, variable, player)

    def owner_of(self, place: int) -> int | None:
        """Return the seat that owns the place at cell `place`; None if no seat does."""
        for zone in self.zones.values():
            if zone.owner == "player" and place in zone.run.cells:
                return (place - zone.run.base) // zone.run.each
        return None


PlacedCode = tuple[Module, dict[str, Span]]
"""A module whose statements keep the author's, and the positions of declarations by their origins."""
