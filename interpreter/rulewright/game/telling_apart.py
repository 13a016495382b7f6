"""What a seat can tell of cards that it does not see: on which of them each name could be, as far as it has seen.

A seat that saw four cards before three of them were taken one by one knows that these four lie with those three and
where they were taken from. No single card of them is known, so nothing of it is in a view; it follows from what lay
open to the seat at each of its looks at the table, one after the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence, Set

from attrs import define, field

from rulewright.game.engine import Engine, State
from rulewright.ir.module import Module


@define
class Look:
    """The table at one moment: where every card lies, which of them the seat knows, what lies in order."""

    places: Sequence[int]
    known: Sequence[bool]
    ordered: dict[int, tuple[int, ...]]
    kinds: Sequence[str]

    @classmethod
    def at(cls, engine: Engine, state: State, seat: int) -> Look:
        """The table of a state, as a seat knows it."""
        module = engine.module
        row, layout, count = engine.pack(state), module.layout, len(module.pieces)
        known = [bool(engine.knowers(state, card) >> seat & 1) for card in range(count)]
        zones = [zone for zone in module.zones.values() if zone.ordered]
        ordered = {cell: tuple(row[cell]) for zone in zones for cell in zone.run.cells}
        kinds = [piece.kind for piece in module.pieces]
        return cls(row[layout.place : layout.place + count], known, ordered, kinds)


@define
class Apart:
    """For each name the cards that it could be on, as bits; a name is told by the number of the card that has it.

    `exact` says for each name at which look it was last known on which card it is, -1 for never; `mixed` for each
    kind of cards at which look all that are not known came to be alike, as others joined them or what told them
    apart was lost, and `alike` which these are, -1 as long as something tells some of them apart.
    """

    could: list[int]
    exact: list[int]
    mixed: dict[str, int]
    alike: dict[str, int]
    looks: int = 0
    last: Look | None = field(default=None)

    @classmethod
    def of(cls, module: Module) -> Apart:
        """What can be told before anything was seen: the kind of each card."""
        kinds = [piece.kind for piece in module.pieces]
        every = {kind: bits_of(n for n, k in enumerate(kinds) if k == kind) for kind in kinds}
        return cls(
            [every[kind] for kind in kinds], [-1] * len(kinds), dict.fromkeys(kinds, 0), every
        )

    def saw(self, look: Look, stirred: Collection[int]) -> None:
        """The seat has looked at the table once more; in some places others may lie, as something was shuffled."""
        places = set(stirred)
        if self.last is not None:
            places |= _turned(self.last, look)
            for group in _mixed(self.last, look, places):
                self._confuse(group)
        for group in self._open(look):
            self._only(group)
        for name, could in enumerate(self.could):
            if not could & (could - 1):
                self.exact[name] = self.looks
        self._mark_mixed(look, places)
        self.last = look
        self.looks += 1

    def _mark_mixed(self, look: Look, stirred: Collection[int]) -> None:
        """What was told apart before cards of a kind came to be alike does not matter any more.

        They also come to be so when all of them lie where others may lie.
        """
        hidden = {kind: list[int]() for kind in self.mixed}
        for card, known in enumerate(look.known):
            if not known:
                hidden[look.kinds[card]].append(card)
        for kind, cards in hidden.items():
            is_one = len({self.could[card] for card in cards}) < 2
            now = bits_of(cards) if is_one else -1
            anew = bool(cards) and all(look.places[card] in stirred for card in cards)
            if is_one and (anew or self.alike[kind] == -1 or now & ~self.alike[kind]):
                self.mixed[kind] = self.looks
            self.alike[kind] = now

    @staticmethod
    def _open(look: Look) -> Iterable[int]:
        """The cards that are known: together those of a place without order, one by one others."""
        found = dict[int, int]()
        for card, place in enumerate(look.places):
            if look.known[card]:
                key = -1 - card if place in look.ordered else place
                found[key] = found.get(key, 0) | 1 << card
        return found.values()

    def _only(self, group: int) -> None:
        """These cards have these names, and no others have them."""
        if self.could[group.bit_length() - 1] == group:
            return  # as before
        for name, could in enumerate(self.could):
            if group >> name & 1:
                self.could[name] = group
            elif could & group:
                self.could[name] = could & ~group

    def _confuse(self, group: int) -> None:
        """Nobody can tell these cards from each other: what could be on one could be on all."""
        if group & (group - 1):
            self.could = [could | group if could & group else could for could in self.could]

    def copy(self) -> Apart:
        """The same, to be kept up apart from this one."""
        return Apart(
            self.could[:],
            self.exact[:],
            self.mixed.copy(),
            self.alike.copy(),
            self.looks,
            self.last,
        )


def _mixed(before: Look, now: Look, stirred: Set[int]) -> set[int]:
    """Cards that nobody can tell apart any more: some left a place without order; in some places others may lie, as
    something was shuffled; and what was known, and is not any more, met on the way.
    """
    hidden = [card for card, known in enumerate(now.known) if not known]
    moved = {card for card in hidden if before.places[card] != now.places[card]}
    left = {before.places[card] for card in moved} - before.ordered.keys()
    found = {bits_of(c for c in hidden if before.places[c] == place) for place in left}
    for kind in set(now.kinds):
        mine = [card for card in hidden if now.kinds[card] == kind]
        found.add(
            bits_of(c for c in mine if not stirred.isdisjoint((before.places[c], now.places[c])))
        )
        found.add(bits_of(c for c in mine if before.known[c]))
    return _joined(found)


def _turned(before: Look, now: Look) -> set[int]:
    """The places with order in which cards that stayed lie in another."""
    found = set[int]()
    for place, cards in now.ordered.items():
        old = before.ordered[place]
        stayed = set(old) & set(cards)
        if [card for card in cards if card in stayed] != [card for card in old if card in stayed]:
            found.add(place)
    return found


def _joined(groups: Iterable[int]) -> set[int]:
    """Groups that have cards in common are one."""
    found = set[int]()
    for group in groups:
        together = {other for other in found if other & group}
        for other in together:
            group |= other
        found = (found - together) | {group}
    return found


def bits_of(numbers: Iterable[int]) -> int:
    """Numbers as bits."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def numbers_of(bits: int) -> Iterator[int]:
    """Bits as numbers."""
    return (number for number in range(bits.bit_length()) if bits >> number & 1)
