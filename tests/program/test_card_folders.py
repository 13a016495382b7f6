"""Folders of cards: only the files of cards that an edition names are read."""

from pathlib import Path

import pytest

import rulewright
from program.chunks import FRAME
from rulewright import RulesError
from rulewright.language.text import Complaint
from rulewright.runtime.python.emit_module import source_of
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.rules.rulebook import load_rulebook
from rulewright.testing.checks import check_edition
from rulewright.testing.scenarios import find_scenarios, run_scenario

EDITION = """\
edition: farms
rules: [harvest]
cards: [harvest/helpers]
players: 2-3
cast: {field: {Hill: 4, Meadow: 4, Valley: 4}, helper: [Smith, Miller]}
"""
BAKER = (
    'setting loaves: number = 2\n\nhelper Baker\n    printed "Baker"\n    my reach is loaves more\n'
)
MAID = """\
helper Farmers' Maid
    printed "Farmers' Maid"
    after I hire a helper
        if the helper is Baker
            tell "bread for {me}"
    my reach is Baker's wage more
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "harvest" / "helpers").mkdir(parents=True)
    write(tmp_path, "frame", FRAME.read_text(encoding="utf-8"))
    write(tmp_path, "helpers/baker", BAKER)
    (tmp_path / "farms.yaml").write_text(EDITION, encoding="utf-8")
    return tmp_path


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / "harvest" / f"{name}.rules"
    path.write_text(text, encoding="utf-8")
    return path


def edition(folder: Path, *lines: str, cast: str = "Smith, Miller") -> Path:
    path = folder / "farms.yaml"
    text = "".join(f"{line}\n" for line in (EDITION.replace("Smith, Miller", cast), *lines))
    path.write_text(text, encoding="utf-8")
    return path


def read(folder: Path) -> list[str]:
    return [file.name for file in load_rulebook(folder / "farms.yaml").files]


def complaint_of(path: Path) -> Complaint:
    with pytest.raises(RulesError) as caught:
        rulewright.load(path)
    (complaint,) = caught.value.complaints
    assert check_edition(path) == (complaint,)
    return complaint


def test_the_file_of_a_card_is_read_when_the_cast_names_it(folder: Path) -> None:
    assert read(folder) == ["frame.rules"]

    edition(folder, cast="Smith, Baker")

    assert read(folder) == ["frame.rules", "baker.rules"]
    assert rulewright.load(folder / "farms.yaml").card("Baker").kind == "helper"


@pytest.mark.parametrize(
    "line",
    [
        "by-players: {3: {cast: {helper: {add: [Baker]}}}}",
        "options: {bread: {cast: {helper/bakers: [Baker]}}}",
    ],
)
def test_a_cast_for_some_games_counts_as_well(folder: Path, line: str) -> None:
    edition(folder, line)

    assert read(folder) == ["frame.rules", "baker.rules"]


def test_the_name_of_a_file_is_the_card_in_small_letters_with_hyphens(folder: Path) -> None:
    write(folder, "helpers/farmers-maid", MAID)
    edition(folder, cast="Smith, Farmers' Maid")

    assert read(folder) == ["frame.rules", "farmers-maid.rules"]


def test_a_card_that_is_not_named_changes_no_game(folder: Path) -> None:
    before = rulewright.load(folder / "farms.yaml")
    write(folder, "helpers/aunt", BAKER.replace("Baker", "Aunt").replace("loaves", "cakes"))
    after = rulewright.load(folder / "farms.yaml")

    assert inside(after).digest == inside(before).digest
    assert after.new_game(2, seed=4) == before.new_game(2, seed=4)
    assert "Aunt" not in after.cards


def test_what_is_kept_notices_files_that_matter(folder: Path) -> None:
    path = edition(folder, cast="Smith, Baker")
    first = inside(rulewright.load(path)).digest
    write(folder, "helpers/baker", BAKER + "# changed\n")
    second = inside(rulewright.load(path)).digest

    assert first != second

    (folder / "harvest" / "helpers" / "baker.rules").unlink()

    assert complaint_of(path).code == "E0601"


def test_a_card_may_speak_of_one_that_is_not_in_the_game(folder: Path) -> None:
    write(folder, "helpers/farmers-maid", MAID)
    path = edition(folder, "fields: {Baker: {wage: 3}}", cast="Smith, Farmers' Maid")

    assert check_edition(path) == ()

    rules = rulewright.load(path)
    program = load_rulebook(path).program

    # Its head is known, its setting and its rules are not, and what is asked about it is answered beforehand.
    assert program.cards["Baker"].values == {"wage": 1}
    assert "loaves" not in program.settings
    assert {rule.card for rule in program.rules if rule.card} == {
        "Orchard", "Smith", "Miller", "Farmers' Maid",
    }  # fmt: skip
    module = inside(rules).module(2)
    assert not any("bread" in str(telling) for telling in module.tellings)
    assert "+ 3" in source_of(module)
    assert any("earns" in str(telling) for telling in module.tellings)


def test_a_card_spoken_of_counts_among_the_files_that_matter(folder: Path) -> None:
    write(folder, "helpers/farmers-maid", MAID)
    path = edition(folder, cast="Smith, Farmers' Maid")
    first = inside(rulewright.load(path)).digest
    write(
        folder,
        "helpers/baker",
        BAKER.replace("Baker\n    printed", "Baker\n    wage 4\n    printed"),
    )

    assert inside(rulewright.load(path)).digest != first
    assert rulewright.load(path).card("Baker").fields["wage"] == 4

    (folder / "harvest" / "helpers" / "baker.rules").unlink()

    with pytest.raises(RulesError) as caught:
        rulewright.load(path)
    assert [complaint.code for complaint in caught.value.complaints] == ["E0201"] * 2


@pytest.mark.parametrize(
    "line",
    [
        "settings: {loaves: 3}",
        "fields: {Baker: {wage: 2}}",
        "names: {Baker: {de: Bäcker}}",
        "options: {bread: {settings: {loaves: 4}}}",
        "by-players: {2: {settings: {loaves: 4}}}",
    ],
)
@pytest.mark.rotating
def test_an_edition_may_set_what_belongs_to_a_card_that_it_plays_without(
    folder: Path, line: str
) -> None:
    path = edition(folder, line)

    assert check_edition(path) == ()
    assert rulewright.load(path).new_game(2).decision is not None
    assert rulewright.load(path).new_game(2, options=["bread"] * ("bread" in line)) is not None
    assert read(folder) == ["frame.rules"]


@pytest.mark.parametrize(
    ("line", "code", "help"),
    [
        ("settings: {loafs: 3}", "E0601", "the rules know goal, long-days, season or loaves"),
        ("settings: {loaves: many}", "E0602", None),
        ("fields: {Bakr: {wage: 2}}", "E0601", "did you mean `Baker`?"),
        ("fields: {Baker: {wages: 2}}", "E0601", "did you mean `wage`?"),
        ("options: {bread: {settings: {loaves: many}}}", "E0602", None),
        ("cast: {helper: [Smith, Bakre]}", "E0601", "did you mean `Baker`?"),
        (
            "cast: {helper: [Smith, Old Man]}", "E0601",
            "write the card in a file called old-man.rules, in a folder of cards, or add the file with the card: "
            "`rules: [old-man.rules]`",
        ),
    ],
)  # fmt: skip
def test_what_no_file_declares(folder: Path, line: str, code: str, help: str | None) -> None:
    text = EDITION.replace(next(row for row in EDITION.split("\n") if row.startswith("cast")), "")
    path = folder / "farms.yaml"
    cast = "" if line.startswith("cast") else "cast: {helper: [Smith, Miller]}\n"
    path.write_text(f"{text}{cast}{line}\n", encoding="utf-8")
    complaint = complaint_of(path)

    assert complaint.code == code
    assert help is None or complaint.help == help


def test_a_file_that_lies_beside_and_is_not_listed(folder: Path) -> None:
    write(folder, "../backer", BAKER.replace("Baker", "Backer"))
    path = edition(folder, cast="Smith, Baker, Backer")
    complaint = complaint_of(path)

    assert complaint.code == "E0601"
    assert complaint.message == "there is no card called `Backer`"
    assert complaint.help == (
        "the file backer.rules is in the same folder, but the edition does not use it: add it to `rules`"
    )


def test_a_file_without_the_card_of_its_name(folder: Path) -> None:
    write(folder, "helpers/baker", BAKER.replace("Baker", "Backer"))
    path = edition(folder, cast="Smith, Baker")
    with pytest.raises(RulesError) as caught:
        rulewright.load(path)
    found = {complaint.code: complaint for complaint in caught.value.complaints}

    assert check_edition(path) == caught.value.complaints
    assert found.keys() == {"E0601", "E0613"}
    assert str(found["E0601"].help) == "did you mean `Backer`?"
    assert "backer.rules" in str(found["E0613"].help)


def test_every_file_of_a_folder_is_checked(folder: Path) -> None:
    write(folder, "helpers/cook", "# nothing yet\n")
    write(folder, "helpers/maid", 'helper Maid\n    printed "Maid"\n    my raech is 1 more\n')
    found = check_edition(folder / "farms.yaml")

    assert [complaint.code for complaint in found] == ["E0201"]
    assert read(folder) == ["frame.rules"]

    (folder / "harvest" / "helpers" / "maid.rules").unlink()
    found = check_edition(folder / "farms.yaml")

    assert [complaint.code for complaint in found] == ["E0614"]


LEANING = """\
helper Cook
    printed "Cook"
    my reach is loaves more
"""
FRAME_LEANS = "event a player bakes\n    earn loaves chips\npower bake at rest\n    bake\n"


@pytest.mark.parametrize(("name", "text"), [("helpers/cook", LEANING), ("more", FRAME_LEANS)])
def test_nothing_leans_on_the_file_of_another_card(folder: Path, name: str, text: str) -> None:
    write(folder, name, text)
    for cast in ("Smith, Miller", "Smith, Baker"):
        found = check_edition(edition(folder, cast=cast))

        assert [complaint.code for complaint in found] == ["E0616"]
        assert (found[0].span and found[0].span.text) == "loaves"
        assert "`loaves` is declared in baker.rules" in found[0].message


def test_a_file_in_a_folder_below_is_where_nobody_looks(folder: Path) -> None:
    (folder / "harvest" / "helpers" / "old").mkdir()
    write(folder, "helpers/old/nurse", BAKER.replace("Baker", "Nurse").replace("loaves", "milk"))

    (found,) = check_edition(folder / "farms.yaml")

    assert (found.code, found.span and found.span.text) == ("E0613", "Nurse")


def test_a_file_named_under_rules_is_always_read(folder: Path) -> None:
    path = folder / "farms.yaml"
    path.write_text(EDITION.replace("[harvest]", "[harvest, harvest/helpers/baker.rules]"), "utf-8")

    assert read(folder) == ["frame.rules", "baker.rules"]
    assert check_edition(path) == ()


def test_a_folder_that_is_not_there(folder: Path) -> None:
    path = folder / "farms.yaml"
    path.write_text(EDITION.replace("harvest/helpers", "harvest/helper"), encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        rulewright.load(path)

    assert [complaint.code for complaint in caught.value.complaints] == ["Y0312"]


def test_an_extending_edition_brings_a_folder_of_its_own(folder: Path) -> None:
    (folder / "mine").mkdir()
    (folder / "mine" / "cook.rules").write_text(BAKER.replace("Baker", "Cook"), "utf-8")
    path = folder / "more.yaml"
    text = "edition: more\nextends: farms\ncards: [mine]\ncast: {helper: {add: [Cook]}}\n"
    path.write_text(text, encoding="utf-8")

    assert [file.name for file in load_rulebook(path).files] == ["frame.rules", "cook.rules"]


def test_a_scenario_reads_the_cards_that_it_wants(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)  # where the edition lies, or above it
    scenarios = write(
        folder,
        "helpers/baker.scenarios",
        'scenario "Bread"\n    in ../../farms.yaml, 2 players, with Baker\n    given\n'
        "        move Baker to A's house\n    then\n        A's reach is 4\n".replace(
            "in ../../farms.yaml", 'in "../../farms.yaml"'
        ),
    )
    (ref,) = find_scenarios(scenarios)
    result = run_scenario(ref)

    assert result.passed, result.message
