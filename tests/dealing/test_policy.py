"""Others who may choose by a policy: worlds are dealt as often as counting says, and none is impossible for it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import exp
from typing import Any

import pytest

from dealing.chances import LEVEL, chance_of, sure
from dealing.kit import World, world_of
from dealing.reference import Case, counted, look_alikes, weighed
from properties.kit import FACTOR, row_of, state_of
from rulewright import Game
from rulewright.runtime.dealing.opponent_policy import (
    MODEL_PRIOR,
    UNIFORM_SHARE,
    ChoiceModel,
    Policy,
)
from rulewright.runtime.session.determinization import determinized
from rulewright.runtime.session.rules.internals import inside

NAMES = ("Amber", "Birch", "Coral", "Dusk", "Ember", "Fern", "Grain", "Husk")
HEAVY = {name: (0.0, 0.4 * at, 9.0) for at, name in enumerate(NAMES)}
"""The later in the list, and the more cards one has, the liker it is."""

MODEL = ChoiceModel(
    ("always", "number of bag/me", "no such feature"),
    {
        "sends.gift": HEAVY,
        "takes.pick": {name: (1.2 * at, 0.0, 0.0) for at, name in enumerate(NAMES)}
        | {"no such card": (9.0, 9.0, 9.0)},
    },
)
CASES = [Case("chain", 0, 0, 1), Case("draft", 0, 0, 1)]
DEALS = 300 * FACTOR
POLICIES: dict[str, Policy] = {}


def dealt(game: Game, seat: int, seed: int) -> Game:
    """A game that is dealt by the policy."""
    engine = inside(game.rules).compiled(game.players, game.options, "native").engine
    policy = POLICIES.setdefault(game.rules.id, Policy(engine.module, MODEL))
    state = determinized(game.remembered, seat, seed, engine, policy)
    return Game(game.rules, state, seed, game.options, list(game.names))


def by_model(game: Game, index: int) -> Fraction:
    """The odds of an option, worked out from the view of who chooses."""
    decision = game.decision
    assert decision is not None
    mine = game.view(decision.player)["seats"][decision.player]["zones"]
    width = len(mine["bag"]["cards"])
    names = [option.data.get("card", "") for option in decision.options]
    weights = MODEL.decisions.get(decision.kind, {})
    shares = [exp(a + b * width) for a, b, _ in (weights.get(name, (0, 0, 0)) for name in names)]
    likely = shares[index] / sum(shares)
    return Fraction(UNIFORM_SHARE / len(names) + (1 - UNIFORM_SHARE) * likely)


def counted_by_model(case: Case) -> dict[World, float]:
    """The odds of all worlds, whichever of the others choose by the model."""
    found, players = Counter[World](), case.played().players
    for who in product((False, True), repeat=players):
        if who[case.seat]:
            continue  # it chose what it chose

        def odds_of(game: Game, index: int, who: Any = who) -> Fraction:
            assert game.decision is not None
            count = len(game.decision.options)
            return by_model(game, index) if who[game.decision.player] else Fraction(1, count)

        chance = MODEL_PRIOR ** sum(who) * (1 - MODEL_PRIOR) ** (players - 1 - sum(who))
        for world, share in weighed(case.game, case.history, odds_of)[0].items():
            found[world] += chance * float(share)  # type: ignore[assignment]
    return {world: share / sum(found.values()) for world, share in found.items()}


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=str)
def test_worlds_are_dealt_as_often_as_the_policy_says(case: Case) -> None:
    game, odds = case.played(), counted_by_model(case)
    found = Counter(world_of(dealt(game, case.seat, seed)) for seed in range(DEALS))

    assert set(found) <= set(counted(case).odds) == set(odds)
    assert all(world in found for world in sure(odds, DEALS))
    assert chance_of(found, odds) > LEVEL
    assert chance_of(found, counted(case).odds) < LEVEL, "it deals as if others chose by lot"


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.rotating
def test_games_that_look_alike_are_dealt_the_same_by_a_policy(case: Case) -> None:
    rows = {
        tuple(tuple(row_of(state_of(dealt(game, case.seat, seed)))) for seed in range(3))
        for game in look_alikes(case)
    }
    assert len(rows) == 1
