"""Incremental compilation for checks: shipped rules are compiled once, and other files on top of them.

An author changes one file out of eighty. The compiled shipped rules are cached by the content of their files,
across runs, and stay immutable: complaints about files on top of them never point into them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Final

from rulewright.assist import advise
from rulewright.base.cache import digest_of, load_cached, store_cached
from rulewright.base.library import find_library
from rulewright.base.records import Draft, field
from rulewright.language.edition.edition import Edition
from rulewright.language.link.rule_files import (
    CardFileReader,
    all_files_of_edition,
    cached_listing,
    card_files,
    files_of_edition,
    is_unchanging,
    read_sources,
    scenario_files_for,
)
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.whole_program import (
    check_whole_program,
    warn_despite_errors,
)
from rulewright.language.program.context import CardFinder
from rulewright.language.program.from_syntax import ResolvedBase, compile
from rulewright.language.program.program import Program
from rulewright.language.text import Complaints, Source, has_open_texts
from rulewright.testing.checks.lowering.lowering_digest import digest_of_lowered

_FINISHED: dict[str, ResolvedBase | None] = {}
"""Compiled shipped rules of this process, by cache key."""
_CLEAN: set[str] = set()
"""Digests of rules and editions that were lowered in this process without a complaint."""

_LOWERED: Final = (
    *("players", "one_per", "looks", "base", "default_cast", "by_players", "options"),
    *("rule_paths", "card_paths", "files"),
)
"""The parts of an edition that the check of its configurations reads."""


class IncrementalProgram(Draft):
    """The rules of an edition, compiled as a whole and as its games read them."""

    edition: Edition
    beside: CardFileReader = field(init=False)
    compiled: tuple[Program, ResolvedBase | None] | None = field(init=False, default=None)
    """The whole program, and the compiled shipped rules below it."""
    played: dict[tuple[Path, ...], Program] = field(init=False, factory=dict)
    parts: dict[str, Complaints] = field(init=False, factory=dict)
    """Complaints by part of the program; queued steps add to them."""

    def __attrs_post_init__(self) -> None:
        self.beside = CardFileReader(self.edition)

    def run_cached_check(
        self, name: str, complaints: Complaints, say: Callable[[Complaints], None]
    ) -> None:
        """Add the complaints of the check called `name`, which `say` computes on first use, to `complaints`."""
        if name not in self.parts:
            self.parts[name] = Complaints(later=complaints.later)
            say(self.parts[name])
        complaints.extend(self.parts[name])

    def whole_program(self, complaints: Complaints) -> Program:
        """Return the program of all files without scenarios, adding its complaints to `complaints`."""
        self.run_cached_check("rules", complaints, self._read)
        return self.program

    def _read(self, complaints: Complaints) -> None:
        """Compile all rule files, the shipped ones from the cache."""
        shipped = [file for file in self.files if is_unchanging(file)]
        below = self._compiled_base(shipped, None) if shipped else None
        own = [file for file in self.files if below is None or not is_unchanging(file)]
        sources = read_sources(own, complaints)
        program = _compile_over(below, sources, complaints, None)
        self.compiled = program, below
        if complaints.has_errors:
            complaints.defer(lambda: warn_despite_errors(self.graph, complaints))
            return
        complaints.defer(lambda: complaints.extend(check_whole_program(self.graph)))

    @cached_property
    def lowering_digest(self) -> str:
        """A digest of everything in the rules that lowering reads, including the shipped rules that they extend."""
        program, below = self.compiled or (self.program, None)
        if below is None:
            return digest_of_lowered(program, None)
        base = self._cache_key([file for file in self.files if is_unchanging(file)])
        return f"{base} {digest_of_lowered(program, below.ctx.program)}"

    def check_lowering(self, complaints: Complaints, check: Callable[[Complaints], None]) -> None:
        """Defer `check` to the slow steps, unless rules with this digest have passed it without complaints."""
        all_complaints = Complaints(complaints)

        def check_now(part_complaints: Complaints) -> None:
            """Run `check` and add its complaints; if there are none, remember the rules as clean."""
            all_complaints.extend(self.parts["rules"])
            before = len(all_complaints)
            check(all_complaints)
            part_complaints.extend(list(all_complaints)[before:])
            if key and not all_complaints.has_errors and not part_complaints:
                _CLEAN.add(key)
                if not has_open_texts():
                    store_cached(key, True)

        key = ""
        if not complaints.has_errors:
            # The key leaves out places, names and guides, because lowering does not read them.
            edition = {name: getattr(self.edition, name) for name in _LOWERED}
            content = f"{self.lowering_digest} {edition}".encode(errors="surrogateescape")
            key = f"clean {sha256(content).hexdigest()}"
            if key in _CLEAN or load_cached(key):
                return
        self.run_cached_check(
            "as lowered",
            complaints,
            lambda part_complaints: part_complaints.defer(lambda: check_now(part_complaints)),
        )

    @property
    def program(self) -> Program:
        """The program of all files, even if it has errors."""
        return self.compiled[0] if self.compiled is not None else self.whole_program(Complaints())

    @cached_property
    def graph(self) -> DependencyGraph:
        """The dependency graph of the program."""
        program, below = self.compiled or (self.program, None)
        checked = below.checked_with(program) if below is not None else ()
        return DependencyGraph(program, checked=checked)

    def compile_for_game(self, complaints: Complaints, cards: Iterable[str] = ()) -> Program:
        """Return the program of the files that a game with `cards` reads.

        Of other cards it knows only what their files declare. The whole program must be without errors.
        """
        files = files_of_edition(self.edition, cards)
        if files not in self.played:
            elsewhere = self.beside.source
            below = self._base_for(files, elsewhere)
            own = [file for file in files if below is None or not is_unchanging(file)]
            sources = read_sources(own, complaints)
            self.played[files] = _compile_over(below, sources, complaints, elsewhere)
        return self.played[files]

    def compile_partially(self) -> Program:
        """Return the part of the program that compiles, with the scenarios of files that are not shipped.

        No complaints are reported.
        """
        shipped = [file for file in self.files if is_unchanging(file)]
        own = [file for file in self.files_with_scenarios if not is_unchanging(file)]
        below = self._compiled_base(shipped, None)
        if below is None:
            own = [*shipped, *own]
        sources = read_sources(own, Complaints())
        called = self.edition.cards_by_display_name
        return compile(sources, Complaints(), below, card_names=called, check=False)

    def _base_for(
        self, files: tuple[Path, ...], elsewhere: CardFinder | None
    ) -> ResolvedBase | None:
        """Return the compiled shipped rules for `files`; None if all files are shipped."""
        shipped = [file for file in files if is_unchanging(file)]
        return self._compiled_base(shipped, elsewhere) if len(shipped) < len(files) else None

    def _compiled_base(
        self, files: list[Path], elsewhere: CardFinder | None
    ) -> ResolvedBase | None:
        """Return the compiled rules of shipped files from the cache; None if they have errors."""
        # Card files outside `files` may be read during compilation; the key covers them, too.
        key = self._cache_key(files)
        if key not in _FINISHED:
            base = load_cached(key)
            if base is None:
                shipped_card = self._shipped_card if elsewhere is not None else None
                base = ResolvedBase.of(read_sources(files, Complaints()), shipped_card)
                if self._digest_of_files(files) != key:
                    return None  # a file was saved in the meantime
                store_cached(key, base)
            _FINISHED[key] = base
        return _FINISHED[key]

    def _cache_key(self, files: list[Path]) -> str:
        """Return the cache key of compiled shipped files, computed once for their state on disk."""
        cache_key = ("digest", tuple(files), self.edition.card_paths)
        return cached_listing(cache_key, lambda: self._digest_of_files(files))

    def _digest_of_files(self, files: list[Path]) -> str:
        """Return the cache key for compiled `files`, which also depends on the edition's shipped cards."""
        return f"finished {digest_of([*files, *self._shipped_cards]).located}"

    def _shipped_card(self, name: str) -> Source | None:
        """Return the file of a shipped card, which other shipped rules may depend on; None for other cards."""
        path = self.beside.path(name)
        return self.beside.source(name) if path is not None and is_unchanging(path) else None

    @cached_property
    def files(self) -> tuple[Path, ...]:
        """All rule files of the edition except scenario files."""
        return all_files_of_edition(self.edition)

    @cached_property
    def files_with_scenarios(self) -> tuple[Path, ...]:
        """All rule files of the edition, with the scenario files next to its own ones."""
        files = all_files_of_edition(self.edition, scenarios=True)
        own = (file for file in files if not find_library().holds(file))
        beside = (each for file in own for each in scenario_files_for(file))
        return tuple(dict.fromkeys([*files, *beside]))

    @cached_property
    def _shipped_cards(self) -> list[Path]:
        """The edition's card files that are shipped with the package."""
        return [file for file in card_files(self.edition) if is_unchanging(file)]


def _compile_over(
    below: ResolvedBase | None,
    sources: Iterable[Source],
    complaints: Complaints,
    elsewhere: CardFinder | None,
) -> Program:
    """Return the program of `sources` without scenarios, compiled on top of `below` if given."""
    return compile(
        sources,
        complaints,
        below,
        scenarios="without",
        elsewhere=elsewhere,
        check=False,
        adviser=advise,
    )
