"""What hostile texts are made with: a small game in one file, and its edition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Files = dict[str, str]
"""What is in a folder: names and texts."""

GAME: Final = """\
game hostile

kind card
    rank: number
    starts in the deck
    speaks laid for this's owner while this is in any front

there is a deck of cards, in order, seen by nobody
each player has a hand of cards, seen by its owner
each player has a front of cards, seen by everyone
each player has points, a number, seen by everyone

value a player's score is the player's points
outcome by score

flow
    for each player in players
        for each n in 1 to 3
            move the top of the deck to the player's hand
    for each player in players
        the player acts

list of card
    reading "made up"
    name    rank
    Ace     1
    Deuce   2
    Trey    3
    Knave   11
    Queen   12
    King    13
"""

EDITION: Final = """\
edition: hostile
name: Hostile
rules: [hostile.rules]
players: 2-3
cast:
  card: {Ace: 2, Deuce: 2, Trey: 2, Knave: 2, Queen: 2, King: 2}
"""

ACTS: Final = """\
event a player acts
    choose a pick from cards in my hand
    move the pick to my front
"""

MAKERS: Final[dict[str, Callable[[], Files]]] = {}
"""What makes each, by its name."""


def game(more: str, acts: str = ACTS, edition: str = EDITION) -> Files:
    """The game with something more in its rules."""
    return {"hostile.rules": f"{GAME}\n{acts}\n{more}", "hostile.yaml": edition}


def hostile(make: Callable[[], Files]) -> Callable[[], Files]:
    """Enter what a function makes among the hostile inputs."""
    MAKERS[make.__name__] = make
    return make


def acting(*deeds: str) -> str:
    """The event that everybody does, with these deeds."""
    return "event a player acts\n" + "".join(f"    {deed}\n" for deed in deeds)


def nested(opening: Callable[[int], str], depth: int, inmost: str) -> str:
    """The event that everybody does: one line within the other."""
    lines = [f"{'    ' * n}{opening(n)}" for n in range(depth)]
    return acting(*lines, f"{'    ' * depth}{inmost}")


def chained(declare: Callable[[int], str], length: int, last: str) -> str:
    """Declarations of which each speaks of the next."""
    return "\n".join([*(declare(n) for n in range(length)), last, ""])
