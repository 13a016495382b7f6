"""Each row of the table of worked examples is right, and is found by its phrases."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from assist.example_contexts import CONTEXTS, complaints_of, example
from rulewright.assist.example_table import (
    BESIDE,
    FRAME,
    WorkedExample,
    examples_beside,
    folder,
    parse_table,
    worked_examples,
)
from rulewright.assist.examples.retrieval import Retriever
from rulewright.base.library import find_library
from rulewright.language.program.from_syntax import ResolvedBase
from rulewright.language.text import read_source
from tiers import sample

ROWS = worked_examples()
MOST_LINES = 4_550
"""All tables of the package together: who adds a row takes one out that says the same; a game brings its words."""


def named(row: WorkedExample) -> str:
    return f"{row.context}: {row.phrases[0]}"


def test_the_tables_stay_small() -> None:
    library = find_library()
    files = [*folder().iterdir(), *library.folder("rules").glob("*/samples.*")]

    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= MOST_LINES


def test_every_context_has_examples() -> None:
    assert {row.context for row in ROWS} <= set(CONTEXTS)
    assert len({row.context for row in ROWS}) > 15


def test_no_lines_stand_there_twice() -> None:
    lines = [(row.context, *row.lines, *row.extra) for row in ROWS]

    assert [each for each in lines if lines.count(each) > 1] == []


@pytest.mark.parametrize("row", sample(ROWS, every=6), ids=named)
@pytest.mark.rotating
def test_a_row_is_among_the_first_for_its_own_phrases(row: WorkedExample) -> None:
    is_in_scenario = row.context in ("place", "given", "when", "then")

    found = little_game().documents(row.phrases[0], 3, is_in_scenario)

    assert tuple(row.lines) in {document.lines for document in found}


@pytest.mark.parametrize("row", sample(ROWS, every=6), ids=named)
@pytest.mark.rotating
def test_the_lines_are_right(row: WorkedExample) -> None:
    text = example(row, row.lines, row.extra).text

    assert complaints_of(row, text) == ()


@cache
def little_game() -> Retriever:
    """Return what finds examples in the little game."""
    below = ResolvedBase.of([read_source(folder() / FRAME)])
    assert below is not None
    return Retriever(below.ctx.program, (), lambda found: below.ctx.copied(found, None))


def test_a_table_is_read_row_by_row() -> None:
    (one, other) = parse_table(
        "# remark\n\n## Deeds\n[deed]\n* draw | take\n    draw 1 card\n        do nothing\n"
        "    + value x\n    > so\n[hook]\nat last\n    after x\n"
    )

    assert (one.phrases, one.topic, one.context) == (("draw", "take"), "Deeds", "deed")
    assert (one.lines, one.extra, one.remark) == (
        ["draw 1 card", "    do nothing"], ["value x"], "so",
    )  # fmt: skip
    assert one.is_on_the_page
    assert (other.context, other.is_on_the_page) == ("hook", False)


@pytest.mark.parametrize("text", [b"hand = \xff\xfe", b"a\n    b\n" * 30_000, b"    no phrases\n"])
def test_a_table_of_a_stranger_that_cannot_be_read_is_empty(tmp_path: Path, text: bytes) -> None:
    (tmp_path / BESIDE).write_bytes(text)

    assert examples_beside(tmp_path) == ()


def test_a_table_of_a_stranger_is_no_link(tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("key\n    secret\n", encoding="utf-8")
    (tmp_path / BESIDE).symlink_to(tmp_path / "outside")

    assert examples_beside(tmp_path) == ()
