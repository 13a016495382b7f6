"""What the lowering of a world shares: the world, its layout, what is lowered so far, and the tables of names."""

from __future__ import annotations

from attrs import define, field, frozen

from rulewright.program.nodes import Expr, Template
from rulewright.program.program import Notes
from rulewright.program.types import Type
from rulewright.rulebook.layout import NOTHING, Layout
from rulewright.rulebook.lowered import Const, Local, Lowered, Node
from rulewright.rulebook.world import World
from rulewright.text import Complaint, Complaints, Span

Env = dict[str, Node]


@frozen
class Site:
    """A rule, phase or event that can be the cause of something: what it is called and where it comes from."""

    name: str
    place: str
    notes: Notes


@frozen
class Telling:
    """A text of the story: its parts are words, or (None) the next value, of these types."""

    event: str
    parts: tuple[str | None, ...]
    types: tuple[Type, ...]


@frozen
class OptionPlace:
    """How options of one code are labelled: a word, the element's type, and perhaps a text with values."""

    word: str
    var: str | None
    type: Type | None
    shown: tuple[str | Node, ...] = ()
    shown_types: tuple[Type, ...] = ()


@frozen
class DecisionPlace:
    """A question of the rules: its stable name, its form, its kinds of options by code, and its rule."""

    name: str
    form: str
    options: tuple[OptionPlace, ...]
    site: int
    parameters: tuple[str, ...] = ()


@define
class Lowering:
    """The work in hand. Everything that generated code refers to by number stands in a list here."""

    world: World
    layout: Layout
    complaints: Complaints
    lowered: Lowered = field(factory=Lowered)
    sites: list[Site] = field(factory=list)
    tellings: list[Telling] = field(factory=list)
    decisions: list[DecisionPlace] = field(factory=list)
    working: list[str] = field(factory=list)
    temporaries: int = 0
    site_numbers: dict[tuple[str, str], int] = field(factory=dict)
    missing: set[tuple[str, int, int | None]] = field(factory=set)

    def site(self, name: str, at: Span, notes: Notes) -> int:
        """The number of a cause."""
        key = (name, str(at))
        if key not in self.site_numbers:
            self.site_numbers[key] = len(self.sites)
            self.sites.append(Site(name, str(at), notes))
        return self.site_numbers[key]

    def temporary(self, name: str) -> str:
        self.temporaries += 1
        return f"t{self.temporaries}_{safe(name)}"

    def telling(self, event: str, template: Template) -> int:
        parts = tuple(None if isinstance(part, Expr) else part for part in template.parts)
        types = tuple(part.type for part in template.parts if isinstance(part, Expr))
        self.tellings.append(Telling(event, parts, types))
        return len(self.tellings) - 1

    def complain(self, code: str, message: str, at: Span, help: str | None = None) -> None:
        self.complaints.add(Complaint(code, message, at, (), help))

    def array(self, name: str, values: list[int]) -> None:
        """A constant array; the entry -1 of each is nothing."""
        self.lowered.arrays[name] = (*values, NOTHING)

    def encoded(self, value: object, type_: Type, words: tuple[str, ...] = ()) -> int:
        """The number that stands for a constant."""
        if value is None:
            return NOTHING
        if isinstance(value, int):
            return int(value)
        if words:
            return words.index(str(value))
        return self.world.program.labels[type_.name].items.index(str(value))


def safe(name: str) -> str:
    """A name as an identifier."""
    return "".join(letter if letter.isalnum() else "_" for letter in name)


def local(name: str) -> Local:
    return Local(f"l_{safe(name)}")


def nothing() -> Node:
    return Const(NOTHING)
