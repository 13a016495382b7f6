"""What rules in progress have saved of cards is the same in a game of which only the present is known.

Its copies get other numbers. In this game all is open, so a deal from now differs from the game in nothing that
follows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

import pytest

import rulewright
from dealing.kit import playing
from properties.kit import rules, state_of
from rulewright import Game, Rules
from rulewright.runtime.ir.layout import DELAYED, FRAMES
from rulewright.runtime.session.native_backend import EngineName
from rulewright.runtime.session.saves.save_formats import GAME_FORMAT

RELAY = """\
game relay

kind gem
    starts in the rack

there is a rack of gems, in order, seen by everyone
each player has a shelf of gems, in order, seen by everyone
each player has points, a number, seen by everyone

list of gem
    printed "ours"
    name
    Ruby
    Opal

flow
    shuffle the rack
    for each player in players
        move the top 4 gems of the rack to the player's shelf
    play round

phase round
    for each player in players
        the player chooses a target from gems in the player's shelf
        until the round ends
            after a player called sender sends the target
                set the sender's points to the sender's points + 3
    for each player in players
        play turn for the player

phase turn for a player
    for each stone in gems in my shelf
        if the stone is in my shelf
            choose a partner from gems in my shelf where it is not the stone
            send the partner
            if the stone is the top of my shelf
                set my points to my points + 1

event a player sends a gem
    move the gem to the bottom of my left's shelf

value a player's tally is the player's points
outcome by tally
"""

EDITION = """\
edition: relay
name: Relay
rules: [relay.rules]
players: 3
cast:
  gem: {Ruby: 7, Opal: 5}
"""


@pytest.fixture(scope="module")
def relay(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    """The game in which all is open."""
    folder = tmp_path_factory.mktemp("relay")
    (folder / "relay.rules").write_text(RELAY, encoding="utf-8")
    (folder / "relay.yaml").write_text(EDITION, encoding="utf-8")
    return rulewright.load(folder / "relay.yaml")


def forget(game: Game) -> Game:
    """A copy to which its seed and decisions do not lead."""
    data = json.loads(game.to_json())
    data["seed"] += 1
    del data["checksum"]
    return game.rules.game_from_json(json.dumps(GAME_FORMAT.seal(data)))


def shown(game: Game) -> Iterator[object]:
    """What all see, move by move, if options are chosen in turn."""
    for number in range(30):
        yield game.view(0), game.view(None), game.outcome and game.outcome.scores
        if game.decision is None:
            return
        yield [option.label for option in game.decision.options]
        game.choose(number % len(game.decision.options))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.rotating
def test_deal_from_now_plays_on_alike(relay: Rules, seed: int) -> None:
    renumbered = 0
    for game in playing(relay.new_game(3, seed), seed):
        dealt = forget(game).determinize(0, 1)
        before, after = (state_of(each).engine.pack(state_of(each).state) for each in (game, dealt))
        renumbered += before[FRAMES] != after[FRAMES] and before[DELAYED] != after[DELAYED]
        assert [*shown(dealt)] == [*shown(game.copy())]
    assert renumbered


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.rotating
def test_card_that_acts_is_dealt_as_the_one_that_was_played(engine: EngineName) -> None:
    """A Graft copies another card of the garden, so its own copy is no option."""
    if engine == "native":
        pytest.importorskip("wasmtime")
    game = rules("orchard").new_game(2, 2454155475, engine=engine)
    game = next(islice(playing(game, 2454155475), 76, None))
    assert game.decision is not None
    labels = [option.label for option in game.decision.options]
    assert {label[:8] for label in labels} == {"graft it"}
    for seat in range(2):
        decision = forget(game).determinize(seat, 1).decision
        assert decision is not None
        assert [option.label for option in decision.options] == labels
