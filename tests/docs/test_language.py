"""Every example in the description of the language is what it is said to be."""

import re
from pathlib import Path

import pytest

import rulewright
from docs.kit import (
    LANGUAGE,
    ROOT,
    WRAPS,
    Block,
    complaints_about,
    complaints_about_alone,
    headings_of,
    language_blocks,
    whole,
)
from rulewright.language.syntax.parsing.grammar import CONTEXTUAL_KEYWORDS
from rulewright.language.text import show_complaints
from rulewright.runtime.session.rules.internals import inside
from rulewright.testing.checks import check_edition
from rulewright.testing.scenarios import find_scenarios, run_scenario

PAGES = sorted(LANGUAGE.glob("*.md"))
LONGEST = 260
"""So many lines has a page at most."""
BLOCKS = language_blocks()
RULES = [block for block in BLOCKS if block.language == "rules"]
LINKS = re.compile(r"\]\(([^)\s]+)\)")
FORMS = {"alone", "complete", "in-citadels", "scenario", "wrong", *WRAPS}


def place(block: Block) -> str:
    return f"{block.page.stem} line {block.line}"


def written(tags: str) -> list[Block]:
    return [block for block in BLOCKS if " ".join(block.tags) == tags]


def test_every_example_says_what_it_is() -> None:
    assert {block.language for block in BLOCKS} == {"rules", "yaml", "text"}
    assert [place(block) for block in RULES if block.tags[1] not in FORMS] == []


@pytest.mark.parametrize(
    "block",
    [b for b in RULES if b.wrong is None and b.tags[1] not in ("alone", "complete", "scenario")],
    ids=place,
)
@pytest.mark.rotating
def test_an_example_is_right(block: Block) -> None:
    found = [c for c in complaints_about(whole(block)) if c.severity == "error"]

    assert found == [], show_complaints(found)


@pytest.mark.parametrize("block", [b for b in RULES if b.tags[1] == "alone"], ids=place)
def test_an_example_of_another_game_is_right(block: Block) -> None:
    assert [c for c in complaints_about_alone(block.text) if c.severity == "error"] == []


@pytest.mark.parametrize("block", [b for b in RULES if b.wrong is not None], ids=place)
def test_a_wrong_example_draws_its_complaint_and_no_other(block: Block) -> None:
    codes = {c.code for c in complaints_about(whole(block)) if c.severity == "error"}

    assert codes == {block.wrong}


@pytest.mark.parametrize("block", [b for b in RULES if b.odd is not None], ids=place)
def test_an_odd_example_draws_its_warning(block: Block) -> None:
    assert block.odd in {c.code for c in complaints_about(whole(block)) if c.severity == "warning"}


@pytest.mark.parametrize("block", [b for b in RULES if b.tags[1] == "scenario"], ids=place)
def test_a_scenario_passes(block: Block, tmp_path: Path) -> None:
    _write_whole_game(tmp_path)
    file = tmp_path / "example.rules"
    file.write_text(block.text, encoding="utf-8")

    for result in map(run_scenario, find_scenarios(file)):
        assert result.passed, f"{result.message}\n{result.place}\n" + "\n".join(result.events)


def _write_whole_game(folder: Path) -> None:
    (rules,), (edition,) = written("rules complete"), written("yaml edition")
    (folder / "high-card.rules").write_text(rules.text, encoding="utf-8")
    (folder / "high-card.yaml").write_text(edition.text, encoding="utf-8")


def test_the_whole_game_can_be_played(tmp_path: Path) -> None:
    _write_whole_game(tmp_path)

    assert check_edition(tmp_path / "high-card.yaml") == ()

    for players in (2, 3):
        game = rulewright.load(tmp_path / "high-card.yaml").new_game(players, seed=1)
        game.playout(seed=1)
        assert game.outcome is not None
        assert sum(game.outcome.scores) == 4


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.tags == ("yaml", "example")], ids=place)
@pytest.mark.rotating
def test_an_edition_is_right(block: Block, tmp_path: Path) -> None:
    name = block.text.split("\n", 1)[0].split("#")[0].removeprefix("edition:").strip()
    (tmp_path / f"{name}.yaml").write_text(block.text, encoding="utf-8")
    (tmp_path / "seaside.rules").write_text(
        'character Fisher\n    rank 6, income trade\n    reading "A house rule."\n', "utf-8"
    )
    (tmp_path / "sea").mkdir()
    (tmp_path / "sea" / "beacon.rules").write_text(
        "setting lamp-oil: number = 1\n\ndistrict Beacon\n    colour special, cost 3\n"
        '    reading "A house rule."\n    my points is lamp-oil more\n', "utf-8"
    )  # fmt: skip

    found = [c for c in check_edition(tmp_path / f"{name}.yaml") if c.severity != "note"]

    assert found == [], show_complaints(found)


@pytest.mark.rotating
def test_words_fit_the_card_that_they_are_for(tmp_path: Path) -> None:
    (words,) = written("yaml words")
    card = next(block for block in RULES if "character Pickpocket" in block.text)
    (tmp_path / "pickpocket.rules").write_text(card.text, encoding="utf-8")
    (tmp_path / "pickpocket.fr.yaml").write_text(words.text, encoding="utf-8")
    (tmp_path / "table.yaml").write_text(
        "edition: table\nextends: classic\nrules: [pickpocket.rules]\n"
        "cast: {character: {add: [Pickpocket]}}\n"
    )

    found = [c for c in check_edition(tmp_path / "table.yaml") if "pickpocket" in str(c.span)]
    rules = rulewright.load(tmp_path / "table.yaml", lang="fr")

    assert found == [], show_complaints(found)
    assert (inside(rules).card_name("Pickpocket"), inside(rules).card_name("King")) == (
        "Vide-gousset",
        "Roi",
    )


@pytest.mark.rotating
def test_english_words_are_read_where_rules_have_other_names(tmp_path: Path) -> None:
    (words,) = written("yaml english")
    (tmp_path / "own.rules").write_text("fact a player is calm\n", encoding="utf-8")
    (tmp_path / "own.en.yaml").write_text(words.text, encoding="utf-8")
    (tmp_path / "table.yaml").write_text("edition: table\nextends: classic\nrules: [own.rules]\n")

    rules = rulewright.load(tmp_path / "table.yaml")
    game = rules.new_game(4, seed=3)

    assert rules.language == "en"
    assert inside(rules).words.name("round-number") == "round"
    assert game.decision is not None
    assert game.decision.prompt == "who will you be?"
    assert not [each for each in check_edition(tmp_path / "table.yaml") if each.code[:2] == "Y0"]


def test_the_reserved_words_are_those_of_the_grammar() -> None:
    grammar = (ROOT / "grammar" / "rules.lark").read_text(encoding="utf-8")
    words = set(re.findall(r'"([A-Za-z]+)"', re.sub(r"(?m)^//.*$", "", grammar)))
    (reserved,), (too,) = written("text reserved"), written("text names-too")

    assert set(too.text.split()) == CONTEXTUAL_KEYWORDS
    assert sorted([*reserved.text.split(), *too.text.split()]) == sorted(words)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINKS.findall(page.read_text(encoding="utf-8")):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in headings_of(target), link


def test_pages_are_short_enough_to_be_read() -> None:
    assert {
        page.name: count
        for page in PAGES
        if (count := len(page.read_text(encoding="utf-8").splitlines())) > LONGEST
    } == {}
