"""What must hold in a random game of any edition, as far as its rules declare it: nothing here knows a game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache

from attrs import frozen

from properties.kit import Table, cards_at, row_of, rules, seen_options, some, state_of, variable
from properties.resampling import resampled
from rulewright import Game
from rulewright.base.library import find_library
from rulewright.language.program import typed
from rulewright.language.program.checking.traversal import root_nodes, walk
from rulewright.language.program.program import Event, Program
from rulewright.runtime.game.state import GameState
from rulewright.runtime.session.rules.internals import inside
from tiers import sample


@cache
def shipped() -> tuple[str, ...]:
    """The editions of the library; one that comes is tested from then on."""
    return tuple(sorted(path.stem for path in (find_library().root / "editions").glob("*.yaml")))


def editions_of_the_day() -> list[str]:
    """Draw two editions by date, the same for all tests, which share their modules; the long tier has all."""
    return sample(shipped(), every=12)


def ways(edition: str) -> list[Table]:
    """Every number of players, as the edition is and with each option by itself."""
    low, high = rules(edition).players
    options: list[tuple[str, ...]] = [(), *((option,) for option in rules(edition).options)]
    return [Table(edition, players, o) for o in options for players in range(low, high + 1)]


def few_ways(edition: str) -> list[Table]:
    """The fewest and the most players, some between, and with these every option."""
    low, high = rules(edition).players
    middle = (low + high) // 2
    plain = [Table(edition, players, ()) for players in sorted({low, middle, high})]
    return [*plain, *(Table(edition, middle, (option,)) for option in rules(edition).options)]


# ------------------------------------------------------------------ cards, numbers, scores


def check_cards(state: GameState) -> None:
    """Every card lies in one place of its kind, which knows it as the card knows its place."""
    module, seen = state.game.module, state.seen
    found: list[int] = []
    for _, _, cell, cards in cards_at(state):
        found += cards
        assert all(seen.place(card) == cell for card in cards)
        assert len({module.pieces[card].kind for card in cards}) <= 1
    assert sorted(found) == list(range(len(module.pieces)))
    everybody = (1 << (module.players + 1)) - 1
    assert all(0 <= seen.knowers(card) <= everybody for card in range(len(module.pieces)))


def check_outcome(game: Game) -> None:
    """The game is over, and its scores are the sums of their lines, where there are points at all."""
    outcome = game.outcome
    assert outcome is not None
    assert len(outcome.scores) == len(outcome.parts) == game.players
    for score, parts in zip(outcome.scores, outcome.parts, strict=True):
        assert sum(points for _, points in parts) == (score if outcome.counted else 0)
        assert bool(parts) == outcome.counted
        assert all(label for label, _ in parts)
    assert set(outcome.winners) <= set(range(game.players))
    best = {outcome.scores[seat] for seat in outcome.winners}
    assert max(outcome.scores) in best or not best  # in some games nobody may win


# ------------------------------------------------------------------ what is paid and gained


@frozen
class Deed:
    """A way an event of some unit may go: what it adds to all stocks for each, and where it tells of it."""

    net: int
    amount_at: int
    text: str


@frozen
class Unit:
    """A number of each player that events name as their unit; `deeds` is None if other things change it too."""

    variable: str
    deeds: Mapping[str, list[Deed]] | None

    def total(self, state: GameState) -> int:
        """What all players have together."""
        return sum(self.stocks(state))

    def start(self, state: GameState) -> int:
        """What all players have together when a game begins."""
        module = state.game.module
        return module.variables[self.variable].start * module.players

    def stocks(self, state: GameState) -> list[int]:
        """What each player has."""
        return [variable(state, self.variable, seat) for seat in range(state.game.module.players)]

    def told(self, state: GameState) -> int:
        """What the story says that the bank has given, less what it has taken."""
        assert self.deeds is not None
        total = 0
        for number, _, values, *_ in state.log or []:
            telling = state.game.module.tellings[number]
            for deed in self.deeds.get(telling.event, ()):
                if telling.text == deed.text:
                    total += deed.net * values[deed.amount_at]
        return total


@cache
def units(edition: str, cast: tuple[str, ...] = ()) -> tuple[Unit, ...]:
    """The units of an edition's rules, with those of cards that were asked for."""
    program = inside(rules(edition).with_cast(cast)).program
    named = {q.unit for event in program.events.values() for q in event.parameters}
    variables = [
        t for t in program.variables.values() if t.owner == "player" and t.type.name == "number"
    ]
    return tuple(Unit(t.name, _deeds(program, t.name)) for t in variables if t.name in named)


def _deeds(program: Program, variable: str) -> dict[str, list[Deed]] | None:
    """Event -> what it may do to a unit; None if anything but such events changes it."""
    found: dict[str, list[Deed]] = {}
    counted = 0
    for event in program.events.values():
        for block in _blocks(event.body):
            sets = [s for s in block if isinstance(s, typed.SetVariable) and s.variable == variable]
            deed = _deed(event, block, variable, sets) if sets else None
            if deed is not None:
                found.setdefault(event.name, []).append(deed)
                counted += len(sets)
    changes = [
        part
        for part in walk(root_nodes(program))
        if isinstance(part, typed.SetVariable) and part.variable == variable
    ]
    return found if len(changes) == counted else None


def _blocks(body: typed.Block) -> Iterator[typed.Block]:
    """A block, and those of the branches in it."""
    yield body
    for stmt in body:
        if isinstance(stmt, typed.If):
            yield from _blocks(stmt.body)
            yield from _blocks(stmt.otherwise)


def _deed(
    event: Event, block: typed.Block, variable: str, sets: list[typed.SetVariable]
) -> Deed | None:
    """What is set and told by one amount: the event's, or what the block has made of it."""
    made = [stmt.var for stmt in block if isinstance(stmt, typed.Let)]
    amounts = made or [q.name for q in event.parameters if q.unit == variable]
    signs = [_sign(stmt, amounts) for stmt in sets]
    tells = [stmt for stmt in block if isinstance(stmt, typed.Tell) and stmt.to is None]
    if len(amounts) != 1 or 0 in signs:
        return None
    for tell in tells:
        values = [part for part in tell.text.parts if not isinstance(part, str)]
        for place, value in enumerate(values):
            if isinstance(value, typed.Var) and value.name == amounts[0]:
                return Deed(sum(signs), place, tell.text.text)
    return None


def _sign(stmt: typed.SetVariable, amounts: list[str]) -> int:
    """1 for `set X to X + the amount`, -1 for less, 0 for anything else."""
    value = stmt.value
    if not isinstance(value, typed.Arithmetic) or not isinstance(value.right, typed.Var):
        return 0
    same = value.left == typed.VariableOf(
        variable=stmt.variable, owner=stmt.owner, type=value.left.type, at=stmt.at
    )
    if not same or value.right.name not in amounts:
        return 0
    return {"+": 1, "-": -1}.get(value.operator, 0)


def check_units(game: Game) -> None:
    """Nobody has less than nothing, and what all have together came from the bank as it was told."""
    state = state_of(game)
    for unit in units(game.rules.id, game.cast):
        assert min(unit.stocks(state)) >= 0, unit.variable
        if unit.deeds is not None:
            assert unit.total(state) - unit.start(state) == unit.told(state), unit.variable


# ------------------------------------------------------------------ options, saves, secrets


@cache
def asked_anyway(edition: str, cast: tuple[str, ...]) -> frozenset[str]:
    """The decisions that are asked also when there is one answer, so that asking tells nothing."""
    parts = walk(root_nodes(inside(rules(edition).with_cast(cast)).program))
    return frozenset(part.name for part in parts if isinstance(part, typed.May) and part.anyway)


def check_options(game: Game) -> None:
    """Every option is accepted by a copy, and the game itself stays as it was."""
    assert game.decision is not None
    before = row_of(state_of(game))
    count = len(game.decision.options)
    assert count >= 2 or game.decision.kind in asked_anyway(game.rules.id, game.cast)
    for index in range(count):
        game.copy().choose(index)
    assert row_of(state_of(game)) == before


def check_saving(game: Game) -> None:
    """Written and read again it is the same game."""
    again = Game.from_json(game.to_json())
    assert again == game
    assert seen_options(again) == seen_options(game)


def check_secrets(game: Game, chance: random.Random) -> None:
    """What a seat sees and is offered does not hang on what it cannot know."""
    assert game.decision is not None
    for seat in [*range(game.players), None]:
        other = resampled(game, seat, chance)
        assert other.view(seat) == game.view(seat)
        if seat == game.decision.player:
            assert seen_options(other) == seen_options(game)


def check_game(table: Table, seed: int, often: float, seldom: float) -> Game:
    """A random game, looked at before some choices, well before few of them, and at its end."""
    game = table.new(seed)
    for chance in some(game, seed, often):
        check_cards(state_of(game))
        check_units(game)
        if chance.random() < seldom:
            check_options(game)
            check_saving(game)
            check_secrets(game, chance)
    check_end(game)
    return game


def check_end(game: Game) -> None:
    """What holds of a game that has ended."""
    assert game.decision is None
    check_cards(state_of(game))
    check_units(game)
    check_outcome(game)


def accounted(edition: str) -> Iterator[str]:
    """The units of which every coin is followed."""
    return (unit.variable for unit in units(edition) if unit.deeds is not None)
