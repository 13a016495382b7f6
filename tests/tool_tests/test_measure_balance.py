"""The programs that measure balance write their page, and simulate what many workers give."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright import load
from rulewright.runtime.session.rules.internals import inside
from tools.measure_balance import CASTS, MARK, MEASURED, PAGE, PLAYERS, Cast, measure, write_page
from tools.simulated_scheduler import simulated


def test_what_is_measured_is_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    data = measure("oh", Cast("oh-hell", strengths=("1",)), 1, 3, 1)
    page = tmp_path / "page.md"
    page.write_text(f"# A page\n\n{MARK}\nwhat was before\n", encoding="utf-8")

    write_page(page, {"oh": json.loads(json.dumps(data))})

    says = page.read_text(encoding="utf-8")
    assert says.startswith(f"# A page\n\n{MARK}\n\n### Oh Hell")
    assert "games: 3 random, 1 1 (`oh`)" in says
    assert "what was before" not in says


def test_the_page_is_that_of_what_was_measured(tmp_path: Path) -> None:
    found = {
        name: json.loads(path.read_text(encoding="utf-8"))
        for name in CASTS
        if (path := MEASURED / f"{name}.json").exists()
    }
    page = tmp_path / "page.md"
    page.write_text(PAGE.read_text(encoding="utf-8"), encoding="utf-8")

    write_page(page, found)

    assert page.read_text(encoding="utf-8") == PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CASTS)
@pytest.mark.rotating
def test_every_cast_can_be_played(name: str) -> None:
    cast = CASTS[name]
    inside(load(cast.edition).with_cast(cast.cards)).world(PLAYERS, cast.options)


def test_who_hands_out_is_what_stops_more_workers() -> None:
    ideal = 1e6 * 0.01 / 100
    assert simulated(1e6, 100, 100, 0.01, 0.0001) == pytest.approx(ideal, rel=0.1)
    # Where a chunk takes as long as handing it out to all, only that counts.
    assert simulated(1e6, 1, 100, 0.01, 0.001) == pytest.approx(1e6 * 0.001, rel=0.1)
