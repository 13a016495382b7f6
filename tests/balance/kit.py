"""A game of a few drafts, in which it is known what each card is worth."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from rulewright.cli.common.verdict_sentences import verdict_sentence
from rulewright.lab.balance.execution.bundles import Bundle
from rulewright.lab.balance.execution.chunks import Chunk, Side, play_chunk
from rulewright.lab.balance.statistics.reports import verdict_data
from rulewright.lab.balance.statistics.tallies import GameTally
from rulewright.lab.balance.statistics.verdicts import Verdict
from rulewright.runtime.session.games import Rules

FAIR = """\
game fair

kind mask
    rank: number
    tax: number = 0
    starts in the chest
    speaks worn for this's owner while this is in any face

there is a chest of masks, seen by nobody
each player has a face of masks, seen by its owner
each player has coins, a number, seen by everyone
moment main "the fair is open"

flow
    for each n in 1 to 3
        play round

phase round
    for each player in players
        the player picks
    for each player in players
        play turn for the player
    move all masks in any face to the chest

event a player picks
    choose a mask from masks in the chest
    move the mask to my face

phase turn for a player
    chance chooses a luck from 1 to 3
    set my coins to my coins + the luck
    use powers at main

event a player wastes some coins
    set my coins to my coins - the coins

value a player's points is the player's coins
outcome by points

mask Plain
    rank 1
    reading "Nothing at all."

mask Dull
    rank 2
    reading "Nothing at all."

mask Magpie
    rank 3
    reading "May take a coin."

    power peck at main
        set my coins to my coins + 1

mask Jackdaw
    rank 3
    reading "The same under another name."

    power peck at main
        set my coins to my coins + 1

mask Banker
    rank 4
    reading "Three coins for nothing."

    at the start of my turn
        set my coins to my coins + 3

mask Bard
    rank 4
    tax 2
    reading "Some coins for nothing."

    at the start of my turn
        set my coins to my coins + this's tax

mask Fool
    rank 4
    reading "May throw coins away."

    power squander at main
        waste 4 coins

mask Hermit
    rank 4
    reading "What nobody can do."

    power levitate at main, if my coins is at least 1000
        waste 1 coins
"""


def fair(folder: Path, *masks: str, name: str = "fair") -> Rules:
    """The rules of games with these masks."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fair.rules").write_text(FAIR, encoding="utf-8")
    path = folder / f"{name}.yaml"
    cast = ", ".join(masks)
    path.write_text(
        f"edition: {name}\nname: A fair\nrules: [fair.rules]\nplayers: 2-3\ncast:\n  mask: [{cast}]\n",
        encoding="utf-8",
    )
    return Rules.load(path)


def sentence(verdict: Verdict) -> str:
    return verdict_sentence(verdict_data(verdict))


def side(rules: Rules, simulations: int = 0, players: int = 3) -> Side:
    return Side(Bundle.of(rules), players, (), simulations)


def played(rules: Rules, games: int, simulations: int = 0, seed: int = 1) -> GameTally:
    return play_chunk(Chunk(side(rules, simulations), seed, games))


def dying_once(given: tuple[str, int]) -> int:
    """Notes that it was begun; for the number 3 it dies the first time."""
    folder, number = given
    begun = Path(folder) / f"{number}.begun"
    with begun.open("a", encoding="utf-8") as file:
        file.write("x")
    if number == 3 and begun.stat().st_size == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def dying(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number
