"""Writes a game state as the `given` lines of a scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.base.records import Record, field
from rulewright.language.program.program import Program
from rulewright.language.text import SEATS
from rulewright.runtime.ir.layout import DELAYED
from rulewright.runtime.ir.module import Module, VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import NO_NUMBER, Kind
from rulewright.runtime.ir.snapshot import Snapshot

Lines = list[str]


class Unsayable(Exception):
    """A state that no scenario line can express; the text names it for the user."""


class ScenarioWords(Record):
    """The names of a game's things in scenarios; `called` maps the edition's card names to those of the rules."""

    module: Module
    program: Program
    called: Mapping[str, str]

    def card(self, name: str) -> str:
        """Return an unambiguous name of a card. Raises Unsayable."""
        for known in (name, self.module.names.get(name, {}).get("en", name)):
            if self.called.get(known, known) == name:
                return known
        raise Unsayable(f"another card is called {name} here")

    def copies(self, name: str) -> int:
        """Return the number of copies of a card."""
        return sum(piece.name == name for piece in self.module.pieces)

    def piece(self, number: int) -> str:
        """Return the name of a card without copies. Raises Unsayable."""
        name = self.module.pieces[number].name
        if self.copies(name) > 1:
            raise Unsayable(f"there are several copies of {name}")
        return self.card(name)

    def with_owner(self, thing: ZoneEntry | VariableEntry, index: int) -> str:
        """Return a zone or variable with its owner, by its index: `A's hand`. Raises Unsayable."""
        owner, label = divmod(index, thing.run.each)
        each = ""
        if thing.each is not None:
            each = f" for {self.module.labels[thing.each][label]}"
        if thing.owner is None:
            return f"the {thing.name}{each}"
        return f"{self._owner(thing, owner)}'s {thing.name}{each}"

    def _owner(self, thing: ZoneEntry | VariableEntry, owner: int) -> str:
        """Return the owner with the index `owner` in words: a seat, a label or a card. Raises Unsayable."""
        if thing.owner == "player":
            return SEATS[owner]
        if thing.owner in self.module.labels:
            return f"({self.module.labels[thing.owner][owner]})"
        return self.piece(owner + thing.run.first_owner)

    def value(self, variable: VariableEntry, value: int) -> str:
        """Return the value of a variable in words. Raises Unsayable."""
        match variable.type.kind:
            case Kind.NUMBER:
                return "nothing" if value == NO_NUMBER else str(value)
            case Kind.TRUTH:
                return "yes" if value else "no"
            case Kind.PLAYER:
                return SEATS[value] if value >= 0 else "nobody"
        if value < 0:
            return "nothing"
        match variable.type.kind:
            case Kind.LABEL:
                return self.module.labels[variable.type.of][value]
            case Kind.PIECE:
                return self.piece(value)
        raise Unsayable(f"no line can set {variable.name}")

    def kinds(self, zone: str) -> str:
        """Return the plural name of the cards in a zone."""
        return self.program.plural(self.program.zones[zone].kind)

    def variables(self) -> Iterator[VariableEntry]:
        """Yield the variables that the rules declare, without internal ones."""
        for name, variable in self.module.variables.items():
            if name in self.program.variables:
                yield variable


class Fixture(Record):
    """A writer of the lines that turn the `bare` state into `wanted`.

    `counted` gives, for each ordered zone, how many cards from its top must be in order; for other zones, all of
    them.
    """

    words: ScenarioWords
    bare: Snapshot
    wanted: Snapshot
    counted: Mapping[int, int]
    differing: set[str] = field(factory=set)

    def lines(self) -> Lines:
        """Return the lines of `given`. Raises Unsayable."""
        if self.wanted.row[DELAYED]:
            raise Unsayable("a rule waits for a later event")
        for name, variable in self.words.module.variables.items():
            is_own = "." in name or name in self.words.program.variables
            if not is_own and any(changed_values(variable, self.bare, self.wanted)):
                raise Unsayable("a rule has ended the game")
        return [*self._move_lines(), *self._variable_lines()]

    # ------------------------------------------------------------------ cards

    def _move_lines(self) -> Iterator[str]:
        """Yield the moves of cards.

        Zones where cards start come last, because `move` takes the first copy that is still in its initial zone.
        """
        starts = {piece.zone for piece in self.words.module.pieces}
        zones = self.words.module.zones.values()
        for zone in sorted(zones, key=lambda zone: zone.ordered and zone.name in starts):
            for index, cell in enumerate(zone.run.cells):
                pieces = self.wanted.pieces(cell)
                new = [n for n in pieces if self.bare.place(n) != cell]
                if zone.ordered and pieces != self.bare.pieces(cell):
                    yield from self._order_lines(
                        cell, zone, pieces, self.words.with_owner(zone, index)
                    )
                elif new:
                    place = self.words.with_owner(zone, index)
                    yield from (f"move {self._card(n)} to {place}" for n in new)

    def _card(self, number: int) -> str:
        """Return the scenario name of a card by its piece number. Raises Unsayable."""
        return self.words.card(self.words.module.pieces[number].name)

    def _order_lines(
        self, cell: int, zone: ZoneEntry, pieces: tuple[int, ...], place: str
    ) -> Iterator[str]:
        """Yield moves that give the top cards of a zone their order: to the top, or all of them to the bottom."""
        own = all(self.bare.place(n) == cell for n in pieces)
        count = min(self.counted.get(cell, len(pieces)), len(pieces)) if own else len(pieces)
        top = pieces[:count]
        names = Counter(self.words.module.pieces[n].name for n in pieces)
        single = all(names[self.words.module.pieces[n].name] == 1 for n in top)
        if count < len(pieces) and single:
            yield from (f"move {self._card(n)} to the top of {place}" for n in reversed(top))
            return
        yield from (f"move {self._card(n)} to the bottom of {place}" for n in top)
        if 0 < count < len(pieces):
            others, kinds = len(pieces) - count, self.words.kinds(zone.name)
            yield f"move the top {others} {kinds} of {place} to the bottom of {place}"

    # ------------------------------------------------------------------ numbers, pointers and marks

    def _variable_lines(self) -> Iterator[str]:
        """Yield the lines that set variables and marks."""
        for variable in self.words.variables():
            if variable.owner in self.words.program.kinds:
                yield from self._card_variable_lines(variable)
                continue
            for index, value in changed_values(variable, self.bare, self.wanted):
                yield self._variable_line(variable, self.words.with_owner(variable, index), value)

    def _variable_line(self, variable: VariableEntry, whose: str, value: int) -> str:
        """Return the line that sets a variable or mark. Raises Unsayable."""
        if variable.is_mark:
            owner = whose.removesuffix(f"'s {variable.name}")
            if owner == whose:
                raise Unsayable(f"the mark {variable.name}")
            return f"{owner} {'becomes' if value else 'stops being'} {variable.name}"
        return f"set {whose} to {self.words.value(variable, value)}"

    def _card_variable_lines(self, variable: VariableEntry) -> Iterator[str]:
        """Yield the lines for variables of cards; equal copies in one zone share a line."""
        values_by_place: dict[tuple[str, int, int], list[int]] = {}
        for index in range(variable.run.count):
            piece, label = divmod(index, variable.run.each)
            piece += variable.run.first_owner
            name = self.words.module.pieces[piece].name
            place = self.wanted.place(piece) if self.words.copies(name) > 1 else -1
            value = self.wanted.value(variable.name, index)
            values_by_place.setdefault((name, place, label), []).append(value)
        for (name, place, label), values in values_by_place.items():
            if set(values) == {variable.start}:
                continue
            card, each = self.words.card(name), ""
            if variable.each is not None:
                each = f" for {self.words.module.labels[variable.each][label]}"
            if place < 0:
                yield self._variable_line(variable, f"{card}'s {variable.name}{each}", values[0])
            elif len(set(values)) == 1:
                kind = self.words.program.zones[zone_of(self.words.module, place)[0].name].kind
                whose = f"the {kind}'s {variable.name}{each}"
                yield f"for each {kind} in {self._cards_in_zone_phrase(place)} where it is {card}"
                yield f"    {self._variable_line(variable, whose, values[0])}"
            else:
                yield from self._lines_per_copy(
                    variable, f"{self._cards_in_zone_phrase(place)} where it is {card}", values
                )

    def _lines_per_copy(
        self, variable: VariableEntry, copies: str, values: list[int]
    ) -> Iterator[str]:
        """Yield lines for copies that differ in one variable, each for the first copy that is still unset."""
        if variable.each is not None or copies in self.differing:
            raise Unsayable(f"there are {copies}")
        self.differing.add(copies)
        unsaid = f"its {variable.name} is {self.words.value(variable, variable.start)}"
        if variable.is_mark:
            unsaid = f"it is {'' if variable.start else 'not '}{variable.name}"
        for value in values:
            if value != variable.start:
                first = f"(the first of {copies} and {unsaid})"
                yield self._variable_line(variable, f"{first}'s {variable.name}", value)

    def _cards_in_zone_phrase(self, cell: int) -> str:
        """Return a phrase for all cards in a zone, such as `pegs in A's hand`."""
        zone, index = zone_of(self.words.module, cell)
        return f"{self.words.kinds(zone.name)} in {self.words.with_owner(zone, index)}"


def changed_values(
    variable: VariableEntry, before: Snapshot, after: Snapshot
) -> Iterator[tuple[int, int]]:
    """Yield the indices of `variable` whose values differ, with their new values."""
    for index in range(variable.run.count):
        value = after.value(variable.name, index)
        if value != before.value(variable.name, index):
            yield index, value


def zone_of(module: Module, cell: int) -> tuple[ZoneEntry, int]:
    """Return the zone with `cell`, and the index of the cell in it."""
    candidates = (zone for zone in module.zones.values() if cell in zone.run.cells)
    zone = next(candidates)
    return zone, cell - zone.run.base


def relevant_order(
    module: Module, before: Snapshot, later: list[Snapshot], offered: set[int]
) -> dict[int, int]:
    """Return how many cards from the top of each ordered zone must be in order.

    These are all cards down to the lowest one that left, changed its place in the order or was offered.
    """
    counts: dict[int, int] = {}
    for zone in module.zones.values():
        for cell in zone.run.cells if zone.ordered else ():
            pieces = before.pieces(cell)
            count = max((n + 1 for n, card in enumerate(pieces) if card in offered), default=0)
            for after in later:
                while count < len(pieces) and not _are_all_in_zone(
                    pieces[count:], after.pieces(cell)
                ):
                    count += 1
            counts[cell] = count
    return counts


def _are_all_in_zone(cards: tuple[int, ...], pieces: tuple[int, ...]) -> bool:
    """Return whether all of `cards` are still in the zone in this order."""
    there: set[Any] = set(cards)
    return [card for card in pieces if card in there] == list(cards)
