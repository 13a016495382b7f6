"""A name that is misspelt where it is given: told there, once, and not where it is used as it should be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rulewright.program import complaints as say
from rulewright.program.advising.said_lines import said_line
from rulewright.program.english import forms, plural
from rulewright.program.program import Program
from rulewright.syntax import tree
from rulewright.text import Complaint, Complaints, Source, Span

_UNKNOWN: Final = "E0201"
_NO_THING: Final = "there is no thing here called "


def blame_the_first(
    complaints: Complaints, trees: Sequence[tree.Node], program: Program
) -> frozenset[Complaint]:
    """Complain of a name that stands only where it is given, when one much like it is asked for several times.

    Returns the complaints that are told in place of those about the uses.
    """
    by_name: dict[tuple[str, str], None] = {}
    for complaint in complaints.in_order():
        if complaint.code == _UNKNOWN and complaint.fixes:
            fix = complaint.fixes[0]
            if " " not in fix.text:
                by_name[fix.span.text, fix.text] = None
    sources: dict[str, Source] = {}
    if by_name:
        declared = (each for _, table in program.tables_by_sort() for each in table.values())
        sources = {each.at.source.name: each.at.source for each in declared}
        sources |= {node.at.source.name: node.at.source for node in trees}
    told: set[Complaint] = set()
    for asked, given in by_name:
        places = list(_places(forms(given), sources.values()))
        uses = len(list(_places(forms(asked), sources.values())))
        if len(places) == 1 and (
            uses > 1 or (uses == 1 and _is_heard(asked, given, sources.values()))
        ):
            meant = plural(asked) if places[0].text == plural(given) else asked
            if not any(each.span == places[0] for each in complaints):
                found = say.names.misspelt_where_given(places[0], meant)
                complaints.add(found)
                told.add(found)
            for complaint in complaints.in_order():
                if complaint.code == _UNKNOWN and complaint.message.endswith(f"called `{asked}`"):
                    complaints.replace(complaint, None)
    return frozenset(told)


def tell_once(complaints: Complaints) -> None:
    """Complain of an unknown thing, of which nothing is known, only where a declaration first says it."""
    told: set[tuple[str, str]] = set()
    for complaint in complaints.in_order():
        if complaint.help or not complaint.message.startswith(_NO_THING):
            continue
        if (line := said_line(complaint)) is not None:
            source = line.span.source
            declaration = source.text.count("\n", 0, line.span.start - len(line.above))
            key = f"{source.name}:{declaration}", complaint.message
            if key in told:
                complaints.replace(complaint, None)
            told.add(key)


def _is_heard(asked: str, given: str, sources: Iterable[Source]) -> bool:
    """Whether the rules speak in other places of what a name is made of, and not so of the other name."""
    ours, others = set(asked.split("-")), set(given.split("-"))
    if not ours ^ others:
        return False
    texts = [source.text.lower() for source in sources]
    names = "|".join(map(re.escape, (asked, given)))
    rest = [re.sub(rf"(?<![a-z-])(?:{names})s?(?![a-z-])", " ", text) for text in texts]

    def heard(words: set[str]) -> bool:
        return all(any(re.search(rf"\b{re.escape(word)}", text) for text in rest) for word in words)

    return heard(ours - others) and not heard(others - ours)


def _places(words: frozenset[str], sources: Iterable[Source]) -> Iterable[Span]:
    """Where one of these words stands, outside of remarks."""
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])")
    for source in sources:
        for found in pattern.finditer(source.text):
            line = source.text[source.text.rfind("\n", 0, found.start()) + 1 : found.start()]
            if "#" not in line:
                yield Span(source, found.start(), found.end())
