"""What was checked and has not changed is known; everything else is checked anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.kit import BARD, TABLE, our_table, write
from rulewright.cache import folder
from rulewright.checks.answer_memo import remembered_edition, remembered_scenarios
from rulewright.library import find_library
from rulewright.text import Complaint, read_source


class Counted:
    """A check that reads some files and counts how often it is made."""

    def __init__(self, *reads: Path) -> None:
        self.times, self.reads = 0, reads

    def __call__(self, asked: object) -> tuple[Complaint, ...]:
        self.times += 1
        for file in self.reads:
            read_source(file)
        return ()


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))


def test_nothing_changed(tmp_path: Path) -> None:
    edition, check = our_table(tmp_path), Counted()

    assert [remembered_edition(edition, check) for _ in range(3)] == [(), (), ()]
    assert check.times == 1


@pytest.mark.parametrize("name", ["bard.rules", "our-table.yaml"])
def test_a_changed_file(tmp_path: Path, name: str) -> None:
    edition, check = our_table(tmp_path), Counted()
    remembered_edition(edition, check)
    write(tmp_path / name, (BARD if name == "bard.rules" else TABLE) + "\n")
    remembered_edition(edition, check)

    assert check.times == 2


def test_a_file_that_was_added(tmp_path: Path) -> None:
    edition, check = our_table(tmp_path), Counted()
    remembered_edition(edition, check)
    write(tmp_path / "bard.scenarios.rules", "")
    remembered_edition(edition, check)

    assert check.times == 2


def test_a_file_elsewhere_that_the_check_read(tmp_path: Path) -> None:
    far = write(tmp_path / "far" / "away.yaml", "edition: away\n")
    edition, check = our_table(tmp_path / "here"), Counted(far)
    remembered_edition(edition, check)
    remembered_edition(edition, check)
    assert check.times == 1

    write(far, "edition: afar\n")
    remembered_edition(edition, check)
    assert check.times == 2


def test_what_is_damaged_is_made_again(tmp_path: Path) -> None:
    edition, check = our_table(tmp_path), Counted()
    remembered_edition(edition, check)
    place = folder()
    assert place is not None
    for kept in place.glob("*.kept"):
        kept.write_bytes(kept.read_bytes()[:-5])
    remembered_edition(edition, check)

    assert check.times == 2


def test_scenarios(tmp_path: Path) -> None:
    file, check = write(tmp_path / "a.scenarios.rules", ""), Counted()
    remembered_scenarios((file,), check)
    remembered_scenarios((file,), check)
    assert check.times == 1

    write(file, "# more\n")
    remembered_scenarios((file,), check)
    assert check.times == 2


def test_in_a_checkout_only_the_folders_of_the_library_are_shipped() -> None:
    """What somebody writes elsewhere in it is checked anew when it has changed."""
    library = find_library()

    assert library.holds(library.root / "rules" / "any.rules")
    assert not library.holds(library.root / "docs" / "any.rules")
