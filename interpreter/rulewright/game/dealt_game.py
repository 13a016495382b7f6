"""A game dealt anew as a game: with its own past and story, and what its seat could tell of the other one.

The seat cannot tell the two apart; so of this one it knows what it knew of that, by the names that cards have now.
"""

from __future__ import annotations

from typing import Any

from rulewright.game.course import Course
from rulewright.game.dealing_anew import Dealer, Dealt
from rulewright.game.memory import Memory
from rulewright.game.recorded import known_to
from rulewright.game.state import GameState, Past
from rulewright.game.telling_apart import Apart, Look, bits_of, numbers_of
from rulewright.ir.layout import ASKING, CHANCE_SEAT


def dealt_anew(at: GameState, seat: int, seed: int) -> GameState:
    """A game that the seat cannot tell from this one; its story is what the seat was told."""
    dealer = Dealer.of(at, seat)
    dealt = dealer.deal(seed)
    log, counts = _heard(at.log, seat)
    other = GameState(at.game, dealt.state, log)
    other.past, other.decisions = _past(at, dealt, counts)
    made = [made._replace(told=counts[made.told]) for made in dealt.made]
    other.course = Course.of(at.engine, made, other.past, dealt.state)
    other.memories = {seat: _known(other, dealer, dealt)}
    return other


def _past(at: GameState, dealt: Dealt, counts: list[int]) -> tuple[list[Past], list[int]]:
    """Where a game dealt anew stood before each decision of a player, and what was chosen; told of so much."""
    past, decisions = list[Past](), list[int]()
    asking = at.engine.pack(at.state)[ASKING]
    for made, index in zip(dealt.made, dealt.decisions, strict=True):
        if at.engine.look(made.state).decider != CHANCE_SEAT:
            row = at.engine.pack(made.state)
            row[ASKING] = asking
            state = at.engine.unpack(row)
            past.append(Past(state, len(decisions), counts[made.told], made.option))
            decisions.append(index)
    return past, decisions


def _heard(log: list[Any] | None, seat: int) -> tuple[list[Any] | None, list[int]]:
    """The story as the seat was told it, and how much of it there was after so many tellings."""
    if log is None:
        return None, [0]
    heard, counts = list[Any](), [0]
    for entry in log:
        heard += known_to(seat, [entry])
        counts.append(len(heard))
    return heard, counts


def _known(other: GameState, dealer: Dealer, dealt: Dealt) -> Memory:
    """What the seat can tell of its game, told of the other."""
    engine, course = other.engine, other.course
    count, known = len(dealt.made), dealer.memory.apart if dealt.made else dealer.apart
    base = len(dealer.memory.steps) - count
    could = [
        bits_of(dealt.names[card] for card in numbers_of(cards)) | 1 << name
        for name, cards in enumerate(known.could)
    ]
    last = Look.at(engine, course.made[-1].state if count else course.now, dealer.seat)
    exact, mixed = (
        [look - base for look in looks] for looks in (known.exact, known.mixed.values())
    )
    alike = {
        kind: cards if cards < 0 else bits_of(dealt.names[card] for card in numbers_of(cards))
        for kind, cards in known.alike.items()
    }
    apart = Apart(could, exact, dict(zip(known.mixed, mixed, strict=True)), alike, count, last)
    steps = [
        step._replace(
            option=made.option,
            alike=step.alike[:],
            told=made.told,
        )
        for step, made in zip(dealer.memory.steps[base:], course.made, strict=True)
    ]
    return Memory(dealer.seat, course, apart, steps)
