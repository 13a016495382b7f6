"""How a game is dealt anew: which cards a seat does not know, from where to play again, what could be on what.

All of it hangs on what the seat can tell only; so does the order in which cards and names are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.game.course import Course
from rulewright.game.memory import Memory
from rulewright.game.recorded import Record
from rulewright.game.state import GameState
from rulewright.game.telling_apart import Apart, Look, bits_of, numbers_of
from rulewright.ir.deal_plan import MOST_STEPS, Group, grouped


def cards_of(at: GameState, now: Look, seat: int) -> list[int]:
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


def bases_of(at: GameState, apart: Apart, cards: Sequence[int], course: Course) -> list[int]:
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


def planned(
    at: GameState, memory: Memory, apart: Apart, cards: Sequence[int], base: int
) -> tuple[Record, list[Group]]:
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
    mine, found = bits_of(cards), dict[int, Sequence[int]]()
    for card in cards:
        could = apart.could[card] & mine
        found[could] = [*found.get(could, ()), card]

    def order(group: tuple[int, Sequence[int]]) -> tuple[Any, ...]:
        could, names = group
        places = sorted(rank[card] for card in numbers_of(could))
        return len(places), [designs[name] for name in names], places

    return again, grouped(sorted(found.items(), key=order))
