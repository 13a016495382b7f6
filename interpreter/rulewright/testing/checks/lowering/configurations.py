"""Checks every configuration of an edition (options and a number of players).

Lowering is slow, so only representative configurations are lowered. These have the lowest or highest number of
players, or one option of the edition's own file. A configuration is lowered, too, if the number of players or a
table decides a comparison in a new way, or if rules may trigger themselves. The others are only checked for
differences: the fit with the rules, refusals by the rules, and the table cells that are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from rulewright.base.library import find_library
from rulewright.base.records import Draft, field
from rulewright.language.edition.edition import Edition, EditionChanges
from rulewright.language.edition.loading.load import read_edition
from rulewright.language.edition.loading.merge import changes_for, whole_cast
from rulewright.language.link import link_complaints as say
from rulewright.language.link.casting import check_one_per
from rulewright.language.link.from_program import make_world
from rulewright.language.link.world import World
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.possible_cycles import may_world_have_cycle
from rulewright.language.program.program import Card, Program
from rulewright.language.program.typed import Expr
from rulewright.language.text import Complaint, Complaints, Span, SpanNote
from rulewright.runtime.lower.from_world import TablesRead, check_similar_world, lower_world
from rulewright.runtime.lower.setup_validation import SetupValidator
from rulewright.testing.checks.attribution import (
    NO_CELL,
    REFUSED,
    UNKNOWN,
    WorldComplaint,
    attribute_complaints,
)
from rulewright.testing.checks.lowering.deciding_expressions import (
    Verdicts,
    deciding_expressions,
    evaluate_expressions,
)
from rulewright.testing.checks.lowering.unreached_rules import (
    ReachedRules,
    complaints_about,
    unreached_rules,
)

CIRCLES: Final = ("E0607", "E0608")

Options = tuple[str, ...]
Configuration = tuple[Options, int]


def check_configurations(edition: Edition, graph: DependencyGraph, complaints: Complaints) -> None:
    """Check every number of players, plain and with each option.

    The rules may refuse an option for some numbers of players; a refusal for all of them is reported.
    """
    check_one_per(graph.program, edition, complaints)
    Configurations(edition, graph, complaints, complaints.has_errors).check()


def link_own_configurations(edition: Edition, program: Program, complaints: Complaints) -> None:
    """Report names in an edition's own file that its rules do not have, for all players and own options."""
    own = edition.id.span.source.name
    options = [name for name, each in edition.options.items() if each.id.span.source.name == own]
    setups = [((), players) for players in edition.players.value]
    for chosen, players in [*setups, *(((each,), edition.players.value.high) for each in options)]:
        make_world(program, edition, changes_for(edition, players, chosen), players, complaints)


class Configurations(Draft):
    """The configurations of an edition, and the results of those checked already."""

    edition: Edition
    graph: DependencyGraph
    complaints: Complaints
    broken: bool
    """Whether the rules have errors, so that no world can be lowered."""
    world_complaints: list[WorldComplaint] = field(factory=list)
    judge: SetupValidator = field(factory=SetupValidator)
    tables: dict[int, TablesRead] = field(factory=dict)
    """Tables read in a lowered game, by the number of players."""
    reached: ReachedRules = field(factory=ReachedRules)
    contents: dict[Configuration, tuple[object, ...]] = field(factory=dict)
    """What an edition can choose, by configuration, as the world has it."""
    verdicts: set[Verdicts] = field(factory=set)
    """Combinations of comparison results in the games lowered so far."""

    @property
    def program(self) -> Program:
        """The program of the rules."""
        return self.graph.program

    def check(self) -> None:
        """Lower the representative configurations, then check the others."""
        refused: dict[Configuration, list[Complaint]] = {}
        setups = [(options, n) for options in self._options() for n in self._numbers(options)]
        # Lowered configurations come first: they show which tables are read.
        for whole in (True, False):
            for setup in setups:
                if self._is_always_lowered(setup) == whole:
                    refused[setup] = self._check_configuration(setup, whole)
        for options in self._options():
            by_players = {players: refused[options, players] for players in self._numbers(options)}
            if not options or all(by_players.values()):
                merged = list(_merge_refusals(by_players, _refused_note(self.edition, options)))
                if any(each.code == UNKNOWN for each in self.complaints):
                    merged = []  # an unknown name is missing, which may cause the refusal
                # A refusal without options is not repeated for each option.
                plain = (
                    {(each.span, each.message) for _, each in self.world_complaints}
                    if options
                    else set()
                )
                self.world_complaints += [
                    each for each in merged if (each[1].span, each[1].message) not in plain
                ]
        self.complaints.extend(attribute_complaints(self.edition, self.world_complaints))
        if not (self.broken or self.complaints.has_errors):
            missing = list(self._missing_parts())
            self.complaints.extend(missing or list(self._unreached_rules()))
            self.complaints.extend([*self._idle_options(), *self._restated_values()])

    def _idle_options(self) -> Iterator[Complaint]:
        """Yield complaints about options of the edition's own file that change no world."""
        for name, option in self.edition.options.items():
            if self._are_own((name,)) and all(
                self.contents[(name,), players] == self.contents[(), players]
                for players in self._numbers((name,))
            ):
                yield say.idle_option(option.id.span, name)

    def _restated_values(self) -> Iterator[Complaint]:
        """Yield complaints about settings and fields in the edition's own file that have this value anyway."""
        edition, base = self.edition, self.edition.base
        own = edition.id.span.source.name
        settings = [each for each in base.settings.values() if each.name.span.source.name == own]
        fields = [each for each in base.fields.values() if each.field.span.source.name == own]
        if not (settings or fields):
            return
        extended = (
            read_edition(edition.files[1], find_library().root, Complaints())
            if edition.files[1:]
            else None
        )
        below = extended.base if extended is not None else EditionChanges()
        before, after = (
            make_world(
                self.program, edition, whole_cast(each), edition.players.value.high, Complaints()
            )
            for each in (below, base)
        )
        for setting in settings:
            name, given = setting.name.value, setting.value
            if before.settings[name] == after.settings[name]:
                yield say.restated_value(given.span, f"the setting `{name}`", given.span.text)
        for override in fields:
            card, name, given = override.card.value, override.field.value, override.value
            if before.values[card].get(name) == after.values[card][name]:
                yield say.restated_value(given.span, f"the {name} of {card}", given.span.text)

    def _missing_parts(self) -> Iterator[Complaint]:
        """Yield complaints about a game without a flow, winners, or cards of a kind that it has."""
        program, at = self.program, self.edition.id.span
        if not program.flow:
            yield say.nothing_played(at, program.game)
        if program.outcome is None and not program.has_winners:
            yield say.nobody_wins(at, program.game)
        played = {program.cards[card].kind for card in self.reached.cards}
        cards: dict[str, list[str]] = {}
        for card in program.cards.values():
            cards.setdefault(card.kind, []).append(card.name)
        for kind, names in cards.items():
            if kind not in played:
                yield say.kind_without_cast(at, kind, names, program.kinds[kind].at)

    def _unreached_rules(self) -> Iterator[Complaint]:
        """Yield complaints about the author's rules that no game of the edition reaches.

        Options of an extended edition are lowered only if there may be such a rule.
        """
        others = [options for options in self._options() if not self._are_own(options)]
        while (rules := unreached_rules(self.graph, self.reached)) and others:
            options = others.pop()
            players = self.edition.players.value.high
            changes = changes_for(self.edition, players, options)
            world = make_world(self.program, self.edition, changes, players, Complaints())
            check_world(world, Complaints(), self.judge, reached=self.reached)
        at = {(each.span.source.name, each.span.line) for each in self.complaints if each.span}
        yield from complaints_about(self.edition.id.value, self.program, rules, at)

    def _options(self) -> list[Options]:
        """Return no option, and each option alone."""
        return [(), *((option,) for option in self.edition.options)]

    def _numbers(self, options: Options) -> Iterable[int]:
        """Return the numbers of players that are checked with `options`."""
        numbers = self.edition.players.value
        return numbers if self._are_own(options) else sorted({numbers.low, numbers.high})

    def _is_always_lowered(self, setup: Configuration) -> bool:
        """Return whether a configuration is lowered regardless of how it decides expressions.

        Options of an extended edition are not, since its own check lowers them.
        """
        options, players = setup
        numbers = self.edition.players.value
        return setup == ((), numbers.low) or (players == numbers.high and self._are_own(options))

    def _are_own(self, options: Options) -> bool:
        """Return whether the options are declared in the edition's own file."""
        own = self.edition.id.span.source.name
        return all(self.edition.options[option].id.span.source.name == own for option in options)

    def _needs_lowering(self, world: World) -> bool:
        """Return whether a world must be lowered: it decides expressions in a new way, or may have a cycle."""
        verdicts = evaluate_expressions(world, self._deciding_expressions)
        is_new = verdicts not in self.verdicts
        self.verdicts.add(verdicts)
        return is_new or may_world_have_cycle(self.graph, world.copies)

    @cached_property
    def _deciding_expressions(self) -> list[Expr]:
        """Expressions whose values decide how a world is lowered."""
        return list(deciding_expressions(self.graph))

    def _check_configuration(self, setup: Configuration, whole: bool) -> list[Complaint]:
        """Check one configuration, lowering it if `whole`; return the refusals by the rules."""
        options, players = setup
        link_complaints = Complaints()
        changes = changes_for(self.edition, players, options)
        world = make_world(self.program, self.edition, changes, players, link_complaints)
        self.complaints.extend(
            each for each in link_complaints if not _is_unread(self.program, each)
        )
        self.contents[setup] = (
            world.pieces, world.settings, world.cells, world.values, world.names,
        )  # fmt: skip
        if self.broken:
            return []
        own = Complaints()
        whole = self._needs_lowering(world) or whole
        # One reported mistake is enough: other worlds would repeat it.
        if self.world_complaints or self.complaints.has_errors:
            refused, read = check_world(world, own, self.judge, {}, self.reached)
        else:
            known = self.tables.get(players) or self.tables.get(self.edition.players.value.high)
            tables = None if whole else known or {}
            refused, read = check_world(world, own, self.judge, tables, self.reached)
        self.tables[players] = {**self.tables.get(players, {}), **read}
        self.world_complaints += [(players, complaint) for complaint in own]
        return refused


def _refused_note(edition: Edition, options: Options) -> SpanNote:
    """Return a note that points to the refused option or edition."""
    if options:
        return SpanNote(edition.options[options[0]].id.span, "with this option the game is refused")
    return SpanNote(edition.id.span, "this edition is refused")


def _merge_refusals(
    refused: Mapping[int, Iterable[Complaint]], refused_note: SpanNote
) -> Iterator[WorldComplaint]:
    """Yield each refusal once, for all its numbers of players, with the notes that they share.

    It is paired with the largest of these numbers.
    """
    notes_by_refusal: dict[tuple[Span, str], dict[int, tuple[SpanNote, ...]]] = {}
    for players, complaints in refused.items():
        for complaint in complaints:
            assert complaint.span is not None  # the span of a refusal is its rule
            notes_by_refusal.setdefault((complaint.span, complaint.message), {})[players] = (
                complaint.notes
            )
    for (at, message), counted in notes_by_refusal.items():
        first, *others = counted.values()
        common_notes = [note for note in first if all(note in notes for notes in others)]
        yield (
            max(counted),
            say.setup_refused(at, message, list(counted), [*common_notes, refused_note]),
        )


def _is_unread(program: Program, complaint: Complaint) -> bool:
    """Return whether a name is reported as unknown only because its declaration does not parse."""
    name = complaint.span.text.strip("\"'") if complaint.span is not None else None
    return complaint.code == UNKNOWN and name in program.unread


def try_cards(
    edition: Edition, program: Program, cards: list[Card], complaints: Complaints
) -> None:
    """Check worlds that contain `cards`, in several worlds if cards replace one another.

    Refusals of these worlds are not reported, because no edition asks for them.
    """
    for players in sorted({edition.players.value.low, edition.players.value.high}):
        changes = changes_for(edition, players)
        remaining = {card.name: card.at for card in cards}
        while True:
            world = make_world(program, edition, changes, players, complaints, remaining.items())
            if not complaints.has_errors:
                check_world(world, complaints, SetupValidator())
            before = len(remaining)
            remaining = {name: at for name, at in remaining.items() if name not in world.cards}
            if not remaining or len(remaining) == before:
                break


def check_world(
    world: World,
    complaints: Complaints,
    judge: SetupValidator,
    tables: TablesRead | None = None,
    reached: ReachedRules | None = None,
) -> tuple[list[Complaint], TablesRead]:
    """Lower a world and report what this finds; with `tables`, only check the refusals and these tables.

    What a lowered world has reached is added to `reached`. A cycle is reported at the rules that form it, if
    possible. Returns the refusals and the tables that the world
    reads.
    """
    lowering_complaints = Complaints()
    if tables is None:
        work = lower_world(world, lowering_complaints, judge, with_always=True)
        read = work.tables
        if reached is not None:
            reached.add(work)
    else:
        read = check_similar_world(world, lowering_complaints, judge, tables)
    circles = Complaints()
    if any(complaint.code in CIRCLES for complaint in lowering_complaints):
        from rulewright.language.program.checking.whole_program import report_cycles

        report_cycles(world.program, circles, frozenset(world.cards))
    complaints.extend(circles)
    for complaint in lowering_complaints:
        if complaint.code != REFUSED and not (circles.has_errors and complaint.code in CIRCLES):
            complaints.add(complaint)
    if any(complaint.code == NO_CELL for complaint in lowering_complaints):
        return [], read  # without the missing cells, a refusal would be a follow-up error
    return [complaint for complaint in lowering_complaints if complaint.code == REFUSED], read
