"""A world made ready to run: its lowered code as Python functions, its layout, and the tables for showing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field, frozen

from rulewright.engines.python.runtime import Reset
from rulewright.ir.layout import Layout
from rulewright.ir.places import DecisionPlace, Site, Telling
from rulewright.program.types import Type

Row = list[Any]


@frozen
class ZoneInfo:
    """A place as the views show it."""

    name: str
    owner: str | None
    base: int
    count: int
    ordered: bool
    each: str | None = None
    first_owner: int = 0


@frozen
class TrackInfo:
    """A number, pointer or mark as the views show it; `sight` is everyone, nobody, owner or expression.

    `passing` says that it lasts for a phase only.
    """

    name: str
    owner: str | None
    base: int
    count: int
    first_owner: int
    type: Type
    is_mark: bool
    sight: str
    looking: str = ""
    each: str | None = None
    passing: bool = False


@frozen
class CardInfo:
    """A piece as people know it: its design, kind and printed fields."""

    name: str
    kind: str
    fields: dict[str, object]


@frozen
class ScorePart:
    """A line of the score sheet: what it is called and the function that counts it for a player.

    `each` is the label that it is for, if there is a line for each, with the name of the label in the text.
    """

    label: str
    function: str
    each: tuple[str, str] | None = None


@define
class Machine:
    """All that a game needs at run time. Made once for a world, kept, and never changed by play."""

    players: int
    source: str
    layout: Layout
    first_row: tuple[Any, ...]
    sites: list[Site]
    tellings: list[Telling]
    decisions: list[DecisionPlace]
    zones: list[ZoneInfo]
    tracks: list[TrackInfo]
    pieces: list[CardInfo]
    designs: list[str]
    labels: dict[str, tuple[str, ...]]
    outcome: tuple[str, ...]
    parts: tuple[ScorePart, ...]
    because: int | None
    viewers: tuple[int, ...]
    looking: dict[int, str]
    resets: dict[int, tuple[Reset, ...]]
    parameter_types: dict[tuple[str, str], str] = field(factory=dict)
    names: dict[str, dict[str, str]] = field(factory=dict)
    language: str = "en"
    label_words: dict[str, tuple[str, ...]] = field(factory=dict)
    own_words: dict[str, str] = field(factory=dict)
    blocks: list[Callable[[Row, Any], int] | None] = field(factory=list)
    code: dict[str, Any] = field(factory=dict)

    def __getstate__(self) -> dict[str, Any]:
        """For the cache: everything but the functions, which are made anew from the source."""
        return {name: getattr(self, name) for name in _KEPT}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)
        self.blocks, self.code = [], {}


_KEPT = tuple(name for name in Machine.__annotations__ if name not in ("blocks", "code"))
