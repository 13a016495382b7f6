"""`rulewright document --for players`: the rulebook of an edition that a table can play from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import rulewright
from front.kit import Shell
from rulewright.base.library import find_library
from rulewright.cli.pages.table_page import TablePage
from rulewright.language.edition.translations.program_text import use_language
from rulewright.runtime.session.rules.internals import inside
from tiers import LONG, sample

EDITIONS = sorted(path.stem for path in (find_library().root / "editions").glob("*.yaml"))
LARGE = [name for name in EDITIONS if not (find_library().root / "rules" / name).is_dir()]
"""The editions of the large game, whose rules have another name."""
SHIPPED = [*(name for name in EDITIONS if name not in LARGE), *sample(LARGE, 7)]
REMNANT = re.compile(r"[{}]|\([a-z]*s\)|\w\|\w|\bNone\b|\?\?|\n{3}| {2}\w| \.|  \n")


@cache
def book(edition: str, language: str = "en") -> str:
    """Return the rulebook of an edition."""
    with use_language(language):
        return TablePage(rulewright.load(edition, language)).text()


def section(text: str, title: str) -> str:
    """Return the section under a heading of the second level."""
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """Return the cells of all lines of tables."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]


def setup_numbers(edition: str) -> dict[str, list[str]]:
    """Return the cells of the table of the setup, by their names."""
    lines = section(book(edition), "Setting up").splitlines()
    table = [line.strip("|").split("|") for line in lines if line.startswith("|")]
    return {first.strip(): [cell.strip() for cell in rest] for first, *rest in table}


def has_cards(edition: str) -> bool:
    """Return whether there are cards in the game of an edition."""
    return bool(inside(rulewright.load(edition)).program.cards)


# ------------------------------------------------------------------ every edition


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("edition", SHIPPED)
def test_every_edition_prints_every_section(edition: str, language: str) -> None:
    text = book(edition, language)
    titles = re.findall(r"(?m)^## (.*)$", text)

    assert REMNANT.findall(text) == []
    cards = ["Cards" if language == "en" else "Cartes"] if has_cards(edition) else []
    if language == "en":
        assert titles[:5] == [
            "Aim",
            "Setting up",
            "The course of a game",
            "The end and the score",
            *cards,
        ]
    else:
        assert titles[:5] == [
            "But",
            "Mise en place",
            "Le déroulement d'une partie",
            "La fin et le décompte",
            *cards,
        ]
        assert not re.search(r"\b(the|player|players|with|yes|Copies)\b", text)
    course = section(text, titles[2])
    assert len(re.findall(r"(?m)^ *- .{20}", course)) >= 2


@pytest.mark.parametrize("edition", SHIPPED)
def test_languages_print_the_same_numbers(edition: str) -> None:
    tables = [
        [cells[1:] for cells in rows(section(book(edition, language), title))]
        for language, title in (("en", "Setting up"), ("fr", "Mise en place"))
    ]
    digits = [[re.findall(r"\d+", " ".join(cells)) for cells in table[1:]] for table in tables]
    assert digits[0] == digits[1]
    assert digits[0] or not has_cards(edition)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("edition", SHIPPED)
def test_every_card_occurs_once(edition: str, language: str) -> None:
    rules = rulewright.load(edition, language)
    program, text = inside(rules).program, book(edition, language)
    firsts = [cells[0] for cells in rows(text)]
    series = {card for each in program.series.values() for card in each.cards}
    single = [rules.card(card).shown for card in rules.cards if card not in series]

    assert {name: firsts.count(name) for name in single} == dict.fromkeys(single, 1)
    in_cast = {card for n in _counts(rules) for card in inside(rules).world(n).copies}
    for each in program.series.values():
        ends = [rules.card(card).shown for card in (each.cards[0], each.cards[-1])]
        assert firsts.count(" – ".join(ends)) == (each.cards[0] in in_cast)


@pytest.mark.parametrize("edition", SHIPPED)
def test_the_setup_agrees_with_games(edition: str) -> None:
    rules, numbers = rulewright.load(edition), setup_numbers(edition)
    for column, players in enumerate(_counts(rules)):
        game = rules.new_game(players=players, seed=3)
        view, layout = game.view(player=None), inside(rules).layout(players)
        assert game.decision is not None
        waiting = next(s for s in view["seats"] if s["seat"] != game.decision.player)
        for name, zone in waiting["zones"].items():
            _in_cell(
                numbers, f"{layout['places'][name]['called']} of each player", column, zone["count"]
            )
        for name, zone in view["table"]["zones"].items():
            _in_cell(numbers, layout["places"][name]["called"], column, zone["count"])


def _counts(rules: rulewright.Rules) -> Iterator[int]:
    """Yield the numbers of players."""
    yield from range(rules.players[0], rules.players[1] + 1)


def _in_cell(numbers: dict[str, list[str]], name: str, column: int, count: int) -> None:
    """Check a number against its cell, which may hold a span; rows of zeros are left out."""
    cells = numbers.get(name[:1].upper() + name[1:])
    if cells is None:
        assert count == 0, name
    else:
        ends = [int(number) for number in cells[column].split("–")]
        assert ends[0] <= count <= ends[-1], name


# ------------------------------------------------------------------ by hand


@pytest.mark.rotating
def test_numbers_of_the_rulebooks() -> None:
    classic = setup_numbers("classic")
    assert classic["Hand of each player"] == ["4"] * 6
    assert classic["Gold of each player"] == ["2"] * 6
    assert classic["Characters laid aside face up"] == ["–", "–", "2", "1", "0", "0"]
    assert classic["Characters for each player"] == ["2", "2", "1", "1", "1", "1"]
    assert classic["Deck"] == [str(65 - 4 * n) for n in range(2, 8)]
    first = setup_numbers("first-edition")
    assert first["Districts that complete a city"] == ["10", "8", "8", "8", "8"]
    assert "reaches 8 (10 with 3 players) districts" in book("first-edition")


def test_the_smallest_book_as_written_by_hand() -> None:
    assert book("kuhn") == KUHN


def test_a_course_as_written_by_hand() -> None:
    assert section(book("classic"), "The course of a game").strip() == COURSE
    assert section(book("classic"), "The end and the score").strip() == SCORE


def test_steps_of_some_numbers_of_players_say_so() -> None:
    course = section(book("classic"), "The course of a game")

    assert re.search(r"Draft for two\.\*\* .*\*\(with 2 players\)\*", course)
    assert re.search(r"Removal\.\*\* .*\*\(with 4–7 players\)\*", course)
    assert course.count("One character is laid aside face down") == 3
    assert "Draft" not in section(book("first-edition"), "The course of a game")


@pytest.mark.rotating
def test_scores_ties_and_values_on_cards() -> None:
    score = section(book("classic"), "The end and the score")
    assert "- All five colours: +3\n- First completed city: +4\n- Completed city: +2" in score
    assert "compare: the worth of the districts; then the gold left" in score
    assert "compare" not in section(book("french", "fr"), "La fin et le décompte")
    assert "Gold to pay: 2. Cards to draw: 3." in book("classic")
    assert "Gold to pay: 3. Cards to draw: 2." in book("first-edition")


@pytest.mark.rotating
def test_a_book_with_options_and_of_an_edition_of_ones_own(shell: Shell, tmp_path: Path) -> None:
    chosen = shell.run("document", "classic", "--for", "players", "--option", "shorter-game").stdout
    assert (
        "\n- The game ends with the seventh district of a city.\n" in chosen.partition("## Aim")[0]
    )
    assert "reaches 7 districts" in chosen
    assert "The game ends with the seventh" not in section(chosen, "Variants")

    (tmp_path / "ours.yaml").write_text(OURS, encoding="utf-8")
    (tmp_path / "bard.rules").write_text(BARD, encoding="utf-8")
    ours = shell.run("document", tmp_path / "ours.yaml", "--for", "players", "--lang", "fr").stdout
    assert ours.startswith("# Notre table\n")
    assert "| Bard | 6 |" in ours
    assert "Song : 2." in ours


@pytest.mark.parametrize("more", [["Thief"], ["--ir"], ["--players", "4"]])
def test_a_book_is_for_a_whole_edition(shell: Shell, more: list[str]) -> None:
    refused = shell.run("document", "classic", *more, "--for", "players", exit_code=2)
    assert "--for players prints a whole edition" in refused.stderr


@pytest.mark.rotating
def test_every_setting_has_words_in_both_languages() -> None:
    for edition in EDITIONS if LONG else [*SHIPPED, "modern"]:
        for language in ("en", "fr"):
            rules = rulewright.load(edition, language)
            every = inside(rules.with_cast(rules.castable))
            needed = {*every.program.settings, *every.program.tables}
            assert needed <= {*every.words.settings}, (edition, language)
            if language == "fr":
                choices = {w for each in every.program.settings.values() for w in each.words}
                assert choices <= {*every.words.settings}, edition


OURS = """\
edition: ours
extends: classic
name: {en: Our table, fr: Notre table}
rules: [bard.rules]
cast: {character: {remove: [Merchant], add: [Bard]}}
players: 4
"""
BARD = """\
setting song: number = 2

character Bard
    rank 6
    reading "Ours."
    text "Sings for gold."

    while revealed
        after I reveal this
            gain song gold
"""
KUHN = """\
# Kuhn Poker

The smallest poker, with three cards and one bet, for two.

For 2 players.

## Aim

Win chips with the higher card, or with a bet that the other player does not call.

## Setting up

Before the first choice, the table looks like this:

|  | 2 players |
| --- | --- |
| Deck | 1 |
| Hand of each player | 1 |
| Stake of each player | 1 |

## The course of a game

Each player has put 1 into the pot and has one of the cards jack, queen and king. In turn, players pass or bet 1. \
To pass after a bet is to fold. If nobody folds, the higher card takes the pot.

- **Deal.** Each player gets a card; the third stays hidden.
- **Betting.** Each player bets or passes once; a player who passed before a bet decides again.
- **Showdown.** If nobody has folded, the higher card takes the pot.

## The end and the score

The game ends when the pot is taken. The points are the chips won or lost.

## Cards

| Card | Rank | Copies |
| --- | --- | --- |
| Jack | 11 | 1 |
| Queen | 12 | 1 |
| King | 13 | 1 |

## Numbers and rulings

- Chips of each player before the deal: 1
- Chips of a bet: 1
"""
COURSE = """\
Each round players choose characters in secret, 1 (2 with 2–3 players) each; then the ranks are called from 1 up. \
When your character is called, take 2 gold, or draw 2 cards and keep 1. You may use the powers of the character, \
and build a district for its cost in gold.

- **Setup.** Everybody begins with cards and gold.
- **Selection.** Each round begins with the choice of characters; the player with the crown chooses first.
  - **Removal.** Some characters are laid face up and not used in this round. *(with 4–7 players)*
    - **Laying face down.** One character is laid aside face down, so that nobody knows all characters in play.
  - Players take a character in secret and pass the rest on to the left.
  - **Draft for two.** One player chooses, the other chooses and lays one aside; the first does so too, and the \
other takes the last but one. *(with 2 players)*
    - **Laying face down.** One character is laid aside face down, so that nobody knows all characters in play.
    - A character laid aside is not used in this round.
  - **Draft for three.** The players choose in turn until each has the same number of characters. *(with 3 players)*
    - **Laying face down.** One character is laid aside face down, so that nobody knows all characters in play.
- **Calling.** The characters are called by their ranks, from the lowest.
  - Whoever has the called character shows it and takes a turn.
    - **Action.** The action of a turn is to take gold or to draw cards.
    - **Income.** A character brings gold for each district of its colour.
    - **Building.** In your turn you may build a district from your hand by paying its cost.
- **Ending.** Players who had to stay silent show their characters at the end of the round.
  - **Collecting.** All characters go back for the next round."""
SCORE = """\
The game ends with the round in which a city reaches 8 districts.

- Districts
- All five colours: +3
- First completed city: +4
- Completed city: +2

If players have equal points, compare: the worth of the districts; then the gold left."""
