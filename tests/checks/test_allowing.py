"""Remarks that allow what is warned of: with a reason, and only as long as they are needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.kit import check, walks, write
from rulewright.testing.checks.allowances import apply_allowances


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    walks(tmp_path, more=", own.rules")
    return tmp_path


def codes(folder: Path, text: str, played: bool = False) -> list[str]:
    path = write(folder / "own.rules", text)
    found = check(folder / "walks.yaml")
    assert found, "there is something to allow"
    return [complaint.code for complaint in apply_allowances(found, [path], played)]


def odd(folder: Path) -> str:
    """The code of what is odd about a setting that nobody asks for."""
    path = write(folder / "own.rules", "setting unasked: number = 3\n")
    found = check(folder / "walks.yaml")
    assert [each.severity for each in found] == ["warning"]
    assert apply_allowances(found, [path], played=False) == found
    return found[0].code


@pytest.mark.parametrize(
    "text",
    [
        "setting unasked: number = 3  # allow {code}: for later",
        "# allow {code}: for later\nsetting unasked: number = 3",
        "# allow {code}: for later\n\n# A remark between.\nsetting unasked: number = 3",
        "#allow {code}, E1101: for later\nsetting unasked: number = 3",
    ],
)
def test_what_is_allowed_with_a_reason_is_not_told(folder: Path, text: str) -> None:
    assert codes(folder, text.format(code=odd(folder)) + "\n") == []


def test_a_reason_has_to_be_given(folder: Path) -> None:
    code = odd(folder)

    assert codes(folder, f"setting unasked: number = 3  # allow {code}\n") == ["E1001"]
    assert codes(folder, f"setting unasked: number = 3  # allow {code}: \n") == ["E1001"]


def test_it_allows_its_own_line_and_its_own_code_only(folder: Path) -> None:
    code = odd(folder)
    other = f"# allow {code}: for later\nsetting early: number = 3\nsetting late: number = 3\n"
    wrong = "setting unasked: number = 3  # allow E0902: for later\n"

    assert codes(folder, other) == [code]
    assert sorted(codes(folder, wrong)) == sorted([code, "E1002"])


def test_what_only_games_show_is_judged_where_games_are_played(folder: Path) -> None:
    text = f"setting unasked: number = 3  # allow {odd(folder)}, E1101: for later\n"

    assert codes(folder, text, played=False) == []
    assert codes(folder, text, played=True) == ["E1002"]


def test_an_error_cannot_be_allowed(folder: Path) -> None:
    assert codes(folder, "setting goal: nmber = 3  # allow E0201: so it is\n") == ["E0201", "E1003"]


@pytest.mark.rotating
def test_an_edition_can_allow_too(tmp_path: Path) -> None:
    text = "edition: mine  # allow Y0310: it had this id before\nextends: classic\nname: Mine\n"
    path = write(tmp_path / "other.yaml", text)
    found = check(path)

    left = apply_allowances(found, [path], played=False)

    assert [each.code for each in found] != []
    assert [each.code for each in left] == []
