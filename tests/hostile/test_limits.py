"""The limits hold what they promise: else no test of this folder says anything."""

from pathlib import Path

import pytest

from hostile.limits import SECRET, creds_beside, run_limited, run_refused

pytestmark = pytest.mark.process


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "work"
    place.mkdir()
    return place


def test_what_is_fine_passes_and_is_measured(folder: Path) -> None:
    ran = run_limited(["editions"], folder)
    assert ran.code == 0
    assert "classic" in ran.out
    assert 0 < ran.seconds < 10
    assert 5 < ran.megabytes < 1024


def test_a_complaint_is_a_refusal(folder: Path) -> None:
    assert run_refused(["check", "none.rules"], folder).code == 2
    with pytest.raises(AssertionError):
        run_refused(["editions"], folder)


def test_too_much_time_or_memory_fails(folder: Path) -> None:
    with pytest.raises(AssertionError, match=r"killed|fault|Memory|ended"):
        run_limited(["simulate", "modern", "--games", "100000", "--jobs", "1"], folder, seconds=1)
    with pytest.raises(AssertionError, match=r"killed|fault|Memory|ended"):
        run_limited(["check", "modern"], folder, megabytes=24)


def test_what_is_shown_of_elsewhere_fails(folder: Path) -> None:
    creds_beside(folder)
    with pytest.raises(AssertionError, match="not ours to show"):
        run_limited(["check", f"{SECRET}.rules"], folder)
