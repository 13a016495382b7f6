"""Which requirement is shown by which scenario or test: docs/conformance.md and a page for each edition.

Run as a program it writes the pages; the tests beside it check that they are fresh and that nothing is left out.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conformance.ledger import ROOT, editions, requirements, shown
from conformance.measured import casts, fired, measured
from conformance.page import page, page_of_casts, table
from conformance.readings import cards_of, readings
from rulewright import Rules, load
from rulewright.language.edition.edition import Edition
from rulewright.runtime.session.rules.internals import inside

DOCUMENT = ROOT / "docs" / "conformance.md"
PAGES = ROOT / "docs" / "conformance"
# Editions that are still to be written, or not yet shown in full: their requirements may wait.
PLANNED: frozenset[str] = frozenset()


@cache
def rules_of(edition: str) -> Rules | None:
    """The rules of an edition; None while there are none."""
    return load(edition) if (ROOT / "editions" / f"{edition}.yaml").exists() else None


@cache
def whole(edition: str) -> Rules | None:
    """The rules of an edition with all cards of its casts: its own, and those of its lists and casts.yaml."""
    rules = rules_of(edition)
    if rules is None:
        return None
    lists = [load(name) for name in other_casts() if name not in casts()]
    own = [e for e in (inside(each).edition for each in lists) if extends(e, edition)]
    asked = [
        card for cast in casts().values() if cast["edition"] == edition for card in cast["cast"]
    ]
    return rules.with_cast([*asked, *sorted({card for each in own for card in cards_of(each)})])


def extends(other: Edition, edition: str) -> bool:
    """Whether an edition is made of this one; the first of its files is its own."""
    return [path.stem for path in other.files[1:2]] == [edition]


def documents() -> dict[Path, str]:
    """The text of every page: the overview, and one for each edition."""
    pages = {
        PAGES / f"{edition}.md": page(edition, rules_of(edition), whole(edition))
        for edition in editions()
    }
    return {DOCUMENT: overview(), **pages, PAGES / "casts.md": page_of_casts(other_casts())}


def other_casts() -> list[str]:
    """What is measured besides the editions that have requirements: their lists, and casts of one's own."""
    shipped = sorted(path.stem for path in (ROOT / "editions").glob("*.yaml"))
    return [*(edition for edition in shipped if edition not in editions()), *casts()]


def overview() -> str:
    """The whole text of docs/conformance.md."""
    lines = [
        "# Conformance",
        "",
        "Each edition has a page with every statement of its rulebook as a requirement, and the scenarios that",
        "show it. The page also lists how unclear passages were read, and which rules games reach.",
        "",
        "`python tests/conformance/table.py` writes the pages from [ledger](ledger), the rules and",
        "[measured](../tests/measured); a test compares them. `python tests/tools/measure_conformance.py` plays",
        "the games and writes `measured`.",
        "",
        "The column *rule* of a page names the declaration that the scenarios of a requirement use and other",
        "scenarios use least. It is computed: a good place to begin to read, but no proof.",
        "",
    ]
    heads = (
        "edition", "requirements", "shown", "not shown", "readings", "clauses", "fired in random games",
        "in a scenario only", "never",
    )  # fmt: skip
    lines += table(heads, map(_row, editions()))
    lines += [
        "",
        "The same figures for the other lists of the revised edition, for games without a rulebook, and for",
        "[casts](conformance/casts.md) that contain every other card:",
        "",
        *table(("edition or cast", *heads[5:]), map(_reached_row, other_casts())),
        "",
        _together(),
    ]
    return "\n".join(lines) + "\n"


def _together() -> str:
    """How many clauses fire in any game at all."""
    known = [numbers for name in (*editions(), *other_casts()) if (numbers := measured(name))]
    games = sum(numbers.all_games for numbers in known)
    left = {id_ for numbers in known for id_ in numbers.listed} - fired().keys()
    return (
        f"Together, {len(fired())} of {len(fired()) + len(left)} clauses fire in {games:,} random games.\n"
        f"For each of the other {len(left)} the pages say why random play does not reach it.\n"
        "How a thousand games of each edition went: [played](played.md)."
    )


def _reached_row(name: str) -> tuple[object, ...]:
    return (f"[{name}](conformance/casts.md#{name})", *_reached(name))


def _reached(name: str) -> tuple[object, ...]:
    numbers = measured(name)
    if numbers is None:
        return ("–",) * 4
    return (sum(numbers.all), *numbers.all)


def _row(edition: str) -> tuple[object, ...]:
    own, found = requirements(edition), shown()
    covered = sum(r.id in found for r in own)
    rules = whole(edition)
    chosen: object = len(readings(rules)) if rules is not None else "–"
    link = f"[{edition}](conformance/{edition}.md)"
    return (link, len(own), covered, len(own) - covered, chosen, *_reached(edition))


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for path, text in documents().items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)} written")
