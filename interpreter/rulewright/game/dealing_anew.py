"""Another game that a seat cannot tell from this one: what it cannot know is dealt anew (docs/decisions/0021).

Names change places among the cards that they could be on, in a state of the past; from there the game is played
again with the choices that were made. What does not come to what the seat has seen is thrown away, and tried anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from attrs import define, evolve

from rulewright.game.course import Made, Tape, counted, make
from rulewright.game.engine import State
from rulewright.game.memory import Memory
from rulewright.game.planning_anew import bases_of, cards_of, planned
from rulewright.game.recorded import Record, chosen_again
from rulewright.game.seen_state import seen_of
from rulewright.game.state import GameState
from rulewright.game.telling_apart import Apart, Look
from rulewright.ir.chance import below, seeded
from rulewright.ir.deal_plan import ENOUGH_TRIES, MOST_TRIES, Again, Group, Plan
from rulewright.ir.layout import RANDOM
from rulewright.ir.playing import Fault


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
    groups: list[Group]

    @classmethod
    def of(cls, at: GameState, seat: int) -> Dealer:
        """A dealer for a game as it stands; what its seat could tell before is kept with the game."""
        memory = Memory.kept(at, seat)
        now, apart = Look.at(at.engine, at.state, seat), memory.apart.copy()
        apart.saw(now, memory.stirred)
        cards, seen = cards_of(at, now, seat), seen_of(at.engine, at.state, seat)
        bases = bases_of(at, apart, cards, memory.course)
        zones = at.game.module.zones.values()
        ordered = frozenset(cell for zone in zones if zone.ordered for cell in zone.run.cells)
        plan = planned(at, memory, apart, cards, bases[0])
        dealer = cls(at, seat, memory, apart, cards, seen, ordered, *plan)
        for base in bases[1:]:
            stream = _stream(0)
            if dealer._tried(stream, ENOUGH_TRIES) is not None:
                break
            dealer = dealer._from(base)
        return dealer

    def _from(self, base: int) -> Dealer:
        """The same from another state of the past."""
        again, groups = planned(self.at, self.memory, self.apart, self.cards, base)
        return evolve(self, again=again, groups=groups)

    def deal(self, seed: int) -> Dealt:
        """A game dealt anew with this seed; the same for the same seed and all that the seat can tell."""
        stream = _stream(seed)
        dealt = self._tried(stream, MOST_TRIES) or self._tried(_stream(0), MOST_TRIES)
        dealt = dealt or self._as_it_is()
        self.at.engine.reseed(dealt.state, stream[RANDOM])
        return dealt

    def plan(self) -> Plan:
        """All that it takes to deal, for an engine that can do so by itself; see `Engine.dealing`."""
        steps = [Again(*step[:4], step.alike) for step in self.again.steps]
        base, now = map(self.at.engine.pack, (self.again.first, self.at.state))
        return Plan(self.seat, base, now, steps, self.again.order, self.groups)

    def _tried(self, stream: list[Any], tries: int) -> Dealt | None:
        pieces = range(len(self.at.game.module.pieces))
        for _ in range(tries):
            names = draw_names(pieces, self.again.order, self.groups, stream)
            dealt = self._played_again(names, stream) if names is not None else None
            if dealt is not None:
                return dealt
        return None

    def _as_it_is(self) -> Dealt:
        """The game as it stands; only chance to come is another."""
        everyone = range(len(self.at.game.module.pieces))
        return Dealt(self.at.engine.copy(self.at.state), [], [], everyone)

    # ------------------------------------------------------------------ names

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
                make(engine, state, tape, option)
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


def draw_names(
    pieces: Sequence[int], order: Sequence[int], groups: Sequence[Group], stream: list[Any]
) -> list[int] | None:
    """For each card its name, of those in an order; None if the draw came to nothing.

    Names that could be on few cards come first; cards on which only they could be are among theirs. Where what they
    could be on lies within each other or apart, all arrangements are equally likely.
    """
    names, free = list(pieces), order
    for could, alone, group in groups:
        cards = [card for card in free if alone >> card & 1]
        must = len(cards)
        cards += [card for card in free if (could & ~alone) >> card & 1]
        if not must <= len(group) <= len(cards):
            return None
        if must:
            _drawn_first(stream, cards, must, len(group))
            del cards[len(group) :]
        _drawn_first(stream, cards, 0, len(group))
        for card, name in zip(cards, group, strict=False):
            names[card] = name
        taken = set(cards[: len(group)])
        free = [card for card in free if card not in taken]
    return names


def _drawn_first(stream: list[Any], cards: list[int], begin: int, end: int) -> None:
    """From one place to another each gets a card by lot, of those from there on."""
    for at in range(begin, end):
        drawn = at + below(stream, len(cards) - at)
        cards[at], cards[drawn] = cards[drawn], cards[at]


def _stream(seed: int) -> list[Any]:
    """A stream of chance."""
    stream: list[Any] = [0] * (RANDOM + 1)
    stream[RANDOM] = seeded(seed)
    return stream
