"""Program + edition -> a rulebook: everything games need, frozen, with a machine for each way to play it."""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.cache import Digest, digest_of, keep, kept
from rulewright.library import find_library
from rulewright.rulebook.activate import activate, compiled
from rulewright.rulebook.machine import Machine
from rulewright.text import Complaints, Source, read_source

if TYPE_CHECKING:
    from rulewright.edition import Edition
    from rulewright.program.program import Program
    from rulewright.rulebook.assemble import Assembly
    from rulewright.rulebook.clauses import Clause
    from rulewright.rulebook.counting import Counters, Tally

SCENARIOS = ".scenarios.rules"
Key = tuple[int, tuple[str, ...]]
"""A way to play an edition: how many players, which options."""


@define
class Rulebook:
    """An edition with its rules. Program and machines are made, or fetched, when they are first asked for."""

    edition: Edition
    files: tuple[Path, ...]
    digest: Digest
    made: Program | None = None
    machines: dict[object, Machine] = field(factory=dict)

    @property
    def program(self) -> Program:
        """The checked program of the rule files. Raises RulesError if they have errors."""
        if self.made is None:
            self.made = kept(f"program {self.digest.located}") or self._make_program()
        return self.made

    def _make_program(self) -> Program:
        from rulewright.program import program_from

        complaints = Complaints()
        program = program_from(sources_of(self.files, complaints), complaints)
        complaints.raise_if_errors()
        keep(f"program {self.digest.located}", program)
        return program

    def check(self) -> None:
        """Raises RulesError with all that is wrong with the rules, or with the edition's use of them."""
        from rulewright.edition import changes_for
        from rulewright.rulebook.world import make_world

        complaints = Complaints()
        for players in self.edition.players.value:
            changes = changes_for(self.edition, players)
            make_world(self.program, self.edition, changes, players, complaints)
        complaints.raise_if_errors()

    def machine(self, players: int, options: Sequence[str] = ()) -> Machine:
        """The machine for this many players and these options.

        Raises RulesError if the edition does not fit the rules.
        """
        key = (players, tuple(sorted(options)))
        if key not in self.machines:
            self.machines[key] = self._kept_machine(key) or self._make_machine(key)
        return self.machines[key]

    def counting(self, players: int, options: Sequence[str] = ()) -> tuple[Machine, Tally]:
        """A machine like that of `machine` that counts which clauses come to pass; made anew each time.

        Raises RulesError if the edition does not fit the rules.
        """
        from rulewright.rulebook.assemble import make_counting_machine
        from rulewright.rulebook.counting import Counters

        key = (players, tuple(sorted(options)))
        return make_counting_machine(self._assembly(key, Counters.of(self.clauses)))

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the rule files, whether this edition uses them or not."""
        from rulewright.rulebook.clauses_of import clauses_of

        return clauses_of(self.program)

    def _kept_machine(self, key: object) -> Machine | None:
        found = kept(f"machine {self.digest.located} {key}")
        return activate(found[0], marshal.loads(found[1])) if found else None

    def _make_machine(self, key: Key) -> Machine:
        from rulewright.rulebook.assemble import make_machine

        machine = make_machine(self._assembly(key))
        keep(f"machine {self.digest.located} {key}", (machine, marshal.dumps(compiled(machine))))
        return machine

    def _assembly(self, key: Key, counters: Counters | None = None) -> Assembly:
        from rulewright.edition import changes_for
        from rulewright.rulebook.assemble import assemble
        from rulewright.rulebook.world import make_world

        changes = changes_for(self.edition, *key)
        complaints = Complaints()
        world = make_world(self.program, self.edition, changes, key[0], complaints)
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
    if (book := _kept_rulebook(kept(index))) is not None:
        return book
    from rulewright.edition import load_edition

    edition = load_edition(name_or_path, root)
    files = tuple(rule_files(edition.rule_paths))
    book = Rulebook(edition, files, digest_of([*edition.files, *files]))
    book.check()
    keep(index, (edition, book.digest))
    return book


def _kept_rulebook(found: tuple[Edition, Digest] | None) -> Rulebook | None:
    """The rulebook as it was kept, if every file still says the same and none was added."""
    if found is None:
        return None
    edition, digest = found
    try:
        files = tuple(rule_files(edition.rule_paths))
        if digest_of([*edition.files, *files]) != digest:
            return None
    except OSError:
        return None
    return Rulebook(edition, files, digest)


def sources_of(files: Sequence[Path], complaints: Complaints) -> list[Source]:
    """The texts of rule files; those that cannot be read are complained about."""
    from rulewright.text import RulesError

    sources = []
    for file in files:
        try:
            sources.append(read_source(file, shown(file)))
        except RulesError as error:
            complaints.extend(error.complaints)
    return sources


def rule_files(paths: Sequence[Path], scenarios: bool = False) -> list[Path]:
    """The rule files of these files and folders, in order; scenario files only where they are wanted."""
    found: dict[Path, Path] = {}
    for path in paths:
        inside = sorted(path.rglob("*.rules")) if path.is_dir() else [path]
        for file in inside:
            if scenarios or not file.name.endswith(SCENARIOS):
                found.setdefault(file.resolve(), file)
    return list(found.values())


def shown(path: Path) -> str:
    """A path as people write it: from where they are, if it is below."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
