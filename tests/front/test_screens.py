"""What is in sight on a screen when somebody is asked: all options, whose turn it is, what happened last."""

import re

import pytest
from rich.console import Console

from front.kit import Shell
from rulewright.cli.terminal import screen as pages

pytestmark = pytest.mark.usefixtures("quick")

TABLES = [
    ("classic", 4), ("classic", 7), ("modern", 7), ("french", 5), ("caravan", 5),
    ("oh-hell", 7), ("liars-hand", 6), ("expeditions", 2),
]  # fmt: skip
DECISIONS = 25
STORY = re.compile(r"^[ »] [A-Z][^:]* \w")
ROW = re.compile(r"^[> ] [A-H] [A-Z]\w+")


def screens(
    shell: Shell,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    *asked: object,
    answers: str = "1\n9\n",
) -> list[list[str]]:
    """What is in sight at every question, line by line."""
    width, height = size
    monkeypatch.setattr(pages, "open_page", lambda: pages.TerminalPage(
        Console(width=width, height=height, force_terminal=True, color_system=None, markup=False, highlight=False),
        plain=False,
    ))  # fmt: skip
    shown = shell.run("play", *asked, "--seed", 3, typed=answers * DECISIONS + "q\n").stdout
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
    found = [
        plain[: each.end()]
        for each in re.finditer(r"(Your choice|Votre choix) \(\d+-\d+, \?\) ?:", plain)
    ]
    # What was not chosen by its number is asked again on the spot.
    return [
        text.split("\n")[-height:]
        for text in found
        if "There is no option" not in text.split("\n")[-2]
    ]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.rotating
def test_on_a_usual_screen_the_question_is_seen_with_what_led_to_it(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, edition: str, players: int
) -> None:
    found = screens(shell, monkeypatch, (80, 24), edition, "--players", players)
    assert len(found) > 3
    for screen in found:
        ends = re.search(r"(\d+)-(\d+)", screen[-1])
        assert ends is not None
        for key in ends.groups():
            assert any(re.search(rf"(^|  ) *{key}(  |: |$)", line) for line in screen), screen
        if any(line.startswith(">") for line in screen):
            assert any(ROW.match(line) for line in screen)
    tables = [screen for screen in found if any(line.startswith(">") for line in screen)]
    assert tables
    assert all(any(STORY.match(line) for line in screen) for screen in tables[1:])


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("edition", "players"), [("classic", 4), ("oh-hell", 4), ("expeditions", 2)]
)
def test_on_a_usual_screen_whoever_is_asked_sees_his_own_cards(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, edition: str, players: int
) -> None:
    found = screens(shell, monkeypatch, (80, 24), edition, "--players", players)
    tables = [screen for screen in found if any(line.startswith(">") for line in screen)]

    assert all("hand (only you):" in "\n".join(screen) for screen in tables)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.rotating
def test_on_a_large_screen_the_whole_table_is_seen(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, edition: str, players: int
) -> None:
    found = screens(shell, monkeypatch, (120, 40), edition, "--players", players)
    tables = [screen for screen in found if any(line.startswith(">") for line in screen)]

    assert tables
    for screen in tables:
        assert len({line[2] for line in screen if ROW.match(line)}) == players, screen


def test_options_stand_in_columns_before_the_places_of_the_table_do(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = screens(shell, monkeypatch, (80, 24), "expeditions", answers="2\n1\n")
    hands = [line for screen in found for line in screen if "hand (only you):" in line]

    assert len(hands) > 9
    assert all(line.startswith("      hand") for line in hands)
