"""Help that is followed again and again ends: no text comes back, and three steps put a mistake right."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import pytest

from checks import surfaces
from checks.kit import check_open
from checks.surfaces import Mistake
from rulewright.language.text import Fix
from tiers import sample

pytestmark = pytest.mark.process

MISTAKES: Final = 300
EVERY: Final = 60
SEED: Final = 7
MOST_STEPS: Final = 3


def first_fix(edition: Path, texts: dict[Path, str]) -> Fix | None:
    """Return the first fix of the first error of a project that has one; None without."""
    errors = (each for each in check_open(edition, texts) if each.severity == "error")
    return next((each.fixes[0] for each in errors if each.fixes and each.tried), None)


@cache
def drawn() -> list[Mistake]:
    """Return all mistakes; making them takes 4 s, which collecting the tests should not."""
    return surfaces.mistakes(MISTAKES, SEED)


@pytest.mark.parametrize("number", sample(range(MISTAKES), EVERY))
def test_help_that_is_followed_ends(number: int, tmp_path: Path) -> None:
    mistake = drawn()[number]
    folder = tmp_path / "project"
    mistake.write(folder)
    texts: dict[Path, str] = {}
    seen: list[tuple[Path, str]] = []
    while (fix := first_fix(folder / surfaces.EDITION, texts)) is not None:
        path, whole = folder / Path(fix.span.source.name).name, fix.span.source.text
        texts[path] = whole[: fix.span.start] + fix.text + whole[fix.span.end :]
        assert (path, texts[path]) not in seen, fix.help
        seen += [(path, whole), (path, texts[path])]
        assert len(seen) <= 2 * MOST_STEPS, fix.help
