"""Courses are replayed natively as they are in Python: the same changes of a course come to the same steps."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from dealing.kit import GAMES as SMALL
from engines.kit import plain
from rulewright import Game, Rules, load
from rulewright.native.compile_module import native_module, tracing_module
from rulewright.native.engine.native_engine import NativeEngine
from rulewright.native.engine.native_tracer import NativeTracer, ReplayResult
from rulewright.native.layout.frame_layout import Capacity
from rulewright.runtime.dealing.dealer import Dealer
from rulewright.runtime.dealing.mcmc import exchange_in_permutation, run_proposals
from rulewright.runtime.dealing.rng import RandomStream
from rulewright.runtime.dealing.trajectory import Trajectory
from rulewright.runtime.game.engine import GameEngine
from rulewright.runtime.observation.history import log_from_now, log_of
from rulewright.runtime.observation.seat_log import SeatLog
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.rules.internals import inside
from tiers import sample

pytest.importorskip("wasmtime")

SHIPPED = (
    ("classic", 4, 8), ("modern", 5, 6), ("vicious-nobles", 3, 7), ("first-game", 4, 7), ("oh-hell", 3, 15),
    ("lost-cities", 2, 9), ("expeditions", 2, 9), ("liars-hand", 3, 9), ("caravan", 3, 8),
)  # fmt: skip
"""Editions, players, and how many choices a game has behind it."""

LITTLE = [(str(path), 0, 3) for path in sorted(SMALL.glob("*.yaml"))]
GAMES = [*sample(SHIPPED, every=9), *sample(LITTLE, every=8)]
CHANGES = 60


def played(rules: Rules, players: int, choices: int, told: bool) -> Game:
    """A game by lot up to its middle."""
    rng = Random(choices)
    game = rules.new_game(players or rules.players[0], 3, told=told, ask_forced=True)
    while game.decision is not None and choices:
        game.choose(rng.randrange(len(game.decision.options)))
        choices -= 1
    return game


def engines_of(game: Game, capacity: Capacity | None = None) -> tuple[NativeEngine, PythonEngine]:
    """Both engines for the rules of a game."""
    module = inside(game.rules).module(game.players)
    python = PythonEngine(module)
    code = native_module(module, capacity)
    return NativeEngine(code, python, lambda: tracing_module(module, capacity)), python


def dealt(engine: GameEngine, log: SeatLog) -> tuple[Trajectory, int]:
    """A course after some changes, and how many of them were made."""
    trajectory = Dealer(engine, log.seat, log).chain(0).copy()
    return trajectory, run_proposals(trajectory, RandomStream(1, 2, 3), CHANGES)


def assert_same(native: NativeEngine, python: PythonEngine, log: SeatLog) -> Trajectory:
    """Both engines deal the same; the native course."""
    (one, made), (other, others) = dealt(native, log), dealt(python, log)
    assert made == others
    for step, wanted in zip(one.steps, other.steps, strict=True):
        assert step._replace(state=None) == wanted._replace(state=None)
        assert plain(native.pack(step.state)) == plain(python.pack(wanted.state))
    return one


@pytest.fixture
def given_up(monkeypatch: pytest.MonkeyPatch) -> list[ReplayResult]:
    """What of replays was left to the other engine."""
    found: list[ReplayResult] = []
    replay = NativeTracer.replay

    def noted(tracer: NativeTracer, *given: Any, **named: Any) -> ReplayResult:
        traced = replay(tracer, *given, **named)
        if traced.gave_up:
            found.append(traced)
        return traced

    monkeypatch.setattr(NativeTracer, "replay", noted)
    return found


@pytest.mark.parametrize(("edition", "players", "choices"), GAMES)
@pytest.mark.rotating
def test_both_engines_deal_the_same_step_by_step(
    edition: str, players: int, choices: int, given_up: list[ReplayResult]
) -> None:
    game = played(load(edition), players, choices, told=True)
    seat = game.decision.player if game.decision else 0
    native, python = engines_of(game)

    trajectory = assert_same(native, python, log_of(game.state, seat))

    assert not given_up
    for number in range(len(trajectory.steps)):  # equal states have equal bytes
        memory = trajectory.steps.states[number].memory
        assert bytes(native.native.rows.state(native.native.rows.row(memory))) == memory


@pytest.mark.rotating
def test_what_does_not_fit_is_replayed_in_python(given_up: list[ReplayResult]) -> None:
    game = played(load("classic"), 4, 12, told=False)
    assert game.decision is not None
    native, python = engines_of(game, Capacity(numbers=2, delayed=0))

    assert_same(native, python, log_of(game.state, game.decision.player))
    assert given_up


@pytest.mark.rotating
def test_a_log_that_begins_in_the_middle_is_dealt_the_same() -> None:
    game = played(load("classic"), 4, 20, told=False)
    assert game.decision is not None
    native, python = engines_of(game)
    log = log_from_now(game.state, game.decision.player)
    game.choose(0)

    assert_same(native, python, log)


@pytest.fixture(scope="module")
def both() -> tuple[Trajectory, Trajectory]:
    """One course, in both engines."""
    game = played(load("classic"), 4, 10, told=False)
    assert game.decision is not None
    log = log_of(game.state, game.decision.player)
    one, other = (dealt(engine, log)[0] for engine in engines_of(game))
    return one, other


def test_each_change_of_a_step_comes_to_the_same(both: tuple[Trajectory, Trajectory]) -> None:
    rng, kept = Random(1), 0
    for number in range(1, len(both[0].steps)):
        for _ in range(6):
            kept += _replayed_alike(both, number, rng)
    assert kept > 20


def _replayed_alike(both: tuple[Trajectory, Trajectory], number: int, rng: Random) -> bool:
    """Change a step, with two cards exchanged since, in both; whether the log allows it."""
    context, before = both[1].context, both[1].before(number)
    option = rng.choice(context.options(before))
    swap = rng.choice([None, (rng.randrange(60), rng.randrange(60))])
    until = rng.choice([0, len(both[0].steps), number + 2])
    again = rng.choice([None, number + 3])
    results = []
    for trajectory in both:
        changed = trajectory.steps[number]._replace(option=option)
        drawn = (
            None
            if again is None or again >= len(trajectory.steps)
            else (again, RandomStream(number))
        )
        results.append(trajectory.replay(number, changed, swap, drawn, until))
    found, wanted = results
    assert (found is None) == (wanted is None)
    if found is None or wanted is None:
        return False
    assert found.first == wanted.first == number
    for one, other in zip(found, wanted, strict=True):
        assert one._replace(state=None) == other._replace(state=None)
    return True


def test_single_steps_tell_where_they_lead_also_if_they_do_not_fit(
    both: tuple[Trajectory, Trajectory],
) -> None:
    misfits = 0
    for number in range(1, len(both[0].steps)):
        states = [trajectory.before(number) for trajectory in both]
        for option in both[1].context.options(states[1]):
            one, other = (
                trajectory.context.take_step(number, state, option, 7, {}, 5)
                for trajectory, state in zip(both, states, strict=True)
            )
            assert one is not None
            assert other is not None
            assert one.fits == other.fits
            assert one.step._replace(state=None) == other.step._replace(state=None)
            assert plain([*one.visible.row]) == plain(other.visible.row)
            assert one.visible[1:] == other.visible[1:]
            misfits += not one.fits
    assert misfits > 10


def test_the_row_of_a_native_state_comes_to_an_end(both: tuple[Trajectory, Trajectory]) -> None:
    one, other = (trajectory.context.visible(trajectory.before(1)).row for trajectory in both)
    found = [cell for _, cell in zip(range(len(one) + 1), one, strict=False)]
    assert plain(found) == plain(other)


def test_names_lie_in_their_own_shuffle(both: tuple[Trajectory, Trajectory]) -> None:
    for trajectory in both:
        number, at = trajectory.shuffles()[0]
        step = trajectory.steps[number]
        one, other, third, fourth, *_ = step.shuffled[at]
        count = len(trajectory.context.kinds)
        names = exchange_in_permutation(step.names, at, (one, other), count)
        names = exchange_in_permutation(names, at + 1, (third, fourth), count)
        step_result = trajectory.context.take_step(
            number, trajectory.before(number), None, step.seed, names, 1
        )
        assert step_result is not None
        trajectory.seen = plain(trajectory.context.engine.pack(step_result.step.state))  # type: ignore[attr-defined]
    assert both[0].seen == both[1].seen  # type: ignore[attr-defined]
