"""Words in other languages: where they are found, what may stand in them, and what is said about them."""

from pathlib import Path

import pytest

import rulewright
from edition.kit import LEAST, load_text, short
from rulewright.base.library import find_library
from rulewright.language.edition.loading.load import load_edition
from rulewright.language.edition.translations.catalogue import all_catalogues, read_catalogue
from rulewright.language.edition.translations.vocabulary import (
    languages_of,
    load_words,
    message_languages,
)
from rulewright.language.text import Complaint, Complaints, RulesError, Source, Span
from rulewright.testing.checks.edition_checks import check_edition

GAME = """\
game towers

labels day: sunny, rainy

kind tower
    height: number
    weather: day = sunny
    starts in the deck

there is a deck of towers, seen by nobody
each player has a hand of towers, seen by its owner
each player has stones, a number, seen by everyone

tower Gate
    height 2
    text "A low tower."
    reading "Our own."

moment main "your turn"

flow
    for each player in players
        the player acts

event a player acts
    use powers at main

power rest at main
    tell "{me} rest(s) with {my stones} stone(s)"

value a player's points is the player's stones
    text "stones"
outcome by points
"""
EDITION = "edition: towers\nrules: [towers.rules]\nplayers: 2\ncast: {tower: {Gate: 3}}\n"
WORDS = """\
cards: {Gate: Porte}
labels:
  day: {sunny: soleil, rainy: pluie}
names: {tower: tour, height: hauteur, weather: temps, deck: pioche, hand: main, stones: pierres}
choices: {rest: se reposer}
texts:
  A low tower.: Une tour basse.
  your turn: votre tour
  stones: pierres
  "{me} rest(s) with {my stones} stone(s)": "Avec {my stones} pierre(s), {me} se repose"
"""


def write(folder: Path, words: str = WORDS, language: str = "fr") -> Path:
    """A game with words beside its rules; returns its edition."""
    (folder / "towers.rules").write_text(GAME, encoding="utf-8")
    (folder / f"towers.{language}.yaml").write_text(words, encoding="utf-8")
    (folder / "towers.yaml").write_text(EDITION, encoding="utf-8")
    return folder / "towers.yaml"


def said_of(folder: Path, words: str) -> list[Complaint]:
    """What the check says about words."""
    complaints = check_edition(write(folder, words))
    assert [complaint for complaint in complaints if complaint.code < "E09"] == []
    return [complaint for complaint in complaints if complaint.code[0] == "Y"]


def test_words_stand_beside_rules(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "more.pt-BR.yaml").touch()
    (tmp_path / "towers.notes.yaml").touch()

    beside_the_file = all_catalogues(tmp_path / "towers.rules")
    in_the_folder = all_catalogues(tmp_path)

    assert {code: [p.name for p in files] for code, files in beside_the_file.items()} == {
        "fr": ["towers.fr.yaml"]
    }
    assert {code: [p.name for p in files] for code, files in in_the_folder.items()} == {
        "fr": ["towers.fr.yaml"],
        "pt-BR": ["more.pt-BR.yaml"],
    }


def test_whole_words_draw_no_complaint(tmp_path: Path) -> None:
    assert said_of(tmp_path, WORDS) == []


def test_what_is_missing_is_listed_at_once(tmp_path: Path) -> None:
    words = WORDS.replace("rainy: pluie", "").replace("  your turn: votre tour\n", "")

    (complaint,) = said_of(tmp_path, words.replace("choices: {rest: se reposer}\n", ""))

    assert (complaint.code, complaint.severity) == ("Y0403", "note")
    assert complaint.message.startswith("3 texts have")
    assert complaint.help is not None
    listed = [line.partition("towers.rules:")[2] for line in complaint.help.split("\n")[1:]]
    assert listed == ["3:8: day rainy", "19:8: “your turn”", "28:1: choice rest"]


def test_a_power_may_be_called_something_as_a_thing(tmp_path: Path) -> None:
    """Where the story says that something was its; nobody has to say it, as `WORDS` do not."""
    assert (
        said_of(tmp_path, WORDS.replace("stones: pierres}", "stones: pierres, rest: repos}")) == []
    )


@pytest.mark.parametrize(
    ("old", "new", "place", "help"),
    [
        ("{Gate: Porte}", "{Gate: Porte, Gat: Porte}", "1:22 Gat", "did you mean `Gate`?"),
        ("sunny: soleil,", "sunny: soleil, suny: x,", "3:24 suny", "did you mean `sunny`?"),
        ("rest: se", "rests: y, rest: se", "5:11 rests", "did you mean `rest`?"),
        (
            "choices:",
            "reasons: {my stons: x}\nchoices:",
            "5:11 my stons",
            "did you mean `my stones`?",
        ),
        ("  stones:", "  a stones: x\n  stones:", "9:3 a stones", "did you mean `stones`?"),
    ],
)
def test_words_for_what_is_not_said(
    tmp_path: Path, old: str, new: str, place: str, help: str
) -> None:
    (complaint,) = said_of(tmp_path, WORDS.replace(old, new, 1))

    assert short(complaint) == f"Y0402 {place}"
    assert (complaint.severity, complaint.help) == ("warning", help)


def test_a_word_that_changed_in_the_rules_is_told_of_once(tmp_path: Path) -> None:
    (complaint,) = said_of(tmp_path, WORDS.replace("rest: se", "rests: se", 1))

    assert short(complaint) == "Y0402 5:11 rests"


def test_a_condition_that_goes_on_in_the_next_line_is_the_same() -> None:
    text = "there is a card\n    # so\n    where it is red  # or not"

    assert Span(Source("x", text), 0, len(text)).on_one_line() == "there is a card where it is red"


@pytest.mark.parametrize(
    ("said", "message", "help"),
    [
        (
            "Avec {my stone} {me} se repose",
            "the original text has no `{my stone}`",
            "did you mean `{my stones}`?",
        ),
        (
            "Avec {my stones} il se repose",
            "`{me}` is missing here",
            "the translation needs every value",
        ),
        ("Avec {my stones} {me} {you}", "the original text has no `{you}`", "leave `{you}` out"),
    ],
)
def test_values_have_to_fit(tmp_path: Path, said: str, message: str, help: str) -> None:
    words = WORDS.replace("Avec {my stones} pierre(s), {me} se repose", said)

    (complaint,) = said_of(tmp_path, words)

    assert short(complaint).startswith("Y0401 10:45")
    assert (complaint.severity, complaint.message) == ("error", message)
    assert complaint.help is not None
    assert complaint.help.startswith(help)
    with pytest.raises(RulesError):
        rulewright.load(tmp_path / "towers.yaml", lang="fr")


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("kards: {Gate: Porte}\n", "Y0201 1:1 kards"),
        ("cards: [Gate]\n", "Y0203 1:8 [Gate]"),
        ("cards: {Gate: }\n", "Y0208 1:14"),
        ("cards: {Gate: [Porte]}\n", "Y0203 1:15 [Porte]"),
        ("labels: {day: soleil}\n", "Y0203 1:15 soleil"),
        ("", "Y0104 1:1"),
    ],
)
def test_words_that_cannot_be_read(tmp_path: Path, words: str, place: str) -> None:
    complaints = [c for c in said_of(tmp_path, words) if c.code != "Y0403"]

    assert [short(complaint) for complaint in complaints] == [place]


def test_a_language_that_nobody_speaks(library: Path) -> None:
    edition = load_text(LEAST, library)

    assert languages_of(edition) == ("en", *message_languages())
    with pytest.raises(RulesError) as caught:
        load_words(edition, "xx")
    assert [complaint.code for complaint in caught.value.complaints] == ["Y0404"]


def test_an_edition_may_be_told_in_a_language_without_words(library: Path) -> None:
    edition = load_text(LEAST + "language: it\n", library)

    assert load_words(edition, "it").cards == {}


SHIPPED = sorted(
    path for path in find_library().folder("rules").rglob("*.yaml") if path.suffix == ".yaml"
)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_shipped_words_can_be_read(path: Path) -> None:
    says = Complaints()

    assert read_catalogue(path, says).entries
    assert says.in_order() == ()


# ------------------------------------------------------------------ what is shipped


@pytest.mark.parametrize(
    "path", sorted((find_library().root / "editions").glob("*.yaml")), ids=lambda path: path.stem
)
def test_a_shipped_edition_says_all_of_itself_in_french(path: Path) -> None:
    edition = load_edition(path, find_library().root)

    texts = [edition.name, edition.about, *(choice.about for choice in edition.options.values())]
    assert [text for text in texts if "fr" not in text] == []


@pytest.mark.parametrize("edition", ["classic", "oh-hell"])
def test_phases_are_called_in_the_language_of_who_is_asked(edition: str) -> None:
    game = rulewright.load(edition, "fr").new_game(4, 1)
    shown = game.seat(0)["turn"]["phases"]

    assert shown
    assert all(phase["called"] != phase["phase"].replace("-", " ") for phase in shown)
