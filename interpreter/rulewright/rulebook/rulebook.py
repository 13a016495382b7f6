"""Program + edition -> a rulebook: everything games need, frozen, with a machine for each way to play it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from attrs import define, field

from rulewright.edition import Edition, changes_for, load_edition
from rulewright.library import find_library
from rulewright.program import program_from
from rulewright.program.program import Program
from rulewright.rulebook.assemble import assemble, make_machine
from rulewright.rulebook.machine import Machine
from rulewright.rulebook.world import make_world
from rulewright.text import Complaints, Source, read_source

SCENARIOS = ".scenarios.rules"


@define
class Rulebook:
    """An edition with its program; machines are made when they are first asked for."""

    edition: Edition
    program: Program
    digest: str
    machines: dict[object, Machine] = field(factory=dict)

    def machine(self, players: int, options: Sequence[str] = (), preset: str | None = None) -> Machine:
        """The machine for this many players and these options.

        Raises RulesError if the edition does not fit the rules.
        """
        key = (players, tuple(sorted(options)), preset)
        if key not in self.machines:
            changes = changes_for(self.edition, players, options, preset)
            complaints = Complaints()
            world = make_world(self.program, self.edition, changes, players, complaints)
            complaints.raise_if_errors()
            assembly = assemble(world, complaints)
            complaints.raise_if_errors()
            self.machines[key] = make_machine(assembly)
        return self.machines[key]


def rule_files(paths: Sequence[Path], scenarios: bool = False) -> list[Path]:
    """The rule files of these files and folders, in order; scenario files only where they are wanted."""
    found: dict[Path, None] = {}
    for path in paths:
        inside = sorted(path.rglob("*.rules")) if path.is_dir() else [path]
        for file in inside:
            if scenarios or not file.name.endswith(SCENARIOS):
                found[file] = None
    return list(found)


def load_rulebook(name_or_path: str | Path) -> Rulebook:
    """The rulebook of an edition, by id or by the path of its file.

    Raises RulesError with every complaint about the edition and its rule files.
    """
    library = find_library()
    edition = load_edition(name_or_path, library.root)
    complaints = Complaints()
    sources = [read_source(path, shown(path)) for path in rule_files(edition.rule_paths)]
    program = program_from(sources, complaints)
    complaints.raise_if_errors()
    return Rulebook(edition, program, _digest(edition, sources))


def _digest(edition: Edition, sources: Sequence[Source]) -> str:
    """A hash of every word of the edition's files and rule files."""
    whole = hashlib.sha256()
    for text in [*(path.read_text(encoding="utf-8") for path in edition.files), *(s.text for s in sources)]:
        whole.update(hashlib.sha256(text.encode()).digest())
    return whole.hexdigest()[:32]


def shown(path: Path) -> str:
    """A path as people write it: from where they are, if it is below."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


