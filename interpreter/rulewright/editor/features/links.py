"""Links from file names to files: the base, rules and cards of an edition, and the edition of a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.base.library import find_library
from rulewright.base.records import evolve
from rulewright.cli.common.named_files import is_edition
from rulewright.language.edition.edition import EditionFile
from rulewright.language.edition.loading.find import (
    find_base,
    find_cards,
    find_edition,
    find_rules,
    read_one,
)
from rulewright.language.link.rule_files import RULES, find_rule_files
from rulewright.language.syntax import parse_rules, tree
from rulewright.language.text import Complaints, RulesError, Source, Span
from rulewright.testing.scenarios.discovery import edition_key, may_use_edition

Link = tuple[Span, Path]
"""The span of a file name, and the file."""


def links_in(path: Path, source: Source) -> Iterator[Link]:
    """Yield every file name in a file that leads to an existing file, with its path."""
    if path.suffix == RULES:
        yield from _in_scenarios(path, source)
    elif is_edition(path):
        yield from _in_edition(path)


def files_at(path: Path, source: Source, offset: int) -> list[Path]:
    """Return the file named at an offset, or all rule files of a folder that is named there."""
    targets = [to for at, to in links_in(path, source) if at.start <= offset <= at.end]
    folders = [each for each in targets if each.is_dir()]
    return find_rule_files(folders) if folders else targets


def _in_scenarios(path: Path, source: Source) -> Iterator[Link]:
    """Yield links from scenarios to their editions."""
    for node in parse_rules(source, Complaints()):
        edition = node.place.edition if isinstance(node, tree.Scenario) else None
        if edition is None or not may_use_edition(edition.text, path):
            continue
        try:
            yield edition.at, find_edition(edition_key(edition.text, path), find_library().root)
        except RulesError:
            continue  # its check reports the error


def _in_edition(path: Path) -> Iterator[Link]:
    """Yield links from an edition to its base, rules and cards."""
    library, says = find_library().root, Complaints()
    if (file := read_one(path, says)) is None:
        return
    base = find_base(file, path.parent, library, says)
    if file.extends is not None and base is not None:
        yield file.extends.span, base
    yield from _rules(file, library)


def _rules(file: EditionFile, library: Path) -> Iterator[Link]:
    """Yield links to rules and cards, resolved one by one: together, a missing one could not be identified."""
    within, says = file.path.parent, Complaints()
    for name in file.rules:
        only = evolve(file, rules=(name,))
        yield from ((name.span, path) for path in find_rules(only, within, library, says))
    for name in file.cards:
        only = evolve(file, cards=(name,))
        yield from ((name.span, path) for path in find_cards(only, within, library, says))
