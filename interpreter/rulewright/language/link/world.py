"""A world: one program, fixed for an edition, a number of players and the chosen options.

All constants are known in a world: the cards in the game, the value of every setting and table cell.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from rulewright.base.library import portable_place
from rulewright.base.records import Draft, field
from rulewright.language.link import link_complaints as say
from rulewright.language.program.program import CellPlace, Program
from rulewright.language.text import Complaints, Span


class Piece(NamedTuple):
    """One physical card in the game: its number, the name of its design, and its kind."""

    number: int
    card: str
    kind: str


class World(Draft):
    """A program with the cards, settings, table cells and field values of one edition and number of players."""

    program: Program
    players: int
    pieces: list[Piece] = field(factory=list)
    settings: dict[str, object] = field(factory=dict)
    cells: dict[str, dict[CellPlace, object]] = field(factory=dict)
    values: dict[str, dict[str, object]] = field(factory=dict)
    names: dict[str, dict[str, str]] = field(factory=dict)
    folder: Path | None = None
    """Folder of the edition; displayed places are relative to it."""

    def displayed_place(self, place: str) -> str:
        """Return the place of a rule as shown to people, independent of where files are installed."""
        return portable_place(place, self.folder, self.program.working_folder)

    @property
    def cards(self) -> list[str]:
        """Names of the different cards in the game, in the order of their pieces."""
        return list(self._copies)

    @property
    def copies(self) -> dict[str, int]:
        """Number of copies of each card in the game, by name."""
        return {card: len(pieces) for card, pieces in self._copies.items()}

    def of_kind(self, kind: str) -> list[Piece]:
        """Return the physical cards of one kind in the game."""
        return [piece for piece in self.pieces if piece.kind == kind]

    def of_card(self, card: str) -> list[Piece]:
        """Return the physical copies of one card in the game."""
        return self._copies.get(card, [])

    @cached_property
    def _copies(self) -> dict[str, list[Piece]]:
        # `groupby` suffices: the copies of a card are adjacent.
        """Physical cards in the game, by the name of their card."""
        return {card: [*pieces] for card, pieces in groupby(self.pieces, attrgetter("card"))}

    def field_of(self, card: str, name: str) -> object:
        """Return the printed value of a card's field in this edition."""
        return self.values[card][name]


def is_known_name(
    complaints: Complaints, what: str, name: str, span: Span | None, known: Iterable[str]
) -> bool:
    """Return whether a name in an edition is among the `known` ones; report it if not."""
    names = list(known)
    if name not in names:
        complaints.add(say.unknown_name(span, what, name, names))
    return name in names
