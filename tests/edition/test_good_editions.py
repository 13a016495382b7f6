"""An edition file says what it means."""

import pickle
from pathlib import Path

import pytest

from edition.kit import LEAST, cast, load_text, settings
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.loading.find import list_editions
from rulewright.language.edition.loading.load import load_edition, read_edition
from rulewright.language.edition.yaml.spanned import NumberRange
from rulewright.language.text import Complaints, RulesError


@pytest.fixture
def base(library: Path) -> Edition:
    return load_edition("base", library)


def test_head(base: Edition) -> None:
    assert (base.id.value, base.language) == ("base", "en")
    assert {code: text.value for code, text in base.name.items()} == {"en": "Towers", "fr": "Tours"}
    assert base.about["en"].value == "A game of towers."
    assert base.players.value == NumberRange(2, 7)
    assert base.one_per["person"].field.value == "rank"


def test_documents_and_readings(base: Edition) -> None:
    document = base.documents["rulebook"]
    assert document.year is not None
    assert (document.title.value, document.year.value, document.note) == ("The rules", 2004, None)
    assert base.readings["gate"].text.value == "A gate counts as a tower."


def test_a_list_of_cards_is_one_copy_each(base: Edition) -> None:
    assert cast(base.base, "person") == {"Mason": 1, "Guard": 1, "Baker": 1}
    assert cast(base.base, "tower") == {"Keep": 5, "Gate": 2}


def test_settings_are_numbers_yes_or_no_and_words(base: Edition) -> None:
    assert settings(base.base) == {
        "goal": 8,
        "gather-first": False,
        "extras-time": "after-gathering",
    }
    assert base.base.settings["gather-first"].value.value is False


def test_ranges_of_rows_are_spread(base: Edition) -> None:
    cells = {key: cell.value.value for key, cell in base.base.tables.items()}
    assert cells == {
        ("gifts", 4, 8): 2,
        ("gifts", 4, 9): 3,
        ("gifts", 5, 8): 1,
        ("gifts", 6, 8): 1,
        ("shares", 2, None): 4,
        ("shares", 3, None): 4,
    }


def test_a_column_may_be_a_word(library: Path) -> None:
    edition = load_text(LEAST + "tables: {gifts: {4: {poor: 1}}}", library)
    assert list(edition.base.tables) == [("gifts", 4, "poor")]


def test_fields_and_names(base: Edition) -> None:
    assert base.base.fields["Keep", "cost"].value.value == 4
    assert base.base.names["Guard"].text["fr"].value == "Garde"


def test_options_and_playouts(base: Edition) -> None:
    assert base.options["short"].about["en"].value == "The game ends early."
    assert [name.value for name in base.playouts.options] == ["rich"]
    assert base.playouts.note is not None


def test_every_name_and_value_has_its_place(base: Edition) -> None:
    goal = base.base.settings["goal"]
    assert (goal.name.span.text, goal.value.span.text) == ("goal", "8")
    assert (goal.value.span.line, goal.value.span.column) == (12, 18)
    card = base.base.cast["tower"].cards["Gate"]
    assert (card.name.span.text, card.copies.span.text) == ("Gate", "2")
    assert base.base.tables["gifts", 6, 8].row.span.text == "5-6"


def test_places_count_characters_after_signs_outside_the_usual_plane(library: Path) -> None:
    edition = load_text(LEAST + "fields: {🏰: {cost: 4}}", library)
    assert edition.base.fields["🏰", "cost"].value.span.text == "4"


def test_quotes_make_words(library: Path) -> None:
    edition = load_text(LEAST + "settings: {a: '8', b: \"no\", c: 'on', d: '012'}", library)
    assert settings(edition.base) == {"a": "8", "b": "no", "c": "on", "d": "012"}


def test_no_is_a_language(library: Path) -> None:
    edition = load_text(LEAST + "name: {no: Tårn}\nlanguage: no", library)
    assert (edition.name["no"].value, edition.language) == ("Tårn", "no")


def test_what_is_left_out_has_a_default(library: Path) -> None:
    edition = load_text(LEAST, library)
    assert edition.name["en"].value == "x"
    assert (edition.language, edition.playouts.options) == ("en", ())


def test_numbers_are_as_large_as_32_bits_hold(library: Path) -> None:
    largest = 2_147_483_647
    values = f"settings: {{a: {largest}}}\ntables: {{b: {{1: {-largest}}}}}\n"
    edition = load_text(LEAST + values + f"fields: {{Keep: {{cost: {largest}}}}}", library)
    assert edition.base.settings["a"].value.value == largest
    assert edition.base.tables["b", 1, None].value.value == -largest
    assert edition.base.fields["Keep", "cost"].value.value == largest


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(library: Path) -> None:
    plain = load_text(LEAST, library)
    odd = load_text(b"\xef\xbb\xbf" + LEAST.replace("\n", "\r\n").encode(), library)
    assert plain == odd
    assert odd.players.span.column == plain.players.span.column


def test_an_edition_can_be_pickled(base: Edition) -> None:
    assert pickle.loads(pickle.dumps(base)) == base


def test_rules_are_looked_for_beside_the_file_first(library: Path) -> None:
    (library / "own" / "towers").mkdir(parents=True)
    edition = load_text("edition: x\nplayers: 2\nrules: [towers, extra.rules, towers/]", library)
    assert edition.rule_paths == (
        library / "own" / "towers",
        library / "rules" / "extra.rules",
    )


def test_files_are_told(base: Edition, library: Path) -> None:
    assert base.files == (library / "editions" / "base.yaml",)


def test_editions_of_the_library(library: Path) -> None:
    (library / "editions" / "alpha.yaml").write_text(LEAST)
    assert [path.stem for path in list_editions(library)] == ["alpha", "base"]


def test_a_path_may_be_relative_to_the_working_folder(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(library)
    edition = load_edition("editions/base.yaml", library)
    assert edition.id.span.source.name == "editions/base.yaml"
    assert edition.files[0].is_absolute()


def test_unknown_edition(library: Path) -> None:
    with pytest.raises(RulesError) as caught:
        load_edition("bsae", library)
    [complaint] = caught.value.complaints
    assert (complaint.code, complaint.span) == ("Y0301", None)
    assert complaint.help == "did you mean `base`?"


def test_an_edition_is_told_by_its_name(library: Path) -> None:
    text = (library / "editions" / "base.yaml").read_text(encoding="utf-8")
    named = 'name: {en: "Base, the game", fr: Le jeu}'
    (library / "editions" / "other.yaml").write_text(
        "\n".join(named if line.startswith("name:") else line for line in text.splitlines())
    )

    for name in ("Base, the game", "le jeu"):
        with pytest.raises(RulesError) as caught:
            load_edition(name, library)
        assert caught.value.complaints[0].help == "write `other`, which has this name"


@pytest.mark.parametrize("name", ["no.yaml", "no/such", "editions/", "a\0.yaml", "a" * 5000 + "/"])
def test_missing_file(name: str, library: Path) -> None:
    with pytest.raises(RulesError) as caught:
        load_edition(name, library)
    assert [(c.code, c.span) for c in caught.value.complaints] == [("Y0302", None)]


def test_an_own_file_of_another_name_is_only_warned_about(library: Path) -> None:
    says = Complaints()
    load_text(LEAST, library, name="mine")
    read_edition(library / "own" / "mine.yaml", library, says)
    [warning] = says.in_order()
    assert (warning.code, warning.severity) == ("Y0310", "warning")


def test_a_shipped_file_of_another_name_is_a_mistake(library: Path) -> None:
    (library / "editions" / "mine.yaml").write_text(LEAST)
    with pytest.raises(RulesError) as caught:
        load_edition("mine", library)
    assert [c.code for c in caught.value.complaints] == ["Y0310"]
