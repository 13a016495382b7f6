"""Every mistake in an edition file is told with its code and its place."""

import inspect
import re
from pathlib import Path

import pytest

from edition.kit import LEAST, complaints_of, load_text, mistakes
from rulewright.language.edition import edition_complaints as complaints
from rulewright.language.edition.translations import word_complaints
from rulewright.language.text import RulesError

BAD_YAML = [
    ("edition: x\nname: a: b\n", ["Y0101 2:8 :"]),
    ("edition: x\nrules: [a, b\n", ["Y0101 2:8 [a, b"]),
    ("edition: 'x\n", ["Y0101 2:1"]),
    ("edition: x\n  name: y\n", ["Y0101 2:7 :"]),
    ('edition: "\\q"\n', ["Y0101 1:12 q"]),
    ('edition: "\\UFFFFFFFF"\n', ['Y0101 1:1 edition: "\\UFFFFFFFF"']),
    ("edition:x\nname: y\n", ["Y0111 1:1 edition:"]),
    ("edition: @x\n", ["Y0101 1:10 @"]),
    ("a: " + "[" * 60 + "]" * 60, ["Y0101 1:53 ["]),
    ("edition: x\n\tname: y\n", ["Y0102 2:1"]),
    (LEAST + "name: \u201cy\u201d\n", ["Y0113 4:7 \u201cy\u201d"]),
    (LEAST + 'name: "y\u201d\n', ["Y0113 4:9 \u201d"]),
    (LEAST + "---\nedition: y\n", ["Y0103 4:1 ---"]),
    ("", ["Y0104 1:1"]),
    ("# nothing\n", ["Y0104 1:1"]),
    ("- edition: x\n", ["Y0105 1:1 - edition: x"]),
    ("edition x\n", ["Y0105 1:1 edition x"]),
    (LEAST + "players: 3\n", ["Y0106 4:1 players"]),
    (LEAST + "settings: {a: 1, 'a': 2}\n", ["Y0106 4:18 'a'"]),
    (LEAST + "about: &a hi\nname: *a\n", ["Y0107 4:8 &a hi", "Y0107 5:7 *a"]),
    (LEAST + "<<: {name: y}\n", ["Y0107 4:1 <<"]),
    (LEAST + "name: !!str 12\n", ["Y0108 4:7 !!str 12"]),
    (LEAST + "name: a\x07b\n", ["Y0109 4:8 \x07"]),
    (LEAST + "name: [" + "a, " * 10_000 + "a]\n", ["Y0112 1:1 e"]),
    (LEAST + "? [a]\n: b\n", ["Y0110 4:3 [a]"]),
    (LEAST + "'': b\n", ["Y0110 4:1 ''"]),
    (
        f"{LEAST}<<<<<<< HEAD\nname: a\n=======\nname: b\n>>>>>>> other\n",
        ["E0006 4:1 <<<<<<< HEAD"],
    ),
]

MEANT = [
    ("players: [2, 5]", "write it like `2-5`"),
    ("players: 2 to 5", "write `2-5`"),
    ("players: 2\ncards:\n  -own", "write `- ` with a space after it"),
    ("players: 2\ncards:\n  - own\n  -more", "write `- ` with a space after it"),
    ("players: two to five", "write `2-5`"),
    ("players: 2\nlayout: {order: market hand}", "write it like `[market, hand]`"),
    ("players: 2\nsettings: goal = 3", "write it like `{goal: 3}`"),
    ("players: 2\nsettings: [goal: 3, speed 4]", "write it like `{goal: 3, speed: 4}`"),
    ("players: 2\ncast: {tower: {Keep x3, Gate x2}}", "write it like `{Keep: 3, Gate: 2}`"),
    ("players: 2\ncast: {tower: {add: [Keep: 3]}}", "write it like `{Keep: 3}`"),
    (
        "players: 2\ncast: {add: {tower: [Keep]}}",
        "write the kind first: `cast: {tower: {add: [Keep]}}`",
    ),
]


@pytest.mark.parametrize(("line", "help"), MEANT)
def test_help_says_what_is_meant(line: str, help: str, library: Path) -> None:
    (found,) = complaints_of(LEAST.replace("players: 2\n", "") + line + "\n", library)

    assert help in (found.help or "")


def test_another_word_for_a_key_is_told_once(library: Path) -> None:
    text = LEAST.replace("edition:", "id:")

    (found,) = complaints_of(text, library)

    assert (found.code, found.help) == ("Y0201", "write `edition`")


BAD_VALUES = [
    ("nmae: y", ["Y0201 4:1 nmae"]),
    ("by-players: {2: {goal: 1}}", ["Y0201 4:18 goal"]),
    ("options: {a: {name: b}}", ["Y0201 4:15 name", "Y0203 4:21 b"]),
    ("documents: {a: {year: 3}}", ["Y0202 4:13 a"]),
    ("documents: {a: A book}", ["Y0203 4:16 A book"]),
    ("settings: [a]", ["Y0203 4:11 [a]"]),
    ("settings: {a: [1]}", ["Y0203 4:15 [1]"]),
    ("settings:", ["Y0203 4:10"]),
    ("name: [x]", ["Y0203 4:7 [x]"]),
    ("cast: {tower: Keep}", ["Y0203 4:15 Keep"]),
    ("cast: {tower: {add: Keep}}", ["Y0203 4:21 Keep"]),
    ("cast: {tower: [[Keep]]}", ["Y0203 4:16 [Keep]"]),
    ("tables: {a: 3}", ["Y0203 4:13 3"]),
    (
        "settings: {a: 012, b: 3.5, c: 1_000, d: 0x1F, e: +3, f: 12:30, g: 1e3, h: .5}",
        [
            f"Y0204 4:{c} {t}"
            for c, t in [
                (15, "012"),
                (23, "3.5"),
                (31, "1_000"),
                (41, "0x1F"),
                (50, "+3"),
                (57, "12:30"),
                (67, "1e3"),
                (75, ".5"),
            ]
        ],
    ),
    ("cast: {tower: {Keep: many}}", ["Y0204 4:22 many"]),
    ("documents: {a: {title: A, year: '2004'}}", ["Y0204 4:33 '2004'"]),
    ("cast: {tower: {Keep: 0}}", ["Y0205 4:22 0"]),
    ("cast: {tower: {Keep: 1000}}", ["Y0205 4:22 1000"]),
    (
        "settings: {a: 2147483648, b: -2147483648, c: -9999999999999999}",
        ["Y0205 4:15 2147483648", "Y0205 4:30 -2147483648", "Y0205 4:46 -9999999999999999"],
    ),
    ("tables: {a: {4: 2147483648}}", ["Y0205 4:17 2147483648"]),
    ("fields: {Keep: {cost: -2147483648}}", ["Y0205 4:23 -2147483648"]),
    ("options: {Short: {}}", ["Y0206 4:11 Short"]),
    ("readings: {a b: why}", ["Y0206 4:12 a b"]),
    (
        "settings: {a: on, b: True, c: NO}",
        ["Y0207 4:15 on", "Y0207 4:22 True", "Y0207 4:31 NO"],
    ),
    ("settings: {a: }", ["Y0208 4:14"]),
    ("settings: {a: ~, b: ''}", ["Y0208 4:15 ~", "Y0208 4:21 ''"]),
    ("name: {}", ["Y0208 4:7 {}"]),
    ("cast: {tower: [Keep, Keep]}", ["Y0209 4:22 Keep"]),
    ("tables: {a: {2-4: {8: 1}, 3: {8: 1}}}", ["Y0209 4:27 3"]),
    ("name: {english: y}", ["Y0210 4:8 english"]),
    ("language: FR", ["Y0210 4:11 FR"]),
    ("tables: {a: {7-2: 1}}", ["Y0211 4:14 7-2"]),
    ("tables: {a: {1-9999: 1}}", ["Y0211 4:14 1-9999"]),
    ("by-players: {two: {}}", ["Y0211 4:14 two"]),
    ("cast: {tower: {add: [Keep], remove: [Keep]}}", ["Y0212 4:38 Keep"]),
    ("looks: {tall: yelow, low: {a: b}}", ["Y0213 4:15 yelow", "Y0203 4:27 {a: b}"]),
    ("cast: {add: {tower: [Keep]}}", ["Y0214 4:8 add"]),
    ("cast: {tower: , add: [Keep]}", ["Y0214 4:17 add"]),
    ("cast: {tower: [Keep], settings: {a: 1}}", ["Y0216 4:23 settings"]),
    ("cast: {tower: {remove: [Keep]}}", ["Y0306 4:25 Keep"]),
    ("options: {a: {cast: {tower: {remove: [Keep]}}}}", ["Y0306 4:39 Keep"]),
    ("cards: [no-such-folder]", ["Y0312 4:9 no-such-folder"]),
    ("cards: [extra.rules]", ["Y0312 4:9 extra.rules"]),
    ("cards: []", ["Y0208 4:8 []"]),
    ("cast: {tower/Old: [Keep]}", ["Y0206 4:8 tower/Old"]),
    ("cast: {tower/: [Keep]}", ["Y0206 4:8 tower/"]),
    ("cast: {tower: [Keep], tower/old: {remove: [Keep]}}", ["Y0306 4:44 Keep"]),
    ("by-players: {2-3: {}}", ["Y0307 4:14 2-3"]),
    ("options: {a: {by-players: {3: {}, two: {}}}}", ["Y0307 4:28 3", "Y0211 4:35 two"]),
    ("options: {a: {by-players: {2: {cast: {t: {remove: [K]}}}}}}", ["Y0306 4:52 K"]),
    ("playouts: {options: [fast]}", ["Y0308 4:22 fast"]),
]

BAD_HEADS = [
    ("rules: [towers]\nplayers: 2", ["Y0202 1:1 rules"]),
    ("edition: x", ["Y0202 1:1 edition"]),
    ("edition: My Game\nrules: [towers]\nplayers: 2", ["Y0206 1:10 My Game"]),
    ("edition: x\nrules: []\nplayers: 2", ["Y0208 2:8 []"]),
    ("edition: x\nrules: towers\nplayers: 2", ["Y0203 2:8 towers"]),
    ("edition: x\nrules: [towers]\nplayers: 0-3", ["Y0205 3:10 0-3"]),
    ("edition: x\nrules: [towers]\nplayers: 2–7", ["Y0211 3:10 2–7"]),
    ("edition: x\nrules: [towrs]\nplayers: 2", ["Y0304 2:9 towrs"]),
    ("edition: x\nrules: [x.yaml]\nplayers: 2", ["Y0305 2:9 x.yaml"]),
    ('edition: x\nrules: ["a\\0"]\nplayers: 2', ['Y0304 2:9 "a\\0"']),
]


@pytest.mark.parametrize(("text", "expected"), BAD_YAML)
def test_bad_yaml(text: str, expected: list[str], library: Path) -> None:
    assert mistakes(text, library) == expected


@pytest.mark.parametrize(("line", "expected"), BAD_VALUES)
def test_bad_values(line: str, expected: list[str], library: Path) -> None:
    assert mistakes(LEAST + line, library) == expected


@pytest.mark.parametrize(("text", "expected"), BAD_HEADS)
def test_bad_heads(text: str, expected: list[str], library: Path) -> None:
    assert mistakes(text, library) == expected


def test_all_mistakes_of_a_file_are_told_at_once(library: Path) -> None:
    text = """\
edition: x
rulse: [towers]
players: 2-four
settings:
  goal: 012
  first: on
cast:
  tower: {Keep: 0, Gate: 2}
by-players:
  3: {settings: {goal: {a: 1}}}
options:
  Short: {abuot: hi}
name: &n Mine
"""
    assert mistakes(text, library) == [
        "Y0201 2:1 rulse",
        "Y0211 3:10 2-four",
        "Y0204 5:9 012",
        "Y0207 6:10 on",
        "Y0205 8:17 0",
        "Y0203 10:24 {a: 1}",
        "Y0206 12:3 Short",
        "Y0201 12:11 abuot",
        "Y0107 13:7 &n Mine",
    ]


def test_rows_whose_head_is_lost_are_told_once(library: Path) -> None:
    found = complaints_of(
        LEAST + "about:\n  en: A game\n  tower: [Keep]\n  hall: [Manor]\n", library
    )

    assert [each.code for each in found] == ["Y0210"]
    assert "perhaps a line above them is missing" in (found[0].help or "")


def test_a_complaint_names_what_was_meant(library: Path) -> None:
    [complaint] = complaints_of(LEAST + "setings: {}", library)
    assert complaint.help == "did you mean `settings`?"


def test_a_second_place_shows_the_first_one(library: Path) -> None:
    [complaint] = complaints_of(LEAST + "players: 3", library)
    assert [(note.span.line, note.message) for note in complaint.notes] == [(3, "first given here")]


def test_messages_stand_by_themselves(library: Path) -> None:
    told = [
        complaint.message
        for complaint in complaints_of(
            LEAST + "settings: {goal: 3.5}\ncast: {tower: {Keep: 0}}\nname: {fr: }\nabout: [a]",
            library,
        )
    ]
    assert told == [
        "the setting `goal`: expected a whole number, found `3.5`",
        "the copies of Keep: expected a number from 1 to 999",
        "`name` in `fr`: the value is missing",
        "`about`: expected text, found a list",
    ]


def test_every_code_has_a_test() -> None:
    pages = (complaints, word_complaints)
    written = "".join(inspect.getsource(page) for page in pages)
    tests = "".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*")
    )
    assert set(re.findall(r"Y0\d{3}", written)) == set(re.findall(r"Y0\d{3}", tests))


def test_bytes_that_are_no_text(library: Path) -> None:
    with pytest.raises(RulesError) as caught:
        load_text(b"edition: \xff\n", library)
    assert caught.value.complaints[0].span is not None
