"""An edition lays its changes over those it extends, cell by cell."""

from pathlib import Path

import pytest

from edition.kit import LEAST, cast, complaints_of, load_text, mistakes, settings, short
from rulewright.language.edition.loading.load import load_edition
from rulewright.language.edition.loading.merge import changes_for
from rulewright.language.text import RulesError

CHILD = "edition: x\nextends: base\n"


def write(folder: Path, **editions: str) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in editions.items():
        (folder / f"{name}.yaml").write_text(text)


def test_what_is_not_said_is_taken_over(library: Path) -> None:
    base, child = load_edition("base", library), load_text(CHILD, library)
    assert child.base == base.base
    assert (child.name, child.players, child.documents) == (base.name, base.players, base.documents)
    assert (child.by_players, child.options) == (base.by_players, base.options)
    assert child.playouts == base.playouts
    assert child.id.value == "x"


def test_colours_are_laid_over_colours(library: Path) -> None:
    write(library / "own", mid=CHILD.replace("x", "mid", 1) + "looks: {tall: red, low: grey}\n")
    child = load_text("edition: x\nextends: mid\nlooks: {low: bright-blue}\n", library)
    assert {name: look.colour.value for name, look in child.looks.items()} == {
        "tall": "red", "low": "bright-blue",
    }  # fmt: skip
    assert load_edition("base", library).looks == {}


def test_the_nearest_file_has_the_last_word_cell_by_cell(library: Path) -> None:
    child = load_text(
        CHILD + "settings: {goal: 9}\ntables: {gifts: {4: {9: 5}}}\nfields: {Keep: {rank: 1}}\n"
        "names: {Guard: {fr: Gardien}}\n",
        library,
    )
    assert settings(child.base)["goal"] == 9
    assert settings(child.base)["extras-time"] == "after-gathering"
    assert [child.base.tables["gifts", 4, column].value.value for column in (8, 9)] == [2, 5]
    assert list(child.base.fields) == [("Keep", "cost"), ("Keep", "rank")]
    assert {k: v.value for k, v in child.base.names["Guard"].text.items()} == {
        "en": "Watch",
        "fr": "Gardien",
    }


def test_a_name_is_replaced_in_all_languages(library: Path) -> None:
    assert list(load_text(CHILD + "name: Mine", library).name) == ["en"]


def test_a_list_replaces_the_cast_of_its_kind_only(library: Path) -> None:
    child = load_text(
        CHILD + "cast: {person: [Cook]}\nby-players: {3: {settings: {a: 1}}}", library
    )
    assert cast(child.base, "person") == {"Cook": 1}
    assert cast(child.base, "tower") == {"Keep": 5, "Gate": 2}


def test_cards_are_added_last_and_removed(library: Path) -> None:
    child = load_text(CHILD + "cast: {person: {add: [Cook, Mason], remove: [Guard]}}", library)
    assert list(cast(child.base, "person")) == ["Baker", "Cook", "Mason"]
    child = load_text(CHILD + "cast: {tower: {add: {Keep: 1, Wall: 3}}}", library)
    assert cast(child.base, "tower") == {"Gate": 2, "Keep": 1, "Wall": 3}


def test_further_copies_come_on_top_of_those_below(library: Path) -> None:
    child = load_text(CHILD + "cast: {tower: {add: {Keep: +2, Wall: 3}}}", library)
    assert cast(child.base, "tower") == {"Gate": 2, "Keep": 7, "Wall": 3}
    layers = (
        "cast: {tower: {add: {Keep: +1}}}\noptions: {many: {cast: {tower: {add: {Keep: +2}}}}}\n"
        "by-players: {2-3: {cast: {tower: {add: {Keep: +4}}}}, 3: {cast: {tower: {add: {Keep: +8}}}}}"
    )
    child = load_text(CHILD + layers, library)
    games = [changes_for(child, n, options) for n in (2, 3, 4) for options in ((), ["many"])]
    assert [cast(game, "tower")["Keep"] for game in games] == [10, 12, 18, 20, 6, 8]


def test_an_option_adds_copies_to_a_card_that_players_removed(library: Path) -> None:
    text = "by-players: {2: {cast: {tower: {remove: [Keep]}}}}\noptions: {many: {cast: {tower: {add: {Keep: +2}}}}}"
    child = load_text(CHILD + text, library)
    assert [cast(changes_for(child, n, ["many"]), "tower")["Keep"] for n in (2, 3)] == [2, 7]


@pytest.mark.parametrize(
    ("added", "help"),
    [
        ("tower: {add: {Wall: +2}}", "write `Wall: 2`"),
        ("tower: {add: {Kep: +2}}", "did you mean `Keep`?"),
        ("tower/more: {add: {Keep: +2}}", "it is in `tower`: write `tower: {add: {Keep: +2}}`"),
        ("tower: {Keep: +2}", "write `{add: {Keep: +2}}`"),
        ("tower: {add: {Keep: +0}}", "correct it, or leave it out"),
    ],
)
def test_copies_are_added_only_to_cards_of_the_list(
    added: str, help: str | None, library: Path
) -> None:
    [complaint] = complaints_of(CHILD + f"cast: {{{added}}}", library)
    assert complaint.help == help


def test_rules_are_added_to_those_of_the_base(library: Path) -> None:
    child = load_text(CHILD + "rules: [extra.rules, towers]", library)
    assert [path.name for path in child.rule_paths] == ["towers", "extra.rules"]


@pytest.mark.parametrize(
    ("more", "about"), [("settings: {pace: 2}", ["en"]), ("cast: {person: {remove: [Guard]}}", [])]
)
def test_a_sentence_about_another_cast_is_not_inherited(
    more: str, about: list[str], library: Path
) -> None:
    assert list(load_text(CHILD + more, library).about) == about


def test_options_and_numbers_of_players_are_merged_too(library: Path) -> None:
    child = load_text(
        CHILD + "options: {short: {settings: {pace: 2}}}\n"
        "by-players: {2-3: {cast: {person: {remove: [Guard]}}}}",
        library,
    )
    assert settings(child.options["short"].changes) == {"goal": 7, "pace": 2}
    assert child.options["short"].about["en"].value == "The game ends early."
    assert list(cast(changes_for(child, 3), "person")) == ["Baker"]
    assert list(cast(changes_for(child, 2), "person")) == ["Mason", "Baker"]


def test_what_is_added_for_a_number_of_players_can_be_removed_for_it(library: Path) -> None:
    child = load_text(CHILD + "by-players: {2: {cast: {person: {remove: [Mason]}}}}", library)
    assert list(cast(changes_for(child, 2), "person")) == ["Guard", "Baker"]


def test_none_drops_an_option_of_the_base(library: Path) -> None:
    child = load_text(CHILD + "options: {short: none, rich: none, own: {}}", library)
    assert list(child.options) == ["old", "own"]
    assert child.playouts.options == ()
    assert child.playouts.note == load_edition("base", library).playouts.note


def test_only_an_option_that_is_there_can_be_dropped(library: Path) -> None:
    [complaint] = complaints_of(CHILD + "options: {shrt: none}", library)
    assert short(complaint) == "Y0308 3:11 shrt"
    assert complaint.help == "did you mean `short`?"
    assert mistakes(LEAST + "options: {short: none}", library) == ["Y0308 4:11 short"]
    assert mistakes(CHILD + "options: {short: 'none'}", library) == ["Y0203 3:18 'none'"]


def test_random_games_cannot_use_an_option_that_is_dropped(library: Path) -> None:
    text = CHILD + "options: {rich: none}\nplayouts: {options: [rich]}"
    assert mistakes(text, library) == ["Y0308 4:22 rich"]


def test_an_option_differs_by_the_number_of_players(library: Path) -> None:
    text = "options: {more: {settings: {goal: 1}, by-players: {3-4: {cast: {person: {add: [Cook]}}}}}}\n"
    write(library / "own", crowd=CHILD.replace("x", "crowd", 1) + text)
    crowd = "options: {more: {by-players: {4: {settings: {goal: 2}}}}}\n"
    child = load_text("edition: x\nextends: crowd\n" + crowd, library)
    games = {n: changes_for(child, n, ["more"]) for n in (2, 3, 4)}
    assert [settings(games[n])["goal"] for n in games] == [1, 1, 2]
    assert ["Cook" in games[n].cast["person"].cards for n in games] == [False, True, True]
    assert "Cook" not in changes_for(child, 3).cast["person"].cards


def test_an_id_is_looked_up_beside_the_file_first(library: Path) -> None:
    write(library / "own", base=LEAST.replace("x", "base"))
    assert load_text(CHILD, library).players.value.low == 2
    assert load_text(CHILD, library).players.value.high == 2


def test_an_own_file_may_extend_the_shipped_one_of_the_same_name(library: Path) -> None:
    child = load_text("edition: base\nextends: base\nsettings: {goal: 3}", library, name="base")
    assert settings(child.base)["goal"] == 3
    assert [path.parent.name for path in child.files] == ["own", "editions"]


def test_a_path_is_relative_to_the_file(library: Path) -> None:
    child = load_text("edition: x\nextends: ../editions/base.yaml", library)
    assert child.files[1] == library / "editions" / "base.yaml"


def test_a_longer_chain(library: Path) -> None:
    write(library / "own", middle="edition: middle\nextends: base\nsettings: {goal: 1, pace: 1}")
    child = load_text("edition: x\nextends: middle\nsettings: {goal: 2}", library)
    assert (settings(child.base)["goal"], settings(child.base)["pace"]) == (2, 1)
    assert [path.stem for path in child.files] == ["x", "middle", "base"]


def test_a_circle_is_shown(library: Path) -> None:
    write(
        library / "own",
        a="edition: a\nextends: b\n",
        b="edition: b\nextends: a\n",
    )
    [complaint] = complaints_of("edition: x\nextends: a\n", library)
    assert short(complaint) == "Y0303 2:10 a"
    assert complaint.message.endswith("in a circle: a → b → a")
    assert [note.span.text for note in complaint.notes] == ["b"]


def test_a_file_that_extends_itself(library: Path) -> None:
    assert mistakes("edition: x\nextends: x\n", library) == ["Y0303 2:10 x"]
    assert mistakes("edition: x\nextends: ./x.yaml\n", library) == ["Y0303 2:10 ./x.yaml"]


def test_a_base_that_is_not_there(library: Path) -> None:
    [complaint] = complaints_of("edition: x\nextends: bace\n", library)
    assert short(complaint) == "Y0301 2:10 bace"
    assert complaint.help == "did you mean `base`?"
    assert mistakes("edition: x\nextends: ../b.yaml", library) == ["Y0302 2:10 ../b.yaml"]


def test_what_lies_elsewhere_is_not_looked_at(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(library)
    for path in ("../../outside/b.yaml", "../../none.yaml", "/etc/passwd"):
        assert mistakes(f"edition: x\nextends: {path}", library) == [f"Y0313 2:10 {path}"]
        listed = f"edition: x\nextends: base\nrules: [{path}]\ncards: [{path}]\n"
        assert mistakes(listed, library) == [f"Y0313 3:9 {path}", f"Y0313 4:9 {path}"]


def test_mistakes_of_all_files_are_told_at_once(library: Path) -> None:
    write(library / "own", a="edition: a\nextends: base\nsetings: {}\n")
    found = complaints_of("edition: x\nextends: a\nsettings: {goal: on}\n", library)
    told = [
        (complaint.span.source.name[-6:], short(complaint)) for complaint in found if complaint.span
    ]
    assert told == [("a.yaml", "Y0201 3:1 setings"), ("x.yaml", "Y0207 3:18 on")]


def test_a_base_that_is_no_edition_is_told_at_its_place(library: Path) -> None:
    write(library / "own", a="[")
    [complaint] = complaints_of("edition: x\nextends: a", library)
    assert complaint.code == "Y0101"


def test_the_cards_known_are_those_of_the_base(library: Path) -> None:
    text = CHILD + "cast: {person: {remove: [Bakr]}}"
    [complaint] = complaints_of(text, library)
    assert short(complaint) == "Y0306 3:26 Bakr"
    assert complaint.help == "did you mean `Baker`?"


def test_a_base_is_not_blamed_for_what_its_extension_drops(library: Path) -> None:
    child = load_text(CHILD + "cast: {person: [Guard]}", library)
    assert list(cast(changes_for(child, 3), "person")) == ["Guard"]


def test_changes_apply_in_the_order_base_players_options(library: Path) -> None:
    edition = load_edition("base", library)
    assert settings(changes_for(edition, 2))["goal"] == 8
    assert settings(changes_for(edition, 3))["goal"] == 10
    assert settings(changes_for(edition, 3, ["rich", "short"]))["goal"] == 7


def test_changes_hold_whole_casts(library: Path) -> None:
    change = changes_for(load_edition("base", library), 3).cast["person"]
    assert (change.whole, change.remove, list(change.cards)) == (True, {}, ["Guard", "Baker"])


def test_a_list_replaces_the_list_of_its_name_only(library: Path) -> None:
    write(
        library / "own",
        big="edition: big\nextends: base\ncast: {tower/new: [Spire], person: [Cook]}",
    )
    text = "edition: x\nextends: big\ncast: {tower/new: {Dome: 2}, tower: {remove: [Gate]}}"
    child = load_text(text, library)
    assert cast(child.base, "tower") == {"Keep": 5}
    assert cast(child.base, "tower/new") == {"Dome": 2}
    child = load_text("edition: x\nextends: big\ncast: {tower: [Hut]}", library)
    assert cast(child.base, "tower") == {"Hut": 1}
    assert cast(child.base, "tower/new") == {"Spire": 1}


def test_a_list_has_a_kind(library: Path) -> None:
    child = load_text(CHILD + "cast: {tower/new: [Spire]}", library)
    assert child.base.cast["tower/new"].kind == "tower"
    assert child.base.cast["tower"].kind == "tower"


def test_a_card_is_removed_from_the_list_that_has_it(library: Path) -> None:
    [complaint] = complaints_of(CHILD + "cast: {tower/new: {remove: [Keep]}}", library)
    assert short(complaint) == "Y0306 3:29 Keep"
    assert complaint.help == "it is in `tower`: write `tower: {remove: [Keep]}`"


def test_an_option_that_adds_cards_is_inherited(library: Path) -> None:
    write(library / "own", big="edition: big\nextends: base\ncast: {tower: [Hut]}")
    child = load_text("edition: x\nextends: big\n", library)
    assert cast(changes_for(child, 2, ["old"]), "tower/old") == {"Ruin": 2}
    assert "tower/old" not in changes_for(child, 2).cast


def test_an_option_may_bring_a_kind_of_its_own(library: Path) -> None:
    edition = load_text(LEAST + "options: {wells: {cast: {well: {add: [Deep]}}}}", library)
    assert changes_for(edition, 2, ["wells"]).cast["well"].whole
    assert changes_for(edition, 2).cast == {}


def test_unknown_choices_are_told_together(library: Path) -> None:
    edition = load_edition("base", library)
    with pytest.raises(RulesError) as caught:
        changes_for(edition, 9, ["shrt"])
    told = {complaint.code: complaint.help for complaint in caught.value.complaints}
    assert told == {
        "Y0308": "did you mean `short`?",
        "Y0311": None,
    }
