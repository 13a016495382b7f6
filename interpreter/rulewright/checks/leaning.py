"""Finds rules that lean on the file of a card: what that file declares is not there in a game without the card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from rulewright.link import link_complaints as say
from rulewright.program.checking.graph import Graph, subject
from rulewright.program.checking.traversal import naming, references
from rulewright.program.program import Declared, Program
from rulewright.text import Complaints, Span, shown

Use = tuple[str, str, Span]
"""Sort, name, and where it is used."""


def complain_leaning(graph: Graph, cards: list[Path], complaints: Complaints) -> None:
    """Complain of what is declared in one of these files of cards and used outside of it."""
    folders: dict[Path, Path] = {}
    files = {shown(file, folders) for file in cards}
    tables = _tables(graph.program)
    told: set[tuple[str, str, str]] = set()
    for sort, name, at in _uses(graph):
        declared = tables[sort].get(name) if sort in tables else None
        if declared is None or (home := declared.at.source.name) == at.source.name:
            continue
        if home in files and (key := (sort, name, at.source.name)) not in told:
            told.add(key)
            complaints.add(say.leans(at, name, Path(home).name, declared.at))


def _tables(program: Program) -> dict[str, Mapping[str, Declared]]:
    """All declarations, by the field of expressions and statements that holds the name of one."""
    return {
        "event": program.events, "fact": program.facts, "moment": program.moments,
        "phase": program.phases, "setting": program.settings, "table": program.tables,
        "variable": program.variables, "value": program.values, "zone": program.zones,
    }  # fmt: skip


def _uses(graph: Graph) -> Iterator[Use]:
    for rule in graph.program.rules:
        yield (*subject(rule), rule.at)
    for cls, nodes in graph.nodes_by_class.items():
        for part in nodes if naming(cls) else ():
            yield from ((sort, name, part.at) for sort, name in references(part))
