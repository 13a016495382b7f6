"""Every rule of the language pages is played to the end in both engines, and all of the game is read."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from docs.kit import WRAPS, Block, language_blocks, whole
from rulewright import Game
from rulewright.engines.choice import EngineName
from rulewright.syntax import parse_rules, tree
from rulewright.text import Complaints, Source

EXAMPLES = [
    block
    for block in language_blocks()
    if block.language == "rules"
    and block.wrong is None
    and block.tags[1] in ("in-citadels", *WRAPS)
]
EDITION = "edition: example\nname: Example\nextends: classic\nrules: [example.rules]\nplayers: 4\n"


def place(block: Block) -> str:
    return f"{block.page.stem} line {block.line}"


def cards_of(text: str) -> list[str]:
    """Return the names of the cards that rules declare."""
    nodes = parse_rules(Source("example.rules", text), Complaints())
    return [node.name.text for node in nodes if isinstance(node, tree.Card)]


def read(game: Game) -> object:
    """Return all that can be read of a game."""
    seats = None, *range(game.players)
    told = [(event.text(seat), event.rule) for event in game.events for seat in seats]
    return game.outcome, told, game.seats(dict.fromkeys(seats, 0)), [*map(game.view, seats)]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("block", EXAMPLES, ids=place)
def test_an_example_is_played_to_the_end_alike_in_both_engines(
    block: Block, tmp_path: Path
) -> None:
    text = whole(block)
    (tmp_path / "example.rules").write_text(text, encoding="utf-8")
    (tmp_path / "example.yaml").write_text(EDITION, encoding="utf-8")
    rules = rulewright.load(tmp_path / "example.yaml")
    engines: tuple[EngineName, ...] = ("python", "native")
    seen = []
    for engine in engines:
        game = rules.new_game(4, seed=1, cast=cards_of(text), engine=engine)
        game.playout(seed=1)
        assert game.outcome is not None
        seen.append((read(game), game.to_json()))

    assert seen[0] == seen[1]
