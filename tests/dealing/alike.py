"""Games of any edition that look alike to a seat: another deal, or another choice of others that it cannot see.

A game by lot is taken to a decision of the seat. Then two cards that the seat never saw are exchanged in the deal,
or somebody else chooses otherwise; from there others choose what lets the seat see the same. Nothing of dealing
anew is used: views, what is told, and who is asked what are compared at each decision.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from attrs import define, frozen

from dealing.kit import after, decides, playing, seen
from properties.kit import put_row, row_of, rules, state_of
from rulewright import Game
from rulewright.runtime.game.state import GameState
from rulewright.runtime.observation.history import GameHistory

MOST_TRIED = 60
"""Choices that are tried to come by the same looks, until another change is tried."""

OTHER_SEEDS = 20
"""Of so many other seeds games are begun, where nothing else looks alike."""

LAST = 16
"""Of so many decisions before the position one is made otherwise."""


@frozen
class Line:
    """A game by lot: where it stood at each decision, what a seat saw there, and what was chosen."""

    seat: int
    games: list[Game]
    seen: list[tuple[Any, ...]]
    choices: list[int]

    @classmethod
    def of(cls, edition: str, players: int, seed: int, seat: int, least: int) -> Line:
        """Up to the seat's first decision after so many, or its last one before the game is over."""
        game = rules(edition).new_game(players, seed, ask_forced=True)
        games, saw = list[Game](), list[tuple[Any, ...]]()
        told = own = 0
        for each in playing(game, seed):
            games.append(each.copy())
            saw.append(seen(each, seat, told))
            told = len(each.events)
            if decides(each, seat) and each.decision and len(each.decision.options) > 1:
                own = len(games) - 1
                if own >= least:
                    break
        choices = games[-1].decisions[:own]
        return cls(seat, games[: own + 1], saw[: own + 1], choices)

    @classmethod
    def numbered(cls, edition: str, number: int, early: bool = False) -> Line:
        """One of many: with any number of players, for any seat, after many decisions, or one if `early`."""
        low, high = rules(edition).players
        players = low + number % (high - low + 1)
        least = 1 if early else 12 + 7 * number % 36
        return cls.of(edition, players, number, number % players, least)

    @property
    def position(self) -> Game:
        """Where it ends."""
        return self.games[-1]


def alike(line: Line, lot: random.Random) -> Iterator[tuple[str, Game]]:
    """Games that look alike to the seat of a line, with what is otherwise in them."""
    found = [*islice(_other_deals(line, lot), 1), *islice(_other_choices(line, lot), 2)]
    yield from found or islice(_other_beginnings(line), 2)


def _other_choices(line: Line, lot: random.Random) -> Iterator[tuple[str, Game]]:
    """Somebody else chooses otherwise, and the seat cannot tell."""
    steps = [n for n in range(len(line.choices)) if not decides(line.games[n], line.seat)]
    for step in reversed(steps[-LAST:]):
        decision = line.games[step].decision
        assert decision is not None
        others = [n for n in range(len(decision.options)) if n != line.choices[step]]
        for index in lot.sample(others, min(3, len(others))):
            found = _Following(line, {}).after(line.games[step], step, index)
            if found is not None and _differs(found, line.position):
                yield f"{decision.kind} otherwise", found


def _other_deals(line: Line, lot: random.Random) -> Iterator[tuple[str, Game]]:
    """Two cards that the seat never saw have changed places in the deal."""
    first = state_of(line.games[0])
    pieces = first.game.module.pieces
    unseen = [n for n in range(len(pieces)) if not _ever_known(line, n)]
    for one in lot.sample(unseen, len(unseen)):
        others = [
            two
            for two in unseen
            if pieces[two].kind == pieces[one].kind
            and pieces[two].name != pieces[one].name
            and first.seen.place(one) != first.seen.place(two)
        ]
        if others:
            two = lot.choice(others)
            names = [first.game.card_names[card] for card in (one, two)]
            swap = dict(zip(names, reversed(names), strict=True))
            begun = exchanged(line.games[0], one, two)
            if seen(begun, line.seat, 0) == line.seen[0]:
                found = _Following(line, swap).on(begun, 0)
                if found is not None and _is_course(found) and _differs(found, line.position):
                    yield f"{' and '.join(names)} exchanged", found


def _other_beginnings(line: Line) -> Iterator[tuple[str, Game]]:
    """Yield games from other seeds: without cards, only chance hides anything at the beginning."""
    first = line.games[0]
    for seed in range(1_000, 1_000 + OTHER_SEEDS):
        begun = first.rules.new_game(first.players, seed, ask_forced=True)
        if seen(begun, line.seat, 0) == line.seen[0]:
            found = _Following(line, {}).on(begun, 0)
            if found is not None and _differs(found, line.position):
                yield f"seed {seed}", found


def _differs(game: Game, other: Game) -> bool:
    """Return whether the states of two games differ: after other choices, another deal may come to the same."""
    return row_of(state_of(game)) != row_of(state_of(other))


def _ever_known(line: Line, card: int) -> bool:
    """Whether the seat knew at some decision where a card lies."""
    return any(state_of(game).seen.knowers(card) >> line.seat & 1 for game in line.games)


def _is_course(game: Game) -> bool:
    """Whether a game comes of its beginning: rules that deal cards by what they are deal otherwise then."""
    return GameHistory.current(state_of(game)).since is None


def exchanged(game: Game, one: int, two: int) -> Game:
    """A copy in which two cards lie where the other lay, known to those who knew the other.

    Where a game keeps how the table was before all, they are exchanged there too: it is a game from its beginning.
    """
    other = game.copy()
    state = state_of(other)
    put_row(state, _exchanged(state, row_of(state), one, two))
    opening = getattr(state, "opening", None)
    if opening is not None:
        row = _exchanged(state, state.engine.pack(opening), one, two)
        setattr(state, "opening", state.engine.unpack(row))  # noqa: B010 - not every state has one
    return other


def _exchanged(state: GameState, row: list[Any], one: int, two: int) -> list[Any]:
    """A row in which two cards have changed places."""
    module, swap = state.game.module, {one: two, two: one}
    for zone in module.zones.values():
        for cell in zone.run.cells:
            cards = [swap.get(card, card) for card in row[cell]]
            row[cell] = tuple(cards if zone.ordered else sorted(cards))
    for base in (module.layout.place, module.layout.known):
        row[base + one], row[base + two] = row[base + two], row[base + one]
    return row


@define
class _Following:
    """Goes along a line in a game that is not the same: others choose what lets the seat see the same."""

    line: Line
    names: dict[str, str]
    tried: int = 0

    def on(self, game: Game, step: int) -> Game | None:
        """From a decision on; None if nothing was found."""
        if step == len(self.line.choices):
            return game
        for index in self._likely(game, step):
            found = self.after(game, step, index)
            if found is not None:
                return found
        return None

    def after(self, game: Game, step: int, index: int) -> Game | None:
        """The same, if this is chosen."""
        self.tried += 1
        if self.tried > MOST_TRIED:
            return None
        other, sight = after(game, index, self.line.seat)
        return self.on(other, step + 1) if sight == self.line.seen[step + 1] else None

    def _likely(self, game: Game, step: int) -> list[int]:
        """What may be chosen: by the seat what it chose, by others most likely what says the same."""
        index, was = self.line.choices[step], self.line.games[step].decision
        assert was is not None
        if game.decision is None:
            return []
        labels = [option.label for option in game.decision.options]
        if decides(game, self.line.seat):
            return [index] if index < len(labels) else []
        label = was.options[index].label
        for one, two in self.names.items():
            if one in label:
                label = label.replace(one, two)
                break
        return sorted(range(len(labels)), key=lambda n: (labels[n] != label, n != index))
