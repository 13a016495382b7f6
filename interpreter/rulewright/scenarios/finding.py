"""Finding scenarios: which files hold them, and which edition each of them speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import define, field, frozen

from rulewright.link.rule_files import CardFiles, rule_files, shown, sources_of
from rulewright.program import program_from_trees
from rulewright.program.complaints.scenario_complaints import same_title
from rulewright.program.program import Scenario
from rulewright.scenarios.suite import Suite
from rulewright.session.rulebook import load_rulebook
from rulewright.syntax import parse_rules, tree
from rulewright.text import Complaints, RulesError, read_source, real_path


@frozen
class ScenarioRef:
    """A scenario that was found: enough to name it, and to run it."""

    title: str
    path: str
    line: int
    covers: tuple[str, ...]
    suite: Suite = field(eq=False, repr=False)
    scenario: Scenario = field(eq=False, repr=False)


def find(*paths: Path, counting: bool = False) -> list[ScenarioRef]:
    """The scenarios of rule files and folders, by edition; with `counting`, `run_counting` can run them.

    Raises RulesError if a file or its edition has errors.
    """
    refs: list[ScenarioRef] = []
    complaints = Complaints()
    for edition, asked in _by_edition(rule_files(paths, scenarios=True)).items():
        try:
            suite = _suite(edition, asked, counting)
        except RulesError as error:
            complaints.extend(error.complaints)
            continue
        wanted = {str(real_path(file)) for file in asked.files}
        for scenario in suite.program.scenarios:
            path = scenario.at.source.name
            if str(real_path(Path(path))) in wanted:
                refs.append(
                    ScenarioRef(
                        scenario.title, path, scenario.at.line, scenario.covers, suite, scenario
                    )
                )
    complaints.raise_if_errors()
    return sorted(refs, key=lambda ref: (ref.path, ref.line))


def edition_key(name: str, path: Path) -> str:
    """An edition's id, or the absolute path of its file when it is given from the scenario's own."""
    if name.endswith((".yaml", ".yml")):
        return str(real_path(path.parent / name))
    return name


@define
class _Asked:
    """Where the scenarios of one edition stand, and which cards they want besides those of the edition."""

    files: list[Path] = field(factory=list)
    cards: list[str] = field(factory=list)


def _by_edition(files: Sequence[Path]) -> dict[str, _Asked]:
    """Which editions the files' scenarios speak of."""
    complaints = Complaints()
    found: dict[str, _Asked] = {}
    titles: dict[tuple[Path, str], tree.Scenario] = {}
    for file in files:
        for node in parse_rules(read_source(file, shown(file)), complaints):
            if isinstance(node, tree.Scenario):
                edition = node.place.edition.text
                first = titles.setdefault((file, node.title.text), node)
                if first.place.edition.text != edition:  # of one edition they are read together
                    title = node.title
                    complaints.add(same_title(title.at, title.text, first.title.at))
                asked = found.setdefault(edition_key(edition, file), _Asked())
                asked.files += [file] if file not in asked.files else []
                asked.cards += _cards(node)
    complaints.raise_if_errors()
    return found


def _cards(node: tree.Scenario) -> list[str]:
    """The cards that a scenario wants to be in the game."""
    clauses = [clause for clause in node.place.clauses if clause.kind == "with cards"]
    return [word.text for clause in clauses for word in clause.words]


def _suite(edition: str, asked: _Asked, counting: bool) -> Suite:
    book = load_rulebook(edition).with_cards(asked.cards)
    complaints = Complaints()
    known = set(map(real_path, book.files))
    paths = [*book.files, *(file for file in asked.files if real_path(file) not in known)]
    beside = CardFiles(book.edition)
    trees: tuple[tree.Node, ...] = ()
    for source in sources_of(paths, complaints):
        # A file may hold scenarios of several editions, and each knows the cards of its own.
        trees += tuple(
            node
            for node in parse_rules(source, complaints)
            if not isinstance(node, tree.Scenario)
            or edition_key(node.place.edition.text, Path(source.name)) == edition
        )
    program = program_from_trees(trees, complaints, elsewhere=beside.source)
    complaints.raise_if_errors()
    return Suite(book, program, counting)
