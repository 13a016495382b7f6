"""Checking an edition and scenarios without playing: everything that can be found wrong beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from rulewright.assist import advise
from rulewright.base.library import find_library
from rulewright.base.records import Draft, field
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.loading.find import list_editions
from rulewright.language.edition.loading.load import read_edition
from rulewright.language.link import link_complaints as say
from rulewright.language.link.rule_files import listed_once, rule_files
from rulewright.language.program.checking.dependency_graph import Graph, subject
from rulewright.language.program.checking.traversal import naming, references
from rulewright.language.program.from_syntax import compile
from rulewright.language.text import (
    Complaint,
    Complaints,
    Later,
    RulesError,
    Span,
    files_below,
    shown,
)
from rulewright.testing.checks.attribution import drop_asked_for, drop_cascading
from rulewright.testing.checks.incremental import IncrementalProgram
from rulewright.testing.scenarios.discovery import Asked, by_edition, find_moved_again, make_suite

Use = tuple[str, str, Span]
"""Sort, name, and where it is used."""

Answer = tuple[Complaint, ...]

_UNREAD: Final = ("Y0202", "Y0203")


def check_edition(name_or_path: str | Path) -> Answer:
    """Every complaint about an edition: its file, its rules, and how they fit for each number of players.

    All files of its folders of cards are checked. Then it is checked as it is played, with those that it reads,
    and so are the scenarios of its own rules; those of shipped rules are not looked at.
    """
    return EditionCheck(name_or_path).said()


class EditionCheck(Draft):
    """A check of an edition.

    What shows only where rules are lowered, what mistakes come to in other files, and what may be meant by lines
    that nothing is known of, takes the longest: with a list for `later` it is put by there in steps.
    """

    name_or_path: str | Path
    later: Later | None = None
    _read: tuple[IncrementalProgram | None, Answer] | None = field(init=False, default=None)

    def goes_on(self) -> bool:
        """Take one of the steps; return whether others are left. Then there is no list any more."""
        if self.later:
            self.later.pop(0)()
        self.later = self.later or None
        return self.later is not None

    def said(self) -> Answer:
        """All that is known to be wrong; asked again, with what the steps have found meanwhile."""
        if self._read is None:
            drawn = Complaints()
            try:
                edition = read_edition(self.name_or_path, find_library().root, drawn)
            except RulesError as error:
                return error.complaints
            made = IncrementalProgram(edition) if edition is not None else None
            self._read = made, tuple(drawn)
        incremental, of_its_file = self._read
        complaints, whole = Complaints(of_its_file, self.later), Complaints(later=self.later)
        if incremental is None:
            return complaints.in_order()
        with listed_once():
            whole.extend(_check_rules(incremental, complaints))
            if not _is_unread(whole):
                _check_own_scenarios(incremental, whole)
                drop_asked_for(whole)
        return whole.in_order()


def _check_rules(incremental: IncrementalProgram, complaints: Complaints) -> Answer:
    """All that there is to say, to what the edition's file draws, but of scenarios."""
    # Late: where only tests have changed, nothing is lowered.
    from rulewright.runtime.session.rules.read_rules import check_places
    from rulewright.testing.checks.guide_checks import check_showing

    edition, found = incremental.edition, Complaints(later=complaints.later)
    program = incremental.whole(found)
    if _is_unread(complaints):
        # What an edition leaves unsaid because it cannot be read would only seem to be wrong with its rules.
        if program.flow:
            complaints.extend(found)
        return complaints.in_order()
    check_places(edition, incremental.files, program, found)
    if not found.has_errors:
        cards = rule_files(edition.card_paths)
        found.extend(list(_leaning(incremental.graph, cards)))
    complaints.extend(found)
    incremental.check_lowered(complaints, lambda told: _try_all(incremental, told))
    if not found.has_errors:
        complaints.extend(check_showing(edition, incremental.graph))
    if not complaints.has_errors:
        if _may_have_words(edition):
            from rulewright.testing.checks.word_checks import check_words

            complaints.extend(check_words(edition, program, [each.span for each in complaints]))
        # One may lean on a card that is not read in a game.
        incremental.as_played(complaints)
    drop_cascading(complaints)
    return complaints.in_order()


def _may_have_words(edition: Edition) -> bool:
    """Whether files of words may lie beside the edition's own rules."""
    library = find_library()
    if library.holds(edition.files[0]):
        return True
    own = (rules for rules in edition.places if not library.holds(rules))
    beside = (
        files_below(rules, (".yaml",))
        if rules.is_dir()
        else rules.parent.glob(f"{rules.stem}.*.yaml")
        for rules in own
    )
    return any(any(files) for files in beside)


def _try_all(incremental: IncrementalProgram, complaints: Complaints) -> None:
    from rulewright.testing.checks.configurations import check_configurations

    check_configurations(incremental.edition, incremental.graph, complaints)


def _is_unread(complaints: Iterable[Complaint]) -> bool:
    """Whether a part of an edition cannot be read."""
    return any(each.code in _UNREAD for each in complaints)


# ------------------------------------------------------------------ what depends on the files of cards


def _leaning(graph: Graph, cards: list[Path]) -> Iterator[Complaint]:
    """Complain of what is declared in one of these files of cards and used outside of it."""
    folders: dict[Path, Path] = {}
    files = {shown(file, folders) for file in cards}
    told: set[tuple[str, str, str]] = set()
    for sort, name, at in _uses(graph):
        declared = graph.program.of_sort(sort).get(name) if sort != "kind" else None
        if declared is None or (home := declared.at.source.name) == at.source.name:
            continue
        if home in files and (key := (sort, name, at.source.name)) not in told:
            told.add(key)
            yield say.leans(at, name, Path(home).name, declared.at)


def _uses(graph: Graph) -> Iterator[Use]:
    for rule in graph.program.rules:
        yield (*subject(rule), rule.at)
    for cls, nodes in graph.nodes_by_class.items():
        for part in nodes if naming(cls) else ():
            yield from ((sort, name, part.at) for sort, name in references(part))


# ------------------------------------------------------------------ scenarios


def check_scenarios(files: Iterable[Path]) -> Answer:
    """Every complaint about the scenarios of these files, as running them would tell it."""
    complaints = Complaints()
    for edition, asked in by_edition(files, complaints).items():
        _check_by_itself(edition, asked, complaints)
    return complaints.in_order()


def _check_own_scenarios(incremental: IncrementalProgram, complaints: Complaints) -> None:
    """Complain of the scenarios in an edition's own rule files and beside them.

    While there are errors, they are read as far as its rules are understood.
    """
    broken = complaints.has_errors
    edition = incremental.edition
    # By its id only what is shipped is found.
    is_shipped = edition.files[0] in list_editions(find_library().root)
    own = (str(edition.files[0]), *((edition.id.value,) if is_shipped else ()))
    reading = Complaints()
    by_name = by_edition(_own_files(incremental), reading)
    # How their files are written was said when their rules were read.
    folders: dict[Path, Path] = {}
    read = {shown(file, folders) for file in incremental.files}
    unread = [
        c for c in reading if c.span is None or c.span.source.name not in read or not _is_form(c)
    ]
    left = not_said_of(Complaints(unread), complaints)
    for name, asked in by_name.items():
        if name not in own:
            _check_by_itself(name, asked, complaints)
            continue
        files = {shown(file) for file in asked.files}
        here = [c for c in left if c.span is not None and c.span.source.name in files]
        left = [c for c in left if c not in here]
        found = Complaints(later=complaints.later)
        say = partial(_check_asked, incremental, asked, broken, here)
        incremental.part(f"scenarios of {name}{broken}", found, say)
        told = [c for c in reading if c not in found and c not in here]
        complaints.extend(not_said_of(found, told))
    complaints.extend(left)


def _check_asked(
    incremental: IncrementalProgram,
    asked: Asked,
    broken: bool,
    reading: Iterable[Complaint],
    found: Complaints,
) -> None:
    """Complain of scenarios that are asked for in an edition by its own files; `reading` them drew complaints."""
    found.extend(reading)
    called = incremental.edition.card_called
    cards = asked.cards_of(called)
    rules = incremental.program if broken else incremental.as_played(found, cards)
    own_scenarios = compile(
        asked.trees,
        found,
        rules,
        scenarios="only",
        elsewhere=incremental.beside.source,
        card_names=called,
        lint=True,
        adviser=advise,
    )
    if not found.has_errors and not broken:
        found.extend(list(find_moved_again(own_scenarios, incremental.edition)))


def _is_form(complaint: Complaint) -> bool:
    """Whether it is about how a file is written, and not about what that means."""
    return complaint.code.startswith(("E00", "E01"))


def not_said_of(found: Complaints, told: Iterable[Complaint]) -> list[Complaint]:
    """What is found when files are read once more, without what was told of the same lines."""
    lines = {(each.span.source.name, each.span.line) for each in told if each.span is not None}
    return [
        each
        for each in found
        if each.span is None or (each.span.source.name, each.span.line) not in lines
    ]


def _check_by_itself(edition: str, asked: Asked, complaints: Complaints) -> None:
    try:
        make_suite(edition, asked, complaints, lint=True)
    except RulesError as error:
        complaints.extend(error.complaints)


def _own_files(incremental: IncrementalProgram) -> list[Path]:
    """The rule files of an edition that are not shipped, and the files of scenarios beside these."""
    library = find_library()
    return [file for file in incremental.files_with_scenarios if not library.holds(file)]
