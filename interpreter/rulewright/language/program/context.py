"""The state shared by all passes of the checker: the program under construction, its complaints and the scope."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from rulewright.base.records import Draft, Record, evolve, field
from rulewright.language.program import complaints as say
from rulewright.language.program.program import Declared, Program, SpokenName, spoken_names
from rulewright.language.program.references import record_expected_type, record_reference
from rulewright.language.program.typed import Expr, Unknown, Var
from rulewright.language.program.types import UNKNOWN, Type
from rulewright.language.syntax import tree
from rulewright.language.text import Complaint, Complaints, Source, Span, SpanNote
from rulewright.language.text.words.english import sentence_forms

_Entry = TypeVar("_Entry")

CardFinder = Callable[[str], Source | None]
"""Return the rule file of a card that is not in the program, by the card's name; None if there is none."""


MAX_COMPARISONS = 60_000
"""Maximum number of comparisons with unknown names, in names of usual length; a few seconds."""
USUAL_NAME_LENGTH = 8
MAX_NESTING = 60
"""Maximum nesting depth of choices and branches; later passes recurse into them."""


class NameScope(Record):
    """The names visible at one place of the rules, with their types, and what else is allowed there.

    `places` are the spans where the names are introduced. `me`, `this` and `it` are None where they mean nothing.
    """

    names: dict[str, Type] = field(factory=dict)
    places: dict[str, Span] = field(factory=dict)
    me: Type | None = None
    this: Type | None = None
    it: tuple[str, Type] | None = None
    it_of: Span | None = None
    """The list that `it` is an element of."""
    loop_variable: str = ""
    """The variable of a `for each` in the same line, which is not visible in the line's `if`."""
    depth: int = 0
    in_would: bool = False
    in_flow: bool = False
    in_scenario: bool = False
    players: int = 0
    edition: str = ""
    card_names: Mapping[str, str] = field(factory=dict)
    """The rules' names of cards, by the names that the scenario's edition gives them."""
    owner: str = ""
    card: str | None = None

    def bind(self, name: str, type_: Type, at: Span | None = None) -> NameScope:
        """Return a scope with the further local variable `name`, introduced at `at`."""
        places = self.places if at is None else {**self.places, name: at}
        return evolve(self, names={**self.names, name: type_}, places=places)

    def with_it(self, type_: Type, of: Span | None = None) -> tuple[NameScope, str]:
        """Return the scope inside a `where` over elements of this type, and the name of the variable for `it`."""
        name = f"it{self.depth + 1}"
        return evolve(self, it=(name, type_), it_of=of, depth=self.depth + 1), name

    def bound(self) -> tuple[tuple[str, Type], ...]:
        """Return all visible variables with their types, which a delayed rule may have to capture."""
        own = [("me", self.me), ("this", self.this)]
        return tuple((name, kind) for name, kind in own if kind) + tuple(self.names.items())


class UnparsedNames(Draft):
    """Names that declarations with syntax errors may declare, so that using them is not reported."""

    declared: set[str] = field(factory=set)
    places: list[tree.Unread] = field(factory=list)

    def note(self, node: tree.Unread) -> None:
        """Add the names that a declaration with syntax errors may declare."""
        self.places.append(node)
        for name in node.declared:
            self.declared |= sentence_forms(name)

    def copied(self) -> UnparsedNames:
        """Return an independent copy of these names."""
        return UnparsedNames(set(self.declared), list(self.places))

    def may_declare(self, name: str, at: Span) -> bool:
        """Return whether a declaration with syntax errors may declare `name` for the place `at`."""
        return name in self.declared or any(node.gives(name, at.start) for node in self._around(at))

    def has_gap_at(self, at: Span) -> bool:
        """Return whether the declaration around the place `at` has lines that did not parse."""
        return any(True for _ in self._around(at))

    def _around(self, at: Span) -> Iterable[tree.Unread]:
        """Yield the declarations with syntax errors that contain the place `at`."""
        return (node for node in self.places if node.holds(at))


class Context(Draft):
    """The state of name resolution and type checking: the program so far, its complaints and counters."""

    program: Program
    complaints: Complaints
    decisions: dict[str, int] = field(factory=dict)
    missing: UnparsedNames = field(factory=UnparsedNames)
    sources: dict[str, int] = field(factory=dict)
    titles: dict[tuple[str, str], Span] = field(factory=dict)
    """Positions of scenario titles, by file and title."""
    game_at: Span | None = None
    flow_at: Span | None = None
    rules: int = 0
    elsewhere: CardFinder | None = None
    comparisons: int = 0
    """Number of comparisons with unknown names so far."""
    nesting: int = 0
    """Current nesting depth of choices and branches."""
    card_names: Mapping[str, str] = field(factory=dict)
    """The rules' names of cards, by the names in the edition of the scenarios."""
    _meanings: dict[str, dict[str, Declared]] = field(factory=dict, init=False)

    def copied(self, complaints: Complaints, elsewhere: CardFinder | None) -> Context:
        """Return an independent copy of the state, which reports to `complaints`.

        It finds the files of cards outside the program with `elsewhere`.
        """
        return evolve(
            self,
            program=self.program.copied(),
            complaints=complaints,
            decisions=dict(self.decisions),
            missing=UnparsedNames(),
            sources=dict(self.sources),
            titles=dict(self.titles),
            elsewhere=elsewhere,
        )

    def with_fresh_complaints(self, complaints: Complaints) -> Context:
        """Return a copy that reports to `complaints` and keeps the name table, to resolve bodies again."""
        self.names_in("the")
        copy = self.copied(complaints, self.elsewhere)
        copy.missing, copy._meanings = self.missing.copied(), self._meanings
        return copy

    def add(self, complaint: Complaint) -> None:
        """Add a complaint to those collected."""
        self.complaints.add(complaint)

    @contextmanager
    def nested(self, steps: int, at: Span) -> Iterator[bool]:
        """Add `steps` to the nesting depth inside a `with` block, which gets whether the limit is respected.

        Reports a complaint at `at` where more than `MAX_NESTING` choices and branches are nested.
        """
        self.nesting += steps
        if self.nesting > MAX_NESTING:
            self.add(say.sentences.nested_too_deep(at, MAX_NESTING))
        yield self.nesting <= MAX_NESTING
        self.nesting -= steps

    def unknown_name(
        self, what: str, name: str, at: Span, known: Iterable[str], hint: str | None = None
    ) -> None:
        """Report a name that nothing declares, with the most similar of the `known` names.

        Nothing is reported if a declaration with syntax errors may declare it.
        """
        if not self.complaints.is_full and not self.missing.may_declare(name, at):
            names = tuple(known)
            self.comparisons += len(names) * (1 + len(name) // USUAL_NAME_LENGTH)
            known = names if self.comparisons <= MAX_COMPARISONS else ()
            self.add(say.names.unknown_name(at, what, name, known, self._elsewhere(name), hint))

    def spoken_names(self) -> list[SpokenName]:
        """Return all declared names in source order."""
        return sorted(spoken_names(self.program), key=lambda name: self.order_of(name.declared.at))

    def names_in(self, space: str) -> Mapping[str, Declared]:
        """Return the declarations by name in one namespace.

        Namespaces are the words before a name (`the`, `player's`, `player is`), and `list` for plurals. The index
        is built on the first call, when all declarations are known; of two declarations with one name the first
        wins.
        """
        if not self._meanings:
            for spoken in self.spoken_names():
                names = self._meanings.setdefault(spoken.space, {})
                names.setdefault(spoken.name, spoken.declared)
        return self._meanings.get(space, {})

    def find(self, what: str, word: tree.Word, table: Mapping[str, _Entry]) -> _Entry | None:
        """Return the declaration in `table` that `word` names; None after a complaint about an unknown name."""
        if word.text not in table:
            self.unknown_name(what, word.text, word.at, table)
        entry = table.get(word.text)
        record_reference(word.at, entry)
        return entry

    def _elsewhere(self, name: str) -> SpanNote | None:
        """Return a note on a declaration with this name, of any sort; None if there is none."""
        for sort, table in self.program.tables_by_sort():
            declared = table.get(name)
            if declared is not None:
                return SpanNote(declared.at, f"this {sort} is called so")
        return None

    def expect(self, wanted: Type, expr: Expr, what: str, help: str | None = None) -> Expr:
        """Return `expr` if its type fits `wanted`; else report a complaint and return an `Unknown`."""
        if wanted.accepts(expr.type):
            if expr.type.name == UNKNOWN.name:
                record_expected_type(expr.at, wanted)
            return expr
        is_nothing = expr.type.name == "nothing"
        right = wanted if is_nothing else wanted.without_nothing()
        wrong = expr.type if is_nothing else expr.type.without_nothing()
        self.add(say.types.wrong_type(expr.at, what, str(right), str(wrong), help))
        return make_unknown(expr.at)

    def order_of(self, at: Span) -> tuple[int, int]:
        """Return a sort key for the source order: the number of the file, then the offset."""
        return self.sources.get(at.source.name, 0), at.start

    def rule_number(self) -> int:
        """Return the next free number of a rule; rules are numbered in source order."""
        self.rules += 1
        return self.rules - 1

    def decision_name(self, wanted: str) -> str:
        """Return a unique name for a decision: `wanted`, with a number from its second use on."""
        count = self.decisions.get(wanted, 0) + 1
        self.decisions[wanted] = count
        return wanted if count == 1 else f"{wanted}-{count}"


def make_unknown(at: Span) -> Unknown:
    """Return an `Unknown`, the placeholder for an expression with a complaint."""
    return Unknown(type=UNKNOWN, at=at)


def make_var(name: str, type_: Type, at: Span) -> Var:
    """Return an expression that reads the variable `name`."""
    return Var(name=name, type=type_, at=at)
