"""What the lowering of a world shares: the world, its layout, what is lowered so far, and the tables of names."""

from __future__ import annotations

from attrs import define, field

from rulewright.coverage.counting import Counters
from rulewright.ir import Body, Local, Lowered, Node
from rulewright.ir.layout import NO_NUMBER, NOTHING, Layout
from rulewright.ir.places import DecisionPlace, Site, Telling, numbered
from rulewright.link.world import World
from rulewright.program.program import Notes
from rulewright.program.typed import Expr, Template
from rulewright.program.types import Type
from rulewright.text import Complaint, Complaints, Span

Env = dict[str, Node]


def cites_of(notes: Notes) -> tuple[str, ...]:
    """Where something comes from, in sentences."""
    cites = [f"{source}, “{place}”" for source, place in notes.cites]
    cites += [f"borrowed from {source}, “{place}”" for source, place in notes.borrowed]
    cites += [f"printed on the card: {text}" for text in notes.printed]
    cites += [f"our reading: {text}" for text in notes.readings]
    return tuple(cites)


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
    shown: dict[tuple[int, int], tuple[Node, ...]] = field(factory=dict)
    working: dict[str, str] = field(factory=dict)
    temporaries: int = 0
    site_numbers: dict[tuple[str, str], int] = field(factory=dict)
    missing: set[tuple[str, int, int | None]] = field(factory=set)
    counters: Counters | None = None

    def site(self, name: str, at: Span, notes: Notes) -> int:
        """The number of a cause."""
        key = (name, str(at))
        if key not in self.site_numbers:
            self.site_numbers[key] = len(self.sites)
            self.sites.append(Site(name, str(at), cites_of(notes)))
        return self.site_numbers[key]

    def temporary(self, name: str) -> str:
        """A local that no name of the rules can clash with."""
        self.temporaries += 1
        return f"t{self.temporaries}_{safe(name)}"

    def telling(self, event: str, template: Template) -> int:
        """The number of a text of the story."""
        types = tuple(part.type for part in template.parts if isinstance(part, Expr))
        self.tellings.append(Telling(event, template.text, numbered(template.parts), types))
        return len(self.tellings) - 1

    def count(self, at: Span, arm: str) -> Body:
        """A statement that counts a clause; none in a machine that does not count."""
        return () if self.counters is None else self.counters.count(at, arm)

    def chain(self, key: str) -> list[str]:
        """What is in hand since this was begun, and this again: a circle, in the words of the rules."""
        begun = list(self.working).index(key)
        names = list(self.working.values())[begun:]
        return [*names, names[0]]

    def complain(self, complaint: Complaint) -> None:
        """Say what is wrong with the rules in this world."""
        self.complaints.add(complaint)

    def array(self, name: str, values: list[int], of_nothing: int = NOTHING) -> None:
        """A constant array; its last entry, which index -1 reads, is that of nothing."""
        self.lowered.arrays[name] = (*values, of_nothing)

    def encoded(self, value: object, type_: Type, words: tuple[str, ...] = ()) -> int:
        """The number that stands for a constant."""
        if value is None:
            return nothing_of(type_)
        if isinstance(value, int):
            return int(value)
        if words:
            return words.index(str(value))
        return self.world.program.labels[type_.name].items.index(str(value))


def safe(name: str) -> str:
    """A name as an identifier."""
    return "".join(letter if letter.isalnum() else "_" for letter in name)


def local(name: str) -> Local:
    """The local of a function's parameter."""
    return Local(f"l_{safe(name)}")


def nothing_of(type_: Type) -> int:
    """The number that stands for nothing where this type is wanted."""
    return NO_NUMBER if type_.name == "number" else NOTHING
