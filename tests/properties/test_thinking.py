"""Who thinks knows what his seat may know: two games that look the same to it are answered the same."""

from __future__ import annotations

import random

import pytest

from properties.every import shipped
from properties.kit import FACTOR, put_row, row_of, rules, state_of
from rulewright import Game
from rulewright.lab.players.search_budget import SearchBudget
from rulewright.lab.players.search_player import think
from rulewright.runtime.ir.engine_contract import LIST, element_of, list_of
from rulewright.runtime.ir.nodes.ir_types import PIECE
from tiers import LONG

pytestmark = pytest.mark.sampled(3)

EDITIONS = shipped() if LONG else ("caravan", "liars-hand", "vicious-nobles")
POSITIONS = 2
THOUGHT = SearchBudget(64)


def somewhere(edition: str, seed: int) -> Game | None:
    """A game at a decision by lot; None if that is its last."""
    low, high = rules(edition).players
    players = low + seed % (high - low + 1)
    whole = rules(edition).new_game(players, seed, told=False)
    whole.playout(seed)
    game = rules(edition).new_game(players, seed, told=False)
    for index in whole.decisions[: random.Random(seed).randrange(len(whole.decisions))]:
        game.choose(index)
    return game if game.decision is not None and len(game.decision.options) > 1 else None


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_answer_hangs_on_nothing_hidden(edition: str) -> None:
    """The long tier tries many more positions; of these one in two hundred may be answered otherwise (0021)."""
    tried, other = 0, list[int]()
    for seed in range(POSITIONS * FACTOR):
        game = somewhere(edition, seed)
        if game is not None and game.decision is not None:
            twin = game.determinize(game.decision.player, seed + 77)
            tried += 1
            if think(game, THOUGHT, 5).index != think(twin, THOUGHT, 5).index:
                other.append(seed)
    assert tried >= POSITIONS * FACTOR // 2
    assert len(other) <= tried // 200, other


# ------------------------------------------------------------------ copies


def exchanged(game: Game, one: int, two: int) -> None:
    """Two cards exchange all that there is of them."""
    state, names = state_of(game), {one: two, two: one}
    row, layout = row_of(state), state.game.module.layout
    for zone in state.game.module.zones.values():
        for cell in zone.run.cells:
            cards = [names.get(card, card) for card in row[cell]]
            row[cell] = tuple(cards if zone.ordered else sorted(cards))
    for base in (layout.place, layout.known):
        row[base + one], row[base + two] = row[base + two], row[base + one]
    put_row(state, row)


def like(game: Game, value: int, one: int, two: int) -> int:
    """The same option where the two have changed places."""
    asked = state_of(game).game.module.decisions[state_of(game).seen.decision]
    number, card = list_of(value), element_of(value)
    if number < 0 or asked.options[number].type != PIECE or card not in (one, two):
        return value
    return number * LIST + (two if card == one else one)


@pytest.mark.parametrize("seed", range(3))
def test_copies_of_a_card_are_one_to_who_thinks(seed: int) -> None:
    """The same game with two copies exchanged from its beginning on, known ones too; both are not as dealt."""
    game, other = (rules("classic").new_game(5, seed, told=False) for _ in range(2))
    names = [piece.name for piece in state_of(game).game.module.pieces]
    alike = [n for n in range(0, len(names) - 1, 2) if names[n] == names[n + 1]]
    one, another = random.Random(seed).sample(alike, 2)
    for each in (game, other):
        exchanged(each, another, another + 1)
    exchanged(other, one, one + 1)
    lot, compared = random.Random(seed), 0
    while (asked := game.decision) is not None and compared < 12:
        values, others = state_of(game).option_values(), state_of(other).option_values()
        shown = [like(game, value, one, one + 1) for value in values]
        if shown == others and len(others) > 1 and lot.random() < 0.15:
            compared += 1
            # All that who thinks is given; dealing from where a log begins takes seconds.
            assert game.log(asked.player) == other.log(asked.player)
            assert compared > 1 or think(game, THOUGHT, 1) == think(other, THOUGHT, 1)
        index = lot.randrange(len(values))
        game.choose(index)
        other.choose(others.index(shown[index]))
    assert compared > 8
