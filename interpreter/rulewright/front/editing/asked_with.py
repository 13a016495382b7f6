"""What editors ask with: a file, a place in it, a stretch of it."""

from __future__ import annotations

from typing import Any, Protocol

from rulewright.front.editing import wire


class AboutFile(Protocol):
    """The parameters of a question about a file."""

    text_document: wire.TextDocument


class AboutPlace(AboutFile, Protocol):
    """The parameters of a question about a place in a file."""

    position: wire.Position


class AboutStretch(AboutFile, Protocol):
    """The parameters of a question about a stretch of a file."""

    range: wire.Range


class AboutAll(AboutPlace, Protocol):
    """The parameters of a question for all places that speak of the same."""

    context: Any


class AboutPlaces(AboutFile, Protocol):
    """The parameters of a question about several places in a file."""

    positions: list[wire.Position]


class Sought(Protocol):
    """The parameters of a question for declarations by a part of their names."""

    query: str


class NewName(AboutPlace, Protocol):
    """The parameters of a question for another name."""

    new_name: str
