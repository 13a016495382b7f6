"""Many games at once: native code, move by move, and games of their own give the same numbers."""

from __future__ import annotations

import gc
import random
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import rulewright
from engines.batch_kit import Beside, drawn, first_difference, numbers
from properties.kit import FACTOR, rules
from rulewright import IllegalChoice
from rulewright.native.analysis.spans import Spans
from rulewright.native.layout import batch_layout
from rulewright.runtime.session.batch.batches import Batch
from rulewright.runtime.session.games import Rules
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.rules.rulebook import Rulebook
from rulewright.runtime.spaces.observation_space import ObservationSpace
from tiers import sample

EDITIONS = {
    "classic": 5, "modern": 4, "french": 3, "achiles": 7, "lost-cities": 6, "illustrious-emissaries": 5,
    "expeditions": 2, "caravan": 3, "liars-hand": 12, "oh-hell": 4,
}  # fmt: skip
FEW = ("classic", "caravan", "liars-hand")

native = pytest.mark.skipif(find_spec("wasmtime") is None, reason="wasmtime is not installed")


def both(edition: str, games: int, seed: int) -> tuple[Batch, Batch]:
    """A batch by native code, and one move by move."""
    loaded, players = rules(edition), EDITIONS[edition]
    one = loaded.batch(games, players, seed)
    return one, loaded.batch(games, players, seed, engine="python")


@pytest.mark.sampled(3)
@native
@pytest.mark.parametrize("edition", sample([*EDITIONS], every=2))
@pytest.mark.rotating
def test_both_engines_tell_the_same(edition: str) -> None:
    lot = random.Random(edition)
    one, other = both(edition, 3, 7)
    for step in range(60 * FACTOR):
        assert first_difference(one, other) == ""
        if step % 2:
            actions = drawn(one, lot)
            one.step(actions)
            other.step(actions)
        else:
            indices = [lot.randrange(count) for count in numbers(one, "count")]
            one.choose(indices)
            other.choose(indices)
    assert first_difference(one, other) == ""


@pytest.mark.sampled(2)
@native
@pytest.mark.parametrize("edition", ["classic", "modern"])
def test_masks_are_the_same_where_no_observation_is_asked_for(edition: str) -> None:
    """What the decider sees into counts for both, and is looked up for either."""
    loaded, players, lot = rules(edition), EDITIONS[edition], random.Random(edition)
    one, other = (
        loaded.batch(3, players, 7, observation=False, engine=engine)
        for engine in ("native", "python")
    )
    for _ in range(60):
        assert first_difference(one, other) == ""
        actions = drawn(one, lot)
        one.step(actions)
        other.step(actions)


@native
@pytest.mark.parametrize("edition", EDITIONS if FACTOR > 1 else FEW)
@pytest.mark.rotating
def test_they_are_the_games_that_their_seeds_deal(edition: str) -> None:
    """Also those that begin when others are over; a row of choices at once or one by one comes to the same."""
    lot, loaded, players = random.Random(1), rules(edition), EDITIONS[edition]
    batch = loaded.batch(2, players, 11)
    beside, ended = Beside(loaded, players, batch), 0
    for _ in range(350 * FACTOR):
        beside.compared()
        actions = drawn(batch, lot)
        beside.chosen(actions)
        batch.step(actions)
        ended += beside.ended()
    assert ended


@pytest.mark.sampled(3)
@native
@pytest.mark.parametrize("edition", FEW)
def test_what_native_code_gives_up_is_played_move_by_move(
    edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here it has room for two options only, and the other engine plays whenever there are more."""
    loaded, players = rules(edition), EDITIONS[edition]
    whole = loaded.batch(3, players, 5)
    code = made_with(loaded, players, most=2, monkeypatch=monkeypatch)
    monkeypatch.setattr(Rulebook, "batch_code", lambda *_: code)
    narrow, lot, apart = loaded.batch(3, players, 5), random.Random(3), 0
    for _ in range(80):
        assert first_difference(whole, narrow) == ""
        apart += len(narrow.apart)
        actions = drawn(whole, lot)
        whole.step(actions)
        narrow.step(actions)
    assert apart


def made_with(loaded: Rules, players: int, most: int, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Native code with room for so many options."""
    from rulewright.native.compile_module import batch_module

    with monkeypatch.context() as patched:
        patched.setattr(batch_layout, "MAX_STORED_OPTIONS", most)
        return batch_module(inside(loaded).module(players))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", [pytest.param("native", marks=native), "python"])
def test_a_wrong_choice_changes_nothing(engine: Any) -> None:
    batch = rules("classic").batch(3, 4, 2, engine=engine)
    before = rules("classic").batch(3, 4, 2, engine=engine)
    allowed = drawn(batch, random.Random(1))
    off = numbers(batch, "mask")[1].index(0)

    with pytest.raises(IllegalChoice, match=f"game 1 has no option that is the action {off}"):
        batch.step([allowed[0], off, allowed[2]])
    with pytest.raises(IllegalChoice, match="game 2 has no option that is the action -2"):
        batch.step([*allowed[:2], -2])
    with pytest.raises(IllegalChoice, match="game 0 has no option with the index 99"):
        batch.choose([99, 0, 0])
    with pytest.raises(IllegalChoice, match="2 choices for 3 games"):
        batch.choose([0, 0])
    assert first_difference(batch, before) == ""
    batch.step(allowed)


@pytest.mark.parametrize("engine", [pytest.param("native", marks=native), "python"])
def test_a_game_that_is_left_alone_stays_where_it_is(engine: Any) -> None:
    batch = rules("caravan").batch(2, 3, 2, engine=engine)
    alone = rules("caravan").batch(1, 3, 2, engine=engine)
    rows = {name: numbers(batch, name)[1] for name in ("mask", "observation", "decider", "seeds")}
    lot = random.Random(2)
    while True:
        action = drawn(batch, lot)[0]
        batch.step([action, -1])
        alone.step([action])
        assert {name: numbers(batch, name)[1] for name in rows} == rows
        assert numbers(batch, "done") == [*numbers(alone, "done"), 0]
        if numbers(alone, "done")[0]:
            return  # from here on their seeds differ
        assert numbers(batch, "observation")[0] == numbers(alone, "observation")[0]


@pytest.mark.parametrize("engine", [pytest.param("native", marks=native), "python"])
def test_what_is_left_out_stays_as_it_is(engine: Any) -> None:
    batch = rules("classic").batch(2, 4, 2, mask=False, observation=False, engine=engine)
    batch.choose([0, 0])

    assert not any(map(any, [*numbers(batch, "mask"), *numbers(batch, "observation")]))
    with pytest.raises(IllegalChoice, match="without a mask"):
        batch.step([0, 0])


@pytest.mark.parametrize("games", [0, -1, (1 << 20) + 1])
def test_a_batch_has_one_game_at_least_and_not_too_many(games: int) -> None:
    with pytest.raises(ValueError, match="a batch has 1 to 1,048,576 games"):
        rules("classic").batch(games, 4)


def test_actions_and_columns_have_names_of_their_own() -> None:
    batch = rules("classic").batch(1, 5, engine="python")

    assert len(set(batch.action_names)) == len(batch.action_names) == len(numbers(batch, "mask")[0])
    assert len(set(batch.observation_names)) == len(numbers(batch, "observation")[0])
    assert {"main/build/Temple", "closing/destroy/Temple/of seat +1", "closing/done"} <= {
        *batch.action_names
    }
    assert {"gold/me", "number of hand/seat +1", "city/seat +2/Temple"} <= {
        *batch.observation_names
    }


def test_a_number_has_two_columns_however_small_rules_keep_it() -> None:
    """Otherwise a card that makes it larger would move what stands behind it."""
    module = inside(rules("oh-hell")).module(4)
    spans = Spans(module)
    space = ObservationSpace.of(module, spans)
    small = [
        each
        for each in space.numbers
        if each.sort == "number"
        if spans.variable(each.variable)[1] in range(2, 128)
    ]
    assert small
    assert all(each.first in space.wide for each in small)


HOUSE = """edition: house
name: House
extends: classic
rules: [banker.rules]
cast: {character: {add: [Banker]}}
"""
BANKER = """character Banker
    rank 3
    reading "A house rule."

    at the start of my turn
        {does}
"""


def test_names_stay_where_they_are_when_another_card_does_something_else(tmp_path: Path) -> None:
    names = []
    for number, does in enumerate(("gain 2 gold", "draw 1 card", "set the round-number to 3")):
        house = tmp_path / str(number)
        house.mkdir()
        (house / "house.yaml").write_text(HOUSE, encoding="utf-8")
        (house / "banker.rules").write_text(BANKER.format(does=does), encoding="utf-8")
        batch = rulewright.load(house / "house.yaml").batch(1, 5, engine="python")
        names.append((batch.action_names, batch.observation_names))

    assert names[0] == names[1] == names[2]
    assert "drafts.character/Banker" in names[0][0]


# ------------------------------------------------------------------ choices at random, and whose the arrays are


@pytest.mark.parametrize("edition", FEW)
def test_sample_draws_legal_actions_reproducibly_on_both_engines(edition: str) -> None:
    numpy = pytest.importorskip("numpy")
    one, other = both(edition, 5, 3)
    generators = [numpy.random.default_rng(9) for _ in range(2)]
    for _ in range(40):
        actions, others = one.sample(generators[0]), other.sample(generators[1])
        assert actions.tolist() == others.tolist()
        assert numpy.asarray(one.mask)[range(5), actions].all()
        one.step(actions)
        other.step(others)


def test_sample_draws_each_action_of_a_game_alike() -> None:
    numpy = pytest.importorskip("numpy")
    batch, generator = rules("classic").batch(64, 4, seed=5), numpy.random.default_rng(5)
    for _ in range(30):
        batch.step(batch.sample(generator))
    mask, rounds = numpy.asarray(batch.mask), 2_000
    drawn = numpy.zeros(mask.shape)
    for _ in range(rounds):
        drawn[range(64), batch.sample(generator)] += 1
    legal = mask.sum(1)
    expected = mask * (rounds / legal)[:, None]
    assert not drawn[mask == 0].any()
    squares = ((drawn - expected) ** 2 / numpy.where(mask, expected, 1)).sum()
    freedom = (legal - 1).sum()
    assert legal.max() > 5
    assert abs(squares - freedom) < 5 * (2 * freedom) ** 0.5


def test_sample_leaves_a_game_without_actions_alone() -> None:
    numpy = pytest.importorskip("numpy")
    batch = rules("caravan").batch(4, 3)
    for game in (1, 3):
        numpy.asarray(batch.mask)[game] = 0
    actions = batch.sample(numpy.random.default_rng(1))
    assert (actions >= 0).tolist() == [True, False, True, False]
    assert actions[1] == actions[3] == -1


def test_sample_needs_a_mask() -> None:
    numpy = pytest.importorskip("numpy")
    batch = rules("caravan").batch(2, 3, mask=False)
    with pytest.raises(IllegalChoice, match="without a mask"):
        batch.sample(numpy.random.default_rng(1))


ARRAYS = (
    "mask",
    "observation",
    "rewards",
    "done",
    "decider",
    "decision",
    "count",
    "scores",
    "seeds",
)


@pytest.mark.parametrize("engine", ["native", "python"])
def test_each_step_fills_the_same_arrays(engine: Any) -> None:
    numpy = pytest.importorskip("numpy")
    batch, generator = rules("caravan").batch(3, 3, engine=engine), numpy.random.default_rng(1)
    kept = {name: getattr(batch, name) for name in ARRAYS}
    copies = {name: numpy.array(each) for name, each in kept.items()}
    for _ in range(40):
        batch.step(batch.sample(generator))
    for name, each in kept.items():
        assert getattr(batch, name) is each
    changed = [name for name in ARRAYS if (copies[name] != kept[name]).any()]
    assert {"mask", "observation", "decider", "count"} <= {*changed}


@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.rotating
def test_arrays_outlive_their_batch(engine: Any) -> None:
    numpy = pytest.importorskip("numpy")
    mask = rules("caravan").batch(64, 3, engine=engine).mask
    before = numpy.array(mask)
    gc.collect()
    rules("caravan").batch(64, 3, seed=99)
    assert (mask == before).all()


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=native)])
def test_rewards_may_be_scores(engine: Any) -> None:
    """Scores of the game that the last step ended, and zero for the others."""
    lot, batch = random.Random(2), rules("kuhn").batch(4, 2, 1, engine=engine, returns="scores")
    ended = 0
    for _ in range(30):
        batch.step(drawn(batch, lot))
        done, scores = numbers(batch, "done"), numbers(batch, "scores")
        rewards = numbers(batch, "rewards")
        assert rewards == [
            [each * over for each in row] for row, over in zip(scores, done, strict=True)
        ]
        ended += sum(done)
    assert ended > 20
    with pytest.raises(ValueError, match="returns are shares or scores"):
        rules("kuhn").batch(4, 2, 1, returns="score")  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=native)])
def test_totals_are_the_sums_of_the_records(engine: Any) -> None:
    played = list(rules("kuhn").playouts(200, 2, seed=5))
    totals = rules("kuhn").totals(200, 2, seed=5, engine=engine)
    assert totals.games == 200
    assert totals.decisions == sum(each.decisions for each in played)
    assert totals.scores == tuple(map(sum, zip(*(each.scores for each in played), strict=True)))
    assert totals.wins == tuple(map(sum, zip(*(each.shares for each in played), strict=True)))


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=native)])
def test_games_begin_anew_from_given_seeds(engine: Any) -> None:
    """`restart` gives the games of these seeds, and of those larger by the number of games afterwards."""
    batch, other = (rules("kuhn").batch(3, 2, seed=seed, engine=engine) for seed in (1, 50))
    batch.choose([0, 0, 0])
    batch.restart([50, 51, 52])
    for _ in range(6):
        assert list(batch.seeds) == list(other.seeds)
        assert [list(row) for row in batch.observation.tolist()] == other.observation.tolist()
        batch.choose([0, 1, 0])
        other.choose([0, 1, 0])
    with pytest.raises(ValueError, match="2 seeds for 3 games"):
        batch.restart([1, 2])
