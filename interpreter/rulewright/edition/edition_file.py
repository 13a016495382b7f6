"""What one edition file says by itself, before anything that it extends."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from rulewright.edition.edition import (
    CastChange,
    Changes,
    Document,
    Look,
    Numbers,
    OnePer,
    Option,
    Playouts,
    Reading,
    Spanned,
    Text,
)
from rulewright.text import Span


@frozen
class Sheet:
    """One edition file. None, or an empty mapping, where the file says nothing.

    `keys` are the keys that were written, also those whose value drew a complaint; `start` is
    where a complaint about the whole file points.
    """

    path: Path
    start: Span
    keys: frozenset[str]
    id: Spanned[str] | None
    extends: Spanned[str] | None
    name: Text
    about: Text
    language: Spanned[str] | None
    documents: Mapping[str, Document]
    rules: tuple[Spanned[str], ...]
    cards: tuple[Spanned[str], ...]
    players: Spanned[Numbers] | None
    one_per: Mapping[str, OnePer]
    looks: Mapping[str, Look]
    base: Changes
    default_cast: Mapping[str, CastChange]
    by_players: Mapping[int, Changes]
    player_counts: tuple[Spanned[Numbers], ...]
    options: Mapping[str, Option]
    dropped_options: Mapping[str, Spanned[str]]
    playouts: Playouts | None
    readings: Mapping[str, Reading]
