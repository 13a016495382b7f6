"""The ledgers in docs/ledger: what the rulebooks ask for, and which scenarios and tests show it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from attrs import frozen
from ruamel.yaml import YAML

from rulewright.base.cache import digest_of, load_cached, store_cached
from rulewright.base.library import find_library
from rulewright.language.syntax import parse_rules, tree
from rulewright.language.text import Complaints, read_source

ROOT = Path(__file__).resolve().parents[2]
FIRST = ("classic", "first-edition")
"""The editions that stand first on the page; the others follow by name."""


@frozen
class Requirement:
    """One line of a ledger."""

    id: str
    rule: str
    edition: str
    not_tested: str = ""
    section: str = ""  # where it stands in the document, for ids that no list but ours has


@frozen
class Shown:
    """Where a requirement is shown: a scenario or a test, by file and line."""

    title: str
    place: str

    @property
    def is_scenario(self) -> bool:
        """Whether it is a scenario, and no test."""
        return ".rules:" in self.place


@cache
def _ledgers() -> dict[str, list[Requirement]]:
    """Edition -> its requirements, in the order of the files by name."""
    found: dict[str, list[Requirement]] = {}
    for path in sorted((ROOT / "docs" / "ledger").glob("*.yaml")):
        for requirement in _requirements(path.read_text(encoding="utf-8")):
            found.setdefault(requirement.edition, []).append(requirement)
    return found


def _requirements(text: str) -> list[Requirement]:
    """Those of a file. What YAML says is kept from run to run: each worker asks before its first test."""
    key = f"ledger {text}"
    entries = load_cached(key)
    if entries is None:
        entries = YAML(typ="safe").load(text)
        store_cached(key, entries)
    return [Requirement(**entry) for entry in entries]


def editions() -> list[str]:
    """The editions that have a ledger, in the order of the page."""
    rest = sorted(set(_ledgers()) - set(FIRST))
    return [*(edition for edition in FIRST if edition in _ledgers()), *rest]


def requirements(edition: str) -> list[Requirement]:
    """The ledger of an edition."""
    return _ledgers()[edition]


@cache
def shown() -> dict[str, list[Shown]]:
    """Every scenario and test by the ids that it covers."""
    found: dict[str, list[Shown]] = {}
    for id_, where in [*_cached_scenarios(), *_tests()]:
        found.setdefault(id_, []).append(where)
    return found


def _cached_scenarios() -> list[tuple[str, Shown]]:
    """Return the ids that scenarios cover; workers share them, as parsing all scenarios takes long."""
    places = find_library().scenarios_of(ROOT / "rules")
    paths = sorted(path for place in places for path in place.rglob("*.rules"))
    key = f"covered by scenarios {digest_of(paths).located}"
    entries: list[tuple[str, str, str]] | None = load_cached(key)
    if entries is None:
        entries = [(id_, each.title, each.place) for id_, each in _scenarios(paths)]
        store_cached(key, entries)
    return [(id_, Shown(title, place)) for id_, title, place in entries]


def _scenarios(paths: list[Path]) -> Iterator[tuple[str, Shown]]:
    complaints = Complaints()
    for path in paths:
        name = str(path.relative_to(ROOT))
        for node in parse_rules(read_source(path, name), complaints):
            if isinstance(node, tree.Scenario):
                for word in node.covers:
                    yield word.text, Shown(node.title.text, f"{name}:{node.title.at.line}")


def _tests() -> Iterator[tuple[str, Shown]]:
    """Tests that are marked `@pytest.mark.covers("ID", …)`."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "mark.covers" in text else ():
            if isinstance(node, ast.FunctionDef):
                for id_ in _marks(node):
                    yield id_, Shown(node.name, name)


def _marks(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("mark.covers"):
            for argument in decorator.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value
