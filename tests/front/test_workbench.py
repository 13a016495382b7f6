"""What is open in an editor is checked once for all files that belong together."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.naming.workbench import Workbench

pytestmark = pytest.mark.process

RULES = "setting lamp{n}: number = 1\n"
FILES = 5
SCENARIO = """\
scenario "One"
    in "table.yaml", 4 players
    then
        nobody decides
"""


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    """Five rule files of one edition."""
    monkeypatch.chdir(tmp_path)
    for number in range(FILES):
        path = tmp_path / f"own{number}.rules"
        path.write_text(RULES.format(n=number), encoding="utf-8")
    names = ", ".join(f"own{number}.rules" for number in range(FILES))
    edition = f"edition: table\nname: Table\nextends: classic\nrules: [{names}]\n"
    (tmp_path / "table.yaml").write_text(edition, encoding="utf-8")
    return Workbench()


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is checked, by its name."""
    found: list[str] = []
    usual = Workbench._complaints

    def noted(self: Workbench, target: Path, edition: bool, soon: bool) -> object:
        found.append(target.name)
        return usual(self, target, edition, False)

    monkeypatch.setattr(Workbench, "_complaints", noted)
    return found


def opened(bench: Workbench, folder: Path) -> list[Path]:
    paths = sorted(folder.glob("*.rules"))
    for path in paths:
        bench.put(path, path.read_text(encoding="utf-8"))
    return paths


@pytest.mark.rotating
def test_tabs_that_come_back_are_checked_together(
    bench: Workbench, checked: list[str], tmp_path: Path
) -> None:
    told = [bench.check(path) for path in opened(bench, tmp_path)]

    assert checked == ["table.yaml"]
    assert all(path in each for path, each in zip(bench.texts, told, strict=True))


@pytest.mark.rotating
def test_what_is_saved_is_checked_once(
    bench: Workbench, checked: list[str], tmp_path: Path
) -> None:
    paths = opened(bench, tmp_path)
    bench.check(paths[0])

    bench.invalidate_files()
    for path in paths:
        bench.check(path)

    assert checked == ["table.yaml"] * 2


@pytest.mark.rotating
def test_what_is_changed_is_checked_anew_and_others_with_it(
    bench: Workbench, checked: list[str], tmp_path: Path
) -> None:
    first, second, *_ = opened(bench, tmp_path)
    bench.check(first)

    bench.put(first, "setting lamp0: number = one\n")
    told = bench.check(first)

    assert "error" in [each.severity for each in told[first]]
    assert checked == ["table.yaml"] * 2
    bench.check(second)
    bench.close(first)
    bench.check(second)
    assert checked == ["table.yaml"] * 3
    assert "error" not in [each.severity for each in bench.complaints(first)]


@pytest.mark.rotating
def test_what_was_told_while_no_edition_could_be_read_is_gone(
    bench: Workbench, tmp_path: Path
) -> None:
    rules, edition = tmp_path / "own0.rules", tmp_path / "table.yaml"
    right = edition.read_text(encoding="utf-8")
    for text in (right, f"optoins:\n  rich:\n    about: Gold.\n{right}", right):
        bench.put(rules, f"{RULES.format(n=0)}\n{SCENARIO}")
        edition.write_text(text, encoding="utf-8")
        bench.put(edition, text)
        bench.check(rules)
        bench.check(edition)
        told = bench.complaints(edition)

    assert told == ()


@pytest.mark.rotating
def test_a_wrong_file_of_the_project_is_complained_about(bench: Workbench, tmp_path: Path) -> None:
    """As `check` does, whether the file itself is open or another one of the project."""
    path = tmp_path / "rulewright.yaml"
    path.write_text("sevrity: {}\nseverity: {E7777: off}\n", encoding="utf-8")
    rules = tmp_path / "own0.rules"
    bench.put(rules, rules.read_text(encoding="utf-8"))

    assert [each.code for each in bench.check(rules)[path]] == ["Y0201", "Y0218"]

    bench.put(path, "severity: {E0926: off}\n")

    assert bench.check(path)[path] == ()
