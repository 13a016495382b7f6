"""Checked lists, and what is worked out of them."""

from __future__ import annotations

from rulewright.language.program.typed.typed_expressions import Expr
from rulewright.language.program.types import NUMBER, YES_OR_NO, Type


class ZoneOf(Expr):
    """The cards of a place."""

    zone: str
    owner: Expr | None


class AnyZone(Expr):
    """The zones of this name of all players, or of all but `without`."""

    zone: str
    without: Expr | None


class KindAll(Expr):
    """All cards of a kind that are in this game, in the kind's order."""

    kind: str
    without: Expr | None = None


class LabelAll(Expr):
    """All labels of a list."""

    labels: str


class Players(Expr):
    """Players clockwise from `start` (seat order when there is none), perhaps without that one."""

    start: Expr | None = None
    others: bool = False


class Range(Expr):
    """The numbers from one to another."""

    low: Expr
    high: Expr


class Filter(Expr):
    """The elements of a list that pass a test."""

    source: Expr
    var: str
    condition: Expr


class Backwards(Expr):
    """A list from its last to its first."""

    source: Expr


class Ends(Expr):
    """So many cards from the top or bottom of an ordered zone on, or all that there are."""

    zone: Expr
    end: str
    count: Expr


class First(Expr):
    """The first of a list; nothing if it is empty."""

    source: Expr


class End(Expr):
    """The top or bottom card of an ordered zone; nothing if the zone is empty."""

    zone: Expr
    end: str


class Count(Expr):
    """How many there are."""

    source: Expr
    type: Type = NUMBER


class Gather(Expr):
    """The `total`, `most` or `least` of an attribute over a list; 0 of an empty one."""

    how: str
    source: Expr
    var: str
    of: Expr
    type: Type = NUMBER


class Some(Expr):
    """Whether a list has an element at all."""

    source: Expr
    type: Type = YES_OR_NO
