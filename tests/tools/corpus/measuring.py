"""The figures of a corpus, as a table and as a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tools.corpus import (  # noqa: F401  their functions add themselves to the sorts
    further_spoilt,
    further_yaml_spoilt,
    harmless,
    last_spoilt,
    later_spoilt,
    layout_spoilt,
    names_spoilt,
    senseless,
    things_spoilt,
    words_spoilt,
    yaml_spoilt,
)
from tools.corpus.judging import Figures, Judged, figures, judged
from tools.corpus.mutants import mutants

_SHARES: Final = ("found", "on_token", "on_line", "suggested", "several")
_GROUPS: Final = ("ALL", "FORM", "SENSELESS", "FURTHER", "LAST", "HARMLESS")
_HEAD: Final = "| | n | found | on the token | on its line | right first suggestion | more than one |\n|---|---|---|---|---|---|---|\n"  # noqa: E501

TARGETS: Final = (
    ("ALL", "found", 98), ("FORM", "on_token", 93), ("FORM", "on_line", 97),
    ("FORM", "suggested", 90), ("SENSELESS", "found", 85),
)  # fmt: skip
"""Hundredths to reach at least, of mutants of each group."""
MOST_SEVERAL: Final = 3
"""Hundredths of mistakes that may draw more than one complaint."""


def missed(found: Iterable[Judged]) -> list[str]:
    """What falls short of the targets, in words."""
    counted = figures(found)
    short = [
        f"{group} {what}: {counted[group].share(what):.1f}, to reach {target}"
        for group, what, target in TARGETS
        if counted[group].share(what) < target
    ]
    if (several := counted["ALL"].share("several")) > MOST_SEVERAL:
        short.append(f"more than one complaint: {several:.1f}, at most {MOST_SEVERAL}")
    if wrongly := counted["HARMLESS"].found:
        short.append(f"complained of, though nothing changed: {wrongly}")
    faults = sum(each.faults for each in counted.values())
    return [*short, "tracebacks"] if faults else short


def measured(each: int, seed: int, only: str = "") -> list[Judged]:
    """So many mutants of each sort, or of those of a group or with this word in their names, judged."""
    drawn = mutants(each, seed)
    return [judged(one) for one in drawn if only in one.sort.name or only == one.sort.group]


def table(found: Iterable[Judged], groups: bool = True) -> str:
    """The figures of all, of the groups, and of each sort."""
    counted = figures(found)
    first = _GROUPS if groups else ()
    names = [
        *(name for name in first if name in counted),
        *(name for name in counted if name not in _GROUPS),
    ]
    return _HEAD + "".join(_row(counted[name]) for name in names)


def _row(of: Figures) -> str:
    shares = [f"{of.share(what):.0f}" for what in ("found", "on_token", "on_line")]
    right = f"{of.share('suggested'):.0f} (of {of.suggestions})" if of.suggestions else "–"
    faults = f" · {of.faults} tracebacks" if of.faults else ""
    return f"| {of.name} | {of.count} | {' | '.join(shares)} | {right} | {of.share('several'):.0f}{faults} |\n"


_PAGE: Final = """\
# How good complaints are

This page measures the checker with typical mistakes of authors. Each test file is a shipped file (no scenario
files) with one random mistake. All figures are percentages. In parentheses are those of an independent corpus
of 1,433 similar mistakes, for an early version of the checker; that corpus required the exact place. Here a
complaint is on the damaged word if it covers the word and at most 24 letters on either side. The checker was
improved with mistakes of these sorts, but not with these random ones.

    python tests/tools/measure_corpus.py --each {each} --seed {seed} --page > docs/complaints-measured.md

| | n | found | on the damaged word | on its line | right first suggestion | more than one complaint | tracebacks |
|---|---|---|---|---|---|---|---|
{rows}
Place and suggestion are those of the first complaint. Of harmless changes (spaces, comments, order, names of
locals, line breaks), {harmless} of {tried} led to a complaint (0).

[Complaints](complaints.md) lists all complaints. By sort of mistake:

{table}"""
_BEFORE: Final = {
    "ALL": (95, 86, 91, 78, 11),
    "FORM": (100, 91, 96, 78, 11),
    "SENSELESS": (59, 54, 55, None, 8),
}
_NAMES: Final = {
    "ALL": "all",
    "FORM": "form, names, types, editions",
    "SENSELESS": "senseless rules",
}


def page(found: Iterable[Judged], each: int, seed: int) -> str:
    """The page in docs/ of so many mutants of each sort, drawn with this seed."""
    judgements = list(found)
    counted = figures(judgements)
    rows = "".join(_compared(counted[name], name) for name in _BEFORE)
    unchanged = counted["HARMLESS"]
    sorts = [one for one in judgements if one.mutant.sort.name not in _GROUPS]
    return _PAGE.format(
        each=each, seed=seed, rows=rows, harmless=unchanged.found, tried=unchanged.count,
        table=table(sorts, groups=False),
    )  # fmt: skip


def _compared(of: Figures, name: str) -> str:
    cells = []
    for what, before in zip(_SHARES, _BEFORE[name], strict=True):
        cells.append("–" if before is None else f"{of.share(what):.1f} ({before})")
    return f"| {_NAMES[name]} | {of.count} | {' | '.join(cells)} | {of.faults} (0) |\n"


def shown(one: Judged) -> str:
    """What was said of a mutant that is not as it should be; nothing otherwise."""
    group = one.mutant.sort.group
    good = one.on_token and one.suggested is not False and len(one.complaints) == 1
    if one.fault is None and (not one.found if group == "harmless" else good):
        return ""
    start, end = one.mutant.damaged
    text = one.mutant.text
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    said = [
        f"\n== {one.mutant.sort.name}: {one.mutant.material.path.name} (right: {one.mutant.edit.right})"
    ]
    flags = "".join(
        sign
        for sign, bad in zip(
            "FTLS+",
            (
                not one.found,
                not one.on_token,
                not one.on_line,
                one.suggested is False,
                len(one.complaints) > 1,
            ),
            strict=True,
        )
        if bad
    )
    said[0] += f" [{flags}]"
    said.append(f"   {text[first:start]}«{text[start:end]}»{text[end:last]}"[:300])
    for complaint in one.complaints[:3]:
        place = f"{complaint.span} `{complaint.span.text[:50]}`" if complaint.span else "-"
        said.append(f"   {complaint.code} {place}: {complaint.message[:160]} / {complaint.help}")
    if len(one.complaints) > 3:
        said.append(f"   … {len(one.complaints)} in all")
    if one.fault:
        said.append(f"   !! {one.fault}")
    return "\n".join(said) + "\n"
