"""`check`, `test`, editors, the playground and pytest show the same errors with the same help."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from checks import surfaces
from checks.surfaces import Mistake
from tiers import sample

pytestmark = pytest.mark.process

MISTAKES: Final = 200
EVERY: Final = 40
SEED: Final = 1


@pytest.fixture(scope="module")
def mistakes() -> list[Mistake]:
    """Mistakes in rules, scenarios and editions; on a push those that the date draws."""
    return sample(surfaces.mistakes(MISTAKES, SEED), EVERY)


@pytest.mark.rotating
def test_five_ways_of_working_give_one_answer(mistakes: list[Mistake], tmp_path: Path) -> None:
    """`test` and pytest show files that keep scenarios from running; `check` also what these cause elsewhere."""
    found = 0
    for number, one in enumerate(mistakes):
        folder = tmp_path / str(number)
        one.write(folder)

        checked, tested = surfaces.of_check(folder), surfaces.of_test(folder)

        place = f"{one.sort}: {one.file}"
        assert surfaces.of_editor(folder, one.file) == checked, place
        assert surfaces.of_playground(folder, one.file) == checked, place
        assert surfaces.of_pytest(folder) == tested, place
        assert tested == surfaces.in_files_of(tested, checked), place
        found += bool(tested)
    assert found > len(mistakes) / 2
