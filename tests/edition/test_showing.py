"""What an edition says about how its game is shown: read, laid over what it extends, and checked."""

from pathlib import Path

import pytest

from checks.kit import check, write
from edition.kit import LEAST, load_text, mistakes
from rulewright import load
from rulewright.base.library import find_library
from rulewright.language.edition.yaml.spanned import text_in
from rulewright.runtime.session.rules.internals import inside

EDITIONS = sorted(path.stem for path in (find_library().root / "editions").glob("*.yaml"))
CHILD = "edition: x\nextends: mid\n"


def test_an_edition_says_over_again_only_what_differs(tmp_path: Path, library: Path) -> None:
    mid = LEAST.replace("x", "mid", 1) + (
        "guide: {aim: Win., end: {en: Late., fr: Tard.}, first: {draws.card: Take one.}}\n"
        "layout: {order: [gold], show: {gold: always}, cards: {tower: {short: '{name}', long: L}}}\n"
    )
    (library / "editions" / "mid.yaml").write_text(mid)

    child = load_text(
        CHILD + "guide: {end: Soon.}\nlayout: {show: {gold: never}, cards: {tower: {short: S}}}\n",
        library,
    )

    said = {
        part: {code: t.value for code, t in text.items()}
        for part, text in child.guide.parts.items()
    }
    assert said == {"aim": {"en": "Win."}, "end": {"en": "Soon."}}
    assert list(child.guide.first) == ["draws.card"]
    assert [name.value for name in child.layout.order] == ["gold"]
    assert {name: when for name, (_, when) in child.layout.show.items()} == {"gold": "never"}
    forms = child.layout.cards["tower"].forms
    assert {form: text_in(said, "en") for form, said in forms.items()} == {
        "short": "S",
        "long": "L",
    }


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("guide: {goal: Win.}", ["Y0201 4:9 goal"]),
        ("guide: {aim: [a]}", ["Y0203 4:14 [a]"]),
        ("guide: {first: {draws.card: }}", ["Y0208 4:28"]),
        ("layout: {order: gold}", ["Y0203 4:17 gold"]),
        ("layout: {show: {gold: sometimes}}", ["Y0215 4:23 sometimes"]),
        ("layout: {cards: {tower: {tiny: a}}}", ["Y0201 4:26 tiny"]),
    ],
)
def test_mistakes(line: str, expected: list[str], library: Path) -> None:
    assert mistakes(LEAST + line, library) == expected


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('guide: {aim: "Build {city-sizes}."}', "Y0314"),
        ('guide: {first: {drafts.character: "{nothing-here}"}}', "Y0314"),
        ("guide: {first: {draft.character: Choose.}}", "Y0315"),
        ("layout: {order: [gould]}", "E0601"),
        ("layout: {show: {crowns: never}}", "E0601"),
        ('layout: {cards: {districts: {short: "{name}"}}}', "E0601"),
        ('layout: {cards: {district: {short: "{name} {rank}"}}}', "Y0314"),
    ],
)
@pytest.mark.rotating
def test_names_are_those_of_the_rules(line: str, code: str, tmp_path: Path) -> None:
    own = write(tmp_path / "own.yaml", f"edition: own\nextends: classic\nplayers: 4\n{line}\n")

    assert [complaint.code for complaint in check(own)] == [code]


def test_numbers_are_those_of_the_game() -> None:
    rules = load("classic")

    assert "8 districts" in inside(rules).guide(4).end
    assert "7 districts" in inside(rules).guide(4, ["shorter-game"]).end
    assert "7 districts" in inside(load("modern")).guide(5).end


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_shipped_edition_tells_what_it_is_about(name: str, language: str) -> None:
    rules, english = load(name, language), load(name, "en")
    least, most = rules.players
    for players in (least, most):
        guide, plain = inside(rules).guide(players), inside(english).guide(players)
        assert all((guide.aim, guide.end, guide.round, guide.first))
        assert language == "en" or not {*guide.lines, *guide.first.values()} & {
            *plain.lines,
            *plain.first.values(),
        }


def test_what_nobody_speaks_of_is_not_shown() -> None:
    showing = inside(load("classic")).display_rules(4)

    shown = [("crown", {"player": 0}), ("murdered", True), ("gold", 0)]
    hidden = [("whole", True), ("drafter", {"player": 1}), ("robbed", False), ("builds", 1)]
    assert all(showing.shows(name, value) for name, value in shown)
    assert not any(showing.shows(name, value) for name, value in hidden)

    passing = inside(load("orchard")).display_rules(2)
    assert passing.shows("coins", 1)
    assert not passing.shows("coins", 0)
