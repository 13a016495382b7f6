"""What the lowering of a world shares: the world, the code so far, and the numbers of what it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property, lru_cache
from itertools import count

from rulewright.base.records import Draft, field
from rulewright.language.link import link_complaints as say
from rulewright.language.link.world import World
from rulewright.language.program.program import Notes, Program, Rule
from rulewright.language.program.typed import Expr, TableOf, Template
from rulewright.language.program.types import Type
from rulewright.language.text import Complaint, Complaints, Span
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.deciding import Outcome
from rulewright.runtime.ir.module import Code, Decision, Site, Telling
from rulewright.runtime.ir.terms import Body, Local, Node
from rulewright.runtime.ir.walk import statements_in
from rulewright.runtime.lower.allocation import Allocation
from rulewright.runtime.lower.coverage_counters import Counters

Env = dict[str, Node]
"""What the names in sight have become."""


def cites_of(notes: Notes) -> tuple[str, ...]:
    """Where something comes from, in sentences."""
    cites = [f"{source}, “{place}”" for source, place in notes.cites]
    cites += [f"borrowed from {source}, “{place}”" for source, place in notes.borrowed]
    cites += [f"printed on the card: {text}" for text in notes.printed]
    cites += [f"our reading: {text}" for text in notes.readings]
    return tuple(cites)


MOST_LOWERED = 300_000
"""So many expressions may come of the rules of a game, each counted for every card that it speaks for."""
MOST_POWERS = 500
"""So many powers may be offered together."""
MOST_QUESTIONS = 200
"""So many questions may be asked in one event, phase or power."""
MOST_IN_HAND = 50
"""Of so many values, facts and events each may need the next."""


class TooMuch(Exception):
    """More comes of the rules than a game can hold; the work says what was in hand."""


class Lowering(Draft):
    """The work in hand. Everything that code refers to by number stands in a list here."""

    world: World
    complaints: Complaints
    code: Code = field(factory=Code)
    sites: list[Site] = field(factory=list)
    tellings: list[Telling] = field(factory=list)
    decisions: list[Decision] = field(factory=list)
    working: dict[str, str] = field(factory=dict)
    temporaries: int = 0
    site_numbers: dict[tuple[str, str], int] = field(factory=dict)
    missing: set[tuple[str, int, int | None]] = field(factory=set)
    tables: dict[str, TableOf] = field(factory=dict)
    """The tables that are read, each with one place where that is done."""
    settings: set[str] = field(factory=set)
    """The settings that are asked for."""
    outcome: Outcome = field(factory=Outcome)
    before_the_game: bool = False
    """Whether only what is known before a game is asked for: of cards what is printed on them."""
    lowered: int = 0
    """How many expressions were lowered so far; the last of them stands here:"""
    at: Span | None = None
    tried: dict[str, Span] = field(factory=dict)
    """Procedures that are tried before they are carried out, and where each is declared."""
    long: set[str] = field(factory=set)
    """Values and facts that no rule changes, and that are too long to be written out where they are asked."""
    terms: dict[str, int] = field(factory=dict)
    """How many expressions each function has, with those of all its calls."""
    counters: Counters | None = None
    meanings: dict[int, tuple[Node, Expr | Rule]] | None = None
    """What of the rules each node came of, by its `id`, where somebody will ask; the innermost."""
    with_always: bool = False
    """Whether what always holds is looked at while a game is played."""
    always: list[str] = field(factory=list)
    """The procedures that look at it."""
    traced: bool = False
    """Whether the story also says when events and phases begin, and when phases end; see `trace`."""

    @cached_property
    def allocation(self) -> Allocation:
        """The cells of the game; whoever only asks for constants needs none."""
        return Allocation.of(self.world)

    @cached_property
    def rules_about(self) -> dict[str, list[Rule]]:
        """The rules by the event, value, fact or moment that they speak of, in their order."""
        found: dict[str, list[Rule]] = {}
        for rule in self.program.rules:
            found.setdefault(rule.about, []).append(rule)
        return found

    @property
    def program(self) -> Program:
        """The rules of the world."""
        return self.world.program

    def site(self, name: str, at: Span | str, notes: Notes, card: str | None = None) -> int:
        """The number of a cause, which may stand on a card."""
        key = (name, str(at))
        if key not in self.site_numbers:
            self.site_numbers[key] = len(self.sites)
            told = self.world.told_place(str(at)) if isinstance(at, Span) else str(at)
            self.sites.append(Site(name, str(at), cites_of(notes), told, card or ""))
        return self.site_numbers[key]

    def temporary(self, name: str) -> str:
        """A local that no name of the rules can clash with."""
        self.temporaries += 1
        return f"t{self.temporaries}_{safe(name)}"

    def telling(self, event: str, template: Template) -> int:
        """The number of a text of the story."""
        types = tuple(self.type_of(part.type) for part in template.parts if isinstance(part, Expr))
        self.tellings.append(Telling(event, template.text, numbered(template.parts), types))
        return len(self.tellings) - 1

    def trace(self, what: str, why: Node) -> Body:
        """A line of the story without words, if it is traced: that something begins or ends, and what caused it."""
        if not self.traced:
            return ()
        self.tellings.append(Telling(what, "", (), ()))
        return (ir.Tell(len(self.tellings) - 1, why, (), None),)

    def count(self, at: Span, arm: str) -> Body:
        """A statement that counts a clause; none in a module that does not count."""
        return () if self.counters is None else self.counters.count(at, arm)

    def origin(self, name: str, at: Span) -> str:
        """What is made of a declaration, and where that stands, for who is told that it stopped the game."""
        return f"`{name}` ({at})"

    def keep(self, procedure: ir.Procedure, at: Span) -> None:
        """Keep a procedure, unless very much is asked in it: all that it may wait for lies in its frame."""
        asked = sum(isinstance(stmt, ir.Ask) for stmt in statements_in(procedure.body))
        if asked > MOST_QUESTIONS:
            self.complain(say.too_many_questions(at, procedure.origin, asked, MOST_QUESTIONS))
        self.code.procedures[procedure.name] = procedure

    def captures(self, rule: Rule) -> None:
        """Note what a delayed rule carries with it."""
        self.code.captures[rule.number] = tuple(self.type_of(type_) for _, type_ in rule.captured)

    def note(self, at: Span) -> None:
        """An expression is being lowered. Raises TooMuch."""
        self.lowered += 1
        self.at = at
        if self.lowered > MOST_LOWERED:
            raise TooMuch

    def refuse_more(self, count: int, most: int, at: Span) -> None:
        """Go no further where there is more of something, here, than a game can hold. Raises TooMuch."""
        if count > most:
            self.lowered, self.at = MOST_LOWERED + 1, at
            raise TooMuch

    def means(self, node: Node, meant: Expr | Rule) -> Node:
        """The node, of which it is noted what it came of."""
        if self.meanings is not None:
            self.meanings.setdefault(id(node), (node, meant))
        return node

    def begin(self, key: str, name: str) -> None:
        """Something is in hand that may need other things. Raises TooMuch."""
        if len(self.working) >= MOST_IN_HAND:
            raise TooMuch
        self.working[key] = name

    def chain(self, key: str) -> list[str]:
        """What is in hand since this was begun, and this again: a circle, in the words of the rules."""
        begun = list(self.working).index(key)
        names = list(self.working.values())[begun:]
        return [*names, names[0]]

    def complain(self, complaint: Complaint) -> None:
        """Say what is wrong with the rules in this world."""
        self.complaints.add(complaint)

    # ------------------------------------------------------------------ types and constants

    def type_of(self, type_: Type) -> ir.Type:
        """What a type of the language is in the intermediate form."""
        many = type_.many
        if type_.name in self.program.labels:
            return ir.Type(ir.Kind.LABEL, type_.name, many)
        if type_.name in self.program.kinds:
            return ir.Type(ir.Kind.PIECE, "", many)
        if type_.name.startswith("name of "):
            return ir.Type(ir.Kind.DESIGN, "", many)
        kinds = {"player": ir.Kind.PLAYER, "yes-or-no": ir.Kind.TRUTH}
        return ir.Type(kinds.get(type_.name, ir.Kind.NUMBER), "", many)

    def array(
        self, name: str, of: ir.Type, type_: ir.Type, values: list[int], last: int = -1
    ) -> None:
        """A constant array; its last entry, which index -1 reads, is that of nothing."""
        self.code.arrays[name] = ir.Array(of, type_, (*values, last))

    def encoded(self, value: object, type_: Type, words: tuple[str, ...] = ()) -> int:
        """The number that stands for a constant."""
        if value is None:
            return nothing_of(type_)
        if isinstance(value, int):
            return int(value)
        if words:
            return words.index(str(value))
        return self.program.labels[type_.name].items.index(str(value))


@contextmanager
def within_measure(work: Lowering) -> Iterator[None]:
    """Complain of rules of which there comes too much, and go no further with them."""
    try:
        yield
    except (TooMuch, RecursionError):
        assert work.at is not None  # before any expression nothing is much
        if work.lowered > MOST_LOWERED:
            work.complain(say.too_large(work.at, len(work.world.pieces)))
        else:
            work.complain(say.too_deep(work.at, list(work.working.values())))


@lru_cache(maxsize=10_000)
def safe(name: str) -> str:
    """A name as an identifier."""
    return "".join(letter if letter.isalnum() else "_" for letter in name)


def local(name: str) -> Local:
    """The local of a function's parameter."""
    return Local(f"l_{safe(name)}")


def captured_by(rule: Rule) -> ir.Type:
    """The type of what a delayed rule carries with it."""
    return ir.Type(ir.Kind.CAPTURE, str(rule.number))


def nothing_of(type_: Type) -> int:
    """The number that stands for nothing where this type is wanted."""
    return ir.NO_NUMBER if type_.name == "number" else ir.NOTHING


def numbered(parts: Iterable[object]) -> tuple[str | int, ...]:
    """The parts of a text, with a number for each that is not words."""
    numbers = count()
    return tuple(part if isinstance(part, str) else next(numbers) for part in parts)
