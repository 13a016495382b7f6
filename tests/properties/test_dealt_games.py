"""A determinized game is a game: its logs, information states, saves, undo and further deals hold together.

So is a game whose beginning is not known. The push tier deals at one decision of a game in every sixth edition,
drawn by the date, and plays on. The long tier deals at every decision of a game in every edition; the date draws
the game, its number of players and its engine.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from properties.every import shipped
from properties.kit import rules, state_of
from rulewright import Game
from rulewright.runtime.dealing.dealer import NoDeterminization
from rulewright.runtime.observation.observer import Observer
from rulewright.runtime.observation.seat_log import SeatLog
from rulewright.runtime.observation.vectors.information_state import (
    ENTRY,
    InformationStateKey,
    entries_of,
    recent_entries,
)
from rulewright.runtime.session.batch.batches import Batch
from rulewright.runtime.session.native_backend import EngineName
from rulewright.runtime.session.saves.save_formats import GAME_FORMAT
from tiers import LONG, day_seeds, sample

MOVES = 8
"""Moves after each deal; in the long tier every sixteenth game is played to its end."""

PARTS = 8 if LONG else 1
"""Cases that share the decisions of a game, so that workers share them too."""

MOST_PLAYERS = 6
"""On a push: deals and checks for eight players take more than 45 s in some editions; the long tier has all."""

EARLY = 80
"""On a push games are dealt before this decision: late deals for seven players take 40 s."""


def drawn(game: Game, seed: int) -> Iterator[int]:
    """Yield random indices of options, as long as there is a decision."""
    generator = random.Random(seed)
    while game.decision is not None:
        yield generator.randrange(len(game.decision.options))


def new_game(edition: str, seed: int) -> Game:
    """Return a game at its first decision; the seed draws players, engine and whether forced moves are asked."""
    generator = random.Random(seed)
    engine: EngineName = generator.choice(["python", "native"])
    fewest, most = rules(edition).players
    return rules(edition).new_game(
        generator.randint(fewest, most if LONG else min(most, MOST_PLAYERS)),
        seed,
        ask_forced=generator.random() < 0.3,
        engine=engine,
    )


def forget_beginning(game: Game) -> Game:
    """Return a copy of `game` to which its seed and decisions do not lead."""
    data = json.loads(game.to_json())
    data["seed"] += 1
    del data["checksum"]
    return rules(game.rules.id).game_from_json(json.dumps(GAME_FORMAT.seal(data)))


def deal(game: Game, seed: int) -> Game:
    """Return `game` dealt for the seat that decides."""
    assert game.decision is not None
    return game.determinize(game.decision.player, seed)


def deal_from_now(game: Game, seed: int) -> Game:
    """Return a copy without its beginning, dealt for the seat that decides."""
    return deal(forget_beginning(game), seed)


def logs_of(game: Game) -> list[SeatLog]:
    """Return the logs of all seats."""
    return [game.log(seat) for seat in range(game.players)]


def assert_equal(logs: list[SeatLog], others: list[SeatLog]) -> None:
    """Fail with a short message: pytest compares the texts of logs for minutes."""
    if logs != others:
        pytest.fail(f"other logs: {describe(logs)} and {describe(others)}")


def assert_begins(logs: list[SeatLog], longer: list[SeatLog]) -> None:
    """Assert that the logs in `longer` continue those in `logs`."""
    assert_equal(
        logs, [other.until(len(log.observations)) for log, other in zip(logs, longer, strict=True)]
    )


def describe(logs: list[SeatLog]) -> list[tuple[int, bool, int]]:
    """Return of each log the seat, whether it is whole, and its length."""
    return [(log.seat, log.is_whole, len(log.observations)) for log in logs]


class Watched:
    """A dealt game that is checked after each move."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.batch = batch_for(game)
        self.logs = logs_of(game)
        self.is_whole = [log.is_whole for log in self.logs]
        # Moved alike, but asked for its logs at the end only.
        self.late = game.copy()

    def move(self, index: int) -> None:
        """Choose an option and check everything."""
        self.game.choose(index)
        self.late.choose(index)
        logs = logs_of(self.game)
        assert [log.is_whole for log in logs] == self.is_whole
        assert_begins(self.logs, logs)
        for before, log in zip(self.logs, logs, strict=True):
            assert len(log.observations) > len(before.observations)
            self._check_recall(log)
        self.logs = logs
        check_present(self.game)

    def _check_recall(self, log: SeatLog) -> None:
        """Information states are finite rows of whole numbers that only the log decides."""
        entries = [*entries_of(log)]
        assert all(isinstance(number, int) for entry in entries for number in entry)
        most = len(entries) + 2
        flat = [number for entry in entries for number in entry]
        assert recent_entries(log, most) == [0] * (2 * ENTRY) + flat
        assert self.batch.recall(self.game, log.seat, 5) == flat[-5 * ENTRY :]

    def check_late(self) -> None:
        """It makes no difference when logs are asked for."""
        assert_equal(logs_of(self.late), self.logs)

    def check_save(self) -> None:
        """A save keeps the game and what each seat knows, and goes on alike."""
        again = rules(self.game.rules.id).game_from_json(self.game.to_json())
        assert again == self.game
        assert_equal(logs_of(again), self.logs)
        other = self.game.copy()
        for index in islice(drawn(other, 1), 3):
            other.choose(index)
            again.choose(index)
        assert again == other
        assert_equal(logs_of(again), logs_of(other))

    def check_undo(self, back: int) -> None:
        """Moves are taken back in the logs too; one of them is made again, with other chance perhaps."""
        made = self.game.decisions
        back = min(back, len(made))
        for asks_between in (True, False):
            other = self.game.copy()
            for _ in range(back):
                other.undo()
            if asks_between:
                before = logs_of(other)
                assert_begins(before, self.logs)
                check_present(other)
            if back:
                other.choose(made[-back])
            assert_begins(before, logs_of(other))
            check_present(other)

    def check_deals(self, seed: int) -> None:
        """A further deal for any seat keeps the log of that seat."""
        generator, seats = random.Random(seed), range(self.game.players)
        for seat in seats if LONG else generator.sample(seats, 2):
            log = self.logs[seat]
            try:
                other = self.game.determinize(seat, seed)
            except NoDeterminization:
                # Without a beginning, options may depend on a mark that nobody sees; a whole log is dealt.
                assert not log.is_whole
                continue
            assert_equal([other.log(seat)], [log])
            assert InformationStateKey().of(other.log(seat)) == InformationStateKey().of(log)
            assert [each.is_whole for each in logs_of(other)] == [log.is_whole] * other.players


def check_present(game: Game) -> None:
    """Each log ends with what its seat sees now, and is as whole as it was."""
    at = state_of(game)
    for log in logs_of(game):
        eyes = Observer(at.engine, log.seat)
        assert log.observations[-1] == eyes.observe(at.state)


def batch_for(game: Game) -> Batch:
    """Return a batch that reads such games."""
    return rules(game.rules.id).batch(1, game.players, options=game.options, engine="python")


def check(dealt: Game, seed: int, most: int | None) -> None:
    """Play on with checks: up to `most` moves, or to the end."""
    watched = Watched(dealt)
    for number, index in enumerate(islice(drawn(dealt, seed), most)):
        watched.move(index)
        if number % 16 == 15 or dealt.decision is None:
            watched.check_save()
            watched.check_undo(1 + number % 3)
            watched.check_deals(seed)
    watched.check_save()
    watched.check_undo(most or 3)
    watched.check_deals(seed)
    watched.check_late()


def positions_of(edition: str, seed: int) -> Iterator[Game]:
    """Yield a random game at each of its decisions."""
    game = new_game(edition, seed)
    for index in drawn_moves(new_game(edition, seed), seed):
        yield game.copy()
        game.choose(index)


def positions(edition: str, seed: int, part: int) -> Iterator[tuple[int, Game]]:
    """Yield a random game at its decisions, numbered: all of a part in the long tier, one on a push."""
    moves = [*drawn_moves(new_game(edition, seed), seed)]
    chosen = (
        range(part, len(moves), PARTS)
        if LONG
        else [random.Random(seed).randrange(min(len(moves), EARLY))]
    )
    game = new_game(edition, seed)
    for number, index in enumerate(moves):
        if number in chosen:
            yield number, game.copy()
        game.choose(index)


def drawn_moves(game: Game, seed: int) -> Iterator[int]:
    """Play `game` to its end; yield the moves."""
    for index in drawn(game, seed):
        game.choose(index)
        yield index


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("dealer", [deal, deal_from_now])
@pytest.mark.parametrize("edition", sample(shipped(), 6))
@pytest.mark.rotating
def test_dealt_games_remember(edition: str, dealer: Callable[[Game, int], Game], part: int) -> None:
    for seed in day_seeds(1, 1):
        for number, game in positions(edition, seed, part):
            most = None if LONG and number % 16 == 0 else MOVES
            try:
                check(dealer(game, seed + number), seed + number, most)
            except BaseException as error:
                error.add_note(f"{edition}, seed {seed}, decision {number}")
                raise


def test_log_of_dealt_game_stays_whole_when_cards_are_dealt_again() -> None:
    game = rules("liars-hand").new_game(2, seed=1)
    dealt = deal(game, 1)
    for move in (0, 0, 1):  # a bid, a bid and a doubt, after which the next round is dealt
        dealt.choose(move)
    assert [log.is_whole for log in logs_of(dealt)] == [True, True]
    assert len(batch_for(dealt).recall(dealt, 0, 100)) == 100 * ENTRY


def test_information_state_without_beginning_has_another_name() -> None:
    """So a search takes them for two."""
    late = forget_beginning(rules("liars-hand").new_game(2, seed=1)).log(0)
    whole = SeatLog(late.seat, (), late.observations, late.messages, late.own)
    assert InformationStateKey().of(late) != InformationStateKey().of(whole)


@pytest.mark.rotating
def test_dealt_game_that_is_over_is_saved() -> None:
    """Courses pass over single options, so who was asked last is no part of what is seen of an ended game."""
    for number, game in enumerate(positions_of("masked-ball", 20261128)):
        for dealer in (deal, deal_from_now):
            check(dealer(game, number), number, None)


def test_move_made_again_after_undo_may_draw_other_chance() -> None:
    """Its log says what came of it now, although the decisions are equal."""
    game = rules("liars-hand").new_game(2, seed=1)
    for move in (0, 0, 1):
        game.choose(move)
    results = set[str]()
    for seed in range(4):
        dealt = deal(game, seed)
        dealt.undo()
        dealt.choose(1)
        assert [log.is_whole for log in logs_of(dealt)] == [True, True]
        check_present(dealt)
        results.add(str(dealt.view(0)))
    assert len(results) > 1


@pytest.mark.rotating
def test_other_seats_were_told_in_a_dealt_game_what_only_they_were_told() -> None:
    """Their logs are those of the course that was dealt, so it can be dealt for them too."""
    game = rules("first-game").new_game(4, seed=5)
    for index in islice(drawn(game, 5), 60):
        game.choose(index)
    dealt = game.determinize(0, 1)
    for seat in range(4):
        assert_equal([dealt.determinize(seat, 2).log(seat)], [dealt.log(seat)])


def test_single_option_at_which_a_game_was_dealt_is_chosen_by_its_player() -> None:
    """Of the seat that decides others do not know that it has a single option."""
    game = rules("oh-hell").new_game(4, seed=2)
    seen = False
    for index in islice(drawn(game, 2), 120):
        assert game.decision is not None
        other = game.determinize((game.decision.player + 1) % 4, 1)
        assert other.decision is not None
        if len(other.decision.options) == 1:
            seen = True
            lengths = [len(log.observations) for log in logs_of(other)]
            other.choose(0)
            assert all(map(int.__lt__, lengths, [len(log.observations) for log in logs_of(other)]))
            assert all(log.is_whole for log in logs_of(other))
            other.undo()
            assert [len(log.observations) for log in logs_of(other)] == lengths
            break
        game.choose(index)
    assert seen
