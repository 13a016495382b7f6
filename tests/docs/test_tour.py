"""The lessons of the tour: as they begin nothing passes yet, the solution does, and wrong turns get help."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from docs.kit import DOCS, ci_module
from rulewright.cli.naming.workbench import Workbench
from rulewright.editor.features.diagnostics import ScenarioRunSummary, run_scenarios
from rulewright.editor.positions import PositionConverter
from rulewright.language.text import Complaint
from tiers import sample

ALL = ci_module("lessons").lessons(DOCS / "tour")

Tried = Callable[[dict[str, str]], tuple[list[Complaint], ScenarioRunSummary]]


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Tried:
    """What is wrong with files, and what comes of their scenarios: as a page that stays open would say."""
    folder, bench = tmp_path_factory.mktemp("tour"), Workbench()
    home = Path.cwd()

    def tried(files: dict[str, str]) -> tuple[list[Complaint], ScenarioRunSummary]:
        for name, text in files.items():
            bench.put(folder / name, text)
            (folder / name).write_text(text, encoding="utf-8")
        os.chdir(folder)
        try:
            told = [bench.check(folder / name) for name in files][-1]
            passed = run_scenarios(bench.texts, folder / "card.rules", 0, PositionConverter())
        finally:
            os.chdir(home)
        return [each for found in told.values() for each in found], passed

    return tried


def test_there_are_as_many_lessons_as_a_tour_wants() -> None:
    assert 25 <= len(ALL) <= 35
    assert all(lesson.solution != lesson.start and lesson.wrong for lesson in ALL)


@pytest.mark.parametrize("lesson", sample(ALL, every=16), ids=lambda lesson: lesson.name)
@pytest.mark.rotating
def test_a_lesson_leads_on(lesson: Any, tried: Tried) -> None:
    _, begun = tried(lesson.start)
    complaints, solved = tried(lesson.solution)

    assert not begun.passed
    assert complaints == []
    assert solved.passed, solved.report

    for turn in lesson.wrong:
        complaints, outcome = tried(turn.files)
        if turn.code == "fails":
            assert not [each for each in complaints if each.severity == "error"]
            assert not outcome.passed
            assert turn.words in outcome.report
        else:
            told = [f"{each.message} {each.help}" for each in complaints if each.code == turn.code]
            assert any(turn.words in each for each in told), (turn, complaints)
