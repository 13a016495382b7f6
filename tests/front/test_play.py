"""`rulewright play`, with answers from a pipe."""

import re
from pathlib import Path

import pytest

from front.conftest import loaded
from front.kit import Shell
from game.kit import make_rules
from rulewright.base.library import find_library
from rulewright.runtime.game.state import GameState
from rulewright.runtime.python.card_moves import Row
from rulewright.runtime.python.python_engine import PythonEngine

pytestmark = pytest.mark.usefixtures("quick")

ONES = "1\n" * 2000

ALIKE = """
flow
    play opening
phase opening
    for each player in players
        move the top of the crate to the player's basket
        move the top of the crate to the player's basket
    for each player in players
        the player chooses a fruit from fruits in the player's basket
        move the fruit to the player's stand
"""


@pytest.mark.rotating
def test_a_whole_game_can_be_played_from_a_pipe(shell: Shell) -> None:
    shown = shell.run("play", "classic", "--players", 3, "--seed", 5, typed=ONES).stdout

    assert shown.startswith("Citadels (classic), 3 players, seed 5.\n")
    assert "At the table: A Ada (you), B Boris, C Clara." in shown
    assert re.search(r"^The game is over: \w+ completed a city\.$", shown, re.MULTILINE)
    assert re.search(r"^\w+( and \w+)? (wins|share the victory)\.$", shown, re.MULTILINE)
    assert "go on" not in shown.casefold()


def test_the_same_answers_give_the_same_game(shell: Shell) -> None:
    first, second = (shell.run("play", "caravan", "--seed", 5, typed=ONES).stdout for _ in range(2))

    assert first == second


def test_nothing_but_words_reaches_a_pipe(shell: Shell) -> None:
    assert (
        "\x1b" not in shell.run("play", "--seed", 5, typed="?\nt\nw\n? King\n" + ONES[:60]).stdout
    )


def test_bots_alone_can_be_watched(shell: Shell) -> None:
    shown = shell.run("play", "--watch", "--seed", 5).stdout

    assert "(you)" not in shown
    assert "Your choice" not in shown
    assert "The game is over" in shown


@pytest.mark.parametrize(("seat", "letter"), [(2, "C Clara"), ("b", "B Boris")])
def test_one_may_sit_anywhere(shell: Shell, seat: object, letter: str) -> None:
    shown = shell.run("play", "--seed", 5, "--seat", seat, typed="q\n").stdout

    assert f"> {letter} (you)" in shown


def test_ones_own_hand_is_shown_and_no_other(shell: Shell) -> None:
    shown = shell.run("play", "--seed", 5, typed="q\n").stdout

    assert shown.count("hand (only you):") == 1
    assert shown.count("hand 4") == 3


def test_the_story_speaks_to_the_person_at_the_table(shell: Shell) -> None:
    mine = shell.run("play", "--seed", 5, typed="q\n").stdout
    watched = shell.run("play", "--seed", 5, "--watch", "--delay", 0).stdout

    assert re.search(
        r"\n  You gain 2 gold\n  You draw (\w+, ){3}\w+\n  Boris gains 2 gold, draws 4 cards\n",
        mine,
    )
    assert "\n  One character is laid aside face down\n" in mine
    assert "\n  Ada gains 2 gold, draws 4 cards\n" in watched
    assert " 1 cards" not in watched


def test_what_looks_the_same_is_offered_once(shell: Shell) -> None:
    """With this seed there are two Manors in the hand."""
    shown = shell.run("play", "--seed", 21, typed="1\n2\n? 2\n2\nq\n").stdout

    assert "hand (only you):  Manor N3 ×2  Tavern T1  Prison M2" in shown
    assert (
        "  1  build Manor N3 for 3 gold\n  2  build Tavern T1 for 1 gold\n  3  build Prison M2 for 2 gold\n"
    ) in shown
    assert "Tavern, district" in shown
    assert "You pay 1 gold, build Tavern" in shown


def test_cards_to_choose_from_are_shown_with_their_numbers(shell: Shell) -> None:
    shown = shell.run("play", "--seed", 21, typed="q\n").stdout

    assert "Choose a character:\n  1  Assassin 1 – Names a character" in shown
    assert "\n  3  King N4 – Takes the crown" in shown


def test_who_lays_a_character_aside_is_asked_to(shell: Shell) -> None:
    typed = "1\n1\n1\nq\n"
    english, french = (
        shell.run("play", "--seed", 5, "--players", 2, "--lang", lang, typed=typed).stdout
        for lang in ("en", "fr")
    )

    assert "Choose a character to lay aside:" in english
    assert "Choisissez un personnage à écarter :" in french


def test_where_all_options_are_alike_nobody_is_asked(shell: Shell, tmp_path: Path) -> None:
    """Ada has two Apples to choose from, of which nobody could tell which is which; Boris has other fruits."""
    make_rules(tmp_path, ALIKE)

    ada, boris = (
        shell.run("play", "stall.yaml", "--players", 2, "--seat", seat, typed="1\n").stdout
        for seat in (0, 1)
    )

    assert "Your choice" not in ada
    assert "The game is over" in ada
    assert "Choose a fruit:\n  1  Citron H3\n  2  Cherry S1\nYour choice (1-2, ?): 1\n" in boris


def test_the_table_tells_who_was_named(shell: Shell) -> None:
    """The first player is the Assassin, and murders before the action."""
    shown = shell.run("play", "--seed", 21, typed="1\n3\n1\nt\nq\n").stdout

    before, after = shown.split("You murder the Thief")
    assert "murdered" not in before
    assert "murdered Thief" in after


def test_one_may_have_a_name(shell: Shell) -> None:
    shown = shell.run("play", "--seed", 5, "--name", "Zoë", typed="q\n").stdout

    assert "A Zoë (you)" in shown
    assert "Zoë may" not in shown


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("?\n", "choose the option with this number"),
        ("? haunted city\n", "Haunted City, district"),
        ("? Haunted\n", "No card is called Haunted; the nearest is Haunted City."),
        ("? Zzz\n", "No card is called Zzz"),
        ("? 1\n", "character\n"),
        ("1\n? 1\n", "\nGather cards\n  The action of a turn"),
        ("1\n1\n? 2\n", "\nKeep Temple\n  The other cards go under the deck."),
        ("1\n1\n1\n? 2\n", "\nDone\n  You choose nothing more here.\n"),
        ("? 99\n", "There is no option 99."),
        ("1\n? 1 rules\n", "  | power gather at main"),
        ("1\n? 3\n", "Names a character; when its player shows the card"),
        ("? Manor\n", "  type “? Manor rules” for the exact rule\n"),
        ("? Thief rules\n", 'power rob "rob a character" at main'),
        ("99\n", "There is no option 99. Type a number from 1 to"),
        ("\n", "Type a number from 1 to"),
        ("nonsense\n", "or ? for help."),
        ("w\n", "      Everybody begins with cards and gold.\n"),
        ("why\n", "      Everybody begins with cards and gold.\n"),
        ("s\n", "Name a file: s FILE"),
    ],
)
def test_whatever_is_typed_is_answered(shell: Shell, typed: str, told: str) -> None:
    assert told in shell.run("play", "--seed", 5, typed=typed).stdout


def test_powers_of_one_name_are_explained_once(shell: Shell) -> None:
    shown = shell.run("play", "--seed", 5, typed="1\n? 1\n").stdout

    assert shown.count("The action of a turn is") == 1


def test_help_on_a_card_shows_its_rule_and_its_source(shell: Shell) -> None:
    shown = shell.run("play", "--seed", 5, typed="? Thief\n? Thief rules\n").stdout

    assert "  rank 2" in shown
    assert "\n  type “? Thief rules” for the exact rule\n" in shown
    assert '  |     power rob "rob a character" at main' in shown
    assert "ffg-2004" in shown
    assert "\n  rules/citadels/characters/thief.rules:1" in shown


def test_help_knows_where_a_card_lies(shell: Shell) -> None:
    shown = shell.run("play", "--seed", 5, typed="t\n? 1\n").stdout

    assert "now in the character pile" in shown


def test_help_on_a_card_that_another_displaced_says_so(shell: Shell) -> None:
    typed = "? Merchant\n? Alchemist\n? Queen\n"
    shown = shell.run("play", "--seed", 5, "--cast", "Alchemist", typed=typed).stdout

    assert "the Merchant is not in this game; Alchemist is there instead (rank 6)" in shown
    assert "the Alchemist is not in this game" not in shown


@pytest.mark.rotating
def test_nobody_is_asked_what_has_one_answer(shell: Shell) -> None:
    shown = shell.run("play", "--seed", 5, typed="1\n" * 300).stdout

    assert "Your choice (1-2, ?): " in shown
    assert not re.search(r"\n  1  [^\n]+\nYour choice", shown)


def test_a_choice_is_taken_back_and_made_otherwise(shell: Shell) -> None:
    typed = "1\n2\nu\nu\n1\n1\nq\n"
    shown = shell.run("play", "classic", "--players", 4, "--seed", 3, typed=typed).stdout

    assert shown.count("You gain 2 gold") == 2  # at the beginning, and what was taken back
    assert re.search(r"\n  You draw [A-Z][\w ]+, [A-Z][\w ]+\n", shown)
    # Before the action somebody else has chosen.
    assert shown.count("You cannot take this back") == 1


def test_what_was_drawn_cannot_be_put_back(shell: Shell) -> None:
    shown = shell.run("play", "--seed", 3, "--players", 4, typed="1\n1\nu\nq\n").stdout

    assert len(re.findall(r"\n  You draw [A-Z][\w ]+, [A-Z][\w ]+\n", shown)) == 1
    assert "You cannot take this back: since then a card was revealed" in shown


def test_what_is_not_asked_now_is_said_to_be_so(shell: Shell) -> None:
    typed = "why not build palace\nwhy not fly\nq\n"
    shown = shell.run("play", "--seed", 5, "--players", 4, typed=typed).stdout

    assert "build palace: not now. The question is: choose a character." in shown
    assert "No option is called fly." in shown


def test_an_option_on_offer_is_asked_about_by_its_number(shell: Shell) -> None:
    typed = "why not 1\nw 2\nwhy not 99\nq\n"
    shown = shell.run("play", "--seed", 5, "--players", 4, typed=typed).stdout

    assert shown.count(": you can choose this.") == 2
    assert "No option is called 99." in shown


def test_a_card_of_another_kind_is_not_what_is_chosen_now(shell: Shell) -> None:
    typed = "why not Temple\nq\n"
    shown = shell.run("play", "--seed", 7, "--players", 4, typed=typed).stdout

    assert "Temple: not now. The question is: choose a character." in shown
    assert "Temple is in the pile" not in shown


def test_a_deal_that_nobody_names_has_a_number_that_can_be_typed(shell: Shell) -> None:
    shown = shell.run("play", "--players", 4, typed="q\n").stdout
    seed = re.search(r", seed (\d+)\.\n", shown)
    assert seed is not None
    assert len(seed[1]) <= 6
    again = shell.run("play", "--players", 4, "--seed", seed[1], typed="q\n").stdout

    assert again.split("\n\n")[:2] == shown.split("\n\n")[:2]


def test_the_rules_behind_the_story_can_be_asked_for(shell: Shell) -> None:
    plain, shown = (shell.run("play", "--seed", 5, typed=each).stdout for each in ("w", "w rules"))

    assert "rule setup" not in plain
    assert "phase" not in plain
    assert re.search(r"rule setup; rules/citadels/round.rules:\d+:\d+; ffg-2004", shown)
    assert str(find_library().root) not in shown


def test_what_is_missing_can_be_asked_for(shell: Shell) -> None:
    typed = "1\n2\nwhy not build university\nwhy not build palace\nwhy not rob\nwhy not fly\nq\n"
    shown = shell.run("play", "classic", "--players", 4, "--seed", 5, typed=typed).stdout

    assert "build University for 6 gold: not possible now. It is possible only if:" in shown
    assert "  you have enough gold\n    your gold: 4\n    gold to pay: 6\n" in shown
    assert "Palace is in your hand\n" in shown
    assert "verbs.rules" not in shown
    assert "rob a character: you can choose this." in shown
    assert "No option is called fly." in shown


def test_words_of_the_language_are_typed_too(shell: Shell) -> None:
    typed = "aide\npourquoi\nw règles\ntable\nannuler\nquitter\n"
    shown = shell.run("play", "classic", "--lang", "fr", "--seed", 5, typed=typed).stdout

    assert "w, pourquoi " in shown
    assert "\n      Chacun commence avec des cartes et de l'or.\n" in shown
    assert "      | phase setup\n" in shown
    assert "Tapez un nombre" not in shown


def test_what_is_missing_can_be_asked_for_in_french(shell: Shell) -> None:
    typed = "1\n2\npourquoi pas bâtir Palais\nq\n"
    shown = shell.run("play", "classic", "--lang", "fr", "--seed", 5, typed=typed).stdout

    assert "bâtir Palais : impossible pour l'instant. C'est possible seulement si :" in shown


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--players", 1), "for 2 to 7 players"),
        (("--seat", 4), "there is no seat 4"),
        (("--seat", 0, "--watch"), "--watch takes no seat"),
        (("--name", "Me", "--watch"), "--name is for a player"),
        (("--name", "Boris"), "called Boris"),
        (("--bot", "frist"), "did you mean first?"),
        (("--option", "shorter"), "did you mean shorter-game?"),
        (("--cast", "Witch,Spi"), "there is no card Spi for classic; did you mean Spy?"),
        (("--resume", "none.json", "--cast", "Spy"), "--cast cannot be combined with --resume"),
        (("--delay", "-1"), "--delay is 0 to 60"),
        (("--delay", "nan"), "--delay is 0 to 60"),
        (("clasic",), "did you mean `classic`?"),
        (("none.yaml",), "there is no edition file none.yaml"),
        (("--resume", "none.json"), "cannot read none.json"),
        (("--resume", "none.json", "--players", 3), "--players cannot be combined with --resume"),
        (("classic", "--resume", "none.json"), "an edition cannot be combined with --resume"),
        (("--save", "no/folder/game.json"), "there is no folder no/folder"),
        (("--save", "."), "is a folder"),
        (("--save", "a" * 300), "File name too long"),
        (("--save", "/proc/game.json"), "cannot be saved in /proc/game.json"),
    ],
)
def test_wrong_use(shell: Shell, arguments: tuple[object, ...], told: str) -> None:
    assert told in shell.run("play", *arguments, exit_code=2).stderr


def test_the_configuration_names_the_edition(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_EDITION", "first-edition")

    assert "(first-edition)" in shell.run("play", typed="q\n").stdout


def test_a_wrong_name_says_who_named_it(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_EDITION", "frist-edition")

    assert "RULEWRIGHT_EDITION" in shell.run("play", exit_code=2).stderr


def test_rules_that_ask_for_the_impossible_end_with_a_complaint_and_a_save(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = PythonEngine._run

    def fail(engine: PythonEngine, row: Row, tape: GameState) -> None:
        """As code of rules may fail after a choice."""
        if tape.decisions:
            raise IndexError
        run(engine, row, tape)

    monkeypatch.setattr(PythonEngine, "_run", fail)
    path = tmp_path / "game.json"

    result = shell.run("play", "--seed", 6, "--save", path, typed="1\n", exit_code=1)

    assert "error[E0701]" in result.stderr
    assert f"--resume {path}" in result.stdout


def test_every_card_of_an_edition_has_help(shell: Shell) -> None:
    rules = loaded("classic")
    typed = "".join(f"? {name}\n" for name in rules.cards)

    shown = shell.run("play", "--seed", 5, typed=typed).stdout

    assert all(f"\n{name}, {rules.card(name).kind}\n" in shown for name in rules.cards)
