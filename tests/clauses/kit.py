"""A very small game of one's own in a folder, and what random games of it count."""

from __future__ import annotations

from pathlib import Path

import rulewright
from rulewright.runtime.game.outcome import outcome_of
from rulewright.runtime.game.state import GameState
from rulewright.runtime.session.rules.internals import inside

FRAME = """\
game tokens

kind token
    worth: number
    starts in the bag
    speaks held for this's owner while this is in any hand

there is a bag of tokens, in order, seen by nobody
each player has a hand of tokens, seen by its owner
each player has coins, a number, seen by everyone
there is a lap-number, a number, seen by everyone

setting laps: number = 3
setting generous: yes-or-no = no

table gift by the number of players
    players   coins
    2         1
    3         2

list of token
    printed "plain ones"
    name    worth
    Red     1
    Blue    2
    Green   3
    White   4

moment free "your turn"

value a player's points is the player's coins

outcome by points

flow
    repeat until the lap-number is laps
        play lap

"""

EDITION = """\
edition: tokens
rules: [tokens.rules]
players: 2-3
cast: {token: [Red, Blue, Green, White]}
"""


def write(folder: Path, rules: str, edition: str = EDITION) -> Path:
    """The edition file of a game with these rules added to the frame."""
    (folder / "tokens.rules").write_text(FRAME + rules, encoding="utf-8")
    path = folder / "tokens.yaml"
    path.write_text(edition, encoding="utf-8")
    return path


def counted(
    path: Path, players: int = 2, games: int = 10, options: tuple[str, ...] = ()
) -> dict[str, int | None]:
    """Clause -> how often it came to pass in random games, None where it cannot."""
    rules = rulewright.load(path)
    game, tally = inside(rules).counting(players, options)
    for seed in range(games):
        state = GameState.start(game, seed)
        state.playout(seed + 1000)
        outcome_of(state, ["A", "B", "C"][:players])
    return {clause.id: tally.of(n, games) for n, clause in enumerate(rules.clauses)}
