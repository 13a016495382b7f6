"""Some of the texts that `fuzzing.py` makes, always the same ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from hostile.fuzzing import checked, repeated


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(1, 9))
def test_what_is_said_very_often_is_checked_in_time(tmp_path: Path, seed: int) -> None:
    folder = tmp_path / "work"
    folder.mkdir()

    assert checked(repeated(seed), folder).code in (0, 1)
