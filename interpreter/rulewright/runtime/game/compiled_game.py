"""A compiled game: a module, the words of its language, and the engine that plays it."""

from __future__ import annotations

from functools import cached_property

from attrs import field, frozen

from rulewright.runtime.game.attachments import Attachments
from rulewright.runtime.game.engine import GameEngine
from rulewright.runtime.game.owned_cells import GroupedByOwner, Reader, reader_of
from rulewright.runtime.ir.module import Module, VariableEntry, ZoneEntry


@frozen
class CompiledGame:
    """An edition compiled for one number of players, in one language.

    `label_words` translate labels, `messages` the interpreter's own words; `reasons` translate lines of the
    rules. `attached` is data of upper packages.
    """

    module: Module
    engine: GameEngine = field(eq=False)
    language: str = "en"
    label_words: dict[str, tuple[str, ...]] = field(factory=dict)
    messages: dict[str, str] = field(factory=dict)
    reasons: dict[str, str] = field(factory=dict)
    attached: Attachments = field(init=False, factory=Attachments, eq=False, repr=False)

    @cached_property
    def zones(self) -> GroupedByOwner[ZoneEntry]:
        """Zones grouped by owner, with the names that views use."""
        return GroupedByOwner.of(self.module, self.module.zones.values())

    @cached_property
    def place_ids(self) -> dict[int, str]:
        """The id of each place that is not on a card, by its cell: `deck`, `2/hand`."""
        owners = [("", self.zones.common)]
        owners += [(f"{seat}/", owned) for seat, owned in enumerate(self.zones.of_seats)]
        return {
            zone.run.base + number: before + name
            for before, owned in owners
            for name, zone, number in owned
        }

    @cached_property
    def variables(self) -> GroupedByOwner[VariableEntry]:
        """Numbers, pointers and marks grouped by owner, with the names that views use."""
        return GroupedByOwner.of(self.module, self.module.variables.values())

    @cached_property
    def readers(self) -> dict[int | None, tuple[Reader, Reader]]:
        """Functions that read the places, and those that read the variables, of each seat or (None) of no owner."""
        zones, variables = self.zones, self.variables
        seats = enumerate(zip(zones.of_seats, variables.of_seats, strict=True))
        owners = [(None, (zones.common, variables.common)), *seats]
        return {owner: (reader_of(lie), reader_of(count)) for owner, (lie, count) in owners}

    @cached_property
    def events(self) -> tuple[bool, ...]:
        """For each story text: False if it is wordless and only says which cards an event counted."""
        return tuple(not telling.counts for telling in self.module.tellings)

    @cached_property
    def first_copies(self) -> dict[str, int]:
        """The number of the first copy of each card, by its name in the rules."""
        return {piece.name: number for number, piece in reversed([*enumerate(self.module.pieces)])}

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """Name of each piece's card in this edition, in the game's language."""
        return tuple(self.design_name(piece.name) for piece in self.module.pieces)

    def design_name(self, name: str) -> str:
        """Return the edition's name for a design in the game's language, else in English, else `name`."""
        texts = self.module.names.get(name, {})
        return texts.get(self.language) or texts.get("en") or name
