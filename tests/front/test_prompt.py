"""What a person types, and how options are laid out."""

import re
from typing import cast

import pytest
from hypothesis import given, strategies as st
from rich.console import Console

from properties.kit import rules
from rulewright.cli.terminal.prompt import (
    ListedOption,
    PickedOption,
    TypedCommand,
    UnclearInput,
    list_options,
    option_lines,
    parse_answer,
    prompt,
    question_of,
)
from rulewright.cli.terminal.screen import TerminalPage, words
from rulewright.cli.terminal.table_view.card_styles import card_styles_of
from rulewright.language.edition.translations.program_text import use_language
from rulewright.runtime.observation.decision import Decision, Option

SEVEN = range(1, 8)


def page(width: int = 80, plain: bool = False) -> TerminalPage:
    return TerminalPage(Console(width=width, markup=False, highlight=False), plain)


@pytest.mark.parametrize(("typed", "index"), [("1", 0), (" 3 ", 2), ("02", 1), ("7", 6)])
def test_a_number_chooses(typed: str, index: int) -> None:
    assert parse_answer(typed, SEVEN) == PickedOption(index)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("10", PickedOption(0)), ("12", PickedOption(2)), ("0", None), ("1", None), ("13", None)],
)
def test_of_numbers_the_number_itself_is_typed(typed: str, meant: PickedOption | None) -> None:
    answer = parse_answer(typed, [10, 11, 12])

    assert answer == meant if meant else isinstance(answer, UnclearInput)
    assert prompt([10, 11, 12]) == "Your choice (10-12, ?):"


@pytest.mark.parametrize("typed", ["0", "8", "99999999999999999999", "9" * 5000])
def test_a_number_of_no_option_is_told(typed: str) -> None:
    answer = parse_answer(typed, SEVEN)

    assert isinstance(answer, UnclearInput)
    assert answer.message.endswith("Type a number from 1 to 7 and Enter, or ? for help.")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("?", TypedCommand("?")),
        ("?Temple", TypedCommand("?", "Temple")),
        ("? School of Magic", TypedCommand("?", "School of Magic")),
        ("help", TypedCommand("?")),
        ("t", TypedCommand("t")),
        ("TABLE", TypedCommand("t")),
        ("w", TypedCommand("w")),
        ("s my game.json", TypedCommand("s", "my game.json")),
        ("save", TypedCommand("s")),
        ("q", TypedCommand("q")),
        ("hint", TypedCommand("h")),
        ("why not build Palace", TypedCommand("w", "build Palace")),
        ("Why not Palace", TypedCommand("w", "Palace")),
    ],
)
def test_letters_and_their_words_are_commands(typed: str, meant: TypedCommand) -> None:
    assert parse_answer(typed, SEVEN) == meant


@pytest.mark.parametrize("typed", ["", " ", "tea", "-1", "1 2", "²", "y", "why not", "why not "])
def test_anything_else_is_unclear(typed: str) -> None:
    assert isinstance(parse_answer(typed, SEVEN), UnclearInput)


def test_why_not_is_asked_in_the_language_of_the_game_too() -> None:
    with use_language("fr"):
        assert parse_answer("pourquoi pas bâtir Palais", SEVEN) == TypedCommand("w", "bâtir Palais")
        assert parse_answer("why not bâtir Palais", SEVEN) == TypedCommand("w", "bâtir Palais")
        assert isinstance(parse_answer("pourquoi pas", SEVEN), UnclearInput)


@given(st.text(), st.integers(1, 50))
@pytest.mark.rotating
def test_whatever_is_typed_means_something(typed: str, options: int) -> None:
    answer = parse_answer(typed, range(1, options + 1))

    assert not isinstance(answer, PickedOption) or 0 <= answer.index < options


@pytest.mark.parametrize("width", [30, 40, 41, 60])
def test_a_long_word_that_is_torn_loses_and_gains_nothing(
    width: int, capsys: pytest.CaptureFixture[str]
) -> None:
    path = "/home/somebody/games/rules/citadels/characters/king.rules:14:9;"
    page(width).line(f"      rule King; {path} ffg-2004")

    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= width
    assert path in "".join(line.strip() for line in lines)


def listed(labels: list[str], width: int = 80, plain: bool = False) -> list[str]:
    return [line.plain for line in option_lines(offered(labels), page(width, plain))]


def offered(labels: list[str], first: int = 1) -> list[ListedOption]:
    option = cast(Option, None)
    return [ListedOption(key, option, words(label), key) for key, label in enumerate(labels, first)]


def test_where_room_is_tight_a_short_list_stands_in_columns_as_wide_as_they_need() -> None:
    labels = [
        "lay Yellow Wager in your expedition",
        "lay Red 7 in your expedition",
        "discard Red 7",
    ]
    lines = option_lines(offered([*labels, "discard Yellow Wager"]), page(), tight=True)

    assert [line.plain for line in lines] == [
        "  1  lay Yellow Wager in your expedition     3  discard Red 7",
        "  2  lay Red 7 in your expedition            4  discard Yellow Wager",
    ]


def test_a_number_that_is_typed_as_it_is_stands_once() -> None:
    lines = option_lines(offered(["9", "10"], 9), page())

    assert [line.plain for line in lines] == ["   9", "  10"]


@pytest.mark.parametrize(
    ("edition", "keys"),
    [("oh-hell", [*range(11)]), ("liars-hand", [*range(1, 16)]), ("caravan", [1, 2, 3, 4])],
)
def test_who_chooses_a_number_types_it(edition: str, keys: list[int]) -> None:
    game = rules(edition).new_game(3, seed=3)
    assert game.decision is not None

    assert [
        offer.key for offer in list_options(game.decision, game, card_styles_of(game.rules))
    ] == keys


def test_a_short_list_has_a_line_for_each_option() -> None:
    assert listed(["gather gold", "build Temple"]) == ["  1  gather gold", "  2  build Temple"]


def test_a_long_list_stands_in_columns_read_downwards() -> None:
    lines = listed([f"card {n}" for n in range(1, 21)])

    assert len(lines) == 4
    assert lines[0].replace("card", "").split()[1::2] == ["1", "5", "9", "13", "17"]


def test_a_plain_page_has_no_columns() -> None:
    assert len(listed([str(n) for n in range(30)], plain=True)) == 30


def test_long_labels_are_not_put_beside_each_other() -> None:
    assert len(listed(["x" * 70 for _ in range(20)])) == 20


def test_labels_cannot_upset_a_terminal() -> None:
    assert "\x1b" not in listed(["\x1b[2Jgone"])[0]


def test_who_may_is_asked_what_a_yes_means() -> None:
    game = rules("masked-ball").new_game(3, seed=4)
    assert game.decision is not None
    labels = [option.label for option in game.decision.options]
    game.choose(labels.index("claim to be the Magpie"))

    assert game.decision.prompt == "do you doubt the claim?"
    assert question_of(game.decision) == "Doubt that A is the Magpie?"


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("your turn", "Your turn:"),
        ("Baker: choose a loaf", "Baker: choose a loaf"),
        ("yes or no?", "Yes or no?"),
    ],
)
def test_a_question_ends_with_one_sign(prompt: str, told: str) -> None:
    class Plain:
        """An option without a text of its own."""

        labelling = None

    class Made:
        """A decision of which only the question matters."""

        kind = "made"
        options = (Plain(),)

    Made.prompt = prompt  # type: ignore[attr-defined]
    assert question_of(cast(Decision, Made)) == told


def test_a_number_is_no_part_of_a_card_that_begins_with_one() -> None:
    game = rules("oh-hell").new_game(3, seed=3)
    while game.decision is not None and game.decision.kind != "lays.pick":
        game.choose(0)
    assert game.decision is not None

    lines = option_lines(list_options(game.decision, game, card_styles_of(game.rules)), page())
    assert re.match(r"   1: [2-9]0? of ", lines[0].plain)


def test_a_hand_lies_by_suits_and_a_bid_of_nothing_is_seen() -> None:
    game = rules("oh-hell").new_game(3, seed=3)
    seat = game.decision.player if game.decision is not None else 0
    game.choose(0)  # a bid of no trick

    value = game.seat(seat)
    [hand] = [each for each in value["places"] if each["seat"] == seat and each["name"] == "hand"]
    suits = [piece["card"].split()[-1].partition("-")[0] for piece in hand["pieces"]]
    assert suits == sorted(suits)
    assert ("bid", 0) in [(each["name"], each["value"]) for each in value["seats"][seat]["numbers"]]
    others = [each["name"] for each in value["seats"][seat - 1]["numbers"]]
    assert "bid" not in others
