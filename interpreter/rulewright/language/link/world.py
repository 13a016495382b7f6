"""A world: one program as one edition plays it with a number of players and the options of a group.

Everything is known in a world: which cards there are, what every setting and cell says. What is wrong with
the edition (a card the rules do not know, a setting of the wrong type) is complained about at its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from rulewright.base.library import told_place
from rulewright.base.records import Draft, field
from rulewright.language.link import link_complaints as say
from rulewright.language.program.program import Program
from rulewright.language.text import Complaints, Span


class Piece(NamedTuple):
    """One physical card: its number in the game, its design and its kind."""

    number: int
    card: str
    kind: str


class World(Draft):
    """A program specialised: pieces, settings, cells and fields are fixed."""

    program: Program
    players: int
    pieces: list[Piece] = field(factory=list)
    settings: dict[str, object] = field(factory=dict)
    cells: dict[str, dict[tuple[int, int | None], object]] = field(factory=dict)
    values: dict[str, dict[str, object]] = field(factory=dict)
    names: dict[str, dict[str, str]] = field(factory=dict)
    folder: Path | None = None
    """Where the edition lies, from which its rules are told."""

    def told_place(self, place: str) -> str:
        """A place in its rules as a game tells it, wherever the files lie."""
        return told_place(place, self.folder, self.program.here)

    @property
    def cards(self) -> list[str]:
        """The designs in the game, in the order of their pieces."""
        return list(self._copies)

    @property
    def copies(self) -> dict[str, int]:
        """How many copies of each design are in the game."""
        return {card: len(pieces) for card, pieces in self._copies.items()}

    def of_kind(self, kind: str) -> list[Piece]:
        """The pieces of a kind."""
        return [piece for piece in self.pieces if piece.kind == kind]

    def of_card(self, card: str) -> list[Piece]:
        """The copies of a card."""
        return self._copies.get(card, [])

    @cached_property
    def _copies(self) -> dict[str, list[Piece]]:
        # Those of a card follow each other.
        return {card: [*found] for card, found in groupby(self.pieces, attrgetter("card"))}

    def field_of(self, card: str, name: str) -> object:
        """What is printed on a card, as this edition has it."""
        return self.values[card][name]


def known_name(
    complaints: Complaints, what: str, name: str, span: Span | None, known: Iterable[str]
) -> bool:
    """Whether a name of an edition is among those that are known; if not, it is complained about."""
    names = list(known)
    if name not in names:
        complaints.add(say.unknown_name(span, what, name, names))
    return name in names
