"""Checking editions and rule files without playing them: everything that can be found wrong beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from rulewright.cache import digest_of
from rulewright.checks.leaning import complain_leaning
from rulewright.checks.word_checks import check_words
from rulewright.edition.edition import Edition
from rulewright.edition.find import list_editions
from rulewright.edition.load import load_edition, read_edition
from rulewright.edition.merge import changes_for
from rulewright.library import find_library
from rulewright.link import link_complaints as say
from rulewright.link.casting import check_one_per
from rulewright.link.from_program import make_world
from rulewright.link.rule_files import all_files, files_of, rule_files, shown, sources_of
from rulewright.link.world import World
from rulewright.lower.from_world import lower_world
from rulewright.program import complain_circles, program_from
from rulewright.program.program import Card, Program
from rulewright.session.read_rules import check_places, read_rules
from rulewright.text import Complaint, Complaints, Note, RulesError, Span, glance, real_path

CIRCLES: Final = ("E0607", "E0608")
UNKNOWN: Final = "E0601"
REFUSED: Final = "E0610"


def check_edition(name_or_path: str | Path) -> tuple[Complaint, ...]:
    """Every complaint about an edition: its file, its rules, and how they fit for each number of players.

    All files of its folders of cards are checked. Then it is checked as it is played, with those that it reads.
    """
    complaints = Complaints()
    try:
        edition = read_edition(name_or_path, find_library().root, complaints)
    except RulesError as error:
        return error.complaints
    if edition is not None:
        program = _check_files(edition, complaints)
        _check_ways(edition, program, complaints)
        if not complaints.has_errors:
            complaints.extend(check_words(edition, program))
            _check_as_played(edition, complaints)
    return complaints.in_order()


_CHECKED: Final[dict[str, tuple[Program, tuple[Complaint, ...]]]] = {}


def _check_files(edition: Edition, complaints: Complaints) -> Program:
    """The program of all rule files of an edition together; editions that share them are told the same."""
    files = all_files(edition, scenarios=True)
    digest = digest_of(files).located
    if digest not in _CHECKED:
        found = Complaints()
        program = _program(files, found)
        check_places(edition, files, program, found)
        if not found.has_errors:
            complain_leaning(program, rule_files(edition.card_paths), found)
        _CHECKED[digest] = (program, found.in_order())
    program, told = _CHECKED[digest]
    complaints.extend(told)
    return program


def _check_as_played(edition: Edition, complaints: Complaints) -> None:
    """Read only the files of the cards that the edition names: one may lean on a card that is not read then."""
    try:
        read_rules(edition)
    except RulesError as error:
        complaints.extend(error.complaints)


def check_rules(path: Path) -> tuple[Complaint, ...]:
    """Every complaint about a rule file or folder of rule files.

    A folder that names a game stands for itself. Other rules are checked together with those of the game that
    they lie under, or else with those of the shipped game whose words they use. Their cards are then tried in an
    edition of that game, as if it had them.
    """
    complaints = Complaints()
    files = rule_files([path], scenarios=True)
    base = [file for file in _around(path) if real_path(file) not in set(map(real_path, files))]
    wanted = {shown(file) for file in files}
    program = _program([*base, *files], complaints, wanted)
    if not complaints.has_errors and (edition := _edition_of([*base, *files])) is not None:
        own = [card for card in program.cards.values() if card.at.source.name in wanted]
        tried = Complaints()
        _try_cards(edition, program, own, tried)
        complaints.extend(_about(tried, wanted))
    return complaints.in_order()


def _around(path: Path) -> list[Path]:
    """The rule files of the game that a path belongs to."""
    here = path if path.is_dir() else path.parent
    for folder in (here, *real_path(here).parents):
        if _names_a_game(folder):
            return rule_files([folder])
    shipped = find_library().folder("rules")
    games = [folder for folder in sorted(shipped.iterdir()) if folder.is_dir()]
    return rule_files(games[:1])


def _names_a_game(folder: Path) -> bool:
    return any(
        line.startswith("game ")
        for file in sorted(folder.glob("*.rules"))
        for line in glance(file).splitlines()
    )


def _edition_of(files: Iterable[Path]) -> Edition | None:
    """The first edition of the library, or beside the rules, that is played with some of these rules only."""
    there = set(map(real_path, files))
    folders = {parent for file in there for parent in (file.parent, file.parent.parent)}
    beside = sorted(path for folder in folders for path in folder.glob("*.yaml"))
    for path in (*list_editions(find_library().root), *beside):
        try:
            edition = load_edition(path, find_library().root)
        except RulesError:
            continue
        used = set(map(real_path, files_of(edition)))
        if used and used <= there:
            return edition
    return None


def _program(
    files: Iterable[Path], complaints: Complaints, wanted: set[str] | None = None
) -> Program:
    found = Complaints()
    program = program_from(sources_of(files, found), found, lint=True)
    complaints.extend(found if wanted is None else _about(found, wanted))
    return program


def _about(found: Complaints, files: set[str]) -> Iterator[Complaint]:
    """The complaints that speak of these files, or of no place."""
    for complaint in found.in_order():
        spans = [complaint.span, *(note.span for note in complaint.notes)]
        if complaint.span is None or files & {
            span.source.name for span in spans if span is not None
        }:
            yield complaint


# ------------------------------------------------------------------ every way to play


def _check_ways(edition: Edition, program: Program, complaints: Complaints) -> None:
    """Make the world for every number of players, plain and with each option of its own.

    Options of the edition that it extends were tried there: the fewest and the most players do here.
    The rules may refuse an option for some numbers of players: then nobody chooses it there.
    """
    check_one_per(program, edition, complaints)
    for options in ((), *((option,) for option in edition.options)):
        refused: dict[int, list[Complaint]] = {}
        for players in _numbers(edition, options):
            found = Complaints()
            changes = changes_for(edition, players, options)
            world = make_world(program, edition, changes, players, found)
            complaints.extend(each for each in found if not _is_unread(program, each))
            refused[players] = _check_world(world, complaints)
        if not options or all(refused.values()):
            complaints.extend(_told_once(refused, _named(edition, options)))


def _numbers(edition: Edition, options: tuple[str, ...]) -> Iterable[int]:
    """With how many players these options are tried."""
    numbers = edition.players.value
    own = edition.id.span.source.name
    if all(edition.options[option].id.span.source.name == own for option in options):
        return numbers
    return sorted({numbers.low, numbers.high})


def _named(edition: Edition, options: tuple[str, ...]) -> Note:
    """The edition, or its option, as what is refused."""
    if options:
        return Note(edition.options[options[0]].id.span, "with this option the game is refused")
    return Note(edition.id.span, "this edition is refused")


def _told_once(refused: Mapping[int, Iterable[Complaint]], named: Note) -> Iterator[Complaint]:
    """Each refusal once, with all the numbers of players that it is for, and what is alike for them."""
    told: dict[tuple[Span, str], dict[int, tuple[Note, ...]]] = {}
    for players, complaints in refused.items():
        for complaint in complaints:
            assert complaint.span is not None  # of a refusal it is the rule
            told.setdefault((complaint.span, complaint.message), {})[players] = complaint.notes
    for (at, message), counted in told.items():
        first, *others = counted.values()
        alike = [note for note in first if all(note in notes for notes in others)]
        yield say.refused(at, message, list(counted), [*alike, named])


def _is_unread(program: Program, complaint: Complaint) -> bool:
    """Whether an edition's name is missed only because its declaration could not be read."""
    named = complaint.span.text.strip("\"'") if complaint.span is not None else None
    return complaint.code == UNKNOWN and named in program.unread


def _try_cards(
    edition: Edition, program: Program, cards: list[Card], complaints: Complaints
) -> None:
    """Make worlds with these cards too; those that take each other's place get worlds of their own.

    What is refused with a card is refused only where somebody asks for it.
    """
    for players in edition.players.value:
        changes = changes_for(edition, players)
        left = {card.name: card.at for card in cards}
        while True:
            world = make_world(program, edition, changes, players, complaints, left.items())
            _check_world(world, complaints)
            before = len(left)
            left = {name: at for name, at in left.items() if name not in world.cards}
            if not left or len(left) == before:
                break


def _check_world(world: World, complaints: Complaints) -> list[Complaint]:
    """Lower a world for what only then is found; a circle is told by the rules that make it, where possible.

    Returns why the rules refuse it.
    """
    if complaints.has_errors:
        return []
    found = Complaints()
    lower_world(world, found)
    circles = Complaints()
    if any(complaint.code in CIRCLES for complaint in found):
        complain_circles(world.program, circles, frozenset(world.cards))
    complaints.extend(circles)
    for complaint in found:
        if complaint.code != REFUSED and not (circles.has_errors and complaint.code in CIRCLES):
            complaints.add(complaint)
    return [complaint for complaint in found if complaint.code == REFUSED]
