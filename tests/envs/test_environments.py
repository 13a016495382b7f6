"""Environments keep what PettingZoo and Gymnasium ask of them; their own tests say so."""

from __future__ import annotations

from typing import Any

import pytest

import rulewright.envs
from properties.every import shipped
from properties.kit import FACTOR, rules
from rulewright import IllegalChoice

np = pytest.importorskip("numpy")
pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

EDITIONS = {"classic": 5, "caravan": 3, "oh-hell": 4, "expeditions": 2, "liars-hand": 3}
EVERY = EDITIONS if FACTOR == 1 else {edition: rules(edition).players[0] for edition in shipped()}


def drawn(lot: Any, masks: Any) -> Any:
    """An action that can be chosen, for each mask."""
    return (lot.random(masks.shape) * masks).argmax(-1)


@pytest.mark.sampled(5)
@pytest.mark.filterwarnings("ignore")  # they warn of every observation that has a mask
@pytest.mark.parametrize("edition", EVERY)
def test_pettingzoo_finds_nothing_wrong(edition: str) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(rulewright.envs.aec(edition, EVERY[edition]), num_cycles=60)
    seed_test(lambda: rulewright.envs.aec(edition, EVERY[edition]), num_cycles=20)


def test_a_game_to_its_end() -> None:
    lot, env = np.random.default_rng(1), rulewright.envs.aec("classic", 4, render_mode="ansi")
    env.reset(seed=5)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        total[agent] += reward
        assert not cut
        if not over:
            assert env.render()
            assert seen["action_mask"][drawn(lot, seen["action_mask"])] == 1
        env.step(None if over else int(drawn(lot, seen["action_mask"])))

    game = env.game
    assert game.seed == 5
    assert game.outcome is not None
    won = game.outcome.winners
    assert list(total.values()) == [(seat in won) / len(won) for seat in range(4)]
    assert not env.agents


def test_who_is_not_asked_has_nothing_to_choose() -> None:
    env = rulewright.envs.aec("classic", 4)
    env.reset(seed=1)
    first, *others = env.possible_agents
    assert env.agent_selection == first
    assert env.observe(first)["action_mask"].any()
    assert not any(env.observe(other)["action_mask"].any() for other in others)
    with pytest.raises(IllegalChoice, match="no option is the action"):
        env.step(int(env.observe(first)["action_mask"].argmin()))


def test_without_a_seed_games_differ_and_are_the_same_each_time() -> None:
    def dealt() -> list[int]:
        env, seeds = rulewright.envs.aec("caravan", 2), []
        env.reset(seed=3)
        for _ in range(3):
            env.reset()
            seeds.append(env.game.seed)
        return seeds

    assert dealt() == dealt()
    assert len(set(dealt())) == 3


@pytest.mark.parametrize("seat", [None, 2])
def test_a_vector_of_games(seat: int | None) -> None:
    lot, env = np.random.default_rng(1), rulewright.envs.vector("caravan", 6, 3, seat=seat)
    seen, infos = env.reset(seed=3)
    assert infos == {}
    assert env.batch.seeds.tolist() == [3, 4, 5, 6, 7, 8] or seat is not None
    ended, reward = 0, 0.0
    for _ in range(60):
        assert seen in env.observation_space
        assert seat is None or set(seen["decider"].tolist()) == {seat}
        acting, actions = seen["decider"], drawn(lot, seen["action_mask"])
        seen, rewards, over, cut, infos = env.step(actions)
        who = acting if seat is None else [seat] * 6
        assert rewards.tolist() == [infos["rewards"][game][each] for game, each in enumerate(who)]
        assert not cut.any()
        assert np.allclose(infos["rewards"].sum(1), over)
        ended, reward = ended + int(over.sum()), reward + float(rewards.sum())
    assert ended > 5
    assert reward > 0


def test_others_do_what_they_are_told_to() -> None:
    asked = 0

    def first(batch: Any) -> Any:
        nonlocal asked
        asked += 1
        return batch.mask.argmax(1)

    env = rulewright.envs.vector("oh-hell", 3, 3, seat=1, others=first)
    env.reset(seed=2)
    env.step(first(env.batch))
    assert asked > 2


def test_what_was_seen_stays_as_it_was() -> None:
    env = rulewright.envs.vector("caravan", 2, 3)
    seen, _ = env.reset(seed=1)
    before = {name: each.copy() for name, each in seen.items()}
    env.step(seen["action_mask"].argmax(1))
    assert all((seen[name] == before[name]).all() for name in seen)


def test_a_seat_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="there is no seat 3 among 3"):
        rulewright.envs.vector("caravan", 2, 3, seat=3)


def test_rewards_are_scores_where_these_are_wanted() -> None:
    """In a batch, in both environments, and in games of their own."""
    lot, env = np.random.default_rng(1), rulewright.envs.vector("kuhn", 5, 2, returns="scores")
    seen, _ = env.reset(seed=1)
    paid = set()
    for _ in range(40):
        seen, _, over, _, infos = env.step(drawn(lot, seen["action_mask"]))
        assert (infos["rewards"] == infos["scores"] * over[:, None]).all()
        paid |= {tuple(each) for each in infos["rewards"].tolist()}
    assert {(0, 0), (1, -1), (-2, 2)} <= paid

    alone = rulewright.envs.aec("kuhn", 2, returns="scores")
    alone.reset(seed=1)
    while alone.game.decision is not None:
        alone.step(int(alone.observe(alone.agent_selection)["action_mask"].argmax()))
    outcome = alone.game.outcome
    assert outcome is not None
    assert [*alone.rewards.values()] == [*map(float, outcome.scores)]
    assert sum(alone.rewards.values()) == 0


def test_returns_are_shares_or_scores() -> None:
    with pytest.raises(ValueError, match="returns are shares or scores, not 'points'"):
        rulewright.envs.aec("kuhn", 2, returns="points")  # type: ignore[arg-type]


@pytest.mark.parametrize("returns", ["shares", "scores"])
def test_gymnasium_makes_every_edition(returns: str) -> None:
    """One seat plays games to their ends, alike for equal seeds."""
    import gymnasium

    assert {f"rulewright/{edition}-v0" for edition in shipped()} <= set(gymnasium.registry)
    env = gymnasium.make("rulewright/oh-hell-v0", players=3, seat=1, returns=returns)
    games = []
    for _ in range(2):
        lot, ended = np.random.default_rng(1), False
        seen, _ = env.reset(seed=4)
        lines, rewards = [], []
        while not ended:
            assert seen in env.observation_space
            seen, reward, ended, cut, infos = env.step(int(drawn(lot, seen["action_mask"])))
            assert not cut
            rewards.append(reward)
            lines.append(seen["observation"].tolist())
        assert not any(rewards[:-1])
        assert rewards[-1] == infos["rewards"][1]
        assert returns == "shares" or rewards[-1] == infos["scores"][1]
        games.append((lines, rewards))
    assert games[0] == games[1]
    with pytest.raises(IllegalChoice):
        env.step(int(seen["action_mask"].argmin()))
    with pytest.raises(IllegalChoice):
        env.step(-1)


def test_gymnasium_makes_many_games() -> None:
    import gymnasium

    env = gymnasium.make_vec("rulewright/kuhn-v0", num_envs=8, returns="scores")
    seen, _ = env.reset(seed=1)
    assert seen["action_mask"].shape == (8, 2)
