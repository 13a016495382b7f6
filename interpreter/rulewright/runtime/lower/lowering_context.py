"""Shared context of lowering: the world, the code generated until now, and the tables of the module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property, lru_cache
from itertools import count

from rulewright.base.records import Draft, field
from rulewright.language.link import link_complaints as say
from rulewright.language.link.world import World
from rulewright.language.program.program import CellPlace, DeclarationNotes, Program, Rule
from rulewright.language.program.typed import Expr, TableOf, Template
from rulewright.language.program.types import Type
from rulewright.language.text import Complaint, Complaints, Span
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Code, DecisionEntry, Site, Telling
from rulewright.runtime.ir.outcome_rules import OutcomeRules
from rulewright.runtime.ir.terms import Body, Local, Node
from rulewright.runtime.ir.walk import statements_in
from rulewright.runtime.lower.allocation import Allocation
from rulewright.runtime.lower.coverage_counters import Counters

Env = dict[str, Node]
"""The nodes for the names in scope."""


def citations_of(notes: DeclarationNotes) -> tuple[str, ...]:
    """Return the sources that a rule cites, as sentences."""
    cites = [f"{source}, “{place}”" for source, place in notes.cites]
    cites += [f"borrowed from {source}, “{place}”" for source, place in notes.borrowed]
    cites += [f"printed on the card: {text}" for text in notes.printed]
    cites += [f"our reading: {text}" for text in notes.readings]
    return tuple(cites)


MAX_EXPRESSIONS = 300_000
"""Maximal number of lowered expressions of a game; an expression counts once for every piece it is lowered for."""
MAX_POWERS = 500
"""Maximal number of powers offered together."""
MAX_QUESTIONS = 200
"""Maximal number of questions in one event, phase or power."""
MAX_DEPTH = 50
"""Maximal depth of definitions that depend on each other."""


class LoweringLimitExceeded(Exception):
    """Lowering was given up: the rules generate too much code, or their definitions nest too deeply."""


class Lowering(Draft):
    """State of one lowering: the code and tables generated until now, and the definitions in progress."""

    world: World
    complaints: Complaints
    code: Code = field(factory=Code)
    sites: list[Site] = field(factory=list)
    tellings: list[Telling] = field(factory=list)
    decisions: list[DecisionEntry] = field(factory=list)
    in_progress: dict[str, str] = field(factory=dict)
    temporaries: int = 0
    site_numbers: dict[tuple[str, str], int] = field(factory=dict)
    missing: set[tuple[str, CellPlace | None]] = field(factory=set)
    """The cells of tables, None for all, that were complained about."""
    tables: dict[str, TableOf] = field(factory=dict)
    """The tables that are read, each with one expression that reads it."""
    settings: set[str] = field(factory=set)
    """The settings that are read."""
    reached: set[tuple[str, type[Rule]]] = field(factory=set)
    """The events, phases, moments, values and facts that the game reaches, with the sort of rules about them."""
    outcome: OutcomeRules = field(factory=OutcomeRules)
    before_the_game: bool = False
    """Whether only facts known before a game may be used, such as printed fields of cards."""
    lowered: int = 0
    """Number of expressions lowered until now; `at` is the position of the last."""
    at: Span | None = None
    trial_procedures: dict[str, Span] = field(factory=dict)
    """Procedures used in trials, with their positions."""
    not_inlined: set[str] = field(factory=set)
    """Values and facts that no rule modifies, and that are too long to be inlined."""
    min_costs: dict[str, int] = field(factory=dict)
    """Minimal number of expressions that a call of each function evaluates, its callees included."""
    counters: Counters | None = None
    origins: dict[int, tuple[Node, Expr | Rule]] | None = None
    """The innermost expression or rule that each node was lowered from, by `id`; None if nobody needs them."""
    places: dict[str, Span] | None = None
    """The positions of declarations by their origins, if statements keep theirs; None if nobody needs them."""
    with_always: bool = False
    """Whether invariants (`always`) are checked during play."""
    always: list[str] = field(factory=list)
    """The procedures that check the invariants."""
    traced: bool = False
    """Whether the story also logs when events and phases begin, and when phases end; see `trace`."""

    @cached_property
    def allocation(self) -> Allocation:
        """Cells of the zones and variables; created at first use."""
        return Allocation.of(self.world)

    @cached_property
    def rules_about(self) -> dict[str, list[Rule]]:
        """Rules by the name of the event, value, fact or moment they are about, in rule order."""
        rules: dict[str, list[Rule]] = {}
        for rule in self.program.rules:
            rules.setdefault(rule.about, []).append(rule)
        return rules

    @property
    def program(self) -> Program:
        """The linked rules of the world."""
        return self.world.program

    def site_number(
        self, name: str, at: Span | str, notes: DeclarationNotes, card: str | None = None
    ) -> int:
        """Return the number of the cause `name` at position `at`; add it to the sites if it is new."""
        key = (name, str(at))
        if key not in self.site_numbers:
            self.site_numbers[key] = len(self.sites)
            shown_place = self.world.displayed_place(str(at)) if isinstance(at, Span) else str(at)
            self.sites.append(Site(name, str(at), citations_of(notes), shown_place, card or ""))
        return self.site_numbers[key]

    def fresh_local(self, name: str) -> str:
        """Return the name of a new local, ending in `name`; it cannot clash with a name of the rules."""
        self.temporaries += 1
        return f"t{self.temporaries}_{to_identifier(name)}"

    def add_telling(self, event: str, template: Template) -> int:
        """Add a story text, said about `event`, to the module's table and return its number."""
        types = tuple(self.type_of(part.type) for part in template.parts if isinstance(part, Expr))
        self.tellings.append(Telling(event, template.text, number_parts(template.parts), types))
        return len(self.tellings) - 1

    def trace(self, what: str, why: Node) -> Body:
        """Return a wordless story line that marks the start or end of `what`; empty unless the game is traced."""
        if not self.traced:
            return ()
        self.tellings.append(Telling(what, "", (), ()))
        return (ir.Tell(len(self.tellings) - 1, why, (), None),)

    def count(self, at: Span, arm: str) -> Body:
        """Return a statement that counts the clause at `at`; empty in a module without coverage."""
        return () if self.counters is None else self.counters.count(at, arm)

    def describe_origin(self, name: str, at: Span) -> str:
        """Return the name and position of a declaration, for error messages."""
        origin = f"`{name}` ({at})"
        if self.places is not None:
            self.places[origin] = at
        return origin

    def add_procedure(self, procedure: ir.Procedure, at: Span) -> None:
        """Add a procedure to the code, and complain if it asks more than MAX_QUESTIONS questions."""
        questions = sum(isinstance(stmt, ir.Ask) for stmt in statements_in(procedure.body))
        if questions > MAX_QUESTIONS:
            self.complain(say.too_many_questions(at, procedure.origin, questions, MAX_QUESTIONS))
        self.code.procedures[procedure.name] = procedure

    def record_captures(self, rule: Rule) -> None:
        """Record the types of the values that a delayed rule captures, in the module's code."""
        self.code.captures[rule.number] = tuple(self.type_of(type_) for _, type_ in rule.captured)

    def count_expression(self, at: Span) -> None:
        """Count one expression that is being lowered. Raises LoweringLimitExceeded above MAX_EXPRESSIONS."""
        self.lowered += 1
        self.at = at
        if self.lowered > MAX_EXPRESSIONS:
            raise LoweringLimitExceeded

    def check_limit(self, count: int, most: int, at: Span) -> None:
        """Raise LoweringLimitExceeded if `count` exceeds `most`; `at` is the position to complain about."""
        if count > most:
            self.lowered, self.at = MAX_EXPRESSIONS + 1, at
            raise LoweringLimitExceeded

    def record_origin(self, node: Node, origin: Expr | Rule) -> Node:
        """Record the expression or rule that `node` was lowered from, if origins are kept; return `node`."""
        if self.origins is not None:
            self.origins.setdefault(id(node), (node, origin))
        return node

    def push_definition(self, key: str, name: str) -> None:
        """Push a definition onto the stack of those in progress. Raises LoweringLimitExceeded if it is too deep."""
        if len(self.in_progress) >= MAX_DEPTH:
            raise LoweringLimitExceeded
        self.in_progress[key] = name

    def cycle_from(self, key: str) -> list[str]:
        """Return the names of definitions in progress from `key` on, with the first repeated at the end."""
        begun = list(self.in_progress).index(key)
        names = list(self.in_progress.values())[begun:]
        return [*names, names[0]]

    def complain(self, complaint: Complaint) -> None:
        """Add a complaint about the rules of this world."""
        self.complaints.add(complaint)

    # ------------------------------------------------------------------ types and constants

    def type_of(self, type_: Type) -> ir.Type:
        """Return the IR type for a type of the language."""
        many = type_.many
        if type_.name in self.program.labels:
            return ir.Type(ir.Kind.LABEL, type_.name, many)
        if type_.name in self.program.kinds:
            return ir.Type(ir.Kind.PIECE, "", many)
        if type_.name.startswith("name of "):
            return ir.Type(ir.Kind.DESIGN, "", many)
        kinds = {"player": ir.Kind.PLAYER, "yes-or-no": ir.Kind.TRUTH}
        return ir.Type(kinds.get(type_.name, ir.Kind.NUMBER), "", many)

    def add_array(
        self, name: str, of: ir.Type, type_: ir.Type, values: list[int], last: int = -1
    ) -> None:
        """Add a constant array to the code; `last` is its entry for the index NOTHING (-1)."""
        self.code.arrays[name] = ir.Array(of, type_, (*values, last))

    def encode(self, value: object, type_: Type, words: tuple[str, ...] = ()) -> int:
        """Return the integer that represents a constant of the rules: a number, a label, a word or nothing."""
        if value is None:
            return nothing_value(type_)
        if isinstance(value, int):
            return int(value)
        if words:
            return words.index(str(value))
        return self.program.labels[type_.name].items.index(str(value))


@contextmanager
def limit_complaints(work: Lowering) -> Iterator[None]:
    """Turn a LoweringLimitExceeded or RecursionError raised in the block into a complaint."""
    try:
        yield
    except (LoweringLimitExceeded, RecursionError):
        assert work.at is not None  # limits are exceeded only by expressions
        if work.lowered > MAX_EXPRESSIONS:
            work.complain(say.rules_too_large(work.at, len(work.world.pieces)))
        else:
            work.complain(say.chain_too_deep(work.at, list(work.in_progress.values())))


@lru_cache(maxsize=10_000)
def to_identifier(name: str) -> str:
    """Return a rule name with every character that is not alphanumeric replaced by `_`."""
    return "".join(letter if letter.isalnum() else "_" for letter in name)


def parameter_local(name: str) -> Local:
    """Return the IR local for a parameter of an event, phase, value or fact."""
    return Local(f"l_{to_identifier(name)}")


def capture_type(rule: Rule) -> ir.Type:
    """Return the type of a tuple of values that a delayed rule captured."""
    return ir.Type(ir.Kind.CAPTURE, str(rule.number))


def nothing_value(type_: Type) -> int:
    """Return the integer for `nothing` in a type: NO_NUMBER for numbers, else NOTHING."""
    return ir.NO_NUMBER if type_.name == "number" else ir.NOTHING


def number_parts(parts: Iterable[object]) -> tuple[str | int, ...]:
    """Return the parts of a text with its expressions replaced by 0, 1, 2 … in order."""
    numbers = count()
    return tuple(part if isinstance(part, str) else next(numbers) for part in parts)
