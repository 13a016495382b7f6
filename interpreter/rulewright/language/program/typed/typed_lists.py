"""Typed list expressions, and the values computed from lists."""

from __future__ import annotations

from rulewright.language.program.typed.typed_expressions import Expr
from rulewright.language.program.types import NUMBER, YES_OR_NO, Type


class ZoneOf(Expr):
    """The cards in one zone, as a list."""

    zone: str
    owner: Expr | None


class AnyZone(Expr):
    """The zones of this name of all players, or of all but `without`."""

    zone: str
    without: Expr | None


class KindAll(Expr):
    """All cards of a kind in this game, in the kind's order."""

    kind: str
    without: Expr | None = None


class LabelAll(Expr):
    """All labels of a list of labels, in its order."""

    labels: str


class Players(Expr):
    """All players clockwise from `start` (in seat order if None); `others` leaves out `start` itself."""

    start: Expr | None = None
    others: bool = False


class Range(Expr):
    """The whole numbers from `low` to `high`."""

    low: Expr
    high: Expr


class Filter(Expr):
    """The elements of a list that satisfy a condition."""

    source: Expr
    var: str
    condition: Expr


class Backwards(Expr):
    """A list in reverse order."""

    source: Expr


class Ends(Expr):
    """The first `count` cards from the top or bottom of an ordered zone, or all if it has fewer."""

    zone: Expr
    end: str
    count: Expr


class FirstOf(Expr):
    """The first element of a list; nothing if it is empty."""

    source: Expr


class End(Expr):
    """The top or bottom card of an ordered zone; nothing if the zone is empty."""

    zone: Expr
    end: str


class Count(Expr):
    """The length of a list."""

    source: Expr
    type: Type = NUMBER


class Gather(Expr):
    """The `total`, `most` or `least` of an attribute over a list; 0 for an empty list."""

    how: str
    source: Expr
    var: str
    of: Expr
    type: Type = NUMBER


class Some(Expr):
    """The test whether a list is not empty."""

    source: Expr
    type: Type = YES_OR_NO
