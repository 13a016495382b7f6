"""Every example in the description of the language is what it is said to be."""

import re
from pathlib import Path

import pytest

import rulewright
from docs.kit import DOCS, ROOT, WRAPS, Block, blocks_of, complaints_about, headings_of, whole
from rulewright.checks import check_edition
from rulewright.scenarios import find, run
from rulewright.syntax.grammar import NAMES_TOO
from rulewright.text import show_complaints

PAGE = DOCS / "language.md"
BLOCKS = blocks_of(PAGE)
RULES = [block for block in BLOCKS if block.language == "rules"]
LINKS = re.compile(r"\]\(([^)\s]+)\)")
FORMS = {"complete", "in-citadels", "scenario", "wrong", *WRAPS}


def place(block: Block) -> str:
    return f"line {block.line}"


def written(tags: str) -> list[Block]:
    return [block for block in BLOCKS if " ".join(block.tags) == tags]


def test_every_example_says_what_it_is() -> None:
    assert {block.language for block in BLOCKS} == {"rules", "yaml", "text"}
    assert [place(block) for block in RULES if block.tags[1] not in FORMS] == []


@pytest.mark.parametrize(
    "block",
    [b for b in RULES if b.wrong is None and b.tags[1] not in ("complete", "scenario")],
    ids=place,
)
def test_an_example_is_right(block: Block) -> None:
    found = [c for c in complaints_about(whole(block)) if c.severity == "error"]

    assert found == [], show_complaints(found)


@pytest.mark.parametrize("block", [b for b in RULES if b.wrong is not None], ids=place)
def test_a_wrong_example_draws_its_complaint_and_no_other(block: Block) -> None:
    codes = {c.code for c in complaints_about(whole(block)) if c.severity == "error"}

    assert codes == {block.wrong}


@pytest.mark.parametrize("block", [b for b in RULES if b.odd is not None], ids=place)
def test_an_odd_example_draws_its_warning(block: Block) -> None:
    assert block.odd in {c.code for c in complaints_about(whole(block)) if c.severity == "warning"}


@pytest.mark.parametrize("block", [b for b in RULES if b.tags[1] == "scenario"], ids=place)
def test_a_scenario_passes(block: Block, tmp_path: Path) -> None:
    file = tmp_path / "example.rules"
    file.write_text(block.text, encoding="utf-8")

    for result in map(run, find(file)):
        assert result.passed, f"{result.message}\n{result.place}\n" + "\n".join(result.events)


def test_the_whole_game_can_be_played(tmp_path: Path) -> None:
    (rules,), (edition,) = written("rules complete"), written("yaml edition")
    (tmp_path / "high-card.rules").write_text(rules.text, encoding="utf-8")
    (tmp_path / "high-card.yaml").write_text(edition.text, encoding="utf-8")

    assert check_edition(tmp_path / "high-card.yaml") == ()

    for players in (2, 3):
        game = rulewright.load(tmp_path / "high-card.yaml").new_game(players, seed=1)
        game.playout(seed=1)
        assert game.outcome is not None
        assert sum(game.outcome.scores) == 4


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.tags == ("yaml", "example")], ids=place)
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


def test_words_fit_the_card_that_they_are_for(tmp_path: Path) -> None:
    (words,) = written("yaml words")
    card = next(block for block in RULES if "Pickpocket" in block.text)
    (tmp_path / "pickpocket.rules").write_text(card.text, encoding="utf-8")
    (tmp_path / "pickpocket.fr.yaml").write_text(words.text, encoding="utf-8")
    (tmp_path / "table.yaml").write_text(
        "edition: table\nextends: classic\nrules: [pickpocket.rules]\n"
        "cast: {character: {add: [Pickpocket]}}\n"
    )

    found = [c for c in check_edition(tmp_path / "table.yaml") if "pickpocket" in str(c.span)]
    rules = rulewright.load(tmp_path / "table.yaml", lang="fr")

    assert found == [], show_complaints(found)
    assert (rules.card_name("Pickpocket"), rules.card_name("King")) == ("Vide-gousset", "Roi")


def test_the_reserved_words_are_those_of_the_grammar() -> None:
    grammar = (ROOT / "grammar" / "rules.lark").read_text(encoding="utf-8")
    words = set(re.findall(r'"([A-Za-z]+)"', re.sub(r"(?m)^//.*$", "", grammar)))
    (reserved,), (too,) = written("text reserved"), written("text names-too")

    assert set(too.text.split()) == NAMES_TOO
    assert sorted([*reserved.text.split(), *too.text.split()]) == sorted(words)


def test_links_lead_somewhere() -> None:
    anchors = headings_of(PAGE)
    for link in LINKS.findall(PAGE.read_text(encoding="utf-8")):
        path, _, anchor = link.partition("#")
        assert not path or (PAGE.parent / path).exists(), link
        assert path or anchor in anchors, link
