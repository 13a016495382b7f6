"""A game of which only the present is known: its logs begin there, and games are dealt that look the same now."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from dealing.kit import playing
from dealing.test_editions import pairs
from knowing.errand import errand
from properties.every import shipped
from properties.kit import rules, state_of
from rulewright import Game
from rulewright.runtime.dealing.dealer import Dealer
from rulewright.runtime.observation.history import log_from_now
from rulewright.runtime.observation.observer import Observer
from rulewright.runtime.observation.vectors.information_state import entries_of
from rulewright.runtime.session.determinization import memoryless_states
from rulewright.runtime.session.native_backend import EngineName
from tiers import LONG

SEEDS = range(1, 9) if LONG else (2,)


def late(edition: str, seed: int) -> tuple[Game, int]:
    """A game by lot in which cards lie on the table, with marks on them; and who has to choose."""
    low, high = rules(edition).players
    game = rules(edition).new_game(max(low, min(4, high)), seed)
    for each in islice(playing(game, seed), 10 + 15 * seed):
        last = each.copy()
    assert last.decision is not None
    return last, last.decision.player


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("edition", shipped())
@pytest.mark.rotating
def test_what_is_dealt_looks_the_same(edition: str, seed: int) -> None:
    check_deals_from_now(*late(edition, seed))


def test_a_marked_card_in_a_hand_is_dealt_to_the_player_whose_turn_it_is() -> None:
    """The Wizard is asked for the card that was taken, which only a mark names: the player sees that mark."""
    game = rules("ambitious-aristocrats").new_game(4, 1)
    count = 0
    for each in playing(game, 1):
        if each.decision is not None and each.decision.kind == "Wizard.snatch.build":
            check_deals_from_now(each, each.decision.player)
            count += 1
    assert count > 1


def check_deals_from_now(game: Game, seat: int) -> None:
    """Check that games dealt to a seat that knows only the present look to it as the game does."""
    at, log = state_of(game), log_from_now(state_of(game), seat)
    assert len(log.observations) == 1
    eyes = Observer(at.engine, seat)
    dealer = Dealer(at.engine, seat, log)
    for number in range(4):
        course = dealer.sample(number)
        assert eyes.observe(course.steps[-1].state) == eyes.observe(at.state)
    for state in islice(memoryless_states(at, seat, 1, at.engine), 3):
        assert eyes.observe(state) == eyes.observe(at.state)


@pytest.mark.parametrize("edition", ["classic", "expeditions"])
def test_who_forgets_takes_every_way_to_lie_for_as_likely(edition: str) -> None:
    """What is known stays where it is; a card that is not known lies on top of a pile about as often as another."""
    game, seat = late(edition, 2)
    at, count = state_of(game), 150
    eyes, module = Observer(at.engine, seat), at.game.module
    sees = eyes.visible(at.state)
    pile = max(eyes.on_table, key=lambda cell: len(sees.row[cell]))
    tops = Counter[int]()
    for number in range(count):
        state = next(memoryless_states(at, seat, number, at.engine))
        assert eyes.observe(state) == eyes.observe(at.state)
        tops[at.engine.snapshot(state).row[pile][0]] += 1
    hidden = [card for card, known in enumerate(sees.known) if not known]
    alike = [card for card in hidden if module.pieces[card].kind == module.pieces[hidden[-1]].kind]
    assert len(tops) > len(alike) / 2
    assert max(tops.values()) < 5 * count / len(alike)


@pytest.mark.parametrize("edition", ["classic", "expeditions", "modern"])
def test_what_looks_the_same_now_is_one_log(edition: str) -> None:
    for seat, how, game, other in pairs(edition):
        logs = [log_from_now(state_of(each), seat) for each in (game, other)]
        assert logs[0].observations == logs[1].observations, how
        assert [*entries_of(logs[0])] == [*entries_of(logs[1])], how


def errands(game: Game, seat: int) -> set[str]:
    """For which cards the turn is played in games dealt anew, where the seat sees what it sees now."""
    at = state_of(game)
    eyes, dealer = Observer(at.engine, seat), Dealer(at.engine, seat, log_from_now(at, seat))
    module, found = at.game.module, set[str]()
    for number in range(32):
        state = dealer.sample(number).steps[-1].state
        assert eyes.observe(state) == eyes.observe(at.state)
        card = at.engine.snapshot(state).row[module.variables["turn.errand"].run.base]
        found.add(module.pieces[card].name)
    return found


@pytest.mark.sampled(4)
@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("seed", [1, 4])
@pytest.mark.rotating
def test_for_what_card_a_turn_is_played_knows_whose_turn_it_is(
    seed: int, engine: EngineName, tmp_path: Path
) -> None:
    """Who else is asked knows no more of it than its options tell, and who is not asked nothing."""
    if engine == "native":
        pytest.importorskip("wasmtime")
    game = errand(tmp_path, seed, engine)
    its = game.view(0)["acting"]["turn"]["errand"]["card"]
    assert all("errand" not in game.view(seat)["acting"]["turn"] for seat in (1, 2, None))
    alike = {"Ace", "Bow", "Cup"} if its in ("Ace", "Bow", "Cup") else {"Die", "Elm", "Fan"}
    for _ in range(2):
        assert errands(game, 0) == {its}
        others = {"Ace", "Bow", "Cup", "Die", "Elm", "Fan"} - {name_in_hand(game, 2)}
        assert errands(game, 2) == others
        game.choose(0)
    game.undo()
    assert errands(game, 1) == alike - {name_in_hand(game, 1)}


def name_in_hand(game: Game, seat: int) -> str:
    """The card in a hand."""
    return str(game.view(seat)["seats"][seat]["zones"]["hand"]["cards"][0]["name"])
