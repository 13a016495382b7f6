"""A default cast stands in where nobody asks for cards; whoever asks for one has chosen for the whole kind."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from edition.kit import cast, load_text, mistakes
from rulewright import RulesError
from rulewright.language.edition.loading.merge import changes_for
from rulewright.runtime.session.rules.internals import inside

CHILD = "edition: x\nextends: base\n"
DEFAULT = "default-cast:\n  person: {add: [Smith]}\n"


def people(rules: rulewright.Rules) -> set[str]:
    """The characters of a game with five players."""
    pieces = inside(rules).compiled(5).module.pieces
    characters = {info.name for info in pieces if info.kind == "character"}
    return {inside(rules).card_name(name) for name in characters}


def test_it_is_laid_over_the_cast_before_numbers_of_players_and_options(library: Path) -> None:
    edition = load_text(
        CHILD + DEFAULT + "options: {no-smith: {cast: {person: {remove: [Smith]}}}}\n", library
    )
    assert list(cast(changes_for(edition, 2), "person")) == ["Mason", "Guard", "Baker", "Smith"]
    assert "Smith" not in cast(changes_for(edition, 2, ["no-smith"]), "person")
    assert "Smith" in edition.cast_card_names()


def test_whoever_asks_for_a_kind_does_without_it(library: Path) -> None:
    edition = load_text(CHILD + DEFAULT, library)
    assert "Smith" not in cast(changes_for(edition, 2, (), {"person"}), "person")
    assert "Smith" in cast(changes_for(edition, 2, (), {"tower"}), "person")


@pytest.mark.parametrize(
    ("own", "left"),
    [
        ("", True),
        ("cast: {tower: {add: [Hut]}}\n", True),
        ("cast: {person: {add: [Cook]}}\n", False),
    ],
)
def test_a_file_that_changes_the_kind_has_asked(library: Path, own: str, left: bool) -> None:
    (library / "own").mkdir(exist_ok=True)
    (library / "own" / "mid.yaml").write_text(CHILD.replace("x", "mid", 1) + DEFAULT)
    child = load_text("edition: x\nextends: mid\n" + own, library)
    assert ("Smith" in cast(changes_for(child, 2), "person")) is left


def test_mistakes_in_it_are_told(library: Path) -> None:
    assert mistakes(CHILD + "default-cast: {person: {ad: [Smith]}}\n", library)
    assert mistakes(CHILD + "default-cast: [Smith]\n", library)


@pytest.mark.rotating
def test_two_bonus_characters_of_ones_own_play_without_the_usual_two() -> None:
    rules = rulewright.load("lost-cities")
    assert {"Witch", "Alchemist", "Artist"} <= people(rules)
    own = people(rules.with_cast(["Emperor", "Navigator"]))
    assert {"Emperor", "Navigator", "Assassin", "Merchant", "Artist"} <= own
    assert not own & {"Witch", "Alchemist", "King", "Architect"}


@pytest.mark.parametrize("asked", [["Witch", "Emperor", "Navigator"]])
def test_a_third_is_refused(asked: list[str]) -> None:
    with pytest.raises(RulesError, match="more of the original characters are replaced"):
        rulewright.load("lost-cities").new_game(5, cast=asked)


def test_a_card_may_be_asked_for_as_the_edition_or_the_language_calls_it() -> None:
    rules = rulewright.load("lost-cities")
    assert inside(rules.with_cast(["Tax Collector"])).cast == ("Tax Gatherer",)
    assert inside(rulewright.load("modern").with_cast(["Tax Collector"])).cast == ("Tax Collector",)
    french = rulewright.load("classic", lang="fr")
    assert inside(french.with_cast([inside(french).card_name("Witch")])).cast == ("Witch",)
