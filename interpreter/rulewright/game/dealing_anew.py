"""Another game that a seat cannot tell from this one: what it cannot know is dealt anew (docs/decisions/0021).

Names change places among the cards that they could be on, in a state of the past; from there the game is played
again with the choices that were made. What does not come to what the seat has seen is thrown away, and tried anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from attrs import define

from rulewright.game.engine import State
from rulewright.game.recorded import Record, Tape, chosen_again, counted, known_to
from rulewright.game.seen_state import seen_of
from rulewright.game.state import GameState, Past
from rulewright.game.telling_apart import Apart, Look, Memory, bits_of
from rulewright.ir.chance import seeded, shuffled
from rulewright.ir.faults import Fault
from rulewright.ir.layout import RANDOM

MOST_STEPS: Final = 80
"""So many decisions are played again at most."""

MOST_TRIES: Final = 100
"""After so many that did not fit, cards change places as they lie now, and nothing is played again."""


class Dealt(NamedTuple):
    """A game dealt anew: its state, how it came there from one of the past, and the names that cards had then."""

    state: State
    past: list[Past]
    decisions: list[int]
    names: Sequence[int]


@define
class Dealer:
    """Deals a game anew for one seat, as often as one likes."""

    at: GameState
    seat: int
    memory: Memory
    present: Sequence[int]
    groups: list[tuple[int, list[int]]]
    cards: list[int]
    bases: list[int]
    seen: tuple[Any, ...]
    again: Record

    @classmethod
    def of(cls, at: GameState, seat: int) -> Dealer:
        """A dealer for a game as it stands; what its seat could tell before is kept with the game."""
        memory = Memory.kept(at, seat)
        now, apart = Look.at(at.engine, at.state, seat), memory.apart.copy()
        apart.saw(now)
        cards = _cards(at, now, seat)
        bases = _bases(at, apart, cards)
        seen = seen_of(at.engine, at.state, seat)
        again = Record.of(at, seat, bases.pop(0), cards)
        groups = _groups(apart, cards)
        return cls(at, seat, memory, apart.could, groups, cards, bases, seen, again)

    def deal(self, seed: int) -> Dealt:
        """A game dealt anew with this seed; the same for the same seed and all that the seat can tell."""
        stream: list[Any] = [0] * (RANDOM + 1)
        stream[RANDOM] = seeded(seed)
        dealt = self._tried(stream)
        while dealt is None and self.bases:
            # Too much was asked of chance: less is played again, from now on.
            base = self.bases.pop(0)
            self.again = Record.of(self.at, self.seat, base, self.cards)
            stream[RANDOM] = seeded(seed)
            dealt = self._tried(stream)
        dealt = dealt or self._as_it_lies(stream)
        self.at.engine.reseed(dealt.state, stream[RANDOM])
        return dealt

    def _tried(self, stream: list[Any]) -> Dealt | None:
        for _ in range(MOST_TRIES):
            names = self._names(stream)
            dealt = self._played_again(names, stream) if names is not None else None
            if dealt is not None:
                return dealt
        return None

    # ------------------------------------------------------------------ names

    def _names(self, stream: list[Any]) -> list[int] | None:
        """For each card its name; None if the draw came to nothing.

        Names that could be on few cards come first. Where what they could be on lies within each other or apart,
        all arrangements are equally likely.
        """
        names, free = list(range(len(self.at.game.module.pieces))), self.again.order
        for could, group in self.groups:
            cards = shuffled(stream, tuple(card for card in free if could >> card & 1))[
                : len(group)
            ]
            if len(cards) < len(group):
                return None
            for card, name in zip(cards, group, strict=True):
                names[card] = name
            taken = set(cards)
            free = [card for card in free if card not in taken]
        return names

    def _renamed(self, state: State, names: Sequence[int]) -> State:
        """A state in which each card has its new name; what others know, and unseen marks, go with the card."""
        engine, module = self.at.engine, self.at.game.module
        old, row, layout = engine.pack(state), engine.pack(state), module.layout
        for zone in module.zones.values():
            for cell in zone.run.cells:
                cards = [names[card] for card in old[cell]]
                row[cell] = tuple(cards if zone.ordered else sorted(cards))
        changed = [(card, name) for card, name in enumerate(names) if card != name]
        for card, name in changed:
            for base in (layout.place, layout.known):
                row[base + name] = old[base + card]
        for kind, run in self.again.unseen:
            for card, name in ((c, n) for c, n in changed if module.pieces[c].kind == kind):
                one, two = (run.base + (n - run.first_owner) * run.each for n in (card, name))
                row[two : two + run.each] = old[one : one + run.each]
        return engine.unpack(row)

    def _as_it_lies(self, stream: list[Any]) -> Dealt:
        """Names change places as cards lie now; if that can be told, only chance is another."""
        at = self.at
        for _ in range(MOST_TRIES):
            names = self._names(stream)
            if names is not None:
                state = self._renamed(at.state, names)
                if self._fits(state):
                    return Dealt(state, [], [], names)
        return Dealt(at.engine.copy(at.state), [], [], range(len(at.game.module.pieces)))

    # ------------------------------------------------------------------ playing again

    def _played_again(self, names: Sequence[int], stream: list[Any]) -> Dealt | None:
        """From the base to the present; None if it did not come to what the seat has seen."""
        engine, tape, again = self.at.engine, Tape(), self.again
        state, past, decisions = self._renamed(again.first, names), list[Past](), list[int]()
        tape.options = engine.options(state) if again.steps else None
        for step in again.steps:
            look = engine.look(state)
            if (look.decision, look.decider) != step[:2]:
                return None
            options = tape.options or []
            option = chosen_again(step, names, stream)
            if option not in options:
                return None
            past.append(Past(engine.copy(state), len(decisions), step.told, option))
            decisions.append(options.index(option))
            try:
                engine.choose(state, tape, option)
            except Fault:
                return None
        state = counted(engine, state, self.at.state)
        return Dealt(state, past, decisions, names) if self._fits(state) else None

    def _fits(self, state: State) -> bool:
        """Whether the seat sees what it sees."""
        try:
            look = self.at.engine.look(state)
            if (look.decision, look.decider) != self.seen[:2]:
                return False
            return seen_of(self.at.engine, state, self.seat) == self.seen
        except Fault:
            return False


def dealt_anew(at: GameState, seat: int, seed: int) -> GameState:
    """A game that the seat cannot tell from this one; its story is what the seat was told."""
    dealer = Dealer.of(at, seat)
    dealt = dealer.deal(seed)
    log, counts = _heard(at.log, seat)
    other = GameState(at.game, dealt.state, log)
    other.past = [past._replace(told=counts[past.told]) for past in dealt.past]
    other.decisions = dealt.decisions
    begun = dealer.memory.could[dealer.again.base] if dealt.past else dealer.present
    other.could = {seat: [0] * len(begun)}
    for name, could in enumerate(begun):
        other.could[seat][name] = bits_of(dealt.names[card] for card in _numbers(could)) | 1 << name
    return other


def _heard(log: list[Any] | None, seat: int) -> tuple[list[Any] | None, list[int]]:
    """The story as the seat was told it, and how much of it there was after so many tellings."""
    if log is None:
        return None, [0]
    heard, counts = list[Any](), [0]
    for entry in log:
        heard += known_to(seat, [entry])
        counts.append(len(heard))
    return heard, counts


def _numbers(bits: int) -> Iterator[int]:
    return (number for number in range(bits.bit_length()) if bits >> number & 1)


def _cards(at: GameState, now: Look, seat: int) -> list[int]:
    """The cards that the seat does not know; without those in whose own places something lies."""
    module, row = at.game.module, at.engine.pack(at.state)
    holding = {
        zone.run.first_owner + number // zone.run.each
        for zone in module.zones.values()
        if zone.owner in {piece.kind for piece in module.pieces}
        for number, cell in enumerate(zone.run.cells)
        if row[cell]
    }
    return [n for n, known in enumerate(now.known) if not known and n not in holding]


def _bases(at: GameState, apart: Apart, cards: Sequence[int]) -> list[int]:
    """From where to play again: the more, the more of what was asked and not answered is seen to be so again.

    From where cards of one kind were last told apart, of the kind of which that was last; or later, where all that
    came to be unknown was unknown. Not before a playout.
    """
    told: dict[str, list[int]] = {}
    for card in cards:
        if apart.could[card] & (apart.could[card] - 1):
            told.setdefault(at.game.module.pieces[card].kind, []).append(apart.exact[card] + 1)
    count = len(at.past)
    least = max(
        [0, count - MOST_STEPS, *(n + 1 for n, p in enumerate(at.past) if p.option is None)]
    )
    if not told:
        return [count]
    first, later = max(map(min, told.values())), set(map(max, told.values()))
    found = {n for n in {first, *later} if max(first, least) <= n <= count}
    return sorted(found or {least})


def _groups(apart: Apart, cards: Sequence[int]) -> list[tuple[int, list[int]]]:
    """The names that could be on the same cards, those first that could be on few."""
    mine, found = bits_of(cards), dict[int, list[int]]()
    for card in cards:
        found.setdefault(apart.could[card] & mine, []).append(card)
    return sorted(found.items(), key=lambda group: (group[0].bit_count(), group[1]))
