"""Names have letters of any language, and a word of the language takes no name away from a file that was right."""

from __future__ import annotations

from pathlib import Path
from typing import Literal
from unicodedata import normalize

import pytest

from rulewright.assist import advise
from rulewright.language.program.from_syntax import compile
from rulewright.language.syntax import reserved_words
from rulewright.language.text import Complaints, Source
from rulewright.testing.checks import check_edition

RESERVED = """
I a across after against all am an and another any anyway as asked at be because become becomes
before being borrowed bottom by called can cannot carry chance choose chooses cite decides
different divided do does each everyone exactly exchange first for from game given half has if
in into is it its larger least less let may me means more most move must my no nobody not
nothing number of on only or other otherwise play printed reading repeat repeatedly reverse seen
set show shown shuffle smaller some speaks starting starts stop stops tell text than the then
there this times to told top total under until use uses when where while with would yes
""".split()  # noqa: SIM905 - words in lines are easier to keep than a list of strings
"""All words that were ever names nowhere: there may be fewer, and never others."""

NAMES = """
median rotate average sum count minimum maximum mean lowest highest best worst same equal every none both either
until-then always never often again twice again-and-again while-away skip pass draw discard reveal hide
look peek search swap trade steal give take pay gain lose win loser winner draw-pile stack trick suit trump bid bet
wager vote turn round phase-one day night season year next previous last second third owner holder leader
dealer starter player-one team partner rival enemy target victim source cost price value points score power rank
strength level colour color size weight speed mark token counter die coin deck hand heap row field board map place
zone area market shop bank stock supply reserve pool bag box list order sort kind type group set-aside copy clone
undo redo cancel stop-it start end begin finish open close lock unlock hidden secret public private known unknown
true false null any-of all-of one-of some-of it-self here there-is wherever whenever whoever because-of although
random shuffle-count seed roll flip toss log note text-of name title word sentence rule event option scenario
""".split()  # noqa: SIM905 - as above
"""Names that files have, or may well have; what comes to the language leaves them to be names."""

GAME = """\
game words

each player has NAME, a number, seen by everyone
there is an only-one, a player, seen by everyone

value a player's standing is the player's NAME + 1

event a player runs
    set my NAME to my NAME + the most NAME of players

flow
    play lap

phase lap
    for each player in players
        the player runs
        if the player's NAME is more than the number of players
            set the only-one to the player

outcome by standing
    reading "Ours."
"""
CARD = """\
character Élève
    rank 3
    reading "À nous."

    power étudier "étudie un peu" at main
        choose a hôte from other players where its gold is at least 2
        the hôte gives 1 gold to me
        set my médaille to my médaille + 1
        tell "{me} étudie(nt) chez {hôte}"

each player has médaille, a number, seen by everyone

scenario "Un élève étudie"
    in "our-table.yaml", 4 players
    given
        move Élève to A's secret
        set B's gold to 3
    when
        A answers Élève
        A chooses gather gold, étudier
    then
        A's gold is 3
        A's médaille is 1
        told "étudie"
"""
TABLE = """\
edition: our-table
extends: classic
name: Notre table
rules: [ours.rules]
cast: {character: {add: [Élève]}}
"""


def errors(*texts: str) -> list[str]:
    complaints = Complaints()
    compile(
        [Source(f"{number}.rules", text) for number, text in enumerate(texts)],
        complaints,
        adviser=advise,
    )
    return [f"{each.code} {each.message}" for each in complaints if each.severity == "error"]


def test_no_word_is_taken_from_names() -> None:
    assert set(reserved_words()) <= set(RESERVED)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.rotating
def test_what_was_a_name_is_one(name: str) -> None:
    assert errors(GAME.replace("NAME", name)) == []


@pytest.mark.parametrize("name", ["médaille", "größe", "очки", "βαθμός", "得点", "ניקוד", "ßcore"])
def test_names_have_letters_of_any_language(name: str) -> None:
    assert errors(GAME.replace("NAME", name)) == []


def test_median_and_rotate_are_words_where_they_are_meant() -> None:
    tiles = (
        "kind tile\n    starts in the pile\n\nthere is a pile of tiles, in order, seen by nobody\n"
    )
    deeds = "set my median to the median median of players\n    rotate the pile by my rotate"
    text = GAME.replace("set my NAME to my NAME + the most NAME of players", deeds)
    rotating = "each player has rotate, a number, seen by everyone\n"

    assert errors(text.replace("NAME", "median"), tiles + rotating) == []


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.rotating
def test_a_card_is_played_however_its_letters_are_typed(
    form: Literal["NFC", "NFD"], tmp_path: Path
) -> None:
    from rulewright.testing.scenarios import find_scenarios, run_scenario

    rules, _, scenario = CARD.partition("scenario")
    steps = f"scenario{scenario}".replace('told "étudie"\n', "nobody decides\n")
    said = normalize("NFC", rules) + normalize(form, steps)
    (tmp_path / "ours.rules").write_text(said, encoding="utf-8")
    table = tmp_path / "our-table.yaml"
    table.write_text(normalize(form, TABLE), encoding="utf-8")

    assert [each for each in check_edition(table) if each.severity == "error"] == []
    (scenario_ref,) = find_scenarios(tmp_path)
    assert run_scenario(scenario_ref).passed


@pytest.mark.rotating
def test_a_name_that_only_looks_like_another_is_warned_of(tmp_path: Path) -> None:
    card = CARD.partition("scenario")[0].replace("Élève", "\u041aing")
    (tmp_path / "ours.rules").write_text(card, encoding="utf-8")
    table = tmp_path / "our-table.yaml"
    table.write_text(TABLE.replace("Élève", "\u041aing"), encoding="utf-8")

    found = [each for each in check_edition(table) if each.code == "E0932"]

    assert [each.message for each in found] == [
        "this looks like `King`, but `\u041a` (U+041A) is from another alphabet"
    ]
