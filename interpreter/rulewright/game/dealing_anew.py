"""Another game that a seat cannot tell from this one: what it cannot know is dealt anew (docs/decisions/0021).

Names change places among the cards that they could be on, in a state of the past; from there the game is played
again with the choices that were made. What does not come to what the seat has seen is thrown away, and tried anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from attrs import define, evolve

from rulewright.game.course import Course, Made, Tape, counted
from rulewright.game.engine import State
from rulewright.game.memory import Memory
from rulewright.game.recorded import Record, chosen_again
from rulewright.game.seen_state import seen_of
from rulewright.game.state import GameState
from rulewright.game.telling_apart import Apart, Look, bits_of
from rulewright.ir.chance import below, seeded
from rulewright.ir.deal_plan import ENOUGH_TRIES, MOST_STEPS, MOST_TRIES, Again, Plan
from rulewright.ir.faults import Fault
from rulewright.ir.layout import RANDOM


class Dealt(NamedTuple):
    """A game dealt anew: its state, the decisions by which it came there from one of the past, each with the index
    of its option; and for each card the name that it has got."""

    state: State
    made: list[Made]
    decisions: list[int]
    names: Sequence[int]


@define
class Dealer:
    """Deals a game anew for one seat, as often as one likes."""

    at: GameState
    seat: int
    memory: Memory
    apart: Apart
    cards: list[int]
    seen: tuple[Any, ...]
    ordered: frozenset[int]
    again: Record
    groups: list[tuple[int, list[int]]]

    @classmethod
    def of(cls, at: GameState, seat: int) -> Dealer:
        """A dealer for a game as it stands; what its seat could tell before is kept with the game."""
        memory = Memory.kept(at, seat)
        now, apart = Look.at(at.engine, at.state, seat), memory.apart.copy()
        apart.saw(now)
        cards, seen = _cards(at, now, seat), seen_of(at.engine, at.state, seat)
        bases = _bases(at, apart, cards, memory.course)
        zones = at.game.module.zones.values()
        ordered = frozenset(cell for zone in zones if zone.ordered for cell in zone.run.cells)
        plan = _plan(at, memory, apart, cards, bases[0])
        dealer = cls(at, seat, memory, apart, cards, seen, ordered, *plan)
        for base in bases[1:]:
            stream = _stream(0)
            if dealer._tried(stream, ENOUGH_TRIES) is not None:
                break
            dealer = dealer._from(base)
        return dealer

    def _from(self, base: int) -> Dealer:
        """The same from another state of the past."""
        again, groups = _plan(self.at, self.memory, self.apart, self.cards, base)
        return evolve(self, again=again, groups=groups)

    def deal(self, seed: int) -> Dealt:
        """A game dealt anew with this seed; the same for the same seed and all that the seat can tell."""
        stream = _stream(seed)
        dealt = self._tried(stream, MOST_TRIES)
        if dealt is None and self.again.steps:
            dealt = self._from(len(self.memory.steps))._tried(stream, ENOUGH_TRIES)
        dealt = dealt or self._as_it_is()
        self.at.engine.reseed(dealt.state, stream[RANDOM])
        return dealt

    def plan(self) -> Plan:
        """All that it takes to deal, for an engine that can do so by itself; see `Engine.dealing`."""
        steps = [Again(*step[:4], step.alike) for step in self.again.steps]
        base, now = map(self.at.engine.pack, (self.again.first, self.at.state))
        return Plan(self.seat, base, now, steps, self.again.order, self.groups)

    def _tried(self, stream: list[Any], tries: int) -> Dealt | None:
        for _ in range(tries):
            names = self._names(stream)
            dealt = self._played_again(names, stream) if names is not None else None
            if dealt is not None:
                return dealt
        return None

    def _as_it_is(self) -> Dealt:
        """The game as it stands; only chance to come is another."""
        everyone = range(len(self.at.game.module.pieces))
        return Dealt(self.at.engine.copy(self.at.state), [], [], everyone)

    # ------------------------------------------------------------------ names

    def _names(self, stream: list[Any]) -> list[int] | None:
        """For each card its name; None if the draw came to nothing.

        Names that could be on few cards come first. Where what they could be on lies within each other or apart,
        all arrangements are equally likely.
        """
        names, free = list(range(len(self.at.game.module.pieces))), self.again.order
        for could, group in self.groups:
            cards = [card for card in free if could >> card & 1]
            if len(cards) < len(group):
                return None
            for at, name in enumerate(group):
                drawn = at + below(stream, len(cards) - at)
                names[cards[drawn]] = name
                cards[at], cards[drawn] = cards[drawn], cards[at]
            taken = set(cards[: len(group)])
            free = [card for card in free if card not in taken]
        return names

    def _renamed(self, state: State, names: Sequence[int]) -> State:
        """A state in which each card has its new name; what others know, and unseen marks, go with the card."""
        engine, module = self.at.engine, self.at.game.module
        old, layout = engine.pack(state), module.layout
        row, changed = old[:], [(card, name) for card, name in enumerate(names) if card != name]
        for cell in {old[layout.place + card] for card, _ in changed}:
            cards = [names[card] for card in old[cell]]
            row[cell] = tuple(cards if cell in self.ordered else sorted(cards))
        for card, name in changed:
            for base in (layout.place, layout.known):
                row[base + name] = old[base + card]
        for kind, run in self.again.unseen:
            for card, name in ((c, n) for c, n in changed if module.pieces[c].kind == kind):
                one, two = (run.base + (n - run.first_owner) * run.each for n in (card, name))
                row[two : two + run.each] = old[one : one + run.each]
        return engine.unpack(row)

    # ------------------------------------------------------------------ playing again

    def _played_again(self, names: Sequence[int], stream: list[Any]) -> Dealt | None:
        """From the base to the present; None if it did not come to what the seat has seen."""
        engine, tape, again = self.at.engine, Tape(), self.again
        state, made, decisions = self._renamed(again.first, names), list[Made](), list[int]()
        tape.options = engine.options(state) if again.steps else None
        for step in again.steps:
            look = engine.look(state)
            if (look.decision, look.decider) != step[:2]:
                return None
            options = tape.options or []
            option = chosen_again(step, names, stream)
            if option not in options:
                return None
            made.append(Made(engine.copy(state), option, step.told))
            decisions.append(options.index(option))
            try:
                engine.choose(state, tape, option)
            except Fault:
                return None
        state = counted(engine, state, self.at.state)
        return Dealt(state, made, decisions, names) if self._fits(state) else None

    def _fits(self, state: State) -> bool:
        """Whether the seat sees what it sees."""
        try:
            look = self.at.engine.look(state)
            if (look.decision, look.decider) != self.seen[:2]:
                return False
            return seen_of(self.at.engine, state, self.seat) == self.seen
        except Fault:
            return False


def numbers_of(bits: int) -> Iterator[int]:
    """Bits as numbers."""
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


def _bases(at: GameState, apart: Apart, cards: Sequence[int], course: Course) -> list[int]:
    """From where to play again: the more, the more of what was asked and not answered is seen to be so again.

    From where cards of one kind were last told apart, or all alike, of the kind of which that was last; or later,
    where all that came to be unknown was unknown; or as cards lie now.
    """
    told: dict[str, list[int]] = {}
    for card in cards:
        if apart.could[card] & (apart.could[card] - 1):
            told.setdefault(at.game.module.pieces[card].kind, []).append(apart.exact[card] + 1)
    count = len(course.made)
    least = max(course.begins, count - MOST_STEPS)
    if not told:
        return [count]
    first = max(max(min(looks), apart.mixed[kind]) for kind, looks in told.items())
    later = set(map(max, told.values()))
    found = {n for n in {first, *later} if max(first, least) <= n <= count}
    return sorted((found or {least}) | {count})


def _plan(
    at: GameState, memory: Memory, apart: Apart, cards: Sequence[int], base: int
) -> tuple[Record, list[tuple[int, list[int]]]]:
    """What is played again from a base, and the names that could be on the same cards; those first that could be on
    few.

    Else the order hangs on what cards are and on where they could be: nothing tells copies of a card apart.
    """
    module = at.game.module
    designs = [module.designs.index(piece.name) for piece in module.pieces]
    could_be = {
        card: [designs[name] for name in cards if apart.could[name] >> card & 1] for card in cards
    }
    again = Record.of(at, memory.seat, memory.course, memory.steps[base:], could_be)
    rank = {card: number for number, card in enumerate(again.order)}
    mine, found = bits_of(cards), dict[int, list[int]]()
    for card in cards:
        found.setdefault(apart.could[card] & mine, []).append(card)

    def order(group: tuple[int, list[int]]) -> tuple[Any, ...]:
        could, names = group
        places = sorted(rank[card] for card in numbers_of(could))
        return len(places), [designs[name] for name in names], places

    return again, sorted(found.items(), key=order)


def _stream(seed: int) -> list[Any]:
    """A stream of chance."""
    stream: list[Any] = [0] * (RANDOM + 1)
    stream[RANDOM] = seeded(seed)
    return stream
