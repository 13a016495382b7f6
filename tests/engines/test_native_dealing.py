"""What is dealt anew inside a native module is what Python deals, cell by cell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engines.test_native_search import native, position
from game.kit import make_rules
from game.test_dealing_anew import DRAFT, HELD_BACK, SECRET, played
from properties.every import shipped
from properties.kit import SLOW, rules
from rulewright import Game
from rulewright.engines.native.host import Host, Trapped
from rulewright.engines.native.native_engine import NativeEngine
from rulewright.game.dealing_anew import Dealer
from rulewright.ir.deal_plan import MOST_STEPS
from rulewright.players.portions import Budget
from rulewright.players.searching import think

pytest.importorskip("wasmtime")


def check_same(game: Game, seat: int, deals: int = 8) -> int:
    """Compares some deals; gives how many of them both made."""
    dealer, engine = Dealer.of(game.state, seat), native(game)
    inside, found = engine.dealing(dealer.plan()), 0
    for seed in range(deals):
        state = inside.deal(seed)
        if state is not None:
            found += 1
            assert engine.pack(state) == game.state.engine.pack(dealer.deal(seed).state)
    return found


@pytest.mark.parametrize("edition", shipped() if SLOW else ("classic", "liars-hand", "oh-hell"))
def test_both_deal_the_same(edition: str) -> None:
    for seed, part in ((1, 0.2), (2, 0.6)) if SLOW else ((1, 0.4),):
        game = position(edition, seed, part)
        assert sum(check_same(game, seat) for seat in range(game.players)) > 6 * game.players


@pytest.mark.parametrize(
    ("written", "players", "choices"),
    [(DRAFT, 3, (1, 1, 1)), (SECRET, 3, (2, 0, 3)), (HELD_BACK, 2, (2, 0))],
)
def test_both_deal_secrets_the_same(
    tmp_path: Path, written: str, players: int, choices: tuple[int, ...]
) -> None:
    own = make_rules(tmp_path, written, "Apple: 1, Lemon: 1, Cherry: 1")
    for seat in range(players):
        game = played(own.new_game(players, 1, told=False), *choices)
        assert check_same(game, seat, 20) > 10


def refusing(self: NativeEngine, plan: Any) -> None:
    """No dealing inside."""


def test_who_thinks_comes_to_the_same_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    game = position("classic", 2, 0.5)
    inside = think(game, Budget(100), 5)
    monkeypatch.setattr(NativeEngine, "dealing", refusing)

    assert think(game, Budget(100), 5) == inside


def test_what_has_no_room_is_dealt_by_python() -> None:
    game = position("classic", 2, 0.5)
    assert game.decision is not None
    plan = Dealer.of(game.state, game.decision.player).plan()
    step = plan.steps[0]
    for steps in (
        [step] * (MOST_STEPS + 1),
        [step._replace(alike=range(600))],
    ):
        assert native(game).dealing(plan._replace(steps=steps)) is None
    assert native(game).dealing(plan._replace(now=[*plan.now[:4], 2**70, *plan.now[5:]])) is None


def test_what_the_module_gives_up_is_dealt_by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """It gives up where nothing fits, and where it traps."""
    game = position("classic", 2, 0.5)
    assert game.decision is not None
    plan = Dealer.of(game.state, game.decision.player).plan()
    other = [step._replace(decision=-1) for step in plan.steps]
    assert native(game).dealing(plan._replace(steps=other)).deal(1) is None

    inside = native(game).dealing(plan)
    assert inside.deal(1) is not None

    def trapped(self: Host, name: str, *arguments: int) -> int:
        raise Trapped(name)

    monkeypatch.setattr(Host, "call", trapped)
    assert inside.deal(1) is None


def test_the_python_engine_has_no_quicker_way() -> None:
    game = rules("classic").new_game(4, 1, told=False, engine="python")
    assert game.state.engine.dealing(Dealer.of(game.state, 0).plan()) is None
