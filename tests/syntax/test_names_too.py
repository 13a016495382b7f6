"""Keywords that are names wherever they mean nothing else."""

from __future__ import annotations

import pytest

from rulewright.assist import advise
from rulewright.language.program.from_syntax import compile
from rulewright.language.syntax.parsing.grammar import CONTEXTUAL_KEYWORDS
from rulewright.language.text import Complaints, Source

GAME = """\
game words

kind tile
    WORD: number
    starts in the bag

there is a bag of tiles, seen by everyone
each player has WORD-pile, a number, seen by everyone
each player has a shelf of tiles, seen by everyone

flow
    play choosing

phase choosing
    for each player in players
        the player chooses
            option WORD "this"
                set the player's WORD-pile to the total WORD of tiles in the player's shelf
            option other-one "that"
                do nothing

list of tile
    reading "Ours."
    name WORD
    Red 1

value a player's points is the player's WORD-pile

outcome by points
    reading "Ours."
"""
NUMBER = """\
game words

each player has WORD, a number, seen by everyone
there is an only-one, a player, seen by everyone
a player may be idle, for the round, seen by everyone

value a player's points is the player's WORD + 1

event a player runs
    set my WORD to my WORD + 1

flow
    play round

phase round
    for each player in players
        the player runs
        if the player's WORD is more than the number of players
            set the only-one to the player
        the player becomes idle

outcome by points
    reading "Ours."
"""
VERB = """\
game words

each player has coins, a number, seen by everyone

event a player DOES
    set my coins to my coins + 1

after a player DOES
    set the player's coins to 0

flow
    play round

phase round
    for each player in players
        if the player can DO
            the player DOES

value a player's points is the player's coins

outcome by points
    reading "Ours."
"""


def errors(text: str) -> list[str]:
    complaints = Complaints()
    compile([Source("words.rules", text)], complaints, adviser=advise)
    return [f"{each.code} {each.message}" for each in complaints if each.severity == "error"]


@pytest.mark.parametrize("word", sorted(CONTEXTUAL_KEYWORDS))
def test_a_field_and_an_option_may_be_called_so(word: str) -> None:
    assert errors(GAME.replace("WORD-pile", "pile").replace("WORD", word)) == []


@pytest.mark.parametrize("word", sorted(CONTEXTUAL_KEYWORDS))
def test_a_number_may_be_called_so(word: str) -> None:
    assert errors(NUMBER.replace("WORD", word)) == []


@pytest.mark.parametrize(
    "word", sorted(w for w in CONTEXTUAL_KEYWORDS if not w.endswith("s") and w != "start")
)
def test_an_event_may_be_called_so(word: str) -> None:
    text = VERB.replace("DOES", f"{word}s").replace("DO", word)

    assert errors(text) == []


@pytest.mark.parametrize("word", ["total", "play", "choose", "nobody", "from"])
def test_others_are_told_where_they_are_declared(word: str) -> None:
    found = errors(NUMBER.replace("WORD", word))

    assert len(found) == 1
    assert found[0].startswith("E0118")
