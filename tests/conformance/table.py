"""Which requirement is shown by which scenario or test: the data of docs/conformance.md.

Run as a program it writes the document; the tests beside it check that it is fresh and that nothing is left out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from attrs import field, frozen
from ruamel.yaml import YAML

from rulewright.syntax import parse_rules, tree
from rulewright.text import Complaints, read_source

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "conformance.md"
LEDGERS = {
    "classic": ("ffg-2004",),
    "first-edition": ("first-edition",),
    "lost-cities": ("lost-cities",),
    "achiles": ("achiles",),
    "french": ("french",),
    "dark-city": ("dark-city",),
    "modern": ("modern", "modern-districts"),
}
# Editions (and the pool of bonus districts) that are still to be written: their requirements wait.
PLANNED = frozenset({"lost-cities", "achiles", "french", "dark-city", "modern"})


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
    place: str = field()


def requirements(edition: str) -> list[Requirement]:
    """The ledger of an edition."""
    yaml = YAML(typ="safe")
    folder = ROOT / "docs" / "ledger"
    texts = [(folder / f"{name}.yaml").read_text(encoding="utf-8") for name in LEDGERS[edition]]
    return [Requirement(**entry) for text in texts for entry in yaml.load(text)]


def shown() -> dict[str, list[Shown]]:
    """Every scenario and test by the ids that it covers."""
    found: dict[str, list[Shown]] = {}
    for id_, where in [*_scenarios(), *_tests()]:
        found.setdefault(id_, []).append(where)
    return found


def _scenarios() -> Iterator[tuple[str, Shown]]:
    complaints = Complaints()
    for path in sorted((ROOT / "rules").rglob("*.rules")):
        name = str(path.relative_to(ROOT))
        for node in parse_rules(read_source(path, name), complaints):
            if isinstance(node, tree.Scenario):
                for word in node.covers:
                    yield word.text, Shown(node.title.text, f"{name}:{node.title.at.line}")


def _tests() -> Iterator[tuple[str, Shown]]:
    """Tests that are marked `@pytest.mark.covers("ID", …)`."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = str(path.relative_to(ROOT))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for id_ in _marks(node):
                    yield id_, Shown(node.name, f"{name}:{node.lineno}")


def _marks(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("mark.covers"):
            for argument in decorator.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def document() -> str:
    """The whole text of docs/conformance.md."""
    found = shown()
    lines = [
        "# Conformance",
        "",
        "Every statement of the rulebooks as a requirement, and where it is shown. Made by",
        "`python tests/conformance/table.py`; a test keeps it fresh.",
        "",
    ]
    for edition in LEDGERS:
        lines += [*_section(edition, requirements(edition), found), ""]
    return "\n".join(lines).rstrip() + "\n"


def _section(edition: str, own: list[Requirement], found: dict[str, list[Shown]]) -> list[str]:
    covered = [r for r in own if r.id in found]
    lines = [
        f"## {edition}",
        "",
        f"{len(own)} requirements, {len(covered)} shown by a scenario or a test, "
        f"{len(own) - len(covered)} not shown.",
        "",
        "| id | requirement | shown by |",
        "|---|---|---|",
    ]
    for requirement in own:
        where = found.get(requirement.id, [])
        text = "; ".join(f"{_cell(s.title)} ({s.place})" for s in where[:3])
        if len(where) > 3:
            text += f" and {len(where) - 3} more"
        text = text or f"not shown: {_reason(requirement)}"
        lines.append(f"| {requirement.id} | {_cell(requirement.rule)} | {text} |")
    return lines


def _reason(requirement: Requirement) -> str:
    """Why a requirement is not shown; one of a planned edition waits for it."""
    if requirement.edition in PLANNED:
        return requirement.not_tested or "edition not yet written"
    return requirement.not_tested


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
    print(f"{DOCUMENT.relative_to(ROOT)} written")
