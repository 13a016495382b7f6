"""What was done to the person and has scrolled away is told once more; changed numbers stand with the question."""

import re

from rich.console import Console
from rich.text import Text

from front.kit import Shell
from rulewright.cli.terminal.screen import TerminalPage
from rulewright.cli.terminal.story.recent import RecentStory

STORY = ["» Boris destroys Inn in your city", "  Clara gains 2 gold", "  Clara builds Mill"]


def recent() -> RecentStory:
    page = TerminalPage(Console(width=80, height=24), plain=False)
    found = RecentStory(page)
    with page.console.capture():
        found.print_lines(map(Text, STORY))
    return found


def test_only_what_was_done_to_the_person_and_is_out_of_sight_is_told_again() -> None:
    assert [line.plain for line in recent().scrolled_off(2)] == [STORY[0]]
    assert recent().scrolled_off(3) == []


def test_a_turn_of_ones_own_is_new_once() -> None:
    found = recent()

    assert [found.is_new(scene) for scene in ((1, "Miller"), (1, "Miller"), (2, "Miller"))] == [
        True,
        False,
        True,
    ]


def test_after_much_was_told_the_table_is_shown_again() -> None:
    found = recent()
    found.is_new("a turn")
    with found.page.console.capture():
        found.print_lines(map(Text, STORY))

    assert found.is_new("a turn")


def test_numbers_that_differ_from_the_table_stand_with_the_question(shell: Shell) -> None:
    shown = shell.run("play", "orchard", "--seed", 33, typed="3\nt\nq\n").stdout

    assert "You buy Blossom\nPlant or buy, or end your turn:  coins 2\n" in shown
    # The table says it itself.
    assert "coins 2  deck" in shown
    assert "\nPlant or buy, or end your turn:\n" in shown.partition("coins 2  deck")[2]


def test_a_round_begins_with_a_look_at_the_table(shell: Shell) -> None:
    """Also where the person ends one round and begins the next, and nobody chooses between."""
    typed = "3\n2\n2\n" * 40
    shown = shell.run("play", "classic", "--players", 2, "--seed", 12, typed=typed).stdout

    begun = re.findall(r"laid aside face down\n(.*?)Choose a character:", shown, re.DOTALL)
    assert len(begun) > 2
    assert all("\nround " in each for each in begun)
