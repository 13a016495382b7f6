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
from conformance.measured import measured
from conformance.page import page, table
from conformance.readings import readings
from rulewright import Rules, load

DOCUMENT = ROOT / "docs" / "conformance.md"
PAGES = ROOT / "docs" / "conformance"
# Editions that are still to be written, or not yet shown in full: their requirements may wait.
PLANNED: frozenset[str] = frozenset()


@cache
def rules_of(edition: str) -> Rules | None:
    """The rules of an edition; None while there are none."""
    return load(edition) if (ROOT / "editions" / f"{edition}.yaml").exists() else None


def documents() -> dict[Path, str]:
    """The text of every page: the overview, and one for each edition."""
    pages = {PAGES / f"{edition}.md": page(edition, rules_of(edition)) for edition in editions()}
    return {DOCUMENT: overview(), **pages}


def overview() -> str:
    """The whole text of docs/conformance.md."""
    lines = [
        "# Conformance",
        "",
        "Every statement of the rulebooks as a requirement, and where it is shown; which readings were chosen",
        "where the texts leave a choice; and what games reach of the rules. A page for each edition, made by",
        "`python tests/conformance/table.py` from [ledger](ledger), the rules and [coverage](coverage); a test",
        "keeps them fresh. `python tests/conformance/measure.py` measures what lies in [coverage](coverage).",
        "",
        "The column *rule* of a page names the declaration that the scenarios of a requirement set off and the",
        "fewest others do. It is worked out, so it is a pointer to where to begin to read, and no proof.",
        "",
    ]
    heads = (
        "edition", "requirements", "shown", "not shown", "readings", "clauses", "fired in random games",
        "in a scenario only", "never",
    )  # fmt: skip
    return "\n".join([*lines, *table(heads, map(_row, editions()))]) + "\n"


def _row(edition: str) -> tuple[object, ...]:
    own, found = requirements(edition), shown()
    covered = sum(r.id in found for r in own)
    rules, numbers = rules_of(edition), measured(edition)
    chosen: object = len(readings(rules)) if rules is not None else "–"
    reached: tuple[object, ...] = ("–",) * 4
    if numbers is not None:
        some = [numbers.all[name] for name in ("fired", "scenario_only", "never")]
        reached = (sum(some), *some)
    link = f"[{edition}](conformance/{edition}.md)"
    return (link, len(own), covered, len(own) - covered, chosen, *reached)


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for path, text in documents().items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)} written")
