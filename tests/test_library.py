"""The shipped data are found, and only they."""

from pathlib import Path

import pytest

import rulewright
from rulewright.base.library import FOLDERS, Library, find_library, portable_place
from rulewright.runtime.session.rules.internals import inside

ROOT = Path(__file__).resolve().parents[1]
TINY = ROOT / "tests" / "tiny_game"


@pytest.mark.parametrize("name", FOLDERS)
def test_every_data_folder_is_found(name: str) -> None:
    assert find_library().folder(name).is_dir()


def test_scenarios_of_shipped_rules_also_lie_among_the_tests() -> None:
    library = find_library()
    rules = library.folder("rules") / "citadels"

    assert library.scenarios_of(rules) == (rules, ROOT / "tests" / "scenarios" / "citadels")
    assert library.scenarios_of(rules / "characters") == (rules / "characters",)


def test_scenarios_of_other_rules_stand_beside_them(tmp_path: Path) -> None:
    assert find_library().scenarios_of(tmp_path) == (tmp_path,)


def test_an_installed_library_has_no_scenarios_among_tests(tmp_path: Path) -> None:
    rules = tmp_path / "rules"

    assert Library(tmp_path).scenarios_of(rules) == (rules,)


def test_another_folder_is_refused() -> None:
    with pytest.raises(ValueError, match="not 'docs'"):
        find_library().folder("docs")


def test_shipped_rules_are_told_from_the_library_and_others_from_the_edition(
    tmp_path: Path,
) -> None:
    edition = tmp_path / "mine"
    king = "rules/citadels/characters/king.rules:1:2"
    assert portable_place(f"{ROOT}/{king}", edition, "/") == king
    assert (
        portable_place(f"{tmp_path}/mine/cards/bard.rules:3:4", edition, "/")
        == "cards/bard.rules:3:4"
    )
    assert (
        portable_place(f"{tmp_path}/yours/bard.rules:3:4", edition, "/")
        == "../yours/bard.rules:3:4"
    )

    assert portable_place("mine/bard.rules:3:4", edition, str(tmp_path)) == "bard.rules:3:4"
    assert portable_place("mine/bard.rules:3:4", Path("mine"), str(tmp_path)) == "bard.rules:3:4"


@pytest.mark.parametrize("work", [ROOT, TINY])
@pytest.mark.parametrize("edition", [TINY / "lanterns.yaml", "classic"])
def test_rules_are_told_alike_wherever_somebody_works_by_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edition: Path | str, work: Path
) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    monkeypatch.chdir(work)
    rules = rulewright.load(edition)
    rules.new_game(3, 1, options=())
    here = [site.display_place for site in inside(rules).module(3).sites]
    monkeypatch.chdir(tmp_path)
    there = [site.display_place for site in inside(rules).module(3).sites]

    assert here == there
    assert not any(told.startswith(("..", "/")) for told in there)
