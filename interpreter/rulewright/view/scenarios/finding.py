"""Finding scenarios: which files hold them, and which edition each of them speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import field, frozen

from rulewright.edition import load_edition
from rulewright.library import find_library
from rulewright.program import program_from
from rulewright.program.program import Scenario
from rulewright.rulebook.rulebook import rule_files, shown
from rulewright.syntax import parse_rules, tree
from rulewright.text import Complaints, read_source
from rulewright.view.scenarios.suite import Suite


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
    for edition, files in _by_edition(rule_files(paths, scenarios=True)).items():
        suite = _suite(edition, files, counting)
        wanted = {str(file.resolve()) for file in files}
        for scenario in suite.program.scenarios:
            path = scenario.at.source.name
            if (
                str(Path(path).resolve()) in wanted
                and _edition_key(scenario, Path(path)) == edition
            ):
                refs.append(
                    ScenarioRef(
                        scenario.title, path, scenario.at.line, scenario.covers, suite, scenario
                    )
                )
    return sorted(refs, key=lambda ref: (ref.path, ref.line))


def _edition_key(scenario: Scenario, path: Path) -> str:
    return edition_key(scenario.edition, path)


def edition_key(name: str, path: Path) -> str:
    """An edition's id, or the absolute path of its file when it is given from the scenario's own."""
    if name.endswith((".yaml", ".yml")):
        return str((path.parent / name).resolve())
    return name


def _by_edition(files: Sequence[Path]) -> dict[str, list[Path]]:
    """Which editions the files' scenarios speak of."""
    complaints = Complaints()
    found: dict[str, list[Path]] = {}
    for file in files:
        trees = parse_rules(read_source(file, shown(file)), complaints)
        names = {node.place.edition.text: None for node in trees if isinstance(node, tree.Scenario)}
        for name in names:
            found.setdefault(edition_key(name, file), []).append(file)
    complaints.raise_if_errors()
    return found


def _suite(edition: str, files: Sequence[Path], counting: bool) -> Suite:
    loaded = load_edition(edition, find_library().root)
    complaints = Complaints()
    base = rule_files(loaded.rule_paths)
    known = {path.resolve() for path in base}
    paths = [*base, *(file for file in files if file.resolve() not in known)]
    program = program_from([read_source(path, shown(path)) for path in paths], complaints)
    complaints.raise_if_errors()
    return Suite(edition, tuple(files), program, loaded.id.value, counting)
