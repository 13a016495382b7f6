"""Program + edition -> a rulebook: everything games need, frozen, with a machine for each way to play it."""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.cache import Digest, digest_of, keep, kept
from rulewright.engines.machine import Machine
from rulewright.engines.python.load_code import activate, compiled
from rulewright.library import find_library
from rulewright.link.rule_files import files_of
from rulewright.link.unread import NOTHING_UNREAD, Unread
from rulewright.text import Complaints

if TYPE_CHECKING:
    from rulewright.coverage import Clause
    from rulewright.coverage.counting import Counters, Tally
    from rulewright.edition import Changes, Edition
    from rulewright.lower.assemble import Assembly
    from rulewright.program.program import Program

Way = tuple[int, tuple[str, ...], tuple[str, ...]]
"""How a game is set up: the number of players, the options, the cards that are in it besides."""


@define
class Rulebook:
    """An edition with its rules. Program and machines are made, or fetched, when they are first asked for.

    `extra` are cards whose files are read besides those that the edition names.
    """

    edition: Edition
    files: tuple[Path, ...]
    digest: Digest
    unread: Unread = NOTHING_UNREAD
    extra: tuple[str, ...] = ()
    made: Program | None = None
    machines: dict[Way, Machine] = field(factory=dict)
    wider: dict[tuple[str, ...], Rulebook] = field(factory=dict)

    @property
    def program(self) -> Program:
        """The checked program of the rule files. Raises RulesError if they have errors."""
        if self.made is None:
            self.made = kept(f"program {self.digest.located}") or self._make_program()
        return self.made

    def _make_program(self) -> Program:
        from rulewright.session.making import make_book

        return make_book(self.edition, self.extra).program

    def with_cards(self, cards: Sequence[str]) -> Rulebook:
        """The rulebook in which the files of these cards are read as well; the same if they are."""
        names = tuple(sorted({*self.extra, *cards}))
        if names not in self.wider:
            same = files_of(self.edition, names) == self.files
            self.wider[names] = self if same else _widened(self, names)
        return self.wider[names]

    def changes(self, players: int, options: Sequence[str], cast: Iterable[str] = ()) -> Changes:
        """What the edition sets for a game with these cards, without what it says of cards that are not read.

        Raises RulesError for an unknown option, or a number of players that the edition is not for.
        """
        from rulewright.edition import changes_for

        cards = [card for name in cast for card in self.program.cards_called(name)]
        asked = {self.program.cards[card].kind for card in cards}
        return self.unread.left_out(changes_for(self.edition, players, options, asked))

    def machine(
        self, players: int, options: Sequence[str] = (), cast: Sequence[str] = ()
    ) -> Machine:
        """The machine for this many players, these options, and these cards besides those of the edition.

        Raises RulesError if the edition does not fit the rules, or the rules refuse such a game.
        """
        way = (players, tuple(sorted(options)), tuple(dict.fromkeys(cast)))
        if way not in self.machines:
            self.machines[way] = self._kept_machine(way) or self._make_machine(way)
        return self.machines[way]

    def counting(
        self, players: int, options: Sequence[str] = (), cast: Sequence[str] = ()
    ) -> tuple[Machine, Tally]:
        """A machine like that of `machine` that counts which clauses come to pass; made anew each time.

        Raises RulesError if the edition does not fit the rules.
        """
        from rulewright.coverage.counting import Counters
        from rulewright.lower.assemble import make_counting_machine

        way = (players, tuple(sorted(options)), tuple(dict.fromkeys(cast)))
        return make_counting_machine(self._assembly(way, Counters.of(self.clauses)))

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the rule files, whether this edition uses them or not."""
        from rulewright.coverage.clauses_of_program import clauses_of

        return clauses_of(self.program)

    def _kept_machine(self, way: Way) -> Machine | None:
        found = kept(f"machine {self.digest.located} {way}")
        return activate(found[0], marshal.loads(found[1])) if found else None

    def _make_machine(self, way: Way) -> Machine:
        from rulewright.lower.assemble import make_machine

        machine = make_machine(self._assembly(way))
        keep(f"machine {self.digest.located} {way}", (machine, marshal.dumps(compiled(machine))))
        return machine

    def _assembly(self, way: Way, counters: Counters | None = None) -> Assembly:
        from rulewright.link.casting import check_asked
        from rulewright.link.world import make_world
        from rulewright.lower.assemble import assemble

        players, options, cast = way
        changes = self.changes(players, options, cast)
        complaints = Complaints()
        extra = [(card, None) for card in cast]
        world = make_world(self.program, self.edition, changes, players, complaints, extra)
        check_asked(world, self.edition, cast, complaints)
        complaints.raise_if_errors()
        assembly = assemble(world, complaints, counters)
        complaints.raise_if_errors()
        return assembly


def load_rulebook(name_or_path: str | Path) -> Rulebook:
    """The rulebook of an edition, by id or by the path of its file.

    Raises RulesError with every complaint about the edition and its rule files.
    """
    root = find_library().root
    index = f"edition {name_or_path} {Path.cwd()} {root}"
    found = kept(index)
    book = None if found is None else _as_kept(*found)
    if book is None:
        from rulewright.edition import load_edition
        from rulewright.session.making import make_book

        book = make_book(load_edition(name_or_path, root))
        keep(index, (book.edition, book.digest, book.unread))
    return book


def _widened(book: Rulebook, names: tuple[str, ...]) -> Rulebook:
    """The rulebook with the files of these cards."""
    index = f"wider {book.digest.located} {names}"
    found = kept(index)
    wider = None if found is None else _as_kept(book.edition, found[0], found[1], names)
    if wider is None:
        from rulewright.session.making import make_book

        wider = make_book(book.edition, names)
        keep(index, (wider.digest, wider.unread))
    return wider


def _as_kept(
    edition: Edition, digest: Digest, unread: Unread, extra: tuple[str, ...] = ()
) -> Rulebook | None:
    """The rulebook as it was kept, if every file still says the same and none was added."""
    files = files_of(edition, extra)
    if digest_of([*edition.files, *files, *unread.files]) != digest:
        return None
    return Rulebook(edition, files, digest, unread, extra)
