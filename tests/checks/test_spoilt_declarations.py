"""A spoilt declaration draws few complaints, and the first is at the declaration."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.kit import check, write
from checks.spoilt_declarations import game_files


@pytest.mark.parametrize(
    ("game", "there", "spoilt"),
    [
        ("kuhn", "option bet ", "option bte "),
        ("kuhn", "option bet ", "option put chips in "),
        ("kuhn", "option pass", "option pass_1"),
        ("kuhn", "    Queen   12", "    Qeuen   12"),
        ("leduc", "option fold,", "option move,"),
        ("leduc", "labels suit:", "labels suit"),
        ("leduc", "phase betting", "phase move"),
        ("leduc", "has a hand of", "has a move of"),
        ("leduc", "value a player's height", "value a palyer's height"),
        ("leduc", "outcome by points", "outcome points"),
    ],
)
def test_first_complaint_is_at_the_declaration(
    game: str, there: str, spoilt: str, tmp_path: Path
) -> None:
    for name, text in game_files(game).items():
        write(tmp_path / name, text.replace(there, spoilt, 1))

    found = check(tmp_path / f"{game}.yaml")

    at = found[0].span
    assert at is not None
    assert spoilt.strip() in at.source.line(at.line)
    assert len(found) == 1
