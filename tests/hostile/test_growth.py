"""Ten times as much of anything is ten times the work to check, and not a hundred times."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hostile.growth import (
    EDITION,
    FEW_RULES,
    RULES,
    calls_of,
    contents,
    found_in,
    grown,
    grown_editions,
    is_row,
    line_of,
)
from rulewright.language.syntax.parsing import semantic_actions as reducing
from rulewright.language.syntax.parsing.lexer import Excerpt, Token
from rulewright.language.syntax.parsing.parser import grammar
from rulewright.language.text import Source
from rulewright.testing.checks import check_edition
from tiers import LONG, sample

COUNTS = (2, 20, 200)
IN_A_LINE = (0, 1_000, 10_000)
"""More than the words that a line may have: what is there anyway is hardly worth counting."""
MOST = 40
"""So many times the work at most. Eleven is in proportion; what grows with the square is a hundred times; likeness
of names is looked for among more names, which is bounded.
"""
LITTLE = 3_000
"""Work that is not worth a thought; a check of the bare rules is sixty times as much. A tenth of it for few rules.
"""

"""Whether all is tried, and not every sixth row: each kind of thing by itself, rows in which all is the same too,
what stands deep a second time, and editions of many rules.

All together take minutes; a push tries them on a machine of its own.
"""

FOUND = found_in(RULES)
ROWS = sorted(each for each in FOUND if each[0] == "_")
"""The rows of the grammar, each grown by the first kind of thing that stands in it."""
KINDS = sorted({found: what for what, found in FOUND.items()}.values())
"""Every kind of declaration, rule, statement, step and part of which there may be many, and every row."""
GROWN_EDITIONS = grown_editions()
LAYOUT = {"_NL"}
"""Of which there may be many, and which say nothing."""


def test_everything_of_which_there_may_be_many_is_in_the_rules() -> None:
    assert contents() - set(FOUND) == LAYOUT


def test_the_rules_are_right(tmp_path: Path) -> None:
    assert [
        each for each in _check(tmp_path, RULES, json.dumps(EDITION)) if each[0] == "error"
    ] == []


def _check(folder: Path, rules: str, edition: str) -> list[tuple[str, str]]:
    (folder / "grown.rules").write_text(rules, encoding="utf-8")
    (folder / "grown.yaml").write_text(edition, encoding="utf-8")
    return [(each.severity, each.code) for each in check_edition(folder / "grown.yaml")]


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")


def _ratio(
    folder: Path,
    written: Callable[[int], tuple[str, str]],
    counts: tuple[int, int, int] = COUNTS,
    little: int = LITTLE,
) -> float:
    """How many times the work for a row is that for a tenth of it; what the least of them takes does not count."""

    def work(count: int) -> int:
        texts = written(count)
        return calls_of(lambda: _check(folder, *texts))

    _check(folder, *written(counts[1] + 1))  # what is imported for it is no work of its own
    few, some, many = (work(count) if count else 0 for count in counts)
    return (many - few) / max(some - few, little)


@pytest.mark.parametrize("renamed", [True, False] if LONG else [True])
@pytest.mark.parametrize("what", KINDS if LONG else sample(ROWS, every=48))
def test_ten_times_as_much_of_rules_is_ten_times_the_work(
    tmp_path: Path, what: str, renamed: bool
) -> None:
    edition, found = json.dumps(EDITION), FOUND[what]
    counts = IN_A_LINE if line_of(RULES, found) is None else COUNTS

    ratio = _ratio(tmp_path, lambda count: (grown(RULES, found, count, renamed), edition), counts)

    assert ratio < MOST


@pytest.mark.sampled(8)
@pytest.mark.parametrize("rules", [FEW_RULES, RULES] if LONG else [FEW_RULES], ids=len)
@pytest.mark.parametrize(
    "place",
    [
        each
        for each in GROWN_EDITIONS
        if LONG or not ("by-players" in each or each.startswith("options/*|1/"))
    ],
)
@pytest.mark.rotating
def test_ten_times_as_much_of_an_edition_is_ten_times_the_work(
    tmp_path: Path, place: str, rules: str
) -> None:
    little = LITTLE if rules is RULES else LITTLE // 10

    ratio = _ratio(tmp_path, lambda n: (rules, GROWN_EDITIONS[place](n)), little=little)

    assert ratio < MOST


def test_few_rules_are_right(tmp_path: Path) -> None:
    found = _check(tmp_path, FEW_RULES, json.dumps(EDITION))

    assert [each for each in found if each[0] == "error"] == []


def test_a_row_that_goes_on_is_not_copied() -> None:
    rows = [rule for rule in grammar().rules if is_row(rule)]

    for rule in rows:
        row = [Token("NAME", "one", 0, 3, Excerpt(Source("a.rules", "one"), "one"))]
        parts = [reducing._Inlined(row, None), *[None] * (len(rule.symbols) - 1)]
        made = reducing.make_action(rule)(parts)
        assert made.parts is row
