"""What somebody is told who plays a game for the first time."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from front.conftest import loaded
from front.kit import Shell
from game.kit import make_rules
from rulewright.base.library import find_library
from rulewright.cli.terminal import screen as pages
from rulewright.cli.terminal.screen import TerminalPage
from rulewright.cli.terminal.story.teaching import greeting
from rulewright.language.edition.translations.program_text import use_language
from rulewright.runtime.session.rules.internals import inside

pytestmark = pytest.mark.usefixtures("quick")

EDITIONS = sorted(path.stem for path in (find_library().root / "editions").glob("*.yaml"))
MOST_LINES = 6


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_six_lines_tell_what_a_game_is_about(edition: str, language: str) -> None:
    rules = loaded(edition, language)
    page = TerminalPage(Console(width=80, height=24), plain=False)
    with page.console.capture() as shown, use_language(language):
        page.lines(greeting(inside(rules).guide(rules.players[1])))

    assert len(shown.get().splitlines()) <= MOST_LINES


@pytest.mark.rotating
def test_the_first_decision_of_a_kind_is_explained_and_no_other(shell: Shell) -> None:
    shown = shell.run("play", "--seed", 3, "--players", 4, typed="1\n" * 60 + "q\n").stdout

    assert shown.count("Nobody sees your choice.") == 1
    assert shown.count("Choose a character:") > 1
    assert shown.count(" – Takes the crown when called") == 1


def test_texts_without_room_stand_by_themselves_until_they_were_read(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = TerminalPage(
        Console(width=80, height=24, force_terminal=True, color_system=None), plain=False
    )
    monkeypatch.setattr(pages, "open_page", lambda: screen)
    monkeypatch.setattr(pages, "sys", SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True)))
    asked = ("play", "lost-cities", "--players", 3, "--seed", 5)
    shown = shell.run(*asked, typed="\n\n1\nq\n").stdout

    told = shown.index("7  Warlord M8 – May destroy a district")
    assert told < shown.index("Press Enter to continue.") < shown.index("Nobody sees your choice.")
    assert shown.count("Press Enter to continue.") == 1
    assert "? NAME for more" not in shown


def test_the_game_is_told_when_asked_for(shell: Shell) -> None:
    typed = "? rules\nq\n"
    english = shell.run("play", "--seed", 3, typed=typed).stdout
    french = shell.run("play", "--seed", 3, "--lang", "fr", typed="? règles\nq\n").stdout

    assert "A round: Each round players choose characters in secret" in english
    assert "Un tour : À chaque tour" in french


def test_a_game_without_a_guide_says_so(shell: Shell, tmp_path: Path) -> None:
    make_rules(tmp_path, TOLD)
    shown = shell.run("play", "stall.yaml", "--players", 2, typed="? rules\nq\n").stdout

    assert "Type ? for the keys, ? NAME for a card." in shown
    assert "This game has no introduction" in shown


TOLD = """
flow
    play opening
phase opening
    for each player in players
        move the top of the crate to the player's basket
        move the top of the crate to the player's basket
        move the top of the crate to the player's basket
    for each player in players
        the player chooses a fruit from fruits in the player's basket
        move the fruit to the player's stand
"""


def test_the_score_so_far_stands_on_the_table_where_it_is_open(shell: Shell) -> None:
    classic = shell.run("play", "--players", 4, "--seed", 3, typed="1\n" * 12 + "q\n").stdout
    bluff = shell.run("play", "liars-hand", "--players", 4, "--seed", 3, typed="q\n").stdout

    assert re.search(r"^[> ] [A-D] \w+( \(you\))?  points [1-9]", classic, re.MULTILINE)
    assert "points" not in bluff


@pytest.mark.parametrize(
    ("language", "card", "told"),
    [
        ("en", "Wolf", "face wolf, costs 3 coins, stopped by the bear"),
        ("en", "Fox", "face fox, stopped by the owl"),
        ("fr", "Pie", "visage pie"),
    ],
)
def test_a_card_is_told_at_length_in_the_language_without_what_it_does_not_have(
    shell: Shell, language: str, card: str, told: str
) -> None:
    typed = f"? {card}\nq\n"
    shown = shell.run(
        "play", "masked-ball", "--seed", 4, "--lang", language, "--bot", "random", typed=typed
    )

    assert f"  {told}\n" in shown.stdout
