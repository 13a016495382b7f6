"""A small game with a decision of every form, and games written in a test."""

from __future__ import annotations

from pathlib import Path

import rulewright
from rulewright import Game
from rulewright.runtime.session.games import Rules

TABLE = """\
game stall

labels sort: sweet, half-sour

kind fruit
    price: number
    sort: sort
    starts in the crate
    speaks displayed for this's owner while this is in any stand

there is a crate of fruits, in order, seen by nobody
there is a sack of fruits, seen by nobody
each player has a basket of fruits, seen by its owner
each player has a stand of fruits, seen by everyone
each player has money, a number, seen by everyone
each player has savings, a number, seen by its owner
there is a guest, a player or nobody, seen by everyone
a fruit may be ripe, while in a stand, seen by everyone

moment market "the market is open"
"""

FRUITS = """
list of fruit
    reading "a game for tests"
    name    price   sort
    Apple   2       sweet
    Lemon   3       half-sour
    Cherry  1       sweet
    Blood Orange 4  half-sour
"""

EDITION = """\
edition: stall
name: {en: A stall, de: Ein Stand}
rules: [stall.rules]
players: 2-4
names:
  Lemon: Citron
"""


def make_rules(folder: Path, rules: str, fruits: str = "Apple: 2, Lemon: 1, Cherry: 1") -> Rules:
    """The rules of a game on the table above; the edition has these fruits and a Blood Orange."""
    (folder / "stall.rules").write_text(TABLE + FRUITS + rules, encoding="utf-8")
    edition = f"{EDITION}cast:\n  fruit: {{{fruits}, Blood Orange: 1}}\n"
    (folder / "stall.yaml").write_text(edition, encoding="utf-8")
    return rulewright.load(folder / "stall.yaml")


def new(folder: Path, rules: str, players: int = 2, seed: int = 1) -> Game:
    return make_rules(folder, rules).new_game(players, seed)


def labels(game: Game) -> list[str]:
    assert game.decision is not None
    return [option.label for option in game.decision.options]


def data(game: Game) -> list[dict[str, object]]:
    assert game.decision is not None
    return [option.data for option in game.decision.options]


def choose(game: Game, *wanted: str) -> Game:
    """Choose options by their labels."""
    for label in wanted:
        game.choose(labels(game).index(label))
    return game


def texts(game: Game, player: int | None = None) -> list[str]:
    return [text for event in game.events if (text := event.text(player))]
