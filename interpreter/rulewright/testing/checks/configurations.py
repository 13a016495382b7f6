"""Every configuration of an edition (options and a number of players): is there a world for it, and is it lowered?

The game is lowered with the fewest and the most players and with each option of the edition's own file, where the
number of players or a table decides something as in no other lowered game, and where rules may set themselves off.
In every other configuration only what can differ there is looked at: whether the edition fits the rules, whether
these refuse the game, and the cells of the tables that are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from rulewright.base.records import Draft, field
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.loading.merge import changes_for
from rulewright.language.link import link_complaints as say
from rulewright.language.link.casting import check_one_per
from rulewright.language.link.from_program import make_world
from rulewright.language.link.world import World
from rulewright.language.program.checking.dependency_graph import Graph
from rulewright.language.program.checking.possible_cycles import must_be_lowered
from rulewright.language.program.program import Card, Program
from rulewright.language.program.typed import Expr
from rulewright.language.text import Complaint, Complaints, Note, Span
from rulewright.runtime.lower.from_world import Tables, look_at, lower_world
from rulewright.runtime.lower.setup_validation import Judge
from rulewright.testing.checks.attribution import NO_CELL, REFUSED, UNKNOWN, Found, attributed
from rulewright.testing.checks.deciding import Verdicts, deciding, verdicts_of

CIRCLES: Final = ("E0607", "E0608")

Options = tuple[str, ...]
Configuration = tuple[Options, int]


def check_configurations(edition: Edition, graph: Graph, complaints: Complaints) -> None:
    """Try every number of players, plain and with each option.

    The rules may refuse an option for some numbers of players: then nobody chooses it there.
    """
    check_one_per(graph.program, edition, complaints)
    Configurations(edition, graph, complaints, complaints.has_errors).check()


class Configurations(Draft):
    """The configurations of an edition, and what is known of those that were tried."""

    edition: Edition
    graph: Graph
    complaints: Complaints
    broken: bool
    """Whether the rules have errors, so that no world can be lowered."""
    found: list[Found] = field(factory=list)
    judge: Judge = field(factory=Judge)
    tables: dict[int, Tables] = field(factory=dict)
    """What is read with so many players, where that was lowered."""
    verdicts: set[Verdicts] = field(factory=set)
    """What was decided in the games that were lowered."""

    @property
    def program(self) -> Program:
        """The rules."""
        return self.graph.program

    def check(self) -> None:
        """Lower the games that stand for all, then look at the others."""
        refused: dict[Configuration, list[Complaint]] = {}
        setups = [(options, n) for options in self._options() for n in self._numbers(options)]
        # What is lowered tells which tables are read.
        for whole in (True, False):
            for setup in setups:
                if self._is_whole(setup) == whole:
                    refused[setup] = self._try(setup, whole)
        for options in self._options():
            found = {players: refused[options, players] for players in self._numbers(options)}
            if not options or all(found.values()):
                told = list(_told_once(found, _named(self.edition, options)))
                if any(each.code == UNKNOWN for each in self.complaints):
                    told = []  # what is unknown is missing, and the rules may refuse a game without it
                # What is refused without an option is refused with it too.
                plain = {(each.span, each.message) for _, each in self.found} if options else set()
                self.found += [
                    each for each in told if (each[1].span, each[1].message) not in plain
                ]
        self.complaints.extend(attributed(self.edition, self.found))

    def _options(self) -> list[Options]:
        return [(), *((option,) for option in self.edition.options)]

    def _numbers(self, options: Options) -> Iterable[int]:
        """With how many players these options are tried."""
        numbers = self.edition.players.value
        return numbers if self._are_own(options) else sorted({numbers.low, numbers.high})

    def _is_whole(self, setup: Configuration) -> bool:
        """Whether a configuration is lowered: options of the edition that this one extends were lowered there."""
        options, players = setup
        numbers = self.edition.players.value
        return setup == ((), numbers.low) or (players == numbers.high and self._are_own(options))

    def _are_own(self, options: Options) -> bool:
        own = self.edition.id.span.source.name
        return all(self.edition.options[option].id.span.source.name == own for option in options)

    def _is_new(self, world: World) -> bool:
        """Whether a world has to be lowered too: it decides something as none of the lowered ones does."""
        verdicts = verdicts_of(world, self._deciding)
        is_new = verdicts not in self.verdicts
        self.verdicts.add(verdicts)
        return is_new or must_be_lowered(self.graph, world.copies)

    @cached_property
    def _deciding(self) -> list[Expr]:
        return list(deciding(self.graph))

    def _try(self, setup: Configuration, whole: bool) -> list[Complaint]:
        """Why the rules refuse to be played so."""
        options, players = setup
        found = Complaints()
        changes = changes_for(self.edition, players, options)
        world = make_world(self.program, self.edition, changes, players, found)
        self.complaints.extend(each for each in found if not _is_unread(self.program, each))
        if self.broken:
            return []
        own = Complaints()
        whole = self._is_new(world) or whole
        # A mistake that one world shows is there in others.
        if self.found or self.complaints.has_errors:
            refused, read = check_world(world, own, self.judge, {})
        else:
            known = self.tables.get(players) or self.tables.get(self.edition.players.value.high)
            refused, read = check_world(world, own, self.judge, None if whole else known or {})
        self.tables[players] = {**self.tables.get(players, {}), **read}
        self.found += [(players, complaint) for complaint in own]
        return refused


def _named(edition: Edition, options: Options) -> Note:
    """The edition, or its option, as what is refused."""
    if options:
        return Note(edition.options[options[0]].id.span, "with this option the game is refused")
    return Note(edition.id.span, "this edition is refused")


def _told_once(refused: Mapping[int, Iterable[Complaint]], named: Note) -> Iterator[Found]:
    """Each refusal once, with all the numbers of players that it is for, and what is alike for them.

    It comes with the largest of these numbers.
    """
    told: dict[tuple[Span, str], dict[int, tuple[Note, ...]]] = {}
    for players, complaints in refused.items():
        for complaint in complaints:
            assert complaint.span is not None  # of a refusal it is the rule
            told.setdefault((complaint.span, complaint.message), {})[players] = complaint.notes
    for (at, message), counted in told.items():
        first, *others = counted.values()
        alike = [note for note in first if all(note in notes for notes in others)]
        yield max(counted), say.refused(at, message, list(counted), [*alike, named])


def _is_unread(program: Program, complaint: Complaint) -> bool:
    """Whether an edition's name is missed only because its declaration could not be read."""
    named = complaint.span.text.strip("\"'") if complaint.span is not None else None
    return complaint.code == UNKNOWN and named in program.unread


def try_cards(
    edition: Edition, program: Program, cards: list[Card], complaints: Complaints
) -> None:
    """Make worlds with these cards too; those that take each other's place get worlds of their own.

    What is refused with a card is refused only where somebody asks for it.
    """
    for players in sorted({edition.players.value.low, edition.players.value.high}):
        changes = changes_for(edition, players)
        left = {card.name: card.at for card in cards}
        while True:
            world = make_world(program, edition, changes, players, complaints, left.items())
            if not complaints.has_errors:
                check_world(world, complaints, Judge())
            before = len(left)
            left = {name: at for name, at in left.items() if name not in world.cards}
            if not left or len(left) == before:
                break


def check_world(
    world: World, complaints: Complaints, judge: Judge, tables: Tables | None = None
) -> tuple[list[Complaint], Tables]:
    """Lower a world for what only then is found; or judge it, if it is known which tables such a world reads.

    A circle is told by the rules that make it, where possible. Returns why the rules refuse the world, and the
    tables that it reads.
    """
    found = Complaints()
    if tables is None:
        read = lower_world(world, found, judge, with_always=True).tables
    else:
        read = look_at(world, found, judge, tables)
    circles = Complaints()
    if any(complaint.code in CIRCLES for complaint in found):
        from rulewright.language.program.checking.whole_program import complain_circles

        complain_circles(world.program, circles, frozenset(world.cards))
    complaints.extend(circles)
    for complaint in found:
        if complaint.code != REFUSED and not (circles.has_errors and complaint.code in CIRCLES):
            complaints.add(complaint)
    if any(complaint.code == NO_CELL for complaint in found):
        return [], read  # nothing was read there, which may be what is refused
    return [complaint for complaint in found if complaint.code == REFUSED], read
