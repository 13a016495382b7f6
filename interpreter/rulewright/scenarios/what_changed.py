"""What has changed on a table, as the checks of a scenario; and whether two tables are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulewright.ir.ir_types import Kind
from rulewright.ir.module import Module, Variable
from rulewright.ir.snapshot import Snapshot
from rulewright.program.program import Program
from rulewright.records import Record
from rulewright.scenarios.setting_out import Unsayable, Words, zone_of


class Changes(Record):
    """Checks of how a table lies (`after`), where it has changed since `before`; what has no words is left out."""

    words: Words
    before: Snapshot
    after: Snapshot

    def lines(self) -> Iterator[str]:
        """The lines of `then`."""
        yield from self._counted()
        yield from self._amounts()
        yield from self._cards()

    def _counted(self) -> Iterator[str]:
        for variable in self.words.variables():
            for index in range(variable.run.count):
                value = self.after.value(variable.name, index)
                if value != self.before.value(variable.name, index):
                    try:
                        yield self._holds(variable, self.words.owned(variable, index), value)
                    except Unsayable:
                        continue

    def _holds(self, variable: Variable, whose: str, value: int) -> str:
        if variable.is_mark:
            owner = whose.removesuffix(f"'s {variable.name}")
            return f"{owner} is {'' if value else 'not '}{variable.name}"
        return f"{whose} is {self.words.value(variable, value)}"

    def _amounts(self) -> Iterator[str]:
        for zone in self.words.module.zones.values():
            for index, cell in enumerate(zone.run.cells):
                lying = self.after.pieces(cell)
                if len(lying) != len(self.before.pieces(cell)):
                    try:
                        place = self.words.owned(zone, index)
                    except Unsayable:
                        continue
                    kinds = self.words.kinds(zone.name)
                    yield f"the number of {kinds} in {place} is {len(lying)}"

    def _cards(self) -> Iterator[str]:
        """Where the cards lie that were moved; of copies how many lie there."""
        moved: dict[tuple[str, int], None] = {}
        for number, piece in enumerate(self.words.module.pieces):
            if self.after.place(number) != self.before.place(number):
                moved[piece.name, self.after.place(number)] = None
        for name, place in moved:
            try:
                yield self._lies(name, place)
            except Unsayable:
                continue

    def _lies(self, name: str, cell: int) -> str:
        zone, index = zone_of(self.words.module, cell)
        place, card = self.words.owned(zone, index), self.words.card(name)
        if self.words.copies(name) == 1:
            return f"{card} is in {place}"
        count = Counter(self.words.module.pieces[n].name for n in self.after.pieces(cell))[name]
        return f"(the number of {self.words.kinds(zone.name)} in {place} where it is {card}) is {count}"


class Likeness(Record):
    """A table with its copies taken for one another, to be compared; perhaps also by the order of cards."""

    program: Program
    by_order: bool

    def of(self, module: Module, seen: Snapshot) -> dict[object, Any]:
        """What is compared."""
        names = [piece.name for piece in module.pieces]
        found: dict[object, Any] = {}
        for zone in module.zones.values():
            for index, cell in enumerate(zone.run.cells):
                lying = [names[card] for card in seen.pieces(cell)]
                ordered = zone.ordered and self.by_order
                found[zone.name, index] = lying if ordered else sorted(lying)
        for variable in module.variables.values():
            if variable.name in self.program.variables:
                found[variable.name] = self._values(module, seen, variable)
        return found

    def _values(self, module: Module, seen: Snapshot, variable: Variable) -> list[Any]:
        values: list[Any] = [seen.value(variable.name, n) for n in range(variable.run.count)]
        if variable.type.kind is Kind.PIECE:
            values = [module.pieces[value].name if value >= 0 else "" for value in values]
        if variable.owner not in self.program.kinds:
            return values
        found = []
        for index, value in enumerate(values):
            piece, label = divmod(index, variable.run.each)
            piece += variable.run.first_owner
            zone, place = zone_of(module, seen.place(piece))
            found.append((module.pieces[piece].name, label, zone.name, place, value))
        return sorted(found)


def differs(one: dict[object, Any], other: dict[object, Any]) -> bool:
    """Whether two tables differ in what both of them have: a module has no more than its rules ask for."""
    return any(one[key] != other[key] for key in one.keys() & other.keys())
