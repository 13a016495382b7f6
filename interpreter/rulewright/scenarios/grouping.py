"""Which scenarios a file holds, and which edition each of them names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from rulewright.edition.edition_complaints import out_of_reach
from rulewright.edition.find import is_path
from rulewright.link.rule_files import sources_of
from rulewright.program.complaints.scenario_complaints import same_title
from rulewright.program.from_syntax import trees_of
from rulewright.records import Draft, field
from rulewright.syntax import tree
from rulewright.text import Complaints, in_reach, real_path


def is_reached(name: str, path: Path) -> bool:
    """Whether a scenario's file may lead to this edition: an id always may."""
    return not is_path(name) or in_reach(path.parent / name, path.parent)


def edition_key(name: str, path: Path) -> str:
    """An edition's id, or the absolute path of its file when it is given from the scenario's own."""
    if is_path(name):
        return str(real_path(path.parent / name))
    return name


class Asked(Draft):
    """Where the scenarios of one edition stand, and which cards they want besides those of the edition."""

    files: list[Path] = field(factory=list)
    cards: list[str] = field(factory=list)
    scenarios: list[tree.Node] = field(factory=list)

    def cards_of(self, called: Mapping[str, str]) -> list[str]:
        """The cards by the names that the rules have; `called` has those of the edition."""
        return [called.get(card, card) for card in self.cards]


def by_edition(files: Iterable[Path], complaints: Complaints) -> dict[str, Asked]:
    """The scenarios of files, by the editions that they name (see `edition_key`)."""
    found: dict[str, Asked] = {}
    titles: dict[tuple[Path, str], tree.Scenario] = {}
    for file in files:
        for node in trees_of(sources_of([file], complaints), complaints):
            if isinstance(node, tree.Scenario) and is_written(node.place.edition):
                edition = node.place.edition.text
                if not is_reached(edition, file):
                    complaints.add(out_of_reach(node.place.edition.at, edition))
                    continue
                first = titles.setdefault((file, node.title.text), node)
                if first.place.edition.text != edition:  # of one edition they are read together
                    title = node.title
                    complaints.add(same_title(title.at, title.text, first.title.at))
                asked = found.setdefault(edition_key(edition, file), Asked())
                asked.files += [file] if file not in asked.files else []
                asked.cards += cards_of(node)
                asked.scenarios.append(node)
    return found


def is_written(name: tree.Word) -> bool:
    """Whether a name stands in its file, and was not made up to read on behind a mistake."""
    return name.text in name.at.text


def cards_of(node: tree.Scenario) -> list[str]:
    """The cards that a scenario wants to be in the game."""
    clauses = [clause for clause in node.place.clauses if clause.kind == "with cards"]
    return [word.text for clause in clauses for word in clause.words]
