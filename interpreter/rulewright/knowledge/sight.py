"""What a seat can tell of single cards: which of them it knows where, and what tells copies apart for it.

Copies of a card look alike. The numbers that pieces have in the state would tell where each of them has been; so in
what a seat is shown they have others, given out anew each time, in the order in which the seat sees the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from attrs import Factory

from rulewright.game.belongings import Own, of_piece
from rulewright.game.state import GameState
from rulewright.ir.module import Module, Variable, Zone
from rulewright.ir.snapshot import Snapshot
from rulewright.records import Record, field


class Sight(Record):
    """What a seat (None: a spectator) can tell of the cards in a state; if `whole`, who sees everything.

    `numbers` are those that the cards have in its view, by those of the state: of all cards of which it knows where
    they lie. Of those in `unsure` it cannot know which of the copies lies there, and so not what is kept on it.
    """

    at: GameState
    player: int | None
    numbers: dict[int, int] = field(factory=dict)
    unsure: set[int] = field(factory=set)
    whole: bool = False
    seen: Snapshot = field(init=False, default=Factory(lambda self: self.at.seen, takes_self=True))
    _open: dict[str, tuple[Own[Variable], ...]] = field(init=False, factory=dict)

    @classmethod
    def of(cls, at: GameState, player: int | None, whole: bool = False) -> Sight:
        """The sight of a seat."""
        sight, names = cls(at, player, whole=whole), [piece.name for piece in at.game.module.pieces]
        free = {name: number for number, name in reversed([*enumerate(names)])}
        copies = Counter(names)
        for zone, seat, place in _places(at.game.module):
            known = sight._known(zone, place)
            for card in known:
                sight.numbers[card] = free[names[card]]
                free[names[card]] += 1
            if known and not sight.sees(zone, seat):
                sight.unsure.update(card for card in known if copies[names[card]] > 1)
        return sight

    def sees(self, kept: Zone | Variable, seat: int | None) -> bool:
        """Whether what belongs to a seat (None: to none) is open to this one."""
        if self.whole:
            return True
        match kept.seen:
            case "everyone":
                return True
            case "nobody":
                return False
            case "owner":
                return self.player is not None and self.player == seat
            case "expression":
                if self.player is None:
                    return False
                return bool(self.at.engine.call(self.at.state, kept.sight) == self.player)
            case _:
                assert_never(kept.seen)

    def kept_on(self, card: int) -> Iterator[tuple[str, Variable, int]]:
        """What numbers, pointers and marks there are on a card for this seat to see, and what they hold."""
        kind = self.at.game.module.pieces[card].kind
        if kind not in self._open:
            of_kind = self.at.game.variables.of_kinds[kind]
            self._open[kind] = tuple(own for own in of_kind if self.sees(own[1], None))
        for name, variable, number in of_piece(self._open[kind], card):
            yield name, variable, self.seen.value(variable.name, number)

    def _known(self, zone: Zone, place: int) -> list[int]:
        """The cards in a place that the seat knows, as they come in its view."""
        seat = self.at.game.module.players if self.player is None else self.player
        engine, state, pieces = self.at.engine, self.at.state, self.at.game.module.pieces
        lying = self.seen.pieces(place)
        known = [c for c in lying if self.whole or engine.knowers(state, c) >> seat & 1]
        if zone.ordered or len({pieces[card].name for card in known}) == len(known):
            return known
        designs = {pieces[card].name: number for number, card in reversed([*enumerate(known)])}
        return sorted(known, key=lambda card: (designs[pieces[card].name], self._look(card)))

    def _look(self, card: int) -> list[int]:
        """What tells a card from its copies: what is kept on it, and how many cards lie there."""
        zones = self.at.game.zones.of_kinds[self.at.game.module.pieces[card].kind]
        return [value for _, _, value in self.kept_on(card)] + [
            len(self.seen.pieces(zone.run.base + number))
            for _, zone, number in of_piece(zones, card)
        ]


def _places(module: Module) -> Iterator[tuple[Zone, int | None, int]]:
    """Every place with the seat that it belongs to: those of nobody, of the seats, of labels and cards."""
    of_seats: list[tuple[Zone, int, int]] = []
    for zone in module.zones.values():
        for number, place in enumerate(zone.run.cells):
            if zone.owner == "player":
                of_seats.append((zone, number // zone.run.each, place))
            else:
                yield zone, None, place
    yield from sorted(of_seats, key=lambda each: each[1])
