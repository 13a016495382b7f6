"""What is odd whatever the mistakes elsewhere come to: it is told beside them, not after they are mended."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.program.checking.dangling_where import find_dangling
from rulewright.program.checking.graph import Graph
from rulewright.program.checking.overspending import find_overspending
from rulewright.program.checking.pointless import find_pointless
from rulewright.program.checking.unused import find_unused
from rulewright.program.program import Program
from rulewright.text import Complaint, Complaints, Source


def find_despite_errors(program: Program, complaints: Complaints) -> Iterator[Complaint]:
    """The warnings that hold while these complaints stand.

    They are about files without errors: an author is still at work in the others. What is declared is unused if no
    file has its name anywhere else, understood or not.
    """
    graph = Graph(program)
    wrong = [each.span.source for each in complaints if each.severity == "error" and each.span]
    names = {source.name for source in wrong}
    sources = {*wrong, *_sources(program)}
    for check in (find_overspending, find_dangling, find_pointless, find_unused):
        for found in check(graph):
            if found.span is None or found.span.source.name in names:
                continue
            if check is not find_unused or _times(found.span.text, sources) == 1:
                yield found


def _sources(program: Program) -> Iterator[Source]:
    for _, table in program.tables_by_sort():
        yield from (declared.at.source for declared in table.values())
    yield from (rule.at.source for rule in program.rules)


def _times(name: str, sources: set[Source]) -> int:
    """How often a name stands in texts, in any of its forms."""
    if re.fullmatch(r"[\w'-]+|[A-Z][\w' -]*", name) is None:
        return 0  # that is a rule, not a name
    pattern = re.compile(rf"(?<![\w-]){re.escape(name.removesuffix('s'))}")
    return sum(len(pattern.findall(source.text)) for source in sources)
